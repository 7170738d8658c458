import { expect, test } from 'vitest'
import { letterStanding, letterStandingText } from './letter-standing.ts'

const today = '2026-11-25'
const visit = { date: '2026-12-10', status: 'waiting', confirmed: false, change_until: today } as const

test.each([
  [{}, 'open'],
  [{ change_until: null }, 'open'],
  [{ change_until: '2026-11-24' }, 'late'],
  [{ confirmed: true }, 'settled'],
  [{ confirmed: true, change_until: '2026-11-24' }, 'settled'],
  [{ date: null, change_until: '2026-11-24' }, 'open'],
  [{ status: 'reschedule', confirmed: true, change_until: '2026-11-24' }, 'open'],
] as const)('%j is %s', (changed, standing) => expect(letterStanding({ ...visit, ...changed }, today)).toBe(standing))

test('dwellings that are asked nothing are counted by why', () => {
  const rooms = (['open', 'settled', 'late', 'settled'] as const).map(standing => ({ standing }))
  expect(letterStandingText(rooms)).toBe('日程が決まっている2戸、締切を過ぎた1戸')
  expect(letterStandingText(rooms.slice(0, 1))).toBeNull()
})
