import { describe, expect, test } from 'vitest'
import { cellKind, cellKinds, isDraggable, scheduleModes, type Cell, type CellKind, type ScheduleMode } from './cell-kind.ts'

test('the six kinds of the specification', () => {
  expect(cellKinds).toEqual(['holiday', 'blank', 'droppable', 'link', 'assignable', 'unassignable'])
})

/** Two regular frames and one spare: 1 and 2 are regular, 3 is spare, 4 is the next one, 5 lies beyond. */
const places = { regular: 1, spare: 3, next: 4, beyond: 5 } as const
const dates = {
  working: {},
  preparation: { preparation: true },
  past: { past: true },
  'past preparation': { past: true, preparation: true },
  holiday: { holiday: true },
} as const
const cell = (mode: ScheduleMode, place: keyof typeof places, date: keyof typeof dates, occupied: boolean): Cell => ({
  mode,
  holiday: false,
  preparation: false,
  past: false,
  regularFrames: 2,
  spareFrames: 1,
  frame_number: places[place],
  occupied,
  ...dates[date],
})

type Row = [ScheduleMode, keyof typeof places, boolean, CellKind, CellKind, CellKind, CellKind]
const table: Row[] = [
  // mode, place, occupied: working, preparation, past, past preparation
  ['view', 'regular', false, 'assignable', 'unassignable', 'unassignable', 'unassignable'],
  ['view', 'regular', true, 'link', 'link', 'link', 'link'],
  ['view', 'spare', false, 'assignable', 'unassignable', 'unassignable', 'unassignable'],
  ['view', 'spare', true, 'link', 'link', 'link', 'link'],
  ['view', 'next', false, 'blank', 'blank', 'blank', 'blank'],
  ['view', 'beyond', false, 'blank', 'blank', 'blank', 'blank'],
  ['edit', 'regular', false, 'droppable', 'unassignable', 'unassignable', 'unassignable'],
  ['edit', 'regular', true, 'link', 'link', 'link', 'link'],
  ['edit', 'spare', false, 'droppable', 'unassignable', 'unassignable', 'unassignable'],
  ['edit', 'spare', true, 'link', 'link', 'link', 'link'],
  ['edit', 'next', false, 'blank', 'blank', 'blank', 'blank'],
  ['edit', 'beyond', false, 'blank', 'blank', 'blank', 'blank'],
  ['frame', 'regular', false, 'unassignable', 'unassignable', 'unassignable', 'unassignable'],
  ['frame', 'regular', true, 'unassignable', 'unassignable', 'unassignable', 'unassignable'],
  ['frame', 'spare', false, 'assignable', 'assignable', 'assignable', 'assignable'],
  ['frame', 'spare', true, 'unassignable', 'unassignable', 'unassignable', 'unassignable'],
  ['frame', 'next', false, 'assignable', 'unassignable', 'assignable', 'unassignable'],
  ['frame', 'beyond', false, 'unassignable', 'unassignable', 'unassignable', 'unassignable'],
]

describe('cellKind', () => {
  test.each(table)('%s, %s frame, occupied %s', (mode, place, occupied, ...kinds) => {
    const days = ['working', 'preparation', 'past', 'past preparation'] as const
    expect(days.map(date => cellKind(cell(mode, place, date, occupied)))).toEqual(kinds)
  })

  test('a holiday is a holiday, whatever lies on it', () => {
    for (const mode of scheduleModes) {
      for (const place of ['regular', 'spare', 'next', 'beyond'] as const) {
        expect([false, true].map(occupied => cellKind(cell(mode, place, 'holiday', occupied)))).toEqual(['holiday', 'holiday'])
      }
    }
  })

  test('a date takes twenty spare frames and no more (G-SCH-22)', () => {
    const full = { ...cell('frame', 'regular', 'working', false), spareFrames: 20, frame_number: 23 }
    expect(cellKind(full)).toBe('unassignable')
    expect(cellKind({ ...full, spareFrames: 19, frame_number: 22 })).toBe('assignable')
  })
})

test.each([
  ['waiting', null, true],
  ['reschedule', null, true],
  ['completed', null, false],
  ['waiting', '2026-11-01T00:00:00Z', false],
])('a room %s, closed %s is draggable: %s', (status, closed_at, draggable) => expect(isDraggable({ status, closed_at })).toBe(draggable))
