export interface Box {
  top: number
  right: number
  bottom: number
  left: number
}

/** Pixels to the edge of the window, and to what must stay in reach. */
const edge = 16
const gap = 8

/**
 * How far above the lower edge of the window the toasts stand, in pixels: in the corner, or clear of the buttons that are there just now.
 * `toasts` is their size; `buttons` are the feet of forms and dialogs on the screen.
 */
export const toastOffset = (
  window: { width: number; height: number },
  toasts: { width: number; height: number },
  buttons: readonly Box[],
): number => {
  const [left, right] = [window.width - edge - toasts.width, window.width - edge]
  const inTheWay = buttons.filter(box => box.right > left && box.left < right && box.bottom > 0 && box.top < window.height)
  const covers = (offset: number) => {
    const bottom = window.height - offset
    return inTheWay.some(box => box.top < bottom + gap && box.bottom > bottom - toasts.height - gap)
  }
  const above = inTheWay.map(box => window.height - box.top + gap).filter(offset => window.height - offset - toasts.height >= gap)
  return [edge, ...above.toSorted((one, other) => one - other)].find(offset => !covers(offset)) ?? edge
}
