import { describe, expect, test } from 'vitest'
import { eachDay } from '../../calendar/day.ts'
import type { ArrangeInput, ArrangeRoom } from './arrange-input.ts'
import { proposeSpareFrames } from './spare-frames.ts'

const rooms = (count: number): ArrangeRoom[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    block_position: 1,
    row: 1,
    col: at + 1,
    high_priority: false,
    previous: null,
    fixed: false,
    unavailable_dates: [],
    preferred_dates: [],
  }))

// Wednesday to Friday of the next week, without the weekend between them.
const weekdays = [...eachDay('2026-12-02', '2026-12-04'), ...eachDay('2026-12-07', '2026-12-11')]
const input: ArrangeInput = {
  rooms: rooms(30),
  days: eachDay('2026-12-02', '2026-12-10'),
  time_frames: [
    { id: 1, start_at: '09:00', frame_number: 3, crew_frames: [] },
    { id: 2, start_at: '13:00', frame_number: 2, crew_frames: [] },
  ],
  crews: [],
  taken: [],
  spare_frames: [],
  unit: 'room',
  spare_percent: 10,
  order: { top_or_bottom: 'top', vertical_or_horizontal: 'vertical', line_number: 1 },
  weights: { wishes: 'strong', previous: 'medium', walking: 'medium' },
}
const place = (date: string, construction_time_frame_id: number, frame_number: number) => ({
  date,
  construction_time_frame_id,
  frame_number,
})
const propose = (change: Partial<ArrangeInput>) => proposeSpareFrames({ ...input, ...change })

describe('proposeSpareFrames', () => {
  test('a share of the rooms, first on the weekend, then over the last third of the days', () => {
    // The last third is Tuesday to Thursday: the weekend before it helps out.
    expect(propose({})).toEqual({
      added: [place('2026-12-06', 1, 4), place('2026-12-08', 1, 4), place('2026-12-09', 1, 4)],
      stock: 3,
      needed: 3,
      has_weekend: true,
      no_weekend_day: false,
    })
  })

  test('a date has two only when all have one', () => {
    const { added } = propose({ days: weekdays.slice(0, 6), rooms: rooms(50) })
    expect(added).toEqual([
      place('2026-12-08', 1, 4),
      place('2026-12-09', 1, 4),
      place('2026-12-08', 2, 3),
      place('2026-12-09', 2, 3),
      place('2026-12-08', 1, 5),
    ])
  })

  test('says that no weekend is a working day', () => {
    expect(propose({ days: weekdays })).toMatchObject({ has_weekend: false, no_weekend_day: true, stock: 3 })
  })

  test('counts what is there, and follows on it without a gap', () => {
    const spare_frames = [place('2026-12-05', 2, 3), place('2026-12-05', 2, 4), place('2026-12-09', 1, 4)]
    const taken = [place('2026-12-05', 2, 4), place('2026-12-09', 1, 4)]
    expect(propose({ spare_frames, taken, rooms: rooms(20) })).toMatchObject({ added: [place('2026-12-08', 1, 4)], stock: 2, needed: 2 })
    expect(propose({ spare_frames, taken, days: ['2026-12-09'], rooms: rooms(20) }).added).toEqual([
      place('2026-12-09', 2, 3),
      place('2026-12-09', 1, 5),
    ])
  })

  test('adds one on a weekend though there are enough', () => {
    const spare_frames = [place('2026-12-08', 1, 4), place('2026-12-08', 1, 5), place('2026-12-08', 1, 6)]
    expect(propose({ spare_frames }).added).toEqual([place('2026-12-06', 1, 4)])
  })

  test('none where all crews are away, none at all for no percent', () => {
    const crews = [{ assigned_contractor_id: 1, absent_dates: ['2026-12-06', '2026-12-08'] }]
    expect(propose({ crews }).added.map(({ date }) => date)).toEqual(['2026-12-05', '2026-12-09', '2026-12-10'])
    expect(propose({ spare_percent: 0 })).toMatchObject({ added: [], needed: 0 })
  })

  test('stops at twenty a time frame', () => {
    const proposal = propose({ days: ['2026-12-08'], rooms: rooms(1000) })
    expect(proposal).toMatchObject({ needed: 100, stock: 40 })
    expect(new Set(proposal.added.map(({ frame_number }) => frame_number)).size).toBe(21)
  })
})
