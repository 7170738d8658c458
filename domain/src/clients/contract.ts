import { z } from 'zod'
import { anyone } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { changes, email, flag, id, listQuery, optional, optionalText, phone, printedPhone, query, text } from '../http/fields.ts'
import { roundingRules } from '../money/tax.ts'
import { clientCodeProblem } from './client-code.ts'
import { mostAddresses, type NotificationField, notificationFields, splitAddresses } from './events.ts'
import { clientLabels, clientStatuses } from './labels.ts'
import { canChangeSettings, canChooseClients, canManageClients } from './policy.ts'

/** 企業コード (D-11). */
export const clientCode = z
  .string()
  .trim()
  .check(context => {
    const problem = clientCodeProblem(context.value)
    if (problem !== null) context.issues.push({ code: 'custom', message: problem, input: context.value })
  })

/** Ten addresses at most; each is judged by its place (G-NOT-02). */
const addresses = z.string().max(3_000).transform(splitAddresses).pipe(z.array(email).max(mostAddresses)).optional()
const eachNotification = <S>(schema: S) =>
  Object.fromEntries(notificationFields.map(field => [field, schema])) as Record<NotificationField, S>

/** The logo itself comes as the file `client[logo]`, perhaps alone. */
const remove_logo = flag.optional()
/** What the company sets for itself (G-MAS-09). */
const own = {
  name_abbreviation: optionalText(100),
  use_cash_payment: flag,
  rounding_rule: z.enum(roundingRules),
  construction_staff_default_display_name: optionalText(100),
  second_factor_required: flag,
  contact_phone: optional(printedPhone),
  contact_hours: optionalText(60),
}

/** What the platform sets of a company. */
export const clientDetails = {
  name: text(100),
  name_abbreviation: optionalText(100),
  address: optionalText(255),
  representative_name: optionalText(100),
  representative_email: optional(email),
  representative_phone: optional(phone),
  admin_id: optional(z.union([id, query.id])),
  use_optional_construction: flag.optional(),
  use_cash_payment: flag.optional(),
  rounding_rule: z.enum(roundingRules).optional(),
  construction_staff_default_display_name: optionalText(100),
  contact_phone: optional(printedPhone),
  contact_hours: optionalText(60),
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

const Company = z.object({
  id: z.int(),
  uuid: z.string(),
  cd: z.string(),
  name: z.string(),
  name_abbreviation: z.string().nullable(),
  logo_path: z.string().nullable(),
  status: z.enum(clientStatuses),
  address: z.string().nullable(),
  representative_name: z.string().nullable(),
  representative_email: z.string().nullable(),
  representative_phone: z.string().nullable(),
  use_optional_construction: z.boolean(),
  use_cash_payment: z.boolean(),
  rounding_rule: z.enum(roundingRules),
  construction_staff_default_display_name: z.string().nullable(),
  /** Whether the company demands a second factor of its staff (D-39). */
  second_factor_required: z.boolean(),
  /** Whom the letters name to be called, and when; null: the call center, at its usual hours. */
  contact_phone: z.string().nullable(),
  contact_hours: z.string().nullable(),
  /** Addresses with commas between them. */
  ...eachNotification(z.string()),
})
export type Company = z.infer<typeof Company>

const Client = ListedClient.extend({
  ...Company.shape,
  /** 営業担当; `has_left`: was deleted, and stays named until another is chosen. */
  admin: z.object({ id: z.int(), name: z.string(), has_left: z.boolean() }).nullable(),
  can_delete: z.boolean(),
})
export type Client = z.infer<typeof Client>

export const SavedClient = z.object({ message: z.string(), client: Client })

export const clients = contract({
  'GET /api/clients': {
    access: canChooseClients,
    mayLag: true,
    scope: 'platform',
    query: listQuery(['cd', 'name', 'status', 'buildings_count', 'rooms_count', 'users_count', 'craftsmen_count', 'residents_count'], {
      client: z
        .strictObject({ name: query.text, status: z.enum(clientStatuses) })
        .partial()
        .optional(),
    }),
    response: z.object({ clients: z.array(ListedClient), total_count: z.int() }),
  },
  'GET /api/clients/:id': { access: canManageClients, scope: 'platform', response: z.object({ client: Client }) },
  'PATCH /api/clients/:id': {
    access: canManageClients,
    scope: 'platform',
    labels: clientLabels,
    upload: { fields: 80 },
    body: z.strictObject({
      client: z
        .strictObject({ ...clientDetails, status: z.enum(clientStatuses).optional(), remove_logo, ...eachNotification(addresses) })
        .partial()
        .optional(),
    }),
    response: SavedClient,
  },
  'DELETE /api/clients/:id': { access: canManageClients, scope: 'platform', response: z.object({ message: z.string() }) },
  'GET /api/settings': { access: canChangeSettings, response: z.object({ client: Company }) },
  'PATCH /api/settings': {
    access: canChangeSettings,
    labels: clientLabels,
    upload: { fields: 80 },
    ownTransactions: true,
    body: z.strictObject({
      client: changes(own)
        .extend({ remove_logo, ...eachNotification(addresses) })
        .optional(),
    }),
    response: z.object({ message: z.string(), client: Company }),
  },
  /** A company's logo, for anybody: it stands on pages without a login. */
  'GET /api/logos/:uuid': { access: anyone, scope: 'platform', response: z.never() },
})
