import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import type { Actor, ReachedActor, ClientId } from '@toguchi/domain/access/actor'
import { callCenterOf, phoneWithHours } from '@toguchi/domain/messages/call-center'
import { formatDayLong, formatTimeFrameForResident } from '@toguchi/domain/calendar/day'
import { afterQuietHours } from '@toguchi/domain/calendar/quiet-hours'
import type { NotificationEvent } from '@toguchi/domain/clients/events'
import { preparationLines } from '@toguchi/domain/rooms/preparation'
import {
  changeUntil,
  movedText,
  shortMessage,
  undecidedText as undecidedShort,
  standInText,
  type Visit,
  visitText,
  visitWords,
} from '@toguchi/domain/messages/short-message'
import { stopAtOwnPage } from '@toguchi/domain/messages/opt-out'
import { ownPagePath } from '@toguchi/domain/residents/login-path'
import type { MoveChannel } from '@toguchi/domain/schedule/channels'
import { findNotificationSetting } from '../clients/clients.ts'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { originOf } from '../platform/http/hosts.ts'
import {
  enqueueMessages,
  mailMessage,
  type Message,
  recallMessagesTo,
  smsMessage,
  textMessage,
  type Wait,
} from '../platform/messages/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { offersSms } from '../platform/settings.ts'
import { type Concerned, findConcerned, findVisitOfRoom, listConcernedRooms } from './queries.ts'

/** Where somebody of ours is reached: by mail, and a craftsman without address by short message (decision 084). */
interface Reached {
  email: string | null
  phone: string | null
}

export interface Notification {
  event: NotificationEvent
  /** What has happened, where it goes to those of an event and is another thing. */
  text?: string
  constructionId: number
  roomId?: number
  /** As it reads in the mail: 2026年12月10日(木) 09:00–12:00. */
  date?: string | undefined
  /** The same for a short message, and where the room stood as far as its resident knows (R4). */
  visit?: Visit | undefined
  before?: Visit | undefined
  to: readonly ('sales_staff' | 'construction_staff' | 'craftsmen' | 'staff_admins' | 'resident')[]
  /** People besides: craftsmen who are new. */
  alsoTo?: readonly Reached[]
  /** How the resident is told; absent: by mail, else by short message. On paper and not at all mean no message. */
  channel?: MoveChannel | undefined
  /** It tells where the room stands, and is taken back once that is elsewhere (`recallMessagesOfRooms`). */
  tellsPlace?: boolean
  /** Set while the change can be taken back, and its messages with it. */
  wait?: Wait | undefined
}

/** One of the rooms that a notification speaks of, each for itself. */
export type NotifiedRoom = Required<Pick<Notification, 'roomId'>> & Pick<Notification, 'date' | 'visit' | 'before' | 'channel'>

/** Subjects of G-NOT-03 to 12, and what the resident reads of it. */
const texts: Readonly<Record<NotificationEvent, string>> = {
  detail_schedule_created: '詳細工程表が作成されました',
  detail_schedule_updated: '詳細工程表が更新されました',
  detail_schedule_completed: '詳細工程表が確定しました',
  construction_assigned: '工事に割り当てられました',
  date_confirmed: '工事日が確定しました',
  room_detail_updated: '部屋情報が更新されました',
  closed: '部屋の工事を完了確定しました',
  rescheduled: '日程再調整となりました',
  all_closed: 'すべての部屋を完了確定しました',
  schedule_changed: '工事日が変更されました',
}

/** A room that lost its date: what the resident has in hand is not true any more, and the next one is not known yet. */
const undecidedText = '工事日が未定になりました'
const laterText = '新しい工事日が決まりしだい、あらためてご連絡します。'

/** A change of the schedule without a date took the date away. */
const isUndecided = ({ event, date }: Notification) => event === 'schedule_changed' && date === undefined
const textOf = (notification: Notification) =>
  isUndecided(notification) ? undecidedText : (notification.text ?? texts[notification.event])

/**
 * Writes the mail of an event into the outbox, in the transaction of the change (D-15, G-NOT-03 to 14): to those it names, never to
 * the writer, with the client's CC and BCC. A resident without mail gets a short message; without either the paper list has them.
 */
