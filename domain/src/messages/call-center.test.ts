import { describe, expect, it } from 'vitest'
import { callCenterOf, isAnswered, phoneWithHours, usualContactHours } from './call-center.ts'

const nothing = { contact_phone: null, contact_hours: null, client_contact_phone: null, client_contact_hours: null }

describe('whom to call', () => {
  it('is the construction’s, else the client’s, else the installation’s', () => {
    expect(callCenterOf(undefined, '0120-000-000')).toEqual({ phone: '0120-000-000', hours: usualContactHours })
    const ofClient = { ...nothing, client_contact_phone: '0120-111-111', client_contact_hours: '平日8時〜18時' }
    expect(callCenterOf(ofClient, '0120-000-000')).toEqual({ phone: '0120-111-111', hours: '平日8時〜18時' })
    const own = callCenterOf({ ...ofClient, contact_phone: '03-1234-5678', contact_hours: '毎日8時〜20時' }, '0120-000-000')
    expect(phoneWithHours(own)).toBe('03-1234-5678（受付時間 毎日8時〜20時）')
  })
})

/** Monday, a holiday (勤労感謝の日), a Saturday, a Sunday, and the New Year. */
const [monday, holiday, saturday, sunday, newYear] = ['2026-11-16', '2026-11-23', '2026-11-21', '2026-11-22', '2026-12-30']

it.each([
  [usualContactHours, monday, 9, true],
  [usualContactHours, monday, 8, false],
  [usualContactHours, monday, 17, false],
  [usualContactHours, holiday, 10, false],
  [usualContactHours, saturday, 10, false],
  ['平日 ９時～１８時', monday, 17, true],
  ['毎日8時〜20時', sunday, 19, true],
  ['年中無休 午前9時〜午後6時', holiday, 17, true],
  ['年中無休 午前9時〜午後6時', holiday, 18, false],
  ['9:30〜17:30', monday, 9, false],
  ['9:30〜17:30', sunday, 10, null],
  ['9時半〜17時（土日祝を除く）', sunday, 10, false],
  ['9:00〜17:00（日・祝日は休み）', saturday, 10, null],
  ['9:00〜17:00（日・祝日は休み）', holiday, 10, false],
  ['月〜土 9:00〜18:00', saturday, 10, true],
  ['月〜土 9:00〜18:00', sunday, 10, false],
  ['月曜日〜金曜日 9:00〜18:00', holiday, 10, null],
  ['毎日9:00〜18:00（年末年始を除く）', newYear, 10, false],
  ['毎日9:00〜18:00（年末年始を除く）', sunday, 10, true],
  ['平日9時〜12時、13時〜17時', monday, 10, null],
  ['お気軽にどうぞ', monday, 10, null],
  ['平日18時〜9時', monday, 10, null],
])('%s on %s at %i: %s', (hours, day, hour, answered) => {
  expect(isAnswered(hours, day, hour * 60)).toBe(answered)
})
