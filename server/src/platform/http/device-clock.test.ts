import { expect, it } from 'vitest'
import { momentOf } from './device-clock.ts'

const now = new Date('2026-11-25T10:00:00Z')
const moment = (told: string | undefined, deviceTime?: string | string[]) => {
  const { at, device_at } = momentOf({ 'device-time': deviceTime } as Record<string, string>, told, now)
  return [at.toISOString(), device_at?.toISOString() ?? null]
}

it.each([
  ['nothing is told', undefined, undefined, ['2026-11-25T10:00:00.000Z', null]],
  ['the clock is right', '2026-11-25T07:30:00Z', '2026-11-25T10:00:30Z', ['2026-11-25T07:30:00.000Z', null]],
  ['it does not say when it sends', '2026-11-25T07:30:00Z', undefined, ['2026-11-25T07:30:00.000Z', null]],
  ['it says nonsense', '2026-11-25T07:30:00Z', 'yesterday', ['2026-11-25T07:30:00.000Z', null]],
  ['the clock is a year behind', '2025-11-25T07:30:00Z', '2025-11-25T10:00:00Z', ['2026-11-25T07:30:00.000Z', '2025-11-25T07:30:00.000Z']],
  ['the clock is an hour ahead', '2026-11-25T10:30:00Z', '2026-11-25T11:00:00Z', ['2026-11-25T09:30:00.000Z', '2026-11-25T10:30:00.000Z']],
  ['it tells the future', '2026-11-25T10:01:00Z', '2026-11-25T10:00:00Z', ['2026-11-25T10:00:00.000Z', null]],
])('takes a moment by our clock when %s', (_when, told, deviceTime, expected) => expect(moment(told, deviceTime)).toEqual(expected))

it('tells what was typed from what a clock got wrong by a little', () => {
  const isToCome = (told: string) => momentOf({}, told, now).is_to_come
  expect([isToCome('2026-11-25T10:01:00Z'), isToCome('2026-11-25T10:03:00Z')]).toEqual([false, true])
})
