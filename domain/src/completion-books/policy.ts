import { isOffice, isStaff, isWorker } from '../access/actor.ts'

/** Read by everyone who works here; craftsmen only where they are assigned, which the query says. */
export const canReadCompletionBooks = isWorker
/** Editions with names, or with manuals that are not meant for the app. */
export const canReadOfficeEditions = isOffice
/** Who makes books, and opens them to others by a link: 1, 2, 3. */
export const canMakeCompletionBooks = isStaff
