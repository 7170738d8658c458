import { type FramePlace, isSamePlace } from '@toguchi/domain/schedule/place'
import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { TimeFrameForm } from '@toguchi/domain/schedule/contract'
import { fillFrames, keepsFrame, orderRooms, tooFewFramesText } from '@toguchi/domain/schedule/construction-order'
import { workingDays } from '@toguchi/domain/schedule/working-days'
import { markScheduleChanged } from '../../construction-versions/construction-versions.ts'
import { toDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent, recordEvents } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { conflict, invalid, notFound, refused } from '../../platform/http/problem.ts'
import { markRoomsAssigned } from '../../rooms/rooms.ts'
import { crewFactsOf } from './crew-facts.ts'
import { recallAndPickNotifiable } from '../notifying/last-notified-places.ts'
import { notifyOfMoves, notifyOfSchedule } from '../notifying/notify-of-moves.ts'
import { moveKind, placeOf } from '../places.ts'
import { deleteAssignsOf, judgePlacesAtTheEnd, judgePlacesNow, placeRooms } from '../place-queries.ts'
import {
  type CardRow,
  findConstructionOrder,
  listCards,
  listTimeFrames,
  lockScheduledConstruction,
  type ScheduledConstruction,
} from '../queries.ts'
import { saveTimeFrames } from '../saving/save-time-frames.ts'

export interface Generation {
  construction_order_id: number
  construction_time_frames_attributes: TimeFrameForm[]
}

/**
 * Lays the rooms into frames by a construction order (G-SCH-17). When assigns exist it asks first (409), and with `force` makes
 * everything anew but confirmed and completed rooms (G-SCH-19). Too few frames: nothing is saved (G-SCH-18).
 */
export const generateSchedule = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  constructionId: number,
  form: Generation,
  force: boolean,
): Promise<void> => {
  const { clientId } = actor
  const now = platform.now()
  const construction = await lockScheduledConstruction(db, actor, constructionId)
  if (!construction) throw notFound()
  const order = await findConstructionOrder(db, clientId, form.construction_order_id)
  if (!order) throw invalid({ construction_order_id: ['は一覧にありません'] })
  const cards = await listCards(db, clientId, constructionId)
  if (cards.length === 0) throw refused('部屋が登録されていません。先に部屋構成を登録してください。', 'no_rooms')
  const assigned = cards.filter(card => card.assign_id !== null)
  if (assigned.length > 0 && !force) throw conflict('既存の工程を作り直します。よろしいですか？', 'schedule_exists')

  const kept = assigned.filter(keepsFrame)
  const keptIds = new Set(kept.map(card => card.id))
  const free = cards.filter(card => !keptIds.has(card.id) && card.status !== 'completed' && card.closed_at === null)
  await deleteAssignsOf(
    db,
    clientId,
    free.map(card => card.id),
  )
  await saveTimeFrames(db, clientId, constructionId, form.construction_time_frames_attributes, kept, new Set(kept))
  const sequence = orderRooms(free, {
    top_or_bottom: order.top_or_bottom,
    vertical_or_horizontal: order.vertical_or_horizontal,
    line_number: order.line_number,
  })
  const { crews, construction_time_frames } = await crewFactsOf(
    db,
    clientId,
    constructionId,
    await listTimeFrames(db, clientId, constructionId),
  )
  const filling = fillFrames(sequence, {
    workingDays: daysToPlan(construction, toDay(now)),
    crews,
    timeFrames: construction_time_frames,
    taken: kept.flatMap(card => placeOf(card) ?? []),
  })
  if (filling.assigns === null) throw refused(tooFewFramesText(filling.missing), 'too_few_frames', { missing: filling.missing })
  await judgePlacesAtTheEnd(db)
  await placeRooms(
    db,
    clientId,
    constructionId,
    filling.assigns.map(({ room, ...place }) => ({ ...place, room_id: room.id })),
    now,
  )
  await judgePlacesNow(db)
  await markRoomsAssigned(
    db,
    clientId,
    filling.assigns.map(assign => assign.room.id),
  )
  await markScheduleChanged(db, clientId, constructionId)
  await recordEvent(db, {
    kind: assigned.length > 0 ? 'detail_schedule.regenerated' : 'detail_schedule.generated',
    actor,
    clientId,
    constructionId,
    change: {
      construction_order_id: form.construction_order_id,
      rooms: filling.assigns.length,
      kept: kept.length,
      before: assigned.filter(card => !keptIds.has(card.id)).map(card => ({ room_id: card.id, ...placeOf(card) })),
    },
  })
  await notifyOfChanges(
    platform,
    db,
    actor,
    construction,
    cards,
    filling.assigns.map(({ room, ...place }) => ({ ...place, room_id: room.id })),
  )
  await notifyOfSchedule(platform, db, actor, constructionId, assigned.length > 0 ? 'detail_schedule_updated' : 'detail_schedule_created')
}

/** Each room's own timeline says where it came to stand; once the schedule was completed, residents are told too (D-12, G-NOT-12). */
const notifyOfChanges = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  construction: ScheduledConstruction,
  cards: readonly CardRow[],
  places: readonly (FramePlace & { room_id: number })[],
): Promise<void> => {
  const { clientId } = actor
  const before = new Map(cards.map(card => [card.id, placeOf(card)]))
  const changed = places.filter(place => !isSamePlace(before.get(place.room_id) ?? null, place))
  const completed = construction.detail_schedule_completed_at !== null
  await recordEvents(
    db,
    changed.map(({ room_id, ...after }) => ({
      kind: moveKind(before.get(room_id) ?? null, after),
      actor,
      clientId,
      constructionId: construction.id,
      roomId: room_id,
      residentVisible: completed,
      change: { before: before.get(room_id) ?? null, after },
    })),
  )
  const moved = changed.map(({ room_id, ...to }) => ({ room_id, from: before.get(room_id) ?? null, to }))
  const { notifiable } = await recallAndPickNotifiable(platform, db, clientId, construction.id, moved)
  await notifyOfMoves(platform, db, actor, construction, notifiable, await listTimeFrames(db, clientId, construction.id))
}

/** Days that have not passed: what is planned anew must be doable. */
const daysToPlan = (construction: ScheduledConstruction, today: string): string[] => workingDays(construction).filter(day => day >= today)
