import type { ClientId } from '@toguchi/domain/access/actor'
import type { LinkChannel } from '@toguchi/domain/accounts/craftsman-links'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { rowsAsTable, rowsOf } from '../../platform/database/rows.ts'
import { isOpened } from '../users/user-queries.ts'

export type CraftsmanLinkPurpose = 'invitation' | 'sign_in'
const purposes = ['invitation', 'sign_in'] as const

export interface NewCraftsmanLink {
  purpose: CraftsmanLinkPurpose
  account_id: number
  token_hash: Buffer
  expires_at: Date
  sent_by: LinkChannel
  sent_to: string
}

export const insertCraftsmanLinks = (db: Db, clientId: ClientId, links: readonly NewCraftsmanLink[]) =>
  sql`insert into one_time_tokens (strategy, client_id, purpose, account_id, token_hash, expires_at, sent_by, sent_to)
    select 'user', ${clientId}, given.* from ${rowsAsTable(links, {
      purpose: 'text',
      account_id: 'bigint',
      token_hash: 'bytea',
      expires_at: 'timestamptz',
      sent_by: 'text',
      sent_to: 'text',
    })} returning id`.execute(db)

/** How the newest invitations of people went, and when. */
export const saveInvitations = (db: Db, clientId: ClientId, sent: readonly { id: number; invited_by: LinkChannel }[], now: Date) =>
  sql`update users u set invited_by = given.invited_by, invited_at = ${now}
    from ${rowsAsTable(sent, { id: 'bigint', invited_by: 'text' })} where u.client_id = ${clientId} and u.id = given.id`.execute(db)

/** A link whatever became of it, while it is still known; looked up before its client is. */
export const findCraftsmanLink = async (db: Db, tokenHash: Buffer) => {
  const row = await db
    .selectFrom('one_time_tokens')
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .select(['client_id', 'account_id', 'expires_at', 'used_at', 'ended_as', 'sent_by', 'sent_to'])
    .select(eb => eb('purpose', '=', 'invitation').as('is_invitation'))
    .executeTakeFirst()
  if (!row || row.client_id === null || row.sent_by === null || row.sent_to === null) return undefined
  const { client_id, sent_by, sent_to, is_invitation, ...rest } = row
  const purpose: CraftsmanLinkPurpose = is_invitation ? 'invitation' : 'sign_in'
  return { ...rest, client_id, sent_by, sent_to, purpose }
}
export type CraftsmanLinkRow = NonNullable<Awaited<ReturnType<typeof findCraftsmanLink>>>

/** Takes a link, once: the loser of a race gets nothing. */
export const openCraftsmanLink = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .updateTable('one_time_tokens')
    .set({ used_at: now, ended_as: 'opened' })
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()

/** An older link that was not used leads nowhere once a newer one is on its way. */
export const supersedeCraftsmanLinks = (db: Db, clientId: ClientId, userId: number, now: Date) =>
  db
    .updateTable('one_time_tokens')
    .set({ used_at: now, ended_as: 'superseded' })
    .where('client_id', '=', clientId)
    .where('strategy', '=', 'user')
    .where('account_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()

export const findLinkedCraftsman = (db: Db, clientId: ClientId, id: number) =>
  db
    .selectFrom('users')
    .innerJoin('contractors as ct', join => join.onRef('ct.client_id', '=', 'users.client_id').onRef('ct.id', '=', 'users.contractor_id'))
    .where('users.client_id', '=', clientId)
    .where('users.id', '=', id)
    .where('users.discarded_at', 'is', null)
    .select([
      'users.id',
      'users.name',
      'users.login_id',
      'users.email',
      'users.phone',
      'users.proven_phone',
      'users.proven_email',
      'ct.name as contractor_name',
      isOpened,
    ])
    .executeTakeFirst()

/** What somebody proved to read. */
export const saveProvenContact = (db: Db, clientId: ClientId, id: number, contact: { proven_phone: string } | { proven_email: string }) =>
  db.updateTable('users').set(contact).where('client_id', '=', clientId).where('id', '=', id).execute()

/** Craftsmen of all clients who proved a contact, whoever signed in last first: digits, or an address in lower case. */
export const listCraftsmenOfContact = (db: Db, contact: string) =>
  rowsOf<{ client_id: ClientId; user_id: number }>(db, 'select client_id, user_id from craftsmen_of_contact($1)', [contact])
