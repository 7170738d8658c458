import { useSyncExternalStore } from 'react'

/** At most so many pixels is a phone (spec §9, G-CST-06). The widths of the theme stand in the styles; `theme.test.ts` holds them together. */
export const mobileBreakpoint = 767

/** A phone, as a media query. */
export const phoneScreen = `(max-width: ${mobileBreakpoint}px)`
const phone = () => matchMedia(phoneScreen)
const watch = (changed: () => void) => {
  const media = phone()
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** What the screen is now; components watch it. */
export const isMobile = (): boolean => phone().matches

export const useMobile = (): boolean =>
  useSyncExternalStore(
    watch,
    isMobile,
    // Where a page is painted before any screen is known (app/first-paint.tsx).
    () => true,
  )
