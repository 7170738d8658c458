/** Front door of the photos slice. */
export { type ConstructionImageRow, listConstructionImages } from './construction-images-queries.ts'
export { removeHiddenPhotos } from './purge-queries.ts'
export { findHolder } from './queries.ts'
export { showPicture } from './show-picture.ts'
export { shownVersion } from './signboard.ts'
