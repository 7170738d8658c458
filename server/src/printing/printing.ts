/** Front door of the printing: what the queue asks of it, and the typesetter for others' papers. */
export { printDocument } from './print-document.ts'
export { type Part, renderParts, renderTypst } from './render-paper.ts'
export type { PrintJob, Printed, Printer } from './printer.ts'
