/** Front door of the printing: what the queue asks of it, and the typesetter and the jobs for others' papers. */
export { presentJob } from './present-job.ts'
export { printDocument } from './print-document.ts'
export type { Pages, Picture } from './engine.ts'
export { drawPage, noSuchPage, type Part, renderParts, renderTypst, stageJoined } from './render-paper.ts'
export type { PrintJob, Printed, Printer } from './printer.ts'
export { type DrawnPart, type Engine, type JoinedParts, openEngine, PagesOverflow } from './engine.ts'
export type { Bookmark } from './join-pdfs.ts'
export { overallSchedulePages } from './schedules/print-overall-schedule.ts'
