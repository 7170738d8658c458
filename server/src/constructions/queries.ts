import type { WorkerActor, ClientId } from '@toguchi/domain/access/actor'
import type { ConstructionStatus } from '@toguchi/domain/constructions/status'
import { sql, type Updateable } from 'kysely'
import { namesCraftsman, namesCraftsmanText } from '../access/access.ts'
import type { Constructions } from '../platform/database/database.gen.ts'
import type { Db } from '../platform/database/database.ts'
import { containing, pageOf, type ListQuery } from '../platform/database/listing.ts'
import { clientNumberOf, clientValueOf } from '../platform/database/part-of-client.ts'
import { rowsAsTable, rowsOf } from '../platform/database/rows.ts'

/** Constructions this actor can reach: craftsmen where they are named and the assignment lives (G-CRA-02). */
const accessibleConstructions = (db: Db, actor: WorkerActor) => {
  const live = db.selectFrom('constructions as c').where('c.client_id', '=', clientValueOf(actor)).where('c.discarded_at', 'is', null)
  return actor.kind === 'craftsman' ? live.where(namesCraftsman(actor)) : live
}

/** What the rooms and frames of `c` say together (G-CON-06), and how many rooms are in which state, closed or not. */
const roomCounts = `count(*)::int as room_count,
      count(*) filter (where r.status = 'completed')::int as completed_count,
      count(*) filter (where r.status = 'reschedule')::int as rescheduled_count,
      count(*) filter (where r.closed_at is not null)::int as closed_count,
      count(*) filter (where r.status = 'completed' and r.closed_at is not null)::int as completed_and_closed_count,
      count(*) filter (where r.status = 'reschedule' and r.closed_at is null)::int as reschedule_count,
      count(*) filter (where r.status = 'waiting' and r.closed_at is null)::int as waiting_count`
const frameCounts = 'count(*)::int as assigned_count, min(a.date) as first_assign_on'
const frameFacts = `cross join lateral (
    select ${frameCounts} from assigns a where a.client_id = $1 and a.construction_id = c.id) frame_facts`
/** For one: row by row, as they stand in this transaction. */
const facts = `cross join lateral (
    select ${roomCounts} from rooms r where r.client_id = $1 and r.construction_id = c.id) room_facts
  ${frameFacts}`
/** For a list: what the database counted when a room changed (decision 089). Without rooms, the counts are null. */
const countsOfAll = 'left join construction_counts cn on cn.client_id = $1 and cn.construction_id = c.id'

const countColumns = (
  [
    'room_count',
    'completed_count',
    'rescheduled_count',
    'closed_count',
    'completed_and_closed_count',
    'reschedule_count',
    'waiting_count',
  ] as const
)
  .map(column => `coalesce(cn.${column}, 0) as ${column}`)
  .join(', ')

export interface FactColumns {
  room_count: number
  completed_count: number
  rescheduled_count: number
  closed_count: number
  completed_and_closed_count: number
  reschedule_count: number
  waiting_count: number
  assigned_count: number
  first_assign_on: string | null
  privately_area_end_on: string | null
}

const firstAssignOn = '(select min(a.date) from assigns a where a.client_id = $1 and a.construction_id = c.id)'

/**
 * `constructionStatus` of the domain as SQL, for lists that are filtered by it; a test holds the two together. Frames are asked for only
 * where no room has been worked in yet: one look into an index says the earliest.
 */
const statusOn = (today: string) => `case
    when coalesce(cn.room_count, 0) = 0 then 'no_room'
    when cn.completed_and_closed_count = cn.room_count then 'completed'
    when cn.closed_count = cn.room_count then 'incomplete'
    when cn.reschedule_count > 0 and (cn.waiting_count = 0 or c.privately_area_end_on < ${today}::date) then 'remaining'
    when cn.completed_count + cn.reschedule_count > 0 or ${firstAssignOn} <= ${today}::date then 'in_progress'
    when ${firstAssignOn} is not null then 'not_yet'
    else 'planned' end`

const startOn = 'coalesce(c.contract_period_start_on, c.planned_start_on)'
const endOn = 'coalesce(c.contract_period_end_on, c.planned_end_on)'
const workStartOn = 'least(c.common_area_start_on, c.privately_area_start_on)'
const workEndOn = 'greatest(c.common_area_end_on, c.second_common_area_end_on, c.privately_area_end_on)'

