import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { changes, email, id, instant, listQuery, optional, phone, query, text } from '../http/fields.ts'
import { loginId, waitingAddress } from './contract.ts'
import { accountLabels as labels, displayFormats } from './labels.ts'
import { canListStaffs, canRegisterStaffs } from './staffs-policy.ts'

/** Types a staff member may have (G-ACC-16). */
const staffTypes = ['Staff_Admin', 'Staff'] as const

const Staff = z.object({
  id: z.int(),
  type: z.enum(staffTypes),
  name: z.string(),
  email: z.string(),
  ...waitingAddress,
  /** Whether the person has come; until then the account is an invitation. */
  is_opened: z.boolean(),
  phone: z.string().nullable(),
  login_id: z.string(),
  department_id: z.int().nullable(),
  department: z.object({ id: z.int(), name: z.string() }).nullable(),
  default_display_format: z.enum(displayFormats),
  save_original_image_in_local_device: z.boolean(),
  can_register_staff: z.boolean(),
  second_factor_enabled: z.boolean(),
  /** Until when wrong guesses keep the person out; null where they do not, and for who does not keep the account. */
  locked_until: instant.nullable(),
  /** Somebody else may end the lock: of wrong second factors alone nobody may. */
  lock_liftable: z.boolean(),
  last_sign_in_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
})
export type Staff = z.infer<typeof Staff>
/** What the select lists of the forms need, for who may choose a member of staff and nothing else. */
const StaffChoice = Staff.pick({ id: true, name: true, department_id: true, department: true })
export type StaffChoice = z.infer<typeof StaffChoice>

const details = {
  type: z.enum(staffTypes),
  name: text(100),
  email,
  phone: optional(phone),
  login_id: loginId,
  department_id: optional(id),
  default_display_format: z.enum(displayFormats).default('list'),
  can_register_staff: z.boolean().default(false),
}
const Saved = z.object({ message: z.string(), staff: Staff })

export const staffs = contract({
  'GET /api/staffs': {
    access: canListStaffs,
    query: listQuery(['id', 'type', 'name', 'email', 'login_id', 'department', 'last_sign_in_at', 'created_at'], {
      staff: z.strictObject({ name: query.text, department_id: query.id }).partial().optional(),
    }),
    response: z.object({ staffs: z.array(z.union([Staff, StaffChoice])), total_count: z.int().optional() }),
  },
  'POST /api/staffs': {
    access: canRegisterStaffs,
    body: z.strictObject({ staff: z.strictObject(details) }),
    labels,
    status: 201,
    response: Saved,
  },
  'GET /api/staffs/:id': { access: canRegisterStaffs, response: z.object({ staff: Staff }) },
  'PATCH /api/staffs/:id': { access: canRegisterStaffs, body: z.strictObject({ staff: changes(details) }), labels, response: Saved },
  /** Sends the invitation once more, with a new link; refused once the person has signed in. */
  'POST /api/staffs/:id/invitation': { access: canRegisterStaffs, response: Saved },
  /** Sends the mail to the address that waits for its confirmation once more. */
  'POST /api/staffs/:id/email_confirmation': { access: canRegisterStaffs, response: Saved },
  /** Keeps the address there is. */
  'DELETE /api/staffs/:id/email_confirmation': { access: canRegisterStaffs, response: Saved },
  /** Lets the person try again at once. 422 `not_locked`; `own_account` for the own one. */
  'DELETE /api/staffs/:id/lock': { access: canRegisterStaffs, response: Saved },
  'DELETE /api/staffs/:id': { access: canRegisterStaffs, response: z.object({ message: z.string() }) },
})
