import type { CellKind } from '@toguchi/domain/schedule/cell-kind'
import type { FramePlace } from '@toguchi/domain/schedule/construction-order'
import type { RoomCard } from '@toguchi/domain/schedule/contract'

/**
 * What the grid draws, whatever its rows and columns mean: dates × frames here, rooms × dates in another view.
 * Rows and columns are counted from 0.
 */
export interface GridModel<Row extends GridLine, Column extends GridLine, Cell extends GridCell = GridCell> {
  rows: readonly Row[]
  rowGroups: readonly GridGroup[]
  /** A second, narrower head inside the groups: the crews of a time frame. Empty where there is none. */
  rowBands: readonly GridGroup[]
  columns: readonly Column[]
  columnGroups: readonly GridGroup[]
  /** The cell of a row and a column; computed when it is asked for, so a large grid costs what is seen of it. */
  cellAt: (row: number, column: number) => Cell
  /** Where a room stands; null in the tray. */
  positionOf: (roomId: number) => Position | null
}

export interface GridLine {
  key: string
  /** Spoken name of the row or column. */
  label: string
}

/** Neighbouring lines that belong together: the frames of a time frame, the days of a month. */
export interface GridGroup {
  key: string
  label: string
  first: number
  count: number
}

export interface GridCell {
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
export interface LiveCell extends GridCell {
  /** Not where the saved schedule has it. */
  changed: boolean
  /** Picked up, to be put somewhere else. */
  held: boolean
  /** Chosen together with others. */
  selected: boolean
  /** Outside of what is being filtered for. */
  dimmed: boolean
  /** Where the room of a dwelling stands, when the cell is not that place itself. */
  at: FramePlace | null
}

/** Cells that were drawn, by view, row and column; lives as long as the grid. */
export type CellStore = Map<string, LiveCell>

/** Far more than are ever in sight; whoever scrolls through 360,000 of them does not keep them all. */
const mostCells = 5_000

/**
 * The model with what is going on in each cell. A cell that did not change is the same object as before, also after a move elsewhere,
 * so that drawing it again costs nothing; while one only scrolls, no cell is computed twice.
 */
export const liveModel = <Row extends GridLine, Column extends GridLine>(
  model: GridModel<Row, Column>,
  view: string,
  store: CellStore,
  state: (cell: GridCell) => Omit<LiveCell, keyof GridCell>,
): GridModel<Row, Column, LiveCell> => {
  const known = new Map<number, LiveCell>()
  const compute = (row: number, column: number): LiveCell => {
    const plain = model.cellAt(row, column)
    const cell = { ...plain, ...state(plain) }
    const key = `${view} ${model.rows[row]?.key} ${model.columns[column]?.key}`
    const before = store.get(key)
    if (before !== undefined && isSame(before, cell)) return before
    if (store.size > mostCells) store.clear()
    store.set(key, cell)
    return cell
  }
  const cellAt = (row: number, column: number): LiveCell => {
    const at = row * model.columns.length + column
    const before = known.get(at)
    if (before !== undefined) return before
    const cell = compute(row, column)
    if (known.size > mostCells) known.clear()
    known.set(at, cell)
    return cell
  }
  return { ...model, cellAt }
}
const isSame = (a: LiveCell, b: LiveCell) =>
  a.kind === b.kind &&
  a.room === b.room &&
  a.spare === b.spare &&
  a.text === b.text &&
  a.changed === b.changed &&
  a.held === b.held &&
  a.selected === b.selected &&
  a.dimmed === b.dimmed &&
  isSamePlace(a.place, b.place) &&
  isSamePlace(a.at, b.at)
const isSamePlace = (a: FramePlace | null, b: FramePlace | null) =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.date === b.date &&
    a.construction_time_frame_id === b.construction_time_frame_id &&
    a.frame_number === b.frame_number)

export interface Position {
  row: number
  column: number
}

/** Runs of lines with the same group key, in their order. */
export const groupLines = <Line>(lines: readonly Line[], keyOf: (line: Line) => string, labelOf: (line: Line) => string): GridGroup[] => {
  const groups: GridGroup[] = []
  for (const [at, line] of lines.entries()) {
    const last = groups.at(-1)
    if (last?.key === keyOf(line)) last.count++
    else groups.push({ key: keyOf(line), label: labelOf(line), first: at, count: 1 })
  }
  return groups
}

/** The next cell of a kind, down the column and then to the right, from the beginning after the end; null without one. */
export const nextCell = (
  { rows, columns, cellAt }: Pick<GridModel<GridLine, GridLine>, 'rows' | 'columns' | 'cellAt'>,
  from: Position,
  isWanted: (cell: GridCell) => boolean,
): Position | null => {
  const total = rows.length * columns.length
  for (let step = 1; step <= total; step++) {
    const at = (from.column * rows.length + from.row + step) % total
    const position = { row: at % rows.length, column: Math.floor(at / rows.length) }
    if (isWanted(cellAt(position.row, position.column))) return position
  }
  return null
}

/**
 * The part of an axis that is in sight, and one line more on each side. It moves in steps of several lines, both ends at once: scrolling
 * by a pixel draws nothing new, and what is new is drawn together.
 */
export const windowOf = (scrolled: number, visible: number, size: number, count: number, step: number): { from: number; to: number } => {
  const first = Math.floor(scrolled / size / step) * step
  return { from: Math.max(0, first - 1), to: Math.max(0, Math.min(count, first + step + Math.ceil(visible / size) + 1)) }
}
