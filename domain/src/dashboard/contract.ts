import { z } from 'zod'
import { isOffice } from '../access/actor.ts'
import { progressSegments } from '../constructions/status.ts'
import { FlatConstruction } from '../constructions/contract.ts'
import { contract } from '../http/endpoint.ts'
import { day, listQuery, query } from '../http/fields.ts'
import { informationKinds, informationSources } from './information.ts'

const Information = z.object({
  source: z.enum(informationSources),
  /** Within its source. */
  id: z.int(),
  date: day,
  kind: z.enum(informationKinds),
  text: z.string(),
  /** What the platform says besides its title. */
  body: z.string().nullable(),
  /** An address inside the product. */
  link: z.string().nullable(),
  construction_id: z.int().nullable(),
})
export type Information = z.infer<typeof Information>

/** How many constructions each segment holds (G-DASH-04, G-DASH-05). */
export const Progress = z.object({
  before_construction: z.int(),
  construction_started: z.int(),
  construction_completed: z.int(),
  work_remaining: z.int(),
})

export const dashboard = contract({
  'GET /api/dashboard': {
    access: isOffice,
    mayLag: true,
    response: z.object({
      informations: z.array(Information),
      has_more: z.boolean(),
      progress: Progress,
      /** Promises to call back that are still to be kept, and how many of them are late. */
      call_backs: z.object({ open: z.int(), overdue: z.int() }),
    }),
  },
  /** The constructions behind a segment or an information row, for the quick view (G-DASH-03); without either, all. */
  'GET /api/dashboard/constructions': {
    access: isOffice,
    mayLag: true,
    query: z.strictObject({ segment: z.enum(progressSegments).optional(), construction_id: query.id.optional() }),
    response: z.object({ flat_constructions: z.array(FlatConstruction) }),
  },
  'GET /api/informations': {
    access: isOffice,
    mayLag: true,
    query: listQuery(['date'], {
      information: z
        .strictObject({ kind: z.enum(informationKinds), construction_id: query.id })
        .partial()
        .optional(),
    }),
    /** `total_count` is exact where this page is the last; else it is larger than what was shown so far, and nobody counts how much (decision 089). */
    response: z.object({ informations: z.array(Information), total_count: z.int() }),
  },
})