export const notify = (platform: Platform, db: Db, actor: ReachedActor, notification: Notification): Promise<void> =>
  notifyInClient(platform, db, actor.clientId, actor, notification)

/** The same for work that nobody asked for: the daily job. */
export const notifyInClient = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  actor: Actor | 'system',
  notification: Notification,
): Promise<void> => {
  const concerned = await findConcerned(
    db,
    clientId,
    notification.constructionId,
    notification.roomId ?? null,
    offersSms(platform.settings),
  )
  if (!concerned) return
  const setting = await findNotificationSetting(db, clientId, notification.event)
  await enqueueMessages(db, clientId, messagesOf(platform, notification, concerned, setting, actor), notification.wait)
}

/** The same of many rooms, a message each to whom it concerns: a handful of statements, however many rooms. */
export const notifyOfRooms = async (
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  { rooms, ...notification }: Omit<Notification, 'roomId' | 'date' | 'visit' | 'before' | 'channel'> & { rooms: readonly NotifiedRoom[] },
): Promise<void> => {
  if (rooms.length === 0) return
  const { clientId } = actor
  const concerned = await findConcerned(db, clientId, notification.constructionId, null, offersSms(platform.settings))
  if (!concerned) return
  const setting = await findNotificationSetting(db, clientId, notification.event)
  const concernedRooms = await listConcernedRooms(
    db,
    clientId,
    notification.constructionId,
    rooms.map(room => room.roomId),
    offersSms(platform.settings),
  )
  const byId = new Map(concernedRooms.map(({ id, ...room }) => [id, room]))
  const messages = rooms.flatMap(room =>
    messagesOf(platform, { ...notification, ...room }, { ...concerned, ...byId.get(room.roomId) }, setting, actor),
  )
  await enqueueMessages(db, clientId, messages, notification.wait)
}

const messagesOf = (
  platform: Platform,
  notification: Notification,
  concerned: Concerned,
  { cc, bcc }: { cc: string[]; bcc: string[] },
  actor: Actor | 'system',
): Message[] => {
  const subject = `【${platform.settings.appName}】${textOf(notification)}（${concerned.building_name}）`
  const craftsmen = [...craftsmenOf(notification, concerned, actor), ...(notification.alsoTo ?? [])]
  const mailsOf = (leftOut: number | null) => [
    ...officeAddresses(notification, concerned, leftOut, writerOf(actor)),
    ...craftsmen.map(({ email }) => email ?? ''),
  ]
  const others = mailsOf(writerOf(actor))
  // Nobody hears of what they saved themselves; but where nobody else stands in To, CC and BCC stay what they are (R3-CLIENT-notify).
  const isForCopies = others.every(address => address === '') && cc.length + bcc.length > 0
  const to = isForCopies ? mailsOf(null) : others
  const messages = [
    ...mailMessage({ ...concernOf(notification), to, cc, bcc, subject, body: staffBody(platform, notification, concerned) }),
    ...craftsmanShorts(platform, notification, concerned, craftsmen),
    ...(notification.to.includes('resident')
      ? residentMessage(platform, notification, concerned, subject).map(message =>
          atDaytime(platform, notification, actor, { ...message, event_id: concerned.event_id }),
        )
      : []),
    ...proxyMessage(platform, notification, concerned),
  ]
  return notification.tellsPlace ? messages.map(message => ({ ...message, tells_place: true })) : messages
}

/** Residents are not woken by what others do; what answers their own tap comes at once, whenever that is (practice §2). */
const atDaytime = (platform: Platform, { wait }: Notification, actor: Actor | 'system', message: Message): Message => {
  if (actor !== 'system' && actor.kind === 'resident') return message
  return { ...message, not_before: afterQuietHours(wait?.until ?? platform.now()).toISOString() }
}

const writerOf = (actor: Actor | 'system'): number | null =>
  actor !== 'system' && (actor.kind === 'craftsman' || actor.kind === 'staff' || actor.kind === 'staffAdmin') ? actor.id : null

