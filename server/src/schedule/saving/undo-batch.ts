import { framePlaceKey } from '@toguchi/domain/schedule/place'
import type { ReachedActor, WorkerActor } from '@toguchi/domain/access/actor'
import { canUndoBatch } from '@toguchi/domain/schedule/policy'
import { toDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvents } from '../../platform/events.ts'
import { recallMessages, restoreMessages } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { forbidden, notFound, refused } from '../../platform/http/problem.ts'
import { markRoomsToReschedule } from '../../rooms/rooms.ts'
import { frameReserved } from './refuse-moves.ts'
import { type BatchChange, findBatch, listRoomsMovedSince, markBatchUndone, recallKeyOf, undoMinutes } from './batch-queries.ts'
import { changedSince, refuseWhatChangedSince } from './judge-undo.ts'
import { listReservedPlaces, listSpareFrames } from '../place-queries.ts'
import { moveKind } from '../places.ts'
import { listCards, listTimeFrames, lockScheduledConstruction } from '../queries.ts'
import { inverseOf, writeChange } from './write-change.ts'

const tooLate = () => refused(`保存から${undoMinutes}分が過ぎたため元に戻せません。`, 'too_late_to_undo')

/**
 * Takes a saved draft back while its messages still wait: every place, spare frame, release and day off is as it was before, nobody
 * hears of it, and what residents agreed to before stays agreed to. 422 `too_late_to_undo` after ten minutes or once a message has left;
 * 409 `changed_since` when what it changed was changed again, agreed to or done since, or its old places are needed; 409 `frame_held`
 * while a resident looks at one of them. What others did with other rooms meanwhile stays.
 */
export const undoBatch = async (platform: Platform, db: Db, actor: WorkerActor, constructionId: number, batchId: number): Promise<void> => {
  const construction = await lockScheduledConstruction(db, actor, constructionId)
  // Only now: it may have taken a while to get hold of it.
  const now = platform.now()
  if (!construction) throw notFound()
  const { client_id: clientId } = construction
  const batch = await findBatch(db, clientId, constructionId, batchId)
  if (!batch) throw notFound()
  if (!canUndoBatch(actor, batch)) throw forbidden('ほかの人が保存した変更は事務所で元に戻してください。')
  if (batch.undone_at !== null) throw changedSince()
  // To the millisecond: from this moment on its messages may be leaving.
  if (now.getTime() >= batch.saved_at.getTime() + undoMinutes * 60_000) throw tooLate()
  const { rooms } = batch.change
  // Money that goes back is not called back.
  if (rooms.some(({ order_decision = 'keep' }) => order_decision !== 'keep'))
    throw refused('オプションの注文も変更した保存のため、元に戻せません。', 'orders_decided')
  const cards = await listCards(db, clientId, constructionId)
  const ids = rooms.map(room => room.room_id)
  refuseWhatChangedSince(batch.change, {
    today: toDay(now),
    construction,
    cards,
    timeFrames: await listTimeFrames(db, clientId, constructionId),
    spares: await listSpareFrames(db, clientId, constructionId),
    movedSince: new Set(await listRoomsMovedSince(db, clientId, constructionId, batchId, ids)),
    savedSince: batch.lock_version !== construction.schedule_lock_version,
  })
  const names = new Map(cards.map(card => [card.id, card.name]))
  const reserved = new Set((await listReservedPlaces(db, clientId, constructionId, null, now)).map(framePlaceKey))
  for (const { room_id, before } of rooms)
    if (before !== null && reserved.has(framePlaceKey(before))) throw frameReserved(names.get(room_id) ?? '')

  await writeChange(db, clientId, construction, inverseOf(batch.change), now)
  await markRoomsToReschedule(
    db,
    clientId,
    rooms.filter(room => room.status_before === 'reschedule'),
  )
  if (!(await recallMessages(db, clientId, recallKeyOf(batchId)))) throw tooLate()
  // What the save before this one had to say is true again.
  await restoreMessages(db, clientId, batch.change.recalled_messages)
  await markBatchUndone(db, clientId, batchId, now)
  await recordUndo(db, { ...actor, clientId }, constructionId, batchId, batch.change, construction.detail_schedule_completed_at !== null)
}

/** Each room's own timeline tells that it is back, and the construction's that a save was taken back. */
const recordUndo = (
  db: Db,
  actor: ReachedActor,
  constructionId: number,
  undo_of: number,
  { rooms, spare_frames, holidays }: BatchChange,
  completed: boolean,
) => {
  const of = { actor, clientId: actor.clientId, constructionId }
  return recordEvents(db, [
    ...rooms.map(({ room_id, before, after }) => ({
      ...of,
      kind: moveKind(after, before),
      roomId: room_id,
      residentVisible: completed,
      change: { before: after, after: before, undo_of },
    })),
    { ...of, kind: 'detail_schedule.undone', change: { undo_of, rooms: rooms.length, spare_frames, holidays } },
  ])
}
