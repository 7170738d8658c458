/** Front door of the answers slice. */
export { eraseAnswersOf } from './erase-queries.ts'
export { alertOfKeys } from './alert-of-keys.ts'
export { hasKeyOut } from './keys-queries.ts'
