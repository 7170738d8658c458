import { expect, it } from 'vitest'
import { type TaskOfRoom, taskOfRoom, visitActions } from './visit-actions.ts'

const craftsman = { kind: 'craftsman', id: 1, contractorId: 1, primaryContractorId: null } as const
const staff = { kind: 'staff', id: 2, canRegisterStaff: false } as const
const operator = { kind: 'operator', id: 3 } as const
const waiting = { status: 'waiting', closed_at: null } as const
const completed = { status: 'completed', closed_at: null } as const
const closed = { status: 'completed', closed_at: '2026-11-23T01:00:00Z' } as const
const labels = (...asked: Parameters<typeof visitActions>) => visitActions(...asked).map(({ label }) => label)

it('offers on a card what is done at the door (G-ROOM-18)', () => {
  expect(labels(waiting, craftsman, { isDue: true })).toEqual(['写真', '報告書', '不在', '完了'])
  expect(labels(waiting, operator, { isDue: true })).toEqual(['写真', '報告書', '不在'])
  expect(labels(waiting, staff, { isDue: true })).toEqual(['写真', '報告書', '不在', '完了'])
})

it('offers 完了確定 to whom it belongs, once the work is done (D-23)', () => {
  expect(labels(completed, staff, { isDue: true })).toEqual(['写真', '報告書', '完了確定'])
  expect(labels(completed, craftsman, { isDue: true })).toEqual(['写真', '報告書'])
  expect(labels(closed, staff, { isDue: true })).toEqual(['写真', '報告書'])
})

it('ends no visit before its day', () => {
  expect(labels(waiting, craftsman, { isDue: false })).toEqual(['写真', '報告書'])
})

it.each<[string | null, TaskOfRoom | null]>([
  ['complete', 'complete'],
  ['absence', 'absence'],
  ['close', null],
  ['anything', null],
  [null, null],
])('opens from an address that asks for %s, where the person may: %s', (asked, task) => {
  expect(taskOfRoom(asked, waiting, craftsman)).toBe(task)
})

it('begins nothing that is over', () => {
  expect(taskOfRoom('complete', completed, craftsman)).toBe(null)
  expect(taskOfRoom('absence', completed, craftsman)).toBe(null)
  expect(taskOfRoom('close', completed, staff)).toBe('close')
  expect(taskOfRoom('close', closed, staff)).toBe(null)
})
