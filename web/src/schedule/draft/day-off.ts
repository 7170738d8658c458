import { type FramePlace, framePlaceKey } from '@toguchi/domain/schedule/place'
import { type Day, daysBetween } from '@toguchi/domain/calendar/day'
import { transport } from '@toguchi/domain/schedule/arrange/transport'
import { isCrewAbsent } from '@toguchi/domain/schedule/crews'
import type { SoftReason } from '@toguchi/domain/schedule/placement'
import type { RoomCard } from '@toguchi/domain/schedule/contract'
import type { Draft } from './draft.ts'
import { type RoomMove, roomsOn, softOf } from './moves.ts'
import { framesOf, openDaysOf, placed, timeFramesOf } from './plan.ts'

/** A day off and what it does: whom it hits, and where they would go. */
export interface DayOff {
  date: Day
  rooms: readonly RoomCard[]
  /** The proposal; null for a room that finds no frame. */
  moves: readonly RoomMove[]
  /** What stands against the proposal, by room: saving will ask a reason. */
  soft: ReadonlyMap<number, readonly SoftReason[]>
  intoSpares: number
  left: number
}

/** Costs in the order of their weight: no frame at all, a crew that cannot come, a date they cannot, days away, another time, a spare frame. */
const noFrame = 1_000_000
const absentCrew = 300_000
const unavailable = 100_000
const perDay = 100
/** A date they prefer is worth three days. */
const preferred = 300
const otherTime = 20
const spareFrame = 10

/**
 * What becomes of the rooms of a day that is made a day off: all of them together as near as can be (the least sum of days away, by
 * min-cost flow), spare frames included, residents' wishes first (product/beyond 6).
 */
export const dayOffOf = (draft: Draft, date: Day): DayOff => {
  const { base, plan } = draft
  const hit = roomsOn(draft, date)
  const regular = new Map(timeFramesOf(base).map(frame => [frame.id, frame.frame_number]))
  const isSpare = (place: FramePlace) => place.frame_number > (regular.get(place.construction_time_frame_id) ?? 0)
  const free = openDaysOf(base, plan)
    .filter(day => day !== date)
    .flatMap(day => framesOf(base, plan, day))
    .filter(place => !plan.occupants.has(framePlaceKey(place)))
  const absent = new Set(
    free
      .filter(place =>
        isCrewAbsent(
          place,
          base.construction_time_frames.find(({ id }) => id === place.construction_time_frame_id),
          base.crews,
        ),
      )
      .map(framePlaceKey),
  )
  const columns = free.length + 1
  const costs = new Float64Array(hit.length * columns).fill(noFrame)
  for (const [row, { id, place }] of hit.entries()) {
    const wish = draft.rooms.get(id)?.wish
    const [cannot, prefers] = [new Set(wish?.unavailable_dates), new Set(wish?.preferred_dates)]
    for (const [column, to] of free.entries())
      costs[row * columns + column] =
        Math.abs(daysBetween(date, to.date)) * perDay +
        (prefers.size > 0 && !prefers.has(to.date) ? preferred : 0) +
        (absent.has(framePlaceKey(to)) ? absentCrew : 0) +
        (cannot.has(to.date) ? unavailable : 0) +
        (to.construction_time_frame_id === place.construction_time_frame_id ? 0 : otherTime) +
        (isSpare(to) ? spareFrame : 0)
  }
  const columnOf = transport(costs, hit.length, [...free.map(() => 1), hit.length])
  const moves = hit.map(({ id }, row) => ({ roomId: id, to: free[columnOf[row] ?? free.length] ?? null }))
  return {
    date,
    rooms: hit.flatMap(({ id }) => draft.rooms.get(id) ?? []),
    moves,
    soft: new Map(softOf(draft, moves, placed(plan, moves)).map(({ room, reasons }) => [room.id, reasons])),
    intoSpares: moves.filter(({ to }) => to !== null && isSpare(to)).length,
    left: moves.filter(({ to }) => to === null).length,
  }
}
