/** Front door of the documents slice: what the queue asks of it. */
export { printSheets } from './print-sheets.ts'