const sortKeys = {
  id: 'c.id',
  cd: 'c.cd',
  building_name: 'b.name',
  name: 'c.name',
  manage_no: 'c.manage_no',
  start_on: startOn,
  end_on: endOn,
  privately_area_end_on: 'c.privately_area_end_on',
  houses: 'c.number_of_houses',
} as const

export interface ConstructionFilter {
  keyword?: string | undefined
  status?: readonly ConstructionStatus[] | undefined
  start_on?: string | undefined
  end_on?: string | undefined
  building_id?: number | undefined
  id?: number | undefined
}
export interface ConstructionListQuery extends ListQuery {
  sort_by?: keyof typeof sortKeys | undefined
  construction?: ConstructionFilter | undefined
}

export interface FlatRow extends FactColumns {
  id: number
  building_id: number
  building_name: string
  cd: string
  name: string | null
  construction_type: 'renewal' | 'inspection' | null
  manage_no: string | null
  start_on: string | null
  end_on: string | null
  work_start_on: string | null
  work_end_on: string | null
  number_of_houses: number | null
}

/**
 * The statement of the constructions list. The page is cut out before the frames of its rows are counted, so a list of 20,000
 * costs those of 25; how many rooms there are in which state was counted when they changed (decision 089). The text has one form per set of filters and sort column.
 */
export const constructionsStatement = (
  actor: WorkerActor,
  query: ConstructionListQuery,
  today: string,
): { text: string; values: unknown[] } => {
  const values: unknown[] = [clientNumberOf(actor)]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const filter = query.construction ?? {}
  const keyword = containing(filter.keyword)
  const sortBy = query.sort_by ?? 'id'
  const conditions = ['c.client_id = $1', 'c.discarded_at is null']
  if (actor.kind === 'craftsman') conditions.push(namesCraftsmanText(parameter(actor.id)))
  if (filter.building_id !== undefined) conditions.push(`c.building_id = ${parameter(filter.building_id)}`)
  if (filter.id !== undefined) conditions.push(`c.id = ${parameter(filter.id)}`)
  if (filter.start_on) conditions.push(`coalesce(${endOn}, ${workEndOn}, ${startOn}) >= ${parameter(filter.start_on)}::date`)
  if (filter.end_on) conditions.push(`coalesce(${startOn}, ${workStartOn}, ${endOn}) <= ${parameter(filter.end_on)}::date`)
  if (keyword !== null) {
    const pattern = parameter(keyword)
    conditions.push(
      `(${['b.name', 'b.name_kana', 'c.name', 'c.manage_no', 'c.cd'].map(column => `${column} ilike ${pattern}`).join(' or ')})`,
    )
  }
  const byStatus = filter.status !== undefined && filter.status.length > 0
  const needsBuilding = keyword !== null || sortBy === 'building_name'
  const direction = query.sort_desc ? 'desc' : 'asc'
  const { limit, offset } = pageOf(query)
  const text = `with narrowed as (
      select c.id, ${sortKeys[sortBy]} as sort_key, c.privately_area_end_on from constructions c
      ${needsBuilding ? 'join buildings b on b.client_id = c.client_id and b.id = c.building_id' : ''}
      where ${conditions.join(' and ')}),
    matched as (
      select c.id, c.sort_key from narrowed c
      ${byStatus ? `${countsOfAll} where ${statusOn(parameter(today))} = any(${parameter(filter.status)}::text[])` : ''})
    select counted.matched_count, page.* from (select count(*)::int as matched_count from matched) counted
    left join (
      select page_row.sort_key, c.id, c.building_id, b.name as building_name, c.cd, c.name, c.construction_type, c.manage_no,
        ${startOn} as start_on, ${endOn} as end_on, ${workStartOn} as work_start_on, ${workEndOn} as work_end_on,
        c.number_of_houses, c.privately_area_end_on, ${countColumns}, frame_facts.*
      from (select * from matched order by sort_key ${direction} nulls last, id limit ${parameter(limit)} offset ${parameter(offset)}) page_row
      join constructions c on c.client_id = $1 and c.id = page_row.id
      join buildings b on b.client_id = c.client_id and b.id = c.building_id
      ${countsOfAll}
      ${frameFacts}) page on true
    order by page.sort_key ${direction} nulls last, page.id`
  return { text, values }
}

