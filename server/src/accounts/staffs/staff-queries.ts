import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { containing, listing, type ListQuery } from '../../platform/database/listing.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import { openedOf } from '../users/user-queries.ts'

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
const accessibleStaffs = `select u.id, u.type, u.name, coalesce(u.email, '') as email, u.unconfirmed_email, u.email_needs_consent, u.email_changes_at,
    ${openedOf('u')} as is_opened, u.phone, u.login_id, u.department_id, dep.name as department,
    u.default_display_format, u.save_original_image_in_local_device, u.can_register_staff, u.last_sign_in_at, u.created_at, u.updated_at,
    u.id in (select sf.account_id from second_factors sf where sf.strategy = 'user' and sf.client_id = $1
      and sf.secret is not null) as second_factor_enabled
  from users u left join departments dep on dep.client_id = u.client_id and dep.id = u.department_id
  where u.client_id = $1 and u.type <> 'Craftsman' and u.discarded_at is null`

export const listStaffs = (
  db: Db,
  clientId: ClientId,
  query: ListQuery,
  filter: { name?: string | undefined; department_id?: number | undefined } | undefined,
) =>
  listing<StaffRow>(
    db,
    `${accessibleStaffs} and ($2::text is null or u.name ilike $2) and ($3::bigint is null or u.department_id = $3)`,
    [clientId, containing(filter?.name), filter?.department_id ?? null],
    query,
  )

export const findStaff = async (db: Db, clientId: ClientId, id: number) =>
  (await rowsOf<StaffRow>(db, `${accessibleStaffs} and u.id = $2`, [clientId, id]))[0]

/** All staff of a client by name, for a file; `lock` holds them until the end of the transaction, but lets others refer to them. */
export const listEveryStaff = (db: Db, clientId: ClientId, lock: boolean) =>
  rowsOf<
    Pick<
      StaffRow,
      'id' | 'type' | 'name' | 'email' | 'phone' | 'login_id' | 'department_id' | 'default_display_format' | 'can_register_staff'
    >
  >(
    db,
    `select u.id, u.type, u.name, coalesce(u.email, '') as email, u.phone, u.login_id, u.department_id, u.default_display_format, u.can_register_staff
      from users u where u.client_id = $1 and u.type <> 'Craftsman' and u.discarded_at is null order by u.name, u.id ${lock ? 'for no key update' : ''}`,
    [clientId],
  )

export const departmentExists = async (db: Db, clientId: ClientId, id: number): Promise<boolean> =>
  (await db
    .selectFrom('departments')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .select('id')
    .executeTakeFirst()) !== undefined
