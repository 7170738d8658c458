import { maximumSpareFrames } from './time-frames.ts'

/** Kinds of a cell of the detail schedule (spec §2, G-SCH-20), in the specification's order. */
export const cellKinds = ['holiday', 'blank', 'droppable', 'link', 'assignable', 'unassignable'] as const
export type CellKind = (typeof cellKinds)[number]

/** What the grid is being used for: looking, moving rooms, or adding and removing spare frames. */
export const scheduleModes = ['view', 'edit', 'frame'] as const
export type ScheduleMode = (typeof scheduleModes)[number]

/** One cell: a date, a time frame and an index. */
export interface Cell {
  mode: ScheduleMode
  /** The date is in `privately_area_holidays`. */
  holiday: boolean
  /** The date is in `preparation_days`. */
  preparation: boolean
  /** The date lies before today. */
  past: boolean
  /** Regular frames of the time frame. */
  regularFrames: number
  /** Spare frames of this date and time frame; their indices follow the regular ones. */
  spareFrames: number
  /** From 1. */
  frame_number: number
  /** A room is assigned here. */
  occupied: boolean
}

/**
 * What a cell is (G-SCH-20); the first rule that applies decides.
 * `link` with a room: followed in view, a card to drag (and no place to drop) in edit.
 * `assignable` in frame mode: free spare frame = remove, first index beyond the frames = add.
 */
export const cellKind = (cell: Cell): CellKind => {
  if (cell.holiday) return 'holiday'
  if (cell.frame_number > cell.regularFrames + cell.spareFrames) return beyondTheFrames(cell)
  if (cell.occupied) return cell.mode === 'frame' ? 'unassignable' : 'link'
  if (cell.mode === 'frame') return cell.frame_number > cell.regularFrames ? 'assignable' : 'unassignable'
  if (cell.past || cell.preparation) return 'unassignable'
  return cell.mode === 'edit' ? 'droppable' : 'assignable'
}

/** Completed and closed rooms stay where they are (G-SCH-21). */
export const isDraggable = (room: { status: string; closed_at: unknown }): boolean => room.status !== 'completed' && room.closed_at === null

const beyondTheFrames = (cell: Cell): CellKind => {
  if (cell.mode !== 'frame') return 'blank'
  const next = cell.frame_number === cell.regularFrames + cell.spareFrames + 1
  return next && !cell.preparation && cell.spareFrames < maximumSpareFrames ? 'assignable' : 'unassignable'
}
