import { z } from 'zod'
import { isWorker } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { instant } from '../http/fields.ts'

const OwnSession = z.object({
  id: z.int(),
  /** 「WindowsのChrome」. */
  device: z.string(),
  address: z.string().nullable(),
  /** To ten minutes. */
  last_used_at: instant,
  created_at: instant,
  /** The one that asks. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

const own = { access: isWorker, scope: 'platform', strategies: ['user', 'admin', 'operator'] } as const
const Message = z.object({ message: z.string() })

/** Where somebody is signed in, and the way to end it. */
export const ownSessions = contract({
  'GET /api/users/me/sessions': { ...own, response: z.object({ sessions: z.array(OwnSession) }) },
  /** All but the one that asks. */
  'DELETE /api/users/me/sessions': { ...own, response: Message },
  'DELETE /api/users/me/sessions/:id': { ...own, response: Message },
})
