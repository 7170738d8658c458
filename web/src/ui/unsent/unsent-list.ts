import { createStore } from '../../platform/store.ts'

/** Whether the list of what this device holds is looked at: opened in the head of a page, and from where something of it is named. */
export const unsentList = createStore(false)
