import type { ClientActor } from '@toguchi/domain/access/actor'
import { isDraggable } from '@toguchi/domain/schedule/cell-kind'
import { framePlaceKey } from '@toguchi/domain/schedule/construction-order'
import { canUndoBatch } from '@toguchi/domain/schedule/policy'
import type { Db } from '../platform/database.ts'
import { recordEvents } from '../platform/events.ts'
import { recallMessages } from '../platform/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { conflict, forbidden, notFound, refused } from '../platform/problem.ts'
import { markRoomsToReschedule } from '../rooms/rooms.ts'
import { frameHeld } from './judge-moves.ts'
import { type BatchChange, findBatch, markBatchUndone, undoMinutes } from './batch-queries.ts'
import { listHeldPlaces } from './place-queries.ts'
import { isSamePlace, moveKind, placeOf } from './places.ts'
import { type CardRow, listCards, lockScheduledConstruction } from './queries.ts'
import { recallKeyOf } from './save-moves.ts'
import { inverseOf, writeChange } from './write-change.ts'

const tooLate = () => refused(`保存から${undoMinutes}分が過ぎたため元に戻せません。`, 'too_late_to_undo')
const changedSince = () => conflict('保存のあとで工程が変更されたため元に戻せません。', 'changed_since')

/**
 * Takes a saved draft back while its messages still wait: every place, spare frame, release and day off is as it was before, nobody
 * hears of it, and what residents agreed to stays agreed to. 422 `too_late_to_undo` after ten minutes; 409 `changed_since` when the
 * schedule was saved since or one of its rooms was done; 409 `frame_held` while a resident looks at a frame that is needed.
 */
export const undoBatch = async (platform: Platform, db: Db, actor: ClientActor, constructionId: number, batchId: number): Promise<void> => {
  const { clientId } = actor
  const now = platform.now()
  const construction = await lockScheduledConstruction(db, actor, constructionId)
  const batch = construction && (await findBatch(db, clientId, constructionId, batchId))
  if (!batch) throw notFound()
  if (!canUndoBatch(actor, batch)) throw forbidden('ほかの人が保存した変更は事務所で元に戻してください。')
  if (batch.undone_at !== null) throw changedSince()
  // To the millisecond: from this moment on its messages may be leaving.
  if (now.getTime() >= batch.saved_at.getTime() + undoMinutes * 60_000) throw tooLate()
  if (batch.lock_version !== construction.schedule_lock_version) throw changedSince()
  const { rooms } = batch.change
  const cards = new Map((await listCards(db, clientId, constructionId)).map(card => [card.id, card]))
  if (rooms.some(room => !standsWhereItWasPut(cards.get(room.room_id), room))) throw changedSince()
  const held = new Set((await listHeldPlaces(db, clientId, constructionId, null, now)).map(framePlaceKey))
  for (const { room_id, before } of rooms)
    if (before !== null && held.has(framePlaceKey(before))) throw frameHeld(cards.get(room_id)?.name ?? '')

  await writeChange(db, clientId, construction, inverseOf(batch.change), now)
  await markRoomsToReschedule(
    db,
    clientId,
    rooms.filter(room => room.status_before === 'reschedule'),
  )
  await recallMessages(db, clientId, recallKeyOf(batchId))
  await markBatchUndone(db, clientId, batchId, now)
  await recordUndo(db, actor, constructionId, batchId, batch.change, construction.detail_schedule_completed_at !== null)
}

const standsWhereItWasPut = (card: CardRow | undefined, { after }: BatchChange['rooms'][number]): boolean =>
  card !== undefined && isDraggable(card) && isSamePlace(placeOf(card), after)

/** Each room's own timeline tells that it is back, and the construction's that a save was taken back. */
const recordUndo = (
  db: Db,
  actor: ClientActor,
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
