import { type FramePlace, framePlaceKey, pickPlace } from '@toguchi/domain/schedule/place'
import type { Day } from '@toguchi/domain/calendar/day'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import type { PlacementFacts } from '@toguchi/domain/schedule/placement'

/** A spare frame of the plan; without an id it is not saved yet. */
export interface PlannedSpareFrame extends FramePlace {
  id: number | null
  /** Offered to residents (D-24). */
  released: boolean
}

/** Where every room stands, which spare frames and which days off there are: a value, never changed in place. */
export interface Plan {
  /** By room id; null is the tray. */
  places: ReadonlyMap<number, FramePlace | null>
  /** Room ids by place. */
  occupants: ReadonlyMap<string, number>
  spareFrames: ReadonlyMap<string, PlannedSpareFrame>
  holidays: ReadonlySet<Day>
  /** Why a room was put against a soft reason, by room id. */
  reasons: ReadonlyMap<number, string>
}

/** In one walk, and without lists on the way: it stands between the answer and the first picture of a thousand rooms. */
export const planOf = (base: DetailSchedule): Plan => {
  const places = new Map<number, FramePlace | null>()
  const occupants = new Map<string, number>()
  for (const assign of base.assigns) {
    places.set(assign.room.id, pickPlace(assign))
    occupants.set(framePlaceKey(assign), assign.room.id)
  }
  for (const room of base.unassigned_rooms) places.set(room.id, null)
  return {
    places,
    occupants,
    spareFrames: new Map(
      base.spare_frames.map(spare => [framePlaceKey(spare), { ...pickPlace(spare), id: spare.id, released: spare.released_at !== null }]),
    ),
    holidays: new Set(base.dates.filter(({ holiday }) => holiday).map(({ date }) => date)),
    reasons: new Map(),
  }
}

/** The plan with rooms in new places; all leave theirs before one arrives, so they may change places with one another. */
export const placed = (plan: Plan, moves: readonly { roomId: number; to: FramePlace | null }[]): Plan => {
  const occupants = new Map(plan.occupants)
  const places = new Map(plan.places)
  for (const { roomId } of moves) {
    const from = places.get(roomId) ?? null
    if (from !== null && occupants.get(framePlaceKey(from)) === roomId) occupants.delete(framePlaceKey(from))
  }
  for (const { roomId, to } of moves) {
    if (to !== null) occupants.set(framePlaceKey(to), roomId)
    places.set(roomId, to === null ? null : pickPlace(to))
  }
  return { ...plan, occupants, places }
}

/** What hard reasons are judged by: the schedule with the days off and spare frames of the plan. */
export const placementFactsOf = (base: DetailSchedule, plan: Plan): PlacementFacts => {
  const cached = facts.get(plan)
  if (cached !== undefined) return cached
  const made = {
    today: base.today,
    privately_area_start_on: base.dates[0]?.date ?? null,
    privately_area_end_on: base.dates.at(-1)?.date ?? null,
    privately_area_holidays: [...plan.holidays],
    preparation_days: base.dates.filter(({ preparation }) => preparation).map(({ date }) => date),
    construction_time_frames: base.construction_time_frames,
    spare_frames: [...plan.spareFrames.values()],
  }
  facts.set(plan, made)
  return made
}
const facts = new WeakMap<Plan, PlacementFacts>()

/** Frames of a date in their order: time frames by start, regular before spare. */
export const framesOf = (base: DetailSchedule, plan: Plan, date: Day): FramePlace[] =>
  timeFramesOf(base).flatMap(({ id, frame_number: regular }) => {
    const spares = stackOf(plan, { date, construction_time_frame_id: id }).length
    return Array.from({ length: regular + spares }, (_, at) => ({ date, construction_time_frame_id: id, frame_number: at + 1 }))
  })

export const timeFramesOf = (base: DetailSchedule): DetailSchedule['construction_time_frames'] => {
  const cached = sorted.get(base)
  if (cached !== undefined) return cached
  const made = base.construction_time_frames.toSorted((a, b) => (a.start_at < b.start_at ? -1 : 1))
  sorted.set(base, made)
  return made
}
const sorted = new WeakMap<DetailSchedule, DetailSchedule['construction_time_frames']>()

/** The spare frames of one date and time frame. */
export const stackOf = (plan: Plan, place: Pick<FramePlace, 'date' | 'construction_time_frame_id'>): readonly PlannedSpareFrame[] => {
  let cached = stacks.get(plan.spareFrames)
  if (cached === undefined) {
    cached = Map.groupBy(plan.spareFrames.values(), stackKey)
    stacks.set(plan.spareFrames, cached)
  }
  return cached.get(stackKey(place)) ?? []
}
const stacks = new WeakMap<Plan['spareFrames'], Map<string, PlannedSpareFrame[]>>()
const stackKey = ({ date, construction_time_frame_id }: Pick<FramePlace, 'date' | 'construction_time_frame_id'>) =>
  `${date}/${construction_time_frame_id}`

/** Days from today on which rooms can be put, ascending; after `from` when one is given. */
export const openDaysOf = (base: DetailSchedule, plan: Plan, from?: Day): Day[] =>
  base.dates
    .filter(day => !day.past && !day.preparation && !plan.holidays.has(day.date) && (from === undefined || day.date > from))
    .map(({ date }) => date)
