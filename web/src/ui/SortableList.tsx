import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import { dropPlace } from './drop-place.ts'

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

/**
 * Rows whose order is the user's: dragged by their handles with mouse or finger; by keyboard Alt+↑/↓ from anywhere in a row, or
 * Space on the handle to take a row, arrows to carry it, Space to put it down and Escape to put it back. Every move is spoken.
 * Lists may stand in rows of others: each moves its own.
 */
export const SortableList = <Row,>({ label, rows, rowKey, name, onMove, children, readOnly = false }: Props<Row>) => {
  const hint = useId()
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef<HTMLElement | null>(null)
  const [taken, setTaken] = useState<{ key: string | number; origin: number } | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const [said, say] = useState('')

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
    say(`${name(row, from)}を${rows.length}件中${to + 1}番目に移動しました。`)
  }

  const rowElements = () => [...(list.current?.children ?? [])].filter(element => element instanceof HTMLElement)
  const placeAt = (y: number, from: number) =>
    dropPlace(
      rowElements().map(element => {
        const { top, height } = element.getBoundingClientRect()
        return top + height / 2
      }),
      from,
      y,
    )
  const carry = (event: PointerEvent) => {
    if (drag === null) return
    scrollAtEdge(event.clientY)
    const to = placeAt(event.clientY, drag.from)
    if (to !== drag.to) setDrag({ ...drag, to })
  }
  const drop = () => {
    if (drag !== null) move(drag.from, drag.to)
    setDrag(null)
  }

  const byHandle = (event: KeyboardEvent, row: Row, at: number) => {
    const key = rowKey(row)
    const holds = taken?.key === key
    if (event.key === 'Escape' && drag !== null) {
      event.preventDefault()
      setDrag(null)
      return
    }
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      setTaken(holds ? null : { key, origin: at })
      say(
        holds
          ? `${name(row, at)}を${at + 1}番目に置きました。`
          : `${name(row, at)}を取り上げました。上下の矢印キーで動かし、スペースキーで置きます。`,
      )
      return
    }
    if (!holds) return
    const target = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1, Escape: taken.origin }[event.key]
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') setTaken(null)
    move(at, target)
  }
  const byAlt = (event: KeyboardEvent, at: number) => {
    if (readOnly || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || event.defaultPrevented) return
    event.preventDefault()
    move(at, at + (event.key === 'ArrowUp' ? -1 : 1))
  }
  const edgeOf = (at: number) =>
    drag === null || drag.to === drag.from || drag.to !== at ? undefined : drag.to < drag.from ? 'above' : 'below'

  return (
    <>
      <ol className="k-sortable" aria-label={label} ref={list}>
        {rows.map((row, at) => {
          const key = rowKey(row)
          return (
            <li
              key={key}
              data-taken={taken?.key === key || drag?.from === at || undefined}
              data-edge={edgeOf(at)}
              onKeyDown={event => byAlt(event, at)}
            >
              {readOnly ? null : (
                <button
                  type="button"
                  className="k-grip"
                  aria-label={`${name(row, at)}を並べ替える`}
                  aria-describedby={hint}
                  aria-pressed={taken?.key === key}
                  title="ドラッグ、または Alt + ↑↓ で並べ替え"
                  onKeyDown={event => byHandle(event, row, at)}
                  onBlur={() => focused.current === null && setTaken(null)}
                  onPointerDown={event => {
                    if (event.button !== 0) return
                    event.currentTarget.setPointerCapture(event.pointerId)
                    setDrag({ from: at, to: at })
                  }}
                  onPointerMove={carry}
                  onPointerUp={drop}
                  onPointerCancel={() => setDrag(null)}
                >
                  <Icon name="grip" size={16} />
                </button>
              )}
              <div className="k-sortable-row">{children(row, at)}</div>
            </li>
          )
        })}
      </ol>
      <span className="sr-only" id={hint}>
        スペースキーで取り上げ、上下の矢印キーで動かし、スペースキーで置きます。Altキーと上下の矢印キーでも動かせます。
      </span>
      <span className="sr-only" role="status">
        {said}
      </span>
    </>
  )
}

/** Near the top or bottom of the window the page comes along. */
const scrollAtEdge = (y: number) => {
  if (y < 90) scrollBy(0, -14)
  else if (y > innerHeight - 60) scrollBy(0, 14)
}
