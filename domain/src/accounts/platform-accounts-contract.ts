import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { changes, email, instant, listQuery, optional, phone, query, text } from '../http/fields.ts'
import { loginId, waitingAddress } from './contract.ts'
import { accountLabels as labels } from './labels.ts'
import { canKeepPlatformAccounts as access } from './platform-accounts-policy.ts'

/** An admin or operator, as admins keep them (G-ADM-09). */
const PlatformAccount = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  ...waitingAddress,
  /** Whether the person has come; until then the account is an invitation. */
  is_opened: z.boolean(),
  phone: z.string().nullable(),
  login_id: z.string(),
  second_factor_enabled: z.boolean(),
  /** Until when wrong guesses keep the person out; null where they do not. */
  locked_until: instant.nullable(),
  /** Somebody else may end the lock: of wrong second factors alone nobody may. */
  lock_liftable: z.boolean(),
  last_sign_in_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
})
export type PlatformAccount = z.infer<typeof PlatformAccount>

const details = { name: text(100), email, phone: optional(phone), login_id: loginId }
const form = z.strictObject(details)
const change = changes(details)
const sortable = ['id', 'name', 'email', 'login_id', 'last_sign_in_at', 'created_at'] as const
const search = z.strictObject({ name: query.text }).partial().optional()

const SavedAdmin = z.object({ message: z.string(), admin: PlatformAccount })
const SavedOperator = z.object({ message: z.string(), operator: PlatformAccount })
const Message = z.object({ message: z.string() })
const kept = { access, scope: 'platform' } as const

/** Platform accounts are kept alike; their second factors are reset in `second-factor-contract.ts`. */
export const platformAccounts = contract({
  /** For the select of a client's form too (G-ADM-04). */
  'GET /api/admins': {
    ...kept,
    query: listQuery(sortable, { admin: search }),
    response: z.object({ admins: z.array(PlatformAccount), total_count: z.int().optional() }),
  },
  /** Mails a link by which the person sets the password. */
  'POST /api/admins': { ...kept, labels, body: z.strictObject({ admin: form }), status: 201, response: SavedAdmin },
  'GET /api/admins/:id': { ...kept, response: z.object({ admin: PlatformAccount }) },
  'PATCH /api/admins/:id': { ...kept, labels, body: z.strictObject({ admin: change }), response: SavedAdmin },
  /** Sends the invitation once more, with a new link; refused once the person has signed in. */
  'POST /api/admins/:id/invitation': { ...kept, response: SavedAdmin },
  /** Sends the mail to the address that waits for its confirmation once more. */
  'POST /api/admins/:id/email_confirmation': { ...kept, response: SavedAdmin },
  /** Keeps the address there is. */
  'DELETE /api/admins/:id/email_confirmation': { ...kept, response: SavedAdmin },
  /** Lets the person try again at once. 422 `not_locked`; `own_account` for the own one. */
  'DELETE /api/admins/:id/lock': { ...kept, response: SavedAdmin },
  /** 422 `own_account`, `last_admin`. */
  'DELETE /api/admins/:id': { ...kept, response: Message },

  'GET /api/operators': {
    ...kept,
    query: listQuery(sortable, { operator: search }),
    response: z.object({ operators: z.array(PlatformAccount), total_count: z.int().optional() }),
  },
  'POST /api/operators': { ...kept, labels, body: z.strictObject({ operator: form }), status: 201, response: SavedOperator },
  'GET /api/operators/:id': { ...kept, response: z.object({ operator: PlatformAccount }) },
  'PATCH /api/operators/:id': { ...kept, labels, body: z.strictObject({ operator: change }), response: SavedOperator },
  'POST /api/operators/:id/invitation': { ...kept, response: SavedOperator },
  'POST /api/operators/:id/email_confirmation': { ...kept, response: SavedOperator },
  'DELETE /api/operators/:id/email_confirmation': { ...kept, response: SavedOperator },
  'DELETE /api/operators/:id/lock': { ...kept, response: SavedOperator },
  'DELETE /api/operators/:id': { ...kept, response: Message },
})
