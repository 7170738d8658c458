import { z } from 'zod'
import { anyone } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { instant, typed } from '../http/fields.ts'
import { residentLabels } from './labels.ts'
import { isResident } from './policy.ts'

const own = { access: isResident, strategies: ['resident'] } as const

const OwnLine = z.object({
  /** The client's official account is on, and its name. */
  account_name: z.string().nullable(),
  is_linked: z.boolean(),
})

/** 「LINEで受け取る」: a resident links their LINE by their own act (decision 099). */
export const residentLine = contract({
  'GET /api/residents/line': { ...own, response: z.object({ line: OwnLine }) },
  /**
   * An address of LINE that opens the official account with a code to be sent there, once and within half an hour. Who has a password gives
   * it. 422 `no_line`.
   */
  'POST /api/residents/line': {
    ...own,
    ownTransactions: true,
    labels: residentLabels,
    body: z.strictObject({ current_password: typed(200).optional() }),
    status: 201,
    response: z.object({ url: z.string(), expires_at: instant }),
  },
  'DELETE /api/residents/line': { ...own, response: z.object({ message: z.string(), line: OwnLine }) },
  /** What LINE tells of a client's account; 403 without its signature, 404 for a client that has none. What was heard before does nothing. */
  'POST /api/line/:client/webhook': {
    access: anyone,
    scope: 'platform',
    strategies: [],
    rawBody: true,
    ownTransactions: true,
    response: z.never(),
  },
})
