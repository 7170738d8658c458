import library from '@holiday-jp/holiday_jp'
import { describe, expect, test } from 'vitest'
import { eachDay } from './day.ts'
import { holidayName, newYear, obon, shortHolidayName, sundaysAndHolidays } from './holidays.ts'

/** The library names days off after their cause and the two days of 2019 not at all; the law's names are kept here. */
const lawful = (name: string, day: string): string => {
  if (day === '2019-05-01') return '即位の日'
  if (day === '2019-10-22') return '即位礼正殿の儀の行われる日'
  if (name === '休日') return '国民の休日'
  return name.endsWith('振替休日') ? '振替休日' : name.replace('（スポーツの日）', '')
}

test('every day from 2007 to 2050 is what the maintained library says', () => {
  const expected = new Map(Object.values(library.holidays).map(({ date, name }) => [date as string, lawful(name, date)]))
  const different = eachDay('2007-01-01', '2050-12-31').filter(day => holidayName(day) !== (expected.get(day) ?? null))
  expect(different).toEqual([])
})

describe('by name', () => {
  test.each([
    ['2027-01-01', '元日'],
    ['2026-05-06', '振替休日'],
    ['2026-09-22', '国民の休日'],
    ['2026-10-12', 'スポーツの日'],
    ['2026-12-25', null],
    ['2006-01-01', null],
  ])('%s is %s', (day, name) => expect(holidayName(day)).toBe(name))
})

test.each([
  ['勤労感謝の日', '勤労感謝'],
  ['憲法記念日', '憲法記念'],
  ['成人の日', '成人の日'],
  ['振替休日', '振替休日'],
])('%s is short %s', (name, short) => expect(shortHolidayName(name)).toBe(short))

test('helpers of the overall schedule', () => {
  expect(sundaysAndHolidays('2026-11-20', '2026-11-30')).toEqual(['2026-11-22', '2026-11-23', '2026-11-29'])
  expect(obon(2026)).toEqual(['2026-08-13', '2026-08-14', '2026-08-15', '2026-08-16'])
  expect(newYear(2026)).toEqual(['2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03'])
})
