import { expect, it } from 'vitest'
import { type HardRoomFacts, hardRoomText, nextStepFor } from './hard-rooms.ts'

const room = (over: Partial<HardRoomFacts>): HardRoomFacts => ({
  kind: 'unreachable',
  absences: 0,
  opener: null,
  has_owner_contact: false,
  is_planned: false,
  attempts: [],
  ...over,
})
const first = { kind: 'first_letter' } as const
const letter = { kind: 'second_letter' } as const
const call = { kind: 'call' } as const
const slip = { kind: 'slip' } as const

it.each<[Partial<HardRoomFacts>, string]>([
  [{ kind: 'given_up' }, '対応は終了しています'],
  [{ kind: 'refused', is_planned: true }, '理由をうかがい、理事会に相談する'],
  [{ kind: 'vacant' }, '管理会社に所有者の連絡先を確認する'],
  [{ kind: 'vacant', has_owner_contact: true }, '所有者に連絡し、開錠する方を決める'],
  [{ kind: 'long_absent', opener: 'key' }, '工事日を決め、開錠を依頼する（鍵）'],
  [{ kind: 'vacant', opener: 'owner', is_planned: true }, '工事日に開錠していただく（所有者）'],
  [{}, '再案内を投函する'],
  [{ attempts: [first] }, '再案内を投函する'],
  [{ attempts: [letter, first] }, 'お電話する'],
  [{ attempts: [call, letter] }, '訪問し、不在票を投函する'],
  [{ attempts: [call, letter, slip] }, '理事会にお声がけをお願いする'],
  [{ kind: 'absent', absences: 1 }, '再案内を投函する'],
  [{ kind: 'absent', absences: 2 }, '理事会にお声がけをお願いする'],
  [{ kind: 'absent', absences: 2, is_planned: true }, '工事日に訪問する'],
])('the next step for %o', (facts, text) => expect(nextStepFor(room(facts))).toBe(text))

it('a dwelling is called by its visits in vain, or by the reason it was given up for', () => {
  expect(hardRoomText({ kind: 'absent', absences: 2, reason: null })).toBe('ご不在2回')
  expect(hardRoomText({ kind: 'given_up', absences: 2, reason: '入室辞退' })).toBe('入室辞退')
  expect(hardRoomText({ kind: 'given_up', absences: 0, reason: null })).toBe('未施工で終了')
  expect(hardRoomText({ kind: 'vacant', absences: 1, reason: null })).toBe('空室')
})
