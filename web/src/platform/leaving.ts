import { createStore } from './store.ts'

/** The guards that watch over unsaved work just now (ui/dialog/LeaveGuard); the first of them asks for all. */
export const leaveWatchers = createStore<readonly symbol[]>([])

/** What waits for the answer whether unsaved work may be left; null: nothing. */
export const departure = createStore<{ leave: () => void } | null>(null)

/**
 * Does what leaves the page and what the page was read from, once nobody loses anything by it: at once, or when whoever works there has
 * agreed. For a departure that is more than an address; another address alone is asked about by the router's blocker.
 */
export const leaveOnceAgreed = (leave: () => void): void => {
  if (leaveWatchers.get().length === 0) leave()
  else departure.set({ leave })
}
