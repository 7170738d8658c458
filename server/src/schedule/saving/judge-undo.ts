import { type FramePlace, framePlaceKey, isSamePlace } from '@toguchi/domain/schedule/place'
import { firstNames } from '@toguchi/domain/rooms/room-names'
import { isDraggable } from '@toguchi/domain/schedule/cell-kind'
import { spareFramesAreStacked } from '@toguchi/domain/schedule/placement'
import { maximumSpareFrames } from '@toguchi/domain/schedule/time-frames'
import { dayKind } from '@toguchi/domain/schedule/working-days'
import { conflict } from '../../platform/http/problem.ts'
import type { BatchChange } from './batch-queries.ts'
import { sparesAfter } from './change-of-spares.ts'
import { placesAfter } from './refuse-moves.ts'
import { placeOf } from '../places.ts'
import type { CardRow, ScheduledConstruction } from '../queries.ts'
import { daysOffAfter, inverseOf } from './write-change.ts'

/** 409: what is to be taken back was changed again; with the rooms that stand in the way, when it is rooms. */
export const changedSince = (rooms: readonly Pick<CardRow, 'id' | 'name'>[] = []) =>
  conflict(
    `${rooms.length === 0 ? '' : `${firstNames(rooms.map(({ name }) => name))}：`}保存のあとで工程が変更されたため元に戻せません。`,
    'changed_since',
    { rooms: rooms.map(({ id }) => ({ room_id: id })) },
  )

/** The schedule as it is now. */
export interface ScheduleNow {
  today: string
  construction: ScheduledConstruction
  cards: readonly CardRow[]
  timeFrames: readonly { id: number; frame_number: number }[]
  spares: readonly (FramePlace & { released_at: Date | null })[]
  /** Rooms of the batch that went anywhere since, even if they are back. */
  movedSince: ReadonlySet<number>
  /** Whether anything at all was saved since. */
  savedSince: boolean
}

/**
 * Refuses to take a save back unless its rooms, spare frames and days off stand as it left them, no resident has agreed since, and
 * what stood before fits into what others did meanwhile.
 */
export const refuseWhatChangedSince = (change: BatchChange, now: ScheduleNow): void => {
  const { construction, cards, spares } = now
  const byId = new Map(cards.map(card => [card.id, card]))
  if (change.completed !== (construction.detail_schedule_completed_at !== null)) throw changedSince()
  if (change.rooms.some(({ room_id }) => !byId.has(room_id))) throw changedSince()
  const touched = change.rooms.flatMap(room => {
    const card = byId.get(room.room_id)
    return card && !(standsAsLeft(card, room) && !now.movedSince.has(card.id)) ? [card] : []
  })
  if (touched.length > 0) throw changedSince(touched)
  if (!daysOffStandAsLeft(change, construction.privately_area_holidays)) throw changedSince()
  if (!sparesStandAsLeft(change, spares)) throw changedSince()
  refuseWhatDoesNotFit(change, now)
}

const standsAsLeft = (card: CardRow, { after, confirmed_at }: BatchChange['rooms'][number]): boolean => {
  const confirmed = card.construction_schedule_confirmed_at?.toISOString() ?? null
  return isDraggable(card) && isSamePlace(placeOf(card), after) && (confirmed === null || confirmed === confirmed_at)
}

const daysOffStandAsLeft = ({ holidays: { added, removed } }: BatchChange, daysOff: readonly string[]): boolean =>
  added.every(day => daysOff.includes(day)) && !removed.some(day => daysOff.includes(day))

const sparesStandAsLeft = ({ spare_frames: { added, removed, released } }: BatchChange, spares: ScheduleNow['spares']): boolean => {
  const releases = new Map(spares.map(spare => [framePlaceKey(spare), spare.released_at?.toISOString() ?? null]))
  return (
    added.every(({ place, released_at }) => releases.get(framePlaceKey(place)) === released_at) &&
    released.every(({ place, after }) => releases.get(framePlaceKey(place)) === after) &&
    !removed.some(({ place }) => releases.has(framePlaceKey(place)))
  )
}

/** All rooms as they would stand: each in a frame of its own, on a working day unless it stood there before. */
const refuseWhatDoesNotFit = (change: BatchChange, { today, construction, cards, timeFrames, spares, savedSince }: ScheduleNow) => {
  if (!savedSince) return
  const back = inverseOf(change)
  const byId = new Map(cards.map(card => [card.id, card]))
  const after = placesAfter(
    cards,
    back.rooms.flatMap(({ room_id, after: to }) => {
      const card = byId.get(room_id)
      return card ? [{ card, to }] : []
    }),
  )
  const sparesThen = sparesAfter(spares, back.spare_frames)
  const spareKeys = new Set(sparesThen.map(framePlaceKey))
  const regular = new Map(timeFrames.map(frame => [frame.id, frame.frame_number]))
  const period = { ...construction, privately_area_holidays: daysOffAfter(construction.privately_area_holidays, back.holidays) }
  const together = Map.groupBy(after.values(), framePlaceKey)
  const own = new Set(change.rooms.map(({ room_id }) => room_id))
  const inTheWay = cards.filter(card => {
    const place = after.get(card.id)
    if (place === undefined) return false
    const key = framePlaceKey(place)
    const hasFrame = place.frame_number <= (regular.get(place.construction_time_frame_id) ?? 0) || spareKeys.has(key)
    if (!hasFrame || (together.get(key)?.length ?? 0) > 1) return true
    const judged = own.has(card.id) || back.holidays.added.includes(place.date)
    return judged && isDraggable(card) && place.date >= today && dayKind(place.date, period) !== 'working'
  })
  if (inTheWay.length > 0) throw changedSince(inTheWay)
  if (!spareFramesAreStacked(sparesThen, id => regular.get(id) ?? 0, maximumSpareFrames)) throw changedSince()
}
