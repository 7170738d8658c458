import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { GridGroup, GridLine, GridModel, LiveCell, Position } from './grid-model.ts'
import { type Measures, useGridWindow } from './use-grid-window.ts'
import './schedule-grid.css'

export interface GridHandle {
  /** Brings the active cell into sight and the focus to it. */
  reveal: (active: Position) => void
  /** The cell under a point of the screen, null over heads and outside. */
  at: (x: number, y: number) => Position | null
  scroller: () => HTMLDivElement | null
  /** Outlines the cell under a dragged card; by hand, because a state would draw the grid at every move. */
  outline: (position: Position | null, allowed: 'true' | 'false' | 'ask') => void
}

interface Props<Row extends GridLine, Column extends GridLine> {
  label: string
  model: GridModel<Row, Column, LiveCell>
  measures: Measures
  /** The one cell that the Tab key reaches. */
  active: Position
  onActive: (position: Position) => void
  /** Enter or a click on a cell. */
  onAct: (position: Position, by: 'key' | 'pointer') => void
  /** Space, or a click with Shift or Ctrl: the cell is chosen together with others. */
  onChoose: (position: Position) => void
  onEscape: () => void
  /** Whether a cell is drawn at all; what is not is the plain ground (a cell still, for keyboard and pointer). */
  isDrawn: (cell: LiveCell) => boolean
  cornerHead: ReactNode
  columnHead: (column: Column) => ReactNode
  rowHead: (row: Row) => ReactNode
  /** What marks a whole column: days off, today. */
  columnTone: (column: Column) => string | null
  content: (cell: LiveCell) => ReactNode
  face: (cell: LiveCell) => string
  ref?: Ref<GridHandle>
}

/**
 * The grid itself: windowed in both directions, sparse, with one tab stop and arrow keys (WAI-ARIA grid). It knows rows, columns
 * and cells, not what they mean. Lines and days off are painted once for the whole sheet; only cells with something in them are elements.
 */
export const ScheduleGrid = <Row extends GridLine, Column extends GridLine>({
  label,
  model,
  measures,
  active,
  onActive,
  onAct,
  onChoose,
  onEscape,
  isDrawn,
  cornerHead,
  columnHead,
  rowHead,
  columnTone,
  content,
  face,
  ref,
}: Props<Row, Column>) => {
  const { rows, columns } = model
  const { columnWidth, rowHeight, headHeight, sideWidth } = measures
  const scroller = useRef<HTMLDivElement>(null)
  const over = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<Position | null>(null)
  const size = useMemo(() => ({ rows: rows.length, columns: columns.length }), [rows.length, columns.length])
  const seen = useGridWindow(scroller, measures, size)

  const at = (x: number, y: number): Position | null => {
    const element = scroller.current
    if (element === null) return null
    const box = element.getBoundingClientRect()
    if (x < box.left + sideWidth || y < box.top + headHeight || x >= box.left + element.clientWidth || y >= box.top + element.clientHeight)
      return null
    const position = {
      row: Math.floor((y - box.top + element.scrollTop - headHeight) / rowHeight),
      column: Math.floor((x - box.left + element.scrollLeft - sideWidth) / columnWidth),
    }
    return position.row < rows.length && position.column < columns.length ? position : null
  }

  useImperativeHandle(ref, () => ({
    at,
    scroller: () => scroller.current,
    reveal: setWanted,
    outline: (position, allowed) => {
      const element = over.current
      if (element === null) return
      element.hidden = position === null
      if (position === null) return
      element.dataset.allowed = allowed
      element.style.transform = `translate(${sideWidth + position.column * columnWidth}px, ${position.row * rowHeight}px)`
    },
  }))

  // Scrolling and focusing need the cell in the document, so they follow the drawing that a key or a search asked for.
  useLayoutEffect(() => {
    const element = scroller.current
    if (wanted === null || element === null) return
    scrollTo(element, wanted, measures)
    element.querySelector<HTMLElement>('[data-active=true]')?.focus({ preventScroll: true })
  }, [wanted, measures])

  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = stepped(event, active, size)
    if (next !== null) {
      event.preventDefault()
      onActive(next)
      setWanted(next)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      onAct(active, 'key')
    } else if (event.key === ' ') {
      event.preventDefault()
      onChoose(active)
    } else if (event.key === 'Escape') onEscape()
  }

  const from = seen.rows.from
  const drawnRows = Array.from({ length: Math.max(0, seen.rows.to - from) }, (_, index) => from + index)
  // The row with the tab stop stays, wherever one scrolls: otherwise the focus would fall out of the grid.
  if (active.row < rows.length && !drawnRows.includes(active.row)) drawnRows.push(active.row)
  const drawnColumns = columns.slice(seen.columns.from, seen.columns.to)
  const left = (index: number) => sideWidth + (seen.columns.from + index) * columnWidth

  return (
    <div
      ref={scroller}
      className="sg"
      style={sizesOf(measures)}
      data-testid="schedule-grid"
      role="grid"
      aria-label={label}
      aria-multiselectable
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      onKeyDown={press}
      onClick={event => {
        const position = at(event.clientX, event.clientY)
        // The second click of a double one would undo the first.
        if (position === null || event.detail > 1) return
        onActive(position)
        if (event.shiftKey || event.ctrlKey || event.metaKey) onChoose(position)
        else onAct(position, 'pointer')
      }}
    >
      <div className="sg-sheet" style={{ width: sideWidth + columns.length * columnWidth }}>
        <div className="sg-head" role="rowgroup" style={{ height: headHeight }}>
          <div role="row" aria-rowindex={1}>
            <div className="sg-corner" role="columnheader" aria-colindex={1} style={{ width: sideWidth, height: headHeight }}>
              {cornerHead}
            </div>
            {drawnColumns.map((column, index) => (
              <div
                key={column.key}
                className="sg-date"
                role="columnheader"
                aria-colindex={seen.columns.from + index + 2}
                aria-label={column.label}
                data-tone={columnTone(column)}
                style={{ left: left(index), width: columnWidth }}
              >
                {columnHead(column)}
              </div>
            ))}
          </div>
          <div className="sg-months" aria-hidden="true" style={{ left: sideWidth }}>
            {groupsIn(model.columnGroups, seen.columns).map(group => (
              <div key={group.key} style={{ left: group.first * columnWidth, width: group.count * columnWidth }}>
                <span style={{ left: sideWidth }}>{group.label}</span>
              </div>
            ))}
          </div>
        </div>
        <div
          className="sg-body"
          role="rowgroup"
          style={{
            height: rows.length * rowHeight,
            backgroundSize: `100% ${rowHeight}px, ${columnWidth}px 100%`,
            backgroundPosition: `0 -1px, ${sideWidth - 1}px 0`,
          }}
        >
          <div aria-hidden="true">
            {drawnColumns.map((column, index) => {
              const tone = columnTone(column)
              return tone === null ? null : (
                <div key={column.key} className="sg-stripe" data-tone={tone} style={{ left: left(index), width: columnWidth }} />
              )
            })}
          </div>
          {measures.groupWidth === 0 ? null : <RowGroupHeads groups={groupsIn(model.rowGroups, seen.rows)} measures={measures} />}
          {measures.bandWidth === 0 ? null : <RowBands bands={groupsIn(model.rowBands, seen.rows)} measures={measures} />}
          <div aria-hidden="true">
            {groupsIn(model.rowGroups.slice(1), seen.rows).map(group => (
              <div key={group.key} className="sg-rule" style={{ top: group.first * rowHeight - 1 }} />
            ))}
          </div>
          {drawnRows.map(row => {
            const line = rows[row]
            if (line === undefined) return null
            const inSight = row >= seen.rows.from && row < seen.rows.to
            return (
              <GridRow
                key={line.key}
                row={row}
                line={line}
                head={rowHead(line)}
                from={inSight ? seen.columns.from : 0}
                to={inSight ? seen.columns.to : 0}
                active={active.row === row ? active.column : -1}
                model={model}
                measures={measures}
                isDrawn={isDrawn}
                content={content}
                face={face}
              />
            )
          })}
          <div ref={over} className="sg-over" hidden style={{ width: columnWidth, height: rowHeight }} />
        </div>
      </div>
    </div>
  )
}

