/** Front door of files: what is known of them by their content, what is shown instead of a picture, signatures; where their bytes lie. */
export { drawMissingViews } from './draw-missing-views.ts'
export { examineFile, type ExaminedFile } from './examine-file.ts'
export { keepReadSignature, readSignature, withSignature } from './keep-signature.ts'
export { moveInstallation } from './move-installation.ts'
export { sweepOrphans } from './sweep-orphans.ts'
