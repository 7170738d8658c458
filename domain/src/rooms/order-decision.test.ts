import { describe, expect, it } from 'vitest'
import { moveAsksForDecision, optionPreparationDays, orderDecisionsFor } from './order-decision.ts'

describe('what becomes of ordered options', () => {
  it('is prepared between the last day of ordering and the first of the works', () => {
    expect(optionPreparationDays({ option_request_end_on: '2026-12-10', privately_area_start_on: '2026-12-15' })).toBe(5)
    expect(optionPreparationDays({ option_request_end_on: '2026-12-15', privately_area_start_on: '2026-12-15' })).toBe(1)
    expect(optionPreparationDays({ option_request_end_on: null, privately_area_start_on: '2026-12-15' })).toBe(1)
  })

  it.each([
    ['a day inside the preparation', 1, '2026-12-20', '2026-12-16', true],
    ['the first day after it', 1, '2026-12-20', '2026-12-17', false],
    ['another time of the same day', 1, '2026-12-16', '2026-12-16', false],
    ['nothing ordered', 0, '2026-12-20', '2026-12-16', false],
    ['the tray', 1, '2026-12-20', null, false],
    ['a first day', 1, null, '2026-12-13', true],
  ] as const)('is asked for by its day: %s', (_, options_count, from, to, asks) => {
    const day = (date: string | null) => (date === null ? null : { date })
    const move = { from: day(from), to: day(to) }
    expect(moveAsksForDecision({ options_count }, move, { today: '2026-12-12', option_preparation_days: 5 })).toBe(asks)
  })

  it('follows no day that there is not, and gives no money back at the switchboard', () => {
    const staff = { kind: 'staff', id: 1, canRegisterStaff: false } as const
    expect(orderDecisionsFor(staff, 'move')).toEqual(['keep', 'follow', 'cancel'])
    expect(orderDecisionsFor(staff, 'put off')).toEqual(['keep', 'cancel'])
    // Nobody will come to carry out what was ordered.
    expect(orderDecisionsFor(staff, 'give up')).toEqual(['cancel'])
    expect(orderDecisionsFor({ kind: 'operator', id: 1 }, 'put off')).toEqual(['keep'])
  })
})
