import type { Printer } from '../printing/printing.ts'
import { printReports } from './print-reports.ts'
import { writeReportList } from './write-report-list.ts'

/** What this slice prints, by the kind of the job. */
export const completionReportPapers: Readonly<Record<string, { print: Printer; noun: string }>> = {
  completion_reports: { print: printReports, noun: '完了報告書' },
  completion_report_list: { print: writeReportList, noun: '完了報告書一覧' },
}
