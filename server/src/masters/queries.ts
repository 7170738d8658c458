import type { ClientId, WorkerActor } from '@toguchi/domain/access/actor'
import { constructionTypeLabels, constructionTypes, type ConstructionType } from '@toguchi/domain/constructions/labels'
import type { ItemKind, MasterTable, TopOrBottom, VerticalOrHorizontal } from '@toguchi/domain/masters/labels'
import type { CompletionReportSetting } from '@toguchi/domain/masters/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { containing, listing, type ListQuery } from '../platform/database/listing.ts'
import { clientNumberOf, clientValueOf } from '../platform/database/part-of-client.ts'
import { rowsAsTable, rowsOf } from '../platform/database/rows.ts'

/** A master as data: its table, what is shown of a row `master`, and what points to the row and so keeps it from being deleted (G-MAS-05). */
export interface Master {
  table: MasterTable
  columns: string
  /** Selects type, id, name and parent_id of whatever uses the row; see `UsedBy`. */
  uses: string
  /** The column that is searched and named in events; `name` unless said. */
  named?: string
}

/** The constructions `c` that use a row `master`: more tables to join, and the condition. */
export const constructionsUsing = (condition: string, join = '') =>
  `select distinct 'constructions' as type, c.id, b.name || ' ' || coalesce(c.name, c.cd) as name, null::bigint as parent_id
    from constructions c join buildings b on b.client_id = c.client_id and b.id = c.building_id ${join}
    where c.client_id = $1 and c.discarded_at is null and ${condition}`

export const isUsed = (uses: string) => `exists (${uses})`

/** The columns `used_by` and `used_by_count` of one row `master`, rooms last: there may be hundreds of them (see the contract's `usage`). */
export const usageOf = (uses: string) =>
  `(select coalesce(json_agg(json_build_object('type', latest.type, 'id', latest.id, 'name', latest.name, 'parent_id', latest.parent_id)), '[]')
      from (select * from (${uses}) every_use order by type = 'rooms', id desc limit 5) latest) as used_by,
    (select count(*)::int from (${uses}) every_use) as used_by_count`

export const departments: Master = {
  table: 'departments',
  columns: `master.name, (select count(*)::int from users u where u.client_id = $1 and u.department_id = master.id and u.discarded_at is null) as users_count`,
  uses: `select 'staffs' as type, u.id, u.name, null::bigint as parent_id from users u
    where u.client_id = $1 and u.department_id = master.id and u.discarded_at is null`,
}
export const suppliers: Master = {
  table: 'suppliers',
  columns: 'master.name, master.address, master.representative_phone',
  uses: constructionsUsing('c.supplier_id = master.id'),
}
const nothing = `select 'constructions' as type, master.id, '' as name, null::bigint as parent_id where false`
export const constructionOrders: Master = {
  table: 'construction_orders',
  columns: 'master.name, master.top_or_bottom, master.vertical_or_horizontal, master.line_number',
  // A schedule that was laid by an order keeps its frames and not the order.
  uses: nothing,
}
export const incompleteReasons: Master = {
  table: 'incomplete_reasons',
  columns: 'master.name',
  uses: `select 'rooms' as type, r.id, b.name || ' ' || r.name || '号室' as name, r.construction_id as parent_id
    from rooms r join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
    join buildings b on b.client_id = c.client_id and b.id = c.building_id
    where r.client_id = $1 and r.incomplete_reason_id = master.id`,
}
export const signboardContractors: Master = {
  table: 'electronic_signboard_contractors',
  columns: 'master.name, master.address, master.phone',
  uses: constructionsUsing('c.electronic_signboard_contractor_id = master.id'),
}
export const photographyPlaces: Master = {
  table: 'photography_places',
  columns: 'master.name, master.remarks',
  uses: constructionsUsing(
    'ppe.photography_place_id = master.id and ppe.discarded_at is null',
    'join photography_place_entries ppe on ppe.client_id = c.client_id and ppe.construction_id = c.id',
  ),
}
const typeName = `case crs.construction_type ${constructionTypes.map(type => `when '${type}' then '${constructionTypeLabels[type]}'`).join(' ')} end`
export const completionReports: Master = {
  table: 'completion_reports',
  columns: `master.name, master.remarks,
    (select coalesce(json_agg(json_build_object('id', cri.id, 'name', cri.name, 'kind', cri.kind, 'unit_name', cri.unit_name,
        'required', cri.required, 'completion_report_item_units',
        (select coalesce(json_agg(json_build_object('id', cu.id, 'name', cu.name, 'is_default', cu.is_default) order by cu.position, cu.id), '[]')
          from completion_report_item_units cu where cu.client_id = $1 and cu.completion_report_item_id = cri.id and cu.discarded_at is null))
        order by cri.position, cri.id), '[]')
      from completion_report_items cri where cri.client_id = $1 and cri.completion_report_id = master.id and cri.discarded_at is null)
      as completion_report_items`,
  uses: `select 'completion_report_settings' as type, crs.id, ${typeName} as name, null::bigint as parent_id
    from completion_report_settings crs where crs.client_id = $1 and crs.completion_report_id = master.id
    union all
    select 'rooms' as type, r.id, b.name || ' ' || r.name || '号室' as name, r.construction_id as parent_id
    from room_completion_reports rcr
    join rooms r on r.client_id = rcr.client_id and r.id = rcr.room_id and r.closed_at is null
    join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
    join buildings b on b.client_id = c.client_id and b.id = c.building_id
    where rcr.client_id = $1 and rcr.completion_report_id = master.id`,
}
export const commentLists: Master = {
  table: 'comment_lists',
  columns: 'master.contents, master.position',
  // A comment is copied into a report, never pointed to.
  uses: nothing,
  named: 'contents',
}

