import { type Day, formatDayLong, todayInTokyo } from '../calendar/day.ts'
import { placeKey } from '../photos/dedupe-places.ts'
import { photoTimings, type PhotoTiming } from '../photos/labels.ts'
import { type LedgerChoices, type LedgerOrder, mostRowsBesideOf } from './ledger-choices.ts'

/** A photo as far as its place in a ledger goes. */
export interface LedgerPhoto {
  /** Null: of the common area. */
  room: { id: number; name: string } | null
  /** Where the room stands in the building; the common area comes after all rooms. */
  room_position: number
  place_name: string
  /** Where the place stands among those to photograph. */
  place_position: number
  timing: PhotoTiming
  /** The stages of the work that its place asks for. */
  asked: readonly PhotoTiming[]
  filming_at: Date
}

export interface LedgerGroup<P> {
  /** Tells it from the other groups of the same order. */
  key: string
  title: string
  photos: P[]
}

export const commonAreaTitle = '共用部'

type Compare = (a: LedgerPhoto, b: LedgerPhoto) => number
const byRoom: Compare = (a, b) => a.room_position - b.room_position
const byPlace: Compare = (a, b) => Number(a.room === null) - Number(b.room === null) || a.place_position - b.place_position
const byTiming: Compare = (a, b) => photoTimings.indexOf(a.timing) - photoTimings.indexOf(b.timing)
const byMoment: Compare = (a, b) => a.filming_at.getTime() - b.filming_at.getTime()

const compareBy: Readonly<Record<LedgerOrder, readonly Compare[]>> = {
  room: [byRoom, byPlace, byTiming, byMoment],
  place: [byPlace, byRoom, byTiming, byMoment],
  date: [byMoment, byRoom, byPlace],
}

const dayOf = ({ filming_at }: LedgerPhoto): Day => todayInTokyo(filming_at)
/** Where a photo was taken is the same place in every room, and another one outside of them. */
const placeOf = ({ room, place_name }: LedgerPhoto): string => `${room === null ? 'common' : 'private'}/${placeKey(place_name)}`
const keyOf: Readonly<Record<LedgerOrder, (photo: LedgerPhoto) => string>> = {
  room: ({ room }) => String(room?.id ?? 'common'),
  place: placeOf,
  date: dayOf,
}
const titleOf: Readonly<Record<LedgerOrder, (photo: LedgerPhoto) => string>> = {
  room: ({ room }) => roomTitle(room),
  place: ({ room, place_name }) => (room === null ? `${commonAreaTitle}　${place_name}` : place_name),
  date: photo => formatDayLong(dayOf(photo)),
}

/** 「101号室」, and 「共用部」 for what is of no room; names that are no number stay as they are. */
export const roomTitle = (room: { name: string } | null): string =>
  room === null ? commonAreaTitle : /^[\d-]+$/.test(room.name) ? `${room.name}号室` : room.name

/** The photos under their headings, in the order in which they are printed. */
export const groupPhotos = <P extends LedgerPhoto>(photos: readonly P[], order: LedgerOrder): LedgerGroup<P>[] => {
  const sorted = photos.toSorted((a, b) => compareBy[order].map(compare => compare(a, b)).find(difference => difference !== 0) ?? 0)
  // One place may have been entered twice, in other spellings: it stands where it comes first.
  return [...Map.groupBy(sorted, keyOf[order])].flatMap(([key, [first, ...others]]) =>
    first === undefined ? [] : [{ key, title: titleOf[order](first), photos: [first, ...others] }],
  )
}

/** Cells of a page. */
export interface PageShape {
  columns: number
  rows: number
}

const shapes: Readonly<Record<LedgerChoices['orientation'], Readonly<Record<LedgerChoices['per_page'], PageShape>>>> = {
  portrait: {
    1: { columns: 1, rows: 1 },
    2: { columns: 1, rows: 2 },
    3: { columns: 1, rows: 3 },
    4: { columns: 2, rows: 2 },
    6: { columns: 2, rows: 3 },
  },
  landscape: {
    1: { columns: 1, rows: 1 },
    2: { columns: 2, rows: 1 },
    3: { columns: 3, rows: 1 },
    4: { columns: 2, rows: 2 },
    6: { columns: 3, rows: 2 },
  },
}
type Shaping = Pick<LedgerChoices, 'orientation' | 'per_page' | 'beside'>

const shapeOf = ({ orientation, per_page, beside }: Shaping): PageShape =>
  beside ? { columns: photoTimings.length, rows: Math.min(per_page, mostRowsBesideOf(orientation)) } : shapes[orientation][per_page]

/** Why a cell is empty: nobody asked for it, a photo is missing, was left out on purpose, or was taken on another day, under which it stands. */
export type LedgerGap = 'not_asked' | 'missing' | 'left_out' | { day: Day }

