import type { ReceptionStatus, RoomStatus } from '@toguchi/domain/rooms/labels'
import type { ClientId, ResidentActor, WorkerActor } from '@toguchi/domain/access/actor'
import type { PresenceMethod } from '@toguchi/domain/rooms/presence'
import type { Wish } from '@toguchi/domain/schedule/contract'
import type { MessageChannel } from '@toguchi/domain/schedule/channels'
import type { ScheduleUnit } from '@toguchi/domain/schedule/placement'
import { type RawBuilder, sql } from 'kysely'
import { namesCraftsman } from '../access/access.ts'
import { stateOf } from './live/queries.ts'
import { contactChannels, contactChannel } from '../messages/messages.ts'
import type { Db } from '../platform/database/database.ts'
import { judgeConstraints, type JudgeTime } from '../platform/database/judge-constraints.ts'
import { clientValueOf } from '../platform/database/part-of-client.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { livingOrder } from '../rooms/rooms.ts'

/** Every construction of the client that was not removed, with how it is planned. */
const ofClient = (db: Db, clientId: ClientId | RawBuilder<ClientId>) =>
  db
    .selectFrom('constructions as c')
    .leftJoin('schedule_settings as sch', join => join.onRef('sch.client_id', '=', 'c.client_id').onRef('sch.construction_id', '=', 'c.id'))
    .where('c.client_id', '=', clientId)
    .where('c.discarded_at', 'is', null)

/** The constructions whose schedule this actor can reach: craftsmen only where they are assigned (G-CRA-02). */
const accessibleConstructions = (db: Db, actor: WorkerActor) => {
  const own = ofClient(db, clientValueOf(actor))
  return actor.kind === 'craftsman' ? own.where(namesCraftsman(actor)) : own
}

const constructionColumns = [
  'c.client_id',
  'c.id',
  'c.name',
  'c.time_per_unit',
  'c.privately_area_start_on',
  'c.privately_area_end_on',
  'c.privately_area_holidays',
  'c.preparation_days',
  'c.schedule_change_end_on',
  'c.option_request_end_on',
  'c.detail_schedule_completed_at',
  'c.schedule_lock_version',
  'c.manage_no',
  sql<ScheduleUnit>`coalesce(sch.schedule_unit, 'room')`.as('schedule_unit'),
  sql<number>`coalesce(sch.spare_percent, 10)`.as('spare_percent'),
] as const

export const findScheduledConstruction = (db: Db, actor: WorkerActor, id: number) =>
  accessibleConstructions(db, actor).where('c.id', '=', id).select(constructionColumns).executeTakeFirst()

/** The same with the state in which it is read (`stateOf`). */
export const findConstructionWithState = (db: Db, actor: WorkerActor, id: number) =>
  accessibleConstructions(db, actor)
    .where('c.id', '=', id)
    .select([...constructionColumns, stateOf(clientValueOf(actor), id).as('state')])
    .executeTakeFirst()

/** Holds the construction: whoever plans it waits for the planner before. */
export const lockScheduledConstruction = (db: Db, actor: WorkerActor, id: number) =>
  accessibleConstructions(db, actor).where('c.id', '=', id).select(constructionColumns).forUpdate('c').executeTakeFirst()

/** For work that was judged when it was asked for. */
export const findConstructionOfClient = (db: Db, clientId: ClientId, id: number) =>
  ofClient(db, clientId).where('c.id', '=', id).select(constructionColumns).executeTakeFirst()

/** The same, held, for work of the system that plans. */
export const lockConstructionOfClient = (db: Db, clientId: ClientId, id: number) =>
  ofClient(db, clientId).where('c.id', '=', id).select(constructionColumns).forUpdate('c').executeTakeFirst()

/** For residents, who reach their own construction only: the id comes from the session. */
export const findConstructionOfResident = (db: Db, actor: ResidentActor) =>
  ofClient(db, clientValueOf(actor)).where('c.id', '=', actor.constructionId).select(constructionColumns).executeTakeFirst()

/** The same, held: a resident who moves waits for whoever plans just now. */
export const lockConstructionOfResident = (db: Db, actor: ResidentActor) =>
  ofClient(db, clientValueOf(actor)).where('c.id', '=', actor.constructionId).select(constructionColumns).forUpdate('c').executeTakeFirst()

export type ScheduledConstruction = NonNullable<Awaited<ReturnType<typeof findScheduledConstruction>>>

export const listTimeFrames = (db: Db, clientId: ClientId, constructionId: number) =>
  db
    .selectFrom('construction_time_frames')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .orderBy('start_at')
    .select(['id', 'start_at', 'end_at', 'frame_number'])
    .execute()

