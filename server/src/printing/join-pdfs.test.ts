import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectArchive } from '../../test/expect-archive.ts'
import { diskStorage } from '../platform/files/open-storage.ts'
import { type Bookmark, joinPdfs } from './join-pdfs.ts'
import { renderTypst } from './render-paper.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'toguchi-join-'))
const storage = diskStorage(folder)
afterAll(() => rm(folder, { recursive: true }))

/** A part as the engine draws it: pages of the sample, each with its heading and a link back. */
const drawPart = (heading: string): Promise<Buffer> => renderTypst({ storage }, '../../test/two-pages.typ', { heading })

const join = async (parts: readonly Uint8Array[], bookmarks: readonly Bookmark[] = []) => {
  const written: Uint8Array[] = []
  const whole = joinPdfs(
    bytes => {
      written.push(Buffer.from(bytes))
      return Promise.resolve()
    },
    { title: '工事写真台帳 <髙﨑𠮷>', at: new Date('2026-11-23T01:02:03Z') },
  )
  const counts: number[] = []
  for (const part of parts) counts.push(await whole.append(part))
  return { counts, ...(await whole.end({ bookmarks, isArchive: true })), bytes: Buffer.concat(written) }
}

describe('parts of a PDF joined as a stream', () => {
  let parts: Buffer[]
  let joined: Awaited<ReturnType<typeof join>>
  beforeAll(async () => {
    parts = await Promise.all(['一号室', '髙﨑𠮷様邸', '三号室'].map(drawPart))
    joined = await join(parts, [
      { title: '部屋', page: 0, children: [{ title: '髙﨑𠮷様邸', page: 2 }] },
      { title: '三号室', page: 4 },
    ])
  })

  it('has every page of every part, in order, with text that can be searched', async () => {
    expect(joined.counts).toEqual([2, 2, 2])
    expect(joined.pages).toBe(6)
    expect(joined.sha256).toEqual(createHash('sha256').update(joined.bytes).digest())
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(joined.bytes)))
    expect(text.map(page => page.replaceAll(/\s/g, ''))).toEqual(['一号室1', '一号室2', '髙﨑𠮷様邸1', '髙﨑𠮷様邸2', '三号室1', '三号室2'])
  })

  it('has bookmarks that lead to their pages', async () => {
    const document = await getDocumentProxy(new Uint8Array(joined.bytes))
    const outline = await document.getOutline()
    const pageOf = (dest: unknown) => document.getPageIndex((dest as [{ num: number; gen: number }])[0])
    expect(outline.map(({ title }) => title)).toEqual(['部屋', '三号室'])
    expect(await pageOf(outline[1]?.dest)).toBe(4)
    expect(outline[0]?.items.map(({ title }) => title)).toEqual(['髙﨑𠮷様邸'])
    expect(await pageOf(outline[0]?.items[0]?.dest)).toBe(2)
  })

  it('keeps a link inside a part with its own page', async () => {
    const document = await PDFDocument.load(joined.bytes)
    const [, second, , fourth] = document.getPages()
    const targetOf = (page: typeof second): string => {
      const link = page?.node.Annots()?.lookup(0, PDFDict)
      const action = link?.get(PDFName.of('Dest')) ?? link?.lookup(PDFName.of('A'), PDFDict).get(PDFName.of('D'))
      return document.context.lookup(action)?.toString() ?? ''
    }
    expect(targetOf(second)).toContain(document.getPage(0).ref.toString())
    expect(targetOf(fourth)).toContain(document.getPage(2).ref.toString())
  })

  it('is what PDF/A-2b asks for', async () => {
    const document = await expectArchive(joined.bytes)
    // 6.6.2: metadata that names the standard and agrees with the information dictionary.
    const metadata = joined.bytes.toString('utf8')
    expect(metadata).toContain('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>')
    expect(metadata).toContain('工事写真台帳 &lt;髙﨑𠮷&gt;')
    expect(metadata).toContain('<xmp:CreateDate>2026-11-23T01:02:03Z</xmp:CreateDate>')
    expect(document.getTitle()).toBe('工事写真台帳 <髙﨑𠮷>')
    expect(document.getCreationDate()).toEqual(new Date('2026-11-23T01:02:03Z'))
  })

  it('takes what pages have from the tree above them, each for itself', async () => {
    const part = await PDFDocument.load(await drawPart('共有'), { updateMetadata: false })
    const [first] = part.getPages()
    const resources = first?.node.get(PDFName.of('Resources'))
    if (resources) part.catalog.Pages().set(PDFName.of('Resources'), resources)
    for (const { node } of part.getPages()) node.delete(PDFName.of('Resources'))
    const { bytes } = await join([parts[0] ?? new Uint8Array(), await part.save({ useObjectStreams: false })])
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)))
    expect(text.map(page => page.replaceAll(/\s/g, ''))).toEqual(['一号室1', '一号室2', '共有1', '共有2'])
  })

  it('is the same page tree without any part', async () => {
    const { bytes, pages } = await join([])
    expect(pages).toBe(0)
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(0)
  })
})
