/** Front door of the photo ledgers slice. */
import type { Printer } from '../printing/printing.ts'
import { printPhotoLedger } from './print-photo-ledger.ts'
import { writeLedgerWorkbook } from './write-ledger-workbook.ts'

/** What this slice makes, by the kind of the job. */
export const photoLedgerPapers: Readonly<Record<string, { print: Printer; noun: string }>> = {
  photo_ledger: { print: printPhotoLedger, noun: '工事写真台帳' },
  photo_ledger_workbook: { print: writeLedgerWorkbook, noun: '工事写真台帳のExcel' },
}
export { type LedgerImage, listLedgerImages, onlyLeftOut, withoutLeftOut } from './ledger-images.ts'
export { ledgerChunks, type PhotoNumbers, planLedger } from './ledger-pages.ts'
export { dotsOnScreen, pixelsOnPaper } from './print-photo-ledger.ts'
export { findLastLedger, findLedgerConstruction, type LedgerConstruction } from './queries.ts'
