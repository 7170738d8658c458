import { describe, expect, it } from 'vitest'
import { addDays } from '../calendar/day.ts'
import { chasingStep, dayOfStep, forecastAnswers, longAgo } from './chasing.ts'

const begun = { is_planned: true, is_settled: true, has_asked: true }
const facts = { ...begun, today: '2026-11-21', information_distribution_on: '2026-11-01', schedule_change_end_on: '2026-11-30' }
/** Before a deadline on a Friday without a holiday around it. */
const left = (days: number) => ({
  ...begun,
  today: addDays('2026-10-09', -days),
  information_distribution_on: '2026-09-01',
  schedule_change_end_on: '2026-10-09',
})

describe('what to do with the unanswered', () => {
  // The Friday before three days off: what would begin on one of them has begun.
  it('begins no step on a day off', () => {
    const friday = { ...facts, today: '2026-11-20' }
    expect(chasingStep({ ...friday, schedule_change_end_on: '2026-11-24' })).toBe('call')
    expect(chasingStep({ ...friday, schedule_change_end_on: '2026-11-26' })).toBe('send')
    expect(chasingStep({ ...friday, schedule_change_end_on: '2026-11-30' })).toBe('print')
    expect(chasingStep({ ...friday, schedule_change_end_on: '2026-12-01' })).toBe('wait')
    expect(dayOfStep('call', '2026-11-24')).toBe('2026-11-20')
    expect(dayOfStep('send', '2027-01-06')).toBe('2026-12-28')
  })

  it.each([
    [8, 'wait'],
    [7, 'print'],
    [4, 'print'],
    [3, 'send'],
    [2, 'send'],
    [1, 'call'],
    [0, 'call'],
    [-1, 'over'],
  ] as const)('with %i days left: %s', (days, step) => expect(chasingStep(left(days))).toBe(step))

  it('chases nobody who was not asked: schedule, its settling and the letters come first, whatever day was planned', () => {
    const unasked = { ...left(-1), has_asked: false }
    expect(chasingStep({ ...unasked, is_planned: false, is_settled: false })).toBe('plan')
    expect(chasingStep({ ...unasked, is_settled: false })).toBe('settle')
    expect(chasingStep(unasked)).toBe('letters')
    // Who answered was asked, and letters went out before their day.
    expect(chasingStep({ ...left(8), is_settled: false })).toBe('wait')
  })

  it('prints when no day is set', () => expect(chasingStep({ ...facts, schedule_change_end_on: null })).toBe('print'))

  it('names the days of the steps', () => {
    expect(dayOfStep('print', '2026-12-01')).toBe('2026-11-24')
    expect(dayOfStep('call', null)).toBeNull()
  })
})

describe('the forecast', () => {
  it('keeps up the share of the last days until the deadline', () => {
    // Ten waiting the day before yesterday, of whom one answered; of the nine left one yesterday.
    const answered_on = ['2026-11-19', '2026-11-20', ...Array.from({ length: 8 }, () => null)]
    const forecast = forecastAnswers({ ...facts, information_distribution_on: '2026-11-19', answered_on })
    expect(forecast?.days).toBe(2)
    expect(forecast?.daily_share).toBeCloseTo(2 / 19)
    expect(forecast?.expected).toBe(Math.round(2 + 8 * (1 - (17 / 19) ** 9)))
  })

  it('expects nothing more when nothing came, and counts who answered nobody knows when', () => {
    expect(forecastAnswers({ ...facts, answered_on: [longAgo, null, null] })).toEqual({ expected: 1, daily_share: 0, days: 7 })
  })

  it('says nothing without a deadline, after it, and before a day has passed', () => {
    const answered_on = [null]
    expect(forecastAnswers({ ...facts, schedule_change_end_on: null, answered_on })).toBeNull()
    expect(forecastAnswers({ ...left(-1), answered_on })).toBeNull()
    expect(forecastAnswers({ ...facts, information_distribution_on: facts.today, answered_on })).toBeNull()
  })
})
