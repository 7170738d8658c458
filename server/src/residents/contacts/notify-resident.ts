import type { ClientId } from '@toguchi/domain/access/actor'
import { callCenterOf, phoneWithHours } from '@toguchi/domain/messages/call-center'
import { isMobile } from '@toguchi/domain/messages/mobile'
import { shortMessage } from '@toguchi/domain/messages/short-message'
import type { Db } from '../../platform/database/database.ts'
import { findLineUser } from '../../platform/messages/line-links.ts'
import { enqueueMail, enqueueSms, enqueueText } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { offersSms } from '../../platform/settings.ts'
import type { ResidentRow } from '../queries.ts'
import { listPlacesOfRooms } from '../room-queries.ts'

type ContactColumns = Pick<ResidentRow, 'email' | 'phone' | 'phone_unproven' | 'no_messages_since'>
export type ContactableResident = ContactColumns & Pick<ResidentRow, 'id' | 'room_id' | 'name'>

/**
 * Where a row of a resident says that messages arrive, the row before a change above all; whoever is told now is asked for in SQL
 * (`platform/messages/contact-channels.ts`). A number is a mobile one that was proven, or that the office wrote down (D-33), and somebody carries messages.
 */
export const contactsOf = (platform: Platform, { email, phone, phone_unproven, no_messages_since }: ContactColumns) => {
  if (no_messages_since !== null) return { mail: null, sms: null }
  const sms = phone !== null && !phone_unproven && isMobile(phone) && offersSms(platform.settings) ? phone : null
  return { mail: email, sms }
}

/**
 * Tells somebody of a change of the own account, at the contacts that were there before it (B2). Of a change all hear, mail, LINE and mobile
 * number: whoever holds one of them must not be able to take the others unheard. Of a code that was entered the better one hears.
 */
export const notifyOfAccount = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  resident: ContactableResident,
  {
    kind = 'account_changed',
    subject,
    sentence,
    eventId,
  }: { kind?: 'account_changed' | 'code_entered'; subject: string; sentence: string; eventId?: number },
): Promise<void> => {
  const contacts = contactsOf(platform, resident)
  // A change of the account is a warning, no service: it is mailed to who wants no messages, too (decision 021).
  // Sent to the mobile number where there is no address: a switch of messages is no way around it.
  const warned =
    resident.email === null ? contactsOf(platform, { ...resident, no_messages_since: null }) : { ...contacts, mail: resident.email }
  const { mail, sms } = kind === 'account_changed' ? warned : contacts
  const line = await findLineUser(db, clientId, resident.id)
  if (mail === null && line === null && sms === null) return
  const { appName } = platform.settings
  const place = (await listPlacesOfRooms(db, clientId, [resident.room_id])).get(resident.room_id)
  const callCenter = callCenterOf(place, platform.settings.callCenterPhone)
  const concern = {
    kind,
    constructionId: place?.construction_id,
    roomId: resident.room_id,
    residentId: resident.id,
    ...(eventId === undefined ? {} : { eventId }),
  }
  if (mail !== null)
    await enqueueMail(db, clientId, {
      ...concern,
      to: [mail],
      subject: `【${appName}】${subject}`,
      body: `${resident.name ?? ''} 様\n\n${sentence}\nお心当たりのない場合は、お電話でお知らせください。\n${phoneWithHours(callCenter)}\n`,
    })
  if (mail !== null && kind !== 'account_changed') return
  const body = shortMessage(
    { building_name: place?.building ?? '', room_name: place?.room ?? '', phone: callCenter.phone },
    `の${sentence}お心当たりのない場合はお電話ください`,
  )
  await enqueueText(db, clientId, { ...concern, line, phone: sms, body })
  if (line !== null && sms !== null && kind === 'account_changed') await enqueueSms(db, clientId, { ...concern, phone: sms, body })
}
