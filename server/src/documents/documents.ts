/** Front door of the documents slice: what the queue asks of it. */
export { printDocument } from './print-document.ts'
export { examineFile } from './examine-file.ts'
export { renderTypst } from './render-typst.ts'
export type { PrintJob, Printed, Printer } from './printer.ts'
