/** Front door of the documents slice: what the queue asks of it. */
export { printDocument } from './print-document.ts'
export { drawMissingViews } from './draw-missing-views.ts'
export { examineFile, type ExaminedFile } from './examine-file.ts'
export { removeHiddenDocuments } from './purge-queries.ts'
export { renderTypst } from './render-typst.ts'
export type { PrintJob, Printed, Printer } from './printer.ts'
