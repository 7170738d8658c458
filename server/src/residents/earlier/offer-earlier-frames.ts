import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import type { ClientId } from '@toguchi/domain/access/actor'
import { isQuiet } from '@toguchi/domain/calendar/quiet-hours'
import { formatDayLong, formatInstant, formatTimeFrameForResident } from '@toguchi/domain/calendar/day'
import { callCenterOf, phoneWithHours } from '@toguchi/domain/messages/call-center'
import { shortMessageWithLink, visitWords } from '@toguchi/domain/messages/short-message'
import { offerEndsAt } from '@toguchi/domain/residents/earlier'
import { earlyPath, ownPagePath } from '@toguchi/domain/residents/login-path'
import { shortPagePath } from '@toguchi/domain/residents/short-link'
import { moveAsksForDecision } from '@toguchi/domain/rooms/order-decision'
import { type OfferedFrame, offeredFrames } from '@toguchi/domain/schedule/offered-frames'
import { channelReaching } from '@toguchi/domain/schedule/channels'
import { listClientsWithWork } from '../../clients/clients.ts'
import { attemptEach } from '../../platform/attempt-each.ts'
import { toDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import { originOf } from '../../platform/http/hosts.ts'
import { enqueueMessages, mailMessage, type Message, textMessage } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { offersSms } from '../../platform/settings.ts'
import {
  canBeTakenBack,
  holdForOffer,
  lockConstructionOfClient,
  offerFactsOf,
  orderFactsOf,
  type ScheduledConstruction,
} from '../../schedule/schedule.ts'
import {
  deleteOffer,
  insertOffer,
  listConstructionsOfWishes,
  listOpenOffers,
  listPointlessWishes,
  listWaitingWishes,
  type WaitingWish,
} from './earlier-queries.ts'
import { endEarlierWish, endOffer, recallKeyOfOffer } from './end-earlier.ts'

/**
 * Offers frames that became free to those who asked for an earlier one (decision 064), in the order of asking; what nobody answered in time
 * goes to the next. The wishes are what it works from: it goes on wherever it broke off. Nobody is told at night, so nothing is offered then.
 */
export const offerEarlierFrames = async (platform: Platform): Promise<void> => {
  if (isQuiet(platform.now())) return
  await attemptEach(await platform.pool.read(null, db => listClientsWithWork(db, 'earlier', toDay(platform.now()))), async clientId =>
    attemptEach(await platform.pool.read(clientId, db => listConstructionsOfWishes(db, clientId)), constructionId =>
      platform.pool.write(clientId, db => offerIn(platform, db, clientId, constructionId)),
    ),
  )
}

const offerIn = async (platform: Platform, db: Db, clientId: ClientId, constructionId: number): Promise<void> => {
  const construction = await lockConstructionOfClient(db, clientId, constructionId)
  if (!construction) return
  const now = platform.now()
  const today = toDay(now)
  const about = (roomId: number) => ({ db, clientId, actor: 'system' as const, constructionId, roomId, now })
  for (const offer of await listOpenOffers(db, clientId, constructionId, now))
    if (offer.is_expired || offer.is_pointless || !ordersAreReady(construction, offer.from_date, offer, now))
      await endOffer(about(offer.room_id), offer.id, offer.is_expired ? 'expired' : 'ended')
  for (const roomId of await listPointlessWishes(db, clientId, constructionId, today)) await endEarlierWish(about(roomId))
  // A save that can still be taken back may need its old frames again.
  if (construction.schedule_unit !== 'room' || (await canBeTakenBack(db, clientId, construction, now))) return
  const wishes = await listWaitingWishes(db, clientId, constructionId, offersSms(platform.settings))
  if (wishes.length === 0) return
  const facts = await offerFactsOf(platform, db, clientId, construction, null)
  const taken = [...facts.taken]
  for (const wish of wishes) {
    // The residents' deadline keeps them from asking, not us from offering; spare frames only where they are released.
    const free = offeredFrames({ ...facts, taken, schedule_change_end_on: null })
    const frame = free.find(one => suits(one, wish, construction, now))
    const [frame_number] = frame?.frame_numbers ?? []
    if (!frame || frame_number === undefined) continue
    const place = { date: frame.date, construction_time_frame_id: frame.construction_time_frame_id, frame_number }
    taken.push(place)
    await offer(platform, db, clientId, construction, wish, frame, frame_number)
  }
}

const suits = (frame: OfferedFrame, wish: WaitingWish, construction: ScheduledConstruction, now: Date): boolean =>
  wish.dates.includes(frame.date) &&
  frame.date < wish.date &&
  !wish.asked.includes(`${frame.date}/${frame.construction_time_frame_id}`) &&
  offerEndsAt(now, frame.date) !== null &&
  ordersAreReady(construction, wish.date, { date: frame.date, has_orders: wish.has_orders }, now)

/** Ordered options that cannot be ready by then keep their day. */
export const ordersAreReady = (
  construction: ScheduledConstruction,
  from: string | null,
  { date, has_orders }: { date: string; has_orders: boolean },
  now: Date,
): boolean =>
  !moveAsksForDecision(
    { options_count: has_orders ? 1 : 0 },
    { from: from === null ? null : { date: from }, to: { date } },
    orderFactsOf(construction, toDay(now)),
  )

/** Keeps the frame and tells whoever wished; where no message arrives the office is told instead. */
const offer = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  construction: ScheduledConstruction,
  wish: WaitingWish,
  frame: OfferedFrame,
  frame_number: number,
): Promise<void> => {
  const now = platform.now()
  const answer_until = offerEndsAt(now, frame.date)
  if (answer_until === null) return
  const place = { date: frame.date, construction_time_frame_id: frame.construction_time_frame_id, frame_number }
  const transport = channelReaching(wish)
  const at = { construction_id: construction.id, room_id: wish.room_id }
  const id = await insertOffer(db, clientId, { ...at, ...place, wish_id: wish.id, transport, offered_at: now, answer_until })
  // A resident may have begun to look at it in this moment: then it is theirs, and the next round finds another.
  if (!(await holdForOffer(db, clientId, { ...at, ...place, offer_id: id, expires_at: answer_until }, now)))
    return void (await deleteOffer(db, clientId, id))
  const eventId = await recordEvent(db, {
    kind: transport === 'paper' ? 'earlier_offers.to_tell' : 'earlier_offers.made',
    actor: 'system',
    clientId,
    constructionId: construction.id,
    roomId: wish.room_id,
    subject: { type: 'earlier_offers', id },
    channel: 'system',
    change: { after: place, transport, answer_until: answer_until.toISOString() },
    residentVisible: true,
  })
  await enqueueMessages(db, clientId, messageOf(platform, wish, frame, answer_until, eventId), {
    until: now,
    recallKey: recallKeyOfOffer(id),
  })
}

