import type { ClientId } from '@toguchi/domain/access/actor'
import type { DisplayFormat } from '@toguchi/domain/accounts/labels'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Strategy } from '../platform/http/identity.ts'
import type { Account } from './account.ts'

const userById = (db: Db, clientId: ClientId, id: number) =>
  db
    .selectFrom('users')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .select([
      'id',
      'type',
      'password_digest',
      'login_id',
      'email',
      'proven_phone',
      'proven_email',
      'last_sign_in_at',
      'name',
      'unconfirmed_email',
      'email_needs_consent',
      'email_changes_at',
      'password_change_required',
      'first_password_expires_at',
    ])

export const findUser = (db: Db, clientId: ClientId, id: number) => userById(db, clientId, id).executeTakeFirst()

const platformAccountById = (db: Db, table: 'admins' | 'operators', id: number) =>
  db
    .selectFrom(table)
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .select(['id', 'password_digest', 'login_id', 'email', 'name', 'unconfirmed_email', 'email_needs_consent', 'email_changes_at'])

/** The live admin or operator with this login id. */
export const findPlatformAccount = (db: Db, table: 'admins' | 'operators', loginId: string) =>
  db
    .selectFrom(table)
    .where(sql`lower(login_id)`, '=', loginId.toLowerCase())
    .where('discarded_at', 'is', null)
    .select(['id', 'password_digest', 'login_id', 'email', 'name'])
    .executeTakeFirst()

/** People of any kind with this address: for the login-ID reminder, which answers the same for everyone. */
export const findPlatformAccountsByEmail = (db: Db, table: 'admins' | 'operators', email: string) =>
  db
    .selectFrom(table)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('discarded_at', 'is', null)
    .select(['id', 'login_id', 'name', 'email'])
    .execute()

export const findUsersByEmail = (db: Db, clientId: ClientId, email: string) =>
  db
    .selectFrom('users')
    .where('client_id', '=', clientId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('discarded_at', 'is', null)
    .select(['login_id', 'name', 'email'])
    .execute()

export const platformTableOf = (strategy: Strategy) => (strategy === 'admin' ? 'admins' : 'operators')

/** What everybody who works here has: staff and craftsmen of a client, admins and operators of the platform. */
export interface AccountRow {
  id: number
  login_id: string
  name: string
  email: string | null
  password_digest: string | null
  unconfirmed_email: string | null
  email_needs_consent: boolean
  email_changes_at: Date | null
  proven_phone?: string | null
  proven_email?: string | null
  password_change_required?: boolean
}

export const findAccountRow = async (db: Db, { strategy, clientId, accountId }: Account): Promise<AccountRow | undefined> =>
  clientId === null ? platformAccountById(db, platformTableOf(strategy), accountId).executeTakeFirst() : findUser(db, clientId, accountId)

/** The same, with the row held: whoever changes the password, the address or the login id waits, and sees what was done meanwhile. */
export const lockAccountRow = async (db: Db, { strategy, clientId, accountId }: Account): Promise<AccountRow | undefined> =>
  clientId === null
    ? platformAccountById(db, platformTableOf(strategy), accountId).forNoKeyUpdate().executeTakeFirst()
    : userById(db, clientId, accountId).forNoKeyUpdate().executeTakeFirst()

export interface UserChange {
  name?: string
  phone?: string | null
  login_id?: string
  email?: string
  default_display_format?: DisplayFormat
  save_original_image_in_local_device?: boolean
  password_digest?: string
  password_change_required?: boolean
  first_password_expires_at?: Date | null
  updated_at: Date
}

const updateUser = (db: Db, clientId: ClientId, id: number, change: UserChange) =>
  db.updateTable('users').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()

const updatePlatformAccount = (
  db: Db,
  table: 'admins' | 'operators',
  id: number,
  change: Omit<UserChange, 'password_change_required' | 'first_password_expires_at'>,
) => db.updateTable(table).set(change).where('id', '=', id).execute()

/** Changes it; a change of password replaces a first one. */
export const saveAccount = (
  db: Db,
  { strategy, clientId, accountId }: Account,
  change: Omit<UserChange, 'password_change_required' | 'first_password_expires_at'>,
) => {
  if (clientId === null) return updatePlatformAccount(db, platformTableOf(strategy), accountId, change)
  const replaced = change.password_digest === undefined ? {} : { password_change_required: false, first_password_expires_at: null }
  return updateUser(db, clientId, accountId, { ...change, ...replaced })
}

/** An address of a craftsman that was answered: links that sign in may go there (decision 084). */
export const saveProvenAddress = async (db: Db, { strategy, clientId, accountId }: Account, email: string): Promise<void> => {
  if (strategy !== 'user' || clientId === null) return
  await db
    .updateTable('users')
    .set({ proven_email: email.toLowerCase() })
    .where('client_id', '=', clientId)
    .where('id', '=', accountId)
    .where('type', '=', 'Craftsman')
    .execute()
}

/** Passwords that somebody else may hold: nobody signs in with them any more. */
export const dropPasswords = (db: Db, clientId: ClientId, ids: readonly number[]) =>
  db
    .updateTable('users')
    .set({ password_digest: null, password_change_required: false, first_password_expires_at: null })
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .execute()

export const touchUserSignIn = (db: Db, clientId: ClientId, id: number, at: Date) =>
  db.updateTable('users').set({ last_sign_in_at: at }).where('client_id', '=', clientId).where('id', '=', id).execute()

export const touchPlatformSignIn = (db: Db, table: 'admins' | 'operators', id: number, at: Date) =>
  db.updateTable(table).set({ last_sign_in_at: at }).where('id', '=', id).execute()

export const insertPlatformEvent = (
  db: Db,
  event: {
    kind: string
    actor_kind: 'admin' | 'operator' | 'system'
    actor_id: number | null
    subject_type: 'admins' | 'operators' | 'platform_informations'
    subject_id: number
    change: string
  },
) => db.insertInto('platform_events').values(event).execute()

/** The company of an account: whether its contract runs, and its names. */
export const findClientStatus = (db: Db, clientId: ClientId) =>
  db
    .selectFrom('clients')
    .where('id', '=', clientId)
    .where('discarded_at', 'is', null)
    .select(['status', 'cd', 'name', 'name_abbreviation'])
    .executeTakeFirst()

export const listClientIds = async (db: Db): Promise<ClientId[]> =>
  (
    await db.selectFrom('clients').where('status', '=', 'contracted').where('discarded_at', 'is', null).orderBy('id').select('id').execute()
  ).map(row => row.id)