export const listConstructions = async (db: Db, actor: WorkerActor, query: ConstructionListQuery, today: string) => {
  const { text, values } = constructionsStatement(actor, query, today)
  const flatRows = await rowsOf<FlatRow & { matched_count: number; sort_key: unknown }>(db, text, values)
  const rows: FlatRow[] = flatRows.flatMap(({ matched_count: _count, sort_key: _key, ...row }) => (row.id === null ? [] : [row]))
  return { rows, total_count: flatRows[0]?.matched_count ?? 0 }
}

/** How many of the actor's constructions are in each state. */
export const countByStatus = (db: Db, actor: WorkerActor, today: string) =>
  rowsOf<{ status: ConstructionStatus; count: number }>(
    db,
    `with narrowed as (
       select c.id, c.privately_area_end_on from constructions c
       where c.client_id = $1 and c.discarded_at is null and ($2::bigint is null or ${namesCraftsmanText('$2')}))
     select ${statusOn('$3')} as status, count(*)::int as count from narrowed c ${countsOfAll} group by 1`,
    [clientNumberOf(actor), actor.kind === 'craftsman' ? actor.id : null, today],
  )

export interface ShownRow extends FactColumns {
  client_id: ClientId
  id: number
  uuid: string
  [column: string]: unknown
}

