import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** Everything of the signed-in user that pages show, in one query. */
export const presentUser = async (db: Db, clientId: ClientId, id: number) => {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('clients as cl', 'cl.id', 'u.client_id')
    .leftJoin('departments as dep', join => join.onRef('dep.client_id', '=', 'u.client_id').onRef('dep.id', '=', 'u.department_id'))
    .leftJoin('contractors as ct', join => join.onRef('ct.client_id', '=', 'u.client_id').onRef('ct.id', '=', 'u.contractor_id'))
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
      'u.proven_phone',
      'u.proven_email',
      sql<boolean>`u.password_digest is not null`.as('has_password'),
      'u.login_id',
      'u.default_display_format',
      'u.save_original_image_in_local_device',
      'u.can_register_staff',
      'u.password_change_required',
      'u.last_sign_in_at',
      'u.created_at',
      'u.updated_at',
      'u.contractor_id',
      'ct.name as contractor_name',
      'ct.primary_contractor_id',
      'dep.id as department_id',
      'dep.name as department_name',
      'cl.id as client_id',
      'cl.uuid as client_uuid',
      'cl.cd as client_cd',
      'cl.name as client_name',
      'cl.logo_path',
      // G-CRA-03: contractors under one's own.
      sql<number[]>`coalesce((select json_agg(subcontractor.id order by subcontractor.id) from contractors subcontractor
        where subcontractor.client_id = ${clientId} and subcontractor.primary_contractor_id = u.contractor_id and subcontractor.discarded_at is null), '[]')`.as(
        'subcontract_contractor_ids',
      ),
      // G-CRA-02: constructions one is named for, while the assignment lives.
      sql<number[]>`coalesce((select json_agg(distinct ac.construction_id) from assigned_craftsmans am
        join assigned_contractors ac on ac.client_id = am.client_id and ac.id = am.assigned_contractor_id and ac.discarded_at is null
        join constructions c on c.client_id = ac.client_id and c.id = ac.construction_id and c.discarded_at is null
        where am.client_id = ${clientId} and am.craftsman_id = u.id), '[]')`.as('construction_ids'),
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
      'email_needs_consent',
      'email_changes_at',
      'phone',
      'login_id',
      'default_display_format',
      'save_original_image_in_local_device',
      'last_sign_in_at',
      'created_at',
      'updated_at',
    ])
    .executeTakeFirst()
