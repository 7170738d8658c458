import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import styles from './Grid.module.css'
import type { GridCell, GridGroup, GridLine, GridModel, Mark, Position } from './grid-model.ts'
import { markupOf } from './markup.ts'
import { type Measures, type Ranges, useGridWindow } from './use-grid-window.ts'
import { useRowCells } from './use-row-cells.ts'

export interface GridHandle {
  /** Brings the active cell into sight and the focus to it. */
  reveal: (active: Position) => void
  /** The cell under a point of the screen, null over heads and outside. */
  at: (x: number, y: number) => Position | null
  scroller: () => HTMLDivElement | null
  /** Outlines the cells in which dragged cards would land; by hand, because a state would draw the grid at every move. */
  outline: (marks: readonly Mark[]) => void
}

interface Props<Row extends GridLine, Column extends GridLine, Cell extends GridCell> extends CellProps<Cell> {
  label: string
  testId: string
  model: GridModel<Row, Column, Cell>
  measures: Measures
  /** The one cell that the Tab key reaches. */
  active: Position
  onActive: (position: Position) => void
  /** Enter or a click on a cell. */
  onAct: (position: Position, by: 'key' | 'pointer') => void
  /** Space, or a click with Shift or Ctrl: the cell is selected together with others. */
  onSelect: (position: Position) => void
  onEscape: () => void
  /** Pictures, like the content of a cell; a button in one of the two below says what it is pressed for to `onColumnHead`, `onRowHead`. */
  cornerHead: ReactNode
  columnHead: (column: Column) => ReactNode
  rowHead: (row: Row) => ReactNode
  onColumnHead: (column: Column) => void
  onRowHead: (row: Row) => void
  /** What marks a whole column, as `data-tone` of its head and its stripe; null without a mark. */
  columnTone: (column: Column) => string | null
  ref?: Ref<GridHandle>
}

/** What is drawn in a cell. As long as these are the same functions, only cells that are other objects are drawn again. */
interface CellProps<Cell> {
  /** Whether a cell is drawn at all; what is not is the plain ground (a cell still, for keyboard and pointer). */
  isDrawn: (cell: Cell) => boolean
  /** A picture: plain components without hooks and handlers, because they are written as markup and not mounted (decision 102). */
  content: (cell: Cell) => ReactNode
  /** The words that are seen in it, in one piece: who says them to a machine finds the cell (WCAG 2.5.3). */
  face: (cell: Cell) => string
  /** Its `data-…` attributes, by which the page styles and finds it. */
  attributesOf: (cell: Cell) => Readonly<Record<`data-${string}`, string | boolean | undefined>>
}

/**
 * A sheet windowed in both directions, sparse, with one tab stop and arrow keys (WAI-ARIA grid). It knows rows, columns and cells, not
 * what they mean. Lines and tones are painted once for the whole sheet; only cells with something in them are elements.
 */