/** Everything of one construction with the names of what it points to, its counts and its nested rows. */
export const findConstruction = async (db: Db, actor: WorkerActor, id: number): Promise<ShownRow | undefined> => {
  const own = actor.kind === 'craftsman' ? `and ${namesCraftsmanText('$3')}` : ''
  const narrower = actor.kind === 'craftsman' ? [actor.id] : []
  const ofBooks = actor.kind === 'craftsman' ? 'and not cbe.office_only' : ''
  const [row] = await rowsOf<ShownRow>(
    db,
    `select c.*, room_facts.*, frame_facts.*, b.name as building_name, b.name_kana as building_name_kana, b.zipcode as building_zipcode,
      b.address as building_address, su.name as supplier_name, sst.name as supplier_staff_name, salesperson.name as sales_representative,
      dep.name as sales_department, representative.name as construction_representative, esc.name as electronic_signboard_contractor_name,
      rb.floor_number, rb.room_number_per_floor, rb.floor_start, rb.initials, rb.digits,
      coalesce(rb.except_for_lower_digit_four, false) as except_for_lower_digit_four,
      coalesce(rb.except_for_lower_digit_nine, false) as except_for_lower_digit_nine,
      cl.rounding_rule, cl.use_optional_construction as client_use_optional_construction, cl.use_cash_payment and c.cash_place is null as lacks_cash_place,
      array(select a.id::int from assigns a where a.client_id = $1 and a.construction_id = c.id order by a.id) as assign_ids,
      (select json_build_object('made_at', cbe.made_at, 'volumes', (select json_agg(json_build_object('file_id', cbv.file_id, 'file_name', fi.file_name,
            'pages', cbv.pages) order by cbv.position)
          from completion_book_volumes cbv join files fi on fi.client_id = cbv.client_id and fi.id = cbv.file_id
          where cbv.client_id = $1 and cbv.edition_id = cbe.id))
        from completion_book_editions cbe where cbe.client_id = $1 and cbe.construction_id = c.id ${ofBooks} order by cbe.number desc limit 1) as newest_book,
      exists (select from orders o where o.client_id = $1 and o.construction_id = c.id
          and (o.status not in ('failed', 'cancel_order')
            or exists (select from refunds rf where rf.client_id = $1 and rf.order_id = o.id and rf.state <> 'done')
            or exists (select from payments pay where pay.client_id = $1 and pay.order_id = o.id and pay.state in ('started', 'pending'))))
        as has_orders,
      coalesce((select json_agg(json_build_object('id', ac.id, 'contractor_id', ac.contractor_id, 'contractor_name', ct.name,
          'primary_contractor_id', ct.primary_contractor_id, 'assigned_craftsmans', coalesce((
            select json_agg(json_build_object('id', craftsman.id, 'craftsman_id', craftsman.id, 'name', craftsman.name) order by craftsman.id)
            from assigned_craftsmans am join users craftsman on craftsman.client_id = am.client_id and craftsman.id = am.craftsman_id and craftsman.discarded_at is null
            where am.client_id = $1 and am.assigned_contractor_id = ac.id), '[]')) order by ac.position, ac.id)
        from assigned_contractors ac join contractors ct on ct.client_id = ac.client_id and ct.id = ac.contractor_id
        where ac.client_id = $1 and ac.construction_id = c.id and ac.discarded_at is null), '[]') as assigned_contractors,
      coalesce((select json_agg(json_build_object('id', ppe.id, 'area', ppe.area, 'photography_place_id', ppe.photography_place_id,
          'free_input', ppe.free_input, 'name', coalesce(ppe.free_input, pp.name), 'before_construction', ppe.before_construction,
          'under_construction', ppe.under_construction, 'after_construction', ppe.after_construction, 'remarks', ppe.remarks) order by ppe.position, ppe.id)
        from photography_place_entries ppe
        left join photography_places pp on pp.client_id = ppe.client_id and pp.id = ppe.photography_place_id
        where ppe.client_id = $1 and ppe.construction_id = c.id and ppe.discarded_at is null), '[]') as places,
      coalesce((select json_agg(json_build_object('id', co.id, 'option_id', co.option_id, 'option_name', co.option_name, 'price', co.price,
          'before_construction', co.before_construction, 'under_construction', co.under_construction,
          'after_construction', co.after_construction) order by co.position, co.id)
        from constructions_options co
        where co.client_id = $1 and co.construction_id = c.id and co.discarded_at is null), '[]') as constructions_options
    from constructions c
    join buildings b on b.client_id = c.client_id and b.id = c.building_id
    join clients cl on cl.id = c.client_id
    left join suppliers su on su.client_id = c.client_id and su.id = c.supplier_id
    left join supplier_staffs sst on sst.client_id = c.client_id and sst.id = c.supplier_staff_id
    left join users salesperson on salesperson.client_id = c.client_id and salesperson.id = c.sales_staff_id
    left join departments dep on dep.client_id = salesperson.client_id and dep.id = salesperson.department_id
    left join users representative on representative.client_id = c.client_id and representative.id = c.construction_staff_id
    left join electronic_signboard_contractors esc on esc.client_id = c.client_id and esc.id = c.electronic_signboard_contractor_id
    left join room_blocks rb on rb.client_id = c.client_id and rb.construction_id = c.id and rb.position = 1
    ${facts}
    where c.client_id = $1 and c.id = $2 and c.discarded_at is null ${own}`,
    [clientNumberOf(actor), id, ...narrower],
  )
  return row
}

/** Holds a construction within reach until the change is done. */
export const lockConstruction = (db: Db, actor: WorkerActor, id: number) =>
  accessibleConstructions(db, actor).where('c.id', '=', id).selectAll('c').forUpdate('c').executeTakeFirst()

export type ConstructionColumns = Omit<Updateable<Constructions>, 'client_id' | 'id'>

export const insertConstruction = (db: Db, clientId: ClientId, values: ConstructionColumns & { building_id: number; cd: string }) =>
  db
    .insertInto('constructions')
    .values({ client_id: clientId, ...values })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow()

/** Rooms that are to be worked on from a day on, with the day each of them has. */
export const listAssignedRooms = (db: Db, clientId: ClientId, constructionId: number, from: string) =>
  db
    .selectFrom('assigns as a')
    .innerJoin('rooms as r', join => join.onRef('r.client_id', '=', 'a.client_id').onRef('r.id', '=', 'a.room_id'))
    .innerJoin('room_blocks as rb', join => join.onRef('rb.client_id', '=', 'r.client_id').onRef('rb.id', '=', 'r.block_id'))
    .where('a.client_id', '=', clientId)
    .where('a.construction_id', '=', constructionId)
    .where('a.date', '>=', from)
    .where('r.status', '<>', 'completed')
    .where('r.closed_at', 'is', null)
    .orderBy('rb.position')
    .orderBy('r.row')
    .orderBy('r.col')
    .select(['r.name', 'a.date'])
    .execute()

