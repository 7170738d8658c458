import type { FramePlace } from './place.ts'
import type { Day } from '../calendar/day.ts'

/** One crew of the construction: an assigned contractor and the days on which it cannot come. */
export interface Crew {
  assigned_contractor_id: number
  absent_dates: readonly Day[]
}

/** How many of a time frame's regular frames a crew works. */
export interface CrewFrames {
  assigned_contractor_id: number
  frame_count: number
}

/**
 * Whose a frame is (D-25): frame numbers run over the crews in their order, so that with 3 and 2 frames the numbers 1 to 3 are the
 * first crew's and 4 and 5 the second's. Null for spare frames and for regular ones that no crew has taken: anybody's.
 */
export const crewOfFrame = (crewFrames: readonly CrewFrames[], frame_number: number): number | null => {
  let last = 0
  for (const { assigned_contractor_id, frame_count } of crewFrames) {
    last += frame_count
    if (frame_number <= last) return assigned_contractor_id
  }
  return null
}

/** Whether the crew whose frame it is cannot come on that day; with a single crew a spare frame is its own too. */
export const isCrewAbsent = (
  place: FramePlace,
  timeFrame: { crew_frames: readonly CrewFrames[] } | undefined,
  crews: readonly Crew[],
): boolean => {
  const owner =
    crewOfFrame(timeFrame?.crew_frames ?? [], place.frame_number) ?? (crews.length === 1 ? crews[0]?.assigned_contractor_id : null)
  return crews.some(crew => crew.assigned_contractor_id === owner && crew.absent_dates.includes(place.date))
}
