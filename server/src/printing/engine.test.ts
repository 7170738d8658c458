import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ClientId } from '@toguchi/domain/access/actor'
import { expectArchive } from '../../test/expect-archive.ts'
import { diskStorage } from '../platform/files/open-storage.ts'
import type { Platform } from '../platform/platform.ts'
import { type DrawnPart, type Engine, openEngine, PagesOverflow, type Whole } from './engine.ts'
import { renderParts, renderTypst } from './render-paper.ts'

const template = '../../test/two-pages.typ'

const readPages = async (pdf: Buffer): Promise<string[]> => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return text.map(page => page.replaceAll(/\s+/g, ' ').trim())
}
const isArchive = (pdf: Buffer) => pdf.includes('pdfaid')

describe('an engine', () => {
  let folder: string
  let engine: Engine
  let parts: DrawnPart[]
  const draw = (heading: string) => engine.draw({ template, data: { heading } }, path.join(folder, `${heading}.pdf`))
  const join = async (drawn: readonly DrawnPart[], whole: Partial<Whole> = {}) => {
    const to = path.join(folder, 'whole.pdf')
    const { pages, bytes, sha256 } = await engine.join(drawn, { title: '完了図書', ...whole }, to)
    const pdf = await readFile(to)
    expect([bytes, sha256]).toEqual([pdf.length, createHash('sha256').update(pdf).digest('hex')])
    return { pages, pdf }
  }
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'toguchi-engine-test-'))
    engine = openEngine()
    parts = [await draw('一号室'), await draw('二号室')]
  })
  afterAll(async () => {
    await engine[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })

  it('writes running numbers and a note over joined pages, and the whole stays PDF/A-2b', async () => {
    const { pages, pdf } = await join(parts, { stamp: { first: 10, total: 40, note: '途中版 2026/11/23 髙﨑𠮷' } })
    expect(pages).toBe(4)
    await expectArchive(pdf)
    const texts = await readPages(pdf)
    for (const [at, own] of ['一号室 1', '一号室 2', '二号室 1', '二号室 2'].entries()) {
      expect(texts[at]).toContain(own)
      expect(texts[at]).toMatch(new RegExp(`途中版 2026/11/23 髙﨑𠮷 ?${10 + at} / 40$`))
    }
  })

  it('says of which whole a number is where pages have one of their own', async () => {
    const { pdf } = await join(parts, { stamp: { first: 10, total: 40, told: { title: '完成図書', numbers: [12, 13] } } })
    const feet = [/号室 1 ?10 \/ 40$/, /号室 2 ?11 \/ 40$/, /号室 1 ?完成図書\s*12 \/ 40$/, /号室 2 ?完成図書\s*13 \/ 40$/]
    for (const [at, text] of (await readPages(pdf)).entries()) expect(text).toMatch(feet[at]!)
  })

  it('can use a part again, elsewhere and without a number', async () => {
    await join(parts, { stamp: { first: 1, total: 4 } })
    const { pdf } = await join(parts.toReversed(), { stamp: { first: 11, total: 40 } })
    expect((await readPages(pdf)).map(text => text.slice(-7))).toEqual(['11 / 40', '12 / 40', '13 / 40', '14 / 40'])
    expect(await readPages((await join(parts)).pdf)).toEqual(['一号室 1', '一号室 2', '二号室 1', '二号室 2'])
  })

  it('brings the font of the numbers along once, however many parts there are', async () => {
    const many = Array.from({ length: 20 }, (_, at) => parts[at % 2]!)
    const fontsOf = async (whole: Partial<Whole>) => (await join(many, whole)).pdf.toString('latin1').split('/FontFile').length - 1
    const own = await fontsOf({})
    expect(own).toBeGreaterThanOrEqual(20)
    expect(await fontsOf({ stamp: { first: 1, total: 40, note: '途中版' } })).toBeLessThanOrEqual(own + 2)
  })

  it('goes on numbering beyond what is drawn of numbers at a time', async () => {
    const many = Array.from({ length: 52 }, (_, at) => parts[at % 2]!)
    const { pages, pdf } = await join(many, { stamp: { first: 5, total: 200 } })
    expect(pages).toBe(104)
    for (const [at, text] of (await readPages(pdf)).entries()) expect(text).toMatch(new RegExp(`[12] ?${at + 5} / 200$`))
  })

  it('says which pages are more than they may be and what cannot be drawn, and goes on', async () => {
    const to = path.join(folder, 'refused.pdf')
    const tooMany = engine.draw({ template, data: { heading: '長い' }, mostPages: 1 }, to)
    const broken = engine.draw({ template, data: {} }, to)
    await expect(tooMany).rejects.toThrow(PagesOverflow)
    await expect(broken).rejects.toThrow('typst: ')
    await expect(engine.join([{ path: to, isArchive: true }], { title: '無い' }, path.join(folder, 'none.pdf'))).rejects.toThrow('ENOENT')
    expect(await engine.drawPicture({ template, data: { heading: '\u2028二行' } }, 1)).toMatchObject({
      pages: 2,
      picture: expect.stringMatching(/^<svg/),
    })
  })

  it('draws any page alone as a picture of its own size, with nothing of the others in it', async () => {
    const pages = { template, data: { heading: '一号室' } }
    const glyphs = (picture: string) => [new Set(picture.match(/href="#g\w+/g)).size, picture.split('<symbol').length - 1]
    const pictures = []
    for (const page of [1, 2]) {
      const drawn = await engine.drawPicture(pages, page)
      expect(drawn).toMatchObject({ pages: 2, picture: expect.stringMatching(/^<svg [^>]*viewBox="0 0 595\.\d+ 841\.\d+" /) })
      expect(glyphs(drawn.picture ?? '')).toEqual([4, 4])
      const { dominant, channels } = await sharp(Buffer.from(drawn.picture ?? ''))
        .flatten({ background: '#fff' })
        .stats()
      expect(dominant.r > 240 && (channels[0]?.min ?? 255) < 50).toBe(true)
      pictures.push(drawn.picture)
    }
    expect(pictures[0]).not.toBe(pictures[1])
    expect(await engine.drawPicture(pages, 3)).toEqual({ picture: null, pages: 2 })
  })

  it('makes a paper with a box in it where the fonts lack a glyph, which is no archive, and the parts before and behind it', async () => {
    const own = await draw('สมชาย✅\u0007山田')
    expect([own.isArchive, parts[0]?.isArchive]).toEqual([false, true])
    const { pdf } = await join([parts[0] ?? own, own, parts[1] ?? own])
    const texts = await readPages(pdf)
    expect(texts.map(page => page.includes('号室') || page.includes('山田'))).toEqual([true, true, true, true, true, true])
    expect(isArchive(pdf)).toBe(false)
  })

  it('tells everybody who waits when its process ends', async () => {
    const other = openEngine()
    const drawn = other.draw({ template, data: { heading: '終わり' } }, path.join(folder, 'ended.pdf'))
    const ended = expect(drawn).rejects.toThrow('typst: ')
    await other[Symbol.asyncDispose]()
    await ended
    await expect(other.drawPicture({ template, data: {} }, 1)).rejects.toThrow('typst: ')
  })
})

describe('an engine that breaks', () => {
  /** An engine whose process runs these lines instead. */
  const broken = async (lines: string, patience = 60_000) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'toguchi-engine-test-'))
    const program = path.join(folder, 'broken.mjs')
    await writeFile(program, lines)
    const engine = openEngine({ program, patience: { draw: patience, drawPicture: patience, join: 60_000 } })
    onTestFinished(async () => {
      await engine[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    })
    return engine
  }
  const says = (drawing: Promise<unknown>) => drawing.then(() => 'it was drawn', String)
  const draw = (engine: Engine) => engine.draw({ template, data: {} }, '/nowhere.pdf')

  it('in the middle of an answer fails everything that waits, with how it ended, and not the server', async () => {
    const engine = await broken(`process.stdin.once('data', () => process.stdout.write('{"done":{"pages":', () => process.exit(7)))`)
    const said = await Promise.all([says(draw(engine)), says(draw(engine))])
    expect(said.map(one => /torn answer.*ended by exit code 7/.test(one))).toEqual([true, true])
    expect(await says(draw(engine))).toContain('exit code 7')
  })

  it('and says something else than an answer is ended', async () => {
    const engine = await broken(`process.stdin.on('data', () => console.log('null'))`)
    expect(await says(draw(engine))).toMatch(/torn answer.*ended by SIGKILL/)
  })

  it('and never answers is ended, and says which command took too long', async () => {
    const engine = await broken(`process.stdin.on('data', () => undefined)`, 300)
    expect(await says(draw(engine))).toMatch(/draw took more than 0\.3 s; ended by SIGKILL/)
  })

  it('gives each command its own time, from when the one before is answered', async () => {
    const engine = await broken(`process.stdin.once('data', () => console.log('{"done":1}'))`, 300)
    const [joined, drawn] = await Promise.all([says(engine.join([], { title: '' }, '/nowhere.pdf')), says(draw(engine))])
    expect([joined, drawn]).toEqual(['it was drawn', expect.stringContaining('draw took more')])
  })
})

