import type { FramePlace } from '@toguchi/domain/schedule/construction-order'
import type { MoveChannel } from '@toguchi/domain/schedule/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

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
