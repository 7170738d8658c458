import type { ClientId } from '@toguchi/domain/access/actor'
import type { LedgerPhoto } from '@toguchi/domain/photo-ledgers/lay-out'
import { comparePosting, type PostedRoom } from '@toguchi/domain/rooms/posting-order'
import { type ConstructionImageRow, listConstructionImages } from '../photos/photos.ts'
import type { Db } from '../platform/database/database.ts'

/** A photo with its place in a ledger. */
export interface LedgerImage extends LedgerPhoto {
  row: ConstructionImageRow
}

/** What a ledger of a construction could hold now: nothing that is hidden. */
export const listLedgerImages = async (db: Db, clientId: ClientId, constructionId: number): Promise<LedgerImage[]> => {
  const rows = await listConstructionImages(db, clientId, constructionId)
  const rooms = new Map(rows.flatMap(row => (row.room_id === null ? [] : [[row.room_id, postedOf(row)]])))
  const places = new Map([...rooms].toSorted(([, a], [, b]) => comparePosting(a, b)).map(([id], at) => [id, at]))
  return rows.map(row => ({
    room: row.room_id === null ? null : { id: row.room_id, name: row.room_name ?? '' },
    room_position: row.room_id === null ? places.size : (places.get(row.room_id) ?? 0),
    place_name: row.place_name,
    place_position: row.place_position ?? afterPlaces + (row.constructions_option_id ?? 0),
    timing: row.timing,
    asked: row.asked,
    filming_at: row.filming_at,
    row,
  }))
}

/** Options come after the places that are photographed in every room. */
const afterPlaces = 1_000_000

const postedOf = ({ block_position, row, col, posting_position }: ConstructionImageRow): PostedRoom => ({
  block_position: block_position ?? 0,
  row: row ?? 0,
  col: col ?? 0,
  posting_position,
})

export const withoutLeftOut = (images: readonly LedgerImage[], leftOut: readonly string[]): LedgerImage[] => {
  const uuids = new Set(leftOut.map(uuid => uuid.toLowerCase()))
  return images.filter(({ row }) => !uuids.has(row.uuid))
}

/** Those that do not stand in a ledger: they are there all the same. */
export const onlyLeftOut = (images: readonly LedgerImage[], leftOut: readonly string[]): LedgerImage[] => {
  const shown = new Set(withoutLeftOut(images, leftOut))
  return images.filter(image => !shown.has(image))
}
