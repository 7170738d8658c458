import { type FramePlace, framePlaceKey } from '../place.ts'
import { type Day, minutesOf } from '../../calendar/day.ts'
import { isCrewAbsent } from '../crews.ts'
import type { ArrangeInput } from './arrange-input.ts'

/** What a room is put into before frames are counted out: a time frame of a date, or the whole date where units go together. */
export interface Slot {
  date: Day
  /** Position of the date among the days of the arrangement. */
  day: number
  /** Null for the whole date. */
  construction_time_frame_id: number | null
  capacity: number
}

/** A time frame of a date with the numbers of its frames that rooms may take, ascending. */
export interface TimeFrameSlot extends Slot {
  construction_time_frame_id: number
  frame_numbers: readonly number[]
}

/**
 * The slots of the days in the order of time. Only regular frames count (spare ones are stock, D-24); not those of a crew that is absent
 * (D-25), nor those where a room stays.
 */
export const timeFrameSlots = ({ days, time_frames, crews, taken, rooms }: ArrangeInput): TimeFrameSlot[] => {
  const fixed = rooms.flatMap(room => (room.fixed && room.previous !== null ? [room.previous] : []))
  const occupied = new Set([...taken, ...fixed].map(framePlaceKey))
  const byStart = time_frames.toSorted((a, b) => minutesOf(a.start_at) - minutesOf(b.start_at) || a.id - b.id)
  return days.flatMap((date, day) =>
    byStart.map(timeFrame => {
      const isFree = (place: FramePlace) => !occupied.has(framePlaceKey(place)) && !isCrewAbsent(place, timeFrame, crews)
      const construction_time_frame_id = timeFrame.id
      const frame_numbers = Array.from({ length: timeFrame.frame_number }, (_, at) => at + 1).filter(frame_number =>
        isFree({ date, construction_time_frame_id, frame_number }),
      )
      return { date, day, construction_time_frame_id, frame_numbers, capacity: frame_numbers.length }
    }),
  )
}

/** The dates of slots, each with what its time frames hold together. */
export const dateSlots = (slots: readonly Slot[]): Slot[] =>
  [...Map.groupBy(slots, slot => slot.day)].map(([day, members]) => ({
    date: members[0]?.date ?? '',
    day,
    construction_time_frame_id: null,
    capacity: members.reduce((sum, { capacity }) => sum + capacity, 0),
  }))

/** Whether a place lies in a slot, whatever its frame. */
export const isInSlot = (place: FramePlace | null, slot: Slot): boolean =>
  place !== null &&
  place.date === slot.date &&
  (slot.construction_time_frame_id === null || place.construction_time_frame_id === slot.construction_time_frame_id)
