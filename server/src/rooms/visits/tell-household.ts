import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { instantOf } from '@toguchi/domain/calendar/day'
import { callCenterOf, phoneWithHours } from '@toguchi/domain/messages/call-center'
import { shortMessageWithLink } from '@toguchi/domain/messages/short-message'
import { noticePath } from '@toguchi/domain/residents/login-path'
import { shortPagePath } from '@toguchi/domain/residents/short-link'
import type { PresenceMethod } from '@toguchi/domain/rooms/presence'
import { noticeMoment } from '@toguchi/domain/rooms/visits/on-our-way'
import { walkingOrder } from '@toguchi/domain/rooms/visits/walking-order'
import { crewOfFrame } from '@toguchi/domain/schedule/crews'
import { insertPublicIds } from '../../clients/clients.ts'
import { toDay } from '../../platform/clock.ts'
import { recordEvent } from '../../platform/events.ts'
import { originOf } from '../../platform/http/hosts.ts'
import { refused } from '../../platform/http/problem.ts'
import { enqueueMessages, mailMessage, type Message, textMessage } from '../../platform/messages/outbox.ts'
import { offersSms } from '../../platform/settings.ts'
import type { ReachedRoomTarget, RoomTarget } from '../room-target.ts'
import { findHousehold, insertNotice, listWay, type ToldHousehold, type WayRow } from './notice-queries.ts'
import { reachVisit } from './record-visit.ts'
import { findRoomVisit, listCrewShares, type RoomVisitRow } from './visit-queries.ts'

/** What arrives late tells nobody that somebody is on the way. */
export const isJustNow = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < 15 * 60_000

/** Somebody is to be at home, and to open: the others are asked for nothing. */
const opensInPerson = (method: PresenceMethod | null) => method === null || method === 'self' || method === 'proxy'

/**
 * A craftsman has left a dwelling, done or in vain: the next household of the same crew hears 「まもなく伺います」 (feature 13): the first on the
 * way in the earliest frame that is still open. Says nothing where nobody is next, is told already, or may not be told yet: whoever finishes
 * early may be elsewhere by then, and tells by hand.
 */
export const tellNextHousehold = async (target: ReachedRoomTarget): Promise<void> => {
  const { platform, db, actor, constructionId, roomId } = target
  if (actor.kind !== 'craftsman') return
  const today = toDay(platform.now())
  const way = walkingOrder(await listWay(db, actor.clientId, constructionId, today))
  const here = way.findIndex(({ id }) => id === roomId)
  if (here === -1) return
  const shares = await listCrewShares(db, actor, [constructionId])
  const crewOf = (room: WayRow) =>
    crewOfFrame(
      shares.filter(share => share.construction_time_frame_id === room.construction_time_frame_id),
      room.frame_number,
    )
  const crew = crewOf(way[here]!)
  const isNext = (room: WayRow) =>
    room.status === 'waiting' &&
    room.closed_at === null &&
    !room.has_arrived &&
    !room.was_told &&
    (crewOf(room) ?? crew) === (crew ?? crewOf(room))
  const next = [...way.slice(here + 1), ...way.slice(0, here)]
    .filter(isNext)
    .toSorted((one, other) => one.start_at.localeCompare(other.start_at))[0]
  if (next && isDue(next, platform.now())) await tell({ ...target, roomId: next.id }, next)
}

/** Whether a household may be told this very moment. */
const isDue = ({ date, start_at, end_at }: Pick<WayRow, 'date' | 'start_at' | 'end_at'>, now: Date): boolean =>
  noticeMoment(now, { start: instantOf(date, start_at), end: instantOf(date, end_at) })?.getTime() === now.getTime()

type Told = 'told' | 'already_told' | 'no_channel' | 'not_now'

