/** Front door of what is known of a file by its content: documents, what is shown instead of a picture, and signatures. */
export { drawMissingViews } from './draw-missing-views.ts'
export { examineFile, type ExaminedFile } from './examine-file.ts'
export { keepReadSignature, readSignature, withSignature } from './keep-signature.ts'
