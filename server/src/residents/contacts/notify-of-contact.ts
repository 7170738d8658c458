import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import type { ClientId } from '@toguchi/domain/access/actor'
import { callCenterOf, type ContactColumns, phoneWithHours } from '@toguchi/domain/messages/call-center'
import { shortMessage } from '@toguchi/domain/messages/short-message'
import { afterQuietHours } from '@toguchi/domain/calendar/quiet-hours'
import type { Db } from '../../platform/database/database.ts'
import { enqueueMessages, mailMessage, type Message, smsMessage } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ResidentRow } from '../queries.ts'
import { listPlacesOfRooms } from '../room-queries.ts'
import { contactsOf } from './notify-resident.ts'

type Contacts = Pick<ResidentRow, 'id' | 'login_id' | 'name' | 'email' | 'phone' | 'phone_unproven' | 'no_messages_since'>

export interface ContactChange {
  room_id: number
  /** By which the messages are found when people are erased. */
  event_id: number | null
  before: Contacts
  /** As the office wrote it. */
  after: { email: string | null; phone: string | null }
}

/**
 * When the office changes where somebody is reached, both contacts hear of it, the one before and the new one (M1): whoever was to lose an
 * account that way learns of it. A dwelling's first contact, while nobody has an account there, is no change of anything.
 */
export const notifyOfContacts = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  changes: readonly ContactChange[],
): Promise<void> => {
  const changesToNotify = changes.filter(({ before }) => before.email !== null || before.phone !== null || before.login_id !== null)
  if (changesToNotify.length === 0) return
  const places = await listPlacesOfRooms(
    db,
    clientId,
    changesToNotify.map(({ room_id }) => room_id),
  )
  const not_before = afterQuietHours(platform.now()).toISOString()
  const messages = changesToNotify.flatMap(change => noticesOf(platform, change, places.get(change.room_id)))
  await enqueueMessages(
    db,
    clientId,
    messages.map(message => ({ ...message, not_before })),
  )
}

const noticesOf = (
  platform: Platform,
  { room_id, before, after, event_id }: ContactChange,
  place: ({ construction_id: number; building: string; room: string; client: string } & ContactColumns) | undefined,
): Message[] => {
  const { appName, callCenterPhone } = platform.settings
  const callCenter = callCenterOf(place, callCenterPhone)
  const isEmail = before.email !== after.email
  const isPhone = before.phone !== after.phone
  const what = [isEmail ? 'メールアドレス' : '', isPhone ? '電話番号' : ''].filter(Boolean).join('と')
  const where = `${place?.building ?? ''} ${addressedRoom(place?.room ?? '')}`
  const sentence = `${where}のご連絡先（${what}）が、${place?.client ?? ''}により変更されました。`
  const earlier = contactsOf(platform, before)
  const later = contactsOf(platform, { ...after, phone_unproven: false, no_messages_since: null })
  const mails = isEmail ? [earlier.mail, later.mail] : [earlier.mail]
  const numbers = [...(isPhone || earlier.mail === null ? [earlier.sms] : []), ...(isPhone ? [later.sms] : [])]
  const concern = {
    kind: 'contact_changed',
    constructionId: place?.construction_id,
    roomId: room_id,
    residentId: before.id,
  } as const
  const messages = [
    ...distinct(mails).flatMap(to =>
      mailMessage({
        ...concern,
        to: [to],
        subject: `【${appName}】ご連絡先が変更されました（${place?.building ?? ''}）`,
        body: `${before.name ?? ''} 様\n\n${sentence}\n変更から24時間は、メールでパスワードを再設定できません。\n\nお心当たりのない場合は、お電話でお知らせください。\n${phoneWithHours(callCenter)}\n`,
      }),
    ),
    ...distinct(numbers).flatMap(phone =>
      smsMessage({
        ...concern,
        phone,
        body: shortMessage(
          { building_name: place?.building ?? '', room_name: place?.room ?? '', phone: callCenter.phone },
          `のご連絡先（${what}）が、${place?.client ?? ''}により変更されました。お心当たりのない場合はお電話ください`,
        ),
      }),
    ),
  ]
  return messages.map(message => ({ ...message, event_id }))
}

const distinct = (values: readonly (string | null)[]): string[] => [...new Set(values.filter(value => value !== null))]
