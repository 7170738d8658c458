import { send } from '../platform/api.ts'

export interface NewPhoto {
  /** Made here, so that sending it again is the same photo (D-05). */
  uuid: string
  file: File
  position: string
  timing: 'before_construction' | 'under_construction' | 'after_construction'
}

/** The file's SHA-256 in hex, where the browser may compute one: only over https or on localhost. */
const sha256Of = async (file: File): Promise<string | undefined> => {
  if (globalThis.crypto.subtle === undefined) return undefined
  const digest = await globalThis.crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Sends the file as the device made it; the server compares its SHA-256 with ours. */
export const uploadPhoto = async (room: { construction_id: number; room_id: number }, photo: NewPhoto): Promise<void> => {
  const sha256 = await sha256Of(photo.file)
  await send(
    'POST /api/constructions/:construction_id/rooms/:room_id/room_images',
    {
      params: room,
      body: { room_image: { uuid: photo.uuid, position: photo.position, timing: photo.timing, sha256: sha256 ?? null, filming_at: null } },
      files: { 'room_image[file]': photo.file },
    },
    { silent: true, errors: 'caller' },
  )
}
