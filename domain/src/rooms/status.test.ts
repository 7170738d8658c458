import { describe, expect, test } from 'vitest'
import { receptionStatuses, receptionStatusLabels, roomStatuses, type RoomStatus } from './labels.ts'
import { canClose, isReceptionRed, receptionStatusOf, refusalOf, roomActions, statusAfter, type RoomAction } from './status.ts'

const room = (status: RoomStatus, closed = false) => ({ status, closed_at: closed ? '2026-11-01T00:00:00Z' : null })

describe('room status', () => {
  const table: [RoomStatus, Record<RoomAction, RoomStatus | null>][] = [
    ['waiting', { complete: 'completed', reschedule: 'reschedule', assign: 'waiting', take_back_completion: null }],
    ['reschedule', { complete: 'completed', reschedule: null, assign: 'waiting', take_back_completion: null }],
    ['completed', { complete: null, reschedule: null, assign: null, take_back_completion: 'waiting' }],
  ]
  test.each(table)('a room %s', (status, after) => {
    for (const action of roomActions) {
      expect(statusAfter(room(status), action)).toBe(after[action])
      expect(refusalOf(room(status), action)).toBe(after[action] === null ? 'この状態では操作できません。' : null)
    }
  })

  test('a closed room allows nothing', () => {
    for (const status of roomStatuses) {
      for (const action of roomActions) {
        expect(statusAfter(room(status, true), action)).toBeNull()
        expect(refusalOf(room(status, true), action)).toBe('完了確定済みのため変更できません。')
      }
    }
  })

  test.each([
    ['completed', null, true],
    ['completed', 3, true],
    ['waiting', null, false],
    ['waiting', 3, true],
    ['reschedule', null, false],
    ['reschedule', 3, true],
  ] as const)('a room %s closes with the reason %s: %s', (status, reason, closes) => {
    expect(canClose(room(status), reason)).toBe(closes)
    expect(canClose(room(status, true), reason)).toBe(false)
  })
})

describe('reception status', () => {
  test('every key and every label is understood', () => {
    for (const key of receptionStatuses) expect([receptionStatusOf(key), receptionStatusOf(receptionStatusLabels[key])]).toEqual([key, key])
    expect(receptionStatusOf('WEB受付')).toBe('web')
    expect(receptionStatusOf('ＷＥＢ受付')).toBe('web')
    expect(receptionStatusOf('受付')).toBeNull()
    expect(receptionStatusOf('')).toBeNull()
  })

  test('red are those that staff have not processed', () => expect(receptionStatuses.filter(isReceptionRed)).toEqual(['not_yet', 'web']))
})
