import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { instant, optional } from '../http/fields.ts'
import { photoLabels, photoTimings } from './labels.ts'
import { canReadPhotos, canTakePhotos } from './policy.ts'

const RoomImage = z.object({
  uuid: z.string(),
  position: z.string(),
  place_name: z.string(),
  timing: z.enum(photoTimings),
  filming_at: instant,
  sha256: z.string(),
  file_url: z.string(),
  thumbnail_url: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  uploaded_by: z.string().nullable(),
  can_delete: z.boolean(),
})
export type RoomImage = z.infer<typeof RoomImage>

export const photos = contract({
  'GET /api/constructions/:construction_id/rooms/:room_id/room_images': {
    access: canReadPhotos,
    response: z.object({ room_images: z.array(RoomImage) }),
  },
  /** The file as the device made it; its uuid is the device's, so a repeated upload is the same photo (D-05). */
  'POST /api/constructions/:construction_id/rooms/:room_id/room_images': {
    access: canTakePhotos,
    upload: true,
    labels: photoLabels,
    body: z.strictObject({
      room_image: z.strictObject({
        uuid: z.uuid(),
        position: z.string().max(40),
        timing: z.enum(photoTimings),
        filming_at: optional(instant),
        sha256: optional(z.string().regex(/^[0-9a-f]{64}$/)),
        /** The photo itself: a part of the multipart body, never text. */
        file: z.custom<File>(() => false, 'を選択してください').optional(),
      }),
    }),
    status: 201,
    response: z.object({ message: z.string(), room_image: RoomImage }),
  },
  'DELETE /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid': {
    access: canTakePhotos,
    response: z.object({ message: z.string() }),
  },
})