/** Changes columns and counts the version up, so that whoever read the old one is told (G-CON-23). */
export const updateConstruction = (db: Db, clientId: ClientId, id: number, values: ConstructionColumns, now: Date) =>
  db
    .updateTable('constructions')
    .set(eb => ({ ...values, updated_at: now, lock_version: eb('lock_version', '+', 1) }))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

export interface References {
  supplier_id: number | null
  supplier_staff_id: number | null
  sales_staff_id: number | null
  construction_staff_id: number | null
  electronic_signboard_contractor_id: number | null
}

/** Which of the given rows the client really has, alive; null asks nothing. The supplier's person must be of that supplier. */
export const checkReferences = async (db: Db, clientId: ClientId, supplierId: number | null, references: References) =>
  (
    await rowsOf<Record<keyof References, boolean>>(
      db,
      `select
        $2::bigint is null or exists (select from suppliers su where su.client_id = $1 and su.id = $2 and su.discarded_at is null) as supplier_id,
        $3::bigint is null or exists (select from supplier_staffs sst where sst.client_id = $1 and sst.id = $3 and sst.supplier_id = $7) as supplier_staff_id,
        $4::bigint is null or exists (select from users u where u.client_id = $1 and u.id = $4 and u.type <> 'Craftsman' and u.discarded_at is null) as sales_staff_id,
        $5::bigint is null or exists (select from users u where u.client_id = $1 and u.id = $5 and u.type <> 'Craftsman' and u.discarded_at is null) as construction_staff_id,
        $6::bigint is null or exists (select from electronic_signboard_contractors esc where esc.client_id = $1 and esc.id = $6 and esc.discarded_at is null) as electronic_signboard_contractor_id`,
      [
        clientId,
        references.supplier_id,
        references.supplier_staff_id,
        references.sales_staff_id,
        references.construction_staff_id,
        references.electronic_signboard_contractor_id,
        supplierId,
      ],
    )
  )[0]

