import { z } from 'zod'
import { linkChannels } from '../accounts/craftsman-links.ts'
import { loginId, waitingAddress } from '../accounts/contract.ts'
import { contract } from '../http/endpoint.ts'
import { changes, email, id, instant, listQuery, optional, optionalText, phone, query, text } from '../http/fields.ts'
import { usage } from '../masters/used-by-contract.ts'
import { contractorLabels, craftsmanLabels } from './labels.ts'
import { canListContractors, canManageContractors, canUseContractors, isCraftsman } from './policy.ts'

const Contractor = z.object({
  id: z.int(),
  name: z.string(),
  representative_name: z.string().nullable(),
  address: z.string().nullable(),
  primary_contractor_id: z.int().nullable(),
  primary_contractor_name: z.string().nullable(),
  craftsmans_count: z.int(),
  subcontract_contractors_count: z.int(),
  can_delete: z.boolean(),
  ...usage,
})
export type Contractor = z.infer<typeof Contractor>

const details = { name: text(100), representative_name: optionalText(100), address: optionalText(255) }
const placed = { ...details, primary_contractor_id: optional(id) }

const Craftsman = z.object({
  id: z.int(),
  contractor_id: z.int(),
  contractor_name: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  ...waitingAddress,
  is_opened: z.boolean(),
  /** How the newest invitation went, and when; null where there was none. */
  invited_by: z.enum(linkChannels).nullable(),
  invited_at: instant.nullable(),
  /** Where an invitation may be sent now. */
  can_invite_by: z.array(z.enum(linkChannels)),
  phone: z.string().nullable(),
  login_id: z.string(),
  /** Until when wrong guesses keep the person out. */
  locked_until: instant.nullable(),
  /** Somebody else may end the lock: of wrong second factors alone nobody may. */
  lock_liftable: z.boolean(),
  last_sign_in_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
  can_delete: z.boolean(),
  ...usage,
})
export type Craftsman = z.infer<typeof Craftsman>
/** What the select lists show to operators, who choose a craftsman and nothing else (decision 009). */
const CraftsmanChoice = Craftsman.pick({ id: true, name: true, contractor_id: true, contractor_name: true })
export type CraftsmanChoice = z.infer<typeof CraftsmanChoice>
/** A link must reach the mobile number or the address (`contactProblem`). */
const person = { contractor_id: id, name: text(100), email: optional(email), phone: optional(phone), login_id: loginId }
/** Absent: by short message where there is a mobile number, else by mail. */
const invite_by = z.enum(linkChannels).optional()

const Message = z.object({ message: z.string() })
const ContractorSaved = z.object({ message: z.string(), contractor: Contractor })
const SubcontractorSaved = z.object({ message: z.string(), subcontract_contractor: Contractor })
const CraftsmanSaved = z.object({ message: z.string(), craftsman: Craftsman })
/** Absent when everything was asked for (G-MAS-01). */
const total_count = z.int().optional()
const sortable = ['id', 'name', 'representative_name', 'address', 'primary_contractor_name'] as const

export const contractors = contract({
  'GET /api/contractors': {
    access: canListContractors,
    mayLag: true,
    query: listQuery(sortable, {
      contractor: z.strictObject({ name: query.text, primary_contractor_id: query.id }).partial().optional(),
    }),
    response: z.object({ contractors: z.array(Contractor), total_count }),
  },
  'POST /api/contractors': {
    access: canManageContractors,
    body: z.strictObject({ contractor: z.strictObject(placed) }),
    labels: contractorLabels,
    status: 201,
    response: ContractorSaved,
  },
  'GET /api/contractors/:id': { access: canUseContractors, response: z.object({ contractor: Contractor }) },
  'PATCH /api/contractors/:id': {
    access: canUseContractors,
    body: z.strictObject({ contractor: changes(placed) }),
    labels: contractorLabels,
    response: ContractorSaved,
  },
  'DELETE /api/contractors/:id': { access: canManageContractors, response: Message },

  'GET /api/contractors/:contractor_id/subcontract_contractors': {
    access: isCraftsman,
    query: listQuery(sortable, { subcontract_contractor: z.strictObject({ name: query.text }).partial().optional() }),
    response: z.object({ subcontract_contractors: z.array(Contractor), total_count }),
  },
  'POST /api/contractors/:contractor_id/subcontract_contractors': {
    access: isCraftsman,
    body: z.strictObject({ contractor: z.strictObject(details) }),
    labels: contractorLabels,
    status: 201,
    response: SubcontractorSaved,
  },
  'GET /api/contractors/:contractor_id/subcontract_contractors/:id': {
    access: isCraftsman,
    response: z.object({ subcontract_contractor: Contractor }),
  },
  'PATCH /api/contractors/:contractor_id/subcontract_contractors/:id': {
    access: isCraftsman,
    body: z.strictObject({ contractor: changes(details) }),
    labels: contractorLabels,
    response: SubcontractorSaved,
  },
  'DELETE /api/contractors/:contractor_id/subcontract_contractors/:id': { access: isCraftsman, response: Message },

  'GET /api/craftsmans': {
    access: canListContractors,
    mayLag: true,
    query: listQuery(['id', 'name', 'email', 'phone', 'login_id', 'last_sign_in_at', 'contractor_name'], {
      craftsman: z.strictObject({ contractor_id: query.id, name: query.text }).partial().optional(),
    }),
    response: z.object({ craftsmans: z.array(z.union([Craftsman, CraftsmanChoice])), total_count }),
  },
  'POST /api/craftsmans': {
    access: canUseContractors,
    body: z.strictObject({ craftsman: z.strictObject({ ...person, invite_by }) }),
    labels: craftsmanLabels,
    status: 201,
    response: CraftsmanSaved,
  },
  'GET /api/craftsmans/:id': { access: canUseContractors, response: z.object({ craftsman: Craftsman }) },
  'PATCH /api/craftsmans/:id': {
    access: canUseContractors,
    body: z.strictObject({ craftsman: changes(person) }),
    labels: craftsmanLabels,
    response: CraftsmanSaved,
  },
  /** Sends a link to who never signed in; links and first password that were sent before open nothing any more. */
  'POST /api/craftsmans/:id/invitation': {
    access: canUseContractors,
    body: z.strictObject({ invite_by }),
    labels: craftsmanLabels,
    response: CraftsmanSaved,
  },
  /** Sends the mail to the address that waits for its confirmation once more. */
  'POST /api/craftsmans/:id/email_confirmation': { access: canUseContractors, response: CraftsmanSaved },
  /** Keeps the address there is. */
  'DELETE /api/craftsmans/:id/email_confirmation': { access: canUseContractors, response: CraftsmanSaved },
  /** Lets the person try again at once. 422 `not_locked`; `own_account` for the own one. */
  'DELETE /api/craftsmans/:id/lock': { access: canManageContractors, response: CraftsmanSaved },
  'DELETE /api/craftsmans/:id': { access: canUseContractors, response: Message },
})
