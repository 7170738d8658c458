import { z } from 'zod'
import { instant } from '../http/fields.ts'
import { presenceMethods } from './presence.ts'

/** How somebody lets the craftsmen in. */
export const Presence = z.object({
  presence_method: z.enum(presenceMethods),
  proxy_name: z.string().nullable(),
  proxy_relation: z.string().nullable(),
  proxy_phone: z.string().nullable(),
  consented_at: instant.nullable(),
})
export type Presence = z.infer<typeof Presence>
