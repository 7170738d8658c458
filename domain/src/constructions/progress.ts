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
 * Whole percentages that add up to 100; all 0 for a sum of 0. What rounding down leaves over goes to the largest remainders, and
 * whatever is there shows at least 1, at the cost of the largest: one room left of a thousand is never called 100 %.
 */
export const wholePercents = (counts: readonly number[]): number[] => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const percents = counts.map(count => Math.floor((count * 100) / total))
  const left = 100 - percents.reduce((sum, percent) => sum + percent, 0)
  const byRemainder = counts.map((_, i) => i).toSorted((a, b) => ((counts[b]! * 100) % total) - ((counts[a]! * 100) % total))
  for (const i of byRemainder.slice(0, left)) percents[i]! += 1
  const largest = counts.indexOf(Math.max(...counts))
  const unseen = counts.flatMap((count, i) => (count > 0 && percents[i] === 0 ? [i] : []))
  for (const i of unseen) percents[i] = 1
  percents[largest]! -= unseen.length
  return percents
}
