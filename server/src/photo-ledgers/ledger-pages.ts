import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { formatDayLong, formatDayWithoutWeekday, todayInTokyo } from '@toguchi/domain/calendar/day'
import { contractPeriod } from '@toguchi/domain/constructions/contract-period'
import {
  type LaidOut,
  type LedgerGap,
  type LedgerRow,
  layOutLedger,
  groupPhotos,
  photosOn,
  roomTitle,
} from '@toguchi/domain/photo-ledgers/lay-out'
import { type LedgerChoices, ledgerOrderLabels } from '@toguchi/domain/photo-ledgers/ledger-choices'
import { photoTimingLabels } from '@toguchi/domain/photos/labels'
import type { Pages, Part, Picture } from '../printing/printing.ts'
import type { LedgerImage } from './ledger-images.ts'
import type { LedgerConstruction } from './queries.ts'

export const ledgerTitle = '工事写真台帳'
const ledgerTemplate = '../photo-ledgers/photo-ledger.typ'

/** What stands beside a photo, by the names of the trade; the workbook has the same. */
export const captionOf = ({ row, room }: LedgerImage, construction: LedgerConstruction) => ({
  work_kind: row.signboard_work_kind ?? row.construction_work_kind ?? '',
  place: row.signboard_place ?? row.place_name,
  room: roomTitle(room),
  timing: photoTimingLabels[row.timing],
  contractor: row.contractor_name ?? construction.contractors.join('、'),
  note: row.signboard_note ?? '',
})

export interface PlannedLedger extends Omit<LaidOut<LedgerImage>, 'starts'> {
  bookmarks: { title: string; page: number }[]
  /** The cover among them. */
  total: number
}

/** A ledger before anything is drawn: what stands on which page is known from the start. `leftOut`: the photos that do not stand in it. */
export const planLedger = (images: readonly LedgerImage[], choices: LedgerChoices, leftOut: readonly LedgerImage[]): PlannedLedger => {
  const { starts, ...laidOut } = layOutLedger(groupPhotos(images, choices.order), choices, leftOut)
  const front = choices.cover ? 1 : 0
  return {
    ...laidOut,
    bookmarks: [
      ...(choices.cover ? [{ title: '表紙', page: 0 }] : []),
      ...starts.map(({ title, page }) => ({ title, page: page + front })),
    ],
    total: laidOut.pages.length + front,
  }
}

/** Photos that are drawn at a time: the engine holds each as it is on a screen, some 6 MB. */
const photosAtOnce = 12

/** Pages of a ledger as pages of a book: which pictures they show is known, and not yet where those lie. */
export interface LedgerChunk {
  template: string
  data: object
  pictures: { name: string; image: LedgerImage }[]
}

/** Pages that are drawn together; a room has seldom more. */
const pagesOfChunk = 4

/**
 * Photos as pages of a book, by themselves, under the numbers that they have in the ledger: nothing here changes when a photo is corrected
 * that stands elsewhere, only when one comes or goes before them. No page has a number or a date of its own.
 */
export const ledgerChunks = (
  images: readonly LedgerImage[],
  construction: LedgerConstruction,
  choices: LedgerChoices,
  {
    leftOut,
    numbers,
    pagesAtOnce = pagesOfChunk,
  }: { leftOut: readonly LedgerImage[]; numbers: PhotoNumbers; pagesAtOnce?: number | undefined },
): LedgerChunk[] => {
  const plan = planLedger(images, { ...choices, cover: false }, leftOut)
  const { pages } = plan
  const chunks: LedgerChunk[] = []
  for (let from = 0; from < pages.length; from += pagesAtOnce) {
    const some = pages.slice(from, from + pagesAtOnce)
    const shown = photosOn(some)
    const pictures = shown.map(image => ({ name: nameOf(numberOf(image, numbers)), image }))
    const cards = cardsOf(shown, numbers, pictures, construction)
    const drawn = some.map(rows => ({
      number: 0,
      lines: rows.map(row => lineOf(row, cards)),
    }))
    chunks.push({
      template: ledgerTemplate,
      data: { ...commonOf(construction, choices, plan), total: null, cover: null, pages: drawn },
      pictures,
    })
  }
  return chunks
}

/** By photo: its number in the ledger. */
export type PhotoNumbers = ReadonlyMap<LedgerImage, number>
const numberOf = (image: LedgerImage, numbers: PhotoNumbers): number => {
  const number = numbers.get(image)
  if (number === undefined) throw new Error(`a photo that stands in no ledger: ${image.row.uuid}`)
  return number
}

const lineOf = ({ heading, cells, gaps }: LedgerRow<LedgerImage>, cards: ReturnType<typeof cardsOf>) => ({
  heading,
  cards: cells.map(cell => cell && cards.get(cell)),
  gaps: gaps.map(gap => (gap === null ? [] : wordsOf(gap))),
})

/** Line by line. */
const wordsOf = (gap: LedgerGap): string[] => {
  if (gap === 'missing') return ['写真なし']
  if (gap === 'left_out') return ['―']
  return gap === 'not_asked' ? ['対象外'] : ['別の日に撮影', formatDayWithoutWeekday(gap.day)]
}

