/** Front door of the support slice. */
export { eraseEntries } from './erase-queries.ts'
