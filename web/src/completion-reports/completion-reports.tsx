// Front door of the completion reports: the section of a room's page, and the fields that completing a room asks.
export { RoomReport } from './RoomReport.tsx'
export { ReportFields } from './ReportFields.tsx'
export { TemplateChanged } from './TemplateChanged.tsx'
export {
  badAnswers,
  isTemplateChange,
  overNow,
  type ReadAnew,
  readAnew,
  type Report,
  type ReportValues,
  saidAnswers,
  sentAnswers,
  stillToAnswer,
  valuesOf,
} from './report-values.ts'
export { continuedText, dropReportDraft, readReportDraft } from './report-draft.ts'
export { useKeptDraft } from './use-report-draft.ts'
export { useReport } from './use-report.ts'
