import { type AnswerOf, send } from '../platform/request.ts'

export type Contact = { email: string } | { phone: string }

/** A confirmation code on its way: enough to compare it and to have it sent again; it dies with the tab (G-RES-03). */
export interface Confirmation {
  room: { client_uuid: string; construction_uuid: string; room_uuid: string }
  /** By what it was asked for: the printed code, or the session of who has an account already (D-33). */
  authentication_code: string | null
  contact: Contact
  confirmation_token: string
}

const key = 'resident_confirmation'

/** The confirmation of one room, or null when none is on its way in this tab. */
export const pendingConfirmation = (room_uuid: string): Confirmation | null => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Confirmation | null
    return kept?.room.room_uuid === room_uuid ? kept : null
  } catch {
    return null
  }
}

export const forgetConfirmation = (): void => sessionStorage.removeItem(key)

/** Has a confirmation code sent, the first or another one; the newest counts. */
export const askForConfirmation = async (given: Omit<Confirmation, 'confirmation_token'>): Promise<string> => {
  const { room, authentication_code, contact } = given
  if (authentication_code === null) {
    const body = { contact: 'email' in contact ? ('email' as const) : ('phone' as const) }
    const { message, confirmation_token } = await send('POST /api/residents/contact_confirmation', { body }, { errors: 'caller' })
    keep({ ...given, confirmation_token })
    return message
  }
  const answer: AnswerOf<'POST /api/resident_auth/authentication_code'> = await send(
    'POST /api/resident_auth/authentication_code',
    { body: { ...room, authentication_code, contact } },
    { errors: 'caller' },
  )
  if (!('confirmation_token' in answer)) throw new Error('a contact was given, and no confirmation code was sent')
  keep({ ...given, confirmation_token: answer.confirmation_token })
  return answer.message
}

const keep = (confirmation: Confirmation): void => sessionStorage.setItem(key, JSON.stringify(confirmation))
