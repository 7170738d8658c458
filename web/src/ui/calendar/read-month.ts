import type { Day } from '@toguchi/domain/calendar/day'
import { type Month, monthOf } from './month.ts'
import { readDay } from './read-day.ts'

/** A month as people type it: 2026/11, 2026年11月, 202611, 令和8年11月, R8.11; 11月 and 11 are the latest one of that name. Null: none of these. */
export const readMonth = (typed: string, today: Day): Month | null => {
  const text = typed.normalize('NFKC').trim()
  const alone = /^(\d{1,2})月?$/.exec(text)
  if (alone !== null) return latest(Number(alone[1]), today)
  const together = /^(\d{4})(\d{2})$/.exec(text)
  const day = readDay(together === null ? `${text.replace(/月$/, '')}/1` : `${together[1]}/${together[2]}/1`, today)
  // Two numbers are a month and a day to whoever reads days.
  return day === null || /^\d{1,2}[/.-]\d{1,2}$/.test(text) ? null : monthOf(day)
}

const latest = (month: number, today: Day): Month | null => {
  if (month < 1 || month > 12) return null
  const year = Number(today.slice(0, 4))
  const ofYear = (each: number) => `${each}-${String(month).padStart(2, '0')}`
  return ofYear(year) > monthOf(today) ? ofYear(year - 1) : ofYear(year)
}
