import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { keepFile } from '../../platform/files/files.ts'
import { forgetWithBytes } from '../../platform/files/remove-bytes.ts'
import { refused } from '../../platform/http/problem.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DrawnPart, Engine } from '../../printing/printing.ts'
import { layAttachment } from '../attachments.ts'
import { keyOf, type AttachmentContent, type PlannedChunk, type PlannedPicture, type TypstContent } from './planned-chunk.ts'
import { type BookRow, findChunk, insertChunk, listChunks, lockBook } from '../queries.ts'

/** Pages that are drawn and kept. */
export interface DrawnChunk {
  planned: PlannedChunk
  pages: number
  bytes: number
  isArchive: boolean
  /** Where the PDF lies: kept, or in the folder of this making alone. */
  source: { storageKey: string } | { place: string }
}

export interface Drawing {
  platform: Platform
  clientId: ClientId
  constructionId: number
  engine: Engine
  /** How often people had been erased when it was read what the book is made of. */
  erasures: number
  /** Of the making alone; empty between two chunks. */
  folder: string
  /** What could not be put into the book as it is. */
  notes: Set<string>
  /** Throws where another attempt has begun. */
  tell: (done: number) => void
}

/** An attachment that was to be bound in and cannot be read any more. */
export class SetApart extends Error {
  readonly fileId: number
  constructor(fileId: number) {
    super(`file ${fileId} cannot be read any more`)
    this.fileId = fileId
  }
}

export type Drawable = PlannedChunk & { content: TypstContent | AttachmentContent }
type Kept = Omit<DrawnChunk, 'planned'>

/**
 * Draws the chunks that are not drawn yet, one after the other, and keeps each at once: whoever begins again after a crash finds what was
 * done. While one is drawn the pictures of the next are laid ready. Answers what is kept of each, by its key.
 */
export const drawChunks = async (drawing: Drawing, chunks: readonly Drawable[]): Promise<Map<PlannedChunk, Kept>> => {
  const { platform, clientId, constructionId } = drawing
  const rows = await platform.pool.read(clientId, db => listChunks(db, clientId, constructionId))
  const known = new Map(rows.map(row => [row.key.toString('hex'), row]))
  const kept = new Map<PlannedChunk, Kept>()
  const missing: { chunk: Drawable; key: Buffer }[] = []
  for (const chunk of chunks) {
    const key = await keyOf(chunk.content)
    const row = known.get(key.toString('hex'))
    if (row === undefined) missing.push({ chunk, key })
    else kept.set(chunk, { pages: row.pages, bytes: row.byte_size, isArchive: row.is_archive, source: { storageKey: row.storage_key } })
  }
  drawing.tell(kept.size)
  let next = layNext(drawing, missing, 0)
  try {
    for (const [at, { chunk, key }] of missing.entries()) {
      const laid = await next
      next = layNext(drawing, missing, at + 1)
      // Why it could not be laid is told where its turn comes.
      next?.catch(() => undefined)
      kept.set(chunk, await drawOne(drawing, { chunk, key, laid }))
      drawing.tell(kept.size)
    }
  } finally {
    // Nothing may be put into the folder any more when it is removed.
    await next?.catch(() => undefined)
  }
  return kept
}

interface Laid {
  folder: string
  /** By the pictures' names; null where there is none to show. */
  places: Map<PlannedPicture, string | null>
}

const layNext = (drawing: Drawing, missing: readonly { chunk: Drawable }[], at: number): Promise<Laid> | undefined => {
  const chunk = missing[at]?.chunk
  return chunk && layPictures(path.join(drawing.folder, `chunk-${at}`), chunk.content)
}

const layPictures = async (folder: string, content: TypstContent | AttachmentContent): Promise<Laid> => {
  await mkdir(folder)
  const places = new Map<PlannedPicture, string | null>()
  if (content.kind === 'typst')
    for (const [at, picture] of content.pictures.entries()) places.set(picture, await picture.lay(path.join(folder, `picture-${at}`)))
  return { folder, places }
}

