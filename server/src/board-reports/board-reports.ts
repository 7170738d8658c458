/** Front door of the reports to the board. */
import type { Printer } from '../printing/printing.ts'
import { writeHardRooms } from './hard-rooms.ts'
import { letterNoun, printBoardLetters } from './print-letter.ts'
import { mailBoardReport, printBoardReport } from './print-report.ts'

/** What this slice makes, by the kind of the job. */
export const boardReportPapers: Readonly<Record<string, { print: Printer; noun: string }>> = {
  board_report: { print: printBoardReport, noun: '理事会報告書' },
  board_letters: { print: printBoardLetters, noun: letterNoun },
  hard_rooms: { print: writeHardRooms, noun: '空室・入室辞退一覧' },
  board_report_mail: { print: mailBoardReport, noun: '理事会報告書' },
}
export { forgetBoardReports } from './forget-reports.ts'
/** For the erasing of people. */
export { eraseRequestsOfDiscarded } from './queries.ts'