export const faqs: Master = {
  table: 'faqs',
  columns: 'master.question, master.answer, master.keywords, master.position, master.published',
  // An answer is copied into the conversation.
  uses: nothing,
  named: 'question',
}

/** Every worker of the client reads its masters: they are names and choices, and say nothing of a construction. */
const accessibleRows = ({ table, columns, uses }: Master, more = '') =>
  `select master.id, ${columns}, not ${isUsed(uses)} as can_delete${more} from ${table} master where master.client_id = $1 and master.discarded_at is null`

export const listMaster = <R extends { id: number }>(
  db: Db,
  master: Master,
  actor: WorkerActor,
  query: ListQuery,
  filter: { name?: string | undefined } | undefined,
) =>
  listing<R>(
    db,
    `${accessibleRows(master)} and ($2::text is null or master.${master.named ?? 'name'} ilike $2)`,
    [clientNumberOf(actor), containing(filter?.name)],
    query,
  )

/** One row with what uses it. */
export const findMaster = async <R>(db: Db, master: Master, actor: WorkerActor, id: number): Promise<R | undefined> =>
  (await rowsOf<R>(db, `${accessibleRows(master, `, ${usageOf(master.uses)}`)} and master.id = $2`, [clientNumberOf(actor), id]))[0]

/** Holds a row until the change is done; nothing when the client has no such row. */
export const lockMaster = async (db: Db, { table }: Master, clientId: ClientId, id: number): Promise<Record<string, unknown> | undefined> =>
  (
    await rowsOf<Record<string, unknown>>(
      db,
      `select * from ${table} where client_id = $1 and id = $2 and discarded_at is null for update`,
      [clientId, id],
    )
  )[0]

