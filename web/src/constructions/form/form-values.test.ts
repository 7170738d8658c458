import { describe, expect, it } from 'vitest'
import {
  assignmentBody,
  blankPlace,
  blankValues,
  bodyOf,
  briefingOf,
  selectedContractors,
  withContractor,
  withoutBoardOf,
  withoutContractor,
} from './form-values.ts'
import { layLanes } from '../list/lay-lanes.ts'

const aoba = { id: 1, name: '青葉設備', primary_contractor_id: null }
const midori = { id: 2, name: 'みどり電工', primary_contractor_id: 1 }

it.each([
  [false, 0, false],
  [false, 1, true],
  [true, 0, true],
])('a board (decided: %s, %d contractors for it) is asked for: %s', (decided, contractors, used) =>
  expect(withoutBoardOf({ ...blankValues(), use_electronic_signboard: true }, decided, contractors).use_electronic_signboard).toBe(used),
)

describe('contractors of the form (spec §4)', () => {
  const saved = withContractor([], aoba).map(row => ({ ...row, id: 10, craftsman_ids: [7] }))

  it('hides and marks one that the server has, and restores the same row', () => {
    const removed = withoutContractor(saved, 1)
    expect(removed).toEqual([{ ...saved[0], _destroy: true }])
    expect(selectedContractors(removed)).toEqual([])
    expect(withContractor(removed, aoba)).toEqual(saved)
  })

  it('forgets one that was only just added', () => {
    const both = withContractor(saved, midori)
    expect(selectedContractors(both).map(({ contractor_name }) => contractor_name)).toEqual(['青葉設備', 'みどり電工'])
    expect(withoutContractor(both, 2)).toEqual(saved)
  })

  it('sends id and mark of a removed row, and all craftsmen of a kept one', () => {
    const values = { ...blankValues(), assigned_contractors_attributes: withoutContractor(saved, 1) }
    expect(assignmentBody(values)).toEqual({ assigned_contractors_attributes: [{ id: 10, contractor_id: 1, _destroy: true }] })
    expect(assignmentBody({ ...values, assigned_contractors_attributes: saved })).toEqual({
      assigned_contractors_attributes: [
        { id: 10, contractor_id: 1, _destroy: false, assigned_craftsmans_attributes: [{ craftsman_id: 7 }] },
      ],
    })
  })
})

describe('the briefing (G-SCH-08)', () => {
  it.each([
    ['2026-11-25', '10:00', '2026-11-25 10:00'],
    ['2026-11-25', null, '2026-11-25 00:00'],
    [null, '10:00', null],
  ])('%s and %s are sent as %s', (briefing_session_date, briefing_session_time, sent) =>
    expect(briefingOf({ ...blankValues(), briefing_session_date, briefing_session_time })).toBe(sent),
  )

  it('leaves no separate keys in the body', () => {
    const body = bodyOf({ ...blankValues(), briefing_session_date: '2026-11-25' }, 'overall_schedule')
    expect(Object.keys(body).filter(key => key.startsWith('briefing'))).toEqual(['briefing_session_at'])
  })
})

describe('the body', () => {
  it('holds the fields of its form type and no others', () => {
    expect(Object.keys(bodyOf(blankValues(), 'construction_info')).toSorted()).toEqual([
      'clearing_note',
      'construction_type',
      'contact_hours',
      'contact_phone',
      'cost_note',
      'emergency_phone_number',
      'key_hours',
      'key_place',
      'lift_limit',
      'manage_no',
      'name',
      'noise_limit',
      'power_limit',
      'remarks',
      'security_equipment',
      'special_report_default',
      'time_per_unit',
      'toilet_limit',
      'water_limit',
    ])
    expect(bodyOf(blankValues(), 'all')).toHaveProperty('constructions_options_attributes')
  })

  it('sends an empty list for a photography section that is off', () => {
    const places = [{ ...blankPlace(), id: 5, photography_place_id: 3 }]
    const body = bodyOf({ ...blankValues(), use_common_photo: false, common_photography_places_attributes: places }, 'photography_places')
    expect(body.use_common_photo).toBe(false)
    expect(body.common_photography_places_attributes).toEqual([])
  })

  it('sends free input without a place, remarks for common areas only, and keeps the index of a row left blank', () => {
    const rows = [blankPlace(), { ...blankPlace(), photography_place_id: 'free' as const, free_input: '屋上', remarks: '北側' }]
    const values = { ...blankValues(), common_photography_places_attributes: rows, private_photography_places_attributes: rows }
    const body = bodyOf(values, 'photography_places')
    const timings = { before_construction: true, under_construction: true, after_construction: true }
    expect(body.common_photography_places_attributes).toEqual([
      { _destroy: true },
      { photography_place_id: null, free_input: '屋上', ...timings, remarks: '北側', _destroy: false },
    ])
    expect(body.private_photography_places_attributes?.[1]).not.toHaveProperty('remarks')
  })
})

describe('lanes of the month calendar', () => {
  it('puts what overlaps one under another, and reuses a lane that is free again', () => {
    const lanes = layLanes([
      { from: 0, to: 2 },
      { from: 3, to: 6 },
      { from: 1, to: 4 },
    ])
    expect(lanes.map(({ from, lane }) => [from, lane])).toEqual([
      [0, 0],
      [1, 1],
      [3, 0],
    ])
  })
})
