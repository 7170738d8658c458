import { daysBetween, type Day } from './day.ts'

/**
 * Working days of a period: start to end inclusive, less the days off inside it (G-SCH-02).
 * Give the area's holidays and, for the private area, the preparation days; a day in both counts once.
 * Null while either end is missing or the end lies before the start.
 */
export const term = (startOn: Day | null, endOn: Day | null, ...daysOff: readonly (readonly Day[])[]): number | null => {
  if (startOn === null || endOn === null || endOn < startOn) return null
  const inside = new Set(daysOff.flat().filter(day => day >= startOn && day <= endOn))
  return daysBetween(startOn, endOn) + 1 - inside.size
}

/** （12日間）, or nothing without a term. */
export const formatTerm = (days: number | null): string => (days === null ? '' : `（${days}日間）`)
