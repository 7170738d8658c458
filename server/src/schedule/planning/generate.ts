import { type FramePlace, isSamePlace } from '@toguchi/domain/schedule/place'
import { daysToLay, layRooms, type RebuildFacts, roomsToLay } from '@toguchi/domain/schedule/rebuild'
import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { TimeFrameForm } from '@toguchi/domain/schedule/contract'
import { type ConstructionOrder, tooFewFramesText } from '@toguchi/domain/schedule/construction-order'
import { workingDays } from '@toguchi/domain/schedule/working-days'
import { markScheduleChanged } from '../../construction-versions/construction-versions.ts'
import { toDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent, recordEvents } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { conflict, invalid, notFound, refused } from '../../platform/http/problem.ts'
import { type CarryOutOrderDecisions, markRoomsAssigned } from '../../rooms/rooms.ts'
import { crewFactsOf } from './crew-facts.ts'
import { recallAndPickNotifiable } from '../notifying/last-notified-places.ts'
import { moveEvent } from '../notifying/move-event.ts'
import { type MovedRoom, notifyOfSchedule } from '../notifying/notify-of-moves.ts'
import { placeOf } from '../places.ts'
import { deleteAssignsOf, judgePlaces, listReservedPlaces, placeRooms } from '../place-queries.ts'
import {
  type CardRow,
  findConstructionOrder,
  listCards,
  listTimeFrames,
  lockScheduledConstruction,
  type ScheduledConstruction,
} from '../queries.ts'
import { saveMoves } from '../saving/save-moves.ts'
import { changeTimeFrames } from '../saving/save-settings.ts'
import { saveTimeFrames } from '../saving/save-time-frames.ts'

export interface Generation {
  construction_order_id: number
  construction_time_frames_attributes: TimeFrameForm[]
}

/**
 * Lays the rooms into frames by a construction order (G-SCH-17). When assigns exist it asks first (409), and with `force` makes
 * everything anew but what stays (G-SCH-19, `staysAtRebuild`). Too few frames: nothing is saved (G-SCH-18). Once households were told
 * their dates it is a save like any other: told ten minutes later, and taken back until then (decision 091).
 */
export const generateSchedule = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  constructionId: number,
  form: Generation,
  force: boolean,
  carryOut: CarryOutOrderDecisions,
): Promise<void> => {
  const { clientId } = actor
  const construction = await lockScheduledConstruction(db, actor, constructionId)
  if (!construction) throw notFound()
  const order = await findConstructionOrder(db, clientId, form.construction_order_id)
  if (!order) throw invalid({ construction_order_id: ['は一覧にありません'] })
  const cards = await listCards(db, clientId, constructionId)
  if (cards.length === 0) throw refused('部屋が登録されていません。先に部屋構成を登録してください。', 'no_rooms')
  if (!force && cards.some(card => card.assign_id !== null)) throw conflict('既存の工程を作り直します。よろしいですか？', 'schedule_exists')
  const generating = { platform, db, actor, construction, cards, order, form }
  await (construction.detail_schedule_completed_at === null ? layAnew(generating) : saveAnew(generating, carryOut))
}

interface Generating {
  platform: Platform
  db: Db
  actor: OfficeActor
  construction: ScheduledConstruction
  cards: readonly CardRow[]
  order: ConstructionOrder
  form: Generation
}

/** Before the completion nobody was told anything: the rooms are laid, and those who plan hear that the schedule changed. */
const layAnew = async (generating: Generating): Promise<void> => {
  const { platform, db, actor, construction, cards, form } = generating
  const { clientId } = actor
  const { id: constructionId } = construction
  const free = roomsToLay(cards, placeOf, await rebuildFactsOf(generating))
  const freeIds = new Set(free.map(({ id }) => id))
  const kept = cards.filter(card => card.assign_id !== null && !freeIds.has(card.id))
  await deleteAssignsOf(db, clientId, [...freeIds])
  await saveTimeFrames(db, clientId, constructionId, form.construction_time_frames_attributes, kept, new Set(kept))
  const places = await lay(generating, free)
  await judgePlaces(db, clientId, 'at the end')
  await placeRooms(db, clientId, constructionId, places, platform.now())
  await judgePlaces(db, clientId, 'now')
  await markRoomsAssigned(
    db,
    clientId,
    places.map(place => place.room_id),
  )
  await markScheduleChanged(db, clientId, constructionId)
  await recordGeneration(generating, places, kept.length)
  const moved = movesOf(cards, places)
  await recallAndPickNotifiable(platform, db, clientId, constructionId, moved)
  await recordEvents(
    db,
    moved.map(move => moveEvent({ actor, clientId, construction }, move)),
  )
  const isNew = cards.every(card => card.assign_id === null)
  await notifyOfSchedule(platform, db, actor, constructionId, isNew ? 'detail_schedule_created' : 'detail_schedule_updated')
}

