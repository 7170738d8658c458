import { expect, it } from 'vitest'
import { addWorkingDays, isWorkingDay, workingDayUntil } from './working-days.ts'

it.each([
  ['2026-11-20', true],
  ['2026-11-21', false],
  ['2026-11-22', false],
  ['2026-11-23', false],
  ['2026-12-28', true],
  ['2026-12-29', false],
  ['2027-01-04', true],
])('an office works on %s: %s', (day, works) => expect(isWorkingDay(day)).toBe(works))

it('goes back over days off, and forth without counting them', () => {
  expect(workingDayUntil('2026-11-20')).toBe('2026-11-20')
  expect(workingDayUntil('2026-11-23')).toBe('2026-11-20')
  expect(workingDayUntil('2027-01-03')).toBe('2026-12-28')
  expect(addWorkingDays('2026-11-20', 3)).toBe('2026-11-26')
  expect(addWorkingDays('2026-12-28', 1)).toBe('2027-01-04')
})
