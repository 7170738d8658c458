import { z } from 'zod'
import { changes, email, kana, optional, optionalMultilineText, optionalText, phone } from '../../http/fields.ts'
import { normaliseZipcode } from '../../text/zipcode.ts'
import { contactOutcomes, occupancies, openers } from './occupancy.ts'

/** Who is in the dwelling, what came of trying to reach them, and who opens (D-37). */
export const RoomOccupancy = z.object({
  occupancy: z.enum(occupancies),
  contact_outcome: z.enum(contactOutcomes).nullable(),
  /** The office's alone. */
  outcome_note: z.string().nullable(),
  opener: z.enum(openers).nullable(),
  opener_note: z.string().nullable(),
  /** Living elsewhere; the office's alone. */
  owner: z
    .object({
      name: z.string(),
      name_kana: z.string().nullable(),
      zipcode: z.string().nullable(),
      address: z.string().nullable(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
    })
    .nullable(),
})
export type RoomOccupancy = z.infer<typeof RoomOccupancy>

const zipcode = z
  .string()
  .transform(value => normaliseZipcode(value) ?? value)
  .pipe(z.string().regex(/^\d{7}$/, 'は7桁の数字で入力してください'))

/** What is sent is changed; 422 under `outcome_note` for 入室辞退 without a reason, under `owner_name` for an owner without a name. */
export const OccupancyForm = changes({
  occupancy: z.enum(occupancies),
  contact_outcome: optional(z.enum(contactOutcomes)),
  outcome_note: optionalMultilineText(500),
  opener: optional(z.enum(openers)),
  opener_note: optionalMultilineText(500),
  owner_name: optionalText(100),
  owner_name_kana: optional(kana(100)),
  owner_zipcode: optional(zipcode),
  owner_address: optionalText(200),
  owner_phone: optional(phone),
  owner_email: optional(email),
  /** The version of the room that was read: 409 when it is another one by now. */
  lock_version: z.int(),
})
export type OccupancyForm = z.infer<typeof OccupancyForm>
