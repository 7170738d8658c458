import { addDays, eachDay, type Day, weekday } from '../calendar/day.ts'
import { holidayName } from '../calendar/holidays.ts'
import { type PrivateAreaPeriod, workingDays } from '../schedule/working-days.ts'

/** Days to wish for where the works have no day left. */
const afterwards = 28

/**
 * Days a dwelling may wish to be visited on after a visit in vain, ascending (D-34): the works' own days from tomorrow on. Where none of
 * them is left the works go on for whoever was not met, and nobody has laid down days off: Sundays and holidays are left out. No day
 * before the one by which the office calls (`callBy`): nobody would have agreed to it yet. Unless there is no other.
 */
export const wishDays = (period: PrivateAreaPeriod, today: Day, callBy: Day = today): Day[] => {
  const days = daysAfter(period, today)
  const called = days.filter(day => day >= callBy)
  return called.length > 0 ? called : days
}

const daysAfter = (period: PrivateAreaPeriod, today: Day): Day[] => {
  const left = workingDays(period).filter(day => day > today)
  if (left.length > 0) return left
  const off = new Set([...period.privately_area_holidays, ...period.preparation_days])
  return eachDay(addDays(today, 1), addDays(today, afterwards)).filter(
    day => !off.has(day) && weekday(day) !== 0 && holidayName(day) === null,
  )
}
