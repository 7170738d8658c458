import type { FramePlace } from '../place.ts'
import { minutesOf, type TimeOfDay } from '../../calendar/day.ts'
import { type ConstructionOrder, type OrderedRoom, orderRooms } from '../construction-order.ts'
import { crewOfFrame, type CrewFrames } from '../crews.ts'
import { type ScheduleUnit, unitKeyOf } from '../placement.ts'

/** Where a dwelling lies in the building. */
export type Spot = Pick<OrderedRoom, 'block_position' | 'row' | 'col'>

/** Steps for one floor and for another wing; the next door on the same floor is one step. */
export const stepsPerFloor = 3
export const stepsToAnotherWing = 20

/**
 * The way from one dwelling to another in steps: one for every door along the corridor, `stepsPerFloor` for every floor. Another wing
 * costs `stepsToAnotherWing` instead of the doors, because columns of two wings do not continue each other.
 */
export const stepsBetween = (a: Spot, b: Spot): number =>
  stepsPerFloor * Math.abs(a.row - b.row) + (a.block_position === b.block_position ? Math.abs(a.col - b.col) : stepsToAnotherWing)

/**
 * Rooms in the order in which they would be walked (G-SCH-17), whatever order they came in. With stacks or floors as units a unit is
 * walked to its end before the next begins; which comes first is said by its first room.
 */
export const walkSequence = <Room extends OrderedRoom & { id: number }>(
  rooms: readonly Room[],
  order: ConstructionOrder,
  unit: ScheduleUnit,
): Room[] => {
  const sequence = orderRooms(
    rooms.toSorted((a, b) => a.id - b.id),
    order,
  )
  return unit === 'room' ? sequence : [...Map.groupBy(sequence, room => unitKeyOf(room, unit)).values()].flat()
}

/**
 * What the crews walk, in steps: for each crew the way between the rooms that follow one another by date, time frame and frame number.
 * Frames that belong to no crew are walked by one more; with a single crew they are its own.
 */
export const walkingSteps = (
  rooms: readonly (Spot & { place: FramePlace })[],
  timeFrames: readonly { id: number; start_at: TimeOfDay; crew_frames: readonly CrewFrames[] }[],
  crews: readonly { assigned_contractor_id: number }[],
): number => {
  const frames = new Map(timeFrames.map(frame => [frame.id, frame]))
  const frameOf = ({ place }: { place: FramePlace }) => frames.get(place.construction_time_frame_id)
  const ownerOf = (room: { place: FramePlace }) =>
    crews.length < 2 ? null : crewOfFrame(frameOf(room)?.crew_frames ?? [], room.place.frame_number)
  const startOf = (room: { place: FramePlace }) => minutesOf(frameOf(room)?.start_at ?? '00:00')
  let steps = 0
  for (const walked of Map.groupBy(rooms, ownerOf).values()) {
    const way = walked.toSorted(
      (a, b) =>
        (a.place.date < b.place.date ? -1 : a.place.date > b.place.date ? 1 : 0) ||
        startOf(a) - startOf(b) ||
        a.place.construction_time_frame_id - b.place.construction_time_frame_id ||
        a.place.frame_number - b.place.frame_number,
    )
    for (const [at, room] of way.entries()) {
      const before = way[at - 1]
      if (before !== undefined) steps += stepsBetween(before, room)
    }
  }
  return steps
}
