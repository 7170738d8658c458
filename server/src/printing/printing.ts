/** Front door of the printing: what the queue asks of it, and the typesetter for others' papers. */
export { printDocument } from './print-document.ts'
export { renderTypst } from './render-typst.ts'
export type { PrintJob, Printed, Printer } from './printer.ts'
