/** Front door of the keys that residents leave with us. */
export { alertOfKeys } from './alert-of-keys.ts'
export { eraseKeysOf } from './erase-queries.ts'
export { findKeyOut, hasKeyOut } from './queries.ts'
