import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { day, instant } from '../http/fields.ts'
import { messageChannels } from '../schedule/channels.ts'
import { ActingFor } from '../access/acting-for-contract.ts'
import { AnsweredBy } from './contract.ts'
import { earlierAnswers } from './earlier.ts'
import { residentLabels } from './labels.ts'
import { canEditResident, isResident } from './policy.ts'

const own = { access: isResident, strategies: ['resident'] } as const

/** A frame that is kept for a dwelling until it answers. */
const Offer = z.object({
  id: z.int(),
  date: day,
  start_at: z.string(),
  end_at: z.string(),
  answer_until: instant,
})
export type EarlierOffer = z.infer<typeof Offer>

const OwnEarlier = z.object({
  /** Days the resident could; null while nothing is wished for. */
  dates: z.array(day).nullable(),
  offer: Offer.nullable(),
  /** Days that can be wished for. */
  wish_days: z.array(day),
  why_no_wish: z.string().nullable(),
  /** A message arrives; else the office tells by telephone or on paper. */
  is_reached: z.boolean(),
})
const Saved = OwnEarlier.extend({ message: z.string() })
const Message = z.object({ message: z.string() })

/** 「より早い枠が空いたら知らせてほしい」 (beyond 7, decision 064). */
export const earlierFrames = contract({
  'GET /api/residents/earlier_wish': { ...own, response: OwnEarlier },
  /** A newer wish takes the place of the one before, which keeps its turn. 422 `no_earlier_wish`. */
  'PUT /api/residents/earlier_wish': {
    ...own,
    labels: residentLabels,
    body: z.strictObject({ dates: z.array(day).min(1, 'を1日以上選択してください').max(400), answered_by: AnsweredBy.optional() }),
    response: Saved,
  },
  'DELETE /api/residents/earlier_wish': { ...own, response: Saved },
  /** `take` moves the room and confirms it there; 409 `offer_ended` once it is kept no more. */
  'POST /api/residents/earlier_offers/:id/answer': {
    ...own,
    labels: residentLabels,
    body: z.strictObject({ answer: z.enum(earlierAnswers), answered_by: AnsweredBy.optional() }),
    response: Saved,
  },

  /** Who wants an earlier frame, in the order of asking, and what is offered to whom. */
  'GET /api/constructions/:construction_id/earlier_wishes': {
    access: canEditResident,
    response: z.object({
      earlier_wishes: z.array(
        z.object({
          room_id: z.int(),
          room_name: z.string(),
          /** The present day of the work. */
          date: day.nullable(),
          dates: z.array(day),
          wished_at: instant,
          /** How they are told; null: by the office, on paper or by telephone. */
          contact: z.enum(messageChannels).nullable(),
          offer: Offer.nullable(),
        }),
      ),
    }),
  },
  /** What can be wished for on the telephone or at the counter. */
  'GET /api/constructions/:construction_id/rooms/:room_id/earlier_wish': {
    access: canEditResident,
    response: OwnEarlier.omit({ offer: true, is_reached: true }),
  },
  /** After a call or on paper; a newer wish takes the place of the one before, which keeps its turn. 422 `no_earlier_wish`. */
  'PUT /api/constructions/:construction_id/rooms/:room_id/earlier_wish': {
    access: canEditResident,
    labels: residentLabels,
    body: z.strictObject({ dates: z.array(day).min(1, 'を1日以上選択してください').max(400), acting_for: ActingFor.optional() }),
    response: Message,
  },
  /** The frame is free again; whoever wished goes on waiting for another. */
  'DELETE /api/constructions/:construction_id/rooms/:room_id/earlier_offer': { access: canEditResident, response: Message },
  'DELETE /api/constructions/:construction_id/rooms/:room_id/earlier_wish': {
    access: canEditResident,
    labels: residentLabels,
    body: z.strictObject({ acting_for: ActingFor.optional() }),
    response: Message,
  },
})
