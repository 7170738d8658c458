import type { Day } from '../calendar/day.ts'

/** Status of a construction, also called flat_construction status (spec §4), in the specification's order. */
export const constructionStatuses = ['not_yet', 'in_progress', 'completed', 'remaining', 'incomplete', 'planned', 'no_room'] as const
export type ConstructionStatus = (typeof constructionStatuses)[number]
/** Words of D-17; 残工事 and not 残工事あり, as the menu and the dashboard say. */
export const constructionStatusLabels: Readonly<Record<ConstructionStatus, string>> = {
  not_yet: '未着手',
  in_progress: '施工中',
  completed: '完了',
  remaining: '残工事',
  incomplete: '未完了',
  planned: '予定',
  no_room: '部屋未登録',
}

/** What the rooms of a construction say together. */
export interface ConstructionFacts {
  room_count: number
  /** Rooms with status completed, closed or not. */
  completed_count: number
  closed_count: number
  completed_and_closed_count: number
  /** Rooms to be rescheduled that are not closed: a room given up is no work left over (G-CON-20). */
  reschedule_count: number
  /** Rooms not started that are not closed. */
  waiting_count: number
  assigned_count: number
  /** Earliest date of an assign. */
  first_assign_on: Day | null
  privately_area_end_on: Day | null
}

/** Derived on read and never stored; the first rule that applies decides (G-CON-06). */
export const constructionStatus = (facts: ConstructionFacts, today: Day): ConstructionStatus => {
  if (facts.room_count === 0) return 'no_room'
  if (facts.completed_and_closed_count === facts.room_count) return 'completed'
  if (facts.closed_count === facts.room_count) return 'incomplete'
  if (facts.reschedule_count > 0 && (facts.waiting_count === 0 || isBefore(facts.privately_area_end_on, today))) return 'remaining'
  if (facts.completed_count + facts.reschedule_count > 0 || (facts.first_assign_on !== null && facts.first_assign_on <= today))
    return 'in_progress'
  return facts.assigned_count > 0 ? 'not_yet' : 'planned'
}

/** Segments of the task progress graph, left to right (spec §1, G-DASH-04). */
export const progressSegments = ['before_construction', 'construction_started', 'construction_completed', 'work_remaining'] as const
export type ProgressSegment = (typeof progressSegments)[number]
export const progressSegmentLabels: Readonly<Record<ProgressSegment, string>> = {
  before_construction: '施工前',
  construction_started: '施工中',
  construction_completed: '施工完了',
  work_remaining: '残工事',
}

export const segmentOfStatus: Readonly<Record<ConstructionStatus, ProgressSegment>> = {
  no_room: 'before_construction',
  planned: 'before_construction',
  not_yet: 'before_construction',
  in_progress: 'construction_started',
  completed: 'construction_completed',
  remaining: 'work_remaining',
  incomplete: 'work_remaining',
}

/** The states that a segment holds together. */
export const statusesOfSegment = (segment: ProgressSegment): ConstructionStatus[] =>
  constructionStatuses.filter(status => segmentOfStatus[status] === segment)

/** How many constructions each segment holds (G-DASH-05). */
export const countSegments = (statuses: readonly ConstructionStatus[]): Record<ProgressSegment, number> => {
  const counts = { before_construction: 0, construction_started: 0, construction_completed: 0, work_remaining: 0 }
  for (const status of statuses) counts[segmentOfStatus[status]]++
  return counts
}

const isBefore = (day: Day | null, today: Day) => day !== null && day < today
