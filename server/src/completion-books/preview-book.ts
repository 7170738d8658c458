import path from 'node:path'
import type { ClientId, ReachedActor } from '@toguchi/domain/access/actor'
import { type BookChoices, bookSectionLabels, type BookSection, heldSections } from '@toguchi/domain/completion-books/sections'
import type { DrawnPage } from '@toguchi/domain/printing/contract'
import { dotsOnScreen } from '../photo-ledgers/photo-ledgers.ts'
import type { Db } from '../platform/database/database.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { drawPage, noSuchPage, type Pages } from '../printing/printing.ts'
import { entriesOf, namedIn } from './bind-volumes.ts'
import { contentsPage, coverPage } from './book-pages.ts'
import { withoutPictures } from './chunks/draw-chunks.ts'
import { commonPhotoChunks, roomPhotoChunks } from './chunks/photo-chunks.ts'
import { type BookContent, planBook, readBook, titlesOf } from './plan-book.ts'
import type { PlannedChunk, TypstContent } from './chunks/planned-chunk.ts'
import { findEditions } from './queries.ts'

export interface LookedAtPart {
  section: BookSection
  /** From 1, of the part. */
  page: number
  interim: boolean
  choices: BookChoices
}

interface Read {
  content: BookContent
  /** Of the book that would be made now. */
  number: number
}

export const readForPreview = async (
  platform: Platform,
  db: Db,
  at: { clientId: ClientId; constructionId: number },
  looked: LookedAtPart,
): Promise<Read> => {
  const content = await readBook(platform, db, at, { ...looked.choices, sections: sectionsFor(looked) })
  if (!content) throw notFound()
  return { content, number: (await findEditions(db, at.clientId, at.constructionId)) + 1 }
}

const tellsOfOthers: readonly BookSection[] = ['contents', 'handover', 'receipt']

/** Only what tells of other parts needs all of them: a page of one part costs what that part does. Letters show what the whole book will hold. */
const sectionsFor = ({ section, choices, interim }: LookedAtPart): BookSection[] =>
  tellsOfOthers.includes(section) ? heldSections(choices.sections, interim && section === 'contents') : [section]

/**
 * A page of a part as the book would have it now. Of what is the same for each room the first one is shown, and of what is attached its
 * list. Running numbers and the pages that the contents name are known only when everything is drawn. Keeps nothing.
 */
export const previewBook = (platform: Platform, caller: ReachedActor, read: Read, looked: LookedAtPart): Promise<DrawnPage> => {
  const { section, page } = looked
  const parts = partsOf(platform, read, looked)
  const [first] = parts
  if (first === undefined) throw refused(`「${bookSectionLabels[section]}」に載せるものがありません。`, 'no_sections')
  if (parts.length === 1) return drawPage(platform, caller, folder => lay(first, folder), page)
  // Photos: each part is one page.
  const one = parts[page - 1]
  if (one === undefined) throw noSuchPage(parts.length)
  return drawPage(platform, caller, folder => lay(one, folder)).then(({ picture }) => ({ picture, pages: parts.length }))
}

type Drawn = Pick<TypstContent, 'template' | 'data' | 'pictures'>

/** Pages of photos are drawn one by one, each with its own photos alone. */
const onScreen = { pagesAtOnce: 1, dots: dotsOnScreen }

const partsOf = (platform: Platform, { content, number }: Read, looked: LookedAtPart): Drawn[] => {
  const { construction, rooms, photos } = content
  const { section, interim } = looked
  const planned = () => planBook(platform, content, { ...looked.choices, sections: sectionsFor(looked) })
  if (section === 'cover') return [{ ...coverPage(construction, { number, interim, made_at: platform.now(), volume: '' }), pictures: [] }]
  if (section === 'contents') {
    return [{ ...contentsPage(entriesOf({ named: namedIn(content, planned()) }, null)), pictures: [] }]
  }
  if (section === 'common_area_images') return typst(commonPhotoChunks(platform, construction.client_id, photos, onScreen))
  if (section === 'room_images') {
    const first = photos.images.filter(({ room }) => room !== null).toSorted((a, b) => a.room_position - b.room_position)[0]?.room?.id
    const images = photos.images.filter(({ room }) => room !== null && room.id === first)
    return typst(roomPhotoChunks(platform, construction.client_id, { ...photos, images }, titlesOf(rooms), onScreen))
  }
  return typst(planned().filter(chunk => chunk.section === section)).slice(0, 1)
}

const typst = (chunks: readonly PlannedChunk[]): Drawn[] => chunks.flatMap(({ content }) => (content.kind === 'typst' ? [content] : []))

/** Puts the pictures of a page into the folder; one that is gone is not shown. */
const lay = async ({ template, data, pictures }: Drawn, folder: string): Promise<Pages> => {
  const laid: { name: string; path: string }[] = []
  for (const [at, picture] of pictures.entries()) {
    const place = await picture.lay(path.join(folder, `picture-${at}`))
    if (place !== null) laid.push({ name: picture.name, path: place })
  }
  return { template, data: withoutPictures(data, pictures, new Set(laid.map(({ name }) => name))), pictures: laid }
}
