import type { ClientId, Reached, WorkerActor } from '@toguchi/domain/access/actor'
import type { AbsenceTransport } from '@toguchi/domain/rooms/absences/absence-labels'
import type { RoomStatus } from '@toguchi/domain/rooms/labels'
import type { Daypart } from '@toguchi/domain/rooms/absence'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'

/** When somebody came in vain to the room `r`; null once it has a date again (D-34). */
export const openAbsence = '(select oa.visited_at from open_absences oa where oa.client_id = $1 and oa.room_id = r.id)'

/** The wish of the room `r` that nobody has called about yet, as JSON; null once it has a date again. */
export const openWish = `(select json_build_object('dates', orw.dates, 'dayparts', orw.dayparts, 'phone', orw.phone, 'note', orw.note, 'call_by', orw.call_by)
  from open_revisit_wishes orw where orw.client_id = $1 and orw.room_id = r.id)`

/**
 * The room `r` was visited in vain on so many days and has no date and no wish since: the board can be asked for help. Days, for one visit may
 * be recorded by two.
 */
export const isMissedAgain = (least: number): string => `r.status = 'reschedule' and r.closed_at is null
  and not exists (select from open_revisit_wishes orw where orw.client_id = $1 and orw.room_id = r.id)
  and (select count(distinct (ra.visited_at at time zone 'Asia/Tokyo')::date) from room_absences ra
    where ra.client_id = $1 and ra.room_id = r.id and ra.withdrawn_at is null) >= ${least}`

/** When somebody came to the room `r` in vain last, as far as it is known here. */
export const missedLast = `(select max(ra.recorded_at) from room_absences ra where ra.client_id = $1 and ra.room_id = r.id and ra.withdrawn_at is null)`

/** The same, and the board has not been written to since: a task of the office. */
export const awaitsBoardLetter = (least: number): string => `${isMissedAgain(least)}
  and not exists (select from events printed where printed.client_id = $1 and printed.room_id = r.id
    and printed.kind = 'rooms.board_letter_printed' and printed.at >= ${missedLast})`

/** A wish as the database hands it out. */
export interface WishRow {
  dates: string[]
  dayparts: Daypart[]
  phone: string | null
  note: string | null
  call_by: string
}

export interface NewAbsence {
  uuid?: string | undefined
  visited_at: Date
  recorded_at: Date
  incomplete_reason_id: number | null
  photo_omitted_reason?: string | null | undefined
}

