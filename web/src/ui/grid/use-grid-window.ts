import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { windowOf } from './grid-model.ts'

export interface Measures {
  columnWidth: number
  rowHeight: number
  headHeight: number
  /** The row's own head, and before it the head of its group. */
  sideWidth: number
  groupWidth: number
  /** The head of a band inside a group; 0 without bands. */
  bandWidth: number
}

interface View {
  top: number
  left: number
  width: number
  height: number
  /** Nobody has pointed at the sheet or scrolled it yet: what is in sight is drawn, and a line more. */
  still: boolean
}

/**
 * Which rows and columns are in sight or nearly so; null until the box was measured, because drawing for a guess would be drawing twice.
 * Drawn within the scroll event, so that no frame shows empty paper.
 */
export const useGridWindow = (
  scroller: RefObject<HTMLElement | null>,
  measures: Measures,
  size: { rows: number; columns: number },
): Ranges | null => {
  const [view, setView] = useState<View | null>(null)
  const drawn = useRef<View>(null)
  const still = useRef(true)

  useLayoutEffect(() => {
    drawn.current = view
  }, [view])

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    // Compared here: React would call the grid once more only to see that nothing is another, as at the observer's first look.
    const look = () => {
      const { scrollTop: top, scrollLeft: left, clientWidth: width, clientHeight: height } = element
      const next = { top, left, width, height, still: still.current }
      if (drawn.current !== null && sameRanges(rangesOf(drawn.current, measures, size), rangesOf(next, measures, size))) return
      setView(next)
    }
    const scrolled = () => {
      still.current = false
      flushSync(look)
    }
    // Whoever comes near may scroll next; a finger does both at once.
    const approached = () => {
      still.current = false
      look()
    }
    look()
    element.addEventListener('scroll', scrolled, { passive: true })
    element.addEventListener('pointerenter', approached, { passive: true, once: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', scrolled)
      element.removeEventListener('pointerenter', approached)
      observer.disconnect()
    }
  }, [scroller, measures, size])

  return useMemo(() => (view === null ? null : rangesOf(view, measures, size)), [view, measures, size])
}

/** The lines that are drawn: `from` is the first, `to` the one after the last. */
export interface Ranges {
  rows: { from: number; to: number }
  columns: { from: number; to: number }
}

const rangesOf = (
  view: View,
  { columnWidth, rowHeight, headHeight, sideWidth }: Measures,
  size: { rows: number; columns: number },
): Ranges => ({
  rows: windowOf(view.top, view.height - headHeight, rowHeight, size.rows, view.still ? 0 : stepOf(rowHeight)),
  columns: windowOf(view.left, view.width - sideWidth, columnWidth, size.columns, view.still ? 0 : stepOf(columnWidth)),
})

/** Lines that are drawn at once when one scrolls: some hundred pixels, whatever their size. */
const stepOf = (size: number): number => Math.max(1, Math.round(260 / size))

const sameRanges = (a: Ranges, b: Ranges): boolean =>
  a.rows.from === b.rows.from && a.rows.to === b.rows.to && a.columns.from === b.columns.from && a.columns.to === b.columns.to
