import type { ClientId, CraftsmanActor, WorkerActor } from '@toguchi/domain/access/actor'
import type { Block, BlockSettings } from '@toguchi/domain/rooms/composition-contract'
import { nameForComparison } from '@toguchi/domain/rooms/room-names'
import { type Expression, type SqlBool, sql } from 'kysely'
import { namesCraftsman } from '../access/access.ts'
import type { Db } from '../platform/database/database.ts'
import { like } from '../platform/database/listing.ts'
import { clientNumberOf, clientValueOf } from '../platform/database/part-of-client.ts'
import { rowsAsTable, rowsOf } from '../platform/database/rows.ts'

/** The buildings this actor can reach: craftsmen only those of constructions they are named for (G-BLD-10). */
const accessibleBuildings = (db: Db, actor: WorkerActor) => {
  const own = db.selectFrom('buildings as b').where('b.client_id', '=', clientValueOf(actor))
  return actor.kind === 'craftsman' ? own.where(isAssigned(actor)) : own
}

const isAssigned = (actor: CraftsmanActor): Expression<SqlBool> => sql<boolean>`exists (
  select from constructions c
  where c.client_id = ${actor.partOf} and c.building_id = b.id and c.discarded_at is null and ${namesCraftsman(actor)})`

/** How many constructions of `b` the actor reaches; of others a craftsman does not read, not even how many. */
const constructionsCount = (actor: WorkerActor) => sql<number>`(select count(*)::int from constructions c
  where c.client_id = ${clientNumberOf(actor)} and c.building_id = b.id and c.discarded_at is null ${onlyNamed(actor)})`

const onlyNamed = (actor: WorkerActor) => (actor.kind === 'craftsman' ? sql`and ${namesCraftsman(actor)}` : sql``)

const columns = ['b.id', 'b.cd', 'b.name', 'b.name_kana', 'b.zipcode', 'b.address', 'b.management_company', 'b.manager', 'b.phone'] as const

export interface BuildingList {
  page: number
  perPage: number | null
  sortBy?: 'cd' | 'name' | 'address' | 'management_company' | 'phone' | 'constructions_count' | undefined
  sortDesc: boolean
  filter: { cd?: string | undefined; name?: string | undefined; address?: string | undefined }
}

/** One page of buildings and how many there are in all, in one query. */
export const listBuildings = async (db: Db, actor: WorkerActor, list: BuildingList) => {
  const { filter } = list
  let rows = accessibleBuildings(db, actor)
  if (filter.cd) rows = rows.where('b.cd', 'ilike', like(filter.cd))
  if (filter.name) {
    const name = like(filter.name)
    rows = rows.where(eb => eb.or([eb('b.name', 'ilike', name), eb('b.name_kana', 'ilike', name)]))
  }
  if (filter.address) rows = rows.where('b.address', 'ilike', like(filter.address))
  const direction = list.sortDesc ? 'desc' : 'asc'
  let sorted = rows.select([
    ...columns,
    constructionsCount(actor).as('constructions_count'),
    sql<number>`count(*) over ()::int`.as('total'),
  ])
  if (list.sortBy === 'constructions_count') sorted = sorted.orderBy(constructionsCount(actor), direction)
  else if (list.sortBy) sorted = sorted.orderBy(`b.${list.sortBy}`, direction)
  sorted = sorted.orderBy('b.id', list.sortBy ? 'asc' : direction)
  if (list.perPage !== null) sorted = sorted.limit(list.perPage).offset((list.page - 1) * list.perPage)
  const buildings = await sorted.execute()
  const total = buildings[0]?.total ?? (list.page > 1 ? await countAll(rows) : 0)
  return { buildings: buildings.map(({ total: _total, ...building }) => building), total_count: total }
}

/** A page past the end has no row to carry the total. */
const countAll = async (rows: ReturnType<typeof accessibleBuildings>) =>
  (await rows.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()).total

