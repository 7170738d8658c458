import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { id, instant, listQuery, query, multilineText, text } from '../http/fields.ts'
import { erasureReasonLimit, supportContentsLimit, supportLabels as labels } from './labels.ts'
import { canEraseSupport, canKeepSupport as access } from './policy.ts'

const Named = z.object({ id: z.int(), name: z.string() })

/** What was said, when, through which channel, and who of the office wrote it down: a user of the client or somebody of the platform. */
const SupportVersion = z.object({
  id: z.int(),
  contents: z.string(),
  created_at: instant,
  user: Named.nullable(),
  /** Operators, and admins, who count as such (G-BLD-07). */
  operator: Named.nullable(),
  client: Named,
  room: Named.nullable(),
  /** The room's construction, for the link to its history. */
  construction_id: z.int().nullable(),
  reception_types: z.array(Named),
})
export type SupportVersion = z.infer<typeof SupportVersion>

const entry = { contents: multilineText(supportContentsLimit), reception_type_ids: z.array(id).min(1).max(20).prefault([]) }
/** The history is a log: newest first, whatever else is asked for. */
const filter = z.strictObject({ contents: query.text, reception_type_id: query.id }).partial().optional()
const total_count = z.int().optional()

/** Why; who and when stands in the timeline with it, what was erased does not. */
const erasure = {
  access: canEraseSupport,
  labels,
  body: z.strictObject({ erasure: z.strictObject({ reason: text(erasureReasonLimit) }) }),
  response: z.object({ message: z.string() }),
} as const

export const support = contract({
  'GET /api/buildings/:building_id/building_support_versions': {
    access,
    mayLag: true,
    query: listQuery(['id'], { building_support_version: filter }),
    response: z.object({ building_support_versions: z.array(SupportVersion), total_count }),
  },
  'POST /api/buildings/:building_id/building_support_versions': {
    access,
    labels,
    body: z.strictObject({ building_support_version: z.strictObject({ ...entry, room_id: id.nullish() }) }),
    status: 201,
    response: z.object({ message: z.string(), building_support_version: SupportVersion }),
  },
  'GET /api/constructions/:construction_id/rooms/:room_id/customer_support_versions': {
    access,
    mayLag: true,
    query: listQuery(['id'], { customer_support_version: filter }),
    response: z.object({ customer_support_versions: z.array(SupportVersion), total_count }),
  },
  'POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions': {
    access,
    labels,
    body: z.strictObject({ customer_support_version: z.strictObject(entry) }),
    status: 201,
    response: z.object({ message: z.string(), customer_support_version: SupportVersion }),
  },
  /** One entry of the building's history, its rooms' entries among it. */
  'POST /api/buildings/:building_id/building_support_versions/:id/erasure': erasure,
  'POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions/:id/erasure': erasure,
  /** Every entry of a dwelling; 422 `nothing_to_erase` where there is none. */
  'POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions/erasure': erasure,
})
