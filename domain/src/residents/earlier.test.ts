import { expect, it } from 'vitest'
import { earlierDays, offerEndsAt } from './earlier.ts'

it.each([
  ['a day from now', '2026-12-01T10:00:00+09:00', '2026-12-10', '2026-12-02T10:00:00+09:00'],
  ['20:00 of the day before the visit', '2026-12-01T10:00:00+09:00', '2026-12-02', '2026-12-01T20:00:00+09:00'],
  ['nothing with less than two hours left', '2026-12-01T18:30:00+09:00', '2026-12-02', null],
])('keeps an offered frame until %s', (_, now, visitOn, end) => {
  expect(offerEndsAt(new Date(now), visitOn)).toEqual(end === null ? null : new Date(end))
})

it('lets working days be wished for, after today and before one’s own', () => {
  const period = {
    privately_area_start_on: '2026-12-01',
    privately_area_end_on: '2026-12-10',
    privately_area_holidays: ['2026-12-04'],
    preparation_days: ['2026-12-03'],
  }
  expect(earlierDays(period, '2026-12-01', '2026-12-06')).toEqual(['2026-12-02', '2026-12-05'])
  expect(earlierDays(period, '2026-12-01', null)).toEqual([])
})
