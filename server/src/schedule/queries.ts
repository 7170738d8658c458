import type { ClientActor } from '@toguchi/domain/access/actor'
import type { FramePlace } from '@toguchi/domain/schedule/construction-order'
import type { MoveChannel } from '@toguchi/domain/schedule/contract'
import type { ScheduleUnit } from '@toguchi/domain/schedule/placement'
import { sql } from 'kysely'
import { namesCraftsman } from '../constructions/constructions.ts'
import type { Db } from '../platform/database.ts'

/** Every construction of the client that was not removed, with how it is planned. */
const ofClient = (db: Db, clientId: number) =>
  db
    .selectFrom('constructions as n')
    .leftJoin('schedule_settings as e', join => join.onRef('e.client_id', '=', 'n.client_id').onRef('e.construction_id', '=', 'n.id'))
    .where('n.client_id', '=', clientId)
    .where('n.discarded_at', 'is', null)

/** The constructions whose schedule this actor can reach: craftsmen only where they are assigned (G-CRA-02). */
const reach = (db: Db, actor: ClientActor) => {
  const own = ofClient(db, actor.clientId)
  return actor.kind === 'craftsman' ? own.where(namesCraftsman('n', actor.id)) : own
}

const constructionColumns = [
  'n.id',
  'n.name',
  'n.time_per_unit',
  'n.privately_area_start_on',
  'n.privately_area_end_on',
  'n.privately_area_holidays',
  'n.preparation_days',
  'n.schedule_change_end_on',
  'n.detail_schedule_completed_at',
  'n.schedule_lock_version',
  'n.manage_no',
  sql<ScheduleUnit>`coalesce(e.schedule_unit, 'room')`.as('schedule_unit'),
  sql<number>`coalesce(e.spare_percent, 10)`.as('spare_percent'),
] as const

export const findScheduledConstruction = (db: Db, actor: ClientActor, id: number) =>
  reach(db, actor).where('n.id', '=', id).select(constructionColumns).executeTakeFirst()

/** Holds the construction: whoever plans it waits for the planner before. */
export const lockScheduledConstruction = (db: Db, actor: ClientActor, id: number) =>
  reach(db, actor).where('n.id', '=', id).select(constructionColumns).forUpdate('n').executeTakeFirst()

/** For residents, who reach their own construction only: the id comes from the session. */
export const findConstructionOfResident = (db: Db, clientId: number, id: number) =>
  ofClient(db, clientId).where('n.id', '=', id).select(constructionColumns).executeTakeFirst()

/** The same, held: a resident who moves waits for whoever plans just now. */
export const lockConstructionOfResident = (db: Db, clientId: number, id: number) =>
  ofClient(db, clientId).where('n.id', '=', id).select(constructionColumns).forUpdate('n').executeTakeFirst()

export type ScheduledConstruction = NonNullable<Awaited<ReturnType<typeof findScheduledConstruction>>>

export const listTimeFrames = (db: Db, clientId: number, constructionId: number) =>
  db
    .selectFrom('construction_time_frames')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .orderBy('start_at')
    .select(['id', 'start_at', 'end_at', 'frame_number'])
    .execute()

/** The wings of the construction in their order (D-26). */
export const listBlocks = (db: Db, clientId: number, constructionId: number) =>
  db
    .selectFrom('room_blocks')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .orderBy('position')
    .select(['position', 'name', 'floor_start'])
    .execute()

/** The crews in the order in which frame numbers run over them (D-25), each with the days it cannot come. */
export const listCrews = (db: Db, clientId: number, constructionId: number) =>
  db
    .selectFrom('assigned_contractors as a')
    .innerJoin('contractors as k', join => join.onRef('k.client_id', '=', 'a.client_id').onRef('k.id', '=', 'a.contractor_id'))
    .where('a.client_id', '=', clientId)
    .where('a.construction_id', '=', constructionId)
    .where('a.discarded_at', 'is', null)
    .orderBy('a.position')
    .orderBy('a.id')
    .select([
      'a.id as assigned_contractor_id',
      'a.contractor_id',
      'k.name',
      sql<string[]>`array(select w.date from crew_absences w where w.client_id = a.client_id and w.assigned_contractor_id = a.id
        order by w.date)`.as('absent_dates'),
    ])
    .execute()

