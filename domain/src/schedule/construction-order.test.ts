import { framePlaceKey } from './place.ts'
import { describe, expect, test } from 'vitest'
import { fillFrames, keepsFrame, orderRooms, tooFewFramesText, type ConstructionOrder } from './construction-order.ts'

const room = (name: string, high_priority = false, block_position = 1) => ({
  name,
  row: Number(name.slice(0, -2)),
  col: Number(name.slice(-2)),
  high_priority,
  block_position,
})
const grid = (rows: number, cols: number) =>
  Array.from({ length: rows * cols }, (_, i) => room(`${Math.floor(i / cols) + 1}0${(i % cols) + 1}`))
const names = (rooms: readonly { name: string }[]) => rooms.map(({ name }) => name).join(' ')

describe('orderRooms', () => {
  test.each<[ConstructionOrder['top_or_bottom'], ConstructionOrder['vertical_or_horizontal'], number, string]>([
    ['top', 'vertical', 1, '301 201 101 302 202 102 303 203 103'],
    ['bottom', 'vertical', 1, '101 201 301 102 202 302 103 203 303'],
    ['top', 'horizontal', 1, '301 302 303 201 202 203 101 102 103'],
    ['bottom', 'horizontal', 1, '101 102 103 201 202 203 301 302 303'],
    ['top', 'vertical', 2, '301 302 201 202 101 102 303 203 103'],
    ['bottom', 'vertical', 2, '101 102 201 202 301 302 103 203 303'],
    ['top', 'horizontal', 2, '301 201 302 202 303 203 101 102 103'],
    ['bottom', 'horizontal', 2, '101 201 102 202 103 203 301 302 303'],
  ])('%s, %s, %i together', (top_or_bottom, vertical_or_horizontal, line_number, expected) => {
    const order = { top_or_bottom, vertical_or_horizontal, line_number }
    expect(names(orderRooms(grid(3, 3), order))).toBe(expected)
    expect(names(orderRooms(grid(3, 3).toReversed(), order))).toBe(expected)
  })

  const order = { top_or_bottom: 'bottom', vertical_or_horizontal: 'horizontal', line_number: 1 } as const

  test('rooms of high priority come first, in the same sequence', () => {
    const rooms = grid(2, 2).map(each => ({ ...each, high_priority: each.name === '202' || each.name === '102' }))
    expect(names(orderRooms(rooms, order))).toBe('102 202 101 201')
  })

  test('a wing is finished before the next', () => {
    const rooms = [room('101', false, 2), room('201', false, 2), room('101', false, 1), room('201', false, 1)]
    expect(orderRooms(rooms, order).map(each => `${each.block_position}-${each.name}`)).toEqual(['1-101', '1-201', '2-101', '2-201'])
  })

  test('an empty column does not use up a line', () => {
    const rooms = ['101', '103', '104', '201', '203', '204'].map(name => room(name))
    expect(names(orderRooms(rooms, { top_or_bottom: 'bottom', vertical_or_horizontal: 'vertical', line_number: 2 }))).toBe(
      '101 103 201 203 104 204',
    )
  })

  test.each(['top', 'bottom'] as const)('from the %s, loses and doubles nobody, whatever the grid', top_or_bottom => {
    for (let size = 1; size <= 7; size++) {
      for (const line_number of [1, 2, 3, 9]) {
        const [vertical, horizontal] = (['vertical', 'horizontal'] as const).map(vertical_or_horizontal =>
          orderRooms(grid(size, size), { top_or_bottom, vertical_or_horizontal, line_number }),
        )
        expect(new Set(vertical?.map(({ name }) => name)).size).toBe(size * size)
        expect(new Set(horizontal?.map(({ name }) => name)).size).toBe(size * size)
      }
    }
  })
})

describe('fillFrames', () => {
  const supply = {
    workingDays: ['2026-12-02', '2026-12-01'],
    timeFrames: [
      { id: 8, start_at: '13:00', frame_number: 1 },
      { id: 7, start_at: '09:00', frame_number: 2 },
    ],
    taken: [],
  }
  const places = (filling: ReturnType<typeof fillFrames<string>>) => filling.assigns?.map(each => `${each.room} ${framePlaceKey(each)}`)

  test('dates ascending, time frames by start, frames from 1', () => {
    expect(places(fillFrames(['a', 'b', 'c', 'd'], supply))).toEqual([
      'a 2026-12-01/7/1',
      'b 2026-12-01/7/2',
      'c 2026-12-01/8/1',
      'd 2026-12-02/7/1',
    ])
  })

  test('goes around the frames of rooms that stay', () => {
    const taken = [
      { date: '2026-12-01', construction_time_frame_id: 7, frame_number: 1 },
      { date: '2026-12-01', construction_time_frame_id: 8, frame_number: 1 },
    ]
    expect(places(fillFrames(['a', 'b'], { ...supply, taken }))).toEqual(['a 2026-12-01/7/2', 'b 2026-12-02/7/1'])
  })

  test('leaves the frames of a crew empty on the days on which it is away (D-25)', () => {
    const crews = [
      { assigned_contractor_id: 1, absent_dates: ['2026-12-01'] },
      { assigned_contractor_id: 2, absent_dates: [] },
    ]
    const crew_frames = [
      { assigned_contractor_id: 1, frame_count: 1 },
      { assigned_contractor_id: 2, frame_count: 1 },
    ]
    const timeFrames = supply.timeFrames.map(frame => ({ ...frame, crew_frames }))
    expect(places(fillFrames(['a', 'b'], { ...supply, timeFrames, crews }))).toEqual(['a 2026-12-01/7/2', 'b 2026-12-02/7/1'])
  })

  test('assigns nobody when frames are short, and says by how many', () => {
    expect(fillFrames(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], supply)).toEqual({ assigns: null, missing: 2 })
    expect(fillFrames(['a'], { ...supply, workingDays: [] })).toEqual({ assigns: null, missing: 1 })
    expect(fillFrames([], { ...supply, workingDays: [] })).toEqual({ assigns: [], missing: 0 })
    expect(tooFewFramesText(2)).toBe('専有部工期内に全ての部屋を割り当てられません。枠数または工期を見直してください。（不足 2 枠）')
  })

  test('never gives one frame twice', () => {
    for (let rooms = 0; rooms <= 6; rooms++) {
      const filling = fillFrames(
        Array.from({ length: rooms }, (_, i) => String(i)),
        supply,
      )
      expect(new Set(filling.assigns?.map(framePlaceKey)).size).toBe(rooms)
    }
  })
})

test.each([
  ['waiting', null, null, null, false],
  ['reschedule', null, null, { pinned: false }, false],
  ['waiting', null, '2026-11-01T00:00:00Z', null, true],
  ['completed', null, null, null, true],
  ['waiting', '2026-11-01T00:00:00Z', null, null, true],
  ['waiting', null, null, { pinned: true }, true],
])('a regeneration keeps a room %s, closed %s, confirmed %s, %o: %s', (status, closed_at, construction_schedule_confirmed_at, wish, kept) =>
  expect(keepsFrame({ status, closed_at, construction_schedule_confirmed_at, wish })).toBe(kept),
)
