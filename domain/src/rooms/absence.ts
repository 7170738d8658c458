import { addDays, type Day, formatDayWithoutYear, minutesOf, timeInTokyo, todayInTokyo } from '../calendar/day.ts'
import { isWorkingDay } from '../calendar/working-days.ts'

/** When somebody wishes to be visited where no frame is left (D-34). */
export const dayparts = ['am', 'pm', 'evening', 'any'] as const
export type Daypart = (typeof dayparts)[number]
export const daypartLabels: Readonly<Record<Daypart, string>> = {
  am: '午前',
  pm: '午後',
  evening: '夕方以降',
  any: 'いつでも',
}
export const mostWishes = 5

/** One day that somebody wishes for. */
export interface WishedDay {
  date: Day
  daypart: Daypart
}
/** The days of a wish as two lists keep them. */
export const wishedDaysOf = ({ dates, dayparts: parts }: { dates: readonly Day[]; dayparts: readonly Daypart[] }): WishedDay[] =>
  dates.map((date, at) => ({ date, daypart: parts[at] ?? 'any' }))
/** 11月25日(水) 午前、11月26日(木) いつでも */
export const wishesText = (wishes: readonly WishedDay[]): string =>
  wishes.map(({ date, daypart }) => `${formatDayWithoutYear(date)} ${daypartLabels[daypart]}`).join('、')

/** 11月22日(日) 午後1時ごろ */
export const visitMoment = (visitedAt: Date): string => `${formatDayWithoutYear(todayInTokyo(visitedAt))} ${aboutTime(visitedAt)}`

/**
 * 午後1時ごろ: nobody looked at a watch, so to ten minutes. Never a time that had not come yet: whoever was at home again by then would take it
 * for untrue.
 */
export const aboutTime = (visitedAt: Date): string => {
  const minutes = Math.floor(minutesOf(timeInTokyo(visitedAt)) / 10) * 10
  const [hour, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `${hour < 12 ? '午前' : '午後'}${hour <= 12 ? hour : hour - 12}時${rest === 0 ? '' : rest === 30 ? '半' : `${rest}分`}ごろ`
}

/** What the page says before anything else. */
export const absenceText = (visitedAt: Date): string =>
  `${visitMoment(visitedAt)}お伺いしましたが、ご不在でした。新しい日時をお選びください。`

const lastHour = '12:00'

/** The day by whose evening the office calls about a wish: today before noon of a working day, else the next working day. */
export const callByOf = (now: Date): Day => {
  const today = todayInTokyo(now)
  let date = timeInTokyo(now) < lastHour ? today : addDays(today, 1)
  while (!isWorkingDay(date)) date = addDays(date, 1)
  return date
}
export const callByText = (callBy: Day): string => `${formatDayWithoutYear(callBy)}の午後5時までに、お電話します。`
