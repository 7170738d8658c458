/** Front door of the support slice. */
export { forgetOldReasons } from './erase-entries.ts'
export { eraseEntries } from './erase-queries.ts'
