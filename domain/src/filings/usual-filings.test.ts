import { expect, it } from 'vitest'
import { usualFilings, whyNoUsualFilings } from './usual-filings.ts'

const works = { construction_type: 'renewal', security_equipment: 'fire_gas', start_on: '2026-12-01', end_on: '2026-12-25' } as const
const dates = (over: object = {}) => usualFilings({ ...works, ...over }).map(({ kind, due_on, until_on }) => [kind, due_on, until_on])

it('proposes ten days before the start and four after the end, never on a day off', () => {
  // 2026-11-21 is a Saturday, 2026-12-29 a day of the new year's holidays.
  expect(dates()).toEqual([
    ['start_notice', '2026-11-20', null],
    ['signal_stop', '2026-12-01', '2026-12-25'],
    ['installation_notice', '2026-12-28', null],
  ])
  expect(dates({ end_on: '2026-12-30' }).at(-1)).toEqual(['installation_notice', '2026-12-30', null])
})

it('tells the fire station of renewed fire equipment alone, and the security company of all', () => {
  expect(dates({ security_equipment: 'gas_alert' }).map(([kind]) => kind)).toEqual(['signal_stop'])
  expect(dates({ construction_type: 'inspection' }).map(([kind]) => kind)).toEqual(['signal_stop'])
})

it('says what is missing before it can propose anything', () => {
  expect([dates({ start_on: null }), dates({ security_equipment: null })]).toEqual([[], []])
  expect(whyNoUsualFilings({ ...works, end_on: null })).toContain('工期')
  expect(whyNoUsualFilings({ ...works, security_equipment: null })).toContain('セキュリティ設備')
  expect(whyNoUsualFilings(works)).toBeNull()
})
