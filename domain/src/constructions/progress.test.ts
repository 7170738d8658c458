import { expect, test } from 'vitest'
import { roomProgress, wholePercents } from './progress.ts'

test.each([
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [0, 0, 0],
    [0, 0, 0],
  ],
  [
    [5, 0, 0],
    [100, 0, 0],
  ],
  [
    [1, 2],
    [33, 67],
  ],
  [
    [999, 1],
    [99, 1],
  ],
  [
    [24, 0, 16],
    [60, 0, 40],
  ],
  [
    [24, 3, 13],
    [60, 8, 32],
  ],
  [
    [1, 1, 998],
    [1, 1, 98],
  ],
  [[], []],
])('%j in whole percent is %j', (counts, percents) => expect(wholePercents(counts)).toEqual(percents))

test('parts always make a whole bar', () => {
  for (let waiting = 0; waiting < 12; waiting++) {
    for (let reschedule = 0; reschedule < 12; reschedule++) {
      const sum = roomProgress({ waiting, reschedule, completed: 7 }).reduce((total, part) => total + part.percent, 0)
      expect(sum).toBe(100)
    }
  }
})

test('completed is done, reschedule is error, waiting is not yet', () => {
  expect(roomProgress({ waiting: 1, reschedule: 1, completed: 2 })).toEqual([
    { state: 'done', count: 2, percent: 50 },
    { state: 'error', count: 1, percent: 25 },
    { state: 'not-yet', count: 1, percent: 25 },
  ])
})
