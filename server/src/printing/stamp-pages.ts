import { PDFDocument } from '@cantoo/pdf-lib'
import type { Stamp } from './engine.ts'

/** What stamp.typ draws: a page for each page below. */
interface StampData {
  pages: readonly { width: number; height: number; number: number }[]
  total: number
  note: string
}

/**
 * Writes the running number and the note of a stamp over a document's own pages. Stamps are pages that the engine draws, so they bring
 * their font and their colours along as the others do (PDF/A). Returns whether they are an archive.
 */
export const stampPages = async (
  document: PDFDocument,
  { first, total, note = '' }: Stamp,
  draw: (data: StampData) => Promise<{ pdf: Uint8Array; isArchive: boolean }>,
): Promise<boolean> => {
  const pages = document.getPages()
  const { pdf, isArchive } = await draw({ pages: pages.map((page, at) => ({ ...page.getSize(), number: first + at })), total, note })
  const stamps = await PDFDocument.load(pdf, { updateMetadata: false })
  for (const [at, stamp] of (await document.embedPages(stamps.getPages())).entries()) pages[at]?.drawPage(stamp)
  await document.flush()
  return isArchive
}
