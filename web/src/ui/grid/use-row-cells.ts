import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { drawCells, type DrawnCells, drawnIn } from './row-cells.ts'

/** With its first cells a row comes into the document, as one string; from then on they are changed one by one (decision 102). */
export const useRowCells = <Shown extends { column: number }>(
  cells: readonly Shown[],
  markupOf: (cell: Shown) => string,
): { row: RefObject<HTMLDivElement | null>; markup: { __html: string } } => {
  const row = useRef<HTMLDivElement>(null)
  const [first] = useState(() => ({ cells, markup: { __html: cells.map(markupOf).join('') } }))
  const drawn = useRef<DrawnCells<Shown>>(null)
  // Before the grid looks for the cell that it is to bring into sight: an effect of a child comes before its parent's.
  useLayoutEffect(() => {
    // Looking for the elements of the first ones can wait until something is another.
    if (row.current === null || cells === first.cells) return
    drawn.current ??= drawnIn(row.current, first.cells)
    drawCells(row.current, drawn.current, cells, markupOf)
  })
  return { row, markup: first.markup }
}
