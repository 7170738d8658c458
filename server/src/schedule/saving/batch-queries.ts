import type { FramePlace } from '@toguchi/domain/schedule/place'
import type { ClientId, Kind } from '@toguchi/domain/access/actor'
import type { OrderDecision } from '@toguchi/domain/rooms/order-decision'
import type { MoveChannel } from '@toguchi/domain/schedule/channels'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Minutes for which a saved draft can be taken back; its messages wait as long. */
export const undoMinutes = 10

const keyPrefix = 'schedule_batch:'

/** Under which the messages of a save lie in the outbox, while it can be taken back. */
export const recallKeyOf = (batchId: number): string => `${keyPrefix}${batchId}`

/** The save that a message is of; null for messages of anything else. */
export const batchIdOf = (recallKey: string | null): number | null =>
  recallKey?.startsWith(keyPrefix) ? Number(recallKey.slice(keyPrefix.length)) : null

/** Who may save a draft. */
type BatchAuthor = Exclude<Kind, 'guest' | 'resident'>

export interface UndoableBatch {
  id: number
  actor_kind: BatchAuthor
  actor_id: number
  saved_at: Date
  saved_by: string
  rooms: number
}

/**
 * The newest saved draft of the construction that is not undone, when it is young enough and the schedule was not completed since.
 * Whether anything else stands in the way is judged when it is taken back.
 */
export const findUndoableBatch = async (
  db: Db,
  clientId: ClientId,
  construction: { id: number; detail_schedule_completed_at: Date | null },
  now: Date,
): Promise<UndoableBatch | undefined> => {
  const { rows } = await sql<UndoableBatch>`
    select sb.id, sb.actor_kind, sb.actor_id, sb.saved_at, coalesce(u.name, ad.name, op.name, '') as saved_by,
      jsonb_array_length(coalesce(sb.change -> 'rooms', '[]')) as rooms
    from schedule_batches sb
    left join users u on sb.actor_kind in ('staffAdmin', 'staff', 'craftsman') and u.client_id = sb.client_id and u.id = sb.actor_id
    left join admins ad on sb.actor_kind = 'admin' and ad.id = sb.actor_id
    left join operators op on sb.actor_kind = 'operator' and op.id = sb.actor_id
    where sb.client_id = ${clientId} and sb.construction_id = ${construction.id} and sb.undone_at is null
      and sb.saved_at > ${new Date(now.getTime() - undoMinutes * 60_000)}
      and (sb.change -> 'completed')::boolean = ${construction.detail_schedule_completed_at !== null}
    order by sb.id desc limit 1`.execute(db)
  return rows[0]
}

/** Whether a saved draft of the construction can still be taken back. */
export const canBeTakenBack = async (
  db: Db,
  clientId: ClientId,
  construction: { id: number; detail_schedule_completed_at: Date | null },
  now: Date,
): Promise<boolean> => (await findUndoableBatch(db, clientId, construction, now)) !== undefined

/** What a save changed, with what stood there before: enough to restore it exactly. */
export interface BatchChange {
  rooms: {
    room_id: number
    before: FramePlace | null
    after: FramePlace | null
    /** A room that was to be rescheduled is waiting again once it is placed. */
    status_before: string
    incomplete_reason_id: number | null
    /** When the resident had agreed to the place before, ISO 8601 in UTC; null when they had not. */
    confirmed_at: string | null
    channel: MoveChannel
    /** The place that its people know of, when the messages of this save are taken back; absent: nobody can tell. */
    told?: FramePlace | null
    /** The reason itself is free text, and stands in the event's personal part. */
    reason_given: boolean
    /** What became of its orders; one that was cancelled or told of a new day is not as before any more. */
    order_decision?: OrderDecision
  }[]
  spare_frames: {
    added: SpareState[]
    removed: SpareState[]
    released: { place: FramePlace; before: string | null; after: string | null }[]
  }
  holidays: { added: string[]; removed: string[] }
  /** Whether the schedule was completed: what is told depends on it. */
  completed: boolean
  /** Messages of earlier saves that this one took back, because its rooms went on to somewhere else. */
  recalled_messages: number[]
}

/** A spare frame as a batch remembers it: where it was, and since when residents were offered it. */
export interface SpareState {
  place: FramePlace
  /** ISO 8601 in UTC, to the millisecond. */
  released_at: string | null
}

/** Keeps a save with the version of the schedule that it made, so that it can be taken back. Returns its id. */
export const insertBatch = async (
  db: Db,
  clientId: ClientId,
  batch: {
    construction_id: number
    actor_kind: BatchAuthor
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

export const findBatch = async (db: Db, clientId: ClientId, constructionId: number, id: number) =>
  (
    await sql<{
      id: number
      actor_kind: BatchAuthor
      actor_id: number
      change: BatchChange
      lock_version: number
      saved_at: Date
      undone_at: Date | null
    }>`select id, actor_kind, actor_id, change, lock_version, saved_at, undone_at from schedule_batches
      where client_id = ${clientId} and construction_id = ${constructionId} and id = ${id}`.execute(db)
  ).rows[0]

export const markBatchUndone = (db: Db, clientId: ClientId, id: number, now: Date) =>
  db.updateTable('schedule_batches').set({ undone_at: now }).where('client_id', '=', clientId).where('id', '=', id).execute()

/**
 * Which of the rooms of a save were placed, moved or removed after it, whatever came of it; saves that were taken back and their
 * undoing cancel each other and do not count.
 */
export const listRoomsMovedSince = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  batchId: number,
  roomIds: readonly number[],
): Promise<number[]> =>
  (
    await sql<{ room_id: number }>`
      with own as (
        select room_id, max(id) as id from events
        where client_id = ${clientId} and room_id = any(${[...roomIds]}::bigint[]) and (change ->> 'batch_id')::bigint = ${batchId}
        group by room_id),
      undone as (
        select id from schedule_batches where client_id = ${clientId} and construction_id = ${constructionId} and undone_at is not null)
      select distinct e.room_id from events e join own on own.room_id = e.room_id and e.id > own.id
      where e.client_id = ${clientId} and e.kind in ('assigns.placed', 'assigns.moved', 'assigns.removed')
        and e.change -> 'undo_of' is null
        and ((e.change ->> 'batch_id')::bigint is null or (e.change ->> 'batch_id')::bigint not in (select id from undone))`.execute(db)
  ).rows.map(({ room_id }) => room_id)
