import type { Occupancy } from '@toguchi/domain/rooms/occupancy/occupancy'
import type { ClientId } from '@toguchi/domain/access/actor'
import type { Block, BlockSettings } from '@toguchi/domain/rooms/composition-contract'
import { nameForComparison } from '@toguchi/domain/rooms/room-names'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { judgeConstraints, type JudgeTime } from '../../platform/database/judge-constraints.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import { occupancyTable } from '../occupancy/queries.ts'

export interface NewBlock extends BlockSettings {
  rooms: { row: number; col: number; name: string }[]
}

/** Adds blocks after the first `before` ones; their ids in order. */
export const insertBlocks = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  blocks: readonly BlockSettings[],
  before = 0,
): Promise<number[]> => {
  const rows = await db
    .insertInto('room_blocks')
    .values(
      blocks.map((block, at) => ({
        client_id: clientId,
        construction_id: constructionId,
        position: before + at + 1,
        ...settingsOf(block),
      })),
    )
    .returning(['id', 'position'])
    .execute()
  return rows.sort((one, other) => one.position - other.position).map(row => row.id)
}

const settingsOf = (block: BlockSettings): BlockSettings => ({
  name: block.name,
  initials: block.initials,
  digits: block.digits,
  floor_number: block.floor_number,
  room_number_per_floor: block.room_number_per_floor,
  floor_start: block.floor_start,
  except_for_lower_digit_four: block.except_for_lower_digit_four,
  except_for_lower_digit_nine: block.except_for_lower_digit_nine,
})

export const updateBlock = (db: Db, clientId: ClientId, blockId: number, block: BlockSettings) =>
  db.updateTable('room_blocks').set(settingsOf(block)).where('client_id', '=', clientId).where('id', '=', blockId).execute()

export const deleteBlocksBeyond = (db: Db, clientId: ClientId, constructionId: number, position: number) =>
  db
    .deleteFrom('room_blocks')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .where('position', '>', position)
    .execute()

export interface NewCell {
  blockId: number
  row: number
  col: number
  name: string
}

/** New rooms in one statement, however many there are. */
export const insertRooms = async (db: Db, clientId: ClientId, constructionId: number, cells: readonly NewCell[]) => {
  const { rows } = await sql<{ id: number; uuid: string }>`
    insert into rooms (client_id, construction_id, block_id, row, col, name, name_key)
    select ${clientId}, ${constructionId}, given.block_id, given.row, given.col, given.name, given.name_key
    from unnest(${cells.map(cell => cell.blockId)}::bigint[], ${cells.map(cell => cell.row)}::int[], ${cells.map(cell => cell.col)}::int[],
                ${cells.map(cell => cell.name)}::text[], ${cells.map(cell => nameForComparison(cell.name))}::text[])
      as given (block_id, row, col, name, name_key)
    returning id, uuid`.execute(db)
  return rows
}

/** Renames and moves rooms of one construction in one statement; returns the ids that were really its own. */
export const updateRooms = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  cells: readonly (NewCell & { id: number })[],
  now: Date,
) => {
  const { rows } = await sql<{ id: number }>`
    update rooms set block_id = given.block_id, row = given.row, col = given.col, name = given.name, name_key = given.name_key, updated_at = ${now}
    from unnest(${cells.map(cell => cell.id)}::bigint[], ${cells.map(cell => cell.blockId)}::bigint[], ${cells.map(cell => cell.row)}::int[],
                ${cells.map(cell => cell.col)}::int[], ${cells.map(cell => cell.name)}::text[], ${cells.map(cell => nameForComparison(cell.name))}::text[])
      as given (id, block_id, row, col, name, name_key)
    where rooms.client_id = ${clientId} and rooms.construction_id = ${constructionId} and rooms.id = given.id
    returning rooms.id`.execute(db)
  return rows.map(row => row.id)
}

/** The rooms that hold data and therefore stay (G-ROOM-11). */
export const roomsWithData = async (db: Db, clientId: ClientId, constructionId: number): Promise<{ id: number; name: string }[]> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select r.id, r.name from rooms r
    where r.client_id = ${clientId} and r.construction_id = ${constructionId}
      and (r.status <> 'waiting' or r.digital_sign_file_id is not null
        or exists (select from residents res where res.client_id = ${clientId} and res.room_id = r.id)
        or exists (select from orders o where o.client_id = ${clientId} and o.room_id = r.id)
        or exists (select from room_images ri where ri.client_id = ${clientId} and ri.room_id = r.id)
        or exists (select from absence_photos ap where ap.client_id = ${clientId} and ap.room_id = r.id)
        or exists (select from support_versions sv where sv.client_id = ${clientId} and sv.room_id = r.id)
        or exists (select from room_completion_reports rcr where rcr.client_id = ${clientId} and rcr.room_id = r.id)
        or exists (select from assigns a where a.client_id = ${clientId} and a.room_id = r.id))
    order by r.id`.execute(db)
  return rows
}

export const deleteRooms = async (db: Db, clientId: ClientId, constructionId: number, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    delete from rooms where client_id = ${clientId} and construction_id = ${constructionId} and id = any(${ids}::bigint[]) returning id`.execute(
    db,
  )
  return rows.map(row => row.id)
}

/** Uniqueness of names and cells is judged when everything is in its place: rooms may swap (G-ROOM-15). */
export const judgeRoomNames = (db: Db, clientId: ClientId, time: JudgeTime) =>
  judgeConstraints(db, clientId, ['rooms_name_key', 'rooms_cell_key'], time)

export const listBlocks = (db: Db, clientId: ClientId, constructionId: number): Promise<(Block & { id: number })[]> =>
  db
    .selectFrom('room_blocks')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .orderBy('position')
    .select([
      'id',
      'position',
      'name',
      'initials',
      'digits',
      'floor_number',
      'room_number_per_floor',
      'floor_start',
      'except_for_lower_digit_four',
      'except_for_lower_digit_nine',
    ])
    .execute()

/** The rooms of a construction by wing and place, for a file: floors as people count them. */
export const listRoomPlaces = (db: Db, clientId: ClientId, constructionId: number) =>
  rowsOf<{
    id: number
    name: string
    block: string | null
    floor: number
    col: number
    block_position: number
    row: number
    occupancy: Occupancy
    is_closed: boolean
  }>(
    db,
    `select r.id, r.name, nullif(rb.name, '') as block, rb.floor_start + r.row - 1 as floor, r.col, rb.position as block_position, r.row,
        coalesce(roc.occupancy, 'occupied') as occupancy, r.closed_at is not null as is_closed
      from rooms r join room_blocks rb on rb.client_id = r.client_id and rb.id = r.block_id
      ${occupancyTable}
      where r.client_id = $1 and r.construction_id = $2 order by rb.position, r.row, r.col`,
    [clientId, constructionId],
  )
