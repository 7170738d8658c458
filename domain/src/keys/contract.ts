import { z } from 'zod'
import { isWorker } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { id, instant, optional, optionalMultilineText, text } from '../http/fields.ts'
import { keyLabels } from './labels.ts'
import { canKeepKeys } from './policy.ts'

/** One custody of a dwelling's key: from whom it came, who has it, to whom it went back (feature 11). */
const KeyCustody = z.object({
  id: z.int(),
  received_at: instant,
  received_from: z.string(),
  received_by: z.string().nullable(),
  /** Who carries it now; null: the office keeps it, or it is returned. */
  lent_to: z.object({ id: z.int(), name: z.string() }).nullable(),
  lent_at: instant.nullable(),
  returned_at: instant.nullable(),
  returned_to: z.string().nullable(),
  returned_by: z.string().nullable(),
  note: z.string().nullable(),
  /** Signatures and photos, signed addresses of ten minutes. */
  received_signature_url: z.string().nullable(),
  received_photo_url: z.string().nullable(),
  returned_signature_url: z.string().nullable(),
  returned_photo_url: z.string().nullable(),
})
export type KeyCustody = z.infer<typeof KeyCustody>

const Saved = z.object({ message: z.string(), key_custody: KeyCustody })
/** A PNG of the drawing as a data URL. */
const signatureBytes = 420_000
/** What goes with either hand-over. */
const proof = {
  signature: z.string().max(signatureBytes),
  /** When it changed hands by the device's clock, where that was not now: there was no network (decision 087). */
  handed_at: optional(instant),
  /** Of the photo, in hex: a device says what it sent. */
  sha256: optional(z.string().regex(/^[0-9a-f]{64}$/)),
}
const giveBack = {
  access: canKeepKeys,
  upload: { fieldBytes: { 'key_custody[signature]': signatureBytes } },
  ownTransactions: true,
  labels: keyLabels,
  body: z.strictObject({ key_custody: z.strictObject({ returned_to: text(100), ...proof }) }),
  response: Saved,
} as const

export const keys = contract({
  'GET /api/constructions/:construction_id/rooms/:room_id/keys': {
    access: isWorker,
    response: z.object({
      /** The household chose 鍵預かり. */
      wanted: z.boolean(),
      /** Where and when keys are taken and given back, as the residents read it. */
      handover: z.string(),
      key_custodies: z.array(KeyCustody),
      /** Craftsmen of the construction, who may carry the key. */
      craftsmans: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  },
  /** Takes a key: signature of whoever gives it, and a photo as `key_custody[photo]`. 409 `key_is_here` while one is not returned. */
  'POST /api/constructions/:construction_id/rooms/:room_id/keys': {
    access: canKeepKeys,
    upload: { fieldBytes: { 'key_custody[signature]': signatureBytes } },
    ownTransactions: true,
    status: 201,
    labels: keyLabels,
    body: z.strictObject({ key_custody: z.strictObject({ received_from: text(100), ...proof, note: optionalMultilineText(500) }) }),
    response: Saved,
  },
  /**
   * Lends the key to a craftsman of the construction, or takes it back into the office (null). A craftsman says so of a key that he
   * carries, of any other 422 `not_in_your_hand` (`whyNotHand`); so with giving it back.
   */
  'PATCH /api/constructions/:construction_id/rooms/:room_id/keys/:id': {
    access: canKeepKeys,
    labels: keyLabels,
    body: z.strictObject({ key_custody: z.strictObject({ lent_to_user_id: id.nullable() }) }),
    response: Saved,
  },
  /** Gives the key back, again with signature and photo; the room can be closed from then on. */
  'POST /api/constructions/:construction_id/rooms/:room_id/keys/:id/return': giveBack,
  /** The same of the one key that is out: who took it without a network does not know its number yet. 404 where none is out. */
  'POST /api/constructions/:construction_id/rooms/:room_id/keys/return': giveBack,
})
