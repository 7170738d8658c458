/** Front door of the photos slice. */
export { keepPictures, type StoredPictures, storePictures, takenAt, withPictures } from './add-photo.ts'
export { type ConstructionImageRow, listConstructionImages } from './construction-images-queries.ts'
export { removeHiddenPhotos } from './purge-queries.ts'
export { findHolder, type ImageRow } from './queries.ts'
export { showPicture, showSmaller, showWithBoard } from './show-picture.ts'
export { linesOf, shownVersion } from './signboard.ts'
