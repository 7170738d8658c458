/** Front door of the answers slice. */
export { eraseAnswersOf } from './erase-queries.ts'
