import type { Day } from '../calendar/day.ts'

/** A frame's place: what the unique key of D-06 is over. */
export interface FramePlace {
  date: Day
  construction_time_frame_id: number
  /** From 1; above the regular number it is a spare frame (G-SCH-15). */
  frame_number: number
}

/** A place as one text, for sets and maps. */
export const framePlaceKey = (place: FramePlace): string => `${place.date}/${place.construction_time_frame_id}/${place.frame_number}`

/** Whether both are one frame; null is the tray. */
export const isSamePlace = (one: FramePlace | null, other: FramePlace | null): boolean =>
  one === other || (one !== null && other !== null && framePlaceKey(one) === framePlaceKey(other))

/** A place and nothing else of what carries it. */
export const pickPlace = ({ date, construction_time_frame_id, frame_number }: FramePlace): FramePlace => ({
  date,
  construction_time_frame_id,
  frame_number,
})
