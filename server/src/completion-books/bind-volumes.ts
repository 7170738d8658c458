import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { layVolumes, type VolumeLimits, volumeLimits } from '@toguchi/domain/completion-books/lay-volumes'
import { bookSectionLabels, bookTitle, type BookSection } from '@toguchi/domain/completion-books/sections'
import { refused } from '../platform/http/problem.ts'
import type { StagedFile } from '../platform/files/storage.ts'
import { type Bookmark, type JoinedParts, linkToPage, PagesOverflow, stageJoined } from '../printing/printing.ts'
import { type ContentsEntries, contentsPage, coverPage, roomTitleOf, worksOf } from './book-pages.ts'
import type { DrawnChunk, Drawing } from './chunks/draw-chunks.ts'
import type { BookRoom } from './content-queries.ts'
import { layStored } from './chunks/lay-pictures.ts'
import type { LateContent, PlannedChunk } from './chunks/planned-chunk.ts'
import type { BookContent } from './plan-book.ts'

export interface Binding {
  drawing: Drawing
  content: BookContent
  /** Parts that the contents name, in their order, and rooms that the index names. */
  named: { sections: BookSection[]; rooms: BookRoom[] }
  number: number
  interim: boolean
  madeAt: Date
  /** At the head of each page: 途中版 … */
  note: string | null
  limits?: VolumeLimits
}

/** A chunk with the page on which it begins, from 1, through all volumes. */
type PlacedChunk = DrawnChunk & { from: number; group: string | null }
interface Placed {
  volumes: { chunks: PlacedChunk[]; from: number; hasCover: boolean }[]
  total: number
}

export interface BoundVolume {
  staged: StagedFile
  pages: number
}

/** A cover is one page. */
const coverPages = 1

/**
 * Lays the drawn chunks into volumes, draws what says on which page they stand, and joins each volume as a stream, with its numbers running
 * through all of them. `tellVolumes` hears how many there are before they are joined.
 */
export const bindVolumes = async (
  binding: Binding,
  chunks: readonly (DrawnChunk | (PlannedChunk & { content: LateContent }))[],
  tellVolumes: (count: number) => Promise<unknown>,
): Promise<BoundVolume[]> => {
  const { drawing, limits = volumeLimits } = binding
  const drawn: DrawnChunk[] = []
  for (const chunk of chunks) drawn.push('planned' in chunk ? chunk : await drawLate(binding, chunk, null))
  const placed = placeChunks(drawn, limits)
  await tellVolumes(placed.volumes.length)
  const staging: Promise<BoundVolume>[] = []
  let next = layVolume(drawing, placed, 0)
  try {
    for (const [at, volume] of placed.volumes.entries()) {
      const laid = await next
      // While this one is joined, the chunks of the next volume are copied and the one before goes to the storage.
      next = layVolume(drawing, placed, at + 1)
      next.catch(() => undefined)
      const joined = await joinVolume(binding, placed, at, { laid, parts: await finalParts(binding, placed, volume.chunks) })
      await staging.at(-1)
      const staged = stageVolume(drawing, joined)
      // Whatever becomes of it is told below.
      staged.catch(() => undefined)
      staging.push(staged)
      drawing.tell(chunks.length + at + 1)
    }
    return await Promise.all(staging)
  } catch (error) {
    for (const each of await Promise.allSettled(staging))
      if (each.status === 'fulfilled') await drawing.platform.storage.discard(each.value.staged)
    throw error
  } finally {
    // Nothing may be put into the folder any more when it is removed.
    await next.catch(() => undefined)
  }
}

interface LaidVolume {
  folder: string
  /** Where the chunks lie that are kept, by their place in the storage. */
  places: Map<string, string>
}

/** Copies the kept chunks of a volume into a folder of its own; after the last volume there is nothing to copy. */
const layVolume = async ({ platform, folder }: Drawing, { volumes }: Placed, at: number): Promise<LaidVolume> => {
  const own = path.join(folder, `volume-${at}`)
  const places = new Map<string, string>()
  if (at < volumes.length) await mkdir(own)
  for (const [index, { source }] of (volumes[at]?.chunks ?? []).entries()) {
    if ('place' in source || places.has(source.storageKey)) continue
    const place = await layStored(platform, source.storageKey, path.join(own, `${index}.pdf`))
    if (place === null) throw new Error(`a chunk that is gone: ${source.storageKey}`)
    places.set(source.storageKey, place)
  }
  return { folder: own, places }
}

