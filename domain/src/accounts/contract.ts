import { z } from 'zod'
import { anyone, isWorker, only } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { email, instant, optional, phone, text, typed } from '../http/fields.ts'
import { accountLabels, displayFormats, userTypes } from './labels.ts'

/** Passwords are checked by their own rule (G-ACC-08), so the schema only bounds them. */
export const password = z.string().max(200)
/** A code of an authenticator application, or a recovery code: read with or without blanks and hyphens. */
export const otp = typed(40)
/** A login ID as it was typed: full-width forms, as a Japanese keyboard writes them, are taken as the half-width ones. */
export const foldLoginId = (text: string): string => text.normalize('NFKC').trim()
export const loginId = z
  .string()
  .transform(foldLoginId)
  .pipe(z.string().regex(/^[A-Za-z0-9._-]{4,32}$/, 'は半角英数字と . _ - の4〜32文字で入力してください'))

const ClientOfUser = z.object({ id: z.int(), uuid: z.string(), cd: z.string(), name: z.string(), logo_path: z.string().nullable() })

/** A new address of an account before it is the account's (G-ACC-13, decision 025). */
export const waitingAddress = {
  /** Typed anew, and waiting until its mail is answered. */
  unconfirmed_email: z.string().nullable(),
  /** Somebody else asked for it: besides the answer it needs the owner's agreement, or a day of rest. */
  email_needs_consent: z.boolean(),
  /** It was answered, and becomes the account's then unless its owner refuses. */
  email_changes_at: instant.nullable(),
}

/** The signed-in person of roles 1 to 5 (spec §3 user). */
export const LoggedInUser = z.object({
  id: z.int(),
  type: z.enum(userTypes),
  role_id: z.int(),
  name: z.string(),
  /** Empty where a craftsman has none (decision 084). */
  email: z.string(),
  ...waitingAddress,
  phone: z.string().nullable(),
  /** Where links that sign a craftsman in go: contacts that were answered. */
  proven_phone: z.string().nullable(),
  proven_email: z.string().nullable(),
  /** False for who came by a link and chose none yet. */
  has_password: z.boolean(),
  login_id: z.string(),
  department: z.object({ id: z.int(), name: z.string() }).nullable(),
  default_display_format: z.enum(displayFormats),
  save_original_image_in_local_device: z.boolean(),
  can_register_staff: z.boolean(),
  password_change_required: z.boolean(),
  last_sign_in_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
  client: ClientOfUser.nullable(),
  contractor_id: z.int().nullable(),
  contractor_name: z.string().nullable(),
  primary_contractor_id: z.int().nullable(),
  subcontract_contractor_ids: z.array(z.int()),
  construction_ids: z.array(z.int()),
})
export type LoggedInUser = z.infer<typeof LoggedInUser>

/** Sign-in takes `email` or `login` as other names of `login_id`, as DTA clients send them (D-14). */
const Credentials = z
  .strictObject({
    login_id: typed(254).optional(),
    email: typed(254).optional(),
    login: typed(254).optional(),
    password,
    /** Where the answer to the call without it was `otp_required` (D-39). */
    otp: otp.optional(),
  })
  .transform(({ login_id, email: address, login, ...rest }) => ({ login_id: foldLoginId(login_id ?? login ?? address ?? ''), ...rest }))

const Data = z.object({ data: LoggedInUser })
const Success = z.object({ success: z.literal(true) })
const Message = z.object({ message: z.string() })
const Validated = z.object({ success: z.literal(true), data: LoggedInUser })
const NewPassword = { password, password_confirmation: password }

const signIn = { access: anyone, scope: 'platform', formBody: true, body: Credentials, response: Data } as const

const MessageWithUser = z.object({ message: z.string(), user: LoggedInUser })
const ownAddress = { access: isWorker, scope: 'platform', strategies: ['user', 'admin', 'operator'] } as const

