import { describe, expect, it } from 'vitest'
import { type AnswerFactsOfRoom, answerStanding, isChased, leftOutText } from './occupancy.ts'

const asked: AnswerFactsOfRoom = {
  reception_status: 'not_yet',
  status: 'waiting',
  is_closed: false,
  occupancy: 'occupied',
  contact_outcome: null,
  has_owner_contact: false,
}

describe('how a dwelling counts among the answers (D-37)', () => {
  it.each([
    [{}, 'unanswered'],
    [{ reception_status: 'web' }, 'answered'],
    [{ reception_status: 'web', is_closed: true }, 'answered'],
    [{ is_closed: true }, 'left_out'],
    [{ status: 'completed' }, 'left_out'],
    [{ occupancy: 'vacant' }, 'left_out'],
    [{ occupancy: 'long_absent', reception_status: 'tel' }, 'left_out'],
    [{ occupancy: 'vacant', has_owner_contact: true }, 'unanswered'],
    [{ occupancy: 'vacant', has_owner_contact: true, reception_status: 'tel' }, 'answered'],
    [{ contact_outcome: 'unreachable' }, 'unreachable'],
    [{ contact_outcome: 'refused', reception_status: 'tel' }, 'refused'],
    [{ contact_outcome: 'refused', is_closed: true }, 'refused'],
    // In the end somebody opened.
    [{ contact_outcome: 'unreachable', status: 'completed', reception_status: 'visit' }, 'answered'],
  ] as const)('%o: %s', (facts, standing) => expect(answerStanding({ ...asked, ...facts })).toBe(standing))

  it('reminds and calls nobody where nobody is', () => {
    expect(isChased(asked)).toBe(true)
    expect(isChased({ ...asked, occupancy: 'vacant', has_owner_contact: true })).toBe(false)
    expect(isChased({ ...asked, contact_outcome: 'refused' })).toBe(false)
  })
})

it('says who is left out', () => {
  expect(leftOutText([{ occupancy: 'vacant' }, { occupancy: 'long_absent' }, { occupancy: 'vacant' }])).toBe('空室 2戸・長期不在 1戸を除く')
  expect(leftOutText([{ occupancy: 'occupied' }])).toBeNull()
})
