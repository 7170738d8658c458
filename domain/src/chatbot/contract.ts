import { z } from 'zod'
import { anyone, isOffice, isStaff } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { instant, multilineText, query } from '../http/fields.ts'
import { isResident } from '../residents/policy.ts'
import { chatbotLabels } from './labels.ts'

/** Where in the resident's pages the thing itself is, or can be changed. */
const pages = ['top', 'date', 'presence', 'options', 'orders', 'documents', 'equipments', 'edit'] as const
export type PageOfAnswer = (typeof pages)[number]

const message = multilineText(500)
const session_id = z.guid('の形式が正しくありません')

const Reply = z.object({
  answer: z.string(),
  /** Whence the answer is: お部屋の日程より. Null where it is none. */
  source: z.string().nullable(),
  page: z.enum(pages).nullable(),
  /** Questions that can be asked next, each with a tap. */
  suggestions: z.array(z.string()),
  /** A person has to answer: the question is written down for whoever takes the call. */
  handed_over: z.boolean(),
  emergency: z.boolean(),
})
export type Reply = z.infer<typeof Reply>

const History = z.object({
  id: z.int(),
  question: z.string(),
  answer: z.string(),
  source: z.string().nullable(),
  page: z.enum(pages).nullable(),
  handed_over: z.boolean(),
  created_at: instant,
})

const own = { access: isResident, strategies: ['resident'] } as const

/** The residents' chatbot (G-CHAT-01 to -05, decision 045). */
export const chatbot = contract({
  /** Opens a conversation: its id is all that the gateway is told. It ends with the sign-in, or after twelve hours. 403 for a client without. */
  'POST /api/chatbot_sessions': {
    ...own,
    status: 201,
    response: z.object({
      chatbot_session: z.object({
        session_id: z.string(),
        expires_at: instant,
        /** Whom to call, and when; beside every answer that is none. */
        phone: z.string(),
        hours: z.string(),
        /** For how many days a conversation is kept. */
        kept_days: z.int(),
      }),
    }),
  },
  /**
   * The gateway (G-CHAT-04): no token is sent to it, the session's id alone says whose dwelling it is. The server keeps the exchange.
   * 422 `chatbot_session_ended` for an id that opens nothing (any more); 502 when an outside gateway does not answer.
   */
  'POST /gateway/chatbot/messages': {
    access: anyone,
    scope: 'platform',
    strategies: [],
    ownTransactions: true,
    labels: chatbotLabels,
    body: z.strictObject({ session_id, message }),
    response: Reply,
  },
  /** What was said in a conversation that the gateway did not answer itself (G-CHAT-05): its question reaches the operator all the same. */
  'POST /api/chatbot_histories': {
    ...own,
    scope: 'platform',
    ownTransactions: true,
    status: 201,
    labels: chatbotLabels,
    body: z.strictObject({ chatbot_history: z.strictObject({ question: message, answer: multilineText(2000), session_id }) }),
    response: z.object({ chatbot_history: History }),
  },
  /** The own conversation, oldest first. */
  'GET /api/chatbot_histories': {
    ...own,
    scope: 'platform',
    ownTransactions: true,
    query: z.strictObject({ session_id }),
    response: z.object({ chatbot_histories: z.array(History) }),
  },
  /**
   * The desk has answered what a conversation left to a person, up to this history of it: it goes from the head of the dwelling and stays among
   * its events. 422 `chatbot_settled` when somebody did already.
   */
  'POST /api/constructions/:construction_id/rooms/:room_id/chatbot_settlements': {
    access: isOffice,
    status: 201,
    body: z.strictObject({ chatbot_settlement: z.strictObject({ history_id: query.id }) }),
    response: z.object({ message: z.string() }),
  },
  /** Takes that back, within ten minutes: a press too many. `:id` is the history's. 422 `chatbot_not_settled` when there is nothing to take back. */
  'DELETE /api/constructions/:construction_id/rooms/:room_id/chatbot_settlements/:id': {
    access: isOffice,
    response: z.object({ message: z.string() }),
  },
  /** What a resident would be answered by the client's frequent questions: for whoever writes them. Nothing is kept. */
  'POST /api/chatbot_previews': {
    access: isStaff,
    labels: chatbotLabels,
    body: z.strictObject({ message }),
    response: z.object({
      chatbot_preview: z.object({
        /** `data`: the dwelling's own data answers; `faq`: a frequent question; `choice`: several are as near; `handover`: nobody but a person. */
        by: z.enum(['data', 'faq', 'choice', 'handover', 'emergency']),
        answer: z.string().nullable(),
        source: z.string().nullable(),
        /** What it was taken for, as the questions it would be offered as. */
        taken_for: z.array(z.string()),
      }),
    }),
  },
})
