import type { RoomStatus } from '@toguchi/domain/rooms/labels'
import type { Daypart } from '@toguchi/domain/rooms/absence'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

/** When somebody came in vain to the room `r`; null once it has a date again (D-34). */
export const openAbsence = '(select x.visited_at from open_absences x where x.client_id = $1 and x.room_id = r.id)'

/** The wish of the room `r` that nobody has called about yet, as JSON; null once it has a date again. */
export const openWish = `(select json_build_object('dates', w.dates, 'dayparts', w.dayparts, 'phone', w.phone, 'note', w.note, 'call_by', w.call_by)
  from open_revisit_wishes w where w.client_id = $1 and w.room_id = r.id)`

/** A wish as the database hands it out. */
export interface WishRow {
  dates: string[]
  dayparts: Daypart[]
  phone: string | null
  note: string | null
  call_by: string
}

export const insertAbsence = async (db: Db, clientId: number, roomId: number, visitedAt: Date, now: Date): Promise<number> => {
  const row = { client_id: clientId, room_id: roomId, visited_at: visitedAt, recorded_at: now }
  return (await db.insertInto('room_absences').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** What of a room is open at this moment. */
export interface OpenOfRoom {
  absence_id: number | null
  wish_id: number | null
}

export const findOpenOfRoom = async (db: Db, clientId: number, roomId: number): Promise<OpenOfRoom> => {
  const [open] = await rowsOf<OpenOfRoom>(
    db,
    `select (select x.id from room_absences x where x.client_id = $1 and x.room_id = $2 and x.ended_at is null) as absence_id,
       (select w.id from revisit_wishes w where w.client_id = $1 and w.room_id = $2 and w.settled_at is null) as wish_id`,
    [clientId, roomId],
  )
  return open ?? { absence_id: null, wish_id: null }
}

/** Opens again what the recording of a visit had ended. */
export const reopen = async (db: Db, clientId: number, { absence_id, wish_id }: OpenOfRoom): Promise<void> => {
  if (absence_id !== null)
    await db.updateTable('room_absences').set({ ended_at: null }).where('client_id', '=', clientId).where('id', '=', absence_id).execute()
  if (wish_id !== null)
    await db.updateTable('revisit_wishes').set({ settled_at: null }).where('client_id', '=', clientId).where('id', '=', wish_id).execute()
}

/** Ends what is open of a room: the offer after an absence, its slips, and the wish that somebody was to call about. */
export const endAbsences = async (db: Db, clientId: number, roomId: number, now: Date): Promise<boolean> => {
  const ended = await db
    .updateTable('room_absences')
    .set({ ended_at: now })
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  await settleWish(db, clientId, roomId, now)
  return ended.length > 0
}

export interface RecordedAbsence {
  actor_kind: string
  actor_id: number | null
  at: Date
  absence_id: number
  has_wish: boolean
  /** As what the room was found; null for one from before the update that keeps it. */
  was: RoomBeforeAbsence | null
  /** Free text that was written with it; null once it was erased. */
  remarks: { room_remarks?: string; room_remarks_before?: string | null } | null
}

/** What was recorded of the visit in vain that is open; undefined when none is. */
export const findRecordedAbsence = async (db: Db, clientId: number, roomId: number): Promise<RecordedAbsence | undefined> =>
  (
    await rowsOf<RecordedAbsence>(
      db,
      `select e.actor_kind, e.actor_id, e.at, x.id as absence_id, e.change->'was' as was, v.values as remarks,
         exists (select from open_revisit_wishes w where w.client_id = $1 and w.room_id = $2) as has_wish
       from open_absences x
       join events e on e.client_id = x.client_id and e.room_id = x.room_id and e.kind = 'rooms.absence_recorded'
       left join event_personal_values v on v.client_id = e.client_id and v.event_id = e.id
       where x.client_id = $1 and x.room_id = $2
         -- Events from before the update do not name theirs: the newest of them is meant.
         and coalesce((e.change->>'absence_id')::bigint, x.id) = x.id
       order by e.id desc limit 1`,
      [clientId, roomId],
    )
  )[0]

export interface RoomBeforeAbsence extends Partial<OpenOfRoom> {
  status: RoomStatus
  incomplete_reason_id: number | null
  revisit_at: string | null
  visits: number
}

/** Marks a visit as one that was none. */
export const markWithdrawn = (db: Db, clientId: number, absenceId: number, now: Date) =>
  db
    .updateTable('room_absences')
    .set({ ended_at: now, withdrawn_at: now })
    .where('client_id', '=', clientId)
    .where('id', '=', absenceId)
    .execute()

/** Ends the slips of a visit that was none: all but those that were printed before the earlier one which is open again, and for it. */
export const withdrawSlips = (db: Db, clientId: number, roomId: number, reopened: number | null, now: Date) =>
  rowsOf(
    db,
    `update absence_slips s set ended_at = $4, withdrawn_at = $4
     where s.client_id = $1 and s.room_id = $2 and s.ended_at is null and not exists (
       select from room_absences x where x.client_id = $1 and x.id = $3 and s.issued_at <= x.recorded_at
         and (x.visited_at at time zone 'Asia/Tokyo')::date - s.visit_on between 0 and 1)`,
    [clientId, roomId, reopened, now],
  )

/** Ends the slips that lie at the door of a room. */
export const endSlips = (db: Db, clientId: number, roomId: number, now: Date) =>
  db
    .updateTable('absence_slips')
    .set({ ended_at: now })
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .where('ended_at', 'is', null)
    .execute()

export const insertSlip = (db: Db, clientId: number, slip: { room_id: number; token_hash: Buffer; visit_on: string; issued_at: Date }) =>
  db
    .insertInto('absence_slips')
    .values({ client_id: clientId, ...slip })
    .execute()

export interface SlipRow {
  room_id: number
  construction_id: number
  room_uuid: string
  room_name: string
  construction_uuid: string
  manage_no: string | null
  building_name: string
  resident_id: number | null
  /** Good: an absence of its day, or recorded the morning after, is open, and nobody has chosen by it. */
  open: boolean
  ended: boolean
  /** The date that was found after the newest visit, if the slip is of that one and was not withdrawn. */
  decided: { date: string; construction_time_frame_id: number; start_at: string; end_at: string } | null
}

/** The slip behind a token's hash, with its room. */
export const findSlip = async (db: Db, clientId: number, tokenHash: Buffer): Promise<SlipRow | undefined> =>
  (
    await rowsOf<SlipRow>(
      db,
      `select s.room_id, r.construction_id, r.uuid as room_uuid, r.name as room_name, n.uuid as construction_uuid, n.manage_no,
         b.name as building_name, p.id as resident_id,
         s.ended_at is null and coalesce((${openAbsence} at time zone 'Asia/Tokyo')::date - s.visit_on between 0 and 1, false) as open,
         s.ended_at is not null or r.closed_at is not null or r.status = 'completed'
           or exists (select from room_absences x where x.client_id = $1 and x.room_id = s.room_id
             and x.withdrawn_at is null and (x.visited_at at time zone 'Asia/Tokyo')::date >= s.visit_on) as ended,
         (select json_build_object('date', g.date, 'construction_time_frame_id', f.id, 'start_at', to_char(f.start_at, 'HH24:MI'), 'end_at', to_char(f.end_at, 'HH24:MI'))
           from assigns g join construction_time_frames f on f.client_id = $1 and f.id = g.construction_time_frame_id
           where g.client_id = $1 and g.room_id = s.room_id and r.status = 'waiting' and r.closed_at is null
             and s.withdrawn_at is null
             and (select (max(x.visited_at) at time zone 'Asia/Tokyo')::date - s.visit_on between 0 and 1
                 -- What stood before the visit was not found after it.
                 and max(x.recorded_at) <= r.construction_schedule_confirmed_at
               from room_absences x where x.client_id = $1 and x.room_id = s.room_id and x.withdrawn_at is null)) as decided
       from absence_slips s
       join rooms r on r.client_id = s.client_id and r.id = s.room_id
       join constructions n on n.client_id = r.client_id and n.id = r.construction_id and n.discarded_at is null
       join buildings b on b.client_id = n.client_id and b.id = n.building_id
       left join residents p on p.client_id = r.client_id and p.room_id = r.id and p.discarded_at is null
       where s.client_id = $1 and s.token_hash = $2`,
      [clientId, tokenHash],
    )
  )[0]

export const insertWish = (
  db: Db,
  clientId: number,
  wish: {
    room_id: number
    dates: string[]
    dayparts: string[]
    phone: string | null
    note: string | null
    call_by: string
    wished_at: Date
  },
) =>
  db
    .insertInto('revisit_wishes')
    .values({ client_id: clientId, ...wish })
    .execute()

/** Nobody need call any more. */
export const settleWish = async (db: Db, clientId: number, roomId: number, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('revisit_wishes')
      .set({ settled_at: now })
      .where('client_id', '=', clientId)
      .where('room_id', '=', roomId)
      .where('settled_at', 'is', null)
      .returning('id')
      .execute()
  ).length > 0
