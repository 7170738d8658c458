/** Front door of the documents slice: what the queue asks of it. */
export { printDocument } from './print-document.ts'
export { examineFile } from './examine-file.ts'