export const findBuilding = (db: Db, actor: WorkerActor, id: number) =>
  accessibleBuildings(db, actor)
    .where('b.id', '=', id)
    .select([...columns, constructionsCount(actor).as('constructions_count')])
    .executeTakeFirst()

/** The client of a building that the actor reaches: what else is to be read of it is asked with that. */
export const findClientOfBuilding = async (db: Db, actor: WorkerActor, id: number): Promise<ClientId | undefined> =>
  (await accessibleBuildings(db, actor).where('b.id', '=', id).select('b.client_id').executeTakeFirst())?.client_id

export const lockBuilding = (db: Db, actor: WorkerActor, id: number) =>
  accessibleBuildings(db, actor).where('b.id', '=', id).select(columns).forUpdate('b').executeTakeFirst()

/** All of them by code, for a file; `lock` holds them until the end of the transaction, but lets others refer to them. */
export const listEveryBuilding = (db: Db, actor: WorkerActor, lock: boolean) =>
  accessibleBuildings(db, actor)
    .select(columns)
    .orderBy('b.cd')
    .orderBy('b.id')
    .$if(lock, rows => rows.forNoKeyUpdate('b'))
    .execute()

export interface BuildingFields {
  name: string
  name_kana: string | null
  zipcode: string | null
  address: string
  management_company: string | null
  manager: string | null
  phone: string | null
}