const groupOf = ({ section, roomId }: PlannedChunk): string | null => (roomId === null ? null : `${section}/${roomId}`)

const placeChunks = (drawn: readonly DrawnChunk[], limits: VolumeLimits): Placed => {
  const laid = layVolumes(
    drawn.map(chunk => ({ ...chunk, group: groupOf(chunk.planned) })),
    coverPages,
    limits,
  )
  let page = 1
  const volumes = laid.map((own, at) => {
    const from = page
    const hasCover = at > 0
    if (hasCover) page += coverPages
    const chunks = own.map(chunk => {
      const placed = { ...chunk, from: page }
      page += chunk.pages
      return placed
    })
    return { chunks, from, hasCover }
  })
  return { volumes, total: page - 1 }
}

/** Pages that depend on where everything stands; before that is known (null) they are drawn as long as they will be. */
const drawLate = async (binding: Binding, planned: PlannedChunk & { content: LateContent }, placed: Placed | null): Promise<DrawnChunk> => {
  const { drawing } = binding
  const page = planned.content.section === 'cover' ? coverOf(binding, placed, 0) : contentsPage(entriesOf(binding, placed))
  const place = path.join(drawing.folder, `${planned.content.section}-${placed === null ? 'draft' : 'final'}.pdf`)
  const { pages, isArchive } = await drawing.engine.draw(page, place).catch(refuseCover)
  return { planned, pages, isArchive, bytes: (await stat(place)).size, source: { place } }
}

/** Only a cover may be no longer than it is. */
const refuseCover = (error: unknown): never => {
  if (!(error instanceof PagesOverflow)) throw error
  throw refused(
    '工事名や物件名などが長く、完成図書の表紙が1枚に収まりません。工事または物件の登録内容を短くしてから、もう一度お試しください。',
    'cover_too_long',
  )
}

const volumeText = (placed: Placed | null, at: number): string =>
  placed === null || placed.volumes.length === 1 ? '' : `第${at + 1}分冊（全${placed.volumes.length}分冊）`

const coverOf = ({ content, number, interim, madeAt }: Binding, placed: Placed | null, at: number) => ({
  ...coverPage(content.construction, { number, interim, made_at: madeAt, volume: volumeText(placed, at) }),
  mostPages: coverPages,
})

/** What the contents say the pages of: every part that does not stand before them, and rooms with a report or photos. */
export const namedIn = ({ rooms }: Pick<BookContent, 'rooms'>, planned: readonly PlannedChunk[]) => {
  const roomIds = new Set(planned.map(({ roomId }) => roomId))
  return {
    sections: [...new Set(planned.map(({ section }) => section))].filter(section => section !== 'cover' && section !== 'contents'),
    rooms: rooms.filter(({ id }) => roomIds.has(id)),
  }
}

/** What stands on which page. As long before as after: an entry is a line, whatever it says. */
export const entriesOf = ({ named }: Pick<Binding, 'named'>, placed: Placed | null): ContentsEntries => {
  const chunks = placed === null ? [] : placed.volumes.flatMap(({ chunks: own }, at) => own.map(chunk => ({ ...chunk, volume: at + 1 })))
  const here = placed?.volumes.findIndex(({ chunks: own }) => own.some(({ planned }) => planned.section === 'contents')) ?? -1
  // What stands in another volume is in another file.
  const linkTo = (target: { from: number; volume: number } | undefined): string =>
    target === undefined || target.volume !== here + 1 ? '' : linkToPage(target.from - (placed?.volumes[here]?.from ?? 1))
  const firsts = new Map<BookSection, { from: number; volume: number }>()
  for (const { planned, from, volume } of chunks) if (!firsts.has(planned.section)) firsts.set(planned.section, { from, volume })
  const chunkOf = (section: BookSection, roomId: number) =>
    chunks.find(({ planned }) => planned.section === section && planned.roomId === roomId)
  const several = placed !== null && placed.volumes.length > 1
  return {
    volumes: several,
    entries: named.sections.map(section => ({
      title: bookSectionLabels[section],
      volume: several ? `第${firsts.get(section)?.volume ?? 1}分冊` : '',
      page: String(firsts.get(section)?.from ?? ''),
      to: linkTo(firsts.get(section)),
    })),
    rooms: named.rooms.map(room => {
      const [report, photos] = [chunkOf('completion_reports', room.id), chunkOf('room_images', room.id)]
      return {
        name: roomTitleOf(room),
        report: String(report?.from ?? '―'),
        report_to: linkTo(report),
        photos: String(photos?.from ?? '―'),
        photos_to: linkTo(photos),
      }
    }),
  }
}

