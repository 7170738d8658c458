import { addDays, type Day, eachDay, weekday } from '@toguchi/domain/calendar/day'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import { dayKind, type PrivateAreaPeriod } from '@toguchi/domain/schedule/working-days'
import { toneOf } from '../schedules/detail-schedule-pages.ts'

/** A month as it hangs on a wall, Sunday first; an empty text is a cell before the first day. */
interface WorkingMonth {
  title: string
  days: { text: string; works: boolean; tone: 'red' | 'blue' | 'plain' }[]
}

/** Months that stand beside one another on a poster. */
const monthsOnPoster = 3

/** The months in which it is worked, from the present one on, with the days of work (feature 8). */
export const workingMonths = (period: PrivateAreaPeriod, today: Day): WorkingMonth[] => {
  const { privately_area_start_on: start, privately_area_end_on: end } = period
  if (start === null || end === null) return []
  const first = start < today && today <= end ? today : start
  return [...new Set(eachDay(first, end).map(day => day.slice(0, 7)))].slice(0, monthsOnPoster).map(month => {
    const days = daysOf(month)
    const blanks = Array.from({ length: weekday(`${month}-01`) }, () => ({ text: '', works: false, tone: 'plain' as const }))
    return {
      title: `${month.slice(0, 4)}年${Number(month.slice(5))}月`,
      days: [
        ...blanks,
        ...days.map(day => ({
          text: String(Number(day.slice(8))),
          works: dayKind(day, period) === 'working',
          tone: toneOf(day, holidayName(day)),
        })),
      ],
    }
  })
}

const daysOf = (month: string): Day[] => {
  const first = `${month}-01`
  return eachDay(first, addDays(first, 30)).filter(day => day.startsWith(month))
}
