import type { FramePlace } from '../place.ts'
import type { Day, TimeOfDay } from '../../calendar/day.ts'
import type { ConstructionOrder, OrderedRoom } from '../construction-order.ts'
import type { Crew, CrewFrames } from '../crews.ts'
import type { ScheduleUnit } from '../placement.ts'

/** How much a wish counts: 弱, 中, 強. */
export const arrangeWeights = ['weak', 'medium', 'strong'] as const
export type ArrangeWeight = (typeof arrangeWeights)[number]

/** A room that is to have a place. */
export interface ArrangeRoom extends OrderedRoom {
  id: number
  /** Where it stands in the plan so far. */
  previous: FramePlace | null
  /** Stays where it stands; without a place it is like any other. */
  fixed: boolean
  unavailable_dates: readonly Day[]
  preferred_dates: readonly Day[]
}

/** All that automatic arrangement goes by: facts of the schedule and the choices of the person who asks. */
export interface ArrangeInput {
  /** Rooms that are not done yet, those that stay included. */
  rooms: readonly ArrangeRoom[]
  /** Working days on which rooms may be put, ascending. */
  days: readonly Day[]
  time_frames: readonly {
    id: number
    start_at: TimeOfDay
    /** Regular frames of every working day. */
    frame_number: number
    crew_frames: readonly CrewFrames[]
  }[]
  /** In the order in which frame numbers run over them (D-25). */
  crews: readonly Crew[]
  /** Places of rooms that are not to be arranged at all: done, or closed. */
  taken: readonly FramePlace[]
  spare_frames: readonly FramePlace[]
  unit: ScheduleUnit
  /** Spare frames wanted, in percent of the rooms. */
  spare_percent: number
  order: ConstructionOrder
  weights: { wishes: ArrangeWeight; previous: ArrangeWeight; walking: ArrangeWeight }
}