/** The chunks of a volume with those in place that say where everything stands. */
const finalParts = async (binding: Binding, placed: Placed, chunks: readonly PlacedChunk[]): Promise<DrawnChunk[]> => {
  const parts: DrawnChunk[] = []
  for (const chunk of chunks) {
    const { content } = chunk.planned
    if (content.kind !== 'late') {
      parts.push(chunk)
      continue
    }
    const final = await drawLate(binding, { ...chunk.planned, content }, placed)
    if (final.pages !== chunk.pages) throw new Error('the contents became longer than they were planned')
    parts.push(final)
  }
  return parts
}

interface JoinedVolume {
  folder: string
  place: string
  fileName: string
  joined: JoinedParts
}

const joinVolume = async (
  binding: Binding,
  placed: Placed,
  at: number,
  { laid: { folder, places }, parts }: { laid: LaidVolume; parts: readonly DrawnChunk[] },
): Promise<JoinedVolume> => {
  const { note, content } = binding
  const { engine } = binding.drawing
  const volume = placed.volumes[at]
  if (!volume) throw new Error('no such volume')
  const cover = volume.hasCover ? [await engine.draw(coverOf(binding, placed, at), path.join(folder, 'cover.pdf')).catch(refuseCover)] : []
  const drawn = parts.map(({ source, isArchive }) => ({
    path: 'place' in source ? source.place : (places.get(source.storageKey) ?? ''),
    isArchive,
  }))
  const place = path.join(folder, 'volume.pdf')
  const joined = await engine.join(
    [...cover, ...drawn],
    {
      title: [bookTitle, worksOf(content.construction), volumeText(placed, at)].filter(Boolean).join('　'),
      bookmarks: bookmarksOf(volume),
      stamp: {
        first: volume.from,
        total: placed.total,
        told: { title: bookTitle, numbers: numbersOfAttached(volume) },
        ...(note === null ? {} : { note }),
      },
    },
    place,
  )
  const planned = parts.reduce((sum, part) => sum + part.pages, volume.hasCover ? coverPages : 0)
  if (joined.pages !== planned) throw new Error(`a volume of ${joined.pages} pages where ${planned} were planned`)
  return { folder, place, joined, fileName: fileNameOf(binding, placed.volumes.length, at) }
}

const stageVolume = async ({ platform }: Drawing, { folder, place, fileName, joined }: JoinedVolume): Promise<BoundVolume> => {
  try {
    return { pages: joined.pages, staged: await stageJoined(platform, joined, place, fileName) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Attached papers have page numbers of their own, beside which the book's must be told apart. */
const numbersOfAttached = ({ chunks }: Placed['volumes'][number]): number[] =>
  chunks.flatMap(({ planned, from, pages }) =>
    planned.content.kind === 'attachment' ? Array.from({ length: pages }, (_, at) => from + at) : [],
  )

/** Sections, and below them rooms and attachments; pages of the volume, from 0. */
const bookmarksOf = ({ chunks, from, hasCover }: Placed['volumes'][number]): Bookmark[] => {
  const bookmarks: (Bookmark & { section: BookSection; children: Bookmark[] })[] = []
  for (const { planned, from: page } of chunks) {
    let last = bookmarks.at(-1)
    if (last?.section !== planned.section)
      bookmarks.push((last = { title: bookSectionLabels[planned.section], page: page - from, section: planned.section, children: [] }))
    if (planned.title !== null) last.children.push({ title: planned.title, page: page - from })
  }
  const own = bookmarks.map(({ title, page, children }) => ({ title, page, children }))
  return hasCover ? [{ title: bookSectionLabels.cover, page: 0 }, ...own] : own
}

const fileNameOf = ({ content, number, interim }: Binding, volumes: number, at: number): string => {
  const { manage_no, cd } = content.construction
  const parts = [bookTitle, manage_no ?? cd, `第${number}版`, interim ? '途中版' : '', volumes > 1 ? `第${at + 1}分冊` : '']
  return `${parts.filter(Boolean).join('_')}.pdf`.replaceAll(/[\\/:*?"<>|]/g, '_')
}
