import type { Printer } from '../printing/printing.ts'
import { exportKind } from './queries.ts'
import { writeExport } from './write-export.ts'

/** Front door of the terms of clients: what the queue makes of them, and what the daily work asks. */
export { forgetExports } from './exports.ts'
export { findTerms, holdErasureTurn, saveTerms, takeErasureTurn, type TermsRow } from './queries.ts'

/** Zips of everything, by the kind of their job. */
export const clientTermPapers: Readonly<Record<string, { print: Printer; noun: string }>> = {
  [exportKind]: { print: writeExport, noun: '書き出したデータ' },
}
