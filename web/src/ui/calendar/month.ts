import { addDays, type Day, weekday } from '@toguchi/domain/calendar/day'

/** `YYYY-MM` */
export type Month = string

export const monthOf = (day: Day): Month => day.slice(0, 7)

export const addMonths = (month: Month, months: number): Month => {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
}

/** 2026年11月 */
export const monthText = (month: Month): string => `${Number(month.slice(0, 4))}年${Number(month.slice(5, 7))}月`

/** The weeks of a month from Sunday to Saturday; days of its neighbours are null. */
export const weeksOf = (month: Month): (Day | null)[][] => {
  const first = `${month}-01`
  const start = addDays(first, -weekday(first))
  const weeks: (Day | null)[][] = []
  for (let day = start; day < `${addMonths(month, 1)}-01`; day = addDays(day, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, at) => {
        const date = addDays(day, at)
        return monthOf(date) === month ? date : null
      }),
    )
  }
  return weeks
}

/** Same date in another month, or that month's last day. */
export const sameDateIn = (day: Day, months: number): Day => {
  const month = addMonths(monthOf(day), months)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const sameDate = `${month}-${day.slice(8)}`
  return sameDate > last ? last : sameDate
}