const craftsmenOf = ({ to }: Notification, concerned: Concerned, actor: Actor | 'system'): Reached[] =>
  to.includes('craftsmen') ? concerned.craftsmen.filter(({ id }) => id !== writerOf(actor)) : []

/** Building, room, what happened, the new date (D-35); like residents they are not woken by what others do. */
const craftsmanShorts = (
  platform: Platform,
  notification: Notification,
  concerned: Concerned,
  craftsmen: readonly Reached[],
): Message[] => {
  if (!offersSms(platform.settings)) return []
  const { visit, wait } = notification
  const room = concerned.room_name === null ? '' : addressedRoom(concerned.room_name)
  const date = visit === undefined ? '' : `：${visitWords(visit)}`
  const body = `【${concerned.building_name}】${room}${room === '' ? '' : '：'}${textOf(notification)}${date}`
  const not_before = afterQuietHours(wait?.until ?? platform.now()).toISOString()
  return craftsmen
    .filter(({ email }) => email === null)
    .flatMap(({ phone }) => smsMessage({ ...concernOf(notification), phone: phone ?? '', body }))
    .map(message => ({ ...message, not_before }))
}

/** Those of the office whom an event concerns, without whoever did it; the one in charge never hears of their own (G-NOT-08). */
const officeAddresses = ({ to }: Notification, concerned: Concerned, leftOut: number | null, writer: number | null): string[] => {
  const others = [
    ...(to.includes('sales_staff') ? [{ id: concerned.sales_staff_id, email: concerned.sales_staff ?? '' }] : []),
    ...(to.includes('staff_admins') ? concerned.staff_admins : []),
  ].filter(({ id }) => id === null || id !== leftOut)
  const isOwn = concerned.construction_staff_id === writer
  return [...(to.includes('construction_staff') && !isOwn ? [concerned.construction_staff ?? ''] : []), ...others.map(({ email }) => email)]
}

/** What and where it is of, for 送信状況. */
const concernOf = ({ event, constructionId, roomId }: Notification) => ({ kind: event, constructionId, roomId })

const facts = (notification: Notification, { building_name, name, room_name }: Concerned): string[] => [
  `物件：${building_name}`,
  ...(name ? [`工事：${name}`] : []),
  ...(room_name === null ? [] : [`部屋：${addressedRoom(room_name)}`]),
  ...(isUndecided(notification) ? ['工事日：未定'] : notification.date === undefined ? [] : [`工事日：${notification.date}`]),
]

const staffBody = (platform: Platform, notification: Notification, concerned: Concerned): string => {
  const origin = originOf(platform.settings.apiHostTemplate, concerned.client_cd)
  const page = notification.roomId === undefined ? '' : `/rooms/${notification.roomId}`
  return `${textOf(notification)}。\n\n${facts(notification, concerned).join('\n')}\n\n${origin}/constructions/${notification.constructionId}${page}\n`
}

const residentMessage = (platform: Platform, notification: Notification, concerned: Concerned, subject: string): Message[] => {
  const { resident } = concerned
  const { channel } = notification
  if (!resident || channel === 'paper' || channel === 'none') return []
  const concern = { ...concernOf(notification), residentId: resident.id }
  if (resident.email && channel !== 'sms' && channel !== 'line')
    return mailMessage({ ...concern, to: [resident.email], subject, body: residentBody(platform, notification, concerned, resident) })
  if (channel === 'mail') return []
  const line = channel === 'sms' ? null : resident.line
  const phone = channel === 'line' ? null : resident.phone
  return textMessage({ ...concern, line, phone, body: residentShort(platform, notification, concerned) })
}

