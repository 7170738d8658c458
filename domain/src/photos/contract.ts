import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { instant, optional } from '../http/fields.ts'
import { photoLabels, photoTimings } from './labels.ts'
import { canReadPhotos, canTakePhotos } from './policy.ts'

const Photo = z.object({
  uuid: z.string(),
  position: z.string(),
  place_name: z.string(),
  timing: z.enum(photoTimings),
  filming_at: instant,
  sha256: z.string(),
  /** The original for the staff, who alone may hear where it was taken; the view for everybody else (D-05). */
  file_url: z.string(),
  /** What every browser can show: upright, without EXIF. */
  view_url: z.string(),
  /** Of the original. */
  content_type: z.string(),
  thumbnail_url: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  uploaded_by: z.string().nullable(),
  can_delete: z.boolean(),
})
export type Photo = z.infer<typeof Photo>

const PhotoForm = z.strictObject({
  /** The device's own, so that a repeated upload is the same photo (D-05); who sends none gets a new photo each time. */
  uuid: optional(z.uuid()),
  position: z.string().max(40),
  timing: z.enum(photoTimings),
  filming_at: optional(instant),
  sha256: optional(z.string().regex(/^[0-9a-f]{64}$/)),
  /** The photo itself: a part of the multipart body, never text. */
  file: z.custom<File>(() => false, 'を選択してください').optional(),
})
export type PhotoForm = z.infer<typeof PhotoForm>

const take = { access: canTakePhotos, upload: true, ownTransactions: true, labels: photoLabels, status: 201 } as const
const Message = z.object({ message: z.string() })

export const photos = contract({
  'GET /api/constructions/:construction_id/rooms/:room_id/room_images': {
    access: canReadPhotos,
    response: z.object({ room_images: z.array(Photo) }),
  },
  /** The file as the device made it (D-05). */
  'POST /api/constructions/:construction_id/rooms/:room_id/room_images': {
    ...take,
    body: z.strictObject({ room_image: PhotoForm }),
    response: z.object({ message: z.string(), room_image: Photo }),
  },
  'DELETE /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid': { access: canTakePhotos, response: Message },

  /** Photos of the common area, those of places that are no longer asked for among them (G-PHO-11). */
  'GET /api/constructions/:construction_id/common_area_images': {
    access: canReadPhotos,
    query: z.strictObject({ timing: z.enum(photoTimings).optional() }),
    response: z.object({ common_area_images: z.array(Photo) }),
  },
  'POST /api/constructions/:construction_id/common_area_images': {
    ...take,
    body: z.strictObject({ common_area_image: PhotoForm }),
    response: z.object({ message: z.string(), common_area_image: Photo }),
  },
  'DELETE /api/constructions/:construction_id/common_area_images/:image_uuid': { access: canTakePhotos, response: Message },
})
