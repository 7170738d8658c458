import type { ClientId, OfficeActor, ResidentActor } from '@toguchi/domain/access/actor'
import type { ActingFor } from '@toguchi/domain/access/acting-for-contract'
import type { AnsweredBy } from '@toguchi/domain/rooms/answered-by'
import { earlierFrames } from '@toguchi/domain/residents/earlier-contract'
import { earlierDays, earlierTold, whyNoEarlierWish } from '@toguchi/domain/residents/earlier'
import { toDay, toInstant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import { answers } from '../../platform/http/mount.ts'
import { conflict, invalid, notFound, refused, signInFirst } from '../../platform/http/problem.ts'
import { findLineUser } from '../../platform/messages/line-links.ts'
import type { Platform } from '../../platform/platform.ts'
import { offersSms } from '../../platform/settings.ts'
import { hasOrders } from '../../rooms/rooms.ts'
import { lockConstructionOfResident, lockScheduledConstruction, moveRoom } from '../../schedule/schedule.ts'
import { contactsOf } from '../contacts/notify-resident.ts'
import { confirmOwnDate } from '../dates/choose-date.ts'
import { findOwnRoom, lockOwnRoom, type OwnRoomRow } from '../own-room-queries.ts'
import { answeredByOf } from '../answered-by.ts'
import { factsOf } from '../present.ts'
import { findResident } from '../queries.ts'
import { findRoomForOffice } from '../room-queries.ts'
import { findOpenOffer, findWish, listWishes, saveWish } from './earlier-queries.ts'
import { ordersAreReady } from './offer-earlier-frames.ts'
import { endEarlierWish, endOffer, spokenFor } from './end-earlier.ts'

const demandRoom = (row: OwnRoomRow | undefined): OwnRoomRow => {
  if (!row) throw signInFirst()
  return row
}

const daysOf = (row: OwnRoomRow, now: Date) => earlierDays(row, toDay(now), row.date)

const showOwn = async (platform: Platform, db: Db, actor: ResidentActor) => {
  const now = platform.now()
  const row = demandRoom(await findOwnRoom(db, actor))
  const offer = await findOpenOffer(db, row.client_id, actor.roomId)
  const wish_days = daysOf(row, now)
  const resident = await findResident(db, row.client_id, actor.id)
  const contacts = resident && contactsOf(platform, resident)
  return {
    dates: await findWish(db, row.client_id, actor.roomId),
    offer:
      offer === undefined || offer.answer_until <= now
        ? null
        : { id: offer.id, date: offer.date, start_at: offer.start_at, end_at: offer.end_at, answer_until: toInstant(offer.answer_until) },
    wish_days,
    why_no_wish: whyNoEarlierWish(factsOf(row, toDay(now)), wish_days),
    is_reached: contacts !== undefined && (contacts.mail ?? (await findLineUser(db, row.client_id, actor.id)) ?? contacts.sms) !== null,
  }
}

/** A wish is asked for until it comes true or is taken back; days that cannot be are refused. */
const wish = async (
  platform: Platform,
  db: Db,
  actor: ResidentActor | OfficeActor,
  row: OwnRoomRow,
  dates: readonly string[],
  { actingFor, answeredBy }: { actingFor?: ActingFor | undefined; answeredBy?: AnsweredBy | undefined },
): Promise<void> => {
  const now = platform.now()
  const days = daysOf(row, now)
  const why = whyNoEarlierWish(factsOf(row, toDay(now)), days)
  if (why !== null) throw refused(why, 'no_earlier_wish')
  if (dates.some(date => !days.includes(date))) throw invalid({ dates: ['は今の工事日より早い工事のある日から選択してください'] })
  const { construction_id: constructionId, room_id: roomId } = row
  await saveWish(db, row.client_id, { constructionId, roomId, dates: [...new Set(dates)].toSorted(), now })
  const [spoken, said] = [spokenFor(actingFor), answeredByOf(answeredBy)]
  await recordEvent(db, {
    kind: 'earlier_wishes.made',
    actor,
    clientId: row.client_id,
    constructionId,
    roomId,
    ...spoken,
    change: { days: new Set(dates).size, ...said.change },
    personal: { ...spoken.personal, ...said.personal },
    residentVisible: true,
  })
}

/** The resident answers: the room goes to the frame that is kept for it and is confirmed there, or stays, and the frame goes to the next. */
const answer = async (
  platform: Platform,
  db: Db,
  actor: ResidentActor,
  id: number,
  { answer: said, answered_by }: { answer: 'take' | 'keep'; answered_by?: AnsweredBy | undefined },
): Promise<void> => {
  // The construction first, as everybody who plans does.
  const construction = await lockConstructionOfResident(db, actor)
  const row = demandRoom(await lockOwnRoom(db, actor))
  const offer = await findOpenOffer(db, row.client_id, actor.roomId)
  const now = platform.now()
  if (!construction || offer?.id !== id || offer.answer_until <= now)
    throw conflict('この日時のご案内は終わりました。今の工事日のままです。', 'offer_ended')
  const reached = { ...actor, clientId: row.client_id }
  const { constructionId, roomId } = actor
  const target = { db, clientId: row.client_id, actor: reached, constructionId, roomId, now, said: answeredByOf(answered_by) }
  if (said === 'keep') return void (await endOffer(target, id, 'declined'))
  const { date, construction_time_frame_id, frame_number } = offer
  const slot = { date, construction_time_frame_id, frame_number }
  // Something was ordered since it was offered: as with any move the orders are asked first, and that is the office's to ask.
  if (!ordersAreReady(construction, row.date, { date, has_orders: await hasOrders(db, row.client_id, roomId) }, now))
    throw conflict(
      'お申し込みのオプションの準備が間に合わないため、この日時には変更できません。お電話でお問い合わせください。',
      'orders_undecided',
    )
  await moveRoom(platform, db, reached, construction, roomId, slot, { offered: 'as an earlier frame', event: target.said })
  await endOffer(target, id, 'taken')
  await endEarlierWish(target)
  await confirmOwnDate(platform, db, actor, row.client_id, answered_by)
}

/** The room of the office, with its construction held. */
const targetOfOffice = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  { construction_id, room_id }: { construction_id: number; room_id: number },
) => {
  const construction = await lockScheduledConstruction(db, actor, construction_id)
  const room = construction && (await findRoomForOffice(db, actor.clientId, construction_id, room_id))
  if (!room) throw notFound()
  return { db, clientId: actor.clientId, actor, constructionId: construction_id, roomId: room_id, now: platform.now() }
}

