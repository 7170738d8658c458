import { useSyncExternalStore } from 'react'

const watch = (changed: () => void) => {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}

/** Pixels of the window from top to bottom. */
export const useWindowHeight = (): number => useSyncExternalStore(watch, () => innerHeight)
