import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { readPdfPages } from './read-pdf-pages.ts'

const read = async (document: PDFDocument) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'toguchi-pdf-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'manual.pdf')
  await writeFile(file, await document.save())
  return readPdfPages(file)
}

/** Bytes that no compression makes smaller. */
const noise = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()

it('copies a picture that every page shows once, whatever links lead from page to page and whatever a page has beside', async () => {
  const document = await PDFDocument.create()
  const picture = await document.embedPng(await noise(100))
  const pages = Array.from({ length: 20 }, () => document.addPage([595, 842]))
  const { context } = document
  for (const page of pages) {
    page.drawImage(picture)
    const links = pages.map(to =>
      context.register(context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], Dest: [to.ref, 'Fit'] })),
    )
    page.node.set(PDFName.of('Annots'), context.obj(links))
    page.node.set(PDFName.of('AA'), context.obj({ O: { S: 'JavaScript', JS: 'beside' } }))
    page.node.Resources()?.set(PDFName.of('Beside'), context.register(context.stream(randomBytes(20_000))))
  }
  const { pages: count, bytes, leavesOut } = await read(document)
  expect(count).toBe(20)
  // One picture has some 30 kB.
  expect(bytes!.length).toBeLessThan(60_000)
  expect(leavesOut).toBe(false)
})

it('says of form fields and stamps that they are not drawn', async () => {
  const document = await PDFDocument.create()
  const page = document.addPage()
  page.drawText('Warranty')
  expect((await read(document)).leavesOut).toBe(false)
  document.getForm().createTextField('name').addToPage(page)
  expect((await read(document)).leavesOut).toBe(true)
})
