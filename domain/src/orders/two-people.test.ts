import { expect, it } from 'vitest'
import type { Actor } from '../access/actor.ts'
import { secondPersonText, whyNotSettle } from './two-people.ts'

const staff = (id: number): Actor => ({ kind: 'staff', id, canRegisterStaff: false })
const writer = { kind: 'user', id: 7 } as const

it.each<[string, Actor, string | null]>([
  ['the writer', staff(7), secondPersonText],
  ['the writer with more rights by now', { kind: 'staffAdmin', id: 7 }, secondPersonText],
  ['a colleague', staff(8), null],
  ['an admin of the platform with the same number', { kind: 'admin', id: 7 }, null],
])('%s', (_, actor, text) => {
  expect(whyNotSettle(actor, { refund_method: 'bank_transfer', account_writers: [{ kind: 'user', id: 6 }, writer] })).toBe(text)
  expect(whyNotSettle(actor, { refund_method: 'cash', account_writers: [writer] })).toBeNull()
  expect(whyNotSettle(actor, { refund_method: 'bank_transfer', account_writers: [] })).toBeNull()
})
