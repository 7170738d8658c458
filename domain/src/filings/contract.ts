import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { changes, day, optional, optionalMultilineText, text } from '../http/fields.ts'
import { filingKinds, filingLabels as labels } from './labels.ts'
import { canKeepFilings, canReadFilings } from './policy.ts'

const Proposal = z.object({
  kind: z.enum(filingKinds),
  title: z.string(),
  due_on: day,
  until_on: day.nullable(),
  note: z.string().nullable(),
})
/** `files`: how many papers it has (`filing_files`). */
const Filing = Proposal.extend({ id: z.int(), done_on: day.nullable(), files: z.int() })

const form = {
  kind: z.enum(filingKinds),
  title: text(100),
  due_on: day,
  until_on: optional(day),
  note: optionalMultilineText(500),
}
const Done = z.object({ message: z.string() })

/** 届出・連絡: what authorities and the security company are told of a construction (feature 28). */
export const filings = contract({
  /** In the order of their dates; and what would usually be among them and is not, by kind. */
  'GET /api/constructions/:construction_id/filings': {
    access: canReadFilings,
    response: z.object({
      today: day,
      filings: z.array(Filing),
      proposals: z.array(Proposal),
      /** Why nothing is proposed; null where something is, or all of it is there. */
      why_no_proposals: z.string().nullable(),
    }),
  },
  /** Adds items, all or none. */
  'POST /api/constructions/:construction_id/filings': {
    access: canKeepFilings,
    labels,
    body: z.strictObject({ checklist: z.strictObject({ filings: z.array(z.strictObject(form)).min(1).max(30) }) }),
    status: 201,
    response: Done,
  },
  /** Changes an item, or says on which day it was done; null: not yet. */
  'PATCH /api/constructions/:construction_id/filings/:id': {
    access: canKeepFilings,
    labels,
    body: z.strictObject({ filing: changes({ ...form, done_on: optional(day) }) }),
    response: Done,
  },
  'DELETE /api/constructions/:construction_id/filings/:id': { access: canKeepFilings, response: Done },
})