/** How the regular frames of each time frame are shared among the crews, in the crews' order. */
export const listCrewFrames = (db: Db, clientId: number, constructionId: number) =>
  db
    .selectFrom('crew_frames as f')
    .innerJoin('assigned_contractors as a', join =>
      join.onRef('a.client_id', '=', 'f.client_id').onRef('a.id', '=', 'f.assigned_contractor_id').on('a.discarded_at', 'is', null),
    )
    .where('f.client_id', '=', clientId)
    .where('f.construction_id', '=', constructionId)
    .orderBy('a.position')
    .orderBy('a.id')
    .select(['f.construction_time_frame_id', 'f.assigned_contractor_id', 'f.frame_count'])
    .execute()

/** Minutes for which a saved draft can be taken back; its messages wait as long. */
export const undoMinutes = 10

export interface UndoableBatch {
  id: number
  actor_kind: string
  actor_id: number
  saved_at: Date
  saved_by: string
  rooms: number
}

/** The newest saved draft of the construction, when it is young enough, not undone, and nothing has been saved since. */
export const findUndoableBatch = async (
  db: Db,
  clientId: number,
  construction: { id: number; schedule_lock_version: number },
  now: Date,
): Promise<UndoableBatch | undefined> => {
  const { rows } = await sql<UndoableBatch>`
    select b.id, b.actor_kind, b.actor_id, b.saved_at, coalesce(u.name, a.name, o.name, '') as saved_by,
      jsonb_array_length(coalesce(b.change -> 'rooms', '[]')) as rooms
    from schedule_batches b
    left join users u on b.actor_kind in ('staffAdmin', 'staff', 'craftsman') and u.client_id = b.client_id and u.id = b.actor_id
    left join admins a on b.actor_kind = 'admin' and a.id = b.actor_id
    left join operators o on b.actor_kind = 'operator' and o.id = b.actor_id
    where b.client_id = ${clientId} and b.construction_id = ${construction.id} and b.lock_version = ${construction.schedule_lock_version}
      and b.undone_at is null and b.saved_at > ${new Date(now.getTime() - undoMinutes * 60_000)}
    order by b.id desc limit 1`.execute(db)
  return rows[0]
}

/** What a save changed, with what stood there before: enough to restore it exactly. */
export interface BatchChange {
  rooms: {
    room_id: number
    before: FramePlace | null
    after: FramePlace | null
    /** A room that was to be rescheduled is waiting again once it is placed. */
    status_before: string
    incomplete_reason_id: number | null
    confirmed_before: boolean
    channel: MoveChannel
    /** The reason itself is free text, and stands in the event's personal part. */
    reason_given: boolean
  }[]
  spare_frames: {
    added: SpareState[]
    removed: SpareState[]
    released: { place: FramePlace; before: string | null; after: string | null }[]
  }
  holidays: { added: string[]; removed: string[] }
}

/** A spare frame as a batch remembers it: where it was, and since when residents were offered it. */
export interface SpareState {
  place: FramePlace
  /** ISO 8601 in UTC, to the millisecond. */
  released_at: string | null
}

