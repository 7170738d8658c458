/** Front door of the answers slice. */
export { noteCall } from './note-call.ts'
export { eraseAnswersOf } from './erase-queries.ts'
