import { type RefObject, useLayoutEffect, useState } from 'react'
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
  /** Nobody has scrolled yet: only what is in sight is drawn, and nothing ahead. */
  still: boolean
}

/** Which rows and columns are in sight or nearly so. Drawn within the scroll event, so that no frame shows empty paper. */
export const useGridWindow = (scroller: RefObject<HTMLElement | null>, measures: Measures, size: { rows: number; columns: number }) => {
  // Nothing is drawn before the box was measured: drawing for a guess would be drawing twice.
  const [view, setView] = useState<View | null>(null)

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    let still = true
    const look = () => {
      const { scrollTop: top, scrollLeft: left, clientWidth: width, clientHeight: height } = element
      const next = { top, left, width, height, still }
      setView(before => (before !== null && sameRanges(rangesOf(before, measures, size), rangesOf(next, measures, size)) ? before : next))
    }
    const scrolled = () => {
      still = false
      flushSync(look)
    }
    look()
    element.addEventListener('scroll', scrolled, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', scrolled)
      observer.disconnect()
    }
  }, [scroller, measures, size])

  return view === null ? nothing : rangesOf(view, measures, size)
}

/** The lines that are drawn: `from` is the first, `to` the one after the last. */
export interface Ranges {
  rows: { from: number; to: number }
  columns: { from: number; to: number }
}
const nothing: Ranges = { rows: { from: 0, to: 0 }, columns: { from: 0, to: 0 } }

const rangesOf = (
  view: View,
  { columnWidth, rowHeight, headHeight, sideWidth }: Measures,
  size: { rows: number; columns: number },
): Ranges => ({
  rows: windowOf(view.top, view.height - headHeight, rowHeight, size.rows, view.still ? 1 : stepOf(rowHeight)),
  columns: windowOf(view.left, view.width - sideWidth, columnWidth, size.columns, view.still ? 1 : stepOf(columnWidth)),
})

/** Lines that are drawn at once when one scrolls: some hundred pixels, whatever their size. */
const stepOf = (size: number): number => Math.max(1, Math.round(260 / size))

const sameRanges = (a: Ranges, b: Ranges): boolean =>
  a.rows.from === b.rows.from && a.rows.to === b.rows.to && a.columns.from === b.columns.from && a.columns.to === b.columns.to