/** Keeps a save, so that it can be taken back while `lock_version` is still the schedule's. Returns its id. */
export const insertBatch = async (
  db: Db,
  clientId: number,
  batch: {
    construction_id: number
    actor_kind: string
    actor_id: number
    change: BatchChange
    lock_version: number
    saved_at: Date
  },
): Promise<number> =>
  (
    await db
      .insertInto('schedule_batches')
      .values({ ...batch, client_id: clientId, change: JSON.stringify(batch.change) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const findBatch = async (db: Db, clientId: number, constructionId: number, id: number) =>
  (
    await sql<{
      id: number
      actor_kind: string
      actor_id: number
      change: BatchChange
      lock_version: number
      saved_at: Date
      undone_at: Date | null
    }>`select id, actor_kind, actor_id, change, lock_version, saved_at, undone_at from schedule_batches
      where client_id = ${clientId} and construction_id = ${constructionId} and id = ${id}`.execute(db)
  ).rows[0]

export const markBatchUndone = (db: Db, clientId: number, id: number, now: Date) =>
  db.updateTable('schedule_batches').set({ undone_at: now }).where('client_id', '=', clientId).where('id', '=', id).execute()

/** When a room of the construction was last placed or moved. */
export const findLastMove = async (db: Db, clientId: number, constructionId: number): Promise<Date | null> =>
  (
    await db
      .selectFrom('assigns')
      .where('client_id', '=', clientId)
      .where('construction_id', '=', constructionId)
      .select(eb => eb.fn.max('updated_at').as('at'))
      .executeTakeFirst()
  )?.at ?? null

export const listSpareFrames = (db: Db, clientId: number, constructionId: number) =>
  db
    .selectFrom('spare_frames')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .orderBy('date')
    .orderBy('construction_time_frame_id')
    .orderBy('frame_number')
    .select(['id', 'date', 'construction_time_frame_id', 'frame_number', 'released_at'])
    .execute()

/** Frames with a room. */
export const listTakenPlaces = (db: Db, clientId: number, constructionId: number): Promise<(FramePlace & { room_id: number })[]> =>
  db
    .selectFrom('assigns')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .select(['room_id', 'date', 'construction_time_frame_id', 'frame_number'])
    .execute()

/** Frames that other residents are looking at just now (D-06). */
export const listHeldPlaces = (
  db: Db,
  clientId: number,
  constructionId: number,
  exceptRoomId: number | null,
  now: Date,
): Promise<FramePlace[]> =>
  db
    .selectFrom('frame_holds')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .where('room_id', '<>', exceptRoomId ?? 0)
    .where('expires_at', '>', now)
    .select(['date', 'construction_time_frame_id', 'frame_number'])
    .execute()

export interface CardRow {
  id: number
  name: string
  block_position: number
  row: number
  col: number
  status: string
  incomplete_reason_id: number | null
  reception_status: string
  high_priority: boolean
  closed_at: Date | null
  construction_schedule_confirmed_at: Date | null
  resident_name: string | null
  options_count: number
  has_customer_support_versions: boolean
  reached_by: 'mail' | 'sms' | 'paper'
  has_mail: boolean
  has_mobile: boolean
  wish: { unavailable_dates: string[]; preferred_dates: string[]; pinned: boolean; note: string | null } | null
  assign_id: number | null
  date: string | null
  construction_time_frame_id: number | null
  frame_number: number | null
}

const cards = (db: Db, clientId: number, constructionId: number) =>
  db
    .selectFrom('rooms as r')
    .innerJoin('room_blocks as k', join => join.onRef('k.client_id', '=', 'r.client_id').onRef('k.id', '=', 'r.block_id'))
    .leftJoin('assigns as g', join => join.onRef('g.client_id', '=', 'r.client_id').onRef('g.room_id', '=', 'r.id'))
    .leftJoin('residents as p', join =>
      join.onRef('p.client_id', '=', 'r.client_id').onRef('p.room_id', '=', 'r.id').on('p.discarded_at', 'is', null),
    )
    .leftJoin('room_wishes as w', join => join.onRef('w.client_id', '=', 'r.client_id').onRef('w.room_id', '=', 'r.id'))
    .where('r.client_id', '=', clientId)
    .where('r.construction_id', '=', constructionId)
    .select([
      'r.id',
      'r.name',
      'k.position as block_position',
      'r.row',
      'r.col',
      'r.status',
      'r.incomplete_reason_id',
      'r.reception_status',
      'r.high_priority',
      'r.closed_at',
      'r.construction_schedule_confirmed_at',
      'p.name as resident_name',
      sql<number>`(select count(*)::int from orders o join order_details d on d.client_id = o.client_id and d.order_id = o.id
        where o.client_id = r.client_id and o.room_id = r.id and o.status in ('unpaid', 'paid', 'cancel_application'))`.as('options_count'),
      sql<boolean>`exists (select from support_versions v where v.client_id = r.client_id and v.room_id = r.id)`.as(
        'has_customer_support_versions',
      ),
      sql<CardRow['reached_by']>`case when p.email is not null then 'mail' when p.phone ~ '^0[789]0' then 'sms' else 'paper' end`.as(
        'reached_by',
      ),
      sql<boolean>`p.email is not null`.as('has_mail'),
      sql<boolean>`coalesce(p.phone ~ '^0[789]0', false)`.as('has_mobile'),
      sql<CardRow['wish']>`case when w.room_id is not null then json_build_object('unavailable_dates', w.unavailable_dates,
        'preferred_dates', w.preferred_dates, 'pinned', w.pinned, 'note', w.note) end`.as('wish'),
      'g.id as assign_id',
      'g.date',
      'g.construction_time_frame_id',
      'g.frame_number',
    ])

/** Every room of the construction as a card with its place, in one query. */
export const listCards = (db: Db, clientId: number, constructionId: number): Promise<CardRow[]> =>
  cards(db, clientId, constructionId).orderBy('k.position').orderBy('r.row').orderBy('r.col').execute()

export const findCard = (db: Db, clientId: number, constructionId: number, roomId: number): Promise<CardRow | undefined> =>
  cards(db, clientId, constructionId).where('r.id', '=', roomId).executeTakeFirst()

export const findConstructionOrder = (db: Db, clientId: number, id: number) =>
  db
    .selectFrom('construction_orders')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .select(['top_or_bottom', 'vertical_or_horizontal', 'line_number'])
    .executeTakeFirst()

export interface TimeFrameRow {
  start_at: string
  end_at: string
  frame_number: number
}

/** Frames may pass over one another while they are being changed; the exclusion is judged at the end. */
export const judgeTimeFramesAtTheEnd = (db: Db) => sql`set constraints construction_time_frames_overlap deferred`.execute(db)
export const judgeTimeFramesNow = (db: Db) => sql`set constraints construction_time_frames_overlap immediate`.execute(db)

export const insertTimeFrame = (db: Db, clientId: number, constructionId: number, frame: TimeFrameRow) =>
  db
    .insertInto('construction_time_frames')
    .values({ client_id: clientId, construction_id: constructionId, ...frame })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateTimeFrame = async (
  db: Db,
  clientId: number,
  constructionId: number,
  id: number,
  frame: TimeFrameRow,
): Promise<boolean> =>
  (await db
    .updateTable('construction_time_frames')
    .set(frame)
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const deleteTimeFrame = (db: Db, clientId: number, constructionId: number, id: number) =>
  db
    .deleteFrom('construction_time_frames')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .where('id', '=', id)
    .execute()

/** How the construction is planned; what is not given stays as it was. */
export const saveScheduleSettings = (
  db: Db,
  clientId: number,
  constructionId: number,
  settings: { schedule_unit: ScheduleUnit; spare_percent: number },
) =>
  db
    .insertInto('schedule_settings')
    .values({ client_id: clientId, construction_id: constructionId, ...settings })
    .onConflict(conflict => conflict.columns(['client_id', 'construction_id']).doUpdateSet(settings))
    .execute()

export interface CrewShare {
  construction_time_frame_id: number
  assigned_contractor_id: number
  frame_count: number
}

/** The shares of all crews anew. */
export const replaceCrewFrames = async (db: Db, clientId: number, constructionId: number, shares: readonly CrewShare[]) => {
  await db.deleteFrom('crew_frames').where('client_id', '=', clientId).where('construction_id', '=', constructionId).execute()
  if (shares.length === 0) return
  await sql`insert into crew_frames (client_id, construction_id, construction_time_frame_id, assigned_contractor_id, frame_count)
    select ${clientId}, ${constructionId}, * from unnest(${shares.map(share => share.construction_time_frame_id)}::bigint[],
      ${shares.map(share => share.assigned_contractor_id)}::bigint[], ${shares.map(share => share.frame_count)}::int[])`.execute(db)
}

/** The days off of the given crews anew; other crews keep theirs. */
export const replaceCrewAbsences = async (
  db: Db,
  clientId: number,
  constructionId: number,
  absences: readonly { assigned_contractor_id: number; dates: readonly string[] }[],
) => {
  const crews = absences.map(absence => absence.assigned_contractor_id)
  const days = absences.flatMap(({ assigned_contractor_id, dates }) => dates.map(date => ({ assigned_contractor_id, date })))
  await sql`delete from crew_absences where client_id = ${clientId} and construction_id = ${constructionId}
    and assigned_contractor_id = any(${crews}::bigint[])`.execute(db)
  if (days.length === 0) return
  await sql`insert into crew_absences (client_id, construction_id, assigned_contractor_id, date)
    select ${clientId}, ${constructionId}, * from unnest(${days.map(day => day.assigned_contractor_id)}::bigint[],
      ${days.map(day => day.date)}::date[])`.execute(db)
}

export interface WishRow {
  unavailable_dates: string[]
  preferred_dates: string[]
  pinned: boolean
  note: string | null
}

/** What the resident of a room told us about dates; null takes it away. */
export const saveWishRow = (db: Db, clientId: number, constructionId: number, roomId: number, wish: WishRow | null) =>
  wish === null
    ? db.deleteFrom('room_wishes').where('client_id', '=', clientId).where('room_id', '=', roomId).execute()
    : db
        .insertInto('room_wishes')
        .values({ client_id: clientId, construction_id: constructionId, room_id: roomId, ...wish })
        .onConflict(conflict => conflict.columns(['client_id', 'room_id']).doUpdateSet(wish))
        .execute()

/** Many rooms change places at once: two may swap, so the keys are judged when all stand where they should. */
export const judgePlacesAtTheEnd = (db: Db) => sql`set constraints assigns_frame_key, assigns_room_key deferred`.execute(db)
export const judgePlacesNow = (db: Db) => sql`set constraints assigns_frame_key, assigns_room_key immediate`.execute(db)

export const deleteAssignsOf = (db: Db, clientId: number, roomIds: readonly number[]) =>
  sql`delete from assigns where client_id = ${clientId} and room_id = any(${roomIds}::bigint[])`.execute(db)

/** Puts rooms into places, new or moved, in one statement. The room keeps its row: notes, photos and orders hang on it. */
export const placeRooms = (
  db: Db,
  clientId: number,
  constructionId: number,
  places: readonly (FramePlace & { room_id: number })[],
  now: Date,
) =>
  sql`
    with given as (
      select * from unnest(${places.map(place => place.room_id)}::bigint[], ${places.map(place => place.date)}::date[],
        ${places.map(place => place.construction_time_frame_id)}::bigint[], ${places.map(place => place.frame_number)}::int[])
        as given (room_id, date, construction_time_frame_id, frame_number)),
    moved as (
      update assigns set date = given.date, construction_time_frame_id = given.construction_time_frame_id, frame_number = given.frame_number, updated_at = ${now}
      from given where assigns.client_id = ${clientId} and assigns.construction_id = ${constructionId} and assigns.room_id = given.room_id
      returning assigns.room_id)
    insert into assigns (client_id, construction_id, room_id, date, construction_time_frame_id, frame_number, created_at, updated_at)
    select ${clientId}, ${constructionId}, given.room_id, given.date, given.construction_time_frame_id, given.frame_number, ${now}, ${now}
    from given where given.room_id not in (select room_id from moved)`.execute(db)

export const insertSpareFrames = (db: Db, clientId: number, constructionId: number, spares: readonly SpareState[]) =>
  sql`insert into spare_frames (client_id, construction_id, construction_time_frame_id, date, frame_number, released_at)
    select ${clientId}, ${constructionId}, * from unnest(${spares.map(({ place }) => place.construction_time_frame_id)}::bigint[],
      ${spares.map(({ place }) => place.date)}::date[], ${spares.map(({ place }) => place.frame_number)}::int[],
      ${spares.map(spare => spare.released_at)}::timestamptz[])`.execute(db)

export const deleteSpareFrames = (db: Db, clientId: number, constructionId: number, places: readonly FramePlace[]) =>
  sql`delete from spare_frames s using ${givenPlaces(places)}
    where s.client_id = ${clientId} and s.construction_id = ${constructionId} and s.date = given.date
      and s.construction_time_frame_id = given.construction_time_frame_id and s.frame_number = given.frame_number`.execute(db)

/** From when on residents are offered the spare frames; null offers them no longer (D-24). */
export const releaseSpareFrames = (
  db: Db,
  clientId: number,
  constructionId: number,
  spares: readonly { place: FramePlace; after: string | null }[],
) =>
  sql`update spare_frames s set released_at = given.released_at
    from unnest(${spares.map(({ place }) => place.date)}::date[], ${spares.map(({ place }) => place.construction_time_frame_id)}::bigint[],
      ${spares.map(({ place }) => place.frame_number)}::int[], ${spares.map(({ after }) => after)}::timestamptz[])
      as given (date, construction_time_frame_id, frame_number, released_at)
    where s.client_id = ${clientId} and s.construction_id = ${constructionId} and s.date = given.date
      and s.construction_time_frame_id = given.construction_time_frame_id and s.frame_number = given.frame_number`.execute(db)

const givenPlaces = (places: readonly FramePlace[]) =>
  sql`unnest(${places.map(place => place.date)}::date[], ${places.map(place => place.construction_time_frame_id)}::bigint[],
    ${places.map(place => place.frame_number)}::int[]) as given (date, construction_time_frame_id, frame_number)`

/** Holds a place for a room for a while, taking over a hold that has run out; false when somebody else has it (D-06). */
export const holdPlace = async (
  db: Db,
  clientId: number,
  constructionId: number,
  roomId: number,
  place: FramePlace,
  now: Date,
  until: Date,
): Promise<boolean> => {
  await db.deleteFrom('frame_holds').where('client_id', '=', clientId).where('room_id', '=', roomId).execute()
  const { rows } = await sql`
    insert into frame_holds (client_id, construction_id, date, construction_time_frame_id, frame_number, room_id, expires_at)
    values (${clientId}, ${constructionId}, ${place.date}, ${place.construction_time_frame_id}, ${place.frame_number}, ${roomId}, ${until})
    on conflict (client_id, construction_id, date, construction_time_frame_id, frame_number)
    do update set room_id = excluded.room_id, expires_at = excluded.expires_at where frame_holds.expires_at <= ${now}
    returning room_id`.execute(db)
  return rows.length === 1
}

export const releaseHold = (db: Db, clientId: number, roomId: number) =>
  db.deleteFrom('frame_holds').where('client_id', '=', clientId).where('room_id', '=', roomId).execute()

/** Crews of the construction that nobody is named for yet (D-27). */
export const listCrewsWithoutCraftsmen = async (db: Db, clientId: number, constructionId: number): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select k.name from assigned_contractors a join contractors k on k.client_id = a.client_id and k.id = a.contractor_id
    where a.client_id = ${clientId} and a.construction_id = ${constructionId} and a.discarded_at is null
      and not exists (select from assigned_craftsmans m where m.client_id = a.client_id and m.assigned_contractor_id = a.id)
    order by a.position, a.id`.execute(db)
  return rows.map(row => row.name)
}
