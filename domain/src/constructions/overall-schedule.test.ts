import { describe, expect, it } from 'vitest'
import { overallSchedule, scheduleCell, type ScheduleDates } from './overall-schedule.ts'

const nothing: ScheduleDates = {
  planned_start_on: null,
  planned_end_on: null,
  contract_period_start_on: null,
  contract_period_end_on: null,
  common_area_start_on: null,
  common_area_end_on: null,
  common_area_term: null,
  common_area_holidays: [],
  second_common_area_start_on: null,
  second_common_area_end_on: null,
  privately_area_start_on: null,
  privately_area_end_on: null,
  privately_area_term: null,
  privately_area_holidays: [],
  preparation_days: [],
  information_distribution_on: null,
  briefing_session_at: null,
  option_request_end_on: null,
  schedule_change_end_on: null,
  decision_guide_distribution_on: null,
}

describe('overallSchedule', () => {
  it('is nothing while no date is known', () => {
    expect(overallSchedule(nothing)).toBeNull()
    expect(overallSchedule({ ...nothing, common_area_start_on: '2026-12-28' })).toBeNull()
  })
  it('knows when a year is mistyped', () => {
    const dates = { ...nothing, planned_start_on: '2026-12-01', planned_end_on: '2027-01-31' }
    expect(overallSchedule(dates)?.tooLong).toBe(false)
    expect(overallSchedule({ ...dates, schedule_change_end_on: '9999-12-10' })?.tooLong).toBe(true)
  })
  it('spans all periods and dates, over New Year', () => {
    const schedule = overallSchedule({
      ...nothing,
      planned_start_on: '2026-12-01',
      planned_end_on: '2027-01-31',
      privately_area_start_on: '2026-12-21',
      privately_area_end_on: '2027-01-15',
      privately_area_term: 20,
      privately_area_holidays: ['2026-12-31', '2027-01-01'],
      preparation_days: ['2026-12-21', '2027-01-01'],
      information_distribution_on: '2026-11-20',
      // 23:30 in Tokyo, the day before in UTC: the mark stands on the day in Tokyo.
      briefing_session_at: '2026-11-25T14:30:00.000Z',
    })
    expect([schedule?.first, schedule?.last]).toEqual(['2026-11-20', '2027-01-31'])
    expect(schedule?.lines.map(({ label, note }) => [label, note])).toEqual([
      ['契約工期', '2026/12/01(火)〜2027/01/31(日)'],
      ['専有部工期', '2026/12/21(月)〜2027/01/15(金)（20日間）'],
      ['案内配布日', '2026/11/20(金)'],
      ['説明会', '2026年11月25日 23:30'],
    ])
    const own = schedule!.lines[1]!
    expect(['2026-12-20', '2026-12-21', '2026-12-22', '2026-12-31', '2027-01-01', '2027-01-16'].map(day => scheduleCell(own, day))).toEqual(
      [null, 'preparation', 'work', 'off', 'preparation', null],
    )
    expect(scheduleCell(schedule!.lines[2]!, '2026-11-20')).toBe('mark')
  })
})
