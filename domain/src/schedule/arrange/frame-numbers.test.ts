import { describe, expect, test } from 'vitest'
import type { ArrangeRoom } from './arrange-input.ts'
import { numberFrames } from './frame-numbers.ts'

const date = '2026-12-01'
const slotOf = (frame_numbers: number[]) => ({ date, day: 0, construction_time_frame_id: 1, frame_numbers, capacity: frame_numbers.length })
const room = (id: number, frame: number | null = null): ArrangeRoom => ({
  id,
  block_position: 1,
  row: 1,
  col: id,
  high_priority: false,
  previous: frame === null ? null : { date, construction_time_frame_id: 1, frame_number: frame },
  fixed: false,
  unavailable_dates: [],
  preferred_dates: [],
})
const crews = (...counts: number[]) => counts.map((frame_count, at) => ({ assigned_contractor_id: at + 1, frame_count }))

describe('numberFrames', () => {
  test.each<[string, number[], ArrangeRoom[], ReturnType<typeof crews>, boolean, [number, number][]]>([
    [
      'in the order of walking',
      [1, 2, 3],
      [room(7), room(4)],
      [],
      true,
      [
        [7, 1],
        [4, 2],
      ],
    ],
    [
      'around frames that are not free',
      [2, 4],
      [room(1), room(2)],
      [],
      true,
      [
        [1, 2],
        [2, 4],
      ],
    ],
    [
      'whoever was there keeps the number',
      [1, 2, 3],
      [room(1), room(2, 1), room(3)],
      [],
      true,
      [
        [2, 1],
        [1, 2],
        [3, 3],
      ],
    ],
    [
      'unless the way counts more',
      [1, 2, 3],
      [room(1), room(2, 1), room(3)],
      [],
      false,
      [
        [1, 1],
        [2, 2],
        [3, 3],
      ],
    ],
    ['a spare frame is not kept', [1, 2], [room(1, 3)], [], true, [[1, 1]]],
    [
      'crews share, neighbours to the same',
      [1, 2, 3, 4, 5],
      [room(1), room(2), room(3)],
      crews(3, 2),
      true,
      [
        [1, 1],
        [2, 2],
        [3, 4],
      ],
    ],
    [
      'a crew of one is not left out',
      [1, 2, 3],
      [room(1), room(2)],
      crews(2, 1),
      true,
      [
        [1, 1],
        [2, 3],
      ],
    ],
    [
      'one crew is away',
      [4, 5],
      [room(1), room(2)],
      crews(3, 2),
      true,
      [
        [1, 4],
        [2, 5],
      ],
    ],
  ])('%s', (_name, numbers, rooms, crewFrames, keep, expected) => {
    expect([...numberFrames(slotOf(numbers), rooms, crewFrames, keep)]).toEqual(expected)
  })
})
