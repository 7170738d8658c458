import { describe, expect, it } from 'vitest'
import { wishDays } from './wish-days.ts'

const period = {
  privately_area_start_on: '2026-12-01',
  privately_area_end_on: '2026-12-11',
  privately_area_holidays: ['2026-12-06'],
  preparation_days: ['2026-12-07'],
}

describe('days that can be wished for', () => {
  it('are the working days of the works from tomorrow on, whatever the calendar calls them', () => {
    expect(wishDays(period, '2026-12-04')).toEqual(['2026-12-05', '2026-12-08', '2026-12-09', '2026-12-10', '2026-12-11'])
  })
  it('begin on the day by which the office calls, unless only days before it are left', () => {
    expect(wishDays(period, '2026-12-04', '2026-12-09')).toEqual(['2026-12-09', '2026-12-10', '2026-12-11'])
    expect(wishDays(period, '2026-12-10', '2026-12-14')).toEqual(['2026-12-11'])
    expect(wishDays(period, '2026-12-28', '2027-01-05')[0]).toBe('2027-01-05')
  })
  it.each([
    ['are over', period, '2026-12-28'],
    ['end today', period, '2026-12-11'],
    ['have no days left but days off', { ...period, privately_area_holidays: ['2026-12-11'] }, '2026-12-10'],
    ['have no period', { ...period, privately_area_start_on: null, privately_area_end_on: null }, '2026-12-10'],
  ])('are four weeks without Sundays, holidays and days off where the works %s', (_, given, today) => {
    const days = wishDays(given, today)
    expect(days[0]! > today).toBe(true)
    expect(days).not.toContain('2026-12-13')
    expect(days).not.toContain('2026-12-20')
    expect(days).not.toContain('2027-01-11')
    expect(days.some(day => given.privately_area_holidays.includes(day))).toBe(false)
    expect(days.length).toBeGreaterThan(20)
  })
})
