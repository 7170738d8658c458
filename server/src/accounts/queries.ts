import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Strategy } from '../platform/identity.ts'
import { containing, listing, type ListQuery } from '../platform/listing.ts'
import { given, rowsOf } from '../platform/rows.ts'

import type { Account, Accounts } from './account.ts'
export type { Account, Accounts } from './account.ts'

/** Where a login id of staff or craftsmen leads: unique over all clients (G-ACC-18). */
export const findLogin = (db: Db, loginId: string) =>
  db.selectFrom('logins').where('login_id', '=', loginId.toLowerCase()).select(['client_id', 'user_id']).executeTakeFirst()

/** The live admin or operator with this login id. */
export const findPlatformAccount = (db: Db, table: 'admins' | 'operators', loginId: string) =>
  db
    .selectFrom(table)
    .where(sql`lower(login_id)`, '=', loginId.toLowerCase())
    .where('discarded_at', 'is', null)
    .select(['id', 'password_digest', 'login_id', 'email', 'name'])
    .executeTakeFirst()

/** Whether somebody has come to an account: until then it is an invitation, which the office may still send elsewhere (decision 025). */
export const openedOf = (user: string) =>
  `(${user}.last_sign_in_at is not null or (${user}.password_digest is not null and not ${user}.password_change_required))`
const isOpened = sql<boolean>`${sql.raw(openedOf('users'))}`.as('is_opened')

const userById = (db: Db, clientId: number, id: number) =>
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
      'name',
      'unconfirmed_email',
      'email_needs_consent',
      'email_changes_at',
      'password_change_required',
      'first_password_expires_at',
    ])
export const findUser = (db: Db, clientId: number, id: number) => userById(db, clientId, id).executeTakeFirst()

/** The company of an account: whether its contract runs, and its names. */
export const findClientStatus = (db: Db, clientId: number) =>
  db
    .selectFrom('clients')
    .where('id', '=', clientId)
    .where('discarded_at', 'is', null)
    .select(['status', 'cd', 'name', 'name_abbreviation'])
    .executeTakeFirst()

/** People of any kind with this address: for the login-ID reminder, which answers the same for everyone. */
export const findPlatformAccountsByEmail = (db: Db, table: 'admins' | 'operators', email: string) =>
  db
    .selectFrom(table)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('discarded_at', 'is', null)
    .select(['id', 'login_id', 'name', 'email'])
    .execute()

export const listClientIds = async (db: Db): Promise<number[]> =>
  (
    await db.selectFrom('clients').where('status', '=', 'contracted').where('discarded_at', 'is', null).orderBy('id').select('id').execute()
  ).map(row => row.id)

export const findUsersByEmail = (db: Db, clientId: number, email: string) =>
  db
    .selectFrom('users')
    .where('client_id', '=', clientId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('discarded_at', 'is', null)
    .select(['login_id', 'name', 'email'])
    .execute()

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
        .where(sql<boolean>`client_id is not distinct from ${account.clientId}`)
        .orderBy('id', 'desc')
        .offset(most)
        .select('id'),
    )
    .execute()

export const sessionExists = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('sessions').where('id', '=', id).select('id').executeTakeFirst()) !== undefined

export const deleteSession = (db: Db, id: number) => db.deleteFrom('sessions').where('id', '=', id).execute()

/** Ends the sessions of accounts, all or all but one (D-14). */
export const deleteSessionsOf = (db: Db, { strategy, clientId, accountIds }: Accounts, exceptSessionId?: number) => {
  const all = db
    .deleteFrom('sessions')
    .where('strategy', '=', strategy)
    .where('account_id', 'in', accountIds)
    .where(sql<boolean>`client_id is not distinct from ${clientId}`)
  return (exceptSessionId === undefined ? all : all.where('id', '<>', exceptSessionId)).execute()
}

export const touchUserSignIn = (db: Db, clientId: number, id: number, at: Date) =>
  db.updateTable('users').set({ last_sign_in_at: at }).where('client_id', '=', clientId).where('id', '=', id).execute()
export const touchPlatformSignIn = (db: Db, table: 'admins' | 'operators', id: number, at: Date) =>
  db.updateTable(table).set({ last_sign_in_at: at }).where('id', '=', id).execute()

