import { framePlaceKey, isSamePlace } from '@toguchi/domain/schedule/place'
import type { WorkerActor } from '@toguchi/domain/access/actor'
import { isDraggable } from '@toguchi/domain/schedule/cell-kind'
import type { AssignForm, HolidayForm, SpareFrameForm } from '@toguchi/domain/schedule/contract'
import { hardReasonTexts, type SoftReason } from '@toguchi/domain/schedule/placement'
import { canSetDaysOff } from '@toguchi/domain/schedule/policy'
import type { OrderDecision } from '@toguchi/domain/rooms/order-decision'
import { closedRoomText } from '@toguchi/domain/rooms/status'
import { toDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { type NewEvent, recordEvents } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { forbidden, notFound, refused, stale } from '../../platform/http/problem.ts'
import { type CarryOutOrderDecisions, markRoomsAssigned } from '../../rooms/rooms.ts'
import { orderFactsOf } from '../move-room.ts'
import { type BatchChange, insertBatch, recallKeyOf, undoMinutes } from './batch-queries.ts'
import { changeOfSpares, refuseWrongSpares, sparesAfter } from './change-of-spares.ts'
import { crewFactsOf } from '../planning/crew-facts.ts'
import {
  frameReserved,
  refuseSoftReasons,
  type Move,
  orderDecisionsOf,
  placesAfter,
  refuseHardReasons,
  refuseOccupiedDaysOff,
  refuseTakenPlaces,
  refuseUnreachable,
} from './refuse-moves.ts'
import { recallAndPickNotifiable } from '../notifying/last-notified-places.ts'
import { moveEvent } from '../notifying/move-event.ts'
import { type MovedRoom, notifyOfMoves, notifyOfSchedule } from '../notifying/notify-of-moves.ts'
import { listReservedPlaces, listSpareFrames } from '../place-queries.ts'
import { placeOf } from '../places.ts'
import { type CardRow, listCards, listTimeFrames, lockScheduledConstruction, type ScheduledConstruction } from '../queries.ts'
import { withContactChannels } from '../notifying/without-carrier.ts'
import { daysOffAfter, writeChange } from './write-change.ts'

export interface Moves {
  lock_version: number
  assigns_attributes: AssignForm[]
  spare_frames_attributes: SpareFrameForm[]
  holidays_attributes: HolidayForm[]
}

/**
 * 「変更を保存」: saves a whole draft in one transaction: days off, spare frames, then places; all or nothing (G-SCH-21,
 * G-SCH-22). What happened is kept as a batch that can be taken back for ten minutes, and its messages wait as long. A draft made on
 * an older state is stale (409); the unique key settles what is left (D-06). A draft that changes nothing leaves no trace.
 */
export const saveMoves = async (
  platform: Platform,
  db: Db,
  actor: WorkerActor,
  constructionId: number,
  form: Moves,
  carryOut: CarryOutOrderDecisions,
): Promise<void> => {
  const construction = await lockScheduledConstruction(db, actor, constructionId)
  if (!construction) throw notFound()
  const { client_id: clientId } = construction
  const reached = { ...actor, clientId }
  if (construction.schedule_lock_version !== form.lock_version) throw stale()
  if (!canSetDaysOff(actor)) refuseWhatIsTheOffices(form)
  const plan = await planMoves(platform, db, actor, construction, form)
  const { change } = plan
  if (!changesAnything(change)) return
  const now = platform.now()
  await writeChange(db, clientId, construction, change, now)
  await markRoomsAssigned(
    db,
    clientId,
    change.rooms.flatMap(({ room_id, after }) => (after === null ? [] : [room_id])),
  )
  const decided = plan.moves.flatMap(({ card, to }) => {
    const decision = plan.decisions.get(card.id)
    return decision === undefined ? [] : [{ room_id: card.id, decision, day: to?.date ?? null }]
  })
  await carryOut({ platform, db, clientId, actor: reached }, decided)
  const { notifiable, recalled, lastPlaces } = await recallAndPickNotifiable(
    platform,
    db,
    clientId,
    constructionId,
    plan.moves.map(movedRoomOf),
  )
  const id = await insertBatch(db, clientId, {
    construction_id: constructionId,
    ...authorOf(actor),
    change: {
      ...change,
      rooms: change.rooms.map(room => ({
        ...room,
        ...(lastPlaces.has(room.room_id) ? { told: lastPlaces.get(room.room_id) ?? null } : {}),
      })),
      recalled_messages: recalled.map(message => message.id),
    },
    lock_version: construction.schedule_lock_version + 1,
    saved_at: now,
  })
  const wait = { until: new Date(now.getTime() + undoMinutes * 60_000), recallKey: recallKeyOf(id) }
  await recordEvents(db, eventsOf(actor, construction, plan, id))
  await notifyOfSchedule(platform, db, reached, constructionId, 'detail_schedule_updated', wait)
  await notifyOfMoves(platform, db, reached, construction, notifiable, plan.timeFrames, wait)
}

/** By the channel that was chosen, else by the one that reaches the household. */
const movedRoomOf = ({ card, from, to, channel }: Move): MovedRoom => ({
  room_id: card.id,
  from,
  to,
  channel: channel ?? card.contact_channel,
})

/** Days off and what residents are offered are set in the office (G-CON-24, D-24). */
const refuseWhatIsTheOffices = (form: Moves) => {
  if (form.holidays_attributes.length > 0) throw forbidden('休工日は事務所で変更してください。')
  if (form.spare_frames_attributes.some(spare => spare.released !== undefined)) throw forbidden('予備枠の公開は事務所で行ってください。')
}

interface Plan {
  moves: Move[]
  reasons: Map<number, SoftReason[]>
  decisions: ReadonlyMap<number, OrderDecision>
  timeFrames: Awaited<ReturnType<typeof listTimeFrames>>
  change: BatchChange
}

/** Everything that the draft would change, judged on the state after all of it: nothing is written before all of it is right. */
const planMoves = async (
  platform: Platform,
  db: Db,
  actor: WorkerActor,
  construction: ScheduledConstruction,
  form: Moves,
): Promise<Plan> => {
  const { client_id: clientId } = construction
  const now = platform.now()
  const today = toDay(now)
  const cards = withContactChannels(platform.settings, await listCards(db, clientId, construction.id))
  const timeFrames = await listTimeFrames(db, clientId, construction.id)
  const spares = await listSpareFrames(db, clientId, construction.id)
  const moves = movesOf(form.assigns_attributes, cards)
  const after = placesAfter(cards, moves)
  const holidays = changeOfDaysOff(construction.privately_area_holidays, form.holidays_attributes)
  const period = { ...construction, privately_area_holidays: daysOffAfter(construction.privately_area_holidays, holidays) }
  const spareChange = changeOfSpares(spares, form.spare_frames_attributes, now)
  const spare_frames = sparesAfter(spares, spareChange)
  const reserved = new Set((await listReservedPlaces(db, clientId, construction.id, null, now)).map(framePlaceKey))

  if (spareChange.removed.some(({ place }) => reserved.has(framePlaceKey(place)))) throw frameReserved('予備枠')
  refuseWrongSpares(spareChange, spare_frames, [...after.values()], { ...period, timeFrames })
  refuseOccupiedDaysOff(holidays.added, today, cards, after)
  refuseHardReasons(moves, { ...period, today, construction_time_frames: timeFrames, spare_frames }, reserved)
  refuseTakenPlaces(moves, after)
  if (construction.detail_schedule_completed_at !== null) refuseUnreachable(moves)
  const reasons =
    moves.length === 0
      ? new Map<number, SoftReason[]>()
      : refuseSoftReasons(actor, moves, cards, after, {
          ...construction,
          today,
          ...(await crewFactsOf(db, clientId, construction.id, timeFrames)),
        })
  const decisions = orderDecisionsOf(actor, moves, orderFactsOf(construction, today))
  const rooms = moves.map(({ card, from, to, channel, reason }) => ({
    room_id: card.id,
    before: from,
    after: to,
    status_before: card.status,
    incomplete_reason_id: card.incomplete_reason_id,
    confirmed_at: card.construction_schedule_confirmed_at?.toISOString() ?? null,
    channel: channel ?? card.contact_channel,
    reason_given: reason !== undefined,
    ...orderDecisionOf(decisions, card),
  }))
  const completed = construction.detail_schedule_completed_at !== null
  return { moves, reasons, decisions, timeFrames, change: { rooms, spare_frames: spareChange, holidays, completed, recalled_messages: [] } }
}

/** The rooms that really move; completed and closed rooms stay where they are (G-SCH-21). */
const movesOf = (forms: readonly AssignForm[], cards: readonly CardRow[]): Move[] => {
  const byId = new Map(cards.map(card => [card.id, card]))
  if (new Set(forms.map(form => form.room_id)).size < forms.length) throw refused('同じ部屋が2回指定されています。', 'room_twice')
  return forms
    .map(({ room_id, date, construction_time_frame_id, frame_number, _destroy, reason, channel, order_decision: decision }): Move => {
      const card = byId.get(room_id)
      if (!card) throw notFound()
      if (!isDraggable(card))
        throw refused(card.closed_at === null ? `${card.name}：${hardReasonTexts.completed}` : closedRoomText, 'room_done', {
          rooms: [{ room_id, reasons: ['completed'] }],
        })
      const to = _destroy ? null : { date, construction_time_frame_id, frame_number }
      return { card, from: placeOf(card), to, reason, channel, decision }
    })
    .filter(({ from, to }) => !isSamePlace(from, to))
}

const changeOfDaysOff = (before: readonly string[], forms: readonly HolidayForm[]): BatchChange['holidays'] => {
  const after = new Set(before)
  for (const { date, _destroy } of forms) {
    if (_destroy) after.delete(date)
    else after.add(date)
  }
  return {
    added: [...after].filter(day => !before.includes(day)).toSorted(),
    removed: before.filter(day => !after.has(day)).toSorted(),
  }
}

const changesAnything = ({ rooms, spare_frames: { added, removed, released }, holidays }: BatchChange): boolean =>
  [rooms, added, removed, released, holidays.added, holidays.removed].some(list => list.length > 0)

const orderDecisionOf = (decisions: ReadonlyMap<number, OrderDecision>, { id }: CardRow): { order_decision?: OrderDecision } => {
  const order_decision = decisions.get(id)
  return order_decision === undefined ? {} : { order_decision }
}

/** Admins, operators, staff and craftsmen plan; residents have pages of their own. */
const authorOf = ({ kind, id }: WorkerActor) => ({ actor_kind: kind, actor_id: id })

const eventsOf = (
  actor: WorkerActor,
  construction: ScheduledConstruction,
  { moves, reasons, decisions, change }: Plan,
  batch_id: number,
): NewEvent[] => {
  const of = { actor, clientId: construction.client_id, constructionId: construction.id }
  const { spare_frames, holidays } = change
  const spareRows = spare_frames.added.length + spare_frames.removed.length + spare_frames.released.length
  return [
    ...moves.map(move =>
      moveEvent({ actor, clientId: construction.client_id, construction }, movedRoomOf(move), {
        change: {
          batch_id,
          ...(reasons.has(move.card.id) ? { reasons: reasons.get(move.card.id) } : {}),
          ...orderDecisionOf(decisions, move.card),
        },
        ...(move.reason === undefined ? {} : { personal: { reason: move.reason } }),
      }),
    ),
    ...(spareRows > 0 ? [{ ...of, kind: 'spare_frames.changed' as const, change: { ...spare_frames, batch_id } }] : []),
    ...(holidays.added.length + holidays.removed.length > 0
      ? [{ ...of, kind: 'privately_area_holidays.changed' as const, change: { ...holidays, batch_id } }]
      : []),
  ]
}
