import { expect, test } from 'vitest'
import { moved } from './reorder.ts'

test.each<[number, number, string]>([
  [0, 2, 'bcad'],
  [2, 0, 'cabd'],
  [1, 2, 'acbd'],
  [3, 3, 'abcd'],
  [0, 99, 'bcda'],
  [2, -1, 'cabd'],
  [9, 0, 'abcd'],
])('from %i to %i: %s', (from, to, order) => {
  const rows = 'abcd'.split('')
  expect(moved(rows, from, to).join('')).toBe(order)
  expect(rows.join('')).toBe('abcd')
})
