import { z } from 'zod'
import { isOffice } from '../access/actor.ts'
import { progressSegments } from '../constructions/status.ts'
import { FlatConstruction } from '../constructions/contract.ts'
import { contract } from '../http/endpoint.ts'
import { day, listQuery } from '../http/fields.ts'
import { informationKinds } from './information.ts'

const Information = z.object({
  id: z.int(),
  date: day,
  kind: z.enum(informationKinds),
  text: z.string(),
  /** An address inside the product. */
  link: z.string().nullable(),
  construction_id: z.int().nullable(),
})
export type Information = z.infer<typeof Information>

export const dashboard = contract({
  'GET /api/dashboard': {
    access: isOffice,
    response: z.object({
      informations: z.array(Information),
      has_more: z.boolean(),
      progress: z.object({
        before_construction: z.int(),
        construction_started: z.int(),
        construction_completed: z.int(),
        work_remaining: z.int(),
      }),
    }),
  },
  /** The constructions behind a segment, for the quick view (G-DASH-03). */
  'GET /api/dashboard/constructions': {
    access: isOffice,
    query: z.strictObject({ segment: z.enum(progressSegments) }),
    response: z.object({ flat_constructions: z.array(FlatConstruction) }),
  },
  'GET /api/informations': {
    access: isOffice,
    query: listQuery(['date'], {}),
    response: z.object({ informations: z.array(Information), total_count: z.int() }),
  },
})
