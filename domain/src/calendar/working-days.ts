import { addDays, type Day, weekday } from './day.ts'
import { holidayName, newYear } from './holidays.ts'

/** Whether an office works on a day: no Saturday, no Sunday, no public holiday (D-07), and not during the New Year break. */
export const isWorkingDay = (day: Day): boolean => {
  const year = Number(day.slice(0, 4))
  const isNewYear = [year - 1, year].some(begins => newYear(begins).includes(day))
  return weekday(day) % 6 !== 0 && !isNewYear && holidayName(day) === null
}

/** The day itself, or the last working day before it: what must be done by a day is done before the days off. */
export const workingDayUntil = (day: Day): Day => (isWorkingDay(day) ? day : workingDayUntil(addDays(day, -1)))

/** The day that many working days after another one. */
export const addWorkingDays = (day: Day, days: number): Day => {
  if (days === 0) return day
  const next = addDays(day, 1)
  return addWorkingDays(next, isWorkingDay(next) ? days - 1 : days)
}
