import { type Day, isDay } from '@toguchi/domain/calendar/day'

/**
 * A day as people type it: 2026/11/25, 2026-11-25, 2026年11月25日(水), 20261125, 11/25, 1125 (the year is that of `today`; what is more
 * than half a year past is meant for the next one). Full-width digits are digits. Null: none of these.
 */
export const readDay = (typed: string, today: Day): Day | null => {
  const text = typed
    .normalize('NFKC')
    .replaceAll(/[（(].[)）]/g, '')
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
