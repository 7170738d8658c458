import { createStore } from '../store.ts'

/** Whether the page that stands waits for its person to sign in again, because something written there would be lost. */
export const awaitsSignIn = createStore(false)
/** How often somebody has signed in again on a page that stands. */
export const signInsAgain = createStore(0)
