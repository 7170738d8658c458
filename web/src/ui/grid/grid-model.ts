/**
 * What the grid draws, whatever its rows, columns and cells mean. Rows and columns are counted from 0. The grid asks for a cell when it
 * draws it, so a large sheet costs what is seen of it; a cell that did not change is the same object as before, and is not drawn again.
 */
export interface GridModel<Row extends GridLine, Column extends GridLine, Cell> {
  rows: readonly Row[]
  rowGroups: readonly GridGroup[]
  /** A second, narrower head inside the groups. Empty where there is none. */
  rowBands: readonly GridGroup[]
  columns: readonly Column[]
  columnGroups: readonly GridGroup[]
  cellAt: (row: number, column: number) => Cell
}

export interface GridLine {
  key: string
  /** Spoken name of the row or column. */
  label: string
}

/** Neighbouring lines that belong together, such as the days of a month. */
export interface GridGroup {
  key: string
  label: string
  first: number
  count: number
}

/** What the grid itself says of a cell; everything else is drawn and named by the page. */
export interface GridCell {
  /** Spoken after row and column: what is here, or why nothing is. */
  text: string
  /** Chosen together with others. */
  selected: boolean
}

export interface Position {
  row: number
  column: number
}

/** Whether what is dragged may be let go in a cell: yes, no, or after a reason was given. */
export type Allowed = 'true' | 'false' | 'ask'

/** Where something dragged would land. */
export interface Mark {
  position: Position
  allowed: Allowed
  /** What lands there; empty where that is seen. */
  label: string
}

/** Cells that were drawn, by a key of row and column; lives as long as the grid. */
export type CellStore<Cell> = Map<string, Cell>

/** Far more than are ever in sight; whoever scrolls through 360,000 of them does not keep them all. */
const cellLimit = 5_000

/**
 * A model whose cells keep their identity: `isSame` says whether a cell computed anew is the one of before (from `store`), also after the
 * model itself was made anew; while one only scrolls, no cell is computed twice. `name` keeps two views apart in one store.
 */
export const rememberCells = <Row extends GridLine, Column extends GridLine, Cell>(
  model: GridModel<Row, Column, Cell>,
  { name, store, isSame }: { name: string; store: CellStore<Cell>; isSame: (before: Cell, now: Cell) => boolean },
): GridModel<Row, Column, Cell> => {
  const computed = new Map<number, Cell>()
  const compute = (row: number, column: number): Cell => {
    const cell = model.cellAt(row, column)
    const key = `${name} ${model.rows[row]?.key} ${model.columns[column]?.key}`
    const before = store.get(key)
    if (before !== undefined && isSame(before, cell)) return before
    if (store.size > cellLimit) store.clear()
    store.set(key, cell)
    return cell
  }
  const cellAt = (row: number, column: number): Cell => {
    const index = row * model.columns.length + column
    const before = computed.get(index)
    if (before !== undefined) return before
    const cell = compute(row, column)
    if (computed.size > cellLimit) computed.clear()
    computed.set(index, cell)
    return cell
  }
  return { ...model, cellAt }
}

/** Runs of lines with the same group key, in their order. */
export const groupLines = <Line>(lines: readonly Line[], keyOf: (line: Line) => string, labelOf: (line: Line) => string): GridGroup[] => {
  const groups: GridGroup[] = []
  for (const [index, line] of lines.entries()) {
    const [key, last] = [keyOf(line), groups.at(-1)]
    if (last?.key === key) last.count++
    else groups.push({ key, label: labelOf(line), first: index, count: 1 })
  }
  return groups
}

/** The next cell that matches, down the column and then to the right, from the beginning after the end; null without one. */
export const nextCell = <Cell>(
  { rows, columns, cellAt }: Pick<GridModel<GridLine, GridLine, Cell>, 'rows' | 'columns' | 'cellAt'>,
  from: Position,
  matches: (cell: Cell) => boolean,
): Position | null => {
  const total = rows.length * columns.length
  for (let step = 1; step <= total; step++) {
    const index = (from.column * rows.length + from.row + step) % total
    const position = { row: index % rows.length, column: Math.floor(index / rows.length) }
    if (matches(cellAt(position.row, position.column))) return position
  }
  return null
}

/**
 * The part of an axis that is in sight, and one line more on each side. It moves in steps of several lines, both ends at once: scrolling
 * by a pixel draws nothing new, and what is new is drawn together. With a step of 0 it is what is in sight, and one line more where the sheet
 * goes on: who reads line by line, without a pointer, steps onto it, and the browser scrolls.
 */
export const windowOf = (scrolled: number, visible: number, size: number, count: number, step: number): { from: number; to: number } => {
  if (step === 0) return { from: Math.floor(scrolled / size), to: Math.max(0, Math.min(count, Math.ceil((scrolled + visible) / size) + 1)) }
  const first = Math.floor(scrolled / size / step) * step
  return { from: Math.max(0, first - 1), to: Math.max(0, Math.min(count, first + step + Math.ceil(visible / size) + 1)) }
}
