import { expect, test } from 'vitest'
import { formatTerm, term } from './term.ts'
import { dayKind, workingDays } from '../schedule/working-days.ts'

test.each([
  ['2026-12-01', '2026-12-10', [], [], 10],
  ['2026-12-01', '2026-12-01', [], [], 1],
  ['2026-12-01', '2026-12-10', ['2026-12-06'], ['2026-12-01', '2026-12-06'], 8],
  ['2026-12-01', '2026-12-10', ['2026-11-30', '2026-12-11'], [], 10],
  ['2026-12-01', '2026-12-01', ['2026-12-01'], [], 0],
  ['2026-12-10', '2026-12-01', [], [], null],
  [null, '2026-12-10', [], [], null],
  ['2026-12-01', null, [], [], null],
])('from %s to %s less %j and %j are %s days', (start, end, holidays, preparation, days) =>
  expect(term(start, end, holidays, preparation)).toBe(days),
)

test('a term reads （n日間）', () => {
  expect(formatTerm(12)).toBe('（12日間）')
  expect(formatTerm(null)).toBe('')
})

const period = {
  privately_area_start_on: '2026-12-04',
  privately_area_end_on: '2026-12-08',
  privately_area_holidays: ['2026-12-06'],
  preparation_days: ['2026-12-04'],
}

test.each([
  ['2026-12-03', 'outside'],
  ['2026-12-04', 'preparation'],
  ['2026-12-05', 'working'],
  ['2026-12-06', 'holiday'],
  ['2026-12-08', 'working'],
  ['2026-12-09', 'outside'],
])('%s is %s', (day, kind) => expect(dayKind(day, period)).toBe(kind))

test('working days are the days of the kind, as many as the term says', () => {
  expect(workingDays(period)).toEqual(['2026-12-05', '2026-12-07', '2026-12-08'])
  expect(workingDays(period).every(day => dayKind(day, period) === 'working')).toBe(true)
  expect(term(period.privately_area_start_on, period.privately_area_end_on, period.privately_area_holidays, period.preparation_days)).toBe(
    3,
  )
  expect(workingDays({ ...period, privately_area_end_on: null })).toEqual([])
})
