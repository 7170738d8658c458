import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { rowsAsTable } from '../../platform/database/rows.ts'
import { platformTableOf } from '../account-queries.ts'
import type { Accounts } from '../account.ts'
import { isOpened } from '../users/user-queries.ts'

export const listAddresses = (db: Db, clientId: ClientId, ids: readonly number[]) =>
  db
    .selectFrom('users')
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['id', 'name', 'login_id', 'email', isOpened])
    .execute()

/** One address each that waits from now on. */
export const saveWaitingAddresses = async (
  db: Db,
  { strategy, clientId }: Omit<Accounts, 'accountIds'>,
  addresses: readonly { id: number; email: string }[],
  { needsConsent }: { needsConsent: boolean },
): Promise<void> => {
  if (clientId === null) {
    for (const { id, email } of addresses)
      await db.updateTable(platformTableOf(strategy)).set({ unconfirmed_email: email }).where('id', '=', id).execute()
    return
  }
  await sql`update users u set unconfirmed_email = given.email, email_needs_consent = ${needsConsent}, email_changes_at = null
    from ${rowsAsTable(addresses, { id: 'bigint', email: 'text' })}
    where u.client_id = ${clientId} and u.id = given.id`.execute(db)
}

/** Addresses that wait for their confirmation are given up. */
export const forgetWaitingAddresses = async (db: Db, { strategy, clientId, accountIds }: Accounts): Promise<void> => {
  if (strategy === 'resident') return
  if (clientId === null)
    await db.updateTable(platformTableOf(strategy)).set({ unconfirmed_email: null }).where('id', 'in', accountIds).execute()
  else
    await db
      .updateTable('users')
      .set({ unconfirmed_email: null, email_needs_consent: false, email_changes_at: null })
      .where('client_id', '=', clientId)
      .where('id', 'in', accountIds)
      .execute()
}

/** A waiting address was answered, and becomes the account's then. */
export const restAddress = (db: Db, clientId: ClientId, id: number, changesAt: Date) =>
  db.updateTable('users').set({ email_changes_at: changesAt }).where('client_id', '=', clientId).where('id', '=', id).execute()

/** The owner agreed to the waiting address: its answer is enough. */
export const saveConsent = async (db: Db, clientId: ClientId | null, id: number): Promise<void> => {
  if (clientId !== null)
    await db.updateTable('users').set({ email_needs_consent: false }).where('client_id', '=', clientId).where('id', '=', id).execute()
}

/** People whose answered addresses have rested, held. */
export const listAddressesDue = (db: Db, clientId: ClientId, now: Date) =>
  db
    .selectFrom('users')
    .where('client_id', '=', clientId)
    .where('email_changes_at', '<=', now)
    .where('discarded_at', 'is', null)
    .select(['id', 'name', 'email', 'unconfirmed_email', 'email_needs_consent', 'email_changes_at'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export const saveEmails = (db: Db, clientId: ClientId, addresses: readonly { id: number; email: string }[], now: Date) =>
  sql`update users u set email = given.email, updated_at = ${now} from ${rowsAsTable(addresses, { id: 'bigint', email: 'text' })}
    where u.client_id = ${clientId} and u.id = given.id`.execute(db)
