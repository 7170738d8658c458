import type { ReachedActor } from '@toguchi/domain/access/actor'
import { isDraggable } from '@toguchi/domain/schedule/cell-kind'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { recallAndPickNotifiable } from './notifying/last-notified-places.ts'
import { moveEvent } from './notifying/move-event.ts'
import { placeOf } from './places.ts'
import { findCard, lockConstructionOfClient } from './queries.ts'
import { writeChange } from './saving/write-change.ts'

const nothing = { added: [], removed: [] }

/** Takes a room out of the grid because nobody will let us in: its frame is for others, and what still waits of its moves is not sent. */
export const freeFrame = async (
  { platform, db, actor }: { platform: Platform; db: Db; actor: ReachedActor },
  constructionId: number,
  roomId: number,
): Promise<void> => {
  const { clientId } = actor
  const construction = await lockConstructionOfClient(db, clientId, constructionId)
  const card = await findCard(db, clientId, constructionId, roomId)
  if (!construction || !card) throw notFound()
  const before = placeOf(card)
  if (before === null) return
  if (!isDraggable(card)) throw refused('工事が完了しているため変更できません。', 'room_done')
  await writeChange(
    db,
    clientId,
    construction,
    { rooms: [{ room_id: roomId, before, after: null }], spare_frames: { ...nothing, released: [] }, holidays: nothing },
    platform.now(),
  )
  // Whoever let nobody in knows that nobody comes.
  const freed = { room_id: roomId, from: before, to: null, channel: 'in person' as const }
  await recallAndPickNotifiable(platform, db, clientId, constructionId, [freed])
  await recordEvent(db, moveEvent({ actor, clientId, construction }, freed, { residentVisible: true }))
}
