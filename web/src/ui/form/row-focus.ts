import { useEffect, useId, useRef } from 'react'

export interface RowFocus {
  /** Goes on each row. */
  row: { 'data-row-of': string }
  /** Goes around what adds a row. */
  adder: { 'data-adder-of': string }
  /** Says, before the list changes, that a row comes at its end, or that the one at `place` goes. */
  added: () => void
  removed: (place: number) => void
}

const fields = 'input:not([type=hidden], [aria-hidden=true], :disabled), select:not(:disabled), textarea:not(:disabled)'

/**
 * Where the cursor stands when rows come and go: who adds a row writes in it next; who removed one goes on at its neighbour, and where none
 * is left at what adds another. `count` is how many rows there are.
 */
export const useRowFocus = (count: number): RowFocus => {
  const id = useId()
  const next = useRef<number | null>(null)
  useEffect(() => {
    if (next.current === null) return
    const rows = [...document.querySelectorAll(`[data-row-of="${id}"]`)]
    const row = rows[next.current] ?? rows.at(-1)
    next.current = null
    const field =
      row?.querySelector<HTMLElement>(fields) ?? document.querySelector<HTMLElement>(`[data-adder-of="${id}"] :is(button, ${fields})`)
    field?.focus()
  }, [count, id])
  return {
    row: { 'data-row-of': id },
    adder: { 'data-adder-of': id },
    added: () => {
      next.current = count
    },
    removed: place => {
      next.current = place
    },
  }
}
