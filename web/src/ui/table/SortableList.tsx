import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { dropPlace } from './drop-place.ts'
import styles from './SortableList.module.css'

interface Props<Row> {
  /** The list's name for screen readers. */
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** What a row is called aloud. */
  name: (row: Row, at: number) => string
  /** The row at `from` shall stand at `to`, both counted from 0; the list comes back in its new order at once. */
  onMove: (from: number, to: number) => void
  children: (row: Row, at: number) => ReactNode
  /** Shows the rows and moves none. */
  readOnly?: boolean
}

interface Drag {
  from: number
  to: number
}

/** Moving rows by keyboard and pointer; what happened is in `announcement`. */
const useSorting = <Row,>(
  list: RefObject<HTMLOListElement | null>,
  { rows, rowKey, name, onMove, readOnly = false }: Omit<Props<Row>, 'label' | 'children'>,
) => {
  const focused = useRef<HTMLElement | null>(null)
  const [grabbed, setGrabbed] = useState<{ key: string | number; origin: number } | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const [announcement, announce] = useState('')

  // A row that is carried past another is taken out of the document for a moment, and its focus with it.
  useLayoutEffect(() => {
    const element = focused.current
    focused.current = null
    if (element !== null && element !== document.activeElement && element.isConnected) element.focus()
  })

  const move = (from: number, to: number) => {
    const row = rows[from]
    if (row === undefined || to === from || to < 0 || to >= rows.length) return
    focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    onMove(from, to)
    announce(`${name(row, from)}を${rows.length}件中${to + 1}番目に移動しました。`)
  }
  const placeAt = (y: number, from: number) => {
    const elements = [...(list.current?.children ?? [])].filter(element => element instanceof HTMLElement)
    const middles = elements.map(element => {
      const { top, height } = element.getBoundingClientRect()
      return top + height / 2
    })
    return dropPlace(middles, from, y)
  }
  const toggleGrab = (row: Row, index: number) => {
    const isGrabbed = grabbed?.key === rowKey(row)
    setGrabbed(isGrabbed ? null : { key: rowKey(row), origin: index })
    announce(
      isGrabbed
        ? `${name(row, index)}を${index + 1}番目に置きました。`
        : `${name(row, index)}を取り上げました。上下の矢印キーで動かし、スペースキーで置きます。`,
    )
  }
  /** Keys on the handle of a row. */
  const pressHandle = (event: KeyboardEvent, row: Row, index: number) => {
    if (event.key === 'Escape' && drag !== null) {
      event.preventDefault()
      return setDrag(null)
    }
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      return toggleGrab(row, index)
    }
    if (grabbed?.key !== rowKey(row)) return
    const target = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: rows.length - 1, Escape: grabbed.origin }[event.key]
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') setGrabbed(null)
    move(index, target)
  }
  /** Alt and an arrow, from anywhere in a row. */
  const pressRow = (event: KeyboardEvent, index: number) => {
    if (readOnly || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || event.defaultPrevented) return
    event.preventDefault()
    move(index, index + (event.key === 'ArrowUp' ? -1 : 1))
  }
  return {
    announcement,
    pressHandle,
    pressRow,
    isGrabbed: (row: Row) => grabbed?.key === rowKey(row),
    isDragged: (index: number) => drag?.from === index,
    /** Which edge of a row shows where the dragged one would go. */
    edgeOf: (index: number) =>
      drag === null || drag.to === drag.from || drag.to !== index ? undefined : drag.to < drag.from ? 'above' : 'below',
    leaveHandle: () => focused.current === null && setGrabbed(null),
    startDrag: (event: PointerEvent<HTMLElement>, index: number) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ from: index, to: index })
    },
    dragTo: (event: PointerEvent) => {
      if (drag === null) return
      scrollAtEdge(event.clientY)
      const to = placeAt(event.clientY, drag.from)
      if (to !== drag.to) setDrag({ ...drag, to })
    },
    drop: () => {
      if (drag !== null) move(drag.from, drag.to)
      setDrag(null)
    },
    cancelDrag: () => setDrag(null),
  }
}

/**
 * Rows whose order is the user's: dragged by their handles with mouse or finger; by keyboard Alt+↑/↓ from anywhere in a row, or
 * Space on the handle to grab a row, arrows to carry it, Space to put it down and Escape to put it back. Every move is spoken.
 * Lists may stand in rows of others: each moves its own.
 */
export const SortableList = <Row,>({ label, children, ...props }: Props<Row>) => {
  const { rows, rowKey, name, readOnly = false } = props
  const hint = useId()
  const list = useRef<HTMLOListElement>(null)
  const sorting = useSorting(list, props)
  return (
    <>
      <ol className={styles.sortable} aria-label={label} ref={list}>
        {rows.map((row, index) => (
          <li
            key={rowKey(row)}
            data-grabbed={sorting.isGrabbed(row) || sorting.isDragged(index) || undefined}
            data-edge={sorting.edgeOf(index)}
            onKeyDown={event => sorting.pressRow(event, index)}
          >
            {readOnly ? null : (
              <button
                type="button"
                className={styles.grip}
                aria-label={`${name(row, index)}を並べ替える`}
                aria-describedby={hint}
                aria-pressed={sorting.isGrabbed(row)}
                title="ドラッグ、または Alt + ↑↓ で並べ替え"
                onKeyDown={event => sorting.pressHandle(event, row, index)}
                onBlur={sorting.leaveHandle}
                onPointerDown={event => sorting.startDrag(event, index)}
                onPointerMove={sorting.dragTo}
                onPointerUp={sorting.drop}
                onPointerCancel={sorting.cancelDrag}
              >
                <Icon name="grip" size={16} />
              </button>
            )}
            <div className={styles.sortableRow}>{children(row, index)}</div>
          </li>
        ))}
      </ol>
      <span className="sr-only" id={hint}>
        スペースキーで取り上げ、上下の矢印キーで動かし、スペースキーで置きます。Altキーと上下の矢印キーでも動かせます。
      </span>
      <span className="sr-only" role="status">
        {sorting.announcement}
      </span>
    </>
  )
}

/** Near the top or bottom of the window the page comes along. */
const scrollAtEdge = (y: number) => {
  if (y < 90) scrollBy(0, -14)
  else if (y > innerHeight - 60) scrollBy(0, 14)
}
