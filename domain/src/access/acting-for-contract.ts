import { z } from 'zod'

/** Who called and how, when staff or an operator act for the resident (D-22). */
export const ActingFor = z.strictObject({
  channel: z.enum(['tel', 'paper', 'mail', 'visit', 'other']),
  caller: z.string().trim().max(100).optional(),
})
export type ActingFor = z.infer<typeof ActingFor>
