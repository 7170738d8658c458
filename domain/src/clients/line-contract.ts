import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { flag, instant, text } from '../http/fields.ts'
import { lineLabels } from './labels.ts'
import { canChangeSettings } from './policy.ts'

/** What opens the account is written and never read: it is only said that it is there. */
const LineSettings = z.object({
  is_set_up: z.boolean(),
  /** The account's own name, and its id with @, as LINE said them last; null until the connection was checked. */
  display_name: z.string().nullable(),
  basic_id: z.string().nullable(),
  /** Null: the connection was not checked since the token was saved. */
  checked_at: instant.nullable(),
  is_on: z.boolean(),
  /** What is entered as Webhook URL at LINE. */
  webhook_url: z.string(),
  /** Residents whose messages come by LINE. */
  linked_count: z.int(),
})
export type LineSettings = z.infer<typeof LineSettings>
const Saved = z.object({ message: z.string(), line: LineSettings })

/** A line without blanks, as LINE gives it out. */
const credential = (max: number) => text(max).regex(/^\S+$/, 'の形式が正しくありません')

/** The LINE official account by which a client writes to its residents (decision 099). */
export const clientLine = contract({
  'GET /api/settings/line': { access: canChangeSettings, response: z.object({ line: LineSettings }) },
  /** Both credentials at first, later what changes. Another token has to be checked before it is used. 422 `line_unchecked`. */
  'PATCH /api/settings/line': {
    access: canChangeSettings,
    labels: lineLabels,
    body: z.strictObject({
      line: z.strictObject({
        channel_access_token: credential(1_000).optional(),
        channel_secret: credential(100).optional(),
        is_on: flag.optional(),
      }),
    }),
    response: Saved,
  },
  /** Asks LINE whose token it is. Of another account than before, all links end. 422 `no_line_channel`, `line_refused`, `line_unreachable`. */
  'POST /api/settings/line/check': { access: canChangeSettings, ownTransactions: true, response: Saved },
  /** Forgets the account, and every link to it. */
  'DELETE /api/settings/line': { access: canChangeSettings, response: Saved },
})
