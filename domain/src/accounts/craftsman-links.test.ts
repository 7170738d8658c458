import { expect, it } from 'vitest'
import { channelsOf, contactProblem, maskedContact } from './craftsman-links.ts'

it('reaches a craftsman by a mobile number first, and by an address', () => {
  const both = { phone: '09012345678', email: 'a@example.jp' }
  expect(channelsOf(both, true)).toEqual(['sms', 'mail'])
  expect(channelsOf(both, false)).toEqual(['mail'])
  expect(channelsOf({ phone: '0312345678', email: null }, true)).toEqual([])
  expect(channelsOf({ phone: null, email: '' }, true)).toEqual([])
})

it('asks for what a link reaches', () => {
  expect(contactProblem({ phone: '09012345678', email: null }, true)).toBeNull()
  expect(contactProblem({ phone: null, email: 'a@example.jp' }, true)).toBeNull()
  expect(Object.keys(contactProblem({ phone: null, email: null }, true) ?? {})).toEqual(['phone'])
  expect(Object.keys(contactProblem({ phone: '0312345678', email: null }, true) ?? {})).toEqual(['phone'])
  expect(contactProblem({ phone: '09012345678', email: null }, false)).toEqual({ email: ['を入力してください'] })
})

it('shows a contact to its holder and to nobody else', () => {
  expect(maskedContact('09012345678')).toBe('090-••••-5678')
  expect(maskedContact('taro@example.jp')).toBe('ta•••@example.jp')
})
