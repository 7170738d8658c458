import { z } from 'zod'
import { anyone, only } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { typed } from '../http/fields.ts'
import { LoggedInUser, otp, password } from './contract.ts'
import { mayHaveSecondFactor, secondFactorLabels as labels } from './second-factor.ts'
import { canGrantStaffRights } from './staffs-policy.ts'

/** What an authenticator application is given: as a link for the QR code, and the secret alone, in base32, for typing. */
const Enrolment = z.object({ otpauth_url: z.string(), secret: z.string() })
export type Enrolment = z.infer<typeof Enrolment>

/** Shown once: only their digests are kept. */
const WithRecoveryCodes = z.object({ message: z.string(), recovery_codes: z.array(z.string()) })
const Message = z.object({ message: z.string() })

const own = { access: mayHaveSecondFactor, scope: 'platform', strategies: ['user', 'admin', 'operator'], labels } as const
const enrolment_token = typed(200)
const ofPlatform = { access: only('admin'), scope: 'platform', response: Message } as const

export const secondFactor = contract({
  'GET /api/users/me/second_factor': {
    ...own,
    response: z.object({
      /** Nothing is asked of anybody on trial: then there is nothing to turn on either (D-39). */
      offered: z.boolean(),
      required: z.boolean(),
      enabled: z.boolean(),
      recovery_codes_left: z.int(),
    }),
  },
  /** Begins an enrolment; `otp` where another application takes the place of the one there is. */
  'POST /api/users/me/second_factor': {
    ...own,
    body: z.strictObject({ current_password: password, otp: otp.optional() }),
    response: Enrolment,
  },
  'POST /api/users/me/second_factor/confirmation': { ...own, body: z.strictObject({ otp }), response: WithRecoveryCodes },
  'POST /api/users/me/second_factor/removal': {
    ...own,
    body: z.strictObject({ current_password: password, otp }),
    response: Message,
  },
  /** New recovery codes; the old ones end. */
  'POST /api/users/me/second_factor/recovery_codes': {
    ...own,
    body: z.strictObject({ current_password: password, otp }),
    response: WithRecoveryCodes,
  },
  /** The enrolment that a sign-in demanded, by the token of its answer (D-39). */
  'POST /api/auth/second_factor': { access: anyone, scope: 'platform', body: z.strictObject({ enrolment_token }), response: Enrolment },
  /** Its end signs in, with the token headers of a sign-in. */
  'POST /api/auth/second_factor/confirmation': {
    access: anyone,
    scope: 'platform',
    labels,
    body: z.strictObject({ enrolment_token, otp }),
    response: WithRecoveryCodes.extend({ data: LoggedInUser }),
  },
  'DELETE /api/staffs/:id/second_factor': { access: canGrantStaffRights, response: Message },
  'DELETE /api/admins/:id/second_factor': ofPlatform,
  'DELETE /api/operators/:id/second_factor': ofPlatform,
})
