import type { ClientActor } from '@toguchi/domain/access/actor'
import { formatDayLong, formatTimeFrame } from '@toguchi/domain/calendar/day'
import type { FramePlace } from '@toguchi/domain/schedule/construction-order'
import type { MoveChannel } from '@toguchi/domain/schedule/contract'
import { notify, notifyOfRooms } from '../constructions/constructions.ts'
import type { Db } from '../platform/database.ts'
import type { Wait } from '../platform/outbox.ts'
import type { Platform } from '../platform/platform.ts'

/** A room and the place it came to, with the way in which its resident is told; absent: by mail, else by short message. */
export type MovedRoom = FramePlace & { room_id: number; channel?: MoveChannel }

/** Tells everyone concerned of each room that changed its date after the schedule was completed; its resident too (G-NOT-12). */
export const notifyOfMoves = (
  platform: Platform,
  db: Db,
  actor: ClientActor,
  constructionId: number,
  moved: readonly MovedRoom[],
  timeFrames: readonly { id: number; start_at: string; end_at: string }[],
  wait?: Wait,
): Promise<void> => {
  const times = new Map(timeFrames.map(frame => [frame.id, formatTimeFrame(frame.start_at, frame.end_at)]))
  return notifyOfRooms(platform, db, actor, {
    event: 'schedule_changed',
    constructionId,
    rooms: moved.map(({ room_id, date, construction_time_frame_id, channel }) => ({
      roomId: room_id,
      date: `${formatDayLong(date)} ${times.get(construction_time_frame_id) ?? ''}`,
      channel,
    })),
    to: actor.kind === 'resident' ? ['construction_staff', 'craftsmen'] : ['construction_staff', 'craftsmen', 'resident'],
    wait,
  })
}

/** Tells those who plan and work that the schedule as a whole was made, changed or completed. */
export const notifyOfSchedule = (
  platform: Platform,
  db: Db,
  actor: ClientActor,
  constructionId: number,
  event: 'detail_schedule_created' | 'detail_schedule_updated' | 'detail_schedule_completed',
  wait?: Wait,
): Promise<void> =>
  notify(platform, db, actor, { event, constructionId, to: ['sales_staff', 'construction_staff', 'craftsmen'], ...(wait ? { wait } : {}) })
