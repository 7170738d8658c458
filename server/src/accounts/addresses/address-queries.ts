import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { rowsAsTable } from '../../platform/database/rows.ts'
import { platformTableOf } from '../account-queries.ts'
import type { Account, Accounts } from '../account.ts'
import { isOpened } from '../users/user-queries.ts'

export const listAddresses = (db: Db, clientId: ClientId, ids: readonly number[]) =>
  db
    .selectFrom('users')
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['id', 'name', 'email', 'proven_phone', 'proven_email', 'invited_by', isOpened])
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
      await db
        .updateTable(platformTableOf(strategy))
        .set({ unconfirmed_email: email, email_needs_consent: needsConsent, email_changes_at: null })
        .where('id', '=', id)
        .execute()
    return
  }
  await sql`update users u set unconfirmed_email = given.email, email_needs_consent = ${needsConsent}, email_changes_at = null
    from ${rowsAsTable(addresses, { id: 'bigint', email: 'text' })}
    where u.client_id = ${clientId} and u.id = given.id`.execute(db)
}

/** Addresses that wait for their confirmation are given up. */
export const forgetWaitingAddresses = async (db: Db, { strategy, clientId, accountIds }: Accounts): Promise<void> => {
  if (strategy === 'resident') return
  const none = { unconfirmed_email: null, email_needs_consent: false, email_changes_at: null }
  if (clientId === null) await db.updateTable(platformTableOf(strategy)).set(none).where('id', 'in', accountIds).execute()
  else await db.updateTable('users').set(none).where('client_id', '=', clientId).where('id', 'in', accountIds).execute()
}

/** A waiting address was answered, and becomes the account's then. */
export const restAddress = (db: Db, account: Account, changesAt: Date) => updateWaiting(db, account, { email_changes_at: changesAt })

/** The owner agreed to the waiting address: its answer is enough. */
export const saveConsent = (db: Db, account: Account) => updateWaiting(db, account, { email_needs_consent: false })

const updateWaiting = (
  db: Db,
  { strategy, clientId, accountId }: Account,
  change: { email_changes_at: Date } | { email_needs_consent: false },
) =>
  clientId === null
    ? db.updateTable(platformTableOf(strategy)).set(change).where('id', '=', accountId).execute()
    : db.updateTable('users').set(change).where('client_id', '=', clientId).where('id', '=', accountId).execute()

/** People whose answered addresses have rested, held. */
export const listAddressesDue = (db: Db, clientId: ClientId, now: Date) =>
  db
    .selectFrom('users')
    .where('client_id', '=', clientId)
    .where('email_changes_at', '<=', now)
    .where('discarded_at', 'is', null)
    .select(['id', 'name', 'email', 'proven_phone', 'proven_email', 'unconfirmed_email', 'email_needs_consent', 'email_changes_at'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** The same of admins or operators. */
export const listPlatformAddressesDue = (db: Db, strategy: 'admin' | 'operator', now: Date) =>
  db
    .selectFrom(platformTableOf(strategy))
    .where('email_changes_at', '<=', now)
    .where('discarded_at', 'is', null)
    .select(['id', 'name', 'email', 'unconfirmed_email', 'email_needs_consent', 'email_changes_at'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export const saveEmails = (db: Db, clientId: ClientId, addresses: readonly { id: number; email: string | null }[], now: Date) =>
  sql`update users u set email = given.email, updated_at = ${now} from ${rowsAsTable(addresses, { id: 'bigint', email: 'text' })}
    where u.client_id = ${clientId} and u.id = given.id`.execute(db)
