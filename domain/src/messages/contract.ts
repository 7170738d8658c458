import { z } from 'zod'
import { anyone } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { day, id, instant, listQuery, query } from '../http/fields.ts'
import { messageSorts, messageStates, transports } from './labels.ts'
import { canReadMessages, canResendMessages } from './policy.ts'

const Message = z.object({
  id: z.int(),
  created_at: instant,
  /** One of `messageKinds`, or what a later version wrote. */
  kind: z.string(),
  transport: z.enum(transports),
  state: z.enum(messageStates),
  /** Who took it; null while nobody has. */
  carrier: z.string().nullable(),
  recipients: z.array(z.string()),
  /** Whom it reaches: the resident of the room, or our own people and contractors. */
  to_resident: z.boolean(),
  resident_name: z.string().nullable(),
  room: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** The subject, or the beginning of a short message; empty where it held a secret or was erased. */
  summary: z.string(),
  attempts: z.int(),
  /** When it is tried again, or for the first time; only while it waits. */
  next_attempt_at: instant.nullable(),
  /** When it reached this state; null while it waits. */
  settled_at: instant.nullable(),
  /** Why it failed, or why the last try did, in a sentence; and what the carrier said. */
  reason: z.string().nullable(),
  failure_code: z.string().nullable(),
  /** Why it cannot be sent again; null when it can. */
  why_not_resend: z.string().nullable(),
  why_not_on_paper: z.string().nullable(),
  /** Why there is no paper of it to print (orders, field-use R9); null when there is. */
  why_not_print: z.string().nullable(),
})
export type Message = z.infer<typeof Message>

const Reply = z.object({
  id: z.int(),
  phone: z.string(),
  body: z.string(),
  room: z.object({ id: z.int(), name: z.string() }).nullable(),
  received_at: instant,
})

const Counts = z.object(
  Object.fromEntries(messageStates.map(state => [state, z.int()])) as Record<(typeof messageStates)[number], z.ZodInt>,
)

const filters = {
  message: z
    .strictObject({
      state: z.array(z.enum(messageStates)),
      transport: z.enum(transports),
      from: day,
      to: day,
      /** Part of a room's number, an address, a name or a subject. */
      keyword: query.text,
    })
    .partial()
    .optional(),
}

const Chosen = z.strictObject({ message_ids: z.array(id).min(1).max(500) })
const Done = z.object({ message: z.string(), count: z.int() })

/** Somebody outside knocks: what opens is the signature over address and fields. */
const fromCarrier = { access: anyone, scope: 'platform', strategies: [], rawBody: true, response: z.never() } as const

/** What became of the messages of a construction, and what their carriers tell (D-35). */
export const messages = contract({
  /** 送信状況: newest first unless sorted; `counts` are of the whole construction, whatever is filtered. */
  'GET /api/constructions/:construction_id/messages': {
    access: canReadMessages,
    query: listQuery(['id', ...messageSorts], filters),
    response: z.object({
      messages: z.array(Message),
      total_count: z.int().optional(),
      counts: Counts,
      /** What residents answered by short message, newest first, at most fifty. */
      replies: z.array(Reply),
      /** Whether short messages are sent at all. */
      sms: z.boolean(),
    }),
  },
  /** Sends again what was given up; 422 `not_resendable` names the first that cannot be, and none is sent. */
  'POST /api/constructions/:construction_id/messages/resend': { access: canResendMessages, body: Chosen, response: Done },
  /** The rooms of what was given up are told on paper: they are among those of `only: 'paper'`; 422 `not_for_paper`. */
  'POST /api/constructions/:construction_id/messages/paper': { access: canResendMessages, body: Chosen, response: Done },
  /** Twilio's delivery report of one try of a message; 403 without its signature, 204 also for what was heard before. */
  'POST /api/messages/twilio/reports/:client_id/:message_id/:attempt': fromCarrier,
  /** A short message to our number: stop, start, or words for the office. The answer is TwiML and says nothing. */
  'POST /api/messages/twilio/replies': fromCarrier,
})