const drawOne = async (drawing: Drawing, { chunk, key, laid }: { chunk: Drawable; key: Buffer; laid: Laid | undefined }): Promise<Kept> => {
  if (!laid) throw new Error('a chunk that nobody laid ready')
  const to = path.join(laid.folder, 'pages.pdf')
  try {
    if (chunk.content.kind === 'attachment') {
      const { attachment } = chunk.content
      const pages = await layAttachment(drawing, attachment, to)
      if (pages === null) throw new SetApart(attachment.file_id)
      return await keepChunk(drawing, key, { path: to, pages, isArchive: false })
    }
    const { part, gone } = await drawPages(drawing, chunk.content, laid, to)
    for (const { title } of gone) drawing.notes.add(`${title}の画像を表示できませんでした。`)
    // What lacks a picture is drawn anew next time: it may be there by then.
    return gone.length === 0 ? await keepChunk(drawing, key, part) : await keepOnce(drawing, part)
  } finally {
    await rm(laid.folder, { recursive: true })
  }
}

/** Draws with every picture that can be shown. */
const drawPages = async ({ engine }: Drawing, content: TypstContent, { places, folder }: Laid, to: string) => {
  const draw = (shown: readonly PlannedPicture[], into: string) => {
    const names = new Set(shown.map(({ name }) => name))
    return engine.draw(
      {
        template: content.template,
        data: withoutPictures(content.data, content.pictures, names),
        pictures: shown.map(picture => ({ name: picture.name, path: places.get(picture) ?? '' })),
      },
      into,
    )
  }
  const there = content.pictures.filter(picture => places.get(picture) !== null)
  const absent = content.pictures.filter(picture => places.get(picture) === null)
  try {
    return { part: await draw(there, to), gone: absent }
  } catch (error) {
    // A torn picture stops the engine: whichever it stops at alone is left out.
    const good: PlannedPicture[] = []
    for (const picture of there)
      await draw([picture], path.join(folder, 'trial.pdf')).then(
        () => good.push(picture),
        () => undefined,
      )
    if (good.length === there.length) throw error
    return { part: await draw(good, to), gone: content.pictures.filter(picture => !good.includes(picture)) }
  }
}

/** The data with nothing in the place of pictures that are not shown. */
export const withoutPictures = (data: object, pictures: readonly PlannedPicture[], shown: ReadonlySet<string>): object => {
  const hidden = new Set(pictures.flatMap(({ name }) => (shown.has(name) ? [] : [name, `/${name}`])))
  if (hidden.size === 0) return data
  const copy: object = JSON.parse(JSON.stringify(data), (_, value: unknown) =>
    typeof value === 'string' && hidden.has(value) ? '' : value,
  )
  return copy
}

export const changedMeanwhile = () =>
  refused('作成中に写真や居住者の情報が変わったため、作成を中止しました。もう一度お試しください。', 'changed_meanwhile')

/** Holds the row of the book. Refuses where people were erased since it was read what the book is made of: drawn pages would bring them back. */
export const holdBook = async (
  db: Db,
  { clientId, constructionId, erasures }: Pick<Drawing, 'clientId' | 'constructionId' | 'erasures'>,
): Promise<BookRow> => {
  const book = await lockBook(db, clientId, constructionId)
  if (book.erasures !== erasures) throw changedMeanwhile()
  return book
}

const stagePart = ({ platform }: Drawing, { path: place }: DrawnPart) =>
  platform.storage.stage(createReadStream(place), { fileName: 'chunk.pdf', contentType: 'application/pdf' })

const keepChunk = async (drawing: Drawing, key: Buffer, part: DrawnPart): Promise<Kept> => {
  const { platform, clientId, constructionId } = drawing
  const staged = await stagePart(drawing, part)
  const row = await platform.pool.write(clientId, async db => {
    await holdBook(db, drawing).catch(async (error: unknown) => {
      await platform.storage.discard(staged)
      throw error
    })
    const file_id = await keepFile(platform, db, clientId, staged)
    const chunk = { construction_id: constructionId, key, file_id, pages: part.pages, is_archive: part.isArchive }
    const isFirst = await insertChunk(db, clientId, chunk)
    const row = await findChunk(db, clientId, constructionId, key)
    if (!row) throw new Error('a chunk that was not kept')
    if (!isFirst) await forgetWithBytes(platform, db, clientId, [file_id])
    return row
  })
  return { pages: row.pages, bytes: row.byte_size, isArchive: row.is_archive, source: { storageKey: row.storage_key } }
}

/** Keeps pages for this making alone, beside its other chunks. */
const keepOnce = async ({ folder }: Drawing, part: DrawnPart): Promise<Kept> => {
  const place = path.join(folder, `once-${path.basename(path.dirname(part.path))}.pdf`)
  await rename(part.path, place)
  return { pages: part.pages, bytes: (await stat(place)).size, isArchive: part.isArchive, source: { place } }
}