const residentBody = (
  platform: Platform,
  notification: Notification,
  concerned: Concerned,
  { name, has_login }: NonNullable<Concerned['resident']>,
): string => {
  const origin = originOf(platform.settings.apiHostTemplate, concerned.client_cd)
  const later = isUndecided(notification) ? laterText : ''
  const { visit } = notification
  const until = changeUntil(concerned.schedule_change_end_on, toDay(platform.now()))
  const lines = [
    `${name ?? ''} 様`,
    '',
    `${textOf(notification)}。${later}`,
    '',
    ...facts({ ...notification, ...(visit === undefined ? {} : { date: visitLong(visit) }) }, concerned),
    ...(notification.before === undefined ? [] : [`変更前：${visitLong(notification.before)}`]),
    ...(until === null || isUndecided(notification) ? [] : [`日程の変更：${formatDayLong(until)}まで`]),
    ...(visit === undefined ? [] : preparationLines(concerned, concerned.presence_method)),
    '',
    'ご不明な点はお電話でお問い合わせください。',
    phoneWithHours(callCenterOf(concerned, platform.settings.callCenterPhone)),
    '',
    `${origin}${ownPagePath({ ...concerned, room_uuid: concerned.room_uuid ?? '' }, has_login)}`,
    stopAtOwnPage,
    '',
  ]
  return lines.join('\n')
}

const visitLong = ({ date, start_at, end_at }: Visit): string => `${formatDayLong(date)} ${formatTimeFrameForResident(start_at, end_at)}`

/**
 * Who stands in for a resident hears when and where that is, too (R12): by short message or not at all, never at night, since it is never
 * their own tap.
 */
const proxyMessage = (platform: Platform, notification: Notification, concerned: Concerned): Message[] => {
  const { visit, before = null, channel, to, wait } = notification
  if (concerned.proxy_phone === null || !to.includes('resident') || channel === 'none') return []
  if (visit === undefined && !isUndecided(notification)) return []
  const told = visit === undefined ? undecidedShort(before) : standInText(before, visit)
  return toProxy(platform, concerned, notification, shortMessage(placeOf(platform, concerned), told), wait)
}

const toProxy = (
  platform: Platform,
  { proxy_phone, resident, event_id }: Concerned,
  { constructionId, roomId }: Pick<Notification, 'constructionId' | 'roomId'>,
  body: string,
  wait?: Wait,
): Message[] =>
  smsMessage({ kind: 'proxy_named', constructionId, roomId, residentId: resident?.id, phone: proxy_phone ?? '', body }).map(message => ({
    ...message,
    event_id,
    tells_place: true,
    not_before: afterQuietHours(wait?.until ?? platform.now()).toISOString(),
  }))

/** What goes to who stands in, or stood in. */
export const proxyKinds = ['proxy_named', 'proxy_released'] as const

/** Tells whoever was named as a proxy just now, where a date is known already (R12). */
export const notifyProxy = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  constructionId: number,
  roomId: number,
): Promise<void> => {
  const visit = await findVisitOfRoom(db, clientId, roomId, toDay(platform.now()))
  if (visit === undefined) return
  const concerned = await findConcerned(db, clientId, constructionId, roomId, offersSms(platform.settings))
  if (!concerned || concerned.proxy_phone === null) return
  // Somebody who is asked again after all does not hear that they are not needed.
  await recallMessagesTo(db, clientId, { roomId, kinds: proxyKinds, recipient: concerned.proxy_phone })
  const body = shortMessage(placeOf(platform, concerned), standInText(null, visit))
  await enqueueMessages(db, clientId, toProxy(platform, concerned, { constructionId, roomId }, body))
}

/** Building, room, old → new, until when, telephone (D-35). */
const residentShort = (platform: Platform, notification: Notification, concerned: Concerned): string => {
  const { visit, before = null } = notification
  const until = changeUntil(concerned.schedule_change_end_on, toDay(platform.now()))
  const place = placeOf(platform, concerned)
  if (isUndecided(notification)) return shortMessage(place, undecidedShort(before))
  if (visit === undefined) return shortMessage(place, `：${textOf(notification)}。${notification.date ?? ''}`)
  return shortMessage(place, notification.event === 'schedule_changed' ? movedText(before, visit, until) : visitText(visit, until))
}

/** Where a short message is of, with the number that is answered. */
export const placeOf = (platform: Platform, concerned: Concerned) => ({
  building_name: concerned.building_name,
  room_name: concerned.room_name ?? '',
  phone: callCenterOf(concerned, platform.settings.callCenterPhone).phone,
})
