import { type MissingKind, missingText } from '@toguchi/domain/completion-books/sections'
import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { roomTitleOf, whyApart } from './book-pages.ts'
import {
  type AttachmentRow,
  type BookConstruction,
  type BookRoom,
  listCommonPlacesWithoutPhotos,
  listRoomsWithoutPhotos,
} from './content-queries.ts'
import type { BookPhotos } from './chunks/photo-chunks.ts'
import { scheduleOf } from './plan-book.ts'

interface Example {
  name: string
  room_id: number | null
}
/** How many of each are named; the page of what is missing has them all. */
const mostExamples = 12

/** What is not as it should be in the book of a construction, in the order of the work. */
export const listMissing = async (
  db: Db,
  clientId: ClientId,
  {
    construction,
    rooms,
    attachments,
    photos,
  }: {
    construction: BookConstruction
    rooms: readonly BookRoom[]
    attachments: readonly AttachmentRow[]
    photos: Pick<BookPhotos, 'images' | 'left_out'>
  },
) => {
  const leftOutRooms = new Set(roomsOf(photos.left_out)).difference(roomsOf(photos.images))
  const ofRooms = (which: (room: BookRoom) => boolean): Example[] =>
    rooms.filter(which).map(room => ({ name: roomTitleOf(room), room_id: room.id }))
  const found: [MissingKind, Example[]][] = [
    ['rooms_open', ofRooms(({ closed_at }) => closed_at === null)],
    ['remaining_constructions', ofRooms(({ status, closed_at }) => status === 'reschedule' && closed_at === null)],
    ['rooms_without_report', ofRooms(({ status, reported }) => status === 'completed' && !reported)],
    ['rooms_without_signature', ofRooms(({ status, signed, sign_omitted }) => status === 'completed' && !signed && !sign_omitted)],
    ['room_images', (await listRoomsWithoutPhotos(db, clientId, construction.id)).map(({ name, room_id }) => ({ name, room_id }))],
    ['rooms_left_out', ofRooms(({ id }) => leftOutRooms.has(id))],
    [
      'common_area_images',
      (await listCommonPlacesWithoutPhotos(db, clientId, construction.id)).map(({ name, room_id }) => ({ name, room_id })),
    ],
    ['overall_schedule', scheduleOf(construction) === null ? [{ name: '工期', room_id: null }] : []],
    ['participants', participantsWithoutName(construction).map(name => ({ name, room_id: null }))],
    [
      'attachment_files',
      attachments.flatMap(attachment =>
        whyApart(attachment) === null ? [] : [{ name: `${attachment.title}（${whyApart(attachment)}）`, room_id: null }],
      ),
    ],
  ]
  return found.flatMap(([kind, all]) =>
    all.length === 0 ? [] : [{ kind, count: all.length, text: missingText(kind, all.length), examples: all.slice(0, mostExamples) }],
  )
}

const roomsOf = (images: BookPhotos['images']): ReadonlySet<number> => new Set(images.flatMap(({ room }) => room?.id ?? []))

const participantsWithoutName = ({ owners_association, prime_contractor, contractors }: BookConstruction): string[] => [
  ...(owners_association === null ? ['管理組合'] : []),
  ...(prime_contractor === null ? ['元請'] : []),
  ...(contractors.length === 0 ? ['施工業者'] : []),
]
