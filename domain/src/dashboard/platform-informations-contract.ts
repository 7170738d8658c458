import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { changes, day, id, instant, listQuery, optionalMultilineText, text } from '../http/fields.ts'
import { informationKinds, platformInformationLabels as labels, platformInformationStates } from './information.ts'
import { canInformClients as access } from './policy.ts'

/** What the platform says to its clients: an information row of their dashboards between two days (G-ADM-10, decision 044). */
export const PlatformInformation = z.object({
  id: z.int(),
  kind: z.enum(informationKinds),
  title: z.string(),
  body: z.string().nullable(),
  /** Null: every client. */
  client_ids: z.array(z.int()).nullable(),
  /** Names of those clients, in the order of their codes; empty for every client. */
  client_names: z.array(z.string()),
  starts_on: day,
  ends_on: day,
  /** Ended before its last day. */
  ended_at: instant.nullable(),
  state: z.enum(platformInformationStates),
  created_at: instant,
  updated_at: instant,
})
export type PlatformInformation = z.infer<typeof PlatformInformation>

const details = {
  kind: z.enum(informationKinds),
  title: text(100),
  body: optionalMultilineText(1000),
  client_ids: z.array(id).min(1, 'を1社以上選んでください').max(1000).nullable(),
  starts_on: day,
  ends_on: day,
}
const Saved = z.object({ message: z.string(), information: PlatformInformation })
const ofPlatform = { access, scope: 'platform' } as const

export const platformInformations = contract({
  /** The newest first, ended ones too. */
  'GET /api/admin/informations': {
    ...ofPlatform,
    query: listQuery(['id', 'title', 'starts_on', 'ends_on'], {}),
    response: z.object({ informations: z.array(PlatformInformation), total_count: z.int().optional() }),
  },
  'POST /api/admin/informations': {
    ...ofPlatform,
    labels,
    body: z.strictObject({ information: z.strictObject(details) }),
    status: 201,
    response: Saved,
  },
  'PATCH /api/admin/informations/:id': {
    ...ofPlatform,
    labels,
    body: z.strictObject({ information: changes(details) }),
    response: Saved,
  },
  /** Ends it at once; it stays in the list. 422 `ended` where it ended already. */
  'DELETE /api/admin/informations/:id': { ...ofPlatform, response: Saved },
})
