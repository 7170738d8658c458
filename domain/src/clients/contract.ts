import { z } from 'zod'
import { loginId } from '../accounts/contract.ts'
import { contract } from '../http/endpoint.ts'
import { email, id, listQuery, optional, optionalText, phone, query, text } from '../http/fields.ts'
import { roundingRules } from '../money/tax.ts'
import { clientCodeProblem } from './client-code.ts'
import { type NotificationEvent, notificationEvents } from './events.ts'
import { clientLabels, clientStatuses } from './labels.ts'
import { canChooseClients, canManageClients } from './policy.ts'

const code = z
  .string()
  .trim()
  .check(context => {
    const problem = clientCodeProblem(context.value)
    if (problem !== null) context.issues.push({ code: 'custom', message: problem, input: context.value })
  })

/** Ten addresses at most, comma-separated (G-NOT-02). */
const addresses = z
  .string()
  .max(3_000)
  .transform(value =>
    value
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== ''),
  )
  .pipe(z.array(email).max(10))
const optionalAddresses = addresses.optional()
type NotificationField = `${NotificationEvent}_cc` | `${NotificationEvent}_bcc`
const notificationFields = Object.fromEntries(
  notificationEvents.flatMap(event => [
    [`${event}_cc`, optionalAddresses],
    [`${event}_bcc`, optionalAddresses],
  ]),
) as Record<NotificationField, typeof optionalAddresses>

const details = {
  name: text(100),
  name_abbreviation: optionalText(100),
  address: optionalText(255),
  representative_name: optionalText(100),
  representative_email: optional(email),
  representative_phone: optional(phone),
  admin_id: optional(id),
  use_optional_construction: z.boolean().optional(),
  use_cash_payment: z.boolean().optional(),
  rounding_rule: z.enum(roundingRules).optional(),
  construction_staff_default_display_name: optionalText(100),
}

const ListedClient = z.object({
  id: z.int(),
  uuid: z.string(),
  cd: z.string(),
  name: z.string(),
  name_abbreviation: z.string().nullable(),
  logo_path: z.string().nullable(),
  status: z.enum(clientStatuses),
  buildings_count: z.int(),
  rooms_count: z.int(),
  users_count: z.int(),
  craftsmen_count: z.int(),
  residents_count: z.int(),
})
export type ListedClient = z.infer<typeof ListedClient>

const Client = ListedClient.extend({
  address: z.string().nullable(),
  representative_name: z.string().nullable(),
  representative_email: z.string().nullable(),
  representative_phone: z.string().nullable(),
  admin: z.object({ id: z.int(), name: z.string() }).nullable(),
  use_optional_construction: z.boolean(),
  use_cash_payment: z.boolean(),
  rounding_rule: z.enum(roundingRules),
  construction_staff_default_display_name: z.string().nullable(),
  can_delete: z.boolean(),
  /** Keyed `{event}_cc` and `{event}_bcc`, comma-separated. */
  notifications: z.record(z.string(), z.string()),
})
export type Client = z.infer<typeof Client>

const Saved = z.object({ message: z.string(), client: Client })

export const clients = contract({
  'GET /api/clients': {
    access: canChooseClients,
    scope: 'platform',
    query: listQuery(['cd', 'name', 'status', 'buildings_count', 'rooms_count', 'users_count', 'craftsmen_count', 'residents_count'], {
      client: z
        .strictObject({ name: query.text, status: z.enum(clientStatuses) })
        .partial()
        .optional(),
    }),
    response: z.object({ clients: z.array(ListedClient), total_count: z.int() }),
  },
  'POST /api/clients': {
    access: canManageClients,
    scope: 'platform',
    labels: clientLabels,
    body: z.strictObject({
      client: z.strictObject({ cd: code, ...details, staff_admin: z.strictObject({ name: text(100), email, login_id: loginId }) }),
    }),
    status: 201,
    response: Saved,
  },
  'GET /api/clients/:id': { access: canManageClients, scope: 'platform', response: z.object({ client: Client }) },
  'PATCH /api/clients/:id': {
    access: canManageClients,
    scope: 'platform',
    labels: clientLabels,
    body: z.strictObject({
      client: z.strictObject({ ...details, status: z.enum(clientStatuses).optional(), ...notificationFields }).partial(),
    }),
    response: Saved,
  },
  'DELETE /api/clients/:id': { access: canManageClients, scope: 'platform', response: z.object({ message: z.string() }) },
  /** Admins in charge, for the select of a client's form (G-ADM-04). */
  'GET /api/admins': {
    access: canManageClients,
    scope: 'platform',
    query: listQuery(['id', 'name', 'login_id', 'last_sign_in_at'], { admin: z.strictObject({ name: query.text }).partial().optional() }),
    response: z.object({
      admins: z.array(
        z.object({ id: z.int(), name: z.string(), email: z.string(), login_id: z.string(), last_sign_in_at: z.string().nullable() }),
      ),
      total_count: z.int(),
    }),
  },
})