export const accounts = contract({
  'POST /api/auth/login': { ...signIn, response: z.object({ token: z.string(), data: LoggedInUser }) },
  'POST /api/auth/logout': { beforePasswordChange: true, access: isWorker, scope: 'platform', response: Success },
  'GET /api/auth/user': { beforePasswordChange: true, access: isWorker, scope: 'platform', response: z.object({ user: LoggedInUser }) },
  'POST /api/auth/sign_in': signIn,
  'DELETE /api/auth/sign_out': { beforePasswordChange: true, access: isWorker, scope: 'platform', strategies: ['user'], response: Success },
  'GET /api/auth/validate_token': {
    beforePasswordChange: true,
    access: isWorker,
    scope: 'platform',
    strategies: ['user'],
    response: Validated,
  },
  'POST /api/admin_auth/sign_in': signIn,
  'DELETE /api/admin_auth/sign_out': { access: only('admin'), scope: 'platform', strategies: ['admin'], response: Success },
  'GET /api/admin_auth/validate_token': { access: only('admin'), scope: 'platform', strategies: ['admin'], response: Validated },
  'POST /api/operator_auth/sign_in': signIn,
  'DELETE /api/operator_auth/sign_out': { access: only('operator'), scope: 'platform', strategies: ['operator'], response: Success },
  'GET /api/operator_auth/validate_token': { access: only('operator'), scope: 'platform', strategies: ['operator'], response: Validated },
  'GET /api/users/me': {
    beforePasswordChange: true,
    access: isWorker,
    scope: 'platform',
    strategies: ['user', 'admin', 'operator'],
    response: z.object({ user: LoggedInUser }),
  },
  'PATCH /api/users/me': {
    access: isWorker,
    scope: 'platform',
    strategies: ['user', 'admin', 'operator'],
    labels: accountLabels,
    body: z.strictObject({
      user: z.strictObject({
        name: text(100).optional(),
        email: email.optional(),
        phone: optional(phone).optional(),
        login_id: loginId.optional(),
        default_display_format: z.enum(displayFormats).optional(),
        save_original_image_in_local_device: z.boolean().optional(),
        current_password: password.optional(),
        password: password.optional(),
        password_confirmation: password.optional(),
      }),
    }),
    response: MessageWithUser,
  },
  'PATCH /api/users/me/password': {
    beforePasswordChange: true,
    access: only('staffAdmin', 'staff', 'craftsman'),
    scope: 'platform',
    strategies: ['user'],
    labels: accountLabels,
    body: z.strictObject(NewPassword),
    response: Message,
  },
  /** Sends the mail to the address that waits for its confirmation once more. */
  'POST /api/users/me/email_confirmation': { ...ownAddress, response: MessageWithUser },
  /** Keeps the address there is. */
  'DELETE /api/users/me/email_confirmation': { ...ownAddress, response: MessageWithUser },
  'POST /api/users/email_confirmation': {
    access: anyone,
    scope: 'platform',
    body: z.strictObject({ confirmation_token: z.string().max(200) }),
    response: Message,
  },
  /** Agrees, with the current password, to the address that somebody else asked for. */
  'POST /api/users/me/email_consent': {
    ...ownAddress,
    labels: accountLabels,
    body: z.strictObject({ email, current_password: password }),
    response: MessageWithUser,
  },
  /** What the mail to the address there is asks about. */
  'GET /api/users/email_consent': {
    access: anyone,
    scope: 'platform',
    query: z.strictObject({ consent_token: z.string().max(200) }),
    response: z.object({ email: z.string(), changes_at: instant.nullable() }),
  },
  /** The answer to it: 「わたしではありません」 is `refuse`. */
  'POST /api/users/email_consent': {
    access: anyone,
    scope: 'platform',
    body: z.strictObject({ consent_token: z.string().max(200), decision: z.enum(['agree', 'refuse']) }),
    response: Message,
  },
  'POST /api/users/one_time_tokens': {
    access: only('staffAdmin', 'staff', 'craftsman'),
    scope: 'platform',
    strategies: ['user'],
    body: z.strictObject({ redirect: typed(500).optional() }),
    status: 201,
    response: z.object({ one_time_token: z.string(), url: z.string(), expires_at: instant }),
  },
  'POST /api/users/auto_login': {
    access: anyone,
    scope: 'platform',
    body: z.strictObject({ one_time_token: z.string().max(200) }),
    response: z.object({
      'access-token': z.string(),
      client: z.string(),
      uid: z.string(),
      'token-type': z.string(),
      expiry: z.string(),
      data: LoggedInUser,
    }),
  },
  'POST /api/auth/password': {
    access: anyone,
    scope: 'platform',
    labels: accountLabels,
    body: z.strictObject({ login_id: text(254).transform(foldLoginId), email }),
    response: Message,
  },
  'GET /api/auth/password/edit': {
    access: anyone,
    scope: 'platform',
    query: z.strictObject({ reset_password_token: z.string().max(200) }),
    /** `login_id` for an invited person, who never had a password and is told what to sign in with; `strategy`: where. */
    response: z.object({ valid: z.literal(true), strategy: z.enum(['user', 'admin', 'operator']), login_id: z.string().optional() }),
  },
  'PUT /api/auth/password': {
    access: anyone,
    scope: 'platform',
    labels: accountLabels,
    body: z.strictObject({ reset_password_token: z.string().max(200), ...NewPassword }),
    response: Message,
  },
  'POST /api/auth/login_id_reminder': {
    access: anyone,
    scope: 'platform',
    labels: accountLabels,
    body: z.strictObject({ email }),
    response: Message,
  },
  'GET /api/configurations': {
    access: anyone,
    scope: 'platform',
    response: z.object({
      app_name: z.string(),
      /** The installation's own; whom residents call says `GET /api/call_center`. */
      call_center_phone: z.string(),
      /** Whether short messages are sent: without a carrier nobody is offered one (D-35). */
      sms: z.boolean(),
      /** Role 1 only; empty otherwise. */
      back_office_order_url: z.string(),
      chatbot: z.object({ allowed: z.boolean(), gateway_url: z.string(), gateway_path: z.string() }),
      tax_rate: z.int(),
      today: z.iso.date(),
      api_host_template: z.string(),
      footer_about: z.string(),
      footer_subsidy: z.string(),
      craftsman_app: z.object({ ios_url: z.string(), android_url: z.string() }),
      /** The day of Japan Post's table of postal codes. */
      zipcodes_known_on: z.iso.date(),
    }),
  },
  'GET /api/files/:signed': { access: anyone, scope: 'platform', response: z.never() },
  'GET /api/dev/mails': {
    access: anyone,
    scope: 'platform',
    query: z.strictObject({ to: typed(254).optional(), subject: typed(200).optional() }),
    response: z.object({
      mails: z.array(
        z.object({
          transport: z.enum(['mail', 'sms']),
          to: z.array(z.string()),
          cc: z.array(z.string()),
          bcc: z.array(z.string()),
          subject: z.string(),
          body: z.string(),
          sent_at: instant.nullable(),
          created_at: instant,
        }),
      ),
    }),
  },
})
