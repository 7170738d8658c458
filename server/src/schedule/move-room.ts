import { type FramePlace, isSamePlace } from '@toguchi/domain/schedule/place'
import type { ReachedActor, ClientId } from '@toguchi/domain/access/actor'
import { formatDayLong, formatTimeFrame } from '@toguchi/domain/calendar/day'
import {
  afterAbsence,
  forOffice,
  type OfferedFrame,
  type OfferFacts,
  nearestFrames,
  offeredFrames,
} from '@toguchi/domain/schedule/offered-frames'
import type { ActingFor } from '@toguchi/domain/access/acting-for-contract'
import { moveAsksForDecision, type OrderDecision, optionPreparationDays } from '@toguchi/domain/rooms/order-decision'
import { isDraggable } from '@toguchi/domain/schedule/cell-kind'
import type { ContactChannel } from '@toguchi/domain/schedule/channels'
import { whyNoRoomHere } from '@toguchi/domain/schedule/placement'
import { markScheduleChanged } from '../construction-versions/construction-versions.ts'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import type { Platform } from '../platform/platform.ts'
import { conflict, invalid, notFound, onConstraint, refused } from '../platform/http/problem.ts'
import {
  type CarryOutOrderDecisions,
  assertDateUnchanged,
  decideOrders,
  markRoomsAssigned,
  type SeenPlace,
  setConfirmed,
  setReceptionStatus,
} from '../rooms/rooms.ts'
import { crewFactsOf } from './planning/crew-facts.ts'
import { frameTaken } from './saving/refuse-moves.ts'
import { recallAndPickNotifiable } from './notifying/last-notified-places.ts'
import { moveEvent } from './notifying/move-event.ts'
import { changesTime, notifyOfMoves } from './notifying/notify-of-moves.ts'
import { channelOf } from './notifying/without-carrier.ts'
import { listReservedPlaces, listSpareFrames, listTakenPlaces, placeRooms, releaseReservation } from './place-queries.ts'
import { placeOf } from './places.ts'
import { findCard, listTimeFrames, lockConfirmation, type ScheduledConstruction } from './queries.ts'

export interface WantedFrame {
  date: string
  construction_time_frame_id: number
  /** Absent: the first free one of the time frame. */
  frame_number?: number | undefined
}

export interface MoveOptions {
  actingFor?: ActingFor | undefined
  /** Where the room stood on the screen: 409 `date_changed` when it stands elsewhere by now. */
  seen?: SeenPlace | undefined
  /** What residents may take (spare frames only when released, deadline, from tomorrow), the same after the deadline where we offered it, what is left after an absence, or all that is free. */
  offered: 'to residents' | 'as an earlier frame' | 'after an absence' | 'to the office'
  /** What the event says besides. */
  event?: { change: Record<string, unknown>; personal: Record<string, unknown> }
  /** The resident hears of it in another message, as of an agreed date. */
  tellsResident?: boolean
  /** What becomes of ordered options when the day is inside their preparation; absent: who moves decides over none. */
  orders?: { decision: OrderDecision | undefined; carryOut: CarryOutOrderDecisions }
}

export interface MadeMove {
  place: FramePlace
  /** Null: it is no news, or the household hears of it otherwise. */
  told: ContactChannel | null
}

/** What decides over the frames of one construction for one room. */
export const offerFactsOf = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  construction: ScheduledConstruction,
  /** Null: for nobody in particular. */
  roomId: number | null,
): Promise<OfferFacts & { time_frames: { id: number; start_at: string; end_at: string; frame_number: number }[] }> => {
  const now = platform.now()
  const time_frames = await listTimeFrames(db, clientId, construction.id)
  return {
    ...construction,
    today: toDay(now),
    time_frames,
    ...(await crewFactsOf(db, clientId, construction.id, time_frames)),
    spare_frames: await listSpareFrames(db, clientId, construction.id),
    taken: [
      ...(await listTakenPlaces(db, clientId, construction.id)).filter(place => place.room_id !== roomId),
      ...(await listReservedPlaces(db, clientId, construction.id, roomId, now)),
    ],
  }
}

/**
 * Moves one room to another frame, in the caller's transaction: the old frame is kept until the new one is taken, and the unique key
 * settles every race (D-06). The loser gets 409 with up to three nearest free frames. A room that is there already stays untouched: a
 * second tap tells nobody twice. Returns the new place, and how the household is told of it.
 */