export const insertAbsence = async (
  db: Db,
  actor: Reached<WorkerActor>,
  roomId: number,
  { uuid, visited_at, recorded_at, incomplete_reason_id, photo_omitted_reason }: NewAbsence,
): Promise<number> => {
  const row = {
    client_id: actor.clientId,
    room_id: roomId,
    visited_at,
    recorded_at,
    incomplete_reason_id,
    photo_omitted_reason: photo_omitted_reason ?? null,
    recorded_by_kind: actor.kind,
    recorded_by_id: actor.id,
    ...(uuid === undefined ? {} : { uuid }),
  }
  return (await db.insertInto('room_absences').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** The room that an absence was recorded for; undefined when nobody knows its uuid. */
export const findRoomOfAbsence = async (db: Db, clientId: ClientId, uuid: string): Promise<number | undefined> =>
  (await db.selectFrom('room_absences').where('client_id', '=', clientId).where('uuid', '=', uuid).select('room_id').executeTakeFirst())
    ?.room_id

/** Whether somebody has moved the room since a moment. */
export const wasMovedSince = async (db: Db, clientId: ClientId, roomId: number, since: Date): Promise<boolean> =>
  (
    await rowsOf<{ id: number }>(
      db,
      `select e.id from events e where e.client_id = $1 and e.room_id = $2 and e.kind in ('assigns.placed', 'assigns.moved') and e.at > $3
       limit 1`,
      [clientId, roomId, since],
    )
  ).length > 0

/** Whether the household was told of a visit of this day, and not that it was none. */
export const wasToldOfVisit = async (db: Db, clientId: ClientId, roomId: number, visitOn: string): Promise<boolean> =>
  (
    await rowsOf<{ id: number }>(
      db,
      `select ra.id from room_absences ra where ra.client_id = $1 and ra.room_id = $2 and ra.told_by is not null
         and (ra.visited_at at time zone 'Asia/Tokyo')::date = $3::date limit 1`,
      [clientId, roomId, visitOn],
    )
  ).length > 0

/** Whether a 不在票 was printed for a visit of this day. */
export const hasSlipOf = async (db: Db, clientId: ClientId, roomId: number, visitOn: string): Promise<boolean> =>
  (await db
    .selectFrom('absence_slips')
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .where('visit_on', '=', visitOn)
    .where('withdrawn_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

export const findToldBy = async (db: Db, clientId: ClientId, absenceId: number): Promise<AbsenceTransport | null> =>
  (
    await rowsOf<{ told_by: AbsenceTransport | null }>(
      db,
      'select ra.told_by from room_absences ra where ra.client_id = $1 and ra.id = $2',
      [clientId, absenceId],
    )
  )[0]?.told_by ?? null

export const setToldBy = (db: Db, clientId: ClientId, absenceId: number, told_by: AbsenceTransport | null) =>
  db.updateTable('room_absences').set({ told_by }).where('client_id', '=', clientId).where('id', '=', absenceId).execute()

export interface AbsenceRow {
  uuid: string
  visited_at: Date
  recorded_at: Date
  recorded_by: string | null
  reason: string | null
  photo_omitted_reason: string | null
  told_by: AbsenceTransport | null
  withdrawn_at: Date | null
  open: boolean
}

/** Every visit in vain of a room, the newest first. */
export const listAbsences = (db: Db, clientId: ClientId, roomId: number): Promise<AbsenceRow[]> =>
  rowsOf<AbsenceRow>(
    db,
    `select ra.uuid, ra.visited_at, ra.recorded_at, coalesce(u.name, ad.name, op.name) as recorded_by, ir.name as reason, ra.photo_omitted_reason, ra.told_by,
       ra.withdrawn_at, oa.id is not null as open
     from room_absences ra
     left join open_absences oa on oa.client_id = ra.client_id and oa.id = ra.id
     left join incomplete_reasons ir on ir.client_id = ra.client_id and ir.id = ra.incomplete_reason_id
     left join users u on ra.recorded_by_kind in ('staffAdmin', 'staff', 'craftsman') and u.client_id = ra.client_id and u.id = ra.recorded_by_id
     left join admins ad on ra.recorded_by_kind = 'admin' and ad.id = ra.recorded_by_id
     left join operators op on ra.recorded_by_kind = 'operator' and op.id = ra.recorded_by_id
     where ra.client_id = $1 and ra.room_id = $2
     order by ra.visited_at desc, ra.id desc`,
    [clientId, roomId],
  )

/** What of a room is open at this moment. */
export interface OpenOfRoom {
  absence_id: number | null
  wish_id: number | null
}

export const findOpenOfRoom = async (db: Db, clientId: ClientId, roomId: number): Promise<OpenOfRoom> => {
  const [open] = await rowsOf<OpenOfRoom>(
    db,
    `select (select ra.id from room_absences ra where ra.client_id = $1 and ra.room_id = $2 and ra.ended_at is null) as absence_id,
       (select rvw.id from revisit_wishes rvw where rvw.client_id = $1 and rvw.room_id = $2 and rvw.settled_at is null) as wish_id`,
    [clientId, roomId],
  )
  return open ?? { absence_id: null, wish_id: null }
}

/** Opens again what the recording of a visit had ended. */
export const reopen = async (db: Db, clientId: ClientId, { absence_id, wish_id }: OpenOfRoom): Promise<void> => {
  if (absence_id !== null)
    await db.updateTable('room_absences').set({ ended_at: null }).where('client_id', '=', clientId).where('id', '=', absence_id).execute()
  if (wish_id !== null)
    await db.updateTable('revisit_wishes').set({ settled_at: null }).where('client_id', '=', clientId).where('id', '=', wish_id).execute()
}

/** Ends what is open of a room: the offer after an absence, its slips, and the wish that somebody was to call about. */
export const endAbsences = async (db: Db, clientId: ClientId, roomId: number, now: Date): Promise<boolean> => {
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
export const findRecordedAbsence = async (db: Db, clientId: ClientId, roomId: number): Promise<RecordedAbsence | undefined> =>
  (
    await rowsOf<RecordedAbsence>(
      db,
      `select e.actor_kind, e.actor_id, e.at, oa.id as absence_id, e.change->'was' as was, epv.values as remarks,
         exists (select from open_revisit_wishes orw where orw.client_id = $1 and orw.room_id = $2) as has_wish
       from open_absences oa
       join events e on e.client_id = oa.client_id and e.room_id = oa.room_id and e.kind = 'rooms.absence_recorded'
       left join event_personal_values epv on epv.client_id = e.client_id and epv.event_id = e.id
       where oa.client_id = $1 and oa.room_id = $2
         -- Events from before the update do not name theirs: the newest of them is meant.
         and coalesce((e.change->>'absence_id')::bigint, oa.id) = oa.id
       order by e.id desc limit 1`,
      [clientId, roomId],
    )
  )[0]

export interface RoomBeforeAbsence extends Partial<OpenOfRoom> {
  status: RoomStatus
  incomplete_reason_id: number | null
  revisit_at: string | null
  /** Absent in events from before it was kept. */
  revisit_on?: string | null
  visits: number
}

/** Marks a visit as one that was none. */
export const markWithdrawn = (db: Db, clientId: ClientId, absenceId: number, now: Date) =>
  db
    .updateTable('room_absences')
    .set({ ended_at: now, withdrawn_at: now })
    .where('client_id', '=', clientId)
    .where('id', '=', absenceId)
    .execute()

/** Ends the slips of a visit that was none: all but those that were printed before the earlier one which is open again, and for it. */
export const withdrawSlips = (db: Db, clientId: ClientId, roomId: number, reopened: number | null, now: Date) =>
  rowsOf(
    db,
    `update absence_slips sl set ended_at = $4, withdrawn_at = $4
     where sl.client_id = $1 and sl.room_id = $2 and sl.ended_at is null and not exists (
       select from room_absences ra where ra.client_id = $1 and ra.id = $3 and sl.issued_at <= ra.recorded_at
         and (ra.visited_at at time zone 'Asia/Tokyo')::date - sl.visit_on between 0 and 1)`,
    [clientId, roomId, reopened, now],
  )

/** Ends the slips that lie at the door of a room. */
export const endSlips = (db: Db, clientId: ClientId, roomId: number, now: Date) =>
  db
    .updateTable('absence_slips')
    .set({ ended_at: now })
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .where('ended_at', 'is', null)
    .execute()

export const insertSlip = (db: Db, clientId: ClientId, slip: { room_id: number; token_hash: Buffer; visit_on: string; issued_at: Date }) =>
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
export const findSlip = async (db: Db, clientId: ClientId, tokenHash: Buffer): Promise<SlipRow | undefined> =>
  (
    await rowsOf<SlipRow>(
      db,
      `select sl.room_id, r.construction_id, r.uuid as room_uuid, r.name as room_name, c.uuid as construction_uuid, c.manage_no,
         b.name as building_name, res.id as resident_id,
         sl.ended_at is null and coalesce((${openAbsence} at time zone 'Asia/Tokyo')::date - sl.visit_on between 0 and 1, false) as open,
         sl.ended_at is not null or r.closed_at is not null or r.status = 'completed'
           or exists (select from room_absences ra where ra.client_id = $1 and ra.room_id = sl.room_id
             and ra.withdrawn_at is null and (ra.visited_at at time zone 'Asia/Tokyo')::date >= sl.visit_on) as ended,
         (select json_build_object('date', a.date, 'construction_time_frame_id', f.id, 'start_at', to_char(f.start_at, 'HH24:MI'), 'end_at', to_char(f.end_at, 'HH24:MI'))
           from assigns a join construction_time_frames f on f.client_id = $1 and f.id = a.construction_time_frame_id
           where a.client_id = $1 and a.room_id = sl.room_id and r.status = 'waiting' and r.closed_at is null
             and sl.withdrawn_at is null
             and (select (max(ra.visited_at) at time zone 'Asia/Tokyo')::date - sl.visit_on between 0 and 1
                 -- What stood before the visit was not found after it.
                 and max(ra.recorded_at) <= r.construction_schedule_confirmed_at
               from room_absences ra where ra.client_id = $1 and ra.room_id = sl.room_id and ra.withdrawn_at is null)) as decided
       from absence_slips sl
       join rooms r on r.client_id = sl.client_id and r.id = sl.room_id
       join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
       join buildings b on b.client_id = c.client_id and b.id = c.building_id
       left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
       where sl.client_id = $1 and sl.token_hash = $2`,
      [clientId, tokenHash],
    )
  )[0]

export const insertWish = (
  db: Db,
  clientId: ClientId,
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
export const settleWish = async (db: Db, clientId: ClientId, roomId: number, now: Date): Promise<boolean> =>
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
