import { describe, expect, it } from 'vitest'
import { hoursText, placeOf } from './call-center.ts'

const client_uuid = '0b0e7c1a-1111-4222-8333-444455556666'
const construction_uuid = '1c1f8d2b-1111-4222-8333-444455556666'

describe('the construction of an address', () => {
  it.each([
    [`/residents/clients/${client_uuid}/constructions/${construction_uuid}/room_select`, { client_uuid, construction_uuid }],
    [`/residents/clients/${client_uuid}/constructions/${construction_uuid}`, { client_uuid, construction_uuid }],
    [`/residents/clients/${client_uuid}/absence/token`, { client_uuid }],
    [`/residents/clients/${client_uuid}/constructions/none/rooms`, { client_uuid }],
    ['/residents/top', null],
    ['', null],
  ])('%s', (path, place) => expect(placeOf(path)).toEqual(place))
})

it('says the hours, and that they are over', () => {
  const callCenter = { phone: '0120-000-000', hours: '平日9時〜18時', is_answered: true }
  expect(hoursText(callCenter)).toBe('受付時間 平日9時〜18時')
  expect(hoursText({ ...callCenter, is_answered: null })).toBe('受付時間 平日9時〜18時')
  expect(hoursText({ ...callCenter, is_answered: false })).toBe('受付時間 平日9時〜18時（ただいま受付時間外です）')
  expect(hoursText({ ...callCenter, hours: '' })).toBe('')
})