/** Why a room stands against a soft reason, in its timeline. */
const reason = '工程表の作り直し'

const saveAnew = async (generating: Generating, carryOut: CarryOutOrderDecisions): Promise<void> => {
  const { platform, db, actor, construction, cards, form } = generating
  await changeTimeFrames(db, actor.clientId, construction, form.construction_time_frames_attributes)
  const free = roomsToLay(cards, placeOf, await rebuildFactsOf(generating))
  const places = await lay(generating, free)
  await markScheduleChanged(db, actor.clientId, construction.id)
  await recordGeneration(generating, places, cards.filter(card => card.assign_id !== null).length - free.length)
  const lock_version = construction.schedule_lock_version + 1
  const draft = {
    lock_version,
    assigns_attributes: places.map(place => ({ ...place, reason, _destroy: false })),
    spare_frames_attributes: [],
    holidays_attributes: [],
  }
  await saveMoves(platform, db, actor, construction.id, draft, carryOut)
}

const rebuildFactsOf = async ({ platform, db, construction }: Generating): Promise<RebuildFacts> => ({
  today: toDay(platform.now()),
  promised: construction.detail_schedule_completed_at !== null,
  timeFrames: await listTimeFrames(db, construction.client_id, construction.id),
})

/** Where the rooms go, with the time frames as they stand now; 422 `too_few_frames`. */
const lay = async (generating: Generating, free: readonly CardRow[]): Promise<(FramePlace & { room_id: number })[]> => {
  const { platform, db, construction, cards, order } = generating
  const { client_id: clientId, id } = construction
  const facts = await rebuildFactsOf(generating)
  const { crews, construction_time_frames } = await crewFactsOf(db, clientId, id, await listTimeFrames(db, clientId, id))
  const freeIds = new Set(free.map(card => card.id))
  const supply = {
    workingDays: daysToLay(workingDays(construction), facts),
    crews,
    timeFrames: construction_time_frames,
    taken: [
      ...cards.filter(card => !freeIds.has(card.id)).flatMap(card => placeOf(card) ?? []),
      ...(await listReservedPlaces(db, clientId, id, null, platform.now())),
    ],
  }
  const filling = layRooms(free, placeOf, order, supply, facts)
  if (filling.assigns === null) throw refused(tooFewFramesText(filling.missing), 'too_few_frames', { missing: filling.missing })
  return filling.assigns.map(({ room, ...place }) => ({ ...place, room_id: room.id }))
}

const movesOf = (cards: readonly CardRow[], places: readonly (FramePlace & { room_id: number })[]): MovedRoom[] => {
  const before = new Map(cards.map(card => [card.id, placeOf(card)]))
  return places
    .map(({ room_id, ...to }) => ({ room_id, from: before.get(room_id) ?? null, to, channel: 'none' as const }))
    .filter(({ from, to }) => !isSamePlace(from, to))
}

const recordGeneration = (
  { db, actor, construction, cards, form }: Generating,
  places: readonly { room_id: number }[],
  kept: number,
): Promise<number> => {
  const laid = new Set(places.map(({ room_id }) => room_id))
  const assigned = cards.filter(card => card.assign_id !== null)
  return recordEvent(db, {
    kind: assigned.length > 0 ? 'detail_schedule.regenerated' : 'detail_schedule.generated',
    actor,
    clientId: actor.clientId,
    constructionId: construction.id,
    change: {
      construction_order_id: form.construction_order_id,
      rooms: places.length,
      kept,
      before: assigned.filter(card => laid.has(card.id)).map(card => ({ room_id: card.id, ...placeOf(card) })),
    },
  })
}