/** The wings of the construction in their order (D-26). */
export const listBlocks = (db: Db, clientId: ClientId, constructionId: number) =>
  db
    .selectFrom('room_blocks')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .orderBy('position')
    .select(['position', 'name', 'floor_start'])
    .execute()

export interface CardRow {
  id: number
  name: string
  block_position: number
  row: number
  col: number
  status: RoomStatus
  visits: number
  incomplete_reason_id: number | null
  reception_status: ReceptionStatus
  high_priority: boolean
  closed_at: Date | null
  construction_schedule_confirmed_at: Date | null
  resident_name: string | null
  options_count: number
  has_customer_support_versions: boolean
  /** As if short messages were sent; see `withContactChannels`. */
  contact_channel: 'mail' | 'line' | 'sms' | 'paper'
  reachable: MessageChannel[]
  wish: Wish | null
  presence_method: PresenceMethod | null
  assign_id: number | null
  date: string | null
  construction_time_frame_id: number | null
  frame_number: number | null
}

/** Holds a room of the construction and says when its date was agreed to; null: nobody has. */
export const lockConfirmation = async (db: Db, clientId: ClientId, constructionId: number, roomId: number): Promise<Date | null> =>
  (
    await rowsOf<{ construction_schedule_confirmed_at: Date | null }>(
      db,
      'select r.construction_schedule_confirmed_at from rooms r where r.client_id = $1 and r.construction_id = $2 and r.id = $3 for update',
      [clientId, constructionId, roomId],
    )
  )[0]?.construction_schedule_confirmed_at ?? null

const cardStatement = (
  more: string,
) => `select r.id, r.name, rb.position as block_position, r.row, r.col, r.status, r.visits, r.incomplete_reason_id,
    r.reception_status, r.high_priority, r.closed_at, r.construction_schedule_confirmed_at, res.name as resident_name,
    (select count(*)::int from orders o join order_details od on od.client_id = o.client_id and od.order_id = o.id
      where o.client_id = $1 and o.room_id = r.id and ${livingOrder}) as options_count,
    exists (select from support_versions sv where sv.client_id = $1 and sv.room_id = r.id) as has_customer_support_versions,
    ${contactChannel(true)} as contact_channel, ${contactChannels(true)} as reachable,
    case when rw.room_id is not null then json_build_object('unavailable_dates', rw.unavailable_dates,
      'preferred_dates', rw.preferred_dates, 'pinned', rw.pinned, 'note', rw.note) end as wish,
    rp.presence_method, a.id as assign_id, a.date, a.construction_time_frame_id, a.frame_number
  from rooms r
  join room_blocks rb on rb.client_id = r.client_id and rb.id = r.block_id
  left join assigns a on a.client_id = r.client_id and a.room_id = r.id
  left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
  left join room_wishes rw on rw.client_id = r.client_id and rw.room_id = r.id
  left join room_presences rp on rp.client_id = r.client_id and rp.room_id = r.id
  where r.client_id = $1 and r.construction_id = $2 ${more}`
const everyCard = cardStatement('order by rb.position, r.row, r.col')
const oneCard = cardStatement('and r.id = $3')

/** Every room of the construction as a card with its place, in one query. */
export const listCards = (db: Db, clientId: ClientId, constructionId: number): Promise<CardRow[]> =>
  rowsOf<CardRow>(db, everyCard, [clientId, constructionId])

export const findCard = async (db: Db, clientId: ClientId, constructionId: number, roomId: number): Promise<CardRow | undefined> =>
  (await rowsOf<CardRow>(db, oneCard, [clientId, constructionId, roomId]))[0]

export const findConstructionOrder = (db: Db, clientId: ClientId, id: number) =>
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
export const judgeTimeFrames = (db: Db, clientId: ClientId, time: JudgeTime) =>
  judgeConstraints(db, clientId, ['construction_time_frames_overlap'], time)

export const insertTimeFrame = (db: Db, clientId: ClientId, constructionId: number, frame: TimeFrameRow) =>
  db
    .insertInto('construction_time_frames')
    .values({ client_id: clientId, construction_id: constructionId, ...frame })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateTimeFrame = async (
  db: Db,
  clientId: ClientId,
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

export const deleteTimeFrame = (db: Db, clientId: ClientId, constructionId: number, id: number) =>
  db
    .deleteFrom('construction_time_frames')
    .where('client_id', '=', clientId)
    .where('construction_id', '=', constructionId)
    .where('id', '=', id)
    .execute()
