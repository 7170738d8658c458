import { expect, it } from 'vitest'
import { roomUuidOf, shortPagePath } from './short-link.ts'

const uuid = 'deadbeef-0001-4234-9678-9abcdeef0101'

it('names a room in 22 characters, and finds it again', () => {
  const path = shortPagePath(uuid)
  expect(path).toMatch(/^\/r\/[\w-]{22}$/)
  expect(path.length).toBeLessThanOrEqual(30)
  expect(roomUuidOf(path.slice('/r/'.length))).toBe(uuid)
})

it.each([
  '',
  'abc',
  'deadbeef-0001-4234-9678-9abcdeef0101',
  '3q2-7wABQjSWeJq83u8BA',
  'あ'.repeat(22),
  '3q2+7wABQjSWeJq83u8BAQ',
  '_'.repeat(22),
])('%j names none', name => expect(roomUuidOf(name)).toBeNull())
