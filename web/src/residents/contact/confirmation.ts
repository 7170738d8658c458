import { send } from '../../platform/api/request.ts'

export type Contact = { email: string } | { phone: string }

/** A confirmation code on its way to a contact: enough to compare it and to have it sent again; it dies with the tab (G-RES-03). */
export interface Confirmation {
  room: { client_uuid: string; construction_uuid: string; room_uuid: string }
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

/**
 * Has a confirmation code sent to the signed-in resident's own contact that waits, the first or another one; the newest counts (D-33).
 * `typed` here: it is kept by the same request.
 */
export const askForConfirmation = async (
  room: Confirmation['room'],
  contact: Contact,
  { typed = false }: { typed?: boolean } = {},
): Promise<string> => {
  const body = { contact: typed ? contact : 'email' in contact ? ('email' as const) : ('phone' as const) }
  const { message, confirmation_token } = await send('POST /api/residents/contact_confirmation', { body }, { errors: 'caller' })
  sessionStorage.setItem(key, JSON.stringify({ room, contact, confirmation_token } satisfies Confirmation))
  return message
}
