import { describe, expect, it } from 'vitest'
import { isWorkingDay } from '../calendar/working-days.ts'
import { addDays, eachDay } from '../calendar/day.ts'
import { usualDates } from './usual-dates.ts'

describe('the usual dates of a construction', () => {
  it('lie 30, 28, 21 and 14 days before the first day in the dwellings, the decided date three working days after the deadline', () => {
    expect(usualDates('2026-12-18')).toEqual({
      briefing_session_date: '2026-11-18',
      information_distribution_on: '2026-11-20',
      option_request_end_on: '2026-11-27',
      schedule_change_end_on: '2026-12-04',
      decision_guide_distribution_on: '2026-12-09',
    })
  })

  it('are brought forward from days off', () => {
    // 28 days before 2027-01-31 is a Sunday of the New Year break.
    expect(usualDates('2027-01-31')).toMatchObject({ briefing_session_date: '2026-12-28', information_distribution_on: '2026-12-28' })
  })

  it('are working days in their order, whenever the works begin', () => {
    for (const start of eachDay('2026-01-01', '2027-12-31')) {
      const { briefing_session_date, information_distribution_on, option_request_end_on, schedule_change_end_on, ...decision } =
        usualDates(start)
      const { decision_guide_distribution_on: decided } = decision
      const inOrder = [briefing_session_date, information_distribution_on, option_request_end_on, schedule_change_end_on, decided]
      expect(inOrder.filter(day => !isWorkingDay(day))).toEqual([])
      expect(inOrder.toSorted()).toEqual(inOrder)
      expect(decided <= addDays(start, -7)).toBe(true)
    }
  })
})
