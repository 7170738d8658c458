import { describe, expect, test } from 'vitest'
import {
  addDays,
  compareDays,
  daysBetween,
  eachDay,
  endOfDay,
  formatBriefing,
  formatMomentLong,
  formatDay,
  formatDayLong,
  formatDayShort,
  formatInstant,
  formatTimeFrame,
  formatTimeFrameForResident,
  instantOf,
  isDay,
  timeInTokyo,
  todayInTokyo,
  weekday,
} from './day.ts'

describe('isDay', () => {
  test.each(['2026-11-25', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is a day', day => expect(isDay(day)).toBe(true))
  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-1',
    '2026/11/25',
    '0000-01-01',
    '2026-11-25T00:00',
    '',
  ])('%s is none', text => expect(isDay(text)).toBe(false))
})

test('arithmetic agrees with UTC over two centuries', () => {
  for (let day = '1900-01-01', ms = Date.UTC(1900, 0, 1); day < '2101-01-01'; day = addDays(day, 1), ms += 86_400_000) {
    const utc = new Date(ms)
    if (day !== utc.toISOString().slice(0, 10) || weekday(day) !== utc.getUTCDay()) expect.fail(`${day} differs from ${utc.toISOString()}`)
  }
})

test('days add, subtract and compare', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
  expect(daysBetween('2026-11-25', '2027-11-25')).toBe(365)
  expect(daysBetween('2026-11-25', '2026-11-20')).toBe(-5)
  expect(eachDay('2026-12-30', '2027-01-02')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'])
  expect(eachDay('2026-12-30', '2026-12-29')).toEqual([])
  expect(['2026-12-01', '2025-01-01'].toSorted(compareDays)).toEqual(['2025-01-01', '2026-12-01'])
})

test('the day turns at midnight in Tokyo, wherever the machine stands', () => {
  expect(todayInTokyo(new Date('2026-11-24T14:59:59.999Z'))).toBe('2026-11-24')
  expect(todayInTokyo(new Date('2026-11-24T15:00:00Z'))).toBe('2026-11-25')
  expect(todayInTokyo(new Date('1969-12-31T14:59:59Z'))).toBe('1969-12-31')
  expect(timeInTokyo(new Date('2026-11-24T15:05:59Z'))).toBe('00:05')
  expect(timeInTokyo(new Date('1969-12-31T14:59:59Z'))).toBe('23:59')
  expect(instantOf('2026-11-25', '09:00').toISOString()).toBe('2026-11-25T00:00:00.000Z')
  expect(endOfDay('2026-11-25').toISOString()).toBe('2026-11-25T14:59:59.000Z')
})

test('formats', () => {
  expect(formatDayLong('2026-11-25')).toBe('2026年11月25日(水)')
  expect(formatDayShort('2026-01-05')).toBe('1/5(月)')
  expect(formatDay('2026-11-25')).toBe('2026/11/25')
  expect(formatInstant(new Date('2026-11-25T01:00:00Z'))).toBe('2026/11/25 10:00')
  expect(formatBriefing(new Date('2026-11-25T01:00:00Z'))).toBe('2026年11月25日 10:00')
  expect(formatBriefing(new Date('2026-11-24T15:00:00Z'))).toBe('2026年11月25日')
  expect(formatMomentLong(new Date('2026-11-25T01:00:00Z'))).toBe('2026年11月25日(水) 10:00')
  expect(formatMomentLong(new Date('2026-11-24T15:00:00Z'))).toBe('2026年11月25日(水)')
  expect(formatTimeFrame('09:00:00', '12:00:00')).toBe('09:00–12:00')
})

test.each([
  ['09:00', '12:00', '午前 9:00–12:00'],
  ['13:00', '17:00', '午後 1:00–5:00'],
  ['11:00', '13:30', '午前 11:00–午後 1:30'],
  ['12:00', '15:00', '正午–午後 3:00'],
  ['08:30', '10:15', '午前 8:30–10:15'],
  ['12:30', '14:00', '午後 0:30–2:00'],
])('a resident reads %s–%s as %s', (start, end, text) => expect(formatTimeFrameForResident(start, end)).toBe(text))
