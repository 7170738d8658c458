import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { expect } from 'vitest'

/** What PDF/A-2b asks of a file's structure, rule by rule; returns the document. */
export const expectArchive = async (bytes: Buffer): Promise<PDFDocument> => {
  const text = bytes.toString('latin1')
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  // 6.1.2: the version, then a comment of at least four bytes above 127.
  expect(text).toMatch(/^%PDF-1\.7\n%[\x80-\xff]{4,}\n/)
  // 6.1.3: a file identifier, nothing encrypted, nothing behind the end.
  expect(document.context.trailerInfo.ID?.toString()).toMatch(/^\[ <[0-9a-f]{32}> <[0-9a-f]{32}> \]$/)
  expect(document.context.trailerInfo.Encrypt).toBeUndefined()
  expect(text).toMatch(/%%EOF\n$/)
  // 6.2.2: one output intent with its profile.
  const intents = document.catalog.lookup(PDFName.of('OutputIntents'), PDFArray)
  expect(intents.size()).toBe(1)
  expect(intents.lookup(0, PDFDict).lookup(PDFName.of('DestOutputProfile'))).toBeInstanceOf(PDFRawStream)
  // 6.2.11: every font lies inside.
  const descriptors = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict && object.get(PDFName.of('Type')) === PDFName.of('FontDescriptor') ? [object] : []))
  expect(descriptors.length).toBeGreaterThan(0)
  expect(descriptors.every(descriptor => descriptor.has(PDFName.of('FontFile2')) || descriptor.has(PDFName.of('FontFile3')))).toBe(true)
  // 6.5, 6.6: nothing that runs, no form.
  expect(text).not.toMatch(/\/(JavaScript|JS|Launch|EmbeddedFile|AcroForm|OpenAction|AA)\b/)
  // 6.6.4: it says so itself.
  expect(bytes.includes('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>')).toBe(true)
  return document
}