export const Grid = <Row extends GridLine, Column extends GridLine, Cell extends GridCell>(props: Props<Row, Column, Cell>) => {
  const { label, testId, model, measures, active, onActive, onAct, onSelect, ref } = props
  const { rows, columns } = model
  const scroller = useRef<HTMLDivElement>(null)
  const outlined = useRef<HTMLDivElement>(null)
  const [revealed, setRevealed] = useState<Position | null>(null)
  const size = useMemo(() => ({ rows: rows.length, columns: columns.length }), [rows.length, columns.length])
  const seen = useGridWindow(scroller, measures, size)
  useNoSwipeBack()
  const cellAtPoint = (x: number, y: number) => (scroller.current === null ? null : positionAt(scroller.current, { x, y }, measures, size))

  useImperativeHandle(ref, () => ({
    at: cellAtPoint,
    scroller: () => scroller.current,
    reveal: setRevealed,
    outline: marks => outlined.current?.replaceChildren(...marks.map(mark => outlineOf(mark, measures))),
  }))

  // Scrolling and focusing need the cell in the document, so they follow the drawing that a key or a search asked for.
  useLayoutEffect(() => {
    const element = scroller.current
    if (revealed === null || element === null) return
    scrollTo(element, revealed, measures)
    // The page may have been scrolled, and the grid's own heads with it, under what is stuck to the window.
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const cell = element.querySelector<HTMLElement>('[data-active=true]')
    if (cell !== null) scrollPageTo(cell, element, measures)
    cell?.focus({ preventScroll: true })
  }, [revealed, measures])

  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = stepped(event, active, size)
    if (next !== null) {
      event.preventDefault()
      onActive(next)
      setRevealed(next)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      onAct(active, 'key')
    } else if (event.key === ' ') {
      event.preventDefault()
      onSelect(active)
    } else if (event.key === 'Escape') props.onEscape()
  }
  const click = (event: MouseEvent<HTMLDivElement>) => {
    const head = headOf(event.target)
    const [line, column] = [rows[head?.row ?? -1], columns[head?.column ?? -1]]
    if (line !== undefined) return props.onRowHead(line)
    if (column !== undefined) return props.onColumnHead(column)
    const position = cellAtPoint(event.clientX, event.clientY)
    // The second click of a double one would undo the first.
    if (position === null || event.detail > 1) return
    onActive(position)
    if (event.shiftKey || event.ctrlKey || event.metaKey) onSelect(position)
    else onAct(position, 'pointer')
  }

  return (
    <div
      ref={scroller}
      className={styles.grid}
      style={sizesOf(measures)}
      data-testid={testId}
      role="grid"
      aria-label={label}
      aria-multiselectable
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      onKeyDown={press}
      onClick={click}
    >
      <div className={styles.sheet} style={{ width: measures.sideWidth + columns.length * measures.columnWidth }}>
        {seen === null ? (
          <div style={{ height: measures.headHeight + rows.length * measures.rowHeight }} />
        ) : (
          <>
            <ColumnHeads {...props} seen={seen} />
            <Body {...props} seen={seen} outlined={outlined} />
          </>
        )}
      </div>
    </div>
  )
}

/**
 * Two fingers that go on to the left where the pointer has slipped off the sheet are not the browser's Back. The sheet itself says so in its
 * style sheet; beside it nothing scrolls sideways.
 */
const useNoSwipeBack = (): void =>
  useEffect(() => {
    const { style } = document.documentElement
    style.overscrollBehaviorX = 'none'
    return () => {
      style.overscrollBehaviorX = ''
    }
  }, [])

type PartProps<Row extends GridLine, Column extends GridLine, Cell extends GridCell> = Props<Row, Column, Cell> & { seen: Ranges }

