import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { instant } from '../http/fields.ts'
import { photoTimings } from '../photos/labels.ts'
import { canReadPhotos } from '../photos/policy.ts'
import { DrawnPage, Job } from '../printing/contract.ts'
import { ledgerOrders, ledgerOrientations, photosPerPage } from './ledger-choices.ts'
import { canMakePhotoLedgers } from './policy.ts'

const Choices = {
  order: z.enum(ledgerOrders),
  per_page: z.literal(photosPerPage),
  orientation: z.enum(ledgerOrientations),
  with_signboard: z.boolean(),
  beside: z.boolean(),
  cover: z.boolean(),
}

const asked = {
  order: Choices.order.default('room'),
  per_page: Choices.per_page.default(3),
  orientation: Choices.orientation.default('portrait'),
  with_signboard: Choices.with_signboard.default(true),
  beside: Choices.beside.default(false),
  cover: Choices.cover.default(true),
  left_out: z.array(z.uuid()).max(20_000).default([]),
}

/** How a ledger was made. */
export const KeptChoices = z.object({ ...Choices, left_out: z.array(z.string()) })
const formats = ['pdf', 'xlsx'] as const

const LedgerPhoto = z.object({
  uuid: z.string(),
  /** Null: of the common area. */
  room: z.object({ id: z.int(), name: z.string() }).nullable(),
  room_position: z.int(),
  place_name: z.string(),
  place_position: z.int(),
  timing: z.enum(photoTimings),
  /** The stages of the work that its place asks for. */
  asked: z.array(z.enum(photoTimings)).readonly(),
  filming_at: instant,
  thumbnail_url: z.string().nullable(),
  view_url: z.string(),
})

export const photoLedgers = contract({
  /** What a photo ledger (工事写真台帳) of now would hold, how it was made last, and the file itself while it is kept. */
  'GET /api/constructions/:construction_id/photo_ledger': {
    access: canReadPhotos,
    response: z.object({
      photos: z.array(LedgerPhoto),
      choices: KeptChoices,
      last: z
        .object({
          url: z.string(),
          file_name: z.string(),
          made_at: instant,
          photos: z.int(),
          pages: z.int(),
        })
        .nullable(),
      /** What the caller asked for last in each format, and how that was chosen: a page that is loaded anew goes on showing it. */
      jobs: z.array(z.object({ format: z.enum(formats), choices: KeptChoices, job: Job })),
    }),
  },
  /**
   * Makes it as a PDF, or as a workbook with the pictures in it (at most 500, 422 `too_many_photos`), of all photos that are not hidden and
   * not left out; 422 `no_photos` when there is none. What was chosen is kept for the next time; asking leaves an event.
   */
  'POST /api/constructions/:construction_id/photo_ledger': {
    access: canMakePhotoLedgers,
    body: z.strictObject({ ...asked, format: z.enum(formats).default('pdf') }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /**
   * A page of the PDF that these choices would make now, drawn alone; keeps nothing. 404 `no_such_page` beyond the last one, 422 where
   * no ledger could be made of them.
   */
  'POST /api/constructions/:construction_id/photo_ledger/preview': {
    access: canReadPhotos,
    ownTransactions: true,
    body: z.strictObject({ ...asked, page: z.int().min(1).default(1) }),
    response: DrawnPage,
  },
})
