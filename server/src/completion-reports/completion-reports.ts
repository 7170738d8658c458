/** Front door of the completion reports: what the queue prints of them, and what the erasing of people asks. */
export { completionReportPapers } from './completion-report-papers.ts'
export { eraseSigners } from './queries.ts'
export { listVisitsOf } from './paper-queries.ts'
export { type ReportInBook, reportsInBook } from './reports-in-book.ts'
