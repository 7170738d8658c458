import { photoTimingLabels, photoTimings, type PhotoTiming } from '@toguchi/domain/photos/labels'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import type { ReadKey } from '../platform/api/api.ts'
import { call } from '../platform/api/request.ts'
import { groupOf } from '../room-reads/room-reads.ts'
import { paths } from '../site/paths.ts'
import type { Outgoing, Request } from '../platform/outbox/outbox.ts'

/** Whose photos: a room's, or the common area's of a construction. */
export interface AlbumAddress {
  /** The endpoints' address; one photo is under it. */
  api: string
  params: Readonly<Record<string, number>> & { readonly construction_id: number }
  /** What the body is called. */
  singular: 'room_image' | 'common_area_image'
}

/** Where photos go and come from. */
export interface Album extends AlbumAddress {
  /** What stands on their boards as 部屋; null in the common area. */
  room_name: string | null
  /** What it is called where its photos wait among others: 「903号室」. */
  title: string
  /** In which building, and on which page. */
  place: string
  page: string
  /** The reads that a photo more or less makes stale. */
  stale: readonly ReadKey[]
}

export const roomAddress = (construction_id: number, room_id: number): AlbumAddress => ({
  api: '/api/constructions/:construction_id/rooms/:room_id/room_images',
  params: { construction_id, room_id },
  singular: 'room_image',
})

interface RoomOfAlbum {
  construction_id: number
  id: number
  name: string
  building_name: string
}

export const roomAlbum = ({ construction_id, id, name, building_name }: RoomOfAlbum): Album => ({
  ...roomAddress(construction_id, id),
  room_name: name,
  title: addressedRoom(name),
  place: building_name,
  page: paths.room(construction_id, id),
  stale: [
    'GET /api/constructions/:construction_id/rooms/:room_id/room_images',
    'GET /api/constructions/:construction_id/rooms/:room_id',
    'GET /api/constructions/:construction_id/working_process',
    'GET /api/visits',
    'GET /api/constructions/:construction_id/photo_archives/check',
  ],
})

export const commonAlbum = (construction_id: number, building_name: string): Album => ({
  api: '/api/constructions/:construction_id/common_area_images',
  params: { construction_id },
  singular: 'common_area_image',
  room_name: null,
  title: '共用部',
  place: building_name,
  page: paths.common_area_images(construction_id),
  stale: ['GET /api/constructions/:construction_id/common_area_images', 'GET /api/constructions/:construction_id/photo_archives/check'],
})

/** A place at one stage of the work. */
export interface Place {
  position: string
  place_name: string
  timing: PhotoTiming
}

interface PhotoBody {
  uuid: string
  position: string
  timing: PhotoTiming
  sha256: string | null
  filming_at: null
  taken_in_at: string
}

export interface NewPhoto {
  id: string
  file: File
  /** When the shutter was pressed; now unless said. */
  takenAt?: Date
  /** Why the server will never take it: it is kept on the device all the same. */
  refusal?: string | null
}

/** The request that hands a photo in as the device made it; the server compares its SHA-256 with ours (D-05). */
export const photoRequest = (
  album: Album,
  { position, place_name, timing }: Place,
  { id, file, takenAt = new Date(), refusal = null }: NewPhoto,
): Request => {
  const taken_in_at = takenAt.toISOString()
  return {
    id,
    key: `POST ${album.api}`,
    params: album.params,
    body: sha256 => ({ [album.singular]: { uuid: id, position, timing, sha256, filming_at: null, taken_in_at } satisfies PhotoBody }),
    file: { field: `${album.singular}[file]`, file },
    proof: album.singular,
    refusal,
    // Photos of one place stand in the order in which they were taken.
    line: [album.api, JSON.stringify(album.params), position, timing].join(' '),
    group: groupOf(album.params),
    place: album.place,
    page: album.page,
    behind: false,
    stale: album.stale,
    title: `${album.title}　${place_name}　${photoTimingLabels[timing]}`,
  }
}

/** A photo that the server has not confirmed. */
export interface Sending {
  position: string
  timing: PhotoTiming
  request: Outgoing
}

/** What of the outbox are photos of this album, whenever they were taken. */
export const photosOnTheirWay = (album: AlbumAddress, outbox: readonly Outgoing[]): Sending[] =>
  outbox.flatMap(request => {
    if (request.key !== `POST ${album.api}` || JSON.stringify(request.params) !== JSON.stringify(album.params)) return []
    const slot = slotIn(request.body, album.singular)
    return slot === null ? [] : [{ ...slot, request }]
  })

/** Where a photo belongs, by what its request says: an earlier version of this application may have written it. */
const slotIn = (body: unknown, singular: Album['singular']): Pick<PhotoBody, 'position' | 'timing'> | null => {
  const { position, timing } =
    (body as Readonly<Record<string, Partial<Readonly<Record<string, unknown>>> | undefined>> | null)?.[singular] ?? {}
  const known = photoTimings.find(each => each === timing)
  return typeof position !== 'string' || known === undefined ? null : { position, timing: known }
}

/** Takes a photo away that was handed in and is taken again; behind the photo itself, where that is still on its way. */
export const removalRequest = (album: Album, uuid: string, id: string, line: string): Request => ({
  id,
  key: `DELETE ${album.api}/:image_uuid`,
  params: { ...album.params, image_uuid: uuid },
  body: () => undefined,
  file: null,
  proof: null,
  refusal: null,
  line,
  group: groupOf(album.params),
  place: album.place,
  page: album.page,
  behind: false,
  stale: album.stale,
  title: `${album.title}　撮り直す前の写真の削除`,
})

/** What the board of one photo says, as it is typed. */
export interface BoardTexts {
  hidden: boolean
  work_kind: string
  place: string
  note: string
  /** Only with another day than the photo's. */
  date?: string
  date_reason?: string
}

export const changeSignboard = (album: Album, uuid: string, signboard: BoardTexts): Promise<unknown> =>
  call(
    `PATCH ${album.api}/:image_uuid/signboard`,
    { params: { ...album.params, image_uuid: uuid }, body: { signboard } },
    { message: '保存しています…' },
  )

/** Takes a photo away; the server keeps its bytes. */
export const removePhoto = (album: Album, uuid: string): Promise<unknown> =>
  call(`DELETE ${album.api}/:image_uuid`, { params: { ...album.params, image_uuid: uuid } }, { message: '削除しています…' })
