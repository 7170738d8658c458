import { expect, it } from 'vitest'
import { email } from './fields.ts'

it('refuses an address that is far too long without looking through it', () => {
  const began = performance.now()
  const { error } = email.safeParse(`a@${'.'.repeat(100_000)}@`)
  expect(error?.issues).toMatchObject([{ code: 'too_big', maximum: 254 }])
  expect(performance.now() - began).toBeLessThan(200)
  expect(email.safeParse(` ${'a'.repeat(242)}@example.jp `).success).toBe(true)
  expect(email.safeParse('a@b').error?.issues).toMatchObject([{ message: 'の形式が正しくありません' }])
})

it('takes an address in full-width characters as the one that is meant', () => {
  expect(email.parse('　ｔａｎａｋａ＠ｅｘａｍｐｌｅ．ｊｐ')).toBe('tanaka@example.jp')
  expect(email.safeParse('田中').success).toBe(false)
})
