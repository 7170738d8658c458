import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import type { Account, Accounts } from '../account.ts'

export interface NewSession extends Account {
  clientKey: string
  uid: string
  tokenHash: Buffer
  expiresAt: Date
}

export const insertSession = (db: Db, session: NewSession) =>
  db
    .insertInto('sessions')
    .values({
      strategy: session.strategy,
      client_id: session.clientId,
      account_id: session.accountId,
      client_key: session.clientKey,
      uid: session.uid,
      token_hash: session.tokenHash,
      expires_at: session.expiresAt,
    })
    .execute()

/** Keeps the newest `most` sessions of an account (G-ACC-04). */
export const deleteOldestSessions = (db: Db, account: Account, most: number) =>
  db
    .deleteFrom('sessions')
    .where('id', 'in', eb =>
      eb
        .selectFrom('sessions')
        .where('strategy', '=', account.strategy)
        .where('account_id', '=', account.accountId)
        .where('client_id', 'is not distinct from', account.clientId)
        .orderBy('id', 'desc')
        .offset(most)
        .select('id'),
    )
    .execute()

/** Whether a session still lets somebody in: it is there, and its client's contract has not ended. */
export const isOpenSession = async (db: Db, id: number): Promise<boolean> =>
  (
    await rowsOf(
      db,
      `select from sessions ses left join clients cl on cl.id = ses.client_id
       where ses.id = $1 and (ses.client_id is null or (cl.status = 'contracted' and cl.discarded_at is null))`,
      [id],
    )
  ).length > 0

export const deleteSession = (db: Db, id: number) => db.deleteFrom('sessions').where('id', '=', id).execute()

/** Ends the sessions of accounts, all or all but one (D-14). */
export const deleteSessionsOf = (db: Db, { strategy, clientId, accountIds }: Accounts, exceptSessionId?: number) => {
  const all = db
    .deleteFrom('sessions')
    .where('strategy', '=', strategy)
    .where('account_id', 'in', accountIds)
    .where('client_id', 'is not distinct from', clientId)
  return (exceptSessionId === undefined ? all : all.where('id', '<>', exceptSessionId)).execute()
}

/**
 * Sends away whoever of a client has something open live, its residents too: from now on requests are refused, and they come in no more.
 * The sessions stay, because the refusal says why, and a contract that is taken up again lets everybody go on (G-ACC-10).
 */
export const sendAway = async (db: Db, clientId: ClientId): Promise<void> => {
  await sql`select pg_notify('session_ended', id::text) from sessions where client_id = ${clientId}`.execute(db)
  // Whoever works for the client with a session that is not its own: operators.
  await sql`select pg_notify('contract_ended', ${String(clientId)})`.execute(db)
}

export const deleteEndedSessions = (db: Db, now: Date) => db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
