import type { ClientId } from '@toguchi/domain/access/actor'
import type { DisplayFormat } from '@toguchi/domain/accounts/labels'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { rowsAsTable, rowsOf } from '../../platform/database/rows.ts'

/** Whether somebody has come to an account: until then it is an invitation, which the office may still send elsewhere (decision 025). */
export const openedOf = (user: string) =>
  `(${user}.last_sign_in_at is not null or (${user}.password_digest is not null and not ${user}.password_change_required))`

export const isOpened = sql<boolean>`${sql.raw(openedOf('users'))}`.as('is_opened')

/** Holds the row of a user until the change is done. */
export const lockUser = (db: Db, clientId: ClientId, id: number) =>
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
      'proven_phone',
      'proven_email',
      'department_id',
      'contractor_id',
      'default_display_format',
      'can_register_staff',
      isOpened,
    ])
    .forUpdate()
    .executeTakeFirst()

/** Holds users against everything, others' references to them too, in the order of their ids. */
export const lockUsers = (db: Db, clientId: ClientId, ids: readonly number[]) =>
  rowsOf(db, 'select id from users where client_id = $1 and id = any($2) order by id for update', [clientId, ids])

export interface NewUserRow {
  type: 'Staff_Admin' | 'Staff' | 'Craftsman'
  login_id: string
  name: string
  /** A craftsman may have none. */
  email: string | null
  phone: string | null
  department_id?: number | null
  contractor_id?: number
  default_display_format?: DisplayFormat
  can_register_staff?: boolean
}

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
} as const

/** New users with their logins in one statement; their ids by login id. */
export const insertUsers = async (db: Db, clientId: ClientId, users: readonly NewUserRow[]): Promise<Map<string, number>> => {
  const rows = users.map(user => ({
    department_id: null,
    contractor_id: null,
    default_display_format: 'list',
    can_register_staff: false,
    ...user,
  }))
  const { rows: added } = await sql<{ id: number; login_id: string }>`
    insert into users (client_id, type, login_id, name, email, phone, department_id, contractor_id, default_display_format,
      can_register_staff)
    select ${clientId}, given.* from ${rowsAsTable(rows, sentUser)} returning id, login_id`.execute(db)
  // Apart: people lie with their client, logins are asked before one is known, and a distributed engine writes to one place a statement.
  await sql`
    insert into logins (login_id, client_id, user_id)
    select lower(given.login_id), ${clientId}, given.id from ${rowsAsTable(added, { id: 'bigint', login_id: 'text' })} returning user_id`.execute(
    db,
  )
  return new Map(added.map(({ id, login_id }) => [login_id, id]))
}

/** People as their invitations are sent to them. */
export const listInvited = (db: Db, clientId: ClientId, ids: readonly number[]) =>
  db
    .selectFrom('users')
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['id', 'type', 'name', 'email', 'phone', 'login_id', 'invited_by'])
    .execute()

/** Addresses are changed by `changeContacts` alone. */
export type UserColumns = Partial<Omit<NewUserRow, 'email'>>

export const updateUserColumns = (
  db: Db,
  clientId: ClientId,
  id: number,
  change: UserColumns & { updated_at: Date; discarded_at?: Date },
) => db.updateTable('users').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()

export interface UserFields {
  name: string
  email: string | null
  phone: string | null
  type?: 'Staff_Admin' | 'Staff'
  department_id?: number | null
  contractor_id?: number
  default_display_format?: DisplayFormat
  can_register_staff?: boolean
}

/** What is not given stays: craftsmen have no department, staff no company. Login ids and addresses are never changed here. */
export const updateUsers = (db: Db, clientId: ClientId, users: readonly (UserFields & { id: number })[], now: Date) => {
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
    from ${rowsAsTable(rows, {
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

const day = 86_400_000
/** Milliseconds that somebody has had an account before a colleague may rely on them as a second person, and that a change by others counts. */
const settling = { ownActs: 7 * day, changes: 30 * day }

/**
 * Whether an account may be somebody's puppet: others registered, invited or changed it lately, and whoever has it had set no password of their own a
 * week ago (decision 026).
 */
export const isNewlyMade = async (db: Db, clientId: ClientId, userId: number, now: Date): Promise<boolean> =>
  (
    await rowsOf<{ is_new: boolean }>(
      db,
      `select exists (select from events e where e.client_id = $1 and e.subject_type = 'staffs' and e.subject_id = $2
           and e.kind in ('staffs.created', 'staffs.invited', 'staffs.updated') and e.at > $3)
         and not exists (select from events e where e.client_id = $1 and e.subject_type = 'users' and e.subject_id = $2
           and e.kind in ('accounts.password_reset', 'accounts.password_changed') and e.at <= $4)
         as is_new`,
      [clientId, userId, new Date(now.getTime() - settling.changes), new Date(now.getTime() - settling.ownActs)],
    )
  )[0]?.is_new ?? false