const dwellingOf = async (
  db: Db,
  actor: OfficeActor,
  { construction_id, room_id }: { construction_id: number; room_id: number },
  now: Date,
) => {
  const row = await findOwnRoom(db, { partOf: actor.clientId, roomId: room_id, constructionId: construction_id })
  if (!row) throw notFound()
  return { row, days: daysOf(row, now) }
}

const listed = async (platform: Platform, db: Db, clientId: ClientId, constructionId: number) =>
  (await listWishes(db, clientId, constructionId, offersSms(platform.settings))).map(({ contact, offer, wished_at, ...row }) => ({
    ...row,
    wished_at: toInstant(wished_at),
    contact: contact === 'paper' ? null : contact,
    offer: offer && { ...offer, answer_until: toInstant(new Date(offer.answer_until)) },
  }))

export const earlierRoutes = answers(earlierFrames, {
  'GET /api/residents/earlier_wish': ({ platform, db, actor }) => showOwn(platform, db, actor),

  'PUT /api/residents/earlier_wish': async ({ platform, db, actor, body }) => {
    await wish(platform, db, actor, demandRoom(await lockOwnRoom(db, actor)), body.dates, { answeredBy: body.answered_by })
    const shown = await showOwn(platform, db, actor)
    return { message: shown.is_reached ? '承りました。早い枠が空いたらお知らせします。' : `承りました。${earlierTold(false)}`, ...shown }
  },

  'DELETE /api/residents/earlier_wish': async ({ platform, db, actor }) => {
    const construction = await lockConstructionOfResident(db, actor)
    const row = demandRoom(await lockOwnRoom(db, actor))
    if (!construction) throw notFound()
    const { constructionId, roomId } = actor
    const reached = { ...actor, clientId: row.client_id }
    await endEarlierWish({ db, clientId: row.client_id, actor: reached, constructionId, roomId, now: platform.now() })
    return { message: '早い枠のお知らせをやめました。', ...(await showOwn(platform, db, actor)) }
  },

  'POST /api/residents/earlier_offers/:id/answer': async ({ platform, db, actor, params, body }) => {
    await answer(platform, db, actor, params.id, body)
    const message = body.answer === 'take' ? '工事日を変更しました。' : '今の工事日のままで承りました。'
    return { message, ...(await showOwn(platform, db, actor)) }
  },

  'GET /api/constructions/:construction_id/earlier_wishes': async ({ platform, db, actor, params }) => ({
    earlier_wishes: await listed(platform, db, actor.clientId, params.construction_id),
  }),

  'GET /api/constructions/:construction_id/rooms/:room_id/earlier_wish': async ({ platform, db, actor, params, now }) => {
    const { row, days } = await dwellingOf(db, actor, params, now)
    const wished = await findWish(db, actor.clientId, params.room_id)
    return { dates: wished, wish_days: days, why_no_wish: whyNoEarlierWish(factsOf(row, toDay(platform.now())), days) }
  },

  'PUT /api/constructions/:construction_id/rooms/:room_id/earlier_wish': async ({ platform, db, actor, params, body }) => {
    const { clientId } = actor
    const row = await lockOwnRoom(db, { partOf: clientId, roomId: params.room_id, constructionId: params.construction_id })
    if (!row) throw notFound()
    await wish(platform, db, actor, row, body.dates, { actingFor: body.acting_for })
    return { message: '早い枠の希望を登録しました。' }
  },

  'DELETE /api/constructions/:construction_id/rooms/:room_id/earlier_offer': async ({ platform, db, actor, params }) => {
    const target = await targetOfOffice(platform, db, actor, params)
    const offer = await findOpenOffer(db, actor.clientId, params.room_id)
    if (!offer) throw notFound()
    await endOffer(target, offer.id, 'ended')
    return { message: '早い枠の案内を終了しました。' }
  },

  'DELETE /api/constructions/:construction_id/rooms/:room_id/earlier_wish': async ({ platform, db, actor, params, body }) => {
    if (!(await endEarlierWish(await targetOfOffice(platform, db, actor, params), body.acting_for))) throw notFound()
    return { message: '早い枠の希望を終了しました。' }
  },
})