/** What every cell is as large as, said once for all of them. */
const sizesOf = ({ columnWidth, rowHeight }: Measures) =>
  ({ '--cell-width': `${columnWidth}px`, '--cell-height': `${rowHeight}px` }) as CSSProperties

/** Only the groups in sight: by room there are as many as days. */
const groupsIn = (groups: readonly GridGroup[], { from, to }: { from: number; to: number }) =>
  groups.filter(group => group.first < to && group.first + group.count > from)

const RowGroupHeads = ({ groups, measures }: { groups: readonly GridGroup[]; measures: Measures }) => (
  <div className="sg-groups" aria-hidden="true">
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
  <div className="sg-groups sg-bands" aria-hidden="true">
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

interface RowProps {
  row: number
  line: GridLine
  head: ReactNode
  from: number
  to: number
  /** The column of the tab stop, -1 without one. */
  active: number
  model: GridModel<GridLine, GridLine, LiveCell>
  measures: Measures
  isDrawn: (cell: LiveCell) => boolean
  content: (cell: LiveCell) => ReactNode
  face: (cell: LiveCell) => string
}

const GridRow = memo(({ row, line, head, from, to, active, model, measures, isDrawn, content, face }: RowProps) => {
  const { columnWidth, rowHeight, sideWidth, groupWidth, bandWidth } = measures
  const columns = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
  if (active >= 0 && !columns.includes(active)) columns.push(active)
  return (
    <div className="sg-row" role="row" aria-rowindex={row + 2} style={{ top: row * rowHeight, height: rowHeight }}>
      <div
        className="sg-row-head"
        role="rowheader"
        aria-colindex={1}
        aria-label={line.label}
        style={{ width: sideWidth, height: rowHeight, paddingLeft: groupWidth + bandWidth }}
      >
        {head}
      </div>
      {columns.map(column => {
        const cell = model.cellAt(row, column)
        if (column !== active && !isDrawn(cell)) return null
        return (
          <Cell
            key={column}
            cell={cell}
            column={column}
            active={column === active}
            name={`${model.columns[column]?.label ?? ''} ${line.label}`}
            left={sideWidth + column * columnWidth}
            content={content}
            face={face}
          />
        )
      })}
    </div>
  )
})

interface CellProps {
  cell: LiveCell
  column: number
  active: boolean
  /** Row and column in words. */
  name: string
  left: number
  content: (cell: LiveCell) => ReactNode
  /** The words that are seen in it, in one piece: who says them to a machine finds the cell (WCAG 2.5.3). */
  face: (cell: LiveCell) => string
}

/** One cell; drawn again only when it, or what is drawn in it, is another. */
const Cell = memo(({ cell, column, active, name, left, content, face }: CellProps) => (
  <div
    className="sg-cell"
    role="gridcell"
    data-testid="schedule-cell"
    data-kind={cell.kind}
    data-spare={cell.spare || undefined}
    data-active={active || undefined}
    data-dimmed={cell.dimmed || undefined}
    aria-colindex={column + 2}
    aria-label={[`${name} ${cell.text}`, face(cell)].filter(part => part !== '').join('、')}
    aria-selected={cell.selected}
    tabIndex={active ? 0 : undefined}
    style={{ left }}
  >
    {content(cell)}
  </div>
))

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
