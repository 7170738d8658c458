/**
 * A calendar day, `YYYY-MM-DD`: no time, no zone (D-07). Days compare as strings.
 * Years 1 to 9999. Instants are `Date`; only the functions at the end cross from one to the other, always in Asia/Tokyo.
 */
export type Day = string
/** A time of day, `HH:mm`. */
export type TimeOfDay = string

const weekdayNames = ['日', '月', '火', '水', '木', '金', '土'] as const
/** Japan has kept UTC+9 without summer time since 1951, so the business zone is a constant (G-API-12). */
const tokyoOffsetMinutes = 9 * 60

/** Whether the text is a day that exists. */
export const isDay = (text: string): boolean => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return match !== null && match[1] !== '0000' && fromDayNumber(toDayNumber(text)) === text
}

export const addDays = (day: Day, days: number): Day => fromDayNumber(toDayNumber(day) + days)
/** Days from the first to the second; negative when the second is earlier. */
export const daysBetween = (from: Day, to: Day): number => toDayNumber(to) - toDayNumber(from)
/** −1, 0 or 1, for sorting. */
export const compareDays = (a: Day, b: Day): number => (a < b ? -1 : a > b ? 1 : 0)
/** Every day from the first to the last, both included; none when the last is earlier. */
export const eachDay = (from: Day, to: Day): Day[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, i) => addDays(from, i))
/** 0 is Sunday, 6 is Saturday. 1970-01-01 was a Thursday. */
export const weekday = (day: Day): number => (((toDayNumber(day) + 4) % 7) + 7) % 7
export const weekdayName = (day: Day): string => weekdayNames[weekday(day)]!

/** 2026年11月25日(水) */
export const formatDayLong = (day: Day): string => `${formatDayWithoutWeekday(day)}(${weekdayName(day)})`
/** 2026年11月25日 */
export const formatDayWithoutWeekday = (day: Day): string => {
  const { year, month, date } = parts(day)
  return `${year}年${month}月${date}日`
}
/** 11月25日(水) */
export const formatDayWithoutYear = (day: Day): string => {
  const { month, date } = parts(day)
  return `${month}月${date}日(${weekdayName(day)})`
}
/** 11/25(水) */
export const formatDayShort = (day: Day): string => {
  const { month, date } = parts(day)
  return `${month}/${date}(${weekdayName(day)})`
}
/** 2026/11/25 (G-LAY-16) */
export const formatDay = (day: Day): string => day.replaceAll('-', '/')

/** The calendar day in Tokyo at an instant. */
export const todayInTokyo = (instant: Date): Day => fromDayNumber(Math.floor(tokyoMinutes(instant) / 1440))
/** The time of day in Tokyo at an instant, `HH:mm` (G-LAY-16). */
export const timeInTokyo = (instant: Date): TimeOfDay => timeOf(((tokyoMinutes(instant) % 1440) + 1440) % 1440)
/** The instant of a day and time of day in Tokyo. */
export const instantOf = (day: Day, time: TimeOfDay): Date =>
  new Date((toDayNumber(day) * 1440 + minutesOf(time) - tokyoOffsetMinutes) * 60_000)
/** The last second of a day in Tokyo, 23:59:59: until then a day named as a deadline lasts (G-API-12). */
export const endOfDay = (day: Day): Date => new Date(instantOf(addDays(day, 1), '00:00').getTime() - 1000)
/** 2026/11/25 10:00 (G-LAY-16) */
export const formatInstant = (instant: Date): string => `${formatDay(todayInTokyo(instant))} ${timeInTokyo(instant)}`
/** 2026年11月25日 10:00; at 00:00 the time was not given and only the day is shown (G-SCH-08). */
export const formatBriefing = (instant: Date): string => {
  const time = timeInTokyo(instant)
  const day = formatDayWithoutWeekday(todayInTokyo(instant))
  return time === '00:00' ? day : `${day} ${time}`
}

/** 2026年11月25日(水) 10:00, as residents read it on paper and in mails; at 00:00 the day alone. */
export const formatMomentLong = (instant: Date): string => {
  const time = timeInTokyo(instant)
  const day = formatDayLong(todayInTokyo(instant))
  return time === '00:00' ? day : `${day} ${time}`
}

/** Minutes since midnight of `HH:mm` (seconds, as a database may add them, are dropped). */
export const minutesOf = (time: TimeOfDay): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** `HH:mm` of minutes since midnight. */
export const timeOf = (minutes: number): TimeOfDay =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** 09:00–12:00 */
export const formatTimeFrame = (startAt: TimeOfDay, endAt: TimeOfDay): string => `${startAt.slice(0, 5)}–${endAt.slice(0, 5)}`
/** 午前 9:00–12:00, 午後 1:00–5:00, 午前 11:00–午後 1:00: how a resident reads a clock. */
export const formatTimeFrameForResident = (startAt: TimeOfDay, endAt: TimeOfDay): string => {
  const [start, end] = [minutesOf(startAt), minutesOf(endAt)]
  if (start === noon) return `正午–${halfDay(end)} ${clock(end)}`
  const until = halfDay(start) === halfDay(end) || end === noon ? clock(end) : `${halfDay(end)} ${clock(end)}`
  return `${halfDay(start)} ${clock(start)}–${until}`
}

const noon = 720
const halfDay = (minutes: number) => (minutes < noon ? '午前' : '午後')
/** Noon as an end is 12:00 and not 0:00: nobody reads 午前 9:00–0:00. */
const clock = (minutes: number) =>
  `${Math.floor((minutes > noon ? minutes - noon : minutes) / 60)}:${String(minutes % 60).padStart(2, '0')}`

const parts = (day: Day) => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), date: Number(day.slice(8, 10)) })
const tokyoMinutes = (instant: Date) => Math.floor(instant.getTime() / 60_000) + tokyoOffsetMinutes

/*
 * Days since 1970-01-01 in the proleptic Gregorian calendar. The year is taken to begin in March, so that
 * the leap day is its last one; an era is 400 years, 146,097 days. No Date is involved: nothing here can slip by a zone.
 */
const toDayNumber = (day: Day): number => {
  const { year, month, date } = parts(day)
  const y = month > 2 ? year : year - 1
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

const fromDayNumber = (number: number): Day => {
  const shifted = number + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const date = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}