export const moveRoom = async (
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  construction: ScheduledConstruction,
  roomId: number,
  slot: WantedFrame,
  { actingFor, seen, offered, event, tellsResident = true, orders }: MoveOptions,
): Promise<MadeMove> => {
  const { clientId } = actor
  const now = platform.now()
  const card = await findCard(db, clientId, construction.id, roomId)
  if (!card) throw notFound()
  if (!isDraggable(card)) throw refused('工事が完了しているため変更できません。', 'room_done')
  assertDateUnchanged(card, seen)
  const facts = await offerFactsOf(platform, db, clientId, construction, roomId)
  if (!facts.time_frames.some(({ id }) => id === slot.construction_time_frame_id))
    throw invalid({ construction_time_frame_id: ['は一覧にありません'] })
  const free = offeredFrames(offersOf[offered]({ ...facts, spares_first: isRevisit(card) }))
  const place = choose(free, slot, card)
  // Where the room already is, is no alternative.
  const elsewhere = free.filter(one => one.date !== card.date || one.construction_time_frame_id !== card.construction_time_frame_id)
  if (!place) throw frameGone(facts, elsewhere, slot)
  // Whoever told the office a date has agreed to it (D-22).
  if (actingFor) {
    await setConfirmed(db, clientId, [roomId], now)
    await setReceptionStatus(db, clientId, roomId, actingFor.channel, now)
  }
  const before = placeOf(card)
  if (isSamePlace(place, before)) return { place, told: null }
  const why = whyNoRoomHere(place, facts)
  if (why !== null) throw refused(why, 'place_refused')
  // Only one of many can win: the key is immediate here, so the loser learns it at once.
  await onConstraint(placeRooms(db, clientId, construction.id, [{ ...place, room_id: roomId }], now), {
    assigns_frame_key: () =>
      frameGone(
        facts,
        elsewhere.filter(frame => frame.date !== slot.date || frame.construction_time_frame_id !== slot.construction_time_frame_id),
        slot,
      ),
  })
  await releaseReservation(db, clientId, roomId)
  await markRoomsAssigned(db, clientId, [roomId])
  await markScheduleChanged(db, clientId, construction.id)
  const channel: ContactChannel | 'in person' = tellsResident && actor.kind !== 'resident' ? channelOf(platform, card) : 'in person'
  const moved = { room_id: roomId, from: before, to: place, channel }
  await recordEvent(
    db,
    moveEvent({ actor, clientId, construction }, moved, {
      channel: actingFor?.channel ?? 'web',
      ...(actingFor ? { actingFor: 'resident' as const } : {}),
      personal: { ...event?.personal, ...(actingFor?.caller ? { caller: actingFor.caller } : {}) },
      residentVisible: true,
      ...(event ? { change: event.change } : {}),
    }),
  )
  if (orders && moveAsksForDecision(card, { from: before, to: place }, orderFactsOf(construction, facts.today)))
    await decideOrders({ platform, db, actor, roomId, change: 'move', decision: orders.decision, day: place.date }, orders.carryOut)
  const { notifiable } = await recallAndPickNotifiable(platform, db, clientId, construction.id, [moved])
  await notifyOfMoves(platform, db, actor, construction, notifiable, facts.time_frames)
  const isNews = construction.detail_schedule_completed_at !== null && notifiable.some(changesTime)
  return { place, told: isNews && channel !== 'in person' ? channel : null }
}

/** What decides whether a move of ordered options asks. */
export const orderFactsOf = (construction: ScheduledConstruction, today: string) => ({
  today,
  option_preparation_days: optionPreparationDays(construction),
})

/**
 * For somebody who was shown a room whose date nobody had agreed to: 409 `date_changed` when somebody has by now. Holds the room, as whoever
 * confirms does.
 */
export const assertUnconfirmed = async (db: Db, clientId: ClientId, construction: ScheduledConstruction, roomId: number): Promise<void> => {
  if (await lockConfirmation(db, clientId, construction.id, roomId))
    throw conflict('ご覧になっている間に、この日程で確定しました。今の日程をご確認ください。', 'date_changed')
}

const offersOf = {
  'to residents': (facts: OfferFacts): OfferFacts => facts,
  'as an earlier frame': (facts: OfferFacts): OfferFacts => ({ ...facts, schedule_change_end_on: null }),
  'after an absence': afterAbsence<OfferFacts>,
  'to the office': forOffice<OfferFacts>,
} as const

/** Whoever is visited again takes from the stock for that first (D-24, D-34). */
export const isRevisit = (card: { status: string; visits: number }): boolean => card.status === 'reschedule' || card.visits > 0

/** The place that was asked for, when it is free; a room may stay where it is. */
const choose = (
  free: readonly OfferedFrame[],
  slot: WantedFrame,
  card: { date: string | null; construction_time_frame_id: number | null; frame_number: number | null },
): FramePlace | null => {
  const frame = free.find(one => one.date === slot.date && one.construction_time_frame_id === slot.construction_time_frame_id)
  const stays = card.date === slot.date && card.construction_time_frame_id === slot.construction_time_frame_id && card.frame_number !== null
  const numbers = frame?.frame_numbers ?? []
  const freeNumber = slot.frame_number === undefined ? numbers[0] : numbers.find(number => number === slot.frame_number)
  const frame_number = stays && (slot.frame_number ?? card.frame_number) === card.frame_number ? card.frame_number : freeNumber
  return frame_number === undefined || frame_number === null
    ? null
    : { date: slot.date, construction_time_frame_id: slot.construction_time_frame_id, frame_number }
}

/** 409 with the nearest free frames, in the words a resident reads (D-06, D-30). */
export const frameGone = (
  facts: { time_frames: readonly { id: number; start_at: string }[] },
  free: readonly OfferedFrame[],
  slot: WantedFrame,
) => {
  const start_at = facts.time_frames.find(({ id }) => id === slot.construction_time_frame_id)?.start_at ?? '09:00'
  const alternatives = nearestFrames({ date: slot.date, start_at }, free, 3).map(
    ({ date, construction_time_frame_id, start_at: start, end_at }) => ({
      date,
      construction_time_frame_id,
      start_at: start,
      end_at,
      label: `${formatDayLong(date)} ${formatTimeFrame(start, end_at)}`,
    }),
  )
  return frameTaken('', { alternatives })
}
