import { type FramePlace, isSamePlace } from '@toguchi/domain/schedule/place'
import type { CellKind } from '@toguchi/domain/schedule/cell-kind'
import type { RoomCard } from '@toguchi/domain/schedule/contract'
import { type CellStore, type GridCell, type GridLine, type GridModel, type Position, rememberCells } from '../../ui/grid/grid-model.ts'

/** A sheet of the schedule: dates × frames, dates × rooms, or floors × stacks. */
export interface ScheduleModel<Row extends GridLine, Column extends GridLine, Cell = ScheduleCell> extends GridModel<Row, Column, Cell> {
  /** Where a room stands; null in the tray. */
  positionOf: (roomId: number) => Position | null
  /** The cell in which a room stands once it is at a place, whoever is there now; null in a view whose cells are no places. */
  positionAt: (roomId: number, place: FramePlace) => Position | null
}

export interface ScheduleCell {
  kind: CellKind
  /** Where a room goes that is put here; null where a cell is no place (a dwelling in the building). */
  place: FramePlace | null
  room: RoomCard | null
  /** A spare frame that exists. */
  spare: boolean
  /** Spoken after row and column: what is here, or why nothing is. */
  text: string
}

/** A cell and what is going on with it just now. */
export interface LiveCell extends ScheduleCell, GridCell {
  /** Not where the saved schedule has it. */
  changed: boolean
  /** Picked up, to be put somewhere else. */
  grabbed: boolean
  /** Outside of what is being filtered for. */
  dimmed: boolean
  /** Where the room of a dwelling stands, when the cell is not that place itself. */
  at: FramePlace | null
}

/** The model with what is going on in each cell; a cell that did not change keeps its identity, also after a move elsewhere. */
export const liveModel = <Row extends GridLine, Column extends GridLine>(
  model: ScheduleModel<Row, Column>,
  name: string,
  store: CellStore<LiveCell>,
  stateOf: (cell: ScheduleCell) => Omit<LiveCell, keyof ScheduleCell>,
): ScheduleModel<Row, Column, LiveCell> => {
  const cellAt = (row: number, column: number): LiveCell => {
    const cell = model.cellAt(row, column)
    return { ...cell, ...stateOf(cell) }
  }
  return { ...model, ...rememberCells({ ...model, cellAt }, { name, store, isSame }) }
}
const isSame = (a: LiveCell, b: LiveCell) =>
  a.kind === b.kind &&
  a.room === b.room &&
  a.spare === b.spare &&
  a.text === b.text &&
  a.changed === b.changed &&
  a.grabbed === b.grabbed &&
  a.selected === b.selected &&
  a.dimmed === b.dimmed &&
  isSamePlace(a.place, b.place) &&
  isSamePlace(a.at, b.at)
