import type { ClientActor } from '@toguchi/domain/access/actor'
import { formatDayLong, formatTimeFrame } from '@toguchi/domain/calendar/day'
import type { FramePlace } from '@toguchi/domain/schedule/construction-order'
import { notify } from '../constructions/constructions.ts'
import type { Db } from '../platform/database.ts'
import type { Platform } from '../platform/platform.ts'

/** Tells everyone concerned of each room that changed its date after the schedule was completed; its resident too (G-NOT-12). */
export const notifyOfMoves = async (
  platform: Platform,
  db: Db,
  actor: ClientActor,
  constructionId: number,
  places: readonly (FramePlace & { room_id: number })[],
  timeFrames: readonly { id: number; start_at: string; end_at: string }[],
): Promise<void> => {
  for (const place of places) {
    const frame = timeFrames.find(({ id }) => id === place.construction_time_frame_id)
    await notify(platform, db, actor, {
      event: 'schedule_changed',
      constructionId,
      roomId: place.room_id,
      date: `${formatDayLong(place.date)} ${frame ? formatTimeFrame(frame.start_at, frame.end_at) : ''}`,
      to: actor.kind === 'resident' ? ['construction_staff', 'craftsmen'] : ['construction_staff', 'craftsmen', 'resident'],
    })
  }
}