export interface LedgerRow<P> {
  /** Above it, where a group begins or goes on. */
  heading: string | null
  /** As many as the page has columns; null stays empty. */
  cells: (P | null)[]
  /** What the empty cells say, in the first row of a place whose stages stand beside each other; null says nothing. */
  gaps: (LedgerGap | null)[]
}
export interface LaidOut<P> {
  pages: LedgerRow<P>[][]
  /** On which page each group begins, from 0. */
  starts: { title: string; page: number }[]
  shape: PageShape
  /** The stages that stand beside each other: a column each. */
  timings: readonly PhotoTiming[]
  /** The numbers of the photos (No. 1 …), in the order in which they stand: one photo has one, on whatever paper it stands (decision 051). */
  numbers: ReadonlyMap<P, number>
}

/**
 * The pages of a ledger. A group begins on a page of its own unless all of it fits below what stands there already, so that rooms of one
 * photo do not cost a page each and no heading is left alone at the foot. `leftOut`: photos that are there and do not stand in it.
 */
export const layOutLedger = <P extends LedgerPhoto>(
  groups: readonly LedgerGroup<P>[],
  shaping: Shaping,
  leftOut: readonly LedgerPhoto[] = [],
): LaidOut<P> => {
  const all = groups.flatMap(({ photos }) => photos)
  const timings = photoTimings.filter(timing => all.some(photo => photo.timing === timing || photo.asked.includes(timing)))
  const shape = shaping.beside ? { ...shapeOf(shaping), columns: timings.length } : shapeOf(shaping)
  const ofPlaces = Map.groupBy(all, roomAndPlaceOf)
  const leftOutOf = Map.groupBy(leftOut, roomAndPlaceOf)
  const pages: LedgerRow<P>[][] = []
  const starts: LaidOut<P>['starts'] = []
  for (const { title, photos } of groups) {
    const rows = shaping.beside ? rowsBeside(photos, timings, { ofPlaces, leftOutOf }) : rowsOf(photos, shape.columns)
    let page = pages.at(-1)
    if (page === undefined || page.length + rows.length > shape.rows) pages.push((page = []))
    starts.push({ title, page: pages.length - 1 })
    let heading: string | null = title
    for (const row of rows) {
      if (page.length === shape.rows) {
        pages.push((page = []))
        heading = `${title}（つづき）`
      }
      page.push({ heading, ...row })
      heading = null
    }
  }
  return { pages, starts, shape, timings, numbers: new Map(photosOn(pages).map((photo, at) => [photo, at + 1])) }
}

/** The photos of pages as they stand there, line by line. */
export const photosOn = <P>(pages: readonly (readonly LedgerRow<P>[])[]): P[] =>
  pages.flatMap(rows => rows.flatMap(({ cells }) => cells.filter(cell => cell !== null)))

type Cells<P> = Pick<LedgerRow<P>, 'cells' | 'gaps'>

const rowsOf = <P>(photos: readonly P[], columns: number): Cells<P>[] =>
  Array.from({ length: Math.ceil(photos.length / columns) }, (_, row) => ({
    cells: Array.from({ length: columns }, (__, column) => photos[row * columns + column] ?? null),
    gaps: [],
  }))

const roomAndPlaceOf = (photo: LedgerPhoto): string => `${photo.room?.id ?? 'common'}/${placeOf(photo)}`

/** A row for each place of each room, a column for each stage of the work; a second photo of a stage stands in a second row. */
const rowsBeside = <P extends LedgerPhoto>(
  photos: readonly P[],
  timings: readonly PhotoTiming[],
  { ofPlaces, leftOutOf }: { ofPlaces: ReadonlyMap<string, readonly P[]>; leftOutOf: ReadonlyMap<string, readonly LedgerPhoto[]> },
): Cells<P>[] =>
  [...Map.groupBy(photos, roomAndPlaceOf)].flatMap(([place, ofPlace]) => {
    const columns = timings.map(timing => ofPlace.filter(photo => photo.timing === timing))
    const gaps = timings.map((timing, at) =>
      columns[at]?.length === 0 ? gapOf(timing, ofPlaces.get(place) ?? [], leftOutOf.get(place) ?? []) : null,
    )
    const rows = Math.max(...columns.map(column => column.length))
    return Array.from({ length: rows }, (_, row) => ({
      cells: columns.map(column => column[row] ?? null),
      gaps: row === 0 ? gaps : gaps.map(() => null),
    }))
  })

/** Why a stage has no photo here, of all that were taken of the place. */
const gapOf = (timing: PhotoTiming, ofPlace: readonly LedgerPhoto[], leftOut: readonly LedgerPhoto[]): LedgerGap => {
  const elsewhere = ofPlace.find(photo => photo.timing === timing)
  if (elsewhere !== undefined) return { day: dayOf(elsewhere) }
  if (leftOut.some(photo => photo.timing === timing)) return 'left_out'
  return ofPlace.some(({ asked }) => asked.includes(timing)) ? 'missing' : 'not_asked'
}
