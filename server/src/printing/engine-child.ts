import { once } from 'node:events'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { type DrawnPart, type DrawnPicture, type EngineAnswer, type EngineCommand, type Pages, PagesOverflow } from './engine.ts'
import { asLine } from './engine-messages.ts'
import { pageOfDrawing } from './page-of-drawing.ts'
import { qrPicture } from './qr-picture.ts'

// The process behind openEngine: a command a line on stdin, an answer a line on stdout; see engine.ts. It has nothing else to do, so small
// files are read where it stands.
const fonts = path.dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-jp/package.json')))
const compiler = NodeCompiler.create({
  workspace: import.meta.dirname,
  // Static TTF of all Japanese characters in use: 髙﨑𠮷①㈱㎡ are in it, subsets lack them.
  fontArgs: [{ fontPaths: [path.join(fonts, '400Regular'), path.join(fonts, '700Bold')] }],
})

/** As one file: its three hundred modules take three times as long to read, a tenth of the time of a ledger of 300 photos. */
const pdfLib = new URL('../dist/pdf-lib.esm.js', import.meta.resolve('@cantoo/pdf-lib')).href
registerHooks({
  resolve: (name, context, next) => (name === '@cantoo/pdf-lib' ? { url: pdfLib, shortCircuit: true } : next(name, context)),
})

/** What can be kept for as long as the law asks: fonts inside, colours defined, nothing that runs. */
const archive = 'a-2b'

/** Lays pages out for as long as they are drawn, and forgets them: memory does not grow with the document. */
const layOut = async <T>(pages: Pages, drawn: (document: NodeTypstDocument) => T): Promise<T> => {
  try {
    return drawLaidOut(pages, drawn)
  } finally {
    compiler.evictCache(0)
    // A document is small to V8, which does not see the decoded pictures behind it: twelve photos are 70 MB. They go in a turn of their own.
    globalThis.gc?.({ type: 'minor' })
    await setImmediate()
  }
}

const drawLaidOut = <T>({ template, data, pictures = [], mostPages }: Pages, drawn: (document: NodeTypstDocument) => T): T => {
  const lent = pictures.map(({ name, path: place }) => ({ name: path.join(import.meta.dirname, name), place }))
  for (const { name, place } of lent) compiler.mapShadow(name, readFileSync(place))
  try {
    const mainFileContent = readFileSync(path.join(import.meta.dirname, template), 'utf8')
    const document = compile(mainFileContent, JSON.stringify(withCodes(data)))
    if (mostPages !== undefined && document.numOfPages > mostPages) throw new PagesOverflow('more pages than they may be')
    return drawn(document)
  } finally {
    for (const { name } of lent) compiler.unmapShadow(name)
  }
}

const withCodes = (data: { rooms?: unknown }) =>
  Array.isArray(data.rooms)
    ? { ...data, rooms: data.rooms.map((room: { url?: string }) => (room.url === undefined ? room : { ...room, ...qrPicture(room.url) })) }
    : data

const compile = (mainFileContent: string, data: string): NodeTypstDocument => {
  const compiled = compiler.compile({ mainFileContent, inputs: { data } })
  if (compiled.result !== null) return compiled.result
  const diagnostics = compiled.takeDiagnostics()
  throw new Error(diagnostics === null ? 'nothing was laid out' : JSON.stringify(compiler.fetchDiagnostics(diagnostics)))
}

/**
 * A PDF of the standard; where somebody typed what the fonts do not have (an emoji, a Thai name), which the standard forbids, the paper
 * shows a box there and is no archive: a paper that is missing helps nobody.
 */
const write = (document: NodeTypstDocument, pdfTags: boolean): { pdf: Buffer; isArchive: boolean } => {
  try {
    return { pdf: compiler.pdf(document, { pdfTags, pdfStandard: archive }), isArchive: true }
  } catch (error) {
    if (!messageOf(error).includes('could not be displayed')) throw error
    return { pdf: compiler.pdf(document, { pdfTags }), isArchive: false }
  }
}

const messageOf = (error: unknown): string => String(error instanceof Error ? error.message : error)

const draw = (pages: Pages, to: string): Promise<DrawnPart> =>
  layOut(pages, document => {
    const { pdf, isArchive } = write(document, pages.isWhole === true)
    writeFileSync(to, pdf)
    return { path: to, pages: document.numOfPages, isArchive }
  })

const drawPicture = (pages: Pages, page: number): Promise<DrawnPicture> =>
  layOut(pages, document => ({
    picture: pageOfDrawing(compiler.plainSvg(document), page),
    pages: document.numOfPages,
    ...(pages.isSheet === true ? { linesOver: linesOver(document) } : {}),
  }))

const linesOver = (document: NodeTypstDocument): number | null => {
  if (document.numOfPages <= 1) return null
  const told: unknown = compiler.query(document, { selector: '<lines-over>', field: 'value' })
  const [lines] = Array.isArray(told) ? told : []
  return typeof lines === 'number' ? lines : null
}

const join = async ({ parts, whole: { title, bookmarks, stamp }, to }: Extract<EngineCommand, { verb: 'join' }>) => {
  // Read only here: it takes as long as a small paper.
  const [{ joinPdfs }, { stampsOf }] = await Promise.all([import('./join-pdfs.ts'), import('./stamp-pages.ts')])
  const file = createWriteStream(to, { mode: 0o600 })
  const isWritten = finished(file)
  const whole = joinPdfs(
    async bytes => {
      if (!file.write(bytes)) await Promise.race([once(file, 'drain'), isWritten])
    },
    { title, at: new Date() },
  )
  const stamps = stamp && stampsOf(whole, stamp, drawStamps)
  for (const part of parts) await whole.append(await readFile(part.path), stamps?.overlaysOf)
  const isArchive = parts.every(part => part.isArchive) && stamps?.isArchive() !== false
  const { pages, sha256 } = await whole.end({ bookmarks: bookmarks ?? [], isArchive })
  file.end()
  await isWritten
  return { pages, bytes: file.bytesWritten, sha256: sha256.toString('hex') }
}

/** What is stamped over pages, each on a small page of its own. */
const drawStamps = (data: object) => layOut({ template: 'stamp.typ', data }, document => write(document, false))

const answer = async (command: EngineCommand): Promise<EngineAnswer<unknown>> => {
  try {
    if (command.verb === 'draw') return { done: await draw(command.pages, command.to) }
    if (command.verb === 'drawPicture') return { done: await drawPicture(command.pages, command.page) }
    return { done: await join(command) }
  } catch (error) {
    return { error: messageOf(error), isOverflow: error instanceof PagesOverflow }
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const command: EngineCommand = JSON.parse(line)
  process.stdout.write(asLine(await answer(command)))
}
