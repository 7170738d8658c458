/** Front door of the completion books. */
import type { Printer } from '../printing/printing.ts'
import { makeBook } from './make-book.ts'

/** For the erasing of people: files of drawn pages that go, and editions that name people. */
export { forgetChunks, listNamingEditions } from './queries.ts'

/** What this slice makes, by the kind of the job. */
export const completionBookPapers: Readonly<Record<string, { print: Printer; noun: string }>> = {
  completion_book: { print: makeBook, noun: '完成図書' },
}
