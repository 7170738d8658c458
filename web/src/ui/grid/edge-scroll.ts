/** Pixels from the edge of the box within which it scrolls by itself. */
const edge = 44
/** Pixels beyond the edge within which it still does. */
const beyond = 80
/** Pixels a frame, at most. */
const fastest = 24

/** Scrolls the grid while a pointer is near its edge; says whether the pointer is near the box at all. */
export const scrollAtEdge = (box: HTMLElement, { x, y }: { x: number; y: number }): boolean => {
  const { left, right, top, bottom } = box.getBoundingClientRect()
  // A finger goes past the edge before it stops; above the box lies what cards are taken from.
  const near = x > left - beyond && x < right + beyond && y > top && y < bottom + beyond
  if (!near) return false
  const part = (name: string) => box.querySelector<HTMLElement>(`[data-grid-part=${name}]`)
  box.scrollLeft += pull(x, left + (part('corner')?.offsetWidth ?? 0), right)
  box.scrollTop += pull(y, top + (part('head')?.offsetHeight ?? 0), bottom)
  return true
}

/** Pixels to scroll this frame: the nearer the edge, the faster. */
const pull = (value: number, low: number, high: number): number => {
  if (value < low + edge) return -Math.min(fastest, (low + edge - value) / 3)
  return value > high - edge ? Math.min(fastest, (value - high + edge) / 3) : 0
}
