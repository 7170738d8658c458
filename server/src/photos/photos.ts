/** Front door of the photos slice. */
export { openBoarded } from './draw-signboard.ts'
export { removeHiddenPhotos } from './purge-queries.ts'
export { findHolder, type ImageRow } from './queries.ts'
export { hasBoard, linesOf } from './signboard.ts'
