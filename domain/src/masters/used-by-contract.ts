import { z } from 'zod'
import { usedByTypes } from './labels.ts'

/** Something that points to a master's row and so keeps it from being deleted; `parent_id` is what its own page lies under. */
const UsedBy = z.object({ type: z.enum(usedByTypes), id: z.int(), name: z.string(), parent_id: z.int().nullable() })
export type UsedBy = z.infer<typeof UsedBy>

/** The newest five of what uses a row, and how many there are: with one row only, a list would pay for it a hundred times. */
export const usage = { used_by: z.array(UsedBy).optional(), used_by_count: z.int().optional() }
