/**
 * Front door of the file reader: everything that foreign bytes are read by, in processes of its own. Nothing else of the server may
 * import a library that reads foreign formats; a dependency-cruiser wall demands it. See docs/decisions/023-file-reader.md.
 */
import { mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { ClientActor } from '@toguchi/domain/access/actor'
import type { FileKind } from '@toguchi/domain/documents/file-kinds'
import { type LimitedWork, openLimitedWork, TookTooMuch, type Work, type WorkLimits } from '../platform/processes/limited-work.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import type { Platform } from '../platform/platform.ts'
import { Problem } from '../platform/http/problem.ts'
import { documentUnreadable, logoUnreadable, photoUnreadable, signatureUnreadable, tooBig } from './refusals.ts'
import type { AskedBoard, AskedSmaller, FileRow, Readings } from './readings.ts'

export type { AskedSmaller, FileRow, ReadPhoto } from './readings.ts'
export { unreadable as unreadableTable } from './refusals.ts'

/** Processes that read what is staged in a storage. */
export const openFileReader = (
  storageDir: string,
  { limits = {}, onError }: { limits?: Partial<WorkLimits>; onError?: (error: Error) => void } = {},
): LimitedWork => {
  const folder = path.join(path.resolve(storageDir), 'staging')
  // A process that begins before its folder is there may never read in it: a signature, which comes without a file, may be the first.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return openLimitedWork({
    script: new URL('./reader-process.ts', import.meta.url),
    folder,
    limits,
    ...(onError === undefined ? {} : { onError }),
  })
}

/**
 * Milliseconds that a file may take of a core: something to begin with, and more with its size, up to a bound. That is several times what
 * those files need that people keep (docs/measurements.md).
 */
const mostComputing = {
  table: { few: 4_000, perMegabyte: 2_000, most: 30_000 },
  photo: { few: 4_000, perMegabyte: 1_000, most: 20_000 },
  other: { few: 4_000, perMegabyte: 500, most: 15_000 },
}
/** On a loaded machine a reader, which goes behind everybody's pages, has its core for a part of the time. */
const clockPerComputing = 3

export const mostTimeOf = (name: keyof Readings, bytes: number): Work['most'] => {
  const { few, perMegabyte, most } = mostComputing[name === 'table' || name === 'photo' ? name : 'other']
  const computing = Math.min(most, few + Math.ceil((bytes / 1024 / 1024) * perMegabyte))
  return { computing, inAll: computing * clockPerComputing }
}

/** Tables, and what may be a PDF: of photos alone it is known that they are read within a second. */
const long: readonly (keyof Readings)[] = ['table', 'document', 'kind', 'pdfPages']

/** Pictures that we drew ourselves and draw again: that it is slow says nothing against what the client sends. */
const ours: readonly (keyof Readings)[] = ['board', 'smaller']

/** Whose file it is: an actor, or a client for work that nobody waits for. What waits stands in lines for each, which take turns (027). */
export type Asker = ClientActor | { clientId: number | null }

const read = async <Name extends keyof Readings>(
  { fileReader }: Pick<Platform, 'fileReader'>,
  asker: Asker,
  name: Name,
  asked: Readings[Name]['asked'],
  tookTooMuch: () => Problem,
): Promise<{ answer: Readings[Name]['answer']; parts: readonly unknown[] }> => {
  try {
    const bytes = 'path' in asked ? (await stat(asked.path)).size : asked.bytes.length
    const { answer, parts } = await fileReader.ask({
      clientId: 'kind' in asker ? clientNumberOf(asker) : asker.clientId,
      person: 'kind' in asker ? `${asker.kind}:${asker.id}` : undefined,
      name,
      asked,
      most: mostTimeOf(name, bytes),
      isLong: long.includes(name),
      isOurs: ours.includes(name),
      first: name === 'signature',
    })
    // What comes from the other process is what readings.ts says.
    return { answer: answer as Readings[Name]['answer'], parts }
  } catch (error) {
    throw error instanceof TookTooMuch ? tookTooMuch() : error
  }
}

/** The rows of the first sheet of a workbook, or of a CSV file, and the last one that is in a merge. Every refusal says what to do. */
export const readTable = async (
  platform: Pick<Platform, 'fileReader'>,
  asker: Asker,
  path_: string,
): Promise<{ rows: FileRow[]; lastMerged: number }> => {
  const { answer, parts } = await read(platform, asker, 'table', { path: path_ }, tooBig)
  return { ...answer, rows: (parts as FileRow[][]).flat() }
}

/** A photo by its content: one of `pictureTypes`, whole, of a sane size; a torn file or a bomb is refused (G-PHO-01). */
export const readPhoto = async (platform: Platform, asker: Asker, path_: string): Promise<Readings['photo']['answer']> =>
  (await read(platform, asker, 'photo', { path: path_ }, photoUnreadable)).answer

/**
 * What a document is by its content (an Office file by what its container holds), not by its name or what the sender claims (G-BLD-06).
 * Refuses other kinds, containers of macros, pictures and PDFs that cannot be opened.
 */
export const readDocument = async (platform: Platform, asker: Asker, path_: string): Promise<Readings['document']['answer']> =>
  (await read(platform, asker, 'document', { path: path_ }, documentUnreadable)).answer

/** Whether a file is of a kind, by its content; what cannot be read is of none. */
export const isOfKind = async (platform: Platform, asker: Asker, path_: string, kind: FileKind): Promise<boolean> => {
  const { answer } = await read(platform, asker, 'kind', { path: path_ }, documentUnreadable)
  return answer === kind
}

/** The pages of a PDF as drawings on pages of ours; what takes too much is unreadable. */
export const readPdfPages = async (platform: Platform, asker: Asker, path_: string): Promise<Readings['pdfPages']['answer']> => {
  try {
    return (await read(platform, asker, 'pdfPages', { path: path_ }, documentUnreadable)).answer
  } catch (error) {
    if (error instanceof Problem && error.status === 422) return { pages: null, whyNot: 'unreadable', bytes: null }
    throw error
  }
}

/** A logo, drawn anew at the size of a header, without anything else that the file carried. */
export const drawLogo = async (platform: Platform, asker: Asker, path_: string): Promise<Readings['logo']['answer']> =>
  (await read(platform, asker, 'logo', { path: path_ }, logoUnreadable)).answer

/** A JPEG of a view with its board (D-05). The program's own files know how: `signboard-svg.ts` of the domain. */
export const drawBoard = async (platform: Platform, asker: Asker, asked: AskedBoard): Promise<Uint8Array> =>
  (await read(platform, asker, 'board', asked, photoUnreadable)).answer

/** A JPEG of ours with fewer pixels. */
export const drawSmaller = async (platform: Platform, asker: Asker, asked: AskedSmaller): Promise<Uint8Array> =>
  (await read(platform, asker, 'smaller', asked, photoUnreadable)).answer

/** Refuses a signature that is no PNG, or none that can be drawn. */
export const checkSignature = async (platform: Platform, asker: Asker, bytes: Uint8Array): Promise<void> => {
  await read(platform, asker, 'signature', { bytes }, signatureUnreadable)
}
