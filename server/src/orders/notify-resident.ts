import type { ClientId } from '@toguchi/domain/access/actor'
import type { OrderChannel } from '@toguchi/domain/orders/contract'
import { afterQuietHours } from '@toguchi/domain/calendar/quiet-hours'
import { phoneWithHours } from '@toguchi/domain/messages/call-center'
import { shortMessage, shortMessageWithLink } from '@toguchi/domain/messages/short-message'
import { shortPagePath } from '@toguchi/domain/residents/short-link'
import type { Db } from '../platform/database/database.ts'
import { originOf } from '../platform/http/hosts.ts'
import { findCallCenter } from '../messages/messages.ts'
import { enqueueMessages, mailMessage, paperMessage, textMessage } from '../platform/messages/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { offersSms, type ServerSettings } from '../platform/settings.ts'
import type { OrderRoomRow, OrderRow } from './queries.ts'

/** What the resident is told of an order. */
export interface OrderMessage {
  subject: string
  /** Sentences and facts, one a line. */
  lines: readonly string[]
  /** The same as a short message, without greeting. */
  short: string
  /** The resident is to do something at the own page: the short message leads there. */
  asksAtPage?: boolean
  eventId?: number
  /** Under which it is taken back before it has left. */
  recallKey?: string
  /** Milliseconds that it waits at least, so that it can be taken back. */
  waitsFor?: number
  /** It answers what the resident does just now, and comes at once, whenever that is. */
  isOwnTap?: boolean
}

/** On which way the resident is told; null: not at all. */
export type ToldBy = OrderChannel | 'paper' | null

/** An order with its room, as far as telling of it goes. */
export interface ToldOrder {
  platform: Platform
  db: Db
  clientId: ClientId
  order: Pick<OrderRow, 'is_of_former_resident'>
  room: OrderRoomRow
}

/** How the resident of a room is reached: by mail, else by LINE or short message, else on paper only (D-02). */
export const channelOf = (
  settings: Pick<ServerSettings, 'sms'>,
  room: Pick<OrderRoomRow, 'resident_email' | 'resident_line' | 'resident_phone'>,
): OrderChannel | null => {
  if (room.resident_email) return 'mail'
  if (room.resident_line !== null) return 'line'
  return room.resident_phone !== null && offersSms(settings) ? 'sms' : null
}

/**
 * Writes a message about an order to the room's resident into the outbox (D-15); for whoever has no address one to be printed lies there (R9). Of what somebody
 * ordered who lived there before, nobody is told. What others do wakes nobody: it waits until the morning (practice §2). Answers on which way
 * it goes; null: nobody is told.
 */
export const notifyResident = async ({ platform, db, clientId, order, room }: ToldOrder, message: OrderMessage): Promise<ToldBy> => {
  const channel = channelOf(platform.settings, room)
  if (order.is_of_former_resident) return null
  const now = platform.now()
  const ready = new Date(now.getTime() + (message.waitsFor ?? 0))
  const not_before = (message.isOwnTap ? now : afterQuietHours(ready)).toISOString()
  const wait = message.recallKey === undefined ? undefined : { until: now, recallKey: message.recallKey }
  const { appName, apiHostTemplate } = platform.settings
  const callCenter = await findCallCenter(platform, db, clientId, room.construction_id)
  // Short in a mail too: it leads to the login or the code, whichever the dwelling has by then.
  const link = `${originOf(apiHostTemplate, room.client_cd)}${shortPagePath(room.room_uuid)}`
  const concern = {
    kind: 'order',
    constructionId: room.construction_id,
    roomId: room.room_id,
    residentId: room.resident_id,
    ...(message.eventId === undefined ? {} : { eventId: message.eventId }),
  } as const
  if (channel === null) {
    const body = [...message.lines, '', 'ご不明な点はお電話でお問い合わせください。', phoneWithHours(callCenter)].join('\n')
    await enqueueMessages(db, clientId, [paperMessage({ ...concern, subject: message.subject, body })], wait)
    return 'paper'
  }
  if (channel !== 'mail') {
    const place = { ...room, phone: callCenter.phone }
    const without = `：${message.short} お問い合わせ`
    const body = message.asksAtPage
      ? shortMessageWithLink(place, { withLink: `：${message.short}`, without }, link)
      : shortMessage(place, without)
    const texts = textMessage({ ...concern, line: room.resident_line, phone: room.resident_phone, body })
    await enqueueMessages(
      db,
      clientId,
      texts.map(one => ({ ...one, not_before })),
      wait,
    )
    return channel
  }
  const facts = [`物件：${room.building_name}`, `部屋：${room.room_name}`]
  const body = [
    `${room.resident_name ?? ''} 様`,
    '',
    ...message.lines,
    '',
    ...facts,
    '',
    '申込みの内容は、居住者ページの「オプションの申込履歴」でご確認いただけます。',
    link,
    '',
    'ご不明な点はお電話でお問い合わせください。',
    phoneWithHours(callCenter),
    '',
    room.client_name,
    '',
  ].join('\n')
  await enqueueMessages(
    db,
    clientId,
    mailMessage({
      ...concern,
      to: [room.resident_email ?? ''],
      subject: `【${appName}】${message.subject}（${room.building_name}）`,
      body,
    }).map(mail => ({ ...mail, not_before })),
    wait,
  )
  return channel
}
