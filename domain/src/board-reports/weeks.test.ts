import { expect, it } from 'vitest'
import { formatWeek, mondayOf, reportedWeeks } from './weeks.ts'

it.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-22', '2026-11-16'],
  ['2027-01-01', '2026-12-28'],
])('%s lies in the week of %s', (day, monday) => expect(mondayOf(day)).toBe(monday))

it('offers the weeks since the works turned to residents, this one always', () => {
  expect(reportedWeeks('2026-11-12', '2026-11-25')).toEqual(['2026-11-23', '2026-11-16', '2026-11-09'])
  expect(reportedWeeks('2026-12-10', '2026-11-25')).toEqual(['2026-11-23'])
  expect(reportedWeeks(null, '2026-11-25')).toEqual(['2026-11-23'])
  expect(reportedWeeks('2020-01-01', '2026-11-25')).toHaveLength(53)
})

it('is called by its first and last day', () => expect(formatWeek('2026-11-16')).toMatch(/^11\/16.*〜11\/22/))
