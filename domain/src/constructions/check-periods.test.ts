import { describe, expect, it } from 'vitest'
import { type PeriodDays, periodProblems } from './check-periods.ts'
import { requiredFields } from './required-fields.ts'

const none: PeriodDays = {
  planned_start_on: null,
  planned_end_on: null,
  contract_period_start_on: null,
  contract_period_end_on: null,
  common_area_start_on: null,
  common_area_end_on: null,
  second_common_area_start_on: null,
  second_common_area_end_on: null,
  privately_area_start_on: null,
  privately_area_end_on: null,
}

describe('periodProblems (G-SCH-06, G-SCH-27)', () => {
  it('finds nothing in empty, half-open and one-day periods', () => {
    expect(periodProblems(none)).toEqual({})
    expect(
      periodProblems({ ...none, planned_start_on: '2026-12-01', common_area_start_on: '2026-12-01', common_area_end_on: '2026-12-01' }),
    ).toEqual({})
  })
  it('names the period whose end lies before its start', () => {
    expect(periodProblems({ ...none, privately_area_start_on: '2026-12-02', privately_area_end_on: '2026-12-01' })).toEqual({
      privately_area_period: ['の終了日は開始日以降にしてください'],
    })
  })
  it('takes a period of more than three years for a mistyped year', () => {
    const until = (day: string) => periodProblems({ ...none, planned_start_on: '2026-12-01', planned_end_on: day })
    expect(until('2029-11-30')).toEqual({})
    expect(until('2029-12-02')).toEqual({ planned_period: ['は3年以内にしてください'] })
  })
  it('wants the second stay in the common area after the first', () => {
    const days = { ...none, common_area_start_on: '2026-12-01', common_area_end_on: '2026-12-10' }
    const second = (day: string) => periodProblems({ ...days, second_common_area_start_on: day, second_common_area_end_on: '2026-12-20' })
    expect(second('2026-12-10')).toEqual({ second_common_area_period: ['は1回目の終了日より後にしてください'] })
    expect(second('2026-12-11')).toEqual({})
  })
})

describe('requiredFields (spec §5)', () => {
  it('asks for each step what it marks, and for everything together', () => {
    const off = { use_electronic_signboard: false }
    expect(requiredFields('representative', off)).toEqual(['supplier_id', 'sales_staff_id'])
    expect(requiredFields('photography_places', off)).toEqual([])
    expect(requiredFields('all', { use_electronic_signboard: true })).toEqual([
      'assigned_contractors',
      'common_area_period',
      'privately_area_period',
      'schedule_change_end_on',
      'supplier_id',
      'sales_staff_id',
      'manage_no',
      'name',
      'electronic_signboard_type',
      'electronic_signboard_contractor_id',
    ])
  })
})
