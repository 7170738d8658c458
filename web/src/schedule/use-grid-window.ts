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
}

/** Which rows and columns are in sight or nearly so. Drawn within the scroll event, so that no frame shows empty paper. */
export const useGridWindow = (scroller: RefObject<HTMLElement | null>, measures: Measures, size: { rows: number; columns: number }) => {
  const [view, setView] = useState<View>({ top: 0, left: 0, width: 1000, height: 600 })

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = () => {
      const { scrollTop: top, scrollLeft: left, clientWidth: width, clientHeight: height } = element
      const next = { top, left, width, height }
      setView(before =>
        JSON.stringify(rangesOf(before, measures, size)) === JSON.stringify(rangesOf(next, measures, size)) ? before : next,
      )
    }
    const scrolled = () => flushSync(look)
    look()
    element.addEventListener('scroll', scrolled, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', scrolled)
      observer.disconnect()
    }
  }, [scroller, measures, size])

  return rangesOf(view, measures, size)
}

const rangesOf = (view: View, { columnWidth, rowHeight, headHeight, sideWidth }: Measures, size: { rows: number; columns: number }) => ({
  rows: windowOf(view.top, view.height - headHeight, rowHeight, size.rows),
  columns: windowOf(view.left, view.width - sideWidth, columnWidth, size.columns, 4),
})