const messageOf = (platform: Platform, wish: WaitingWish, frame: OfferedFrame, until: Date, eventId: number): Message[] => {
  const { appName, apiHostTemplate } = platform.settings
  const callCenter = callCenterOf(wish, platform.settings.callCenterPhone)
  const origin = originOf(apiHostTemplate, wish.client_cd)
  const concern = {
    kind: 'earlier_frame',
    constructionId: wish.construction_id,
    roomId: wish.room_id,
    residentId: wish.resident_id,
    eventId,
  } as const
  const deadline = formatInstant(until)
  if (wish.email !== null)
    return mailMessage({
      ...concern,
      to: [wish.email],
      subject: `【${appName}】早い日時が空きました（${wish.building_name}）`,
      body: `${wish.name ?? ''} 様\n\nご希望の、より早い日時が空きました。\n\n物件：${wish.building_name}\n${wish.construction_name ? `工事：${wish.construction_name}\n` : ''}部屋：${addressedRoom(wish.room_name)}\n空いた日時：${formatDayLong(frame.date)} ${formatTimeFrameForResident(frame.start_at, frame.end_at)}\n今の工事日：${formatDayLong(wish.date)}\n管理番号：${wish.manage_no ?? '―'}\n\n${deadline}まで、この日時をお取りしています。次のページで「この日時に変更する」か「今のままでよい」を選んでください。お返事がないときは、今の工事日のままです。\n${origin}${earlyPath(ownPagePath(wish, wish.has_login))}\n\nご不明な点はお電話でお問い合わせください。\n${phoneWithHours(callCenter)}\n`,
    })
  const place = { building_name: wish.building_name, room_name: wish.room_name, phone: callCenter.phone }
  const words = visitWords({ date: frame.date, start_at: frame.start_at, end_at: frame.end_at })
  return textMessage({
    ...concern,
    line: wish.line_user,
    phone: wish.phone,
    body: shortMessageWithLink(
      place,
      {
        withLink: `に早い枠が空きました。${words}。${deadline}までにお返事を`,
        without: `に早い枠が空きました。${words}。${deadline}までにお電話を`,
      },
      `${origin}${earlyPath(shortPagePath(wish.room_uuid))}`,
    ),
  })
}
