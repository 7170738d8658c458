import { useSyncExternalStore } from 'react'

/** Widths of specification section 9; at most `mobileBreakpoint` pixels is a phone (G-CST-06). */
export const breakpoints = [576, 768, 992, 1200] as const
export const mobileBreakpoint = 767

const phone = () => matchMedia(`(max-width: ${mobileBreakpoint}px)`)
const watch = (changed: () => void) => {
  const media = phone()
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

export const useMobile = (): boolean => useSyncExternalStore(watch, () => phone().matches)
