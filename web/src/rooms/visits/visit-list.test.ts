import { describe, expect, it } from 'vitest'
import { visit } from '../../../test/visits.ts'
import { countVisits, crewChoiceOf, nextVisit, type VisitCrew, visitSections, visitsOfCrew } from './visit-list.ts'

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
