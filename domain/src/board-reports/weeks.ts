import { addDays, type Day, formatDayShort, weekday } from '../calendar/day.ts'

/** The Monday of the week that a day lies in. */
export const mondayOf = (day: Day): Day => addDays(day, -((weekday(day) + 6) % 7))

export const sundayOf = (monday: Day): Day => addDays(monday, 6)

/** Weeks that can be reported on at most: a year of works. */
const mostWeeks = 53

/** The Mondays of the weeks that have begun since the construction turned to its residents, the newest first; this week always. */
export const reportedWeeks = (since: Day | null, today: Day): Day[] => {
  const newest = mondayOf(today)
  const first = since === null || since > newest ? newest : mondayOf(since)
  const weeks: Day[] = []
  for (let week = newest; week >= first && weeks.length < mostWeeks; week = addDays(week, -7)) weeks.push(week)
  return weeks
}

/** 11/16(月)〜11/22(日) */
export const formatWeek = (monday: Day): string => `${formatDayShort(monday)}〜${formatDayShort(sundayOf(monday))}`
