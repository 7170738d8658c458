import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { day, flag, id, optional, optionalText, query } from '../http/fields.ts'
import { photoTimings } from '../photos/labels.ts'
import { Job } from '../printing/contract.ts'
import { mostPhotos, mostRooms } from './archive-limits.ts'
import { majorCategoryChoices, photoCategoryChoices } from './delivery-edition.ts'
import { archiveKinds, archiveLabels, deliveryLabels, otherFormats } from './labels.ts'
import { canArchivePhotos, canSetDeliveries } from './policy.ts'

const areas = ['all', 'rooms', 'common'] as const

/** Which photos of a construction; all that are not hidden where nothing is said. */
const selection = {
  area: z.enum(areas).default('all'),
  timing: optional(z.enum(photoTimings)),
  /** Days in Tokyo, both included. */
  filmed_from: optional(day),
  filmed_to: optional(day),
}

const inList = (choices: readonly string[]) => z.string().refine(text => choices.includes(text), 'は一覧にありません')

const DeliverySettings = z.object({
  major_category: z.string(),
  before_category: z.string(),
  under_category: z.string(),
  after_category: z.string(),
  work_type: z.string().nullable(),
  work_kind: z.string().nullable(),
  work_detail: z.string().nullable(),
  media_number: z.int(),
  other_formats: z.enum(otherFormats),
  after_is_representative: z.boolean(),
})
const DeliverySettingsForm = z.strictObject({
  major_category: inList(majorCategoryChoices),
  before_category: inList(photoCategoryChoices),
  under_category: inList(photoCategoryChoices),
  after_category: inList(photoCategoryChoices),
  work_type: optionalText(127),
  work_kind: optionalText(127),
  work_detail: optionalText(127),
  media_number: z.int().min(1).max(99_999_999),
  other_formats: z.enum(otherFormats),
  after_is_representative: flag,
})
export type DeliverySettingsForm = z.infer<typeof DeliverySettingsForm>

const Violation = z.object({ level: z.enum(['fault', 'advice']), photo: z.string().nullable(), field: z.string(), text: z.string() })

/** What the form would be, before it is made. */
const DeliveryCheck = z.object({
  edition: z.string(),
  /** The description of the XML that the standard names; `present` where the installation has put it in. */
  dtd: z.object({ name: z.string(), present: z.boolean() }),
  /** Photos that go in: as they came, and as copies. */
  photos: z.int(),
  copies: z.int(),
  /** Photos that the form does not take, by what they are. */
  not_deliverable: z.array(z.object({ content_type: z.string(), photos: z.int() })),
  /** The first of them; how many there are in all. */
  violations: z.array(Violation),
  faults: z.int(),
  advices: z.int(),
  /** Characters that the standard does not take, what stands for each, and in how many photos. */
  replaced: z.array(z.object({ from: z.string(), to: z.string(), photos: z.int() })),
  /** Attached files of the construction that can go along as 参考図. */
  drawings: z.array(z.object({ id: z.int(), title: z.string() })),
})
export type DeliveryCheck = z.infer<typeof DeliveryCheck>

const ArchiveForm = z.strictObject({
  kind: z.enum(archiveKinds),
  ...selection,
  /** Only photos of these rooms. */
  room_ids: z.array(id).min(1).max(mostRooms).optional(),
  /** Only these photos. */
  uuids: z.array(z.uuid()).min(1).max(mostPhotos).optional(),
  /** Attached JPEG files of the construction that go along as 参考図; of a delivery only. */
  drawing_ids: z.array(id).max(50).default([]),
  /** That whoever asks for originals was told that places and times are inside. */
  places_confirmed: flag.default(false),
})
export type ArchiveForm = z.infer<typeof ArchiveForm>

const deliveryAnswer = z.object({ photo_delivery: DeliverySettings })

export const photoArchives = contract({
  /** What would go into a zip, and for a delivery every rule that it would break; nothing is made of it. 403 where the kind is not the caller's. */
  'GET /api/constructions/:construction_id/photo_archives/check': {
    access: canArchivePhotos,
    labels: archiveLabels,
    // Thousands of texts are gone through: nothing of the database is held meanwhile.
    ownTransactions: true,
    query: z.strictObject({
      kind: z.enum(archiveKinds).default('boarded'),
      ...selection,
      room_ids: z.array(query.id).min(1).max(mostRooms).optional(),
      drawing_ids: z.array(query.id).max(50).optional(),
    }),
    response: z.object({
      photo_archive: z.object({
        photos: z.int(),
        byte_size: z.int(),
        /** Why nothing can be made of these, how to divide among it; null where it can. */
        why_not: z.string().nullable(),
        delivery: DeliveryCheck.nullable(),
      }),
    }),
  },
  /**
   * Photos as a zip with an index (csv), made as a job. Originals and deliveries for roles 1 to 3, boarded pictures for assigned craftsmen
   * too (403 `forbidden`). 422 `places_not_confirmed` where GPS would leave unsaid, `no_photos`, `too_many_photos`, `delivery_faults`.
   * Whoever asks again of the same construction while their zip is being made gets that one. 507 `storage_full` where the disk would be.
   */
  'POST /api/constructions/:construction_id/photo_archives': {
    access: canArchivePhotos,
    ownTransactions: true,
    labels: archiveLabels,
    body: z.strictObject({ photo_archive: ArchiveForm }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /** What the form of デジタル写真管理情報基準 says of the photos of a construction. */
  'GET /api/constructions/:construction_id/photo_delivery': { access: canSetDeliveries, response: deliveryAnswer },
  'PATCH /api/constructions/:construction_id/photo_delivery': {
    access: canSetDeliveries,
    body: z.strictObject({ photo_delivery: DeliverySettingsForm }),
    labels: deliveryLabels,
    response: z.object({ message: z.string(), photo_delivery: DeliverySettings }),
  },
})