const ColumnHeads = <Row extends GridLine, Column extends GridLine, Cell extends GridCell>(props: PartProps<Row, Column, Cell>) => {
  const { model, measures, seen } = props
  const { sideWidth, columnWidth, headHeight } = measures
  const { row, markup } = useRowCells(headCellsOf(props), headCellMarkup)
  return (
    <div className={styles.head} role="rowgroup" style={{ height: headHeight }} data-grid-part="head">
      <div ref={row} role="row" aria-rowindex={1} dangerouslySetInnerHTML={markup} />
      <div className={styles.columnGroups} aria-hidden="true" style={{ left: sideWidth }}>
        {groupsIn(model.columnGroups, seen.columns).map(group => (
          <div key={group.key} style={{ left: group.first * columnWidth, width: group.count * columnWidth }}>
            <span style={{ left: sideWidth }}>{group.label}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

/** The corner and the heads of the columns in sight, as the cells of their row (decision 102). */
const headCellsOf = <Row extends GridLine, Column extends GridLine, Cell extends GridCell>({
  model,
  measures: { sideWidth, columnWidth, headHeight },
  seen: {
    columns: { from, to },
  },
  cornerHead,
  columnHead,
  columnTone,
}: PartProps<Row, Column, Cell>): HeadCell[] => [
  {
    column: headColumn,
    markup: markupOf(
      <div
        className={styles.corner}
        role="columnheader"
        aria-colindex={1}
        data-grid-part="corner"
        style={{ width: sideWidth, height: headHeight }}
      >
        {cornerHead}
      </div>,
    ),
  },
  ...model.columns.slice(from, to).map((column, index) => ({
    column: from + index,
    markup: markupOf(
      <div
        className={styles.columnHead}
        role="columnheader"
        aria-colindex={from + index + 2}
        aria-label={column.label}
        data-grid-part="column-head"
        data-tone={columnTone(column)}
        style={{ left: sideWidth + (from + index) * columnWidth, width: columnWidth }}
      >
        {columnHead(column)}
      </div>,
    ),
  })),
]

/** A head as it is written; that of the row stands before the first column. */
interface HeadCell {
  column: number
  markup: string
}
const headColumn = -1
const headCellMarkup = ({ markup }: HeadCell): string => markup

const Body = <Row extends GridLine, Column extends GridLine, Cell extends GridCell>({
  seen,
  outlined,
  ...props
}: PartProps<Row, Column, Cell> & { outlined: RefObject<HTMLDivElement | null> }) => {
  const { model, measures, active, rowHead } = props
  const { rows } = model
  const { columnWidth, rowHeight, sideWidth } = measures
  const drawn = Array.from({ length: Math.max(0, seen.rows.to - seen.rows.from) }, (_, index) => seen.rows.from + index)
  // The row with the tab stop stays, wherever one scrolls: otherwise the focus would fall out of the grid.
  if (active.row < rows.length && !drawn.includes(active.row)) drawn.push(active.row)
  return (
    <div
      className={styles.body}
      role="rowgroup"
      style={{
        height: rows.length * rowHeight,
        backgroundSize: `100% ${rowHeight}px, ${columnWidth}px 100%`,
        backgroundPosition: `0 -1px, ${sideWidth - 1}px 0`,
      }}
    >
      <Stripes {...props} seen={seen} />
      {measures.groupWidth === 0 ? null : <RowGroupHeads groups={groupsIn(model.rowGroups, seen.rows)} measures={measures} />}
      {measures.bandWidth === 0 ? null : <RowBands bands={groupsIn(model.rowBands, seen.rows)} measures={measures} />}
      <div aria-hidden="true">
        {groupsIn(model.rowGroups.slice(1), seen.rows).map(group => (
          <div key={group.key} className={styles.rule} style={{ top: group.first * rowHeight - 1 }} />
        ))}
      </div>
      {drawn.map(row => {
        const line = rows[row]
        if (line === undefined) return null
        const inSight = row >= seen.rows.from && row < seen.rows.to
        return (
          <GridRow
            key={line.key}
            row={row}
            line={line}
            rowHead={rowHead}
            from={inSight ? seen.columns.from : 0}
            to={inSight ? seen.columns.to : 0}
            active={active.row === row ? active.column : -1}
            model={model}
            measures={measures}
            isDrawn={props.isDrawn}
            content={props.content}
            face={props.face}
            attributesOf={props.attributesOf}
          />
        )
      })}
      <div ref={outlined} aria-hidden="true" />
    </div>
  )
}

const Stripes = <Row extends GridLine, Column extends GridLine, Cell extends GridCell>({
  model,
  measures: { sideWidth, columnWidth },
  seen,
  columnTone,
}: PartProps<Row, Column, Cell>) => (
  <div aria-hidden="true">
    {model.columns.slice(seen.columns.from, seen.columns.to).map((column, index) => {
      const tone = columnTone(column)
      const left = sideWidth + (seen.columns.from + index) * columnWidth
      return tone === null ? null : (
        <div key={column.key} className={styles.stripe} data-grid-part="stripe" data-tone={tone} style={{ left, width: columnWidth }} />
      )
    })}
  </div>
)

/** What every cell is as large as, said once for all of them. */
const sizesOf = ({ columnWidth, rowHeight }: Measures) =>
  ({ '--cell-width': `${columnWidth}px`, '--cell-height': `${rowHeight}px` }) as CSSProperties

/** Only the groups in sight: by room there are as many as days. */
const groupsIn = (groups: readonly GridGroup[], { from, to }: { from: number; to: number }) =>
  groups.filter(group => group.first < to && group.first + group.count > from)

const RowGroupHeads = ({ groups, measures }: { groups: readonly GridGroup[]; measures: Measures }) => (
  <div className={styles.groups} aria-hidden="true">
    {groups.map(group => (
      <div
        key={group.key}
        style={{ top: group.first * measures.rowHeight, height: group.count * measures.rowHeight, width: measures.groupWidth }}
      >
        <span style={{ top: measures.headHeight + 6 }}>{group.label}</span>
      </div>
    ))}
  </div>
)

const RowBands = ({ bands, measures }: { bands: readonly GridGroup[]; measures: Measures }) => (
  <div className={`${styles.groups} ${styles.bands}`} aria-hidden="true">
    {bands.map(band => (
      <div
        key={band.key}
        style={{
          top: band.first * measures.rowHeight,
          left: measures.groupWidth,
          height: band.count * measures.rowHeight,
          width: measures.bandWidth,
        }}
      >
        <span style={{ top: measures.headHeight + 4 }}>{band.label}</span>
      </div>
    ))}
  </div>
)

interface RowProps<Row extends GridLine, Cell extends GridCell> extends CellProps<Cell> {
  row: number
  line: Row
  rowHead: (row: Row) => ReactNode
  from: number
  to: number
  /** The column of the tab stop, -1 without one. */
  active: number
  model: GridModel<GridLine, GridLine, Cell>
  measures: Measures
}

/** A row is one element to React: its head and its cells only show, so they are written as markup (decision 102). */
const PlainRow = <Row extends GridLine, Cell extends GridCell>(props: RowProps<Row, Cell>) => {
  const { row, measures } = props
  const { row: element, markup } = useRowCells(cellsOf(props), cellMarkup)
  return (
    <div
      ref={element}
      className={styles.row}
      role="row"
      aria-rowindex={row + 2}
      style={{ top: row * measures.rowHeight, height: measures.rowHeight }}
      dangerouslySetInnerHTML={markup}
    />
  )
}
// `memo` forgets type parameters.
const GridRow = memo(PlainRow) as typeof PlainRow

/** What a row shows in a column; its head stands before the first. */
type Shown<Cell extends GridCell> = HeadCell | CellBoxProps<Cell>

/** The head of a row, its cells in sight that are drawn, and that of the tab stop wherever one scrolls. */
const cellsOf = <Row extends GridLine, Cell extends GridCell>(props: RowProps<Row, Cell>): Shown<Cell>[] => {
  const { row, line, rowHead, from, to, active, model, measures, isDrawn, content, face, attributesOf } = props
  const { columnWidth, sideWidth } = measures
  const headMarkup = markupOf(
    <RowHead label={line.label} measures={measures}>
      {rowHead(line)}
    </RowHead>,
  )
  const cells: Shown<Cell>[] = [{ column: headColumn, markup: headMarkup }]
  const add = (column: number) => {
    const cell = model.cellAt(row, column)
    if (column !== active && !isDrawn(cell)) return
    const name = `${model.columns[column]?.label ?? ''} ${line.label}`
    cells.push({ cell, column, active: column === active, name, left: sideWidth + column * columnWidth, content, face, attributesOf })
  }
  if (active >= 0 && active < from) add(active)
  for (let column = from; column < to; column += 1) add(column)
  if (active >= from && active >= to) add(active)
  return cells
}

const cellMarkup = <Cell extends GridCell>(shown: Shown<Cell>): string =>
  'markup' in shown ? shown.markup : markupOf(<CellBox {...shown} />)

const RowHead = ({ label, measures, children }: { label: string; measures: Measures; children: ReactNode }) => (
  <div
    className={styles.rowHead}
    role="rowheader"
    aria-colindex={1}
    aria-label={label}
    data-grid-part="row-head"
    style={{ width: measures.sideWidth, height: measures.rowHeight, paddingLeft: measures.groupWidth + measures.bandWidth }}
  >
    {children}
  </div>
)

interface CellBoxProps<Cell extends GridCell> extends Omit<CellProps<Cell>, 'isDrawn'> {
  cell: Cell
  column: number
  active: boolean
  /** Row and column in words. */
  name: string
  left: number
}

/** One cell, a picture. */
const CellBox = <Cell extends GridCell>({ cell, column, active, name, left, content, face, attributesOf }: CellBoxProps<Cell>) => (
  <div
    className={styles.cell}
    role="gridcell"
    {...attributesOf(cell)}
    data-active={active || undefined}
    aria-colindex={column + 2}
    aria-label={[`${name} ${cell.text}`, face(cell)].filter(part => part !== '').join('、')}
    aria-selected={cell.selected}
    tabIndex={active ? 0 : undefined}
    style={{ left }}
  >
    {content(cell)}
  </div>
)

/** The head whose button was pressed, by its place among the rows or columns; null without one. */
const headOf = (pressed: EventTarget): { row?: number; column?: number } | null => {
  const head = pressed instanceof Element ? pressed.closest('button')?.closest('[data-grid-part]') : null
  if (head === null || head === undefined) return null
  const numberOf = (element: Element | null, name: string) => Number(element?.getAttribute(name)) - 2
  return head.getAttribute('data-grid-part') === 'row-head'
    ? { row: numberOf(head.closest('[role=row]'), 'aria-rowindex') }
    : { column: numberOf(head, 'aria-colindex') }
}

/** The cell under a point of the screen; null over the heads and outside of the sheet. */
const positionAt = (
  element: HTMLElement,
  { x, y }: { x: number; y: number },
  { sideWidth, headHeight, rowHeight, columnWidth }: Measures,
  size: { rows: number; columns: number },
): Position | null => {
  const box = element.getBoundingClientRect()
  if (x < box.left + sideWidth || y < box.top + headHeight || x >= box.left + element.clientWidth || y >= box.top + element.clientHeight)
    return null
  const position = {
    row: Math.floor((y - box.top + element.scrollTop - headHeight) / rowHeight),
    column: Math.floor((x - box.left + element.scrollLeft - sideWidth) / columnWidth),
  }
  return position.row < size.rows && position.column < size.columns ? position : null
}

const outlineOf = ({ position, allowed, label }: Mark, { sideWidth, columnWidth, rowHeight }: Measures): HTMLElement => {
  const element = document.createElement('div')
  element.className = styles.outline ?? ''
  element.dataset.testid = 'landing'
  element.dataset.allowed = allowed
  element.textContent = label
  element.style.transform = `translate(${sideWidth + position.column * columnWidth}px, ${position.row * rowHeight}px)`
  return element
}

/** Scrolls as little as possible; heads that stay cover a part of the box. */
const scrollTo = (element: HTMLElement, { row, column }: Position, measures: Measures): void => {
  const { columnWidth, rowHeight, headHeight, sideWidth } = measures
  const [x, y] = [column * columnWidth, row * rowHeight]
  const [width, height] = [element.clientWidth - sideWidth, element.clientHeight - headHeight]
  if (x < element.scrollLeft) element.scrollLeft = x
  else if (x + columnWidth > element.scrollLeft + width) element.scrollLeft = x + columnWidth - width
  if (y < element.scrollTop) element.scrollTop = y
  else if (y + rowHeight > element.scrollTop + height) element.scrollTop = y + rowHeight - height
}

/** In a window that is lower than the grid the page goes on, too: past what is stuck above the grid, its heads, and what is stuck below. */
const scrollPageTo = (cell: HTMLElement, grid: HTMLElement, { headHeight }: Measures): void => {
  const { top, bottom, height } = cell.getBoundingClientRect()
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(grid)
  const highest = (Number.parseFloat(scrollMarginTop) || 0) + headHeight
  const lowest = window.innerHeight - (Number.parseFloat(scrollMarginBottom) || 0)
  if (height === 0) return
  if (bottom > lowest) window.scrollBy(0, bottom - lowest)
  else if (top < highest) window.scrollBy(0, top - highest)
}

const page = 7
const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [0, -page],
  PageDown: [0, page],
}

/** Where a key leads, null for keys that lead nowhere. Home and End stay in the row, with Ctrl they go to the corners. */
const stepped = (
  { key, ctrlKey, altKey, metaKey }: KeyboardEvent,
  from: Position,
  size: { rows: number; columns: number },
): Position | null => {
  if (altKey || metaKey) return null
  if (key === 'Home') return { row: ctrlKey ? 0 : from.row, column: 0 }
  if (key === 'End') return { row: ctrlKey ? size.rows - 1 : from.row, column: size.columns - 1 }
  const step = steps[key]
  if (step === undefined) return null
  const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, value))
  return { row: within(from.row + step[0], size.rows), column: within(from.column + step[1], size.columns) }
}
