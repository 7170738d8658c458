import { mkdtemp, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ClientId, Kind } from '@toguchi/domain/access/actor'
import type { DrawnPage } from '@toguchi/domain/printing/contract'
import type { DrawnSheet } from '@toguchi/domain/printing/letters-contract'
import type { StagedFile } from '../platform/files/storage.ts'
import { setJobProgress } from '../platform/jobs/job-rows.ts'
import { busy, Problem } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { fairQueue } from '../platform/processes/fair-queue.ts'
import { type DrawnPart, type DrawnPicture, type Engine, type JoinedParts, openEngine, type Pages, type Whole } from './engine.ts'
import type { Bookmark } from './join-pdfs.ts'
import type { PrintJob } from './printer.ts'

/** Renders a template with its data into a PDF; more than `mostPages` are a `PagesOverflow`. Throws with the compiler's message. */
export const renderTypst = (
  { storage }: Pick<Platform, 'storage'>,
  template: string,
  data: object,
  { mostPages }: Pick<Pages, 'mostPages'> = {},
): Promise<Buffer> =>
  storage.inFolder(async folder => {
    await using engine = openEngine()
    const pages = { template, data, isWhole: true, ...(mostPages === undefined ? {} : { mostPages }) }
    const { path: place } = await engine.draw(pages, path.join(folder, 'paper.pdf'))
    return readFile(place)
  })

/** Engines that draw for the screen: two at most, and of a client one, so that its pages wait for one another and for nobody else's. */
const inTurn = fairQueue({ atOnce: 2, atOnceOfOne: 1, mostWaiting: 64, mostOfOne: 8, waitMilliseconds: 8_000, busy: () => busy(2) })

/**
 * A page of a paper as it would be written, from 1, as a picture, and how many there are; 404 where there are fewer. `makeReady` is asked
 * when it is this page's turn, while the engine starts, and puts pictures into the folder.
 */
export const drawPage = (
  { storage }: Pick<Platform, 'storage'>,
  caller: { id: number; kind: Kind; clientId: ClientId },
  makeReady: (folder: string) => Pages | Promise<Pages>,
  page = 1,
): Promise<DrawnPage> => drawAny(storage, caller, makeReady, page).then(({ picture, pages }) => ({ picture, pages }))

/** The first page of a sheet, which is to hold all of it, and by how many lines it is too long; null where it fits or nobody knows. */
export const drawSheet = (
  { storage }: Pick<Platform, 'storage'>,
  caller: { id: number; kind: Kind; clientId: ClientId },
  sheet: Pages,
): Promise<DrawnSheet> =>
  drawAny(storage, caller, () => ({ ...sheet, isSheet: true }), 1).then(({ picture, pages, linesOver = null }) => ({
    picture,
    pages,
    lines_over: linesOver,
  }))

const drawAny = (
  storage: Platform['storage'],
  caller: { id: number; kind: Kind; clientId: ClientId },
  makeReady: (folder: string) => Pages | Promise<Pages>,
  page: number,
): Promise<DrawnPicture & { picture: string }> =>
  inTurn(
    String(caller.clientId),
    () =>
      storage.inFolder(async folder => {
        await using engine = openEngine()
        const { picture, ...drawn } = await engine.drawPicture(await makeReady(folder), page)
        if (picture === null) throw noSuchPage(drawn.pages)
        return { picture, ...drawn }
      }),
    { person: `${caller.kind}:${caller.id}` },
  )

export const noSuchPage = (pages: number) => new Problem(404, 'no_such_page', `このページはありません。全部で${pages}ページです。`)

/** Some pages of a document, drawn at a time: what memory grows with. */
export interface Part {
  /** What is drawn, with its pictures put into the folder, which is this part's own and is gone once it is drawn. */
  makeReady: (folder: string) => Pages | Promise<Pages>
  /** How many pages it is to be, where bookmarks count on it. */
  pages?: number
  /** How far the job is once this is drawn. */
  done: number
}

export interface PartedDocument extends Whole {
  fileName: string
}

/**
 * Renders the document of a job part after part: while one is drawn the next is made ready. The parts are joined in a folder and the whole
 * goes to the storage as a stream; no process ever holds it.
 */
export const renderParts = (
  platform: Platform,
  job: PrintJob,
  { fileName, ...whole }: PartedDocument,
  parts: Iterable<Part>,
): Promise<StagedFile> =>
  platform.storage.inFolder(async folder => {
    await using engine = openEngine()
    // What is told late is told no more: the job is done by then.
    const tell = (done: number) => void platform.pool.write(job.client_id, db => setJobProgress(db, job, done)).catch(() => undefined)
    const drawn = await drawParts(engine, parts, folder, { tell, signal: job.signal })
    const place = path.join(folder, 'whole.pdf')
    const joined = await engine.join(drawn, { ...whole, bookmarks: followPages(platform, whole.bookmarks ?? [], drawn) }, place)
    return await stageJoined(platform, joined, place, fileName)
  })

/** A joined paper lies beside what is staged, and its hash is known: it is not copied. */
export const stageJoined = ({ storage }: Pick<Platform, 'storage'>, { bytes, sha256 }: JoinedParts, place: string, fileName: string) =>
  storage.stageFile(place, { fileName, contentType: 'application/pdf', byteSize: bytes, sha256: Buffer.from(sha256, 'hex') })

type RenderedPart = DrawnPart & { planned: number | undefined }

/**
 * Bookmarks where their pages came to stand. A part that grew is a fault of its template: it is told to the log, for a paper whose pages
 * are numbered wrongly is of more use than none.
 */
const followPages = ({ log }: Platform, bookmarks: readonly Bookmark[], parts: readonly RenderedPart[]): Bookmark[] => {
  const grown: { end: number; by: number }[] = []
  let end = 0
  for (const { pages, planned = pages } of parts) {
    end += planned
    if (pages !== planned) grown.push({ end, by: pages - planned })
  }
  if (grown.length > 0) log.error({ grown }, 'parts of a paper have more pages than were planned')
  return bookmarks.map(bookmark => {
    const before = grown.filter(part => part.end <= bookmark.page)
    return { ...bookmark, page: bookmark.page + before.reduce((sum, { by }) => sum + by, 0) }
  })
}

/** Parts that are with the engine at a time: one that is drawn, one that lies ready. */
const mostAhead = 2

interface Following {
  tell: (done: number) => void
  signal: AbortSignal | undefined
}

const drawParts = async (engine: Engine, parts: Iterable<Part>, folder: string, { tell, signal }: Following): Promise<RenderedPart[]> => {
  const drawing: Promise<RenderedPart>[] = []
  const draw = async (pages: Pages, own: string, { done, pages: planned }: Part): Promise<RenderedPart> => {
    const part = await engine.draw(pages, `${own}.pdf`)
    tell(done)
    await rm(own, { recursive: true })
    return { ...part, planned }
  }
  for (const each of parts) {
    signal?.throwIfAborted()
    const own = await mkdtemp(path.join(folder, 'part-'))
    const pages = await each.makeReady(own)
    await drawing.at(-mostAhead)
    const drawn = draw(pages, own, each)
    // Whatever becomes of it is told below.
    drawn.catch(() => undefined)
    drawing.push(drawn)
  }
  return Promise.all(drawing)
}
