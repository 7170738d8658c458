import type { TimeOfDay } from '@toguchi/domain/calendar/day'

/** A time of day as people type it: 9:00, 9時, 9時半, 9時15分, 午後1時, 0930, 930. Full-width digits are digits. Null: none of these. */
export const readTime = (typed: string): TimeOfDay | null => {
  const text = typed.normalize('NFKC').replaceAll(/\s/g, '').replace('半', '30分')
  const parts = /^(午前|午後|am|pm)?(\d{1,2})(?:[:時](?:(\d{1,2})分?)?)?$/i.exec(text) ?? /^()(\d{1,2})(\d{2})$/.exec(text)
  if (parts === null) return null
  const [, half = '', hourText = '', minuteText] = parts
  const isAfternoon = /^(午後|pm)$/i.test(half)
  const [hour, minute] = [Number(hourText) + (isAfternoon && Number(hourText) < 12 ? 12 : 0), Number(minuteText ?? 0)]
  return hour > 23 || minute > 59 ? null : `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
