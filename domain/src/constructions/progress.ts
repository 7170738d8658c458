/** Parts of a progress bar, left to right, by the styles of spec §4. */
export const progressStates = ['done', 'error', 'not-yet'] as const
export type ProgressState = (typeof progressStates)[number]

export interface RoomCounts {
  waiting: number
  reschedule: number
  completed: number
}

export interface ProgressPart {
  state: ProgressState
  count: number
  /** Whole percent; the parts of one bar add up to 100, or to 0 when there is no room. */
  percent: number
}

/** Shares of a bar: completed is done, reschedule is error, waiting is not yet (G-ROOM-18). */
export const roomProgress = (counts: RoomCounts): ProgressPart[] => {
  const parts = [counts.completed, counts.reschedule, counts.waiting]
  const percents = wholePercents(parts)
  return progressStates.map((state, i) => ({ state, count: parts[i]!, percent: percents[i]! }))
}

/**
 * Whole percentages that add up to 100; all 0 for a sum of 0. Whatever is there shows at least 1,
 * so that one room left of a thousand is never called 100 %; what rounding leaves over goes to the largest.
 */
export const wholePercents = (counts: readonly number[]): number[] => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const rounded = counts.map(count => (count === 0 ? 0 : Math.max(1, Math.round((count * 100) / total))))
  const largest = counts.indexOf(Math.max(...counts))
  const others = rounded.reduce((sum, percent, i) => (i === largest ? sum : sum + percent), 0)
  return rounded.map((percent, i) => (i === largest ? 100 - others : percent))
}
