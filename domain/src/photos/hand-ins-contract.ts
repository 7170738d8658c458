import { z } from 'zod'
import { id } from '../http/fields.ts'
import { only } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { PhotoForm } from './contract.ts'
import { handInLabels, photoLabels } from './labels.ts'

/** `open`: what lies on the phone may be handed in; `signed_in`: the account goes on, and its own session sends; `over`: nothing opens. */
export const handInStates = ['open', 'signed_in', 'over'] as const

/** What a phone got for one account while that was signed in; nobody else has any. */
const ticket = z.string().max(200)

/** The ticket travels as `authorization: HandIn …`, for a multipart body is read after it. No session counts, and none is needed. */
const handIn = {
  access: only('guest'),
  scope: 'platform',
  strategies: [],
  upload: true,
  ownTransactions: true,
  labels: photoLabels,
  status: 201,
} as const
/** What a phone asks of its ticket or tells it, without a session. */
const ofTicket = {
  access: only('guest'),
  scope: 'platform',
  strategies: [],
  ownTransactions: true,
  labels: handInLabels,
  body: z.strictObject({ ticket }),
} as const
const HandedIn = z.object({ uuid: z.string(), sha256: z.string() })

/** Photos that lay on a phone when an account, or its right to a construction, ended (decision 087). */
export const handIns = contract({
  /** A ticket for this phone, or its own renewed: from now on it knows the constructions that the craftsman reaches now. */
  'POST /api/hand_in_tickets': {
    access: only('craftsman'),
    labels: handInLabels,
    body: z.strictObject({ ticket: ticket.nullable() }),
    response: z.object({ ticket: z.string() }),
  },
  'POST /api/hand_ins/state': {
    ...ofTicket,
    response: z.object({
      state: z.enum(handInStates),
      /** Whether the account itself has ended, and not only its right to these constructions. */
      account_ended: z.boolean(),
      construction_ids: z.array(id),
    }),
  },
  'POST /api/hand_ins/constructions/:construction_id/rooms/:room_id/room_images': {
    ...handIn,
    body: z.strictObject({ room_image: PhotoForm }),
    response: z.object({ message: z.string(), room_image: HandedIn }),
  },
  'POST /api/hand_ins/constructions/:construction_id/common_area_images': {
    ...handIn,
    body: z.strictObject({ common_area_image: PhotoForm }),
    response: z.object({ message: z.string(), common_area_image: HandedIn }),
  },
  /** Everything was handed in: the ticket is used up. Where its account goes on, nothing happens. */
  'POST /api/hand_ins/end': {
    ...ofTicket,
    response: z.object({ message: z.string() }),
  },
})
