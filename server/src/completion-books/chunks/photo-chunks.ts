import { writeFile } from 'node:fs/promises'
import type { ClientId } from '@toguchi/domain/access/actor'
import { type LedgerChoices, usualChoices } from '@toguchi/domain/photo-ledgers/ledger-choices'
import { photoTimingLabels } from '@toguchi/domain/photos/labels'
import {
  findLastLedger,
  findLedgerConstruction,
  ledgerChunks,
  type LedgerConstruction,
  type LedgerImage,
  listLedgerImages,
  onlyLeftOut,
  type PhotoNumbers,
  pixelsOnPaper,
  planLedger,
  withoutLeftOut,
} from '../../photo-ledgers/photo-ledgers.ts'
import { shownVersion, showPicture, showSmaller } from '../../photos/photos.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PlannedChunk, PlannedPicture } from './planned-chunk.ts'

/** The photos of a book: those of the ledger (工事写真台帳), laid out as that was chosen last. */
export interface BookPhotos {
  /** Null: the construction is gone. */
  construction: LedgerConstruction | undefined
  images: LedgerImage[]
  /** Those that the ledger leaves out. */
  left_out: LedgerImage[]
  choices: LedgerChoices
  /** As in the ledger, in whichever order that has them. */
  numbers: PhotoNumbers
}

export const readBookPhotos = async (db: Db, clientId: ClientId, constructionId: number): Promise<BookPhotos> => {
  const last = await findLastLedger(db, clientId, constructionId)
  const all = await listLedgerImages(db, clientId, constructionId)
  const chosen = last?.choices ?? usualChoices(all.some(({ row }) => row.use_electronic_signboard))
  const images = withoutLeftOut(all, chosen.left_out)
  const left_out = onlyLeftOut(all, chosen.left_out)
  return {
    construction: await findLedgerConstruction(db, clientId, constructionId),
    images,
    left_out,
    choices: { ...chosen, order: 'room' },
    numbers: planLedger(images, chosen, left_out).numbers,
  }
}

/** What rooms are called in the book, with their block, by their id. */
type RoomTitles = ReadonlyMap<number, string>

/** Room after room, each from a page of its own: a photo that is corrected draws its room anew and nothing else. */
export const roomPhotoChunks = (
  platform: Platform,
  clientId: ClientId,
  photos: BookPhotos,
  titles: RoomTitles,
  looked?: LookedAt,
): PlannedChunk[] =>
  [...Map.groupBy(photos.images.filter(({ room }) => room !== null).toSorted(byRoom), ({ room }) => room?.id ?? 0)].flatMap(
    ([roomId, images]) =>
      chunksOf(platform, clientId, { ...photos, images }, { roomTitle: titles.get(roomId), ...looked }).map((content, at) => ({
        section: 'room_images' as const,
        title: at === 0 ? (titles.get(roomId) ?? null) : null,
        roomId,
        content,
      })),
  )

const byRoom = (a: LedgerImage, b: LedgerImage) => a.room_position - b.room_position

export const commonPhotoChunks = (platform: Platform, clientId: ClientId, photos: BookPhotos, looked?: LookedAt): PlannedChunk[] =>
  chunksOf(
    platform,
    clientId,
    {
      ...photos,
      images: photos.images.filter(({ room }) => room === null),
      choices: { ...photos.choices, order: 'place' },
    },
    { ...looked },
  ).map(content => ({ section: 'common_area_images' as const, title: null, roomId: null, content }))

/** For who looks at pages before they are printed: how many are drawn at a time, and dots an inch of their photos. */
export interface LookedAt {
  pagesAtOnce: number
  dots: number
}

const chunksOf = (
  platform: Platform,
  clientId: ClientId,
  { construction, images, left_out: leftOut, choices, numbers }: BookPhotos,
  { roomTitle, pagesAtOnce, dots }: Partial<LookedAt> & { roomTitle?: string | undefined },
) => {
  if (construction === undefined || images.length === 0) return []
  const pixels = pixelsOnPaper(planLedger(images, choices, leftOut), choices, dots)
  const planned = (name: string, image: LedgerImage): PlannedPicture => ({
    name,
    version: `${shownVersion(image.row, choices.with_signboard)} ${pixels}`,
    title: [roomTitle, image.place_name, photoTimingLabels[image.timing]].filter(Boolean).join('　'),
    lay: async to => {
      const bytes = await showPicture({ platform, clientId, constructionId: construction.id }, image.row, choices.with_signboard)
      if (bytes === null) return null
      // Brought to what the paper shows of it: thousands of photos would fill volume after volume.
      const small = await showSmaller({ platform, clientId }, { bytes, width: pixels, height: pixels })
      if (small === null) return null
      await writeFile(to, small, { mode: 0o600 })
      return to
    },
  })
  return ledgerChunks(images, construction, choices, { leftOut, numbers, pagesAtOnce }).map(({ template, data, pictures }) => ({
    kind: 'typst' as const,
    template,
    data,
    pictures: pictures.map(({ name, image }) => planned(name, image)),
  }))
}
