import { eachDay, type Day } from '../calendar/day.ts'

/** The private-area side of a construction's overall schedule: where rooms may be assigned. */
export interface PrivateAreaPeriod {
  privately_area_start_on: Day | null
  privately_area_end_on: Day | null
  privately_area_holidays: readonly Day[]
  preparation_days: readonly Day[]
}

/** What a day is to the rooms: only listed days are non-working, Sundays included (G-SCH-03, G-SCH-04). */
export type DayKind = 'working' | 'holiday' | 'preparation' | 'outside'

export const dayKind = (day: Day, period: PrivateAreaPeriod): DayKind => {
  const { privately_area_start_on: start, privately_area_end_on: end } = period
  if (start === null || end === null || day < start || day > end) return 'outside'
  if (period.privately_area_holidays.includes(day)) return 'holiday'
  return period.preparation_days.includes(day) ? 'preparation' : 'working'
}

/** Days of the private-area period on which rooms may be assigned, ascending. */
export const workingDays = (period: PrivateAreaPeriod): Day[] => {
  const { privately_area_start_on: start, privately_area_end_on: end } = period
  if (start === null || end === null) return []
  const off = new Set([...period.privately_area_holidays, ...period.preparation_days])
  return eachDay(start, end).filter(day => !off.has(day))
}
