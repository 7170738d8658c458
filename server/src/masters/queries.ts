import type { MasterTable } from '@toguchi/domain/masters/labels'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { containing, listing, type ListQuery } from '../platform/listing.ts'
import { given, rowsOf } from '../platform/rows.ts'

/** A master as data: its table, what is shown of a row `m`, and what keeps a row from being deleted (G-MAS-05). */
export interface Master {
  table: MasterTable
  shown: string
  inUse: string
}

const live = (reference: string) =>
  `exists (select from constructions c where c.client_id = m.client_id and c.${reference} = m.id and c.discarded_at is null)`

export const departments: Master = {
  table: 'departments',
  shown: `m.name, (select count(*)::int from users u where u.client_id = m.client_id and u.department_id = m.id and u.discarded_at is null) as users_count`,
  inUse: 'exists (select from users u where u.client_id = m.client_id and u.department_id = m.id and u.discarded_at is null)',
}
export const suppliers: Master = {
  table: 'suppliers',
  shown: 'm.name, m.address, m.representative_phone',
  inUse: live('supplier_id'),
}
export const constructionOrders: Master = {
  table: 'construction_orders',
  shown: 'm.name, m.top_or_bottom, m.vertical_or_horizontal, m.line_number',
  // A schedule that was laid by an order keeps its frames and not the order.
  inUse: 'false',
}
export const incompleteReasons: Master = {
  table: 'incomplete_reasons',
  shown: 'm.name',
  inUse: 'exists (select from rooms r where r.client_id = m.client_id and r.incomplete_reason_id = m.id)',
}
export const signboardContractors: Master = {
  table: 'electronic_signboard_contractors',
  shown: 'm.name, m.address, m.phone',
  inUse: live('electronic_signboard_contractor_id'),
}
export const photographyPlaces: Master = {
  table: 'photography_places',
  shown: 'm.name, m.remarks',
  inUse: `exists (select from photography_place_entries e
    join constructions c on c.client_id = e.client_id and c.id = e.construction_id and c.discarded_at is null
    where e.client_id = m.client_id and e.photography_place_id = m.id and e.discarded_at is null)`,
}

const reach = ({ table, shown, inUse }: Master) =>
  `select m.id, ${shown}, not ${inUse} as can_delete from ${table} m where m.client_id = $1 and m.discarded_at is null`

export const listMaster = <R extends { id: number }>(
  db: Db,
  master: Master,
  clientId: number,
  query: ListQuery,
  filter: { name?: string | undefined } | undefined,
) => listing<R>(db, `${reach(master)} and ($2::text is null or m.name ilike $2)`, [clientId, containing(filter?.name)], query)

export const findMaster = async <R>(db: Db, master: Master, clientId: number, id: number): Promise<R | undefined> =>
  (await rowsOf<R>(db, `${reach(master)} and m.id = $2`, [clientId, id]))[0]

/** Holds a row until the change is done; nothing when the client has no such row. */
export const lockMaster = async (db: Db, { table }: Master, clientId: number, id: number): Promise<Record<string, unknown> | undefined> =>
  (
    await rowsOf<Record<string, unknown>>(
      db,
      `select * from ${table} where client_id = $1 and id = $2 and discarded_at is null for update`,
      [clientId, id],
    )
  )[0]

/** Columns come from the contract's own schemas, never from the caller. */
export const insertMaster = async (db: Db, { table }: Master, clientId: number, values: Record<string, unknown>): Promise<number> => {
  const columns = Object.keys(values)
  const [row] = await rowsOf<{ id: number }>(
    db,
    `insert into ${table} (client_id, ${columns.join(', ')}) values ($1, ${columns.map((_, at) => `$${at + 2}`).join(', ')}) returning id`,
    [clientId, ...Object.values(values)],
  )
  return row?.id ?? 0
}

export const updateMaster = async (
  db: Db,
  { table }: Master,
  clientId: number,
  id: number,
  values: Record<string, unknown>,
): Promise<void> => {
  const columns = Object.keys(values)
  if (columns.length === 0) return
  await rowsOf(
    db,
    `update ${table} set ${columns.map((column, at) => `${column} = $${at + 3}`).join(', ')} where client_id = $1 and id = $2`,
    [clientId, id, ...Object.values(values)],
  )
}

export const discardMaster = (db: Db, { table }: Master, clientId: number, id: number, at: Date) =>
  rowsOf(db, `update ${table} set discarded_at = $3 where client_id = $1 and id = $2`, [clientId, id, at])

