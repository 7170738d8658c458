import { isMobile } from '../messages/mobile.ts'
import { formatTelephone } from '../text/telephone.ts'

/** How a craftsman's link goes out (D-35). */
export const linkChannels = ['sms', 'mail'] as const
export type LinkChannel = (typeof linkChannels)[number]
export const linkChannelLabels: Readonly<Record<LinkChannel, string>> = { sms: 'SMS', mail: 'メール' }

/** `opened`: used, by whom is not known; `superseded`: there is a newer one. */
export const linkStates = ['open', 'opened', 'expired', 'superseded', 'withdrawn'] as const
export type LinkState = (typeof linkStates)[number]

/** Days for which an invitation is good, and minutes for which a link to sign in is. */
export const invitationDays = 7
export const signInLinkMinutes = 15

/** The page of a link: 3 + 22 characters, because it stands in a short message (D-35). */
export const craftsmanLinkPath = (token: string): string => `/s/${token}`

interface Contacts {
  email: string | null
  phone: string | null
}

/** Where a link reaches a craftsman; `sms`: whether the installation sends short messages. */
export const channelsOf = ({ email, phone }: Contacts, sms: boolean): LinkChannel[] => [
  ...(sms && phone !== null && isMobile(phone) ? (['sms'] as const) : []),
  ...(email === null || email === '' ? [] : (['mail'] as const)),
]

/** What is wrong with the contacts of a craftsman, as errors of the fields: a link must reach one of them; null when one does. */
export const contactProblem = (contacts: Contacts, sms: boolean): Readonly<Record<string, string[]>> | null => {
  if (channelsOf(contacts, sms).length > 0) return null
  if (!sms) return { email: ['を入力してください'] }
  if (contacts.phone === null) return { phone: ['を入力してください（メールアドレスだけでもかまいません）'] }
  return { phone: ['は携帯電話の番号にするか、メールアドレスを入力してください'] }
}

/** As the holder of the contact recognises it, and nobody else learns it: 090-••••-5678, ta•••@example.jp. */
export const maskedContact = (contact: string): string => {
  const [mailbox = '', host] = contact.split('@')
  if (host !== undefined) return `${mailbox.slice(0, 2)}•••@${host}`
  return formatTelephone(contact).replace(/-\d+-/, '-••••-')
}