const namesOf = (columns: object) => sql.join(Object.keys(columns).map(name => sql.ref(name)))
/** `name = given.name` for every column. */
const setOf = (columns: object) => sql.join(Object.keys(columns).map(name => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`))

export interface AssignmentRow {
  id: number
  contractor_id: number
  primary_contractor_id: number | null
  discarded_at: Date | null
  craftsman_ids: number[]
}
/** Every assignment a construction ever had; removed ones are kept to be restored (G-CRA-06). */
export const listAssignments = (db: Db, clientId: ClientId, constructionId: number) =>
  rowsOf<AssignmentRow>(
    db,
    `select ac.id, ac.contractor_id, ct.primary_contractor_id, ac.discarded_at,
      array(select am.craftsman_id::int from assigned_craftsmans am
        where am.client_id = $1 and am.assigned_contractor_id = ac.id order by am.craftsman_id) as craftsman_ids
     from assigned_contractors ac join contractors ct on ct.client_id = ac.client_id and ct.id = ac.contractor_id
     where ac.client_id = $1 and ac.construction_id = $2 order by ac.position, ac.id`,
    [clientId, constructionId],
  )

/** Live contractors among the given ids, each with the ids of its live craftsmen. */
export const listCompanies = (db: Db, clientId: ClientId, ids: readonly number[]) =>
  rowsOf<{ id: number; primary_contractor_id: number | null; craftsman_ids: number[] }>(
    db,
    `select ct.id, ct.primary_contractor_id, array(select u.id::int from users u
        where u.client_id = $1 and u.contractor_id = ct.id and u.discarded_at is null) as craftsman_ids
     from contractors ct where ct.client_id = $1 and ct.id = any($2::bigint[]) and ct.discarded_at is null`,
    [clientId, ids],
  )

export const insertAssignments = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  rows: readonly { contractor_id: number; position: number }[],
): Promise<{ id: number; contractor_id: number }[]> =>
  rows.length === 0
    ? []
    : (
        await sql<{ id: number; contractor_id: number }>`
          insert into assigned_contractors (client_id, construction_id, contractor_id, position)
          select ${clientId}, ${constructionId}, given.contractor_id, given.position
          from ${rowsAsTable(rows, { contractor_id: 'bigint', position: 'integer' })} returning id, contractor_id`.execute(db)
      ).rows
/** Puts assignments in their places, removed ones with them; whether any was elsewhere. */
export const keepAssignments = async (db: Db, clientId: ClientId, rows: readonly { id: number; position: number }[]): Promise<boolean> => {
  if (rows.length === 0) return false
  const { numAffectedRows } = await sql`update assigned_contractors ac set position = given.position, discarded_at = null
      from ${rowsAsTable(rows, { id: 'bigint', position: 'integer' })}
      where ac.client_id = ${clientId} and ac.id = given.id and (ac.position <> given.position or ac.discarded_at is not null)`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
export const discardAssignments = async (db: Db, clientId: ClientId, ids: readonly number[], at: Date) => {
  if (ids.length > 0)
    await sql`update assigned_contractors set discarded_at = ${at} where client_id = ${clientId} and id = any(${[...ids]}::bigint[])`.execute(
      db,
    )
}
/** The named craftsmen of these assignments, and no others. */
export const replaceCraftsmen = async (
  db: Db,
  clientId: ClientId,
  named: readonly { assignmentId: number; craftsmanIds: readonly number[] }[],
) => {
  if (named.length === 0) return
  const ids = named.map(({ assignmentId }) => assignmentId)
  await sql`delete from assigned_craftsmans where client_id = ${clientId} and assigned_contractor_id = any(${ids}::bigint[])`.execute(db)
  const rows = named.flatMap(({ assignmentId, craftsmanIds }) =>
    craftsmanIds.map(craftsman_id => ({ assigned_contractor_id: assignmentId, craftsman_id })),
  )
  if (rows.length > 0)
    await sql`insert into assigned_craftsmans (client_id, assigned_contractor_id, craftsman_id)
      select ${clientId}, given.* from ${rowsAsTable(rows, { assigned_contractor_id: 'bigint', craftsman_id: 'bigint' })}
      returning craftsman_id`.execute(db)
}

export interface PlaceEntryRow {
  id: number
  area: 'common' | 'private'
  photography_place_id: number | null
  free_input: string | null
  before_construction: boolean
  under_construction: boolean
  after_construction: boolean
  remarks: string | null
  discarded_at: Date | null
}
export const listPlaceEntries = (db: Db, clientId: ClientId, constructionId: number) =>
  rowsOf<PlaceEntryRow>(
    db,
    `select id, area, photography_place_id, free_input, before_construction, under_construction, after_construction, remarks, discarded_at
     from photography_place_entries where client_id = $1 and construction_id = $2 order by position, id`,
    [clientId, constructionId],
  )
export const listLivePlaces = async (db: Db, clientId: ClientId, ids: readonly number[]): Promise<Set<number>> =>
  new Set(
    (
      await rowsOf<{ id: number }>(
        db,
        'select id from photography_places where client_id = $1 and id = any($2::bigint[]) and discarded_at is null',
        [clientId, ids],
      )
    ).map(row => row.id),
  )
const placeColumns = {
  photography_place_id: 'bigint',
  free_input: 'text',
  before_construction: 'boolean',
  under_construction: 'boolean',
  after_construction: 'boolean',
  remarks: 'text',
  position: 'integer',
} as const
type PlaceEntryColumns = Omit<PlaceEntryRow, 'id' | 'area' | 'discarded_at'> & { position: number }
export const insertPlaceEntries = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  rows: readonly (PlaceEntryColumns & { area: string })[],
) => {
  if (rows.length > 0)
    await sql`insert into photography_place_entries (client_id, construction_id, ${namesOf({ area: 'text', ...placeColumns })})
      select ${clientId}, ${constructionId}, given.* from ${rowsAsTable(rows, { area: 'text', ...placeColumns })} returning id`.execute(db)
}
/** Writes entries over; hidden ones come back. */
export const updatePlaceEntries = async (db: Db, clientId: ClientId, rows: readonly (PlaceEntryColumns & { id: number })[]) => {
  if (rows.length > 0)
    await sql`update photography_place_entries ppe set discarded_at = null, ${setOf(placeColumns)}
      from ${rowsAsTable(rows, { id: 'bigint', ...placeColumns })} where ppe.client_id = ${clientId} and ppe.id = given.id`.execute(db)
}
export const discardPlaceEntries = async (db: Db, clientId: ClientId, ids: readonly number[], at: Date) => {
  if (ids.length > 0)
    await db
      .updateTable('photography_place_entries')
      .set({ discarded_at: at })
      .where('client_id', '=', clientId)
      .where('id', 'in', [...ids])
      .execute()
}

export interface OfferedOptionRow {
  id: number
  option_id: number
  option_name: string
  price: number
  before_construction: boolean
  under_construction: boolean
  after_construction: boolean
}
export const listOfferedOptions = (db: Db, clientId: ClientId, constructionId: number) =>
  rowsOf<OfferedOptionRow>(
    db,
    `select id, option_id, option_name, price, before_construction, under_construction, after_construction
     from constructions_options where client_id = $1 and construction_id = $2 and discarded_at is null order by position, id`,
    [clientId, constructionId],
  )
export const listLiveOptions = (db: Db, clientId: ClientId, ids: readonly number[]) =>
  rowsOf<{ id: number; name: string; price: number }>(
    db,
    'select id, name, price from options where client_id = $1 and id = any($2::bigint[]) and discarded_at is null',
    [clientId, ids],
  )
const optionColumns = {
  option_id: 'bigint',
  option_name: 'text',
  price: 'integer',
  before_construction: 'boolean',
  under_construction: 'boolean',
  after_construction: 'boolean',
  position: 'integer',
} as const
type OfferedOptionColumns = Omit<OfferedOptionRow, 'id'> & { position: number }
export const insertOfferedOptions = async (db: Db, clientId: ClientId, constructionId: number, rows: readonly OfferedOptionColumns[]) => {
  if (rows.length > 0)
    await sql`insert into constructions_options (client_id, construction_id, ${namesOf(optionColumns)})
      select ${clientId}, ${constructionId}, given.* from ${rowsAsTable(rows, optionColumns)} returning id`.execute(db)
}
/** Writes options over; hidden ones come back. */
export const updateOfferedOptions = async (db: Db, clientId: ClientId, rows: readonly (OfferedOptionColumns & { id: number })[]) => {
  if (rows.length > 0)
    await sql`update constructions_options co set discarded_at = null, ${setOf(optionColumns)}
      from ${rowsAsTable(rows, { id: 'bigint', ...optionColumns })} where co.client_id = ${clientId} and co.id = given.id`.execute(db)
}
export const discardOfferedOptions = async (db: Db, clientId: ClientId, ids: readonly number[], at: Date) => {
  if (ids.length > 0)
    await db
      .updateTable('constructions_options')
      .set({ discarded_at: at })
      .where('client_id', '=', clientId)
      .where('id', 'in', [...ids])
      .execute()
}

/** Where the craftsmen are reached who are told of their assignment (G-CRA-08). */
export const listContacts = (db: Db, clientId: ClientId, ids: readonly number[]) =>
  db
    .selectFrom('users')
    .where('client_id', '=', clientId)
    .where('id', 'in', [...ids])
    .where('discarded_at', 'is', null)
    .orderBy('id')
    .select(eb => ['email', eb.fn.coalesce('proven_phone', 'phone').as('phone')])
    .execute()

/** The rooms of a construction by block, as a copy lays them again. */
export const listRoomsForCopy = (db: Db, clientId: ClientId, constructionId: number) =>
  db
    .selectFrom('room_blocks as rb')
    .where('rb.client_id', '=', clientId)
    .where('rb.construction_id', '=', constructionId)
    .orderBy('rb.position')
    .select([
      'rb.name',
      'rb.initials',
      'rb.digits',
      'rb.floor_number',
      'rb.room_number_per_floor',
      'rb.floor_start',
      'rb.except_for_lower_digit_four',
      'rb.except_for_lower_digit_nine',
      sql<{ row: number; col: number; name: string }[]>`coalesce((
        select json_agg(json_build_object('row', r.row, 'col', r.col, 'name', r.name) order by r.row, r.col) from rooms r
        where r.client_id = ${clientId} and r.block_id = rb.id), '[]')`.as('rooms'),
    ])
    .execute()