const commonOf = (construction: LedgerConstruction, choices: LedgerChoices, { shape, timings }: PlannedLedger) => ({
  title: ledgerTitle,
  landscape: choices.orientation === 'landscape',
  beside: choices.beside,
  ...shape,
  timings: timings.map(timing => photoTimingLabels[timing]),
  construction: construction.name ?? '',
  building: construction.building_name,
})

/** All that the pages of a ledger are drawn from. */
export interface LedgerDrawing {
  plan: PlannedLedger
  construction: LedgerConstruction
  choices: LedgerChoices
  at: Date
  /** The picture of a photo, or null where there is none to show. */
  show: (image: LedgerImage) => Promise<Uint8Array | null>
}

/** The parts of a ledger, as photo-ledger.typ draws them. */
export const ledgerParts = function* (drawing: LedgerDrawing): Generator<Part> {
  const { pages, shape } = drawing.plan
  const pagesAtOnce = Math.max(1, Math.floor(photosAtOnce / (shape.columns * shape.rows)))
  for (let from = 0; from < pages.length; from += pagesAtOnce) {
    const cover = from === 0 && drawing.choices.cover
    const some = { from, to: from + pagesAtOnce, cover }
    const part = pages.slice(from, some.to)
    yield {
      makeReady: folder => layPages(drawing, some, folder),
      pages: part.length + (cover ? 1 : 0),
      done: photosOn(pages.slice(0, some.to)).length,
    }
  }
}

/** One page alone, from 1, the cover among them: of thousands of photos only its own are touched. */
export const layLedgerPage = (drawing: LedgerDrawing, page: number, folder: string): Promise<Pages> => {
  const at = drawing.choices.cover ? page - 2 : page - 1
  return layPages(drawing, at < 0 ? { from: 0, to: 0, cover: true } : { from: at, to: at + 1, cover: false }, folder)
}

/** Which pages of a plan: `to` is the one after the last; the cover, if any, stands before them. */
interface SomePages {
  from: number
  to: number
  cover: boolean
}

const layPages = async (
  { plan, construction, choices, at, show }: LedgerDrawing,
  { from, to, cover }: SomePages,
  folder: string,
): Promise<Pages> => {
  const { pages, total, numbers } = plan
  const front = choices.cover ? 1 : 0
  const part = pages.slice(from, to)
  const images = photosOn(part)
  const pictures = await picturesOf(images, { numbers, folder }, show)
  const cards = cardsOf(images, numbers, pictures, construction)
  const data = {
    ...commonOf(construction, choices, plan),
    total,
    cover: cover ? coverOf(construction, choices, numbers.size, at) : null,
    pages: part.map((rows, index) => ({
      number: from + index + front + 1,
      lines: rows.map(row => lineOf(row, cards)),
    })),
  }
  return { template: ledgerTemplate, data, pictures }
}

const nameOf = (number: number) => `photo-${number}.jpg`

/** One after the other: a part's pictures are few, and others wait for the same hands. */
const picturesOf = async (
  images: readonly LedgerImage[],
  { numbers, folder }: { numbers: PhotoNumbers; folder: string },
  show: (image: LedgerImage) => Promise<Uint8Array | null>,
): Promise<Picture[]> => {
  const pictures: Picture[] = []
  for (const image of images) {
    const bytes = await show(image)
    if (!bytes) continue
    const name = nameOf(numberOf(image, numbers))
    const picture = { name, path: path.join(folder, name) }
    await writeFile(picture.path, bytes, { mode: 0o600 })
    pictures.push(picture)
  }
  return pictures
}

const cardsOf = (
  images: readonly LedgerImage[],
  numbers: PhotoNumbers,
  pictures: readonly { name: string }[],
  construction: LedgerConstruction,
) => {
  const shown = new Set(pictures.map(({ name }) => name))
  return new Map(
    images.map(image => {
      const number = numberOf(image, numbers)
      const name = nameOf(number)
      const date = formatDayWithoutWeekday(todayInTokyo(image.filming_at))
      return [image, { number, picture: shown.has(name) ? name : null, date, ...captionOf(image, construction) }]
    }),
  )
}

const coverOf = (construction: LedgerConstruction, { order }: LedgerChoices, photos: number, at: Date) => {
  const { start, end } = contractPeriod(construction)
  const period =
    start === null && end === null ? '' : [start, end].map(day => (day === null ? '' : formatDayWithoutWeekday(day))).join('〜')
  const facts = [
    ['工事名', construction.name ?? ''],
    ['物件名', construction.building_name],
    ['工期', period],
    ['発注者', construction.owners_association ?? ''],
    ['元請', construction.prime_contractor ?? construction.client_name],
    ['施工者', construction.contractors.join('、')],
    ['写真枚数', `${photos.toLocaleString('ja-JP')}枚（${ledgerOrderLabels[order]}順）`],
    ['作成日', formatDayLong(todayInTokyo(at))],
  ]
  return {
    facts: facts.flatMap(([head = '', body = '']) => (body === '' ? [] : [{ head, body }])),
    manage_no: construction.manage_no ?? '',
    issuer: construction.client_name,
  }
}
