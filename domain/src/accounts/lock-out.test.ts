import { expect, it } from 'vitest'
import { lockedText } from './lock-out.ts'

it('says until when somebody is locked out, in Japan', () => {
  expect(lockedText(new Date('2026-11-22T13:05:30Z'))).toBe('ロック中（22時05分まで）')
  expect(lockedText(new Date('2026-11-22T15:00:00Z'))).toBe('ロック中（0時00分まで）')
})
