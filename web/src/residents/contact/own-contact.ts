import { isMobile } from '@toguchi/domain/messages/mobile'
import { loginPath } from '@toguchi/domain/residents/login-path'
import type { AnswerOf } from '../../platform/api/request.ts'

export type Resident = AnswerOf<'GET /api/residents/me'>['resident']

/** Where messages go: an address, or a mobile number, that was proven or that the office wrote down; null when nowhere. */
export const reachedAt = ({ email, email_proven, phone, phone_proven }: Resident): string | null =>
  email !== null && email_proven ? email : phone !== null && phone_proven && isMobile(phone) ? phone : null

/** Whether something was typed that no message goes to yet. */
export const waitsForProof = ({ email, email_proven, phone, phone_proven }: Resident): boolean =>
  (email !== null && !email_proven) || (phone !== null && !phone_proven && isMobile(phone))

/** Where a resident signs in with a login. */
export const loginOf = ({ client, construction, room }: Resident): string =>
  loginPath({ client_uuid: client.uuid, construction_uuid: construction.uuid, room_uuid: room.uuid })
