import type { FramePlace } from '../place.ts'
import { type Day, daysBetween } from '../../calendar/day.ts'
import { isSameTime, unitKeyOf } from '../placement.ts'
import type { ArrangeInput, ArrangeRoom } from './arrange-input.ts'
import type { SpareProposal } from './spare-frames.ts'
import type { TimeFrameSlot } from './slots.ts'
import { walkingSteps } from './walking.ts'

/**
 * Why a wish was not met:
 * - `fixed`: the room stays where it is;
 * - `no_day`: no day of the arrangement would meet it;
 * - `unit`: its stack or floor goes on another date;
 * - `full`: the frames of the days that would meet it went to others;
 * - `outweighed`: there is a frame, but the plan so far or the way counted more.
 */
export const unmetReasons = ['fixed', 'no_day', 'unit', 'full', 'outweighed'] as const
export type UnmetReason = (typeof unmetReasons)[number]

export interface UnmetWish {
  room_id: number
  /** `unavailable`: on a date on which the resident cannot; `not_preferred`: on none of those preferred. */
  kind: 'unavailable' | 'not_preferred'
  why: UnmetReason
}

export interface ArrangeReport {
  wishes: { met: number; total: number; unmet: UnmetWish[] }
  /** Rooms that had a place and get another date or time frame, and by how many days altogether. */
  moved: { rooms: number; days: number }
  /** Rooms that had no place and get one. */
  placed: number
  /** Steps of the crews (see `walkingSteps`); `before` is null unless the same rooms had places, for else the two do not compare. */
  walking: { before: number | null; after: number }
  /**
   * Stacks or floors; those that are larger than a day, and those that have more dates than they need. Null when rooms go one by one.
   */
  units: { total: number; oversized: number; split: number } | null
  spare: Omit<SpareProposal, 'added'>
  /** By how many points a cheaper plan could exist at most; 0 when this is proven to be the cheapest. */
  gap: number
}

export type PlacedRoom = FramePlace & { room_id: number }

/** What the plan costs, in the words of those who have to answer for it. */
export const reportOn = (
  input: ArrangeInput,
  placeOf: ReadonlyMap<number, FramePlace>,
  slots: readonly TimeFrameSlot[],
  spare: SpareProposal,
  gap: number,
): ArrangeReport => {
  const { rooms, unit, time_frames, crews } = input
  const placed = rooms.flatMap(room => {
    const place = placeOf.get(room.id)
    return place === undefined ? [] : [{ ...room, place }]
  })
  const moved = placed.filter(({ previous, place }) => previous !== null && !isSameTime(previous, place))
  const had = placed.flatMap(room => (room.previous === null ? [] : [{ ...room, place: room.previous }]))
  const { added: _added, ...stock } = spare
  return {
    wishes: wishesOf(input, placeOf, slots),
    moved: {
      rooms: moved.length,
      days: moved.reduce((sum, { previous, place }) => sum + Math.abs(daysBetween(previous?.date ?? place.date, place.date)), 0),
    },
    placed: placed.length - had.length,
    walking: {
      before: had.length === placed.length ? walkingSteps(had, time_frames, crews) : null,
      after: walkingSteps(placed, time_frames, crews),
    },
    units: unit === 'room' ? null : unitsOf(input, placed),
    spare: stock,
    gap,
  }
}

const unitsOf = ({ unit, time_frames }: ArrangeInput, placed: readonly (ArrangeRoom & { place: FramePlace })[]) => {
  const perDay = time_frames.reduce((sum, { frame_number }) => sum + frame_number, 0)
  const units = [...Map.groupBy(placed, room => unitKeyOf(room, unit)).values()].map(members => ({
    least: Math.ceil(members.length / perDay),
    dates: new Set(members.map(({ place }) => place.date)).size,
  }))
  return {
    total: units.length,
    oversized: units.filter(({ least }) => least > 1).length,
    split: units.filter(({ least, dates }) => dates > least).length,
  }
}

const wishesOf = (
  { rooms, unit }: ArrangeInput,
  placeOf: ReadonlyMap<number, FramePlace>,
  slots: readonly TimeFrameSlot[],
): ArrangeReport['wishes'] => {
  const free = freeFramesOf(slots, [...placeOf.values()])
  const wishing = rooms.filter(room => room.unavailable_dates.length > 0 || room.preferred_dates.length > 0)
  const unmet = wishing.flatMap(room => {
    const date = placeOf.get(room.id)?.date
    const kind = date === undefined ? null : unmetOn(room, date)
    if (kind === null) return []
    const wishedDays = [...free.keys()].filter(day => unmetOn(room, day) === null)
    const why = room.fixed
      ? 'fixed'
      : wishedDays.length === 0
        ? 'no_day'
        : unit !== 'room'
          ? 'unit'
          : wishedDays.some(day => (free.get(day) ?? 0) > 0)
            ? 'outweighed'
            : 'full'
    return [{ room_id: room.id, kind, why } as const]
  })
  return { met: wishing.length - unmet.length, total: wishing.length, unmet }
}

/** In which way a date goes against the room's wish; null when it does not. */
const unmetOn = ({ unavailable_dates, preferred_dates }: ArrangeRoom, date: Day): UnmetWish['kind'] | null => {
  if (unavailable_dates.includes(date)) return 'unavailable'
  return preferred_dates.length === 0 || preferred_dates.includes(date) ? null : 'not_preferred'
}

/** Frames of each date that nobody stands in, of dates that have any. */
const freeFramesOf = (slots: readonly TimeFrameSlot[], places: readonly FramePlace[]): Map<Day, number> => {
  const used = Map.groupBy(places, place => `${place.date}/${place.construction_time_frame_id}`)
  const free = new Map<Day, number>()
  for (const { date, construction_time_frame_id, frame_numbers } of slots) {
    if (frame_numbers.length === 0) continue
    const members = used.get(`${date}/${construction_time_frame_id}`) ?? []
    const inUse = members.filter(({ frame_number }) => frame_numbers.includes(frame_number)).length
    free.set(date, (free.get(date) ?? 0) + frame_numbers.length - inUse)
  }
  return free
}
