import { send } from '../platform/request.ts'

export type Contact = { email: string } | { phone: string }

/** A confirmation code on its way to a contact: enough to compare it and to have it sent again; it dies with the tab (G-RES-03). */
export interface Confirmation {
  room_uuid: string
  contact: Contact
  confirmation_token: string
}

const key = 'resident_confirmation'

/** The confirmation of one room, or null when none is on its way in this tab. */
export const pendingConfirmation = (room_uuid: string): Confirmation | null => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Confirmation | null
    return kept?.room_uuid === room_uuid ? kept : null
  } catch {
    return null
  }
}

export const forgetConfirmation = (): void => sessionStorage.removeItem(key)

/** Has a confirmation code sent to the signed-in resident's contact, the first or another one; the newest counts (D-33). */
export const askForConfirmation = async (room_uuid: string, contact: Contact): Promise<string> => {
  const { message, confirmation_token } = await send('POST /api/residents/contact', { body: { contact } }, { errors: 'caller' })
  sessionStorage.setItem(key, JSON.stringify({ room_uuid, contact, confirmation_token } satisfies Confirmation))
  return message
}
