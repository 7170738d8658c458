import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

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