const tell = async (target: ReachedRoomTarget, visit: Pick<WayRow, 'date' | 'start_at' | 'end_at'>): Promise<Told> => {
  const { platform, db, actor, constructionId, roomId } = target
  const now = platform.now()
  const moment = noticeMoment(now, { start: instantOf(visit.date, visit.start_at), end: instantOf(visit.date, visit.end_at) })
  if (moment === null) return 'not_now'
  const household = await findHousehold(db, actor.clientId, roomId, offersSms(platform.settings))
  if (!household || !opensInPerson(household.presence_method) || !isReached(household)) return 'no_channel'
  const craftsman_id = actor.kind === 'craftsman' ? actor.id : null
  const notice = await insertNotice(db, actor.clientId, { room_id: roomId, visit_on: visit.date, craftsman_id, sent_at: moment })
  if (!notice) return 'already_told'
  await insertPublicIds(db, [{ uuid: notice.uuid, client_id: actor.clientId, kind: 'visit_notice', row_id: notice.id }])
  const eventId = await recordEvent(db, {
    kind: 'visit_notices.sent',
    actor,
    clientId: actor.clientId,
    constructionId,
    roomId,
    subject: { type: 'visit_notices', id: notice.id },
    change: { sent_at: moment.toISOString() },
    residentVisible: true,
  })
  const messages = messagesTo(target, household, notice.uuid, eventId)
  await enqueueMessages(
    db,
    actor.clientId,
    messages.map(message => ({ ...message, tells_place: true, not_before: moment.toISOString() })),
  )
  return 'told'
}

const isReached = ({ email, line_user, phone, proxy_phone }: ToldHousehold) =>
  email !== null || line_user !== null || phone !== null || proxy_phone !== null

/** To who stands in where somebody does, else to the resident, LINE and the number before the address: they ring now. */
const messagesTo = (
  { platform, constructionId, roomId }: ReachedRoomTarget,
  household: ToldHousehold,
  uuid: string,
  eventId: number,
): Message[] => {
  const callCenter = callCenterOf(household, platform.settings.callCenterPhone)
  const origin = originOf(platform.settings.apiHostTemplate, household.client_cd)
  const concern = { kind: 'on_our_way', constructionId, roomId, residentId: household.resident_id, eventId } as const
  const line = household.proxy_phone === null ? household.line_user : null
  const phone = household.proxy_phone ?? household.phone
  if (line !== null || phone !== null)
    return textMessage({
      ...concern,
      line,
      phone,
      body: shortMessageWithLink(
        { ...household, phone: callCenter.phone },
        { withLink: 'へまもなく伺います。お返事は', without: 'へまもなく伺います。' },
        `${origin}${shortPagePath(uuid)}`,
      ),
    })
  const place = `${household.building_name} ${addressedRoom(household.room_name)}`
  return mailMessage({
    ...concern,
    to: [household.email ?? ''],
    subject: `【${platform.settings.appName}】まもなく伺います（${household.building_name}）`,
    body: `${place} 居住者様\n\n担当者がまもなく伺います。\n「どうぞ」「15分待ってください」「不在になりました」のお返事は、次のページから1回のタップでお送りいただけます。\n\n${origin}${noticePath(uuid)}\n\n${phoneWithHours(callCenter)}\n`,
  })
}

const whyNotTold: Readonly<Record<Exclude<Told, 'told'>, string>> = {
  already_told: 'この部屋には、今日すでにお知らせしました。',
  no_channel: 'この部屋には、メール・LINE・SMSでお知らせできません。お電話でお伝えください。',
  not_now: 'お知らせできるのは、時間枠の始まる30分前から終わりまで（夜8時から朝8時を除く）です。',
}

/** The same by hand, for the first room of a day. See the contract for its refusals. */
export const tellHousehold = async (asked: RoomTarget): Promise<RoomVisitRow | undefined> => {
  const now = asked.platform.now()
  const { room, ...target } = await reachVisit(asked, now)
  const { start_at, end_at } = room
  if (start_at === null || end_at === null) throw refused(whyNotTold.not_now, 'not_now')
  const visit = { date: target.visitOn, start_at, end_at }
  const told = isDue(visit, now) ? await tell(target, visit) : 'not_now'
  if (told !== 'told') throw refused(whyNotTold[told], told)
  return findRoomVisit(target.db, target.actor.clientId, target.roomId, target.visitOn)
}
