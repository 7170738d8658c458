import { describe, expect, it } from 'vitest'
import { countVisits, crewChoiceOf, nextVisit, type Visit, type VisitCrew, visitSections, visitsOfCrew } from './visit-list.ts'

let id = 0
const visit = (over: Partial<Visit> = {}, frame: [start: string, end: string] = ['09:00', '12:00']): Visit => {
  id += 1
  return {
    id,
    construction_id: 1,
    assign_id: id,
    incomplete_reason_id: null,
    status: 'waiting',
    block_position: 1,
    row: 1,
    col: 1,
    name: String(100 + id),
    revisit_at: null,
    revisit_on: null,
    visits: 0,
    construction_schedule_confirmed_at: null,
    completed_at: null,
    closed_at: null,
    reception_status: '未受付',
    reception_status_en: 'not_yet',
    app_register: false,
    high_priority: false,
    room_remarks: null,
    construction_remarks: null,
    special_report: null,
    completion_report: null,
    has_customer_support_versions: false,
    assign: {
      id,
      date: '2026-12-01',
      construction_time_frame_id: 1,
      frame_number: id,
      start_at: frame[0],
      end_at: frame[1],
      is_spare_frame: false,
    },
    resident: null,
    options: [],
    collect_on_the_day: 0,
    missing_photos: 0,
    assigned_contractor_id: null,
    presence: null,
    wish_note: null,
    key: 'none',
    arrived_at: null,
    started_at: null,
    notice: null,
    ...over,
  }
}
const crews: VisitCrew[] = [
  { assigned_contractor_id: 7, name: '一班', own: true },
  { assigned_contractor_id: 8, name: '二班', own: false },
]

describe('visitSections', () => {
  it('folds what is done or put off, keeps the order of the day and finds the next room', () => {
    const visits = [
      visit({ name: '1', status: 'completed' }),
      visit({ name: '2', status: 'reschedule' }),
      visit({ name: '3', closed_at: '2026-12-01T00:00:00Z' }),
      visit({ name: '4' }, ['13:00', '17:00']),
      visit({ name: '5' }, ['13:00', '17:00']),
    ]
    const sections = visitSections(visits)
    expect(sections.map(({ label, open, done }) => [label, open.map(({ name }) => name), done.map(({ name }) => name)])).toEqual([
      ['09:00–12:00', [], ['1', '2', '3']],
      ['13:00–17:00', ['4', '5'], []],
    ])
    expect(nextVisit(sections)?.name).toBe('4')
    expect(countVisits(visits)).toEqual({ done: 2, open: 2, reschedule: 1, total: 5 })
    expect(nextVisit(visitSections(visits.slice(0, 3)))).toBeNull()
  })
})

describe('crewChoiceOf', () => {
  it.each([
    [null, crews, 'own'],
    [null, crews.slice(1), 'all'],
    [null, [], 'all'],
    ['all', crews, 'all'],
    ['8', crews, 8],
    ['99', crews, 'own'],
  ] as const)('%s', (asked, given, choice) => expect(crewChoiceOf(asked, given)).toBe(choice))
})

describe('visitsOfCrew', () => {
  it('keeps the crew’s own frames and those of nobody', () => {
    const visits = [7, 8, null].map(assigned_contractor_id => visit({ assigned_contractor_id }))
    const shown = (choice: 'own' | 'all' | number) => visitsOfCrew(visits, choice, crews).map(each => each.assigned_contractor_id)
    expect(shown('all')).toEqual([7, 8, null])
    expect(shown('own')).toEqual([7, null])
    expect(shown(8)).toEqual([8, null])
  })
})
