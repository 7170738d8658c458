/** Front door of the options slice. */
export { listEveryOption } from './queries.ts'
export { saveOptions } from './save-options.ts'
