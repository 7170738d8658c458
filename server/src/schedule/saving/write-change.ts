import type { ClientId } from '@toguchi/domain/access/actor'
import type { FramePlace } from '@toguchi/domain/schedule/place'
import { markScheduleChanged, setPrivatelyAreaHolidays } from '../../construction-versions/construction-versions.ts'
import type { Db } from '../../platform/database/database.ts'
import { onConstraint } from '../../platform/http/problem.ts'
import type { BatchChange } from './batch-queries.ts'
import { frameTaken } from './refuse-moves.ts'
import { deleteAssignsOf, deleteSpareFrames, insertSpareFrames, judgePlaces, placeRooms, releaseSpareFrames } from '../place-queries.ts'
import type { ScheduledConstruction } from '../queries.ts'

/** What a draft changes of the schedule itself. */
export type ScheduleChange = Pick<BatchChange, 'spare_frames' | 'holidays'> & {
  rooms: readonly { room_id: number; before: FramePlace | null; after: FramePlace | null }[]
}

/** What takes a change back. */
export const inverseOf = ({ rooms, spare_frames, holidays }: ScheduleChange): ScheduleChange => ({
  rooms: rooms.map(({ room_id, before, after }) => ({ room_id, before: after, after: before })),
  spare_frames: {
    added: spare_frames.removed,
    removed: spare_frames.added,
    released: spare_frames.released.map(({ place, before, after }) => ({ place, before: after, after: before })),
  },
  holidays: { added: holidays.removed, removed: holidays.added },
})

/** Writes a change: days off, spare frames, then places, all of them at once. The version of the schedule moves on. */
export const writeChange = async (
  db: Db,
  clientId: ClientId,
  { id, privately_area_holidays }: ScheduledConstruction,
  { rooms, spare_frames: spares, holidays }: ScheduleChange,
  now: Date,
): Promise<void> => {
  if (holidays.added.length + holidays.removed.length > 0)
    await setPrivatelyAreaHolidays(db, clientId, id, daysOffAfter(privately_area_holidays, holidays), now)
  if (spares.removed.length > 0)
    await deleteSpareFrames(
      db,
      clientId,
      id,
      spares.removed.map(({ place }) => place),
    )
  if (spares.added.length > 0) await insertSpareFrames(db, clientId, id, spares.added)
  if (spares.released.length > 0) await releaseSpareFrames(db, clientId, id, spares.released)
  if (rooms.length > 0) await settle(db, clientId, id, rooms, now)
  await markScheduleChanged(db, clientId, id)
}

export const daysOffAfter = (before: readonly string[], { added, removed }: BatchChange['holidays']): string[] =>
  [...new Set([...before.filter(day => !removed.includes(day)), ...added])].toSorted()

/** Puts rooms where they belong, all at once; null takes them out of the grid. */
const settle = async (db: Db, clientId: ClientId, constructionId: number, rooms: ScheduleChange['rooms'], now: Date) => {
  const placed = rooms.flatMap(({ room_id, after }) => (after === null ? [] : [{ room_id, ...after }]))
  const removed = rooms.flatMap(({ room_id, after }) => (after === null ? [room_id] : []))
  await judgePlaces(db, clientId, 'at the end')
  if (removed.length > 0) await deleteAssignsOf(db, clientId, removed)
  await placeRooms(db, clientId, constructionId, placed, now)
  await onConstraint(judgePlaces(db, clientId, 'now'), { assigns_frame_key: () => frameTaken() })
}
