import { type Day, isDay } from '@toguchi/domain/calendar/day'

/** The year before the first one of each era, by its name and its letter. */
const eras: Readonly<Record<string, number>> = { 令和: 2018, r: 2018, 平成: 1988, h: 1988 }

/**
 * A day as people type it: 2026/11/25, 2026-11-25, 2026年11月25日(水), 令和8年11月25日, R8.11.25, 20261125, 11/25, 1125 (the year is that of `today`; what is more
 * than half a year past is meant for the next one). Full-width digits are digits. Null: none of these.
 */
export const readDay = (typed: string, today: Day): Day | null => {
  const text = typed
    .normalize('NFKC')
    .replaceAll(/[（(].[)）]/g, '')
    .replace(/^\s*(令和|平成|[RHrh])\s*(\d{1,2}|元)(?=[年/.-])/, (_, era: string, year: string) =>
      String((eras[era.toLowerCase()] ?? 0) + (year === '元' ? 1 : Number(year))),
    )
    .replaceAll(/[年月]/g, '/')
    .replaceAll(/[日\s]/g, '')
  const parts = /^(?:(\d{4})[/.-])?(\d{1,2})[/.-](\d{1,2})$/.exec(text) ?? /^(\d{4})?(\d{2})(\d{2})$/.exec(text)
  if (parts === null) return null
  const [, year, month = '', date = ''] = parts
  const tail = `${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const thisYear = Number(today.slice(0, 4))
  const day = `${year ?? thisYear}-${tail}`
  if (!isDay(day)) return null
  return year === undefined && monthsBefore(day, today) > 6 ? `${thisYear + 1}-${tail}` : day
}

const monthsBefore = (day: Day, today: Day): number =>
  (Number(today.slice(0, 4)) - Number(day.slice(0, 4))) * 12 + Number(today.slice(5, 7)) - Number(day.slice(5, 7))
