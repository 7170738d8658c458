import { expect, it } from 'vitest'
import { readMonth } from './read-month.ts'

it.each([
  ['2026/11', '2026-11'],
  ['2026-11', '2026-11'],
  ['2026年11月', '2026-11'],
  ['２０２６年１月', '2026-01'],
  ['202611', '2026-11'],
  ['令和8年11月', '2026-11'],
  ['R8.11', '2026-11'],
  ['11月', '2025-11'],
  ['3', '2026-03'],
  ['13月', null],
  ['2026/13', null],
  ['11/25', null],
  ['今月', null],
])('reads %s', (typed, month) => {
  expect(readMonth(typed, '2026-06-10')).toBe(month)
})
