import type { FramePlace } from '@toguchi/domain/schedule/place'
import type { ReachedActor } from '@toguchi/domain/access/actor'
import { formatDayLong, formatTimeFrame } from '@toguchi/domain/calendar/day'
import type { Visit } from '@toguchi/domain/messages/short-message'
import type { MoveChannel } from '@toguchi/domain/schedule/channels'
import { isSameTime } from '@toguchi/domain/schedule/placement'
import { notify, notifyOfRooms } from '../../notifications/notifications.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Wait } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ScheduledConstruction } from '../queries.ts'

/** A room that changed its place; null is the tray. */
export interface MovedRoom {
  room_id: number
  from: FramePlace | null
  to: FramePlace | null
  /** How its household is told, which every door has to say; `in person`: it moved itself, or hears of it as of an agreed date. */
  channel: MoveChannel | 'in person'
}

/** Another frame of the same time is nothing to anybody who was told a time. */
export const changesTime = ({ from, to }: MovedRoom) => !isSameTime(from, to)

/**
 * Tells everyone concerned of each room that changed its time after the schedule was completed, or lost it; its resident too
 * (G-NOT-12). Before the completion nobody has been promised anything. Which moves are news, `recallAndPickNotifiable` knows.
 */
export const notifyOfMoves = async (
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  construction: Pick<ScheduledConstruction, 'id' | 'detail_schedule_completed_at'>,
  moved: readonly MovedRoom[],
  timeFrames: readonly { id: number; start_at: string; end_at: string }[],
  wait?: Wait,
): Promise<void> => {
  if (construction.detail_schedule_completed_at === null) return
  const frames = new Map(timeFrames.map(frame => [frame.id, frame]))
  await notifyOfRooms(platform, db, actor, {
    event: 'schedule_changed',
    constructionId: construction.id,
    rooms: moved.filter(changesTime).map(({ room_id, from, to, channel }) => {
      const visit = visitAt(to, frames)
      return {
        roomId: room_id,
        date: to === null ? undefined : `${formatDayLong(to.date)} ${visit ? formatTimeFrame(visit.start_at, visit.end_at) : ''}`,
        visit,
        before: visitAt(from, frames),
        channel: channel === 'in person' ? 'none' : channel,
      }
    }),
    to: actor.kind === 'resident' ? ['construction_staff', 'craftsmen'] : ['construction_staff', 'craftsmen', 'resident'],
    tellsPlace: true,
    wait,
  })
}

const visitAt = (place: FramePlace | null, frames: ReadonlyMap<number, { start_at: string; end_at: string }>): Visit | undefined => {
  const frame = place && frames.get(place.construction_time_frame_id)
  return frame ? { date: place.date, start_at: frame.start_at, end_at: frame.end_at } : undefined
}

/** Tells those who plan and work that the schedule as a whole was made, changed or completed. */
export const notifyOfSchedule = (
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  constructionId: number,
  event: 'detail_schedule_created' | 'detail_schedule_updated' | 'detail_schedule_completed',
  wait?: Wait,
): Promise<void> =>
  notify(platform, db, actor, { event, constructionId, to: ['sales_staff', 'construction_staff', 'craftsmen'], ...(wait ? { wait } : {}) })
