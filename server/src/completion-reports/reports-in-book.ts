import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { headOf, readReports, roomOf } from './print-reports.ts'
import type { ReportRow } from './queries.ts'

/** The report of one room as pages of a book, which are the same for as long as nothing of it changes. */
export interface ReportInBook {
  roomId: number
  template: string
  data: object
  pictures: readonly { name: string; storageKey: string }[]
}

/** Reports of completed rooms in the order of the building; without names nobody is named who lives or works there (decision 041). */
export const reportsInBook = async (
  platform: Platform,
  db: Db,
  { clientId, constructionId }: { clientId: ClientId; constructionId: number },
  roomIds: readonly number[],
  withNames: boolean,
): Promise<ReportInBook[]> => {
  const read = await readReports(db, clientId, constructionId, roomIds)
  // When it was printed is the book's to say.
  const head = { ...headOf(platform, read.construction), printed_on: '', in_book: true }
  const reports: ReportInBook[] = []
  for (const report of read.reports) {
    const laid = new Map<string, string>()
    const lay = async (storageKey: string) => {
      const name = laid.get(storageKey) ?? `/picture-${laid.size}`
      laid.set(storageKey, name)
      return name
    }
    const room = await roomOf(withNames ? report : withoutNames(report), read, lay)
    const sign_kept = !withNames && report.digital_sign_file_id !== null
    reports.push({
      roomId: report.room_id,
      template: '../completion-reports/completion-report.typ',
      data: { ...head, rooms: [{ ...room, sign_kept }] },
      pictures: [...laid].map(([storageKey, name]) => ({ name: name.slice(1), storageKey })),
    })
  }
  return reports
}

const withoutNames = (report: ReportRow): ReportRow => ({
  ...report,
  digital_sign_file_id: null,
  signatures: report.signatures.map(signature => ({ ...signature, name: null, named: false })),
  corrections: report.corrections.map(correction => ({ ...correction, by: null })),
})
