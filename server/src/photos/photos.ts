/** Front door of the photos slice. */
export { removeHiddenPhotos } from './purge-queries.ts'
