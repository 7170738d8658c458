import { z } from 'zod'
import { anyone } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { day, flag, instant, optional, optionalText } from '../http/fields.ts'
import { photoLabels, photoTimings, signboardLabels } from './labels.ts'
import { canReadPhotos, canSetSignboards, canTakePhotos } from './policy.ts'
import { mostOfLine } from './signboard.ts'
import { signboardCorners } from './signboard-layout.ts'

const SignboardTexts = z.object({
  hidden: z.boolean(),
  work_kind: z.string().nullable(),
  place: z.string().nullable(),
  note: z.string().nullable(),
  /** As it is drawn, top to bottom. */
  lines: z.array(z.object({ label: z.string(), value: z.string() })),
})

const Photo = z.object({
  uuid: z.string(),
  position: z.string(),
  place_name: z.string(),
  timing: z.enum(photoTimings),
  filming_at: instant,
  /** The device's clock was off: what it said itself, and when the photo arrived. Null where it was right. */
  wrong_clock: z.object({ device_at: instant, received_at: instant }).nullable(),
  /** What stood there before somebody corrected the day, and why. */
  date_corrected: z.object({ before: instant, reason: z.string() }).nullable(),
  sha256: z.string(),
  /** The original for the staff, who alone may hear where it was taken; the view for everybody else (D-05). */
  file_url: z.string(),
  /** What every browser can show: upright, without EXIF. */
  view_url: z.string(),
  /** Of the original. */
  content_type: z.string(),
  /** The view with the electronic signboard; null where none is shown. */
  signboard_url: z.string().nullable(),
  /** What its board says, and what of that otherwise than those of its construction. */
  signboard: SignboardTexts,
  thumbnail_url: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  uploaded_by: z.string().nullable(),
  can_delete: z.boolean(),
  can_edit_signboard: z.boolean(),
})
export type Photo = z.infer<typeof Photo>

export const PhotoForm = z.strictObject({
  /** The device's own, so that a repeated upload is the same photo (D-05); who sends none gets a new photo each time. */
  uuid: optional(z.uuid()),
  position: z.string().max(40),
  timing: z.enum(photoTimings),
  filming_at: optional(instant),
  /** When the device took the file in, by its own clock: counts where neither the request nor the file says when it was taken. */
  taken_in_at: optional(instant),
  sha256: optional(z.string().regex(/^[0-9a-f]{64}$/)),
  /** The photo itself: a part of the multipart body, never text. */
  file: z.custom<File>(() => false, 'を選択してください').optional(),
})
export type PhotoForm = z.infer<typeof PhotoForm>

const SignboardForm = z.strictObject({
  /** Whether this photo goes without one. */
  hidden: flag,
  /** Instead of what the construction says of all its photos. */
  work_kind: optionalText(mostOfLine),
  /** Instead of the name of the place to photograph. */
  place: optionalText(mostOfLine),
  note: optionalText(mostOfLine),
  /** The day on which it was taken, where that is another one than the photo says; the photo itself stays as it is. */
  date: day.optional(),
  /** Required with another day; what stood there before stays beside it. */
  date_reason: optionalText(200),
})
export type SignboardForm = z.infer<typeof SignboardForm>

const Signboard = z.object({
  ...SignboardTexts.shape,
  picture_url: z.string().nullable(),
})
export type Signboard = z.infer<typeof Signboard>
const SignboardAnswer = z.object({ signboard: Signboard })
const changeSignboard = {
  access: canTakePhotos,
  body: z.strictObject({ signboard: SignboardForm }),
  labels: signboardLabels,
  response: z.object({ message: z.string(), signboard: Signboard }),
} as const

const SignboardSettings = z.object({
  use_electronic_signboard: z.boolean(),
  /** Set with the construction, as whose name stands on it. */
  electronic_signboard_type: z.enum(['board', 'header', 'footer']),
  corner: z.enum(signboardCorners),
  work_kind: z.string().nullable(),
  /** What else stands on all of them, for the camera that shows one before the photo is taken. */
  construction_name: z.string().nullable(),
  contractor_name: z.string().nullable(),
})
export type SignboardSettings = z.infer<typeof SignboardSettings>
const SignboardSettingsForm = z.strictObject({ corner: z.enum(signboardCorners), work_kind: optionalText(mostOfLine) })
export type SignboardSettingsForm = z.infer<typeof SignboardSettingsForm>

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

  /** What stands on the board of a photo (feature 18); the original is never drawn on. */
  'GET /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid/signboard': {
    access: canReadPhotos,
    response: SignboardAnswer,
  },
  'PATCH /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid/signboard': changeSignboard,
  'GET /api/constructions/:construction_id/common_area_images/:image_uuid/signboard': { access: canReadPhotos, response: SignboardAnswer },
  'PATCH /api/constructions/:construction_id/common_area_images/:image_uuid/signboard': changeSignboard,
  /** What all boards of a construction have in common. */
  'GET /api/constructions/:construction_id/signboard': { access: canReadPhotos, response: z.object({ signboard: SignboardSettings }) },
  'PATCH /api/constructions/:construction_id/signboard': {
    access: canSetSignboards,
    body: z.strictObject({ signboard: SignboardSettingsForm }),
    labels: signboardLabels,
    response: z.object({ message: z.string(), signboard: SignboardSettings }),
  },
  /** The view with its board, by a link that works for ten minutes without headers (G-API-11); drawn when it is not at hand. */
  'GET /api/signboards/:signed': { access: anyone, scope: 'platform', ownTransactions: true, response: z.never() },
})