/** The people of a supplier in their order; who stands on a construction cannot be deleted (G-MAS-04). */
export const staffsOf = (db: Db, clientId: number, supplierId: number) =>
  db
    .selectFrom('supplier_staffs as s')
    .where('s.client_id', '=', clientId)
    .where('s.supplier_id', '=', supplierId)
    .orderBy('s.position')
    .orderBy('s.id')
    .select(({ not, exists, selectFrom }) => [
      's.id',
      's.name',
      not(
        exists(
          selectFrom('constructions as c')
            .whereRef('c.client_id', '=', 's.client_id')
            .whereRef('c.supplier_staff_id', '=', 's.id')
            .select('c.id'),
        ),
      )
        .$castTo<boolean>()
        .as('can_delete'),
    ])
    .execute()

export interface SupplierFields {
  name: string
  address: string | null
  representative_phone: string | null
}
const sentSupplier = { name: 'text', address: 'text', representative_phone: 'text' } as const

/** All suppliers by name with their people, for a file; `lock` holds them until the end of the transaction. */
export const listEverySupplier = (db: Db, clientId: number, lock: boolean) =>
  rowsOf<SupplierFields & { id: number; supplier_staffs_attributes: { id: number; name: string; _destroy: boolean }[] }>(
    db,
    `select m.id, m.name, m.address, m.representative_phone, coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, '_destroy', false) order by s.position, s.id)
        from supplier_staffs s where s.client_id = m.client_id and s.supplier_id = m.id), '[]') as supplier_staffs_attributes
      from suppliers m where m.client_id = $1 and m.discarded_at is null order by m.name, m.id ${lock ? 'for update of m' : ''}`,
    [clientId],
  )

/** New suppliers in one statement; their ids by name, which is unique among the living. */
export const insertSuppliers = async (db: Db, clientId: number, suppliers: readonly SupplierFields[]) => {
  const { rows } = await sql<{ id: number; name: string }>`
    insert into suppliers (client_id, name, address, representative_phone)
    select ${clientId}, given.* from ${given(suppliers, sentSupplier)} returning id, name`.execute(db)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

export const updateSuppliers = (db: Db, clientId: number, suppliers: readonly (SupplierFields & { id: number })[]) =>
  sql`
    update suppliers s set name = given.name, address = given.address, representative_phone = given.representative_phone
    from ${given(suppliers, { id: 'bigint', ...sentSupplier })} where s.client_id = ${clientId} and s.id = given.id`.execute(db)

export const insertSupplierStaffs = (
  db: Db,
  clientId: number,
  staffs: readonly { supplier_id: number; name: string; position: number }[],
) =>
  sql`insert into supplier_staffs (client_id, supplier_id, name, position)
    select ${clientId}, given.* from ${given(staffs, { supplier_id: 'bigint', name: 'text', position: 'integer' })}`.execute(db)

export const insertSupplierStaff = (db: Db, clientId: number, supplierId: number, staff: { name: string; position: number }) =>
  db
    .insertInto('supplier_staffs')
    .values({ client_id: clientId, supplier_id: supplierId, ...staff })
    .execute()
export const updateSupplierStaff = (db: Db, clientId: number, id: number, staff: { name: string; position: number }) =>
  db.updateTable('supplier_staffs').set(staff).where('client_id', '=', clientId).where('id', '=', id).execute()
export const deleteSupplierStaff = (db: Db, clientId: number, id: number) =>
  db.deleteFrom('supplier_staffs').where('client_id', '=', clientId).where('id', '=', id).execute()

export const listReceptionTypes = (db: Db, clientId: number) =>
  db.selectFrom('reception_types').where('client_id', '=', clientId).orderBy('position').select(['id', 'name']).execute()

export const insertFirstReasons = (db: Db, clientId: number, names: readonly string[]) =>
  db
    .insertInto('incomplete_reasons')
    .values(names.map(name => ({ client_id: clientId, name })))
    .execute()
export const insertFirstOrders = (
  db: Db,
  clientId: number,
  orders: readonly { name: string; top_or_bottom: string; vertical_or_horizontal: string }[],
) =>
  db
    .insertInto('construction_orders')
    .values(orders.map(order => ({ client_id: clientId, ...order })))
    .execute()
export const insertReceptionTypes = (db: Db, clientId: number, names: readonly string[]) =>
  db
    .insertInto('reception_types')
    .values(names.map((name, at) => ({ client_id: clientId, name, position: at + 1 })))
    .execute()
