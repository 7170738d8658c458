import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { GridHandle } from '../../ui/grid/Grid.tsx'

interface Kept {
  left: number
  top: number
  /** The day it was left on: on the next one the sheet opens at today again. */
  today: string
}

/** Where each sheet was left, until the page is loaded anew: whoever looked into a room comes back to the same cards. */
const kept = new Map<string, Kept>()

interface Settings {
  /** Names the sheet: construction, view. */
  name: string
  today: string
  /** The column that it opens at when it was not left today. */
  firstColumn: number
  columnWidth: number
}

/** Opens a sheet where it was left, or at the day it is about; one that is drawn larger or smaller keeps the day at its left. */
export const useKeptScroll = (grid: RefObject<GridHandle | null>, { name, today, firstColumn, columnWidth }: Settings): void => {
  const open = useEffectEvent((sheet: string, scroller: HTMLElement) => {
    const last = kept.get(sheet)
    if (last?.today === today) scroller.scrollTo(last.left, last.top)
    else scroller.scrollTo(Math.min(firstColumn, lastOpening(scroller, columnWidth)) * columnWidth, 0)
  })
  const drawnAs = useRef({ name, columnWidth })
  useLayoutEffect(() => {
    const before = drawnAs.current
    drawnAs.current = { name, columnWidth }
    const scroller = grid.current?.scroller() ?? null
    if (scroller === null || before.name !== name || before.columnWidth === columnWidth) return
    const column = Math.round((kept.get(name)?.left ?? 0) / before.columnWidth)
    scroller.scrollTo(Math.min(column, lastOpening(scroller, columnWidth)) * columnWidth, scroller.scrollTop)
  }, [grid, name, columnWidth])
  const leave = useEffectEvent((sheet: string, { scrollLeft: left, scrollTop: top }: HTMLElement) => kept.set(sheet, { left, top, today }))
  useLayoutEffect(() => {
    const scroller = grid.current?.scroller() ?? null
    if (scroller === null) return
    open(name, scroller)
    const keep = () => leave(name, scroller)
    scroller.addEventListener('scroll', keep, { passive: true })
    return () => {
      scroller.removeEventListener('scroll', keep)
    }
  }, [grid, name])
}

/** The last column that can stand whole beside the heads: near its end the sheet would open with one half under them. */
const lastOpening = ({ scrollWidth, clientWidth }: HTMLElement, columnWidth: number) =>
  Math.floor((scrollWidth - clientWidth) / columnWidth)
