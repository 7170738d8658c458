import type { PhotoTiming } from '@toguchi/domain/photos/labels'
import { invalidate, type ReadKey } from '../platform/api/api.ts'
import { ApiError, call } from '../platform/api/request.ts'
import { sendFile } from '../platform/api/send-file.ts'
import type { Chosen, UploadOptions } from '../ui/files/upload-queue.ts'

/** Where photos go and come from: a room's, or the common area's of a construction. */
export interface Album {
  /** The endpoints' address; one photo is under it. */
  api: string
  params: Readonly<Record<string, number>> & { readonly construction_id: number }
  /** What the body is called. */
  singular: 'room_image' | 'common_area_image'
  /** The reads that a photo more or less makes stale. */
  stale: readonly ReadKey[]
}

export const roomAlbum = (construction_id: number, room_id: number): Album => ({
  api: '/api/constructions/:construction_id/rooms/:room_id/room_images',
  params: { construction_id, room_id },
  singular: 'room_image',
  stale: [
    'GET /api/constructions/:construction_id/rooms/:room_id/room_images',
    'GET /api/constructions/:construction_id/rooms/:room_id',
    'GET /api/constructions/:construction_id/working_process',
    'GET /api/constructions/:construction_id/photo_archives/check',
  ],
})

export const commonAlbum = (construction_id: number): Album => ({
  api: '/api/constructions/:construction_id/common_area_images',
  params: { construction_id },
  singular: 'common_area_image',
  stale: ['GET /api/constructions/:construction_id/common_area_images', 'GET /api/constructions/:construction_id/photo_archives/check'],
})

/** Where a new photo belongs, and how it looks before the server has it. */
export interface Place {
  position: string
  timing: PhotoTiming
  /** An object URL; who holds the photo lets it go. */
  preview: string
}

/** The file's SHA-256 in hex, where the browser may compute one: only over https or on localhost. */
const sha256Of = async (file: File): Promise<string | null> => {
  if (globalThis.crypto.subtle === undefined) return null
  const digest = await globalThis.crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Sends the file as the device made it; the server compares its SHA-256 with ours (D-05). Ends when the album shows it. */
export const uploadPhoto = async (album: Album, { id, file, details }: Chosen<Place>, options: UploadOptions): Promise<void> => {
  const { position, timing } = details
  await sendFile(
    `POST ${album.api}`,
    {
      params: album.params,
      body: { [album.singular]: { uuid: id, position, timing, sha256: await sha256Of(file), filming_at: null } },
      files: { [`${album.singular}[file]`]: file },
    },
    options,
  )
  await invalidate(album.stale)
}

/** Whether the server found no picture in the file: it would be refused again. What arrived torn or could not be read now may be sent once more. */
export const isNoPicture = (failure: unknown): boolean =>
  failure instanceof Error && failure.cause instanceof ApiError && failure.cause.code === 'not_a_picture'

/** What the board of one photo says, as it is typed. */
export interface BoardTexts {
  hidden: boolean
  work_kind: string
  place: string
  note: string
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
