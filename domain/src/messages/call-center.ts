import { type Day, weekday } from '../calendar/day.ts'
import { holidayName } from '../calendar/holidays.ts'
import { formatTelephone } from '../text/telephone.ts'

/** Whom residents call, and when: the number, and its hours in words. */
export interface CallCenter {
  phone: string
  hours: string
}

/** What a construction and its client say of it; null: nothing. */
export interface ContactColumns {
  contact_phone: string | null
  contact_hours: string | null
  client_contact_phone: string | null
  client_contact_hours: string | null
}

/** Hours of a telephone of which nobody wrote any down. */
export const usualContactHours = '平日9:00〜17:00'

/**
 * The one rule of whom to call (decision 049): what the construction says, else its client, else the installation; the number and its hours
 * each for itself, for a site's number is mostly answered when the client's is.
 */
export const callCenterOf = (columns: ContactColumns | undefined, installationPhone: string): CallCenter => ({
  phone: formatTelephone(columns?.contact_phone ?? columns?.client_contact_phone ?? installationPhone),
  hours: columns?.contact_hours ?? columns?.client_contact_hours ?? usualContactHours,
})

/** 0120-000-000（受付時間 平日9:00〜17:00）, as letters by mail write it; a short message ends with the number alone (D-35). */
export const phoneWithHours = ({ phone, hours }: CallCenter): string => `${phone}（受付時間 ${hours}）`

/**
 * Whether somebody answers at a moment of Tokyo. Hours are words (「平日9時〜18時」), so null where they do not say it unmistakably: then
 * nothing is claimed.
 */
export const isAnswered = (hours: string, day: Day, minutes: number): boolean | null => {
  const said = hoursPattern.exec(hours.normalize('NFKC').replaceAll(/\s/g, ''))?.groups
  if (said === undefined) return null
  const from = minutesOf(said, 'from')
  const to = minutesOf(said, 'to')
  if (from === null || to === null || from >= to) return null
  return minutes < from || minutes >= to ? false : isWorked(day, said['days'] ?? '', said['except'] ?? '')
}

const time = (name: string) =>
  `(?<${name}Half>午前|午後)?(?<${name}Hour>\\d{1,2})(?::(?<${name}Minutes>\\d{2})|時(?:(?<${name}Past>\\d{1,2})分|(?<${name}Thirty>半))?)`
const days = '(?<days>平日|毎日|全日|年中無休|[月火水木金土日](?:曜日?)?[〜~-][月火水木金土日](?:曜日?)?)?[、,:]?'
const except = '(?:[(、,](?<except>[土日祝・、年末始]+?)(?:日|曜)?(?:は|を)?(?:除く|休み|休業|お休み)\\)?)?'
const hoursPattern = new RegExp(`^(?:受付時間)?${days}${time('from')}[〜~-]${time('to')}(?:まで)?${except}$`)

const minutesOf = (said: Readonly<Record<string, string | undefined>>, name: 'from' | 'to'): number | null => {
  const hour = Number(said[`${name}Hour`]) + (said[`${name}Half`] === '午後' && Number(said[`${name}Hour`]) < 12 ? 12 : 0)
  const minutes = said[`${name}Thirty`] === undefined ? Number(said[`${name}Minutes`] ?? said[`${name}Past`] ?? 0) : 30
  return hour > 24 || minutes > 59 ? null : hour * 60 + minutes
}

const week = '日月火水木金土'

/** Null on days of which the words say nothing: a holiday of 「月〜金」, a Sunday of bare hours. */
const isWorked = (day: Day, days: string, except: string): boolean | null => {
  const of = weekday(day)
  const isHoliday = holidayName(day) !== null
  if (except.includes('年末') && /-(12-(29|30|31)|01-0[123])$/.test(day)) return false
  if (except.replaceAll('祝日', '祝').includes(week[of] ?? '') || (isHoliday && except.includes('祝'))) return false
  if (['毎日', '全日', '年中無休'].includes(days)) return true
  if (days === '平日') return of !== 0 && of !== 6 && !isHoliday
  if (days === '') return of === 0 || of === 6 || isHoliday ? null : true
  const [first = '', last = ''] = days.split(/[〜~-]/).map(word => word.charAt(0))
  const span = (week.indexOf(last) - week.indexOf(first) + 7) % 7
  if ((of - week.indexOf(first) + 7) % 7 > span) return false
  return isHoliday ? null : true
}