/** Columns come from the contract's own schemas, never from the caller. */
export const insertMaster = async (db: Db, { table }: Master, clientId: ClientId, values: Record<string, unknown>): Promise<number> => {
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
  clientId: ClientId,
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

export const discardMaster = (db: Db, { table }: Master, clientId: ClientId, id: number, at: Date) =>
  rowsOf(db, `update ${table} set discarded_at = $3 where client_id = $1 and id = $2`, [clientId, id, at])

/** The people of a supplier in their order; who stands on a construction cannot be deleted (G-MAS-04). */
export const staffsOf = (db: Db, clientId: ClientId, supplierId: number) =>
  db
    .selectFrom('supplier_staffs as sst')
    .where('sst.client_id', '=', clientId)
    .where('sst.supplier_id', '=', supplierId)
    .orderBy('sst.position')
    .orderBy('sst.id')
    .select(({ not, exists, selectFrom }) => [
      'sst.id',
      'sst.name',
      not(
        exists(
          selectFrom('constructions as c')
            .where('c.client_id', '=', clientId)
            .whereRef('c.supplier_staff_id', '=', 'sst.id')
            .select('c.id'),
        ),
      )
        .$castTo<boolean>()
        .as('can_delete'),
    ])
    .execute()

export const listEveryDepartment = (db: Db, clientId: ClientId) =>
  db
    .selectFrom('departments')
    .where('client_id', '=', clientId)
    .where('discarded_at', 'is', null)
    .orderBy('name')
    .select(['id', 'name'])
    .execute()

export interface SupplierFields {
  name: string
  address: string | null
  representative_phone: string | null
}
const sentSupplier = { name: 'text', address: 'text', representative_phone: 'text' } as const

/** All suppliers by name with their people, for a file; `lock` holds them until the end of the transaction, but lets others refer to them. */
export const listEverySupplier = (db: Db, clientId: ClientId, lock: boolean) =>
  rowsOf<SupplierFields & { id: number; supplier_staffs_attributes: { id: number; name: string; _destroy: boolean }[] }>(
    db,
    `select su.id, su.name, su.address, su.representative_phone, coalesce((select json_agg(json_build_object('id', sst.id, 'name', sst.name, '_destroy', false) order by sst.position, sst.id)
        from supplier_staffs sst where sst.client_id = $1 and sst.supplier_id = su.id), '[]') as supplier_staffs_attributes
      from suppliers su where su.client_id = $1 and su.discarded_at is null order by su.name, su.id ${lock ? 'for no key update of su' : ''}`,
    [clientId],
  )

/** New suppliers in one statement; their ids by name, which is unique among the living. */
export const insertSuppliers = async (db: Db, clientId: ClientId, suppliers: readonly SupplierFields[]) => {
  const { rows } = await sql<{ id: number; name: string }>`
    insert into suppliers (client_id, name, address, representative_phone)
    select ${clientId}, given.* from ${rowsAsTable(suppliers, sentSupplier)} returning id, name`.execute(db)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

export const updateSuppliers = (db: Db, clientId: ClientId, suppliers: readonly (SupplierFields & { id: number })[]) =>
  sql`
    update suppliers su set name = given.name, address = given.address, representative_phone = given.representative_phone
    from ${rowsAsTable(suppliers, { id: 'bigint', ...sentSupplier })} where su.client_id = ${clientId} and su.id = given.id`.execute(db)

export const insertSupplierStaffs = (
  db: Db,
  clientId: ClientId,
  staffs: readonly { supplier_id: number; name: string; position: number }[],
) =>
  sql`insert into supplier_staffs (client_id, supplier_id, name, position)
    select ${clientId}, given.* from ${rowsAsTable(staffs, { supplier_id: 'bigint', name: 'text', position: 'integer' })}
    returning id`.execute(db)

export const insertSupplierStaff = (db: Db, clientId: ClientId, supplierId: number, staff: { name: string; position: number }) =>
  db
    .insertInto('supplier_staffs')
    .values({ client_id: clientId, supplier_id: supplierId, ...staff })
    .execute()
export const updateSupplierStaff = (db: Db, clientId: ClientId, id: number, staff: { name?: string; position: number }) =>
  db.updateTable('supplier_staffs').set(staff).where('client_id', '=', clientId).where('id', '=', id).execute()
export const deleteSupplierStaff = (db: Db, clientId: ClientId, id: number) =>
  db.deleteFrom('supplier_staffs').where('client_id', '=', clientId).where('id', '=', id).execute()

export const listReceptionTypes = (db: Db, actor: WorkerActor) =>
  db.selectFrom('reception_types').where('client_id', '=', clientValueOf(actor)).orderBy('position').select(['id', 'name']).execute()

export const insertFirstReasons = (db: Db, clientId: ClientId, names: readonly string[]) =>
  db
    .insertInto('incomplete_reasons')
    .values(names.map(name => ({ client_id: clientId, name })))
    .execute()
export const insertFirstOrders = (
  db: Db,
  clientId: ClientId,
  orders: readonly { name: string; top_or_bottom: TopOrBottom; vertical_or_horizontal: VerticalOrHorizontal }[],
) =>
  db
    .insertInto('construction_orders')
    .values(orders.map(order => ({ client_id: clientId, ...order })))
    .execute()
export const insertFirstFaqs = (db: Db, clientId: ClientId, first: readonly { question: string; answer: string; keywords: string }[]) =>
  db
    .insertInto('faqs')
    .values(first.map(({ question, answer, keywords }, at) => ({ client_id: clientId, question, answer, keywords, position: at + 1 })))
    .execute()
export const insertReceptionTypes = (db: Db, clientId: ClientId, names: readonly string[]) =>
  db
    .insertInto('reception_types')
    .values(names.map((name, at) => ({ client_id: clientId, name, position: at + 1 })))
    .execute()

/** The items of a report with their units, held until the report is saved. */
export const lockReportRows = async (db: Db, clientId: ClientId, reportId: number) => {
  const items = await db
    .selectFrom('completion_report_items')
    .where('client_id', '=', clientId)
    .where('completion_report_id', '=', reportId)
    .where('discarded_at', 'is', null)
    .select(['id', 'kind', 'unit_name'])
    .forUpdate()
    .execute()
  const units = await db
    .selectFrom('completion_report_item_units as cu')
    .innerJoin('completion_report_items as cri', join =>
      join.onRef('cri.client_id', '=', 'cu.client_id').onRef('cri.id', '=', 'cu.completion_report_item_id'),
    )
    .where('cu.client_id', '=', clientId)
    .where('cri.completion_report_id', '=', reportId)
    .where('cu.discarded_at', 'is', null)
    .select(['cu.id', 'cu.completion_report_item_id', 'cu.is_default'])
    .forUpdate('cu')
    .execute()
  return { items, units }
}

export type ReportRowTable = 'completion_report_items' | 'completion_report_item_units'

export const discardReportRows = (db: Db, table: ReportRowTable, clientId: ClientId, ids: readonly number[], at: Date) =>
  rowsOf(db, `update ${table} set discarded_at = $3 where client_id = $1 and id = any($2::bigint[])`, [clientId, ids, at])

interface ReportRow {
  id: number
  name: string | null
  position: number
}
export interface ReportItem extends ReportRow {
  kind: ItemKind
  unit_name: string | null
  required: boolean | null
}
/** A name that was not sent stays, and whether it is required. */
export const updateReportItems = (db: Db, clientId: ClientId, items: readonly ReportItem[]) =>
  rowsOf(
    db,
    `update completion_report_items cri set name = coalesce(given.name, cri.name), position = given.position, kind = given.kind,
        unit_name = given.unit_name, required = coalesce(given.required, cri.required)
      from unnest($2::bigint[], $3::text[], $4::int[], $5::text[], $6::text[], $7::boolean[]) as given (id, name, position, kind, unit_name, required)
      where cri.client_id = $1 and cri.id = given.id`,
    [
      clientId,
      items.map(item => item.id),
      items.map(item => item.name),
      items.map(item => item.position),
      items.map(item => item.kind),
      items.map(item => item.unit_name),
      items.map(item => item.required),
    ],
  )

export interface NewReportItem {
  name: string
  position: number
  kind?: ItemKind
  unit_name?: string | null
  required?: boolean
}
/** New items; their ids by their places in the report. */
export const insertReportItems = async (db: Db, clientId: ClientId, reportId: number, items: readonly NewReportItem[]) => {
  const rows = await rowsOf<{ id: number; position: number }>(
    db,
    `insert into completion_report_items (client_id, completion_report_id, name, position, kind, unit_name, required)
      select $1, $2, given.name, given.position, given.kind, given.unit_name, given.required
      from unnest($3::text[], $4::int[], $5::text[], $6::text[], $7::boolean[]) as given (name, position, kind, unit_name, required)
      returning id, position`,
    [
      clientId,
      reportId,
      items.map(item => item.name),
      items.map(item => item.position),
      items.map(item => item.kind ?? 'choice'),
      items.map(item => item.unit_name ?? null),
      items.map(item => item.required ?? true),
    ],
  )
  return new Map(rows.map(({ id, position }) => [position, id]))
}

/** Takes the default away from these units first, so that it may pass from one unit of an item to another. */
export const clearDefaults = (db: Db, clientId: ClientId, unitIds: readonly number[]) =>
  rowsOf(db, 'update completion_report_item_units set is_default = false where client_id = $1 and id = any($2::bigint[])', [
    clientId,
    unitIds,
  ])

export interface ReportUnit extends ReportRow {
  is_default: boolean | null
}
/** What was not sent stays. */
export const updateReportUnits = (db: Db, clientId: ClientId, units: readonly ReportUnit[]) =>
  rowsOf(
    db,
    `update completion_report_item_units cu
      set name = coalesce(given.name, cu.name), position = given.position, is_default = coalesce(given.is_default, cu.is_default)
      from unnest($2::bigint[], $3::text[], $4::int[], $5::boolean[]) as given (id, name, position, is_default)
      where cu.client_id = $1 and cu.id = given.id`,
    [
      clientId,
      units.map(unit => unit.id),
      units.map(unit => unit.name),
      units.map(unit => unit.position),
      units.map(unit => unit.is_default),
    ],
  )

export interface NewReportUnit {
  itemId: number
  name: string
  position: number
  is_default: boolean
}
export const insertReportUnits = (db: Db, clientId: ClientId, units: readonly NewReportUnit[]) =>
  rowsOf(
    db,
    `insert into completion_report_item_units (client_id, completion_report_item_id, name, position, is_default)
      select $1, given.item_id, given.name, given.position, given.is_default
      from unnest($2::bigint[], $3::text[], $4::int[], $5::boolean[]) as given (item_id, name, position, is_default)
      returning id`,
    [
      clientId,
      units.map(unit => unit.itemId),
      units.map(unit => unit.name),
      units.map(unit => unit.position),
      units.map(unit => unit.is_default),
    ],
  )

/** The client's comments in their order, held while one of them moves. */
export const lockCommentOrder = async (db: Db, clientId: ClientId): Promise<number[]> =>
  (
    await rowsOf<{ id: number }>(
      db,
      'select id from comment_lists where client_id = $1 and discarded_at is null order by position, id for update',
      [clientId],
    )
  ).map(({ id }) => id)

/** Places counted from 1, in the order of the ids. */
export const saveCommentOrder = (db: Db, clientId: ClientId, ids: readonly number[]) =>
  rowsOf(
    db,
    `update comment_lists cml set position = given.position from unnest($2::bigint[]) with ordinality as given (id, position)
      where cml.client_id = $1 and cml.id = given.id and cml.position <> given.position`,
    [clientId, ids],
  )

/** One setting for every type of construction, also for one that was never set (G-MAS-06). */
export const listReportSettings = (db: Db, actor: WorkerActor): Promise<CompletionReportSetting[]> =>
  rowsOf<CompletionReportSetting>(
    db,
    `select crs.id, type_of_works.construction_type, crs.completion_report_id, crs.completion_comment
      from unnest($2::text[]) with ordinality as type_of_works (construction_type, place)
      left join completion_report_settings crs on crs.client_id = $1 and crs.construction_type = type_of_works.construction_type
      order by type_of_works.place`,
    [clientNumberOf(actor), constructionTypes],
  )

export const saveReportSetting = (
  db: Db,
  clientId: ClientId,
  construction_type: ConstructionType,
  change: { completion_report_id?: number | null; completion_comment?: string | null },
) =>
  db
    .insertInto('completion_report_settings')
    .values({ client_id: clientId, construction_type, ...change })
    .onConflict(conflict => conflict.columns(['client_id', 'construction_type']).doUpdateSet({ construction_type, ...change }))
    .execute()

/** Reports that may be chosen; held, so that none of them is deleted meanwhile. */
export const lockReports = async (db: Db, clientId: ClientId, ids: readonly number[]): Promise<Set<number>> => {
  const rows = await rowsOf<{ id: number }>(
    db,
    'select id from completion_reports where client_id = $1 and id = any($2::bigint[]) and discarded_at is null for share',
    [clientId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}