describe('a paper of its own', () => {
  it('is an archive, keeps the tags by which it is read aloud, and leaves nothing behind', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'toguchi-engine-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const platform = { storage: diskStorage(folder) }
    const paper = await renderTypst(platform, template, { heading: '山田' })
    expect(isArchive(paper)).toBe(true)
    expect(paper.includes('/StructTreeRoot')).toBe(true)
    await expect(renderTypst(platform, template, {})).rejects.toThrow('typst: ')
    expect(await readdir(path.join(folder, 'staging'))).toEqual([])
  })
})

describe('a document of parts', () => {
  const jobOfTwo = { id: 1, client_id: 1 as ClientId, requested_by_kind: 'Staff', requested_by_id: 1, input: null, total: 2, attempts: 1 }

  it('one of which has more pages than planned has its bookmarks where they belong, and the log says so', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'toguchi-engine-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const log = { error: vi.fn() }
    const platform = { log, storage: diskStorage(folder), pool: { write: () => Promise.resolve() } } as unknown as Platform
    const part = (heading: string, pages: number) => ({ makeReady: () => ({ template, data: { heading } }), pages, done: 1 })
    const bookmarks = ['一号室', '二号室', '三号室'].map((title, page) => ({ title, page: [0, 1, 3][page] ?? 0 }))
    // Each is two pages; the first was thought to be one.
    const parts = [part('一号室', 1), part('二号室', 2), part('三号室', 2)]
    const { path: place } = await renderParts(platform, jobOfTwo, { fileName: 'a.pdf', title: '台帳', bookmarks }, parts)
    const pdf = await getDocumentProxy(new Uint8Array(await readFile(place)))
    const pages = []
    for (const { title, dest } of await pdf.getOutline()) {
      const [page] = dest as [{ num: number; gen: number }]
      pages.push([title, await pdf.getPageIndex(page)])
    }
    expect(pages).toEqual([
      ['一号室', 0],
      ['二号室', 2],
      ['三号室', 4],
    ])
    expect(log.error.mock.calls).toEqual([[{ grown: [{ end: 1, by: 1 }] }, 'parts of a paper have more pages than were planned']])
  })

  it('that breaks while one is made ready leaves no folder, and what it laid out lay beside the staged files', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'toguchi-engine-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const staging = path.join(folder, 'staging')
    const pool = { write: () => Promise.resolve() }
    const platform = { storage: diskStorage(folder), pool } as unknown as Platform
    const places: string[] = []
    const good = async (own: string) => {
      places.push(path.relative(staging, own))
      await writeFile(path.join(own, 'photo.jpg'), 'of a dwelling')
      return { template, data: { heading: '一号室' } }
    }
    const parts = [
      { makeReady: good, done: 1 },
      { makeReady: async (own: string) => Promise.reject(new Error(`no photo, after ${(await good(own)).data.heading}`)), done: 2 },
    ]
    await expect(renderParts(platform, jobOfTwo, { fileName: 'a.pdf', title: '台帳' }, parts)).rejects.toThrow('no photo, after 一号室')
    expect(places.map(place => /^paper-[^/]+\/part-/.test(place))).toEqual([true, true])
    expect(await readdir(staging)).toEqual([])
  })
})
