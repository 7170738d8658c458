import { expect, it } from 'vitest'
import type { Actor } from '../access/actor.ts'
import { whyNotHand } from './key-hands.ts'

const craftsman: Actor = { kind: 'craftsman', id: 7, contractorId: 1, primaryContractorId: null }
const staff: Actor = { kind: 'staff', id: 7, canRegisterStaff: false }

it.each<[string, Actor, { id: number; name: string } | null, RegExp | null]>([
  ['the office, wherever it is', staff, { id: 8, name: '高橋' }, null],
  ['a craftsman, his own', craftsman, { id: 7, name: '佐藤' }, null],
  ['a craftsman, the office’s', craftsman, null, /事務所で保管/],
  ['a craftsman, a colleague’s', craftsman, { id: 8, name: '高橋' }, /高橋さんが持っています/],
])('%s', (_, actor, lent_to, why) => {
  if (why === null) expect(whyNotHand(actor, { lent_to })).toBeNull()
  else expect(whyNotHand(actor, { lent_to })).toMatch(why)
})
