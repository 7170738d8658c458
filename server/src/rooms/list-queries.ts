import type { ClientId, WorkerActor } from '@toguchi/domain/access/actor'
import type { RoomStatus } from '@toguchi/domain/rooms/labels'
import { nameForComparison } from '@toguchi/domain/rooms/room-names'
import type { Db } from '../platform/database/database.ts'
import { anyNumber, countedRoom, like, likeName } from '../platform/database/listing.ts'
import { plannedAnew, rowsOf } from '../platform/database/rows.ts'
import { openWish, type WishRow } from './absences/absence-queries.ts'
import { accessibleConstruction, accessibleTo, roomTables } from './queries.ts'
import { beginningsOf, listSought, mostFound } from './search/search-queries.ts'

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

const mostRooms = 50

const foundRooms = `select r.id, r.name, r.construction_id, c.name as construction_name, b.name as building_name, res.name as resident_name, a.date, f.start_at, f.end_at, r.status
     from ${roomTables}
     join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
     join buildings b on b.client_id = c.client_id and b.id = c.building_id
     where r.client_id = $1 and (r.name_key ilike $2 or r.name_key ~ $6 or res.name_key like $3 or $4 in (res.phone, res.unproven_phone))`
const foundOrder = `order by (lower(r.name_key) = lower($5)) desc, (r.name_key ilike $2) desc, coalesce(r.name_key ~ $6, false) desc, (r.closed_at is null) desc,
     c.id desc, r.name_key limit ${mostRooms}`

/**
 * Dwellings by number, resident's name or telephone, over all living constructions: the number itself first, then what begins with it, then
 * what has its digits (D-36). Where very many are meant the first page is found without the others (decision 089).
 */
export const searchRooms = async (db: Db, clientId: ClientId, keyword: string, many = mostFound): Promise<FoundRoomRow[]> => {
  const plain = nameForComparison(keyword).replace(/号室?$/, '')
  const digits = plain.replaceAll(/[-\s]/g, '')
  const values = [clientId, like(plain).slice(1), likeName(plain), digits, plain, anyNumber([plain])]
  const isNumber = /^\d+$/.test(plain)
  const name = likeName(plain)
  const byNumber = { beginnings: beginningsOf(plain), numbers: [plain], phone: digits }
  const among = (ids: readonly number[]) =>
    rowsOf<FoundRoomRow>(db, `${foundRooms} and r.id = any($7::bigint[]) ${foundOrder}`, [...values, ids])
  const ids = await listSought(db, clientId, { ...byNumber, ...(isNumber ? { namedByDigits: name } : { name }) }, many)
  if (ids) return among(ids)
  const nearest = isNumber ? await listNewestNamed(db, clientId, plain) : await listNewestOf(db, clientId, name)
  const before = isNumber ? [] : await listSought(db, clientId, byNumber, many)
  if (nearest.length === mostRooms && before) return among([...nearest, ...before])
  return rowsOf<FoundRoomRow>(db, `${foundRooms} ${foundOrder}`, values)
}

/** Of rooms with this very name those that come first: not closed, of the newest constructions. */
const listNewestNamed = async (db: Db, clientId: ClientId, name: string): Promise<number[]> =>
  (
    await rowsOf<{ id: number }>(
      db,
      `select named.id from constructions c
       cross join lateral (select r.id from rooms r where r.client_id = $1 and r.construction_id = c.id and r.name_key = $2 and r.closed_at is null) named
       where c.client_id = $1 and c.discarded_at is null order by c.id desc limit ${mostRooms}`,
      [clientId, name],
    )
  ).map(({ id }) => id)

/** Open rooms that are looked at for a frequent name before all names are. */
const mostNear = 20_000

