import { expect, test } from 'vitest'
import { defaultFrameNumber, defaultTimeFrames, timeFrameProblems } from './time-frames.ts'

test.each([
  ['09:00', '12:00', 60, 3],
  ['09:00', '12:00', 70, 2],
  ['09:00', '12:00', 240, 1],
  ['13:00', '17:00', 60, 4],
  ['13:00', '17:00', null, 1],
  ['00:00', '23:59', 1, 200],
])('%s–%s at %s minutes holds %i', (start, end, minutes, frames) => expect(defaultFrameNumber(start, end, minutes)).toBe(frames))

test('the default is a morning and an afternoon', () => {
  expect(defaultTimeFrames(60)).toEqual([
    { start_at: '09:00', end_at: '12:00', frame_number: 3 },
    { start_at: '13:00', end_at: '17:00', frame_number: 4 },
  ])
})

const frames = (...spans: string[]) => spans.map(span => ({ start_at: span.slice(0, 5), end_at: span.slice(6) }))

test.each([
  [frames('09:00-12:00', '13:00-17:00'), []],
  [frames('09:00-12:00', '12:00-17:00'), []],
  [frames('13:00-17:00', '09:00-13:30'), [[0, 'start_at']]],
  [
    frames('09:00-17:00', '10:00-11:00', '12:00-13:00'),
    [
      [1, 'start_at'],
      [2, 'start_at'],
    ],
  ],
  [frames('09:00-12:00', '09:00-12:00'), [[1, 'start_at']]],
  [frames('12:00-12:00', '09:00-13:00'), [[0, 'end_at']]],
  [frames('14:00-13:00'), [[0, 'end_at']]],
])('%j has the problems %j', (rows, expected) =>
  expect(timeFrameProblems(rows).map(({ index, field }) => [index, field])).toEqual(expected),
)
