export interface Box {
  top: number
  right: number
  bottom: number
  left: number
}

/** Pixels to the edge of the window, and to what must stay in reach. */
const edge = 16
const gap = 8

interface Size {
  width: number
  height: number
}

/**
 * How far above the lower edge of the window the toasts stand, in pixels: in the corner, or clear of what is there just now. `toasts` is their
 * size; `buttons` are the feet of forms and dialogs on the screen; `others`, single buttons and what a dialog says, are left free where there is room.
 */
export const toastOffset = (window: Size, toasts: Size, buttons: readonly Box[], others: readonly Box[] = []): number =>
  clearOffset(window, toasts, [...buttons, ...others]) ?? clearOffset(window, toasts, buttons) ?? edge

const clearOffset = (window: Size, toasts: Size, boxes: readonly Box[]): number | undefined => {
  const [left, right] = [window.width - edge - toasts.width, window.width - edge]
  const inTheWay = boxes.filter(box => box.right > left && box.left < right && box.bottom > 0 && box.top < window.height)
  const covers = (offset: number) => {
    const bottom = window.height - offset
    return inTheWay.some(box => box.top < bottom + gap && box.bottom > bottom - toasts.height - gap)
  }
  const above = inTheWay.map(box => window.height - box.top + gap).filter(offset => window.height - offset - toasts.height >= gap)
  return [edge, ...above.toSorted((one, other) => one - other)].find(offset => !covers(offset))
}
