/** Front door of the postal codes. */
export { tableOfZipcodes } from './japan-post.ts'
