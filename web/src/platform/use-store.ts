import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** Apart from the store itself: the entry has stores, and does not wait for React. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get, store.get)
