import { describe, expect, test } from 'vitest'
import { contractPeriod } from './contract-period.ts'
import { constructionStatus, constructionStatuses, countSegments, segmentOfStatus, type ConstructionFacts } from './status.ts'

const today = '2026-12-10'
type Room = { status: 'waiting' | 'completed' | 'reschedule'; closed?: boolean; on?: string }
const w: Room = { status: 'waiting' }
const c: Room = { status: 'completed' }
const r: Room = { status: 'reschedule' }
const closed = (room: Room): Room => ({ ...room, closed: true })
const on = (day: string, room: Room = w): Room => ({ ...room, on: day })

const facts = (rooms: readonly Room[], privately_area_end_on: string | null): ConstructionFacts => ({
  room_count: rooms.length,
  completed_count: rooms.filter(room => room.status === 'completed').length,
  closed_count: rooms.filter(room => room.closed).length,
  completed_and_closed_count: rooms.filter(room => room.closed && room.status === 'completed').length,
  reschedule_count: rooms.filter(room => !room.closed && room.status === 'reschedule').length,
  waiting_count: rooms.filter(room => !room.closed && room.status === 'waiting').length,
  assigned_count: rooms.filter(room => room.on).length,
  first_assign_on: rooms.flatMap(room => room.on ?? []).toSorted()[0] ?? null,
  privately_area_end_on,
})

describe('constructionStatus', () => {
  const later = '2026-12-31'
  const over = '2026-12-09'
  test.each<[string, Room[], string | null, string]>([
    ['no room yet', [], later, 'no_room'],
    ['rooms, no date', [w, w], later, 'planned'],
    ['rooms, no date, period over', [w], over, 'planned'],
    ['dates, all ahead', [on('2026-12-11'), w], later, 'not_yet'],
    ['the first date is today', [on('2026-12-10'), w], later, 'in_progress'],
    ['the first date is past', [on('2026-12-01')], later, 'in_progress'],
    ['one room completed', [c, w], later, 'in_progress'],
    ['all completed, none closed', [c, c], later, 'in_progress'],
    ['all completed, one not closed', [closed(c), c], later, 'in_progress'],
    ['all completed and closed', [closed(c), closed(c)], later, 'completed'],
    ['all closed, one given up', [closed(c), closed(r)], later, 'incomplete'],
    ['all given up', [closed(w), closed(w)], over, 'incomplete'],
    ['one to reschedule, others wait', [r, w], later, 'in_progress'],
    ['one to reschedule on the last day', [r, w], today, 'in_progress'],
    ['one to reschedule, period over', [r, w], over, 'remaining'],
    ['one to reschedule, no period, others wait', [r, w], null, 'in_progress'],
    ['one to reschedule, nobody waits', [r, c], later, 'remaining'],
    ['one to reschedule, the waiting one given up', [r, closed(w)], later, 'remaining'],
    ['a room given up is nothing left over', [closed(r), c], later, 'in_progress'],
  ])('%s', (_, rooms, end, status) => expect(constructionStatus(facts(rooms, end), today)).toBe(status))

  test('is some status for every mixture of rooms', () => {
    const kinds = [w, c, r, closed(w), closed(c), closed(r), on('2026-12-01'), on('2027-01-01')]
    for (let n = 0; n < 8 ** 3; n++) {
      const rooms = [n % 8, (n >> 3) % 8, n >> 6].map(i => kinds[i]!)
      const status = constructionStatus(facts(rooms, n % 2 ? over : later), today)
      expect(constructionStatuses).toContain(status)
      expect(status === 'remaining' && !rooms.some(room => room.status === 'reschedule' && !room.closed)).toBe(false)
    }
  })
})

test('segments gather the statuses', () => {
  expect(constructionStatuses.map(status => segmentOfStatus[status])).toEqual([
    'before_construction',
    'construction_started',
    'construction_completed',
    'work_remaining',
    'work_remaining',
    'before_construction',
    'before_construction',
  ])
  expect(countSegments(['planned', 'not_yet', 'remaining'])).toEqual({
    before_construction: 2,
    construction_started: 0,
    construction_completed: 0,
    work_remaining: 1,
  })
})

test.each([
  [
    { contract_period_start_on: null, planned_start_on: '2026-12-01' },
    { start: '2026-12-01', end: null },
  ],
  [
    { contract_period_end_on: null, planned_end_on: '2027-03-31' },
    { start: null, end: '2027-03-31' },
  ],
  [
    { contract_period_start_on: '2026-11-01', planned_start_on: '2026-12-01' },
    { start: '2026-11-01', end: null },
  ],
])('the period of %j', (construction, period) => expect(contractPeriod(construction)).toEqual(period))
