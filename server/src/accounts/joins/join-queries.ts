import type { ClientId } from '@toguchi/domain/access/actor'
import type { JoinContact } from '@toguchi/domain/accounts/joined-accounts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'

/** An account of a company: a pair that no client's own query asks for. */
export interface UserOfClient {
  client_id: ClientId
  user_id: number
}

export interface ContactRow {
  email: string | null
  phone: string | null
  login_id: string
  name: string
}

/** Where a craftsman is reached, within their own client. */
export const findContact = (db: Db, clientId: ClientId, userId: number): Promise<ContactRow | undefined> =>
  db
    .selectFrom('users')
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .where('discarded_at', 'is', null)
    .select(['email', 'phone', 'login_id', 'name'])
    .executeTakeFirst()

export const insertJoinRequest = (
  db: Db,
  request: UserOfClient & {
    contact: JoinContact
    sent_to: string
    token_hash: Buffer
    code_hash: Buffer
    expires_at: Date
    proves_only: boolean
  },
) => db.insertInto('join_requests').values(request).execute()

/** The newest code alone is good. */
export const endJoinRequests = (db: Db, { client_id, user_id }: UserOfClient, provesOnly: boolean, now: Date) =>
  db
    .updateTable('join_requests')
    .set({ used_at: now })
    .where('client_id', '=', client_id)
    .where('user_id', '=', user_id)
    .where('proves_only', '=', provesOnly)
    .where('used_at', 'is', null)
    .execute()

export const deleteEndedJoinRequests = (db: Db, now: Date) => db.deleteFrom('join_requests').where('expires_at', '<=', now).execute()

const requestByToken = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('join_requests')
    .where('token_hash', '=', tokenHash)
    .select(['id', 'client_id', 'user_id', 'contact', 'sent_to', 'proves_only', 'code_hash', 'wrong_tries', 'expires_at', 'used_at'])

export const findJoinRequest = (db: Db, tokenHash: Buffer) => requestByToken(db, tokenHash).executeTakeFirst()
export const lockJoinRequest = (db: Db, tokenHash: Buffer) => requestByToken(db, tokenHash).forUpdate().executeTakeFirst()

export const countWrongTry = (db: Db, id: number) =>
  db
    .updateTable('join_requests')
    .set(eb => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const useJoinRequest = (db: Db, id: number, now: Date) =>
  db.updateTable('join_requests').set({ used_at: now }).where('id', '=', id).execute()

export const findPerson = async (db: Db, { client_id, user_id }: UserOfClient): Promise<string | null> =>
  (
    await db
      .selectFrom('joined_accounts')
      .where('client_id', '=', client_id)
      .where('user_id', '=', user_id)
      .where('ended_at', 'is', null)
      .select('person')
      .executeTakeFirst()
  )?.person ?? null

/** Two persons turn out to be one. */
export const mergePersons = (db: Db, from: string, into: string) =>
  db.updateTable('joined_accounts').set({ person: into }).where('person', '=', from).where('ended_at', 'is', null).execute()

export const insertJoin = (db: Db, { client_id, user_id }: UserOfClient, person: string, now: Date) =>
  db
    .insertInto('joined_accounts')
    .values({ client_id, user_id, person, joined_at: now })
    .onConflict(conflict => conflict.columns(['client_id', 'user_id']).where('ended_at', 'is', null).doNothing())
    .execute()

export interface JoinedRow extends UserOfClient {
  cd: string
  client_name: string
  joined_at: Date
}

/** The accounts of a person, at companies whose contract runs, in the order in which they were joined. */
export const listJoined = (db: Db, person: string): Promise<JoinedRow[]> =>
  rowsOf<JoinedRow>(
    db,
    `select ja.client_id, ja.user_id, cl.cd, cl.name as client_name, ja.joined_at
     from joined_accounts ja join clients cl on cl.id = ja.client_id and cl.status = 'contracted' and cl.discarded_at is null
     where ja.ended_at is null and ja.person = $1 order by ja.joined_at, ja.id`,
    [person],
  )

/** Takes accounts of a client out of what they were joined to; says of how many that was true. */
export const endJoins = async (db: Db, clientId: ClientId, userIds: readonly number[], now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`update joined_accounts set ended_at = ${now}
    where client_id = ${clientId} and user_id = any(${[...userIds]}::bigint[]) and ended_at is null`.execute(db)
  return Number(numAffectedRows ?? 0)
}
