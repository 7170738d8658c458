import { isStaff, isWorker } from '../access/actor.ts'

/** Read by everyone who works here; craftsmen only where they are assigned, which the query says. */
export const canReadCompletionBooks = isWorker
/** Who makes books, and opens them to others by a link: 1, 2, 3. */
export const canMakeCompletionBooks = isStaff
