import type { ReceptionStatus, RoomStatus } from '@toguchi/domain/rooms/labels'
import type { PresenceMethod } from '@toguchi/domain/rooms/presence'
import type { Gender, OwnOrRent } from '@toguchi/domain/residents/labels'
import type { ClientActor } from '@toguchi/domain/access/actor'
import type { Block, BlockSettings } from '@toguchi/domain/rooms/composition-contract'
import { nameForComparison } from '@toguchi/domain/rooms/room-names'
import { sql } from 'kysely'
import { namesCraftsmanText } from '../access/access.ts'
import type { Db } from '../platform/database/database.ts'
import { like } from '../platform/database/listing.ts'
import { rowsAsTable, rowsOf } from '../platform/database/rows.ts'
import { openAbsence, openWish, type WishRow } from './absence-queries.ts'

export interface NewBlock extends BlockSettings {
  rooms: { row: number; col: number; name: string }[]
}

/** Adds blocks after the first `before` ones; their ids in order. */
export const insertBlocks = async (
  db: Db,
  clientId: number,
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

export const updateBlock = (db: Db, clientId: number, blockId: number, block: BlockSettings) =>
  db.updateTable('room_blocks').set(settingsOf(block)).where('client_id', '=', clientId).where('id', '=', blockId).execute()

export const deleteBlocksBeyond = (db: Db, clientId: number, constructionId: number, position: number) =>
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
export const insertRooms = async (db: Db, clientId: number, constructionId: number, cells: readonly NewCell[]) => {
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
  clientId: number,
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

/** Names of the given rooms that hold data and therefore stay (G-ROOM-11). */
export const roomsWithData = async (db: Db, clientId: number, constructionId: number, ids: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select r.name from rooms r
    where r.client_id = ${clientId} and r.construction_id = ${constructionId} and r.id = any(${ids}::bigint[])
      and (r.status <> 'waiting' or r.digital_sign_file_id is not null
        or exists (select from residents x where x.client_id = ${clientId} and x.room_id = r.id)
        or exists (select from orders x where x.client_id = ${clientId} and x.room_id = r.id)
        or exists (select from room_images x where x.client_id = ${clientId} and x.room_id = r.id)
        or exists (select from support_versions x where x.client_id = ${clientId} and x.room_id = r.id)
        or exists (select from assigns x where x.client_id = ${clientId} and x.room_id = r.id))
    order by r.id`.execute(db)
  return rows.map(row => row.name)
}

export const deleteRooms = async (db: Db, clientId: number, constructionId: number, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    delete from rooms where client_id = ${clientId} and construction_id = ${constructionId} and id = any(${ids}::bigint[]) returning id`.execute(
    db,
  )
  return rows.map(row => row.id)
}

/** Uniqueness of names and cells is judged when everything is in its place: rooms may swap (G-ROOM-15). */
export const judgeRoomNamesAtTheEnd = (db: Db) => sql`set constraints rooms_name_key, rooms_cell_key deferred`.execute(db)
export const judgeRoomNamesNow = (db: Db) => sql`set constraints rooms_name_key, rooms_cell_key immediate`.execute(db)

export const listBlocks = (db: Db, clientId: number, constructionId: number): Promise<(Block & { id: number })[]> =>
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
export const listRoomPlaces = (db: Db, clientId: number, constructionId: number) =>
  rowsOf<{ id: number; name: string; block: string | null; floor: number; col: number; block_position: number; row: number }>(
    db,
    `select r.id, r.name, nullif(k.name, '') as block, k.floor_start + r.row - 1 as floor, r.col, k.position as block_position, r.row
      from rooms r join room_blocks k on k.client_id = r.client_id and k.id = r.block_id
      where r.client_id = $1 and r.construction_id = $2 order by k.position, r.row, r.col`,
    [clientId, constructionId],
  )

/** A room that was to be rescheduled and has a frame again is waiting again (G-ROOM-01); a revisit begins when its frame does (D-34). */
export const setWaiting = (db: Db, clientId: number, ids: readonly number[]) =>
  sql`update rooms r set status = 'waiting', incomplete_reason_id = null, revisit_on = null,
      revisit_at = (g.date + f.start_at::time) at time zone 'Asia/Tokyo'
    from assigns g join construction_time_frames f on f.client_id = g.client_id and f.id = g.construction_time_frame_id
    where r.client_id = ${clientId} and r.id = any(${ids}::bigint[]) and g.client_id = ${clientId} and g.room_id = r.id
      and r.closed_at is null and (r.status = 'reschedule' or (r.status = 'waiting' and (r.visits > 0 or r.revisit_at is not null)))`.execute(
    db,
  )

/** Takes the former back: rooms that were waiting only because of a frame are to be rescheduled again, for the reason they had. */
export const setReschedule = (db: Db, clientId: number, rooms: readonly { room_id: number; incomplete_reason_id: number | null }[]) =>
  sql`update rooms r set status = 'reschedule', incomplete_reason_id = given.incomplete_reason_id, revisit_at = null
    from ${rowsAsTable(rooms, { room_id: 'bigint', incomplete_reason_id: 'bigint' })}
    where r.client_id = ${clientId} and r.id = given.room_id and r.status = 'waiting' and r.closed_at is null`.execute(db)

export const setConfirmed = (db: Db, clientId: number, ids: readonly number[], at: Date) =>
  sql`update rooms set construction_schedule_confirmed_at = ${at}, updated_at = ${at} where client_id = ${clientId} and id = any(${ids}::bigint[])`.execute(
    db,
  )

export const updateReceptionStatus = (db: Db, clientId: number, id: number, status: ReceptionStatus, at: Date) =>
  db.updateTable('rooms').set({ reception_status: status, updated_at: at }).where('client_id', '=', clientId).where('id', '=', id).execute()

export const setAppRegister = (db: Db, clientId: number, id: number, registered: boolean) =>
  db.updateTable('rooms').set({ app_register: registered }).where('client_id', '=', clientId).where('id', '=', id).execute()

/** The later deadline that one room was granted, with why; null takes it back (practice §2). */
export const setDateChangeExtension = (db: Db, clientId: number, id: number, granted: { extended_to: string; reason: string } | null) =>
  db
    .updateTable('rooms')
    .set({ date_change_extended_to: granted?.extended_to ?? null, date_change_extension_reason: granted?.reason ?? null })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

/** The resident moved the own date once more. */
export const countOwnDateChange = (db: Db, clientId: number, id: number) =>
  db
    .updateTable('rooms')
    .set(eb => ({ own_date_changes: eb('own_date_changes', '+', 1) }))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

/** Whoever lives in the room next begins anew: no changes made, no deadline granted. */
export const forgetDateChanges = (db: Db, clientId: number, id: number) =>
  db
    .updateTable('rooms')
    .set({ own_date_changes: 0, date_change_extended_to: null, date_change_extension_reason: null })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

/** Takes the free text off rooms that may speak of who lived in them; the report of the work stays (D-12). */
export const eraseRemarks = async (db: Db, clientId: number, ids: readonly number[]) => {
  await db
    .updateTable('revisit_wishes')
    .set({ phone: null, note: null })
    .where('client_id', '=', clientId)
    .where('room_id', 'in', ids)
    .execute()
  return db
    .updateTable('rooms')
    .set({ room_remarks: null, date_change_extended_to: null, date_change_extension_reason: null })
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .execute()
}

/** Craftsmen reach the rooms of constructions they are named for; everyone else those of their client (G-CRA-02). `$1` is the client, `$2` the craftsman or null. */
const accessibleConstruction = `n.client_id = $1 and n.discarded_at is null and ($2::bigint is null or ${namesCraftsmanText('n', '$2')})`

const accessibleTo = (actor: ClientActor): [number, number | null] => [actor.clientId, actor.kind === 'craftsman' ? actor.id : null]

const roomColumns = `r.id, r.construction_id, g.id as assign_id, r.incomplete_reason_id, r.status, k.position as block_position, r.row, r.col, r.name,
  r.revisit_at, r.revisit_on, r.visits, r.construction_schedule_confirmed_at, r.completed_at, r.closed_at, r.reception_status, r.app_register, r.high_priority,
  r.room_remarks, r.construction_remarks, r.special_report,
  exists (select from support_versions v where v.client_id = $1 and v.room_id = r.id) as has_customer_support_versions,
  g.date, g.construction_time_frame_id, g.frame_number, f.start_at, f.end_at, f.frame_number as regular_frames,
  p.id as resident_id, p.name as resident_name, p.phone as resident_phone, p.email as resident_email,
  p.unproven_email as resident_unproven_email, p.phone_unproven as resident_phone_unproven,
  p.unproven_phone as resident_unproven_phone,
  p.no_messages_since is not null as resident_no_messages, p.gender as resident_gender,
  p.own_or_rent as resident_own_or_rent, p.registered_at as resident_registered_at,
  h.presence_method, h.proxy_name, h.proxy_relation, h.proxy_phone, h.consented_at`

const roomTables = `rooms r
  join room_blocks k on k.client_id = r.client_id and k.id = r.block_id
  left join assigns g on g.client_id = r.client_id and g.room_id = r.id
  left join construction_time_frames f on f.client_id = g.client_id and f.id = g.construction_time_frame_id
  left join residents p on p.client_id = r.client_id and p.room_id = r.id and p.discarded_at is null
  left join room_presences h on h.client_id = r.client_id and h.room_id = r.id`

export interface RoomRow {
  id: number
  construction_id: number
  assign_id: number | null
  incomplete_reason_id: number | null
  status: RoomStatus
  block_position: number
  row: number
  col: number
  name: string
  revisit_at: Date | null
  revisit_on: string | null
  visits: number
  construction_schedule_confirmed_at: Date | null
  completed_at: Date | null
  closed_at: Date | null
  reception_status: ReceptionStatus
  app_register: boolean
  high_priority: boolean
  room_remarks: string | null
  construction_remarks: string | null
  special_report: string | null
  has_customer_support_versions: boolean
  date: string | null
  construction_time_frame_id: number | null
  frame_number: number | null
  start_at: string | null
  end_at: string | null
  regular_frames: number | null
  resident_id: number | null
  resident_name: string | null
  resident_phone: string | null
  resident_email: string | null
  resident_unproven_email: string | null
  resident_no_messages: boolean
  resident_phone_unproven: boolean | null
  resident_unproven_phone: string | null
  resident_gender: Gender | null
  resident_own_or_rent: OwnOrRent | null
  resident_registered_at: Date | null
  presence_method: PresenceMethod | null
  proxy_name: string | null
  proxy_relation: string | null
  proxy_phone: string | null
  consented_at: Date | null
}

/** The statement of the list of rooms; the bench's bare server runs the same one. */
export const roomsStatement = `select ${roomColumns} from ${roomTables}
  where r.client_id = $1 and r.construction_id = (select n.id from constructions n where ${accessibleConstruction} and n.id = $3)
    and ($4::text is null or r.status = $4) and ($5::text is null or r.reception_status = $5) and ($6::text is null or r.name ilike $6)
  order by k.position, r.row, r.col`

export interface RoomFilter {
  status?: string | undefined
  reception_status?: string | undefined
  name?: string | undefined
}

export const listRooms = (db: Db, actor: ClientActor, constructionId: number, filter: RoomFilter = {}): Promise<RoomRow[]> =>
  rowsOf<RoomRow>(db, roomsStatement, [
    ...accessibleTo(actor),
    constructionId,
    filter.status ?? null,
    filter.reception_status ?? null,
    filter.name ? like(filter.name) : null,
  ])

export interface ConstructionOfRooms {
  id: number
  name: string | null
  manage_no: string | null
  building_id: number
  building_name: string
  emergency_phone_number: string | null
  special_report_default: string | null
  detail_schedule_completed_at: Date | null
}

const constructionStatement = `select n.id, n.name, n.manage_no, n.building_id, b.name as building_name, n.emergency_phone_number, n.special_report_default,
    n.detail_schedule_completed_at
  from constructions n join buildings b on b.client_id = n.client_id and b.id = n.building_id where ${accessibleConstruction} and n.id = $3`

/** The construction, when this actor can reach it. */
export const findConstruction = async (db: Db, actor: ClientActor, constructionId: number): Promise<ConstructionOfRooms | undefined> =>
  (await rowsOf<ConstructionOfRooms>(db, constructionStatement, [...accessibleTo(actor), constructionId]))[0]

/** Holds the construction while its grid is laid anew; what refers to it, as photos do, need not wait. */
export const lockConstruction = async (db: Db, actor: ClientActor, constructionId: number): Promise<ConstructionOfRooms | undefined> =>
  (await rowsOf<ConstructionOfRooms>(db, `${constructionStatement} for no key update of n`, [...accessibleTo(actor), constructionId]))[0]

export interface LockedRoom {
  id: number
  construction_id: number
  name: string
  status: RoomStatus
  closed_at: Date | null
  construction_schedule_confirmed_at: Date | null
  reception_status: ReceptionStatus
  incomplete_reason_id: number | null
  revisit_at: Date | null
  visits: number
  room_remarks: string | null
  construction_remarks: string | null
  special_report: string | null
  app_register: boolean
  high_priority: boolean
  lock_version: number
  date: string | null
  start_at: string | null
  end_at: string | null
}

/** Holds one room that the actor can reach: a confirmed state is written only on the state that was read. */
export const lockRoomStatement = `select r.id, r.construction_id, r.name, r.status, r.closed_at, r.construction_schedule_confirmed_at, r.reception_status,
    r.incomplete_reason_id, r.revisit_at, r.visits, r.room_remarks, r.construction_remarks, r.special_report, r.app_register, r.high_priority, r.lock_version, g.date, f.start_at, f.end_at
  from rooms r join constructions n on n.client_id = r.client_id and n.id = r.construction_id
  left join assigns g on g.client_id = r.client_id and g.room_id = r.id
  left join construction_time_frames f on f.client_id = g.client_id and f.id = g.construction_time_frame_id
  where ${accessibleConstruction} and n.id = $3 and r.id = $4 for update of r`
export const lockRoom = async (db: Db, actor: ClientActor, constructionId: number, roomId: number): Promise<LockedRoom | undefined> =>
  (await rowsOf<LockedRoom>(db, lockRoomStatement, [...accessibleTo(actor), constructionId, roomId]))[0]

export interface RoomDetailRow extends RoomRow {
  date_change_extended_to: string | null
  date_change_extension_reason: string | null
  absent_at: Date | null
  revisit_wish: WishRow | null
  uuid: string
  lock_version: number
  construction_name: string | null
  construction_manage_no: string | null
  special_report_default: string | null
  building_id: number
  building_name: string
  incomplete_reason: string | null
  completion_comment: string | null
  digital_sign_file_id: number | null
  sign_omitted_reason: string | null
  photos_omitted_reason: string | null
  slots: {
    position: string
    place_name: string
    before_construction: number | null
    under_construction: number | null
    after_construction: number | null
  }[]
  options: string[]
  collect_on_the_day: number
}

const activeOrder = `o.status in ('unpaid', 'paid', 'cancel_application')`
const optionsOfRoom = `coalesce((select json_agg(d.option_name order by d.id) from orders o join order_details d on d.client_id = o.client_id and d.order_id = o.id
    where o.client_id = $1 and o.room_id = r.id and ${activeOrder}), '[]') as options,
  coalesce((select sum(o.total_price_in_tax)::int from orders o where o.client_id = $1 and o.room_id = r.id and o.pay_method = 'other' and o.status = 'unpaid'), 0)
    as collect_on_the_day`

/* Places of the construction and ordered options, each timing with its count of photos or null where none is asked for (G-PHO-08). */
const slotsOfRoom = `coalesce((select json_agg(json_build_object('position', s.position, 'place_name', s.place_name,
      'before_construction', case when s.before_construction then s.before_count end, 'under_construction', case when s.under_construction then s.under_count end,
      'after_construction', case when s.after_construction then s.after_count end) order by s.sort, s.at, s.id)
    from (
      select 1 as sort, e.position as at, e.id, 'place-' || e.id as position, coalesce(l.name, e.free_input) as place_name, e.before_construction, e.under_construction, e.after_construction,
        (select count(*) from room_images i where i.client_id = $1 and i.room_id = r.id and i.photography_place_entry_id = e.id and i.timing = 'before_construction' and i.hidden_at is null) as before_count,
        (select count(*) from room_images i where i.client_id = $1 and i.room_id = r.id and i.photography_place_entry_id = e.id and i.timing = 'under_construction' and i.hidden_at is null) as under_count,
        (select count(*) from room_images i where i.client_id = $1 and i.room_id = r.id and i.photography_place_entry_id = e.id and i.timing = 'after_construction' and i.hidden_at is null) as after_count
      from photography_place_entries e left join photography_places l on l.client_id = e.client_id and l.id = e.photography_place_id
      where e.client_id = $1 and e.construction_id = r.construction_id and e.area = 'private' and e.discarded_at is null
      union all
      select 2, c.position, c.id, 'option-' || c.id, c.option_name, c.before_construction, c.under_construction, c.after_construction,
        (select count(*) from room_images i where i.client_id = $1 and i.room_id = r.id and i.constructions_option_id = c.id and i.timing = 'before_construction' and i.hidden_at is null),
        (select count(*) from room_images i where i.client_id = $1 and i.room_id = r.id and i.constructions_option_id = c.id and i.timing = 'under_construction' and i.hidden_at is null),
        (select count(*) from room_images i where i.client_id = $1 and i.room_id = r.id and i.constructions_option_id = c.id and i.timing = 'after_construction' and i.hidden_at is null)
      from constructions_options c where c.client_id = $1 and c.construction_id = r.construction_id
        and exists (select from orders o join order_details d on d.client_id = o.client_id and d.order_id = o.id
          where o.client_id = $1 and o.room_id = r.id and d.constructions_option_id = c.id and ${activeOrder})) s), '[]') as slots`

/** The statement of a room's page. */
export const detailStatement = `select ${roomColumns}, ${openAbsence} as absent_at, ${openWish} as revisit_wish, r.uuid, r.lock_version, r.date_change_extended_to, r.date_change_extension_reason, n.name as construction_name, n.manage_no as construction_manage_no, n.special_report_default,
    b.id as building_id, b.name as building_name, q.name as incomplete_reason, r.completion_comment, r.digital_sign_file_id, r.sign_omitted_reason, r.photos_omitted_reason,
    ${slotsOfRoom}, ${optionsOfRoom}
  from ${roomTables}
  join constructions n on n.client_id = r.client_id and n.id = r.construction_id
  join buildings b on b.client_id = n.client_id and b.id = n.building_id
  left join incomplete_reasons q on q.client_id = r.client_id and q.id = r.incomplete_reason_id
  where ${accessibleConstruction} and n.id = $3 and r.id = $4`

/** One room with everything its page shows, in one query. */
export const findRoomDetail = async (
  db: Db,
  actor: ClientActor,
  constructionId: number,
  roomId: number,
): Promise<RoomDetailRow | undefined> =>
  (await rowsOf<RoomDetailRow>(db, detailStatement, [...accessibleTo(actor), constructionId, roomId]))[0]

export interface VisitRow extends RoomRow {
  wish_note: string | null
  slots: RoomDetailRow['slots']
  options: string[]
  collect_on_the_day: number
}
const visitsStatement = `select ${roomColumns}, ${slotsOfRoom}, ${optionsOfRoom}, w.note as wish_note from ${roomTables}
  left join room_wishes w on w.client_id = r.client_id and w.room_id = r.id
  join constructions n on n.client_id = r.client_id and n.id = r.construction_id
  where ${accessibleConstruction} and n.id = $3 and g.date = $4 order by f.start_at, g.frame_number, r.id`

/** The visits of one day in the order of the day. */
export const listVisits = (db: Db, actor: ClientActor, constructionId: number, date: string): Promise<VisitRow[]> =>
  rowsOf<VisitRow>(db, visitsStatement, [...accessibleTo(actor), constructionId, date])

export interface CrewShareRow {
  construction_time_frame_id: number
  assigned_contractor_id: number
  frame_count: number
  name: string
  own: boolean
}

/** How the time frames are shared among the crews, in the crews' order (D-25), and for which of them this actor is named. */
export const listCrewShares = (db: Db, actor: ClientActor, constructionId: number): Promise<CrewShareRow[]> =>
  rowsOf<CrewShareRow>(
    db,
    `select f.construction_time_frame_id, f.assigned_contractor_id, f.frame_count, k.name,
       exists (select from assigned_craftsmans m where m.client_id = $1 and m.assigned_contractor_id = a.id and m.craftsman_id = $3) as own
     from crew_frames f
     join assigned_contractors a on a.client_id = f.client_id and a.id = f.assigned_contractor_id and a.discarded_at is null
     join contractors k on k.client_id = a.client_id and k.id = a.contractor_id
     where f.client_id = $1 and f.construction_id = $2 order by a.position, a.id`,
    [actor.clientId, constructionId, actor.kind === 'craftsman' ? actor.id : null],
  )

/** The nearest days with visits before and after a day. */
export const findNeighbouringDates = async (db: Db, clientId: number, constructionId: number, date: string) => {
  const [row] = await rowsOf<{ previous_date: string | null; next_date: string | null }>(
    db,
    `select max(date) filter (where date < $3) as previous_date, min(date) filter (where date > $3) as next_date from assigns where client_id = $1 and construction_id = $2`,
    [clientId, constructionId, date],
  )
  return row ?? { previous_date: null, next_date: null }
}

export type RoomChange = Partial<{
  status: RoomStatus
  visits: number
  revisit_on: string | null
  completed_at: Date | null
  closed_at: Date | null
  incomplete_reason_id: number | null
  revisit_at: Date | null
  room_remarks: string | null
  construction_remarks: string | null
  special_report: string | null
  completion_comment: string | null
  digital_sign_file_id: number | null
  sign_omitted_reason: string | null
  photos_omitted_reason: string | null
  reception_status: ReceptionStatus
  app_register: boolean
  high_priority: boolean
  construction_schedule_confirmed_at: Date | null
}>

export const updateRoom = (db: Db, clientId: number, id: number, change: RoomChange, now: Date) =>
  db
    .updateTable('rooms')
    .set(eb => ({ ...change, lock_version: eb('lock_version', '+', 1), updated_at: now }))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

export const reasonExists = async (db: Db, clientId: number, id: number): Promise<boolean> =>
  (await db
    .selectFrom('incomplete_reasons')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .select('id')
    .executeTakeFirst()) !== undefined

/** The company's own reason for absences: 不在 before 不在がち; null when it has none. */
export const findReasonOfAbsence = async (db: Db, clientId: number): Promise<number | null> =>
  (
    await db
      .selectFrom('incomplete_reasons')
      .where('client_id', '=', clientId)
      .where('discarded_at', 'is', null)
      .where('name', 'like', '%不在%')
      .orderBy(sql`char_length(name)`)
      .orderBy('id')
      .select('id')
      .executeTakeFirst()
  )?.id ?? null

export const countOpenRooms = async (db: Db, clientId: number, constructionId: number): Promise<number> =>
  (
    await db
      .selectFrom('rooms')
      .where('client_id', '=', clientId)
      .where('construction_id', '=', constructionId)
      .where('closed_at', 'is', null)
      .select(sql<number>`count(*)::int`.as('open'))
      .executeTakeFirstOrThrow()
  ).open

/** Whether a change of the room was told of lately: one mail per room and ten minutes (G-REP-07). */
export const wasNotifiedLately = async (db: Db, clientId: number, roomId: number, since: Date): Promise<boolean> =>
  (await db
    .selectFrom('events')
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .where('kind', '=', 'rooms.updated')
    .where('at', '>', since)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

export interface TimelineRow {
  id: number
  kind: string
  at: Date
  actor_kind: string
  actor_name: string | null
  acting_for: 'resident' | null
  channel: string
  change: Record<string, unknown>
  personal: Record<string, unknown> | null
}

/** The whole timeline of a room with the names of those who acted, newest first (D-12). */
export const listTimeline = (db: Db, clientId: number, constructionId: number, roomId: number): Promise<TimelineRow[]> =>
  rowsOf<TimelineRow>(
    db,
    `select e.id, e.kind, e.at, e.actor_kind, coalesce(u.name, p.name, a.name, o.name) as actor_name, e.acting_for, e.channel, e.change, v.values as personal
     from events e
     left join event_personal_values v on v.client_id = e.client_id and v.event_id = e.id
     left join users u on e.actor_kind in ('staffAdmin', 'staff', 'craftsman') and u.client_id = e.client_id and u.id = e.actor_id
     left join residents p on e.actor_kind = 'resident' and p.client_id = e.client_id and p.id = e.actor_id
     left join admins a on e.actor_kind = 'admin' and a.id = e.actor_id
     left join operators o on e.actor_kind = 'operator' and o.id = e.actor_id
     where e.client_id = $1 and e.construction_id = $2 and e.room_id = $3 order by e.id desc limit 500`,
    [clientId, constructionId, roomId],
  )

export interface FoundRoomRow {
  id: number
  name: string
  construction_id: number
  construction_name: string | null
  building_name: string
  resident_name: string | null
  date: string | null
  start_at: string | null
  end_at: string | null
  status: RoomStatus
}

/** Dwellings by number, resident's name or telephone, over all living constructions: exact numbers first. */
export const searchRooms = (db: Db, clientId: number, keyword: string): Promise<FoundRoomRow[]> => {
  const plain = nameForComparison(keyword).replace(/号室?$/, '')
  const digits = plain.replaceAll(/[-\s]/g, '')
  return rowsOf<FoundRoomRow>(
    db,
    `select r.id, r.name, r.construction_id, n.name as construction_name, b.name as building_name, p.name as resident_name, g.date, f.start_at, f.end_at, r.status
     from ${roomTables}
     join constructions n on n.client_id = r.client_id and n.id = r.construction_id and n.discarded_at is null
     join buildings b on b.client_id = n.client_id and b.id = n.building_id
     where r.client_id = $1 and (r.name_key ilike $2 or p.name ilike $3 or $4 in (p.phone, p.unproven_phone))
     order by (r.name_key = $5) desc, (r.closed_at is null) desc, n.id desc, r.name_key limit 50`,
    [clientId, `${like(plain).slice(1)}`, like(plain), digits, plain],
  )
}

export interface RemainingRow {
  room_id: number
  room_name: string
  construction_id: number
  construction_name: string | null
  building_name: string
  status: RoomStatus
  date: string | null
  incomplete_reason: string | null
  revisit_at: Date | null
  revisit_on: string | null
  visits: number
  revisit_wish: WishRow | null
  room_remarks: string | null
  total: number
}
const remainingOrder = {
  building_name: 'b.name',
  construction_name: 'n.name',
  room_name: 'r.name_key',
  status: 'r.status',
  date: 'g.date',
  incomplete_reason: 'q.name',
  revisit_at: 'coalesce(r.revisit_at, r.revisit_on::timestamptz)',
  call_by: `(${openWish} ->> 'call_by')`,
} as const

export interface RemainingList {
  constructionId: number | null
  today: string
  buildingName?: string | undefined
  reasonId?: number | undefined
  sortBy?: keyof typeof remainingOrder | undefined
  sortDesc: boolean
  page: number
  perPage: number | null
}

/** Rooms to be rescheduled, or still waiting after their day has passed, not closed (G-CON-20). */
export const listRemaining = async (db: Db, actor: ClientActor, list: RemainingList) => {
  const direction = list.sortDesc ? 'desc' : 'asc'
  const order = list.sortBy ? `${remainingOrder[list.sortBy]} ${direction} nulls last, r.id` : `n.id ${direction}, k.position, r.row, r.col`
  const rows = await rowsOf<RemainingRow>(
    db,
    `select r.id as room_id, r.name as room_name, n.id as construction_id, n.name as construction_name, b.name as building_name, r.status, g.date,
       q.name as incomplete_reason, r.revisit_at, r.revisit_on, r.visits, ${openWish} as revisit_wish, r.room_remarks, count(*) over ()::int as total
     from ${roomTables}
     join constructions n on n.client_id = r.client_id and n.id = r.construction_id
     join buildings b on b.client_id = n.client_id and b.id = n.building_id
     left join incomplete_reasons q on q.client_id = r.client_id and q.id = r.incomplete_reason_id
     where ${accessibleConstruction} and ($3::bigint is null or n.id = $3) and r.closed_at is null
       and (r.status = 'reschedule' or (r.status = 'waiting' and g.date < $4::date))
       and ($5::text is null or b.name ilike $5) and ($6::bigint is null or r.incomplete_reason_id = $6)
     order by ${order} limit $7 offset $8`,
    [
      ...accessibleTo(actor),
      list.constructionId,
      list.today,
      list.buildingName ? like(list.buildingName) : null,
      list.reasonId ?? null,
      list.perPage,
      list.perPage === null ? 0 : (list.page - 1) * list.perPage,
    ],
  )
  return { remaining_constructions: rows.map(({ total: _total, ...row }) => row), total_count: rows[0]?.total ?? 0 }
}

export const listContractedClientIds = async (db: Db): Promise<number[]> =>
  (
    await db.selectFrom('clients').where('status', '=', 'contracted').where('discarded_at', 'is', null).orderBy('id').select('id').execute()
  ).map(row => row.id)

/** Assigned rooms whose dates are decided by today and that nobody has confirmed yet (G-SCH-12). */
export const lockUnconfirmedDueRooms = (db: Db, clientId: number, today: string) =>
  rowsOf<{ id: number; construction_id: number; date: string }>(
    db,
    `select r.id, r.construction_id, g.date from rooms r
     join assigns g on g.client_id = r.client_id and g.room_id = r.id
     join constructions n on n.client_id = r.client_id and n.id = r.construction_id and n.discarded_at is null
     where r.client_id = $1 and n.decision_guide_distribution_on <= $2 and n.detail_schedule_completed_at is not null
       and r.construction_schedule_confirmed_at is null and r.status <> 'completed' and r.closed_at is null
     for update of r`,
    [clientId, today],
  )
