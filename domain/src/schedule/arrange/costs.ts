import type { FramePlace } from '../place.ts'
import { type Day, daysBetween } from '../../calendar/day.ts'
import type { ArrangeInput, ArrangeRoom, ArrangeWeight } from './arrange-input.ts'
import type { Slot } from './slots.ts'
import { type Spot, stepsBetween } from './walking.ts'

/** Each choice counts about three times the one below it. */
const factors: Readonly<Record<ArrangeWeight, number>> = { weak: 1, medium: 3, strong: 10 }

// Points: what one step of the crew's way costs at weight 弱 is the unit of everything else.
const notPreferred = 30
const otherDate = 10
const perDayAway = 1
const mostDaysAway = 30
const otherTimeFrame = 5
const perDayOfWaiting = 3

/** Whether the plan so far counts at least as much as the way: then the way is judged against where rooms stand, not against the order. */
export const keepsPlan = ({ rooms, weights }: Pick<ArrangeInput, 'rooms' | 'weights'>): boolean =>
  factors[weights.previous] >= factors[weights.walking] && rooms.filter(room => room.previous !== null).length * 2 > rooms.length

/**
 * What it costs to put each room into each slot, room by room, in whole points. Everything is a sum over rooms and slots, so that the
 * cheapest plan can be found exactly:
 * - a date on which the resident cannot: more than all else together, so that as few rooms as possible meet one;
 * - a date other than those preferred;
 * - another date than before, and how far away; another time frame of the same date;
 * - the way: steps from the room to the nearest of those that the slot belongs to (see `companions`);
 * - for a room of high priority: the days it waits.
 */
export const slotCosts = (
  rooms: readonly ArrangeRoom[],
  slots: readonly Slot[],
  company: readonly (readonly Spot[])[],
  weights: ArrangeInput['weights'],
): Float64Array => {
  const columns = slots.length
  const costs = walkCosts(rooms, slots, company)
  const [wishes, previous, walking] = [factors[weights.wishes], factors[weights.previous], factors[weights.walking]]
  let ceiling = 1
  for (const [row, room] of rooms.entries()) {
    const preferred = new Set(room.preferred_dates)
    let highest = 0
    for (const [column, slot] of slots.entries()) {
      const at = row * columns + column
      let cost = costs[at]! * walking + moveCost(room.previous, slot) * previous
      if (preferred.size > 0 && !preferred.has(slot.date)) cost += notPreferred * wishes
      if (room.high_priority) cost += perDayOfWaiting * slot.day
      costs[at] = cost
      highest = Math.max(highest, cost)
    }
    ceiling += highest
  }
  for (const [row, room] of rooms.entries()) {
    const unavailable = new Set(room.unavailable_dates)
    if (unavailable.size === 0) continue
    for (const [column, slot] of slots.entries()) if (unavailable.has(slot.date)) costs[row * columns + column]! += ceiling
  }
  return costs
}

const moveCost = (previous: FramePlace | null, slot: Slot): number => {
  if (previous === null) return 0
  if (previous.date !== slot.date) return otherDate + perDayAway * Math.min(mostDaysAway, daysApart(previous.date, slot.date))
  return slot.construction_time_frame_id === null || slot.construction_time_frame_id === previous.construction_time_frame_id
    ? 0
    : otherTimeFrame
}

const daysApart = (a: Day, b: Day) => Math.abs(daysBetween(a, b))

/**
 * The rooms that each slot belongs to, against which the way to it is judged: those that stay in it, and those that stand in it now or,
 * when the order counts more, those that filling the slots in its sequence would put there (G-SCH-17).
 * The true way depends on who comes before and after, which no flow can price; this does, room by room.
 * `lots` are the rooms in the order of walking, those together that go into one slot together.
 */
export const companions = (
  lots: readonly (readonly ArrangeRoom[])[],
  fixed: readonly ArrangeRoom[],
  slots: readonly Slot[],
  by: 'plan' | 'order',
): Spot[][] => {
  const columnOf = new Map(slots.map((slot, column) => [`${slot.date}/${slot.construction_time_frame_id ?? ''}`, column]))
  const columnAt = ({ previous }: ArrangeRoom) =>
    previous === null
      ? undefined
      : (columnOf.get(`${previous.date}/${previous.construction_time_frame_id}`) ?? columnOf.get(`${previous.date}/`))
  const company: Spot[][] = slots.map(() => [])
  for (const room of by === 'plan' ? [...fixed, ...lots.flat()] : fixed) company[columnAt(room) ?? -1]?.push(room)
  if (by === 'plan') return company
  const filling =
    fill(lots, slots) ??
    fill(
      lots.flat().map(room => [room]),
      slots,
    ) ??
    []
  for (const { lot, column } of filling) company[column]?.push(...lot)
  return company
}

/** Each lot in the first slot, from that of the lot before it on, that still has room for it; null when the slots run out. */
const fill = (
  lots: readonly (readonly ArrangeRoom[])[],
  slots: readonly Slot[],
): { lot: readonly ArrangeRoom[]; column: number }[] | null => {
  const filling: { lot: readonly ArrangeRoom[]; column: number }[] = []
  let [column, left] = [0, slots[0]?.capacity ?? 0]
  for (const lot of lots) {
    while (left < lot.length) {
      const next = slots[++column]
      if (next === undefined) return null
      left = next.capacity
    }
    filling.push({ lot, column })
    left -= lot.length
  }
  return filling
}

/**
 * Steps from every room to the nearest of each slot's own. A slot without any is judged by the nearest slots before and after it that
 * have some, and one step for each day to them: whoever is put there should lie near what is done around that time.
 */
const walkCosts = (rooms: readonly ArrangeRoom[], slots: readonly Slot[], company: readonly (readonly Spot[])[]): Float64Array => {
  const columns = slots.length
  const costs = new Float64Array(rooms.length * columns)
  const [before, after] = neighbours(company)
  for (const [row, room] of rooms.entries()) {
    const start = row * columns
    for (const [column, spots] of company.entries()) if (spots.length > 0) costs[start + column] = nearestOf(room, spots)
    for (const [column, spots] of company.entries()) {
      if (spots.length > 0) continue
      const near = [before[column]!, after[column]!].filter(other => other !== -1)
      const steps = near.map(other => costs[start + other]! + 1 + Math.abs((slots[other]?.day ?? 0) - (slots[column]?.day ?? 0)))
      costs[start + column] = steps.length === 0 ? 0 : Math.min(...steps)
    }
  }
  return costs
}

const nearestOf = (room: Spot, spots: readonly Spot[]): number => {
  let nearest = Infinity
  for (const spot of spots) nearest = Math.min(nearest, stepsBetween(room, spot))
  return nearest
}

/** For each column the nearest one before and the nearest one after it that has company; −1 without one. */
const neighbours = (company: readonly (readonly Spot[])[]): [Int32Array, Int32Array] => {
  const before = new Int32Array(company.length).fill(-1)
  const after = new Int32Array(company.length).fill(-1)
  for (let column = 1; column < company.length; column++)
    before[column] = company[column - 1]!.length > 0 ? column - 1 : before[column - 1]!
  for (let column = company.length - 2; column >= 0; column--)
    after[column] = company[column + 1]!.length > 0 ? column + 1 : after[column + 1]!
  return [before, after]
}
