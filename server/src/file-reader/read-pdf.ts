import { readFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import { documentUnreadable } from './refusals.ts'

/** Refuses a PDF that cannot be opened, or has no page. Of one behind a password only its owner's programs see the pages. */
export const checkPdf = async (path: string): Promise<void> => {
  const bytes = await readFile(path)
  const pages = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false })
    .then(pdf => (pdf.isEncrypted ? Infinity : pdf.getPageCount()))
    .catch(() => 0)
  if (pages === 0) throw documentUnreadable()
}
