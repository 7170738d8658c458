import { expect, test } from 'vitest'
import { afterQuietHours, isQuiet } from './quiet-hours.ts'

test.each([
  ['2026-12-10T08:00:00+09:00', '2026-12-10T08:00:00+09:00'],
  ['2026-12-10T19:59:59+09:00', '2026-12-10T19:59:59+09:00'],
  ['2026-12-10T20:00:00+09:00', '2026-12-11T08:00:00+09:00'],
  ['2026-12-31T23:30:00+09:00', '2027-01-01T08:00:00+09:00'],
  ['2026-12-10T00:05:00+09:00', '2026-12-10T08:00:00+09:00'],
  ['2026-12-10T07:59:59+09:00', '2026-12-10T08:00:00+09:00'],
])('a message of %s leaves at %s', (written, leaves) => {
  expect(afterQuietHours(new Date(written))).toEqual(new Date(leaves))
  expect(isQuiet(new Date(written))).toBe(written !== leaves)
})
