import { describe, expect, test } from 'vitest'
import { stepsBetween, walkingSteps, walkSequence } from './walking.ts'

const spot = (row: number, col: number, block_position = 1) => ({ row, col, block_position })

describe('stepsBetween', () => {
  test.each([
    ['the same door', spot(1, 1), spot(1, 1), 0],
    ['two doors on', spot(1, 1), spot(1, 3), 2],
    ['the floor above', spot(1, 1), spot(2, 1), 3],
    ['a floor and a door', spot(3, 2), spot(2, 1), 4],
    ['another wing', spot(1, 1, 1), spot(1, 9, 2), 20],
    ['another wing, two floors up', spot(1, 1, 1), spot(3, 1, 2), 26],
  ])('%s', (_name, a, b, steps) => {
    expect(stepsBetween(a, b)).toBe(steps)
    expect(stepsBetween(b, a)).toBe(steps)
  })
})

describe('walkSequence', () => {
  const order = { top_or_bottom: 'bottom', vertical_or_horizontal: 'horizontal', line_number: 1 } as const
  const rooms = [1, 2].flatMap(row => [1, 2].map(col => ({ id: row * 10 + col, ...spot(row, col), high_priority: row === 2 && col === 2 })))
  test.each([
    ['room', [22, 11, 12, 21]],
    ['stack', [22, 12, 11, 21]],
    ['floor', [22, 21, 11, 12]],
  ] as const)('by %s', (unit, ids) => {
    expect(walkSequence(rooms, order, unit).map(({ id }) => id)).toEqual(ids)
    expect(walkSequence(rooms.toReversed(), order, unit).map(({ id }) => id)).toEqual(ids)
  })
})

describe('walkingSteps', () => {
  const frames = [
    { id: 9, start_at: '09:00', crew_frames: [] },
    { id: 5, start_at: '13:00', crew_frames: [] },
  ]
  const at = (row: number, col: number, date: string, construction_time_frame_id: number, frame_number: number) => ({
    ...spot(row, col),
    place: { date, construction_time_frame_id, frame_number },
  })
  const rooms = [at(1, 1, '2026-12-02', 9, 1), at(3, 1, '2026-12-01', 5, 1), at(3, 2, '2026-12-01', 9, 2), at(3, 3, '2026-12-01', 9, 1)]

  test('goes by date, time frame and frame number', () => {
    expect(walkingSteps(rooms, frames, [])).toBe(1 + 1 + 6)
  })

  test('every crew walks its own way', () => {
    const crews = [{ assigned_contractor_id: 1 }, { assigned_contractor_id: 2 }]
    const shared = frames.map(frame => ({ ...frame, crew_frames: crews.map(crew => ({ ...crew, frame_count: 1 })) }))
    // The first crew: 303, 301, 101; the second only 302.
    expect(walkingSteps(rooms, shared, crews)).toBe(2 + 6)
    expect(walkingSteps(rooms, shared, crews.slice(0, 1))).toBe(8)
  })
})
