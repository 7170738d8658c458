import type { FramePlace } from '../place.ts'
import type { ArrangeInput, ArrangeRoom } from './arrange-input.ts'
import { companions, keepsPlan, slotCosts } from './costs.ts'
import { numberFrames } from './frame-numbers.ts'
import type { SolveMip } from './mip.ts'
import { type ArrangeReport, type PlacedRoom, reportOn } from './report.ts'
import { dateSlots, isInSlot, timeFrameSlots, type TimeFrameSlot } from './slots.ts'
import { proposeSpareFrames } from './spare-frames.ts'
import { transport } from './transport.ts'
import { chooseUnitDates, cutUnits } from './unit-dates.ts'
import { walkSequence } from './walking.ts'

/** A plan for all rooms, or how many frames are missing for one (G-SCH-18). */
export type Arrangement =
  | {
      missing: 0
      /** Every room of the input with its place, those that stay included, in the order of walking. */
      places: PlacedRoom[]
      /** To be added to those that there are. */
      spare_frames: FramePlace[]
      report: ArrangeReport
    }
  | { missing: number; places: null }

export interface ArrangePorts {
  /** Asked only where stacks or floors go together. */
  solveMip: SolveMip
  /** Rooms that have their slot, of all; the units of a plan come all at once. */
  onProgress?: (done: number, total: number) => void
}

/**
 * The best plan for the rooms, by facts and weights (automatic arrangement). Rooms one by one are a transportation problem, solved
 * exactly; stacks or floors are a mixed-integer problem over dates, followed by the same transportation within each date. The same
 * input gets the same answer, in whatever order its rooms come. Nothing is saved: it is a proposal.
 */
export const arrange = async (input: ArrangeInput, { solveMip, onProgress = () => undefined }: ArrangePorts): Promise<Arrangement> => {
  const sequence = walkSequence(input.rooms, input.order, input.unit)
  const stays = (room: ArrangeRoom) => room.fixed && room.previous !== null
  const [fixed, free] = [sequence.filter(stays), sequence.filter(room => !stays(room))]
  const slots = timeFrameSlots(input)
  const capacity = slots.reduce((sum, slot) => sum + slot.capacity, 0)
  if (free.length > capacity) return { missing: free.length - capacity, places: null }

  const by = keepsPlan(input) ? 'plan' : 'order'
  const { slotOf, gap } =
    input.unit === 'room'
      ? { slotOf: fillSlots(free, fixed, slots, by, input, onProgress), gap: 0 }
      : await fillUnits(free, fixed, slots, by, input, { solveMip, onProgress })
  const placeOf = placesOf(sequence, slotOf, slots, by === 'plan', input)
  const spare = proposeSpareFrames(input)
  return {
    missing: 0,
    places: sequence.flatMap(({ id }) => {
      const place = placeOf.get(id)
      return place === undefined ? [] : [{ room_id: id, ...place }]
    }),
    spare_frames: spare.added,
    report: reportOn({ ...input, rooms: sequence }, placeOf, slots, spare, gap),
  }
}

type SlotOf = ReadonlyMap<number, TimeFrameSlot>

/** The cheapest slot for every room, all rooms considered at once. */
const fillSlots = (
  free: readonly ArrangeRoom[],
  fixed: readonly ArrangeRoom[],
  slots: readonly TimeFrameSlot[],
  by: 'plan' | 'order',
  { weights }: ArrangeInput,
  onProgress: (done: number, total: number) => void = () => undefined,
): SlotOf => {
  const costs = slotCosts(
    free,
    slots,
    companions(
      free.map(room => [room]),
      fixed,
      slots,
      by,
    ),
    weights,
  )
  const capacities = slots.map(({ capacity }) => capacity)
  const columnOf = transport(costs, free.length, capacities, done => onProgress(done, free.length))
  return new Map(free.map((room, row) => [room.id, slots[columnOf[row]!]!]))
}

/** Dates for whole units, then the time frames within each date. */
const fillUnits = async (
  free: readonly ArrangeRoom[],
  fixed: readonly ArrangeRoom[],
  slots: readonly TimeFrameSlot[],
  by: 'plan' | 'order',
  input: ArrangeInput,
  { solveMip, onProgress = () => undefined }: ArrangePorts,
): Promise<{ slotOf: SlotOf; gap: number }> => {
  onProgress(0, free.length)
  const dates = dateSlots(slots)
  const parts = cutUnits(free, fixed, dates, input.unit)
  const lots = parts.map(({ rows }) => rows.map(row => free[row]!))
  const costs = slotCosts(free, dates, companions(lots, fixed, dates, by), input.weights)
  const { columnOf, gap } = await chooseUnitDates(parts, dates, costs, solveMip)
  const slotOf = new Map<number, TimeFrameSlot>()
  for (const [column, rows] of Map.groupBy(free.keys(), row => columnOf[row]!)) {
    const rooms = rows.map(row => free[row]!)
    const date = dates[column]!
    const slotPeers = fixed.filter(room => isInSlot(room.previous, date))
    const stayers = rooms.filter(room => isInSlot(room.previous, date)).length
    const frames = slots.filter(slot => slot.day === date.day)
    for (const [id, slot] of fillSlots(rooms, slotPeers, frames, by === 'plan' && stayers * 2 > rooms.length ? 'plan' : 'order', input))
      slotOf.set(id, slot)
    onProgress(slotOf.size, free.length)
  }
  return { slotOf, gap }
}

/** Frames for the rooms of every slot; whoever stays has its own. */
const placesOf = (
  sequence: readonly ArrangeRoom[],
  slotOf: SlotOf,
  slots: readonly TimeFrameSlot[],
  keep: boolean,
  { time_frames }: ArrangeInput,
): Map<number, FramePlace> => {
  const members = Map.groupBy(
    sequence.filter(({ id }) => slotOf.has(id)),
    ({ id }) => slotOf.get(id),
  )
  const crewFrames = new Map(time_frames.map(({ id, crew_frames }) => [id, crew_frames]))
  const stayed = sequence.flatMap(({ id, previous }) => (slotOf.has(id) || previous === null ? [] : [[id, previous] as const]))
  return new Map([
    ...stayed,
    ...slots.flatMap(slot => {
      const { date, construction_time_frame_id } = slot
      const numbers = numberFrames(slot, members.get(slot) ?? [], crewFrames.get(construction_time_frame_id) ?? [], keep)
      return [...numbers].map(([id, frame_number]) => [id, { date, construction_time_frame_id, frame_number }] as const)
    }),
  ])
}