export const insertBuilding = (db: Db, clientId: ClientId, fields: BuildingFields & { cd: string }) =>
  db
    .insertInto('buildings')
    .values({ client_id: clientId, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateBuilding = (db: Db, clientId: ClientId, id: number, fields: Partial<BuildingFields> & { cd: string }, now: Date) =>
  db
    .updateTable('buildings')
    .set({ ...fields, updated_at: now })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

const sentBuilding = {
  cd: 'text',
  name: 'text',
  name_kana: 'text',
  zipcode: 'text',
  address: 'text',
  management_company: 'text',
  manager: 'text',
  phone: 'text',
} as const

/** New buildings in one statement; their ids by code, which is unique. */
export const insertBuildings = async (db: Db, clientId: ClientId, buildings: readonly (BuildingFields & { cd: string })[]) => {
  const { rows } = await sql<{ id: number; cd: string }>`
    insert into buildings (client_id, cd, name, name_kana, zipcode, address, management_company, manager, phone)
    select ${clientId}, given.* from ${rowsAsTable(buildings, sentBuilding)} returning id, cd`.execute(db)
  return new Map(rows.map(({ id, cd }) => [cd, id]))
}

export const updateBuildings = (
  db: Db,
  clientId: ClientId,
  buildings: readonly (BuildingFields & { id: number; cd: string })[],
  now: Date,
) =>
  sql`
    update buildings b set cd = given.cd, name = given.name, name_kana = given.name_kana, zipcode = given.zipcode, address = given.address,
      management_company = given.management_company, manager = given.manager, phone = given.phone, updated_at = ${now}
    from ${rowsAsTable(buildings, { id: 'bigint', ...sentBuilding })} where b.client_id = ${clientId} and b.id = given.id`.execute(db)

/** Codes of the client among these. */
export const listTakenCodes = async (db: Db, clientId: ClientId, codes: readonly string[]) => {
  const { rows } = await sql<{ cd: string }>`select cd from buildings where client_id = ${clientId} and cd = any(${codes}::text[])`.execute(
    db,
  )
  return rows.map(({ cd }) => cd)
}

export const deleteBuilding = (db: Db, clientId: ClientId, id: number) =>
  db.deleteFrom('buildings').where('client_id', '=', clientId).where('id', '=', id).execute()

/** What goes with a building that is deleted. */
export const countKept = async (db: Db, clientId: ClientId, id: number): Promise<{ rooms: number; documents: number }> => {
  const [kept] = await rowsOf<{ rooms: number; documents: number }>(
    db,
    `select (select count(*)::int from building_rooms br where br.client_id = $1 and br.building_id = $2) as rooms,
       (select count(*)::int from documents doc where doc.client_id = $1 and doc.building_id = $2 and doc.discarded_at is null) as documents`,
    [clientId, id],
  )
  return kept ?? { rooms: 0, documents: 0 }
}

export interface ConstructionFactsRow {
  id: number
  cd: string
  manage_no: string | null
  name: string | null
  number_of_houses: number | null
  contract_period_start_on: string | null
  contract_period_end_on: string | null
  planned_start_on: string | null
  planned_end_on: string | null
  privately_area_end_on: string | null
  room_count: number
  completed_count: number
  closed_count: number
  completed_and_closed_count: number
  reschedule_count: number
  waiting_count: number
  assigned_count: number
  first_assign_on: string | null
}

/** The constructions of a building with the facts their status follows from (G-BLD-09, G-CON-06), newest period first. */
export const listConstructionFacts = async (db: Db, actor: WorkerActor, buildingId: number): Promise<ConstructionFactsRow[]> => {
  const { rows } = await sql<ConstructionFactsRow>`
    select c.id, c.cd, c.manage_no, c.name, c.number_of_houses, c.contract_period_start_on, c.contract_period_end_on,
      c.planned_start_on, c.planned_end_on, c.privately_area_end_on, f.*
    from constructions c
    cross join lateral (
      select count(r.id)::int as room_count,
        count(*) filter (where r.status = 'completed')::int as completed_count,
        count(*) filter (where r.closed_at is not null)::int as closed_count,
        count(*) filter (where r.status = 'completed' and r.closed_at is not null)::int as completed_and_closed_count,
        count(*) filter (where r.status = 'reschedule' and r.closed_at is null)::int as reschedule_count,
        count(*) filter (where r.status = 'waiting' and r.closed_at is null)::int as waiting_count,
        count(a.id)::int as assigned_count, min(a.date) as first_assign_on
      from rooms r left join assigns a on a.client_id = r.client_id and a.room_id = r.id
      where r.client_id = ${clientNumberOf(actor)} and r.construction_id = c.id) f
    where c.client_id = ${clientNumberOf(actor)} and c.building_id = ${buildingId} and c.discarded_at is null ${onlyNamed(actor)}
    order by coalesce(c.contract_period_start_on, c.planned_start_on, c.privately_area_start_on) desc nulls last, c.id desc`.execute(db)
  return rows
}

const blockColumns = [
  'position',
  'name',
  'initials',
  'digits',
  'floor_number',
  'room_number_per_floor',
  'floor_start',
  'except_for_lower_digit_four',
  'except_for_lower_digit_nine',
] as const

/** The version of the template; before the template itself is read, so that a save in between makes it old and not new. */
export const findTemplateVersion = async (db: Db, clientId: ClientId, id: number): Promise<number> =>
  (await db.selectFrom('buildings').where('client_id', '=', clientId).where('id', '=', id).select('composition_version').executeTakeFirst())
    ?.composition_version ?? 0
export const markTemplateComposed = (db: Db, clientId: ClientId, id: number) =>
  db
    .updateTable('buildings')
    .set(eb => ({ composition_version: eb('composition_version', '+', 1) }))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

export const listTemplateBlocks = (db: Db, clientId: ClientId, buildingId: number): Promise<Block[]> =>
  db
    .selectFrom('building_blocks')
    .where('client_id', '=', clientId)
    .where('building_id', '=', buildingId)
    .orderBy('position')
    .select(blockColumns)
    .execute()

export interface TemplateRoomRow {
  row: number
  col: number
  block_position: number
  name: string
  room_id: number | null
  construction_id: number | null
  has_customer_support_versions: boolean
}

/** Whether the support history knows the room `r`; a cell without a room has none (G-ROOM-17). */
const hasSupport = (clientId: ClientId) =>
  sql<boolean>`exists (select from support_versions sv where sv.client_id = ${clientId} and sv.room_id = r.id)`

/** The newest construction of a building that the actor reaches: craftsmen one they are named for. */
export const findNewestConstruction = async (db: Db, actor: WorkerActor, buildingId: number): Promise<number | null> => {
  const own = db
    .selectFrom('constructions as c')
    .where('c.client_id', '=', clientValueOf(actor))
    .where('c.building_id', '=', buildingId)
    .where('c.discarded_at', 'is', null)
  const reached = actor.kind === 'craftsman' ? own.where(namesCraftsman(actor)) : own
  return (await reached.orderBy('c.id', 'desc').limit(1).select('c.id').executeTakeFirst())?.id ?? null
}

/** The template's cells, each with the room of the same name in a construction, mostly the newest (G-BLD-05). */
export const listTemplateRooms = async (
  db: Db,
  clientId: ClientId,
  buildingId: number,
  constructionId: number | null,
): Promise<TemplateRoomRow[]> => {
  const { rows } = await sql<TemplateRoomRow>`
    select br.row, br.col, bb.position as block_position, br.name, r.id as room_id, r.construction_id,
      ${hasSupport(clientId)} as has_customer_support_versions
    from building_rooms br
    join building_blocks bb on bb.client_id = br.client_id and bb.id = br.block_id
    left join rooms r on r.client_id = br.client_id and r.construction_id = ${constructionId} and r.name_key = br.name_key
    where br.client_id = ${clientId} and br.building_id = ${buildingId}
    order by bb.position, br.row, br.col`.execute(db)
  return rows
}

/** Without a template: the rooms of a construction, mostly the newest, stand in for it (G-BLD-05). */
export const listRoomsAsTemplate = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
): Promise<{ blocks: Block[]; rooms: TemplateRoomRow[] }> => {
  const blocks = await db
    .selectFrom('room_blocks')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .orderBy('position')
    .select(blockColumns)
    .execute()
  const rooms = await db
    .selectFrom('rooms as r')
    .innerJoin('room_blocks as rb', join => join.onRef('rb.client_id', '=', 'r.client_id').onRef('rb.id', '=', 'r.block_id'))
    .where('r.client_id', '=', clientId)
    .where('r.construction_id', '=', constructionId)
    .orderBy('rb.position')
    .orderBy('r.row')
    .orderBy('r.col')
    .select([
      'r.row',
      'r.col',
      'rb.position as block_position',
      'r.name',
      'r.id as room_id',
      'r.construction_id',
      hasSupport(clientId).as('has_customer_support_versions'),
    ])
    .execute()
  return { blocks, rooms }
}

/** Replaces the template as a whole: it holds nothing but names and places. */
export const replaceTemplate = async (
  db: Db,
  clientId: ClientId,
  buildingId: number,
  blocks: readonly BlockSettings[],
  rooms: readonly { block_position: number; row: number; col: number; name: string }[],
) => {
  await db.deleteFrom('building_blocks').where('client_id', '=', clientId).where('building_id', '=', buildingId).execute()
  const laid = await db
    .insertInto('building_blocks')
    .values(blocks.map((block, at) => ({ client_id: clientId, building_id: buildingId, position: at + 1, ...block })))
    .returning(['id', 'position'])
    .execute()
  const idAt = new Map(laid.map(block => [block.position, block.id]))
  await sql`
    insert into building_rooms (client_id, building_id, block_id, row, col, name, name_key)
    select ${clientId}, ${buildingId}, given.block_id, given.row, given.col, given.name, given.name_key
    from unnest(${rooms.map(room => idAt.get(room.block_position))}::bigint[], ${rooms.map(room => room.row)}::int[], ${rooms.map(room => room.col)}::int[],
                ${rooms.map(room => room.name)}::text[], ${rooms.map(room => nameForComparison(room.name))}::text[])
      as given (block_id, row, col, name, name_key)
    returning id`.execute(db)
}
