/** Front door of what is known of a file by its content, and of what is shown instead of a picture. */
export { drawMissingViews } from './draw-missing-views.ts'
export { examineFile, type ExaminedFile } from './examine-file.ts'