export interface UserChange {
  name?: string
  phone?: string | null
  login_id?: string
  email?: string
  default_display_format?: string
  save_original_image_in_local_device?: boolean
  password_digest?: string
  password_change_required?: boolean
  first_password_expires_at?: Date | null
  updated_at: Date
}
const updateUser = (db: Db, clientId: number, id: number, change: UserChange) =>
  db.updateTable('users').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()
const updatePlatformAccount = (
  db: Db,
  table: 'admins' | 'operators',
  id: number,
  change: Omit<UserChange, 'password_change_required' | 'first_password_expires_at'>,
) => db.updateTable(table).set(change).where('id', '=', id).execute()

const platformTableOf = (strategy: Strategy) => (strategy === 'admin' ? 'admins' : 'operators')

/** What everybody who works here has: staff and craftsmen of a client, admins and operators of the platform. */
export const findAccountRow = (db: Db, { strategy, clientId, accountId }: Account) =>
  clientId === null ? platformAccountById(db, platformTableOf(strategy), accountId).executeTakeFirst() : findUser(db, clientId, accountId)

/** The same, with the row held: whoever changes the password, the address or the login id waits, and sees what was done meanwhile. */
export const lockAccountRow = (db: Db, { strategy, clientId, accountId }: Account) =>
  clientId === null
    ? platformAccountById(db, platformTableOf(strategy), accountId).forNoKeyUpdate().executeTakeFirst()
    : userById(db, clientId, accountId).forNoKeyUpdate().executeTakeFirst()

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
    from ${given(addresses, { id: 'bigint', email: 'text' })}
    where u.client_id = ${clientId} and u.id = given.id`.execute(db)
}

/** A waiting address was answered, and becomes the account's then. */
export const restAddress = (db: Db, clientId: number, id: number, changesAt: Date) =>
  db.updateTable('users').set({ email_changes_at: changesAt }).where('client_id', '=', clientId).where('id', '=', id).execute()

/** The owner agreed to the waiting address: its answer is enough. */
export const saveConsent = async (db: Db, clientId: number | null, id: number): Promise<void> => {
  if (clientId !== null)
    await db.updateTable('users').set({ email_needs_consent: false }).where('client_id', '=', clientId).where('id', '=', id).execute()
}

/** People whose answered addresses have rested, held. */
export const listAddressesDue = (db: Db, clientId: number, now: Date) =>
  db
    .selectFrom('users')
    .where('client_id', '=', clientId)
    .where('email_changes_at', '<=', now)
    .where('discarded_at', 'is', null)
    .select(['id', 'name', 'email', 'unconfirmed_email', 'email_needs_consent', 'email_changes_at'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export const saveEmails = (db: Db, clientId: number, addresses: readonly { id: number; email: string }[], now: Date) =>
  sql`update users u set email = given.email, updated_at = ${now} from ${given(addresses, { id: 'bigint', email: 'text' })}
    where u.client_id = ${clientId} and u.id = given.id`.execute(db)

/** Passwords that somebody else may hold: nobody signs in with them any more. */
export const dropPasswords = (db: Db, clientId: number, ids: readonly number[]) =>
  db
    .updateTable('users')
    .set({ password_digest: null, password_change_required: false, first_password_expires_at: null })
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .execute()

export const listAddresses = (db: Db, clientId: number, ids: readonly number[]) =>
  db
    .selectFrom('users')
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['id', 'name', 'login_id', 'email', isOpened])
    .execute()

export const deleteSpentTokens = (db: Db, now: Date) =>
  db
    .deleteFrom('one_time_tokens')
    .where(eb => eb.or([eb('used_at', 'is not', null), eb('expires_at', '<=', now)]))
    .execute()

export const deleteEndedSessions = (db: Db, now: Date) => db.deleteFrom('sessions').where('expires_at', '<=', now).execute()

export const renameLogin = (db: Db, clientId: number, userId: number, loginId: string) =>
  db
    .updateTable('logins')
    .set({ login_id: loginId.toLowerCase() })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .execute()

/** What a link is for. */
export const linkPurposes = ['password', 'email', 'email_consent', 'auto_login', 'second_factor'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

export const insertOneTimeToken = (db: Db, token: Account & { purpose: LinkPurpose; tokenHash: Buffer; expiresAt: Date }) =>
  db
    .insertInto('one_time_tokens')
    .values({
      purpose: token.purpose,
      strategy: token.strategy,
      client_id: token.clientId,
      account_id: token.accountId,
      token_hash: token.tokenHash,
      expires_at: token.expiresAt,
    })
    .execute()

export const findOneTimeToken = (db: Db, purpose: string, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('one_time_tokens')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['id', 'strategy', 'client_id', 'account_id'])
    .executeTakeFirst()

/** Takes a link's token, once: the loser of a race gets nothing. */
export const takeOneTimeToken = (db: Db, purpose: string, tokenHash: Buffer, now: Date) =>
  db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['strategy', 'client_id', 'account_id'])
    .executeTakeFirst()

/** Everything of the signed-in user that pages show, in one query. */
export const presentUser = async (db: Db, clientId: number, id: number) => {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('clients as c', 'c.id', 'u.client_id')
    .leftJoin('departments as d', join => join.onRef('d.client_id', '=', 'u.client_id').onRef('d.id', '=', 'u.department_id'))
    .leftJoin('contractors as k', join => join.onRef('k.client_id', '=', 'u.client_id').onRef('k.id', '=', 'u.contractor_id'))
    .where('u.client_id', '=', clientId)
    .where('u.id', '=', id)
    .where('u.discarded_at', 'is', null)
    .select([
      'u.id',
      'u.type',
      'u.name',
      'u.email',
      'u.unconfirmed_email',
      'u.email_needs_consent',
      'u.email_changes_at',
      'u.phone',
      'u.login_id',
      'u.default_display_format',
      'u.save_original_image_in_local_device',
      'u.can_register_staff',
      'u.password_change_required',
      'u.last_sign_in_at',
      'u.created_at',
      'u.updated_at',
      'u.contractor_id',
      'k.name as contractor_name',
      'k.primary_contractor_id',
      'd.id as department_id',
      'd.name as department_name',
      'c.id as client_id',
      'c.uuid as client_uuid',
      'c.cd as client_cd',
      'c.name as client_name',
      'c.logo_path',
      // G-CRA-03: contractors under one's own.
      sql<number[]>`coalesce((select json_agg(s.id order by s.id) from contractors s
        where s.client_id = u.client_id and s.primary_contractor_id = u.contractor_id and s.discarded_at is null), '[]')`.as(
        'subcontract_contractor_ids',
      ),
      // G-CRA-02: constructions one is named for, while the assignment lives.
      sql<number[]>`coalesce((select json_agg(distinct a.construction_id) from assigned_craftsmans m
        join assigned_contractors a on a.client_id = m.client_id and a.id = m.assigned_contractor_id and a.discarded_at is null
        join constructions n on n.client_id = a.client_id and n.id = a.construction_id and n.discarded_at is null
        where m.client_id = u.client_id and m.craftsman_id = u.id), '[]')`.as('construction_ids'),
    ])
    .executeTakeFirst()
  return row
}

export const presentPlatformAccount = (db: Db, table: 'admins' | 'operators', id: number) =>
  db
    .selectFrom(table)
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .select([
      'id',
      'name',
      'email',
      'unconfirmed_email',
      'phone',
      'login_id',
      'default_display_format',
      'save_original_image_in_local_device',
      'last_sign_in_at',
      'created_at',
      'updated_at',
    ])
    .executeTakeFirst()

export const recentMessages = async (db: Db, most: number) =>
  (
    await sql<{
      transport: 'mail' | 'sms'
      recipients: string[]
      cc: string[]
      bcc: string[]
      subject: string
      body: string
      sent_at: Date | null
      created_at: Date
    }>`select transport, recipients, cc, bcc, subject, body, sent_at, created_at from recent_messages(${most})`.execute(db)
  ).rows

const platformAccountById = (db: Db, table: 'admins' | 'operators', id: number) =>
  db
    .selectFrom(table)
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .select([
      'id',
      'password_digest',
      'login_id',
      'email',
      'name',
      'unconfirmed_email',
      // Nobody else changes an address of theirs.
      sql<boolean>`false`.as('email_needs_consent'),
      sql<Date | null>`null::timestamptz`.as('email_changes_at'),
    ])

export interface StaffRow {
  id: number
  type: 'Staff_Admin' | 'Staff'
  name: string
  email: string
  unconfirmed_email: string | null
  email_needs_consent: boolean
  email_changes_at: Date | null
  is_opened: boolean
  phone: string | null
  login_id: string
  department_id: number | null
  department: string | null
  default_display_format: 'list' | 'grid'
  save_original_image_in_local_device: boolean
  can_register_staff: boolean
  second_factor_enabled: boolean
  last_sign_in_at: Date | null
  created_at: Date
  updated_at: Date
}

/** Staff and staff administrators of a client; craftsmen are of the contractors. */
const reachStaffs = `select u.id, u.type, u.name, u.email, u.unconfirmed_email, u.email_needs_consent, u.email_changes_at,
    ${openedOf('u')} as is_opened, u.phone, u.login_id, u.department_id, d.name as department,
    u.default_display_format, u.save_original_image_in_local_device, u.can_register_staff, u.last_sign_in_at, u.created_at, u.updated_at,
    exists (select from second_factors f where f.strategy = 'user' and f.client_id = $1 and f.account_id = u.id
      and f.secret is not null) as second_factor_enabled
  from users u left join departments d on d.client_id = u.client_id and d.id = u.department_id
  where u.client_id = $1 and u.type <> 'Craftsman' and u.discarded_at is null`

export const listStaffs = (
  db: Db,
  clientId: number,
  query: ListQuery,
  filter: { name?: string | undefined; department_id?: number | undefined } | undefined,
) =>
  listing<StaffRow>(
    db,
    `${reachStaffs} and ($2::text is null or u.name ilike $2) and ($3::bigint is null or u.department_id = $3)`,
    [clientId, containing(filter?.name), filter?.department_id ?? null],
    query,
  )

export const findStaff = async (db: Db, clientId: number, id: number) =>
  (await rowsOf<StaffRow>(db, `${reachStaffs} and u.id = $2`, [clientId, id]))[0]

/** Holds the row of a user until the change is done. */
export const lockUser = (db: Db, clientId: number, id: number) =>
  db
    .selectFrom('users')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .select([
      'id',
      'type',
      'login_id',
      'name',
      'email',
      'unconfirmed_email',
      'phone',
      'department_id',
      'contractor_id',
      'default_display_format',
      'can_register_staff',
      isOpened,
    ])
    .forUpdate()
    .executeTakeFirst()

export interface NewUserRow {
  type: 'Staff_Admin' | 'Staff' | 'Craftsman'
  login_id: string
  name: string
  email: string
  phone: string | null
  department_id?: number | null
  contractor_id?: number
  default_display_format?: string
  can_register_staff?: boolean
  password_digest?: string
  password_change_required?: boolean
  first_password_expires_at?: Date
}
export const deleteLogin = (db: Db, clientId: number, userId: number) =>
  db.deleteFrom('logins').where('client_id', '=', clientId).where('user_id', '=', userId).execute()

/** Addresses are changed by `changeAddresses` alone. */
export type UserColumns = Partial<Omit<NewUserRow, 'email' | 'password_digest' | 'password_change_required' | 'first_password_expires_at'>>
export const updateUserColumns = (db: Db, clientId: number, id: number, change: UserColumns & { updated_at: Date; discarded_at?: Date }) =>
  db.updateTable('users').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()

export const departmentExists = async (db: Db, clientId: number, id: number): Promise<boolean> =>
  (await db
    .selectFrom('departments')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .select('id')
    .executeTakeFirst()) !== undefined

export const insertPlatformEvent = (
  db: Db,
  event: { kind: string; actor_kind: string; actor_id: number | null; subject_type: string; subject_id: number; change: string },
) => db.insertInto('platform_events').values(event).execute()

export const insertAdmin = (db: Db, admin: { login_id: string; name: string; email: string; password_digest: string }) =>
  db.insertInto('admins').values(admin).execute()

/** Links of accounts that were sent and not used yet lead nowhere from now on. */
export const revokeOneTimeTokens = (db: Db, { strategy, clientId, accountIds }: Accounts, purposes: readonly LinkPurpose[], now: Date) =>
  db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('strategy', '=', strategy)
    .where('account_id', 'in', accountIds)
    .where(sql<boolean>`client_id is not distinct from ${clientId}`)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()

/** Those of these login ids that somebody has, of whatever client, in small letters (G-ACC-18). */
export const listTakenLogins = async (db: Db, loginIds: readonly string[]): Promise<string[]> =>
  loginIds.length === 0
    ? []
    : (
        await rowsOf<{ login_id: string }>(db, 'select login_id from logins where login_id = any($1)', [
          loginIds.map(id => id.toLowerCase()),
        ])
      ).map(row => row.login_id)

const sentUser = {
  type: 'text',
  login_id: 'text',
  name: 'text',
  email: 'text',
  phone: 'text',
  department_id: 'bigint',
  contractor_id: 'bigint',
  default_display_format: 'text',
  can_register_staff: 'boolean',
  password_digest: 'text',
  password_change_required: 'boolean',
  first_password_expires_at: 'timestamptz',
} as const

/** New users with their logins in one statement; their ids by login id. */
export const insertUsers = async (db: Db, clientId: number, users: readonly NewUserRow[]): Promise<Map<string, number>> => {
  const rows = users.map(user => ({
    department_id: null,
    contractor_id: null,
    default_display_format: 'list',
    can_register_staff: false,
    password_digest: null,
    password_change_required: false,
    first_password_expires_at: null,
    ...user,
  }))
  const { rows: added } = await sql<{ id: number; login_id: string }>`
    with added as (
      insert into users (client_id, type, login_id, name, email, phone, department_id, contractor_id, default_display_format,
        can_register_staff, password_digest, password_change_required, first_password_expires_at)
      select ${clientId}, given.* from ${given(rows, sentUser)} returning id, login_id),
    login as (insert into logins (login_id, client_id, user_id) select lower(login_id), ${clientId}, id from added)
    select id, login_id from added`.execute(db)
  return new Map(added.map(({ id, login_id }) => [login_id, id]))
}

export interface UserFields {
  name: string
  email: string
  phone: string | null
  type?: 'Staff_Admin' | 'Staff'
  department_id?: number | null
  contractor_id?: number
  default_display_format?: string
  can_register_staff?: boolean
}
/** What is not given stays: craftsmen have no department, staff no company. Login ids and addresses are never changed here. */
export const updateUsers = (db: Db, clientId: number, users: readonly (UserFields & { id: number })[], now: Date) => {
  const rows = users.map(user => ({
    ...user,
    type: user.type ?? null,
    sets_department: user.department_id !== undefined,
    department_id: user.department_id ?? null,
    contractor_id: user.contractor_id ?? null,
    default_display_format: user.default_display_format ?? null,
    can_register_staff: user.can_register_staff ?? null,
  }))
  return sql`
    update users u set name = given.name, phone = given.phone, type = coalesce(given.type, u.type),
      department_id = case when given.sets_department then given.department_id else u.department_id end,
      contractor_id = coalesce(given.contractor_id, u.contractor_id),
      default_display_format = coalesce(given.default_display_format, u.default_display_format),
      can_register_staff = coalesce(given.can_register_staff, u.can_register_staff), updated_at = ${now}
    from ${given(rows, {
      id: 'bigint',
      name: 'text',
      phone: 'text',
      type: 'text',
      sets_department: 'boolean',
      department_id: 'bigint',
      contractor_id: 'bigint',
      default_display_format: 'text',
      can_register_staff: 'boolean',
    })}
    where u.client_id = ${clientId} and u.id = given.id`.execute(db)
}

export const insertOneTimeTokens = (
  db: Db,
  tokens: readonly {
    purpose: LinkPurpose
    strategy: Strategy
    client_id: number | null
    account_id: number
    token_hash: Buffer
    expires_at: Date
  }[],
) =>
  sql`insert into one_time_tokens (purpose, strategy, client_id, account_id, token_hash, expires_at)
    select given.* from ${given(tokens, {
      purpose: 'text',
      strategy: 'text',
      client_id: 'bigint',
      account_id: 'bigint',
      token_hash: 'bytea',
      expires_at: 'timestamptz',
    })}`.execute(db)

/** Holds users against everything, others' references to them too, in the order of their ids. */
export const lockUsers = (db: Db, clientId: number, ids: readonly number[]) =>
  rowsOf(db, 'select id from users where client_id = $1 and id = any($2) order by id for update', [clientId, ids])

/** All staff of a client by name, for a file; `lock` holds them until the end of the transaction, but lets others refer to them. */
export const listEveryStaff = (db: Db, clientId: number, lock: boolean) =>
  rowsOf<
    Pick<
      StaffRow,
      'id' | 'type' | 'name' | 'email' | 'phone' | 'login_id' | 'department_id' | 'default_display_format' | 'can_register_staff'
    >
  >(
    db,
    `select u.id, u.type, u.name, u.email, u.phone, u.login_id, u.department_id, u.default_display_format, u.can_register_staff
      from users u where u.client_id = $1 and u.type <> 'Craftsman' and u.discarded_at is null order by u.name, u.id ${lock ? 'for no key update' : ''}`,
    [clientId],
  )
