/** Front door of the photos slice. */
export { type ConstructionImageRow, listConstructionImages } from './construction-images-queries.ts'
export { openBoarded } from './draw-signboard.ts'
export { removeHiddenPhotos } from './purge-queries.ts'
export { findHolder, type ImageRow } from './queries.ts'
export { showPicture, showSmaller } from './show-picture.ts'
export { hasBoard, linesOf, shownVersion } from './signboard.ts'