/** Of dwellings of people with such a name those that come first: not closed, of the newest constructions. */
const listNewestOf = async (db: Db, clientId: ClientId, name: string | null): Promise<number[]> =>
  (
    await rowsOf<{ id: number }>(
      db,
      `select near.id from (
         select opened.id, c.id as construction_id, opened.name_key from constructions c
         cross join lateral (select r.id, r.name_key from rooms r where r.client_id = $1 and r.construction_id = c.id and r.closed_at is null
           order by r.name_key) opened
         where c.client_id = $1 and c.discarded_at is null order by c.id desc, opened.name_key limit ${mostNear}) near
       cross join lateral (select from residents res where res.client_id = $1 and res.room_id = near.id and res.discarded_at is null
         and res.name_key like $2 limit 1) named
       order by near.construction_id desc, near.name_key limit ${mostRooms}`,
      [clientId, name],
    )
  ).map(({ id }) => id)

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
  owner: string | null
  since: string | null
  total: number
}

/** Of a room `r` that is left over (G-CON-20), placed on a date: the day it was called off, or on which nobody came. */
export const leftOverSince = (date: string) => `case when r.status = 'waiting' then ${date} else coalesce((
    select (max(e.at) at time zone 'Asia/Tokyo')::date from events e
    where e.client_id = $1 and e.room_id = r.id and e.kind in ('rooms.rescheduled', 'rooms.absence_recorded')), ${date}) end`

const remainingOrder = {
  building_name: 'c.building_name',
  construction_name: 'c.name',
  room_name: countedRoom('r.name_key'),
  status: 'r.status',
  date: 'r.date',
  incomplete_reason: 'ir.name',
  revisit_at: 'coalesce(r.revisit_at, r.revisit_on::timestamptz)',
  call_by: `(${openWish} ->> 'call_by')`,
  owner: 'c.owner',
  since: leftOverSince('r.date'),
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
export const listRemaining = (db: Db, actor: WorkerActor, list: RemainingList) => listWithin(db, accessibleTo(actor), list)

/** The same for work that nobody asks for: of all constructions of a client. */
export const listRemainingOfClient = (db: Db, clientId: ClientId, list: RemainingList) => listWithin(db, [clientId, null], list)

const listWithin = async (db: Db, reach: [number, number | null], list: RemainingList) => {
  const direction = list.sortDesc ? 'desc' : 'asc'
  const order = list.sortBy
    ? `${remainingOrder[list.sortBy]} ${direction} nulls last, r.id`
    : `c.id ${direction}, rb.position, r.row, r.col`
  const rows = await rowsOf<RemainingRow>(
    db,
    // Each of these is read as a whole, and then they are joined: row by row each would be looked up through every level of an index.
    `${plannedAnew} with reached as materialized (
       select c.id, c.name, b.name as building_name, representative.name as owner from constructions c
       join buildings b on b.client_id = $1 and b.id = c.building_id
       left join users representative on representative.client_id = $1 and representative.id = c.construction_staff_id
       where ${accessibleConstruction} and ($3::bigint is null or c.id = $3) and ($5::text is null or b.name ilike $5)),
     placed as materialized (
       select a.room_id, a.date from assigns a where a.client_id = $1 and ($3::bigint is null or a.construction_id = $3)),
     left_over as materialized (
       select r.id, r.name, r.name_key, r.construction_id, r.block_id, r.row, r.col, r.status, r.incomplete_reason_id, r.revisit_at, r.revisit_on,
         r.visits, r.room_remarks, placed.date
       from rooms r left join placed on placed.room_id = r.id
       where r.client_id = $1 and r.closed_at is null and r.status <> 'completed' and ($3::bigint is null or r.construction_id = $3)
         and (r.status = 'reschedule' or (r.status = 'waiting' and placed.date < $4::date)) and ($6::bigint is null or r.incomplete_reason_id = $6))
     select r.id as room_id, r.name as room_name, c.id as construction_id, c.name as construction_name, c.building_name, r.status, r.date,
       ir.name as incomplete_reason, r.revisit_at, r.revisit_on, r.visits, ${openWish} as revisit_wish, r.room_remarks, c.owner,
       ${leftOverSince('r.date')} as since, count(*) over ()::int as total
     from left_over r
     join reached c on c.id = r.construction_id
     join room_blocks rb on rb.client_id = $1 and rb.id = r.block_id
     left join incomplete_reasons ir on ir.client_id = $1 and ir.id = r.incomplete_reason_id
     order by ${order} limit $7 offset $8`,
    [
      ...reach,
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
