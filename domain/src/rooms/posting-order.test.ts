import { expect, test } from 'vitest'
import { comparePosting } from './posting-order.ts'

const room = (block_position: number, row: number, col: number, posting_position: number | null = null) => ({
  block_position,
  row,
  col,
  posting_position,
})

test.each([
  ['wing, floor, room', [room(2, 1, 1), room(1, 2, 1), room(1, 1, 10), room(1, 1, 2)], '1-1-2 1-1-10 1-2-1 2-1-1'],
  ['by hand first', [room(1, 1, 1), room(1, 1, 2, 2), room(2, 5, 5, 1), room(1, 1, 3)], '2-5-5 1-1-2 1-1-1 1-1-3'],
])('%s', (_, rooms, expected) =>
  expect(
    rooms
      .toSorted(comparePosting)
      .map(each => `${each.block_position}-${each.row}-${each.col}`)
      .join(' '),
  ).toBe(expected),
)
