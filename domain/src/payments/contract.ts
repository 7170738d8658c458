import { z } from 'zod'
import { anyone } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'

/** Somebody outside knocks: what opens is the signature over the bytes, or the token of a page. */
const fromOutside = { access: anyone, scope: 'platform', strategies: [], rawBody: true, response: z.never() } as const

/** What payment services tell, and the page of the built-in one (D-10, G-ORD-04). Answers are text or a page, never JSON. */
export const payments = contract({
  /** `OK`, also for what was heard before; 400 for a wrong signature or an unknown payment. */
  'POST /api/payments/stripe/notifications': fromOutside,
  'POST /api/payments/sandbox/notifications': fromOutside,
  /** The sandbox's under its first address. */
  'POST /api/payments/notifications': fromOutside,
  'GET /api/payments/sandbox/:token': fromOutside,
  /** `{result}` as JSON or as a form; 302 back to the resident's orders, 409 when it is settled already. */
  'POST /api/payments/sandbox/:token': fromOutside,
})
