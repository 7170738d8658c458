import type { ClientActor } from '@toguchi/domain/access/actor'
import { isDraggable } from '@toguchi/domain/schedule/cell-kind'
import { type FramePlace, framePlaceKey } from '@toguchi/domain/schedule/construction-order'
import type { AssignForm, SpareFrameForm } from '@toguchi/domain/schedule/contract'
import { spareFramesAreStacked, whyNoRoomHere } from '@toguchi/domain/schedule/placement'
import { maximumSpareFrames } from '@toguchi/domain/schedule/time-frames'
import { markScheduleChanged, notify } from '../constructions/constructions.ts'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { recordEvents } from '../platform/events.ts'
import type { Platform } from '../platform/platform.ts'
import { conflict, notFound, onConstraint, refused, stale } from '../platform/problem.ts'
import { closedRoomText } from '@toguchi/domain/rooms/status'
import { markRoomsAssigned } from '../rooms/rooms.ts'
import { notifyOfMoves } from './notify-of-moves.ts'
import {
  type CardRow,
  deleteAssignsOf,
  deleteSpareFrames,
  insertSpareFrames,
  judgePlacesAtTheEnd,
  judgePlacesNow,
  listCards,
  listHeldPlaces,
  listSpareFrames,
  listTimeFrames,
  lockScheduledConstruction,
  placeRooms,
} from './queries.ts'

export interface Moves {
  lock_version: number
  assigns_attributes: AssignForm[]
  spare_frames_attributes: SpareFrameForm[]
}

const frameTaken = () => conflict('選択した日時は満席になりました。', 'frame_taken')

/**
 * Saves the moves of a whole draft in one transaction: spare frames, then places; all or nothing (G-SCH-21, G-SCH-22).
 * A draft made on an older state is stale; the unique key settles what is left (D-06).
 */
export const saveMoves = async (platform: Platform, db: Db, actor: ClientActor, constructionId: number, moves: Moves): Promise<void> => {
  const { clientId } = actor
  const now = platform.now()
  const construction = await lockScheduledConstruction(db, actor, constructionId)
  if (!construction) throw notFound()
  if (construction.schedule_lock_version !== moves.lock_version) throw stale()
  const cards = new Map((await listCards(db, clientId, constructionId)).map(card => [card.id, card]))
  const changes = moves.assigns_attributes.map(form => ({ form, before: movable(cards.get(form.room_id)) }))
  const timeFrames = await listTimeFrames(db, clientId, constructionId)
  await saveSpareFrames(
    db,
    clientId,
    constructionId,
    moves.spare_frames_attributes,
    cards,
    id => timeFrames.find(frame => frame.id === id)?.frame_number ?? 0,
  )
  const held = new Set((await listHeldPlaces(db, clientId, constructionId, null, now)).map(framePlaceKey))
  const facts = {
    ...construction,
    today: toDay(now),
    construction_time_frames: timeFrames,
    spare_frames: await listSpareFrames(db, clientId, constructionId),
  }
  const placed = changes.filter(({ form }) => !form._destroy)
  for (const { form, before } of placed) {
    const why = whyNoRoomHere(form, facts)
    if (why !== null) throw refused(`${before.name}：${why}`, 'place_refused')
    if (held.has(framePlaceKey(form)))
      throw conflict(`${before.name}：居住者が選択中の枠です。数分後にもう一度お試しください。`, 'frame_held')
  }
  await judgePlacesAtTheEnd(db)
  await deleteAssignsOf(
    db,
    clientId,
    changes.filter(({ form }) => form._destroy).map(({ form }) => form.room_id),
  )
  await placeRooms(
    db,
    clientId,
    constructionId,
    placed.map(({ form }) => form),
    now,
  )
  await onConstraint(judgePlacesNow(db), { assigns_frame_key: frameTaken })
  await markRoomsAssigned(
    db,
    clientId,
    placed.map(({ form }) => form.room_id),
  )
  await markScheduleChanged(db, clientId, constructionId)
  await recordEvents(
    db,
    changes.map(({ form, before }) => ({
      kind: form._destroy ? 'assigns.removed' : before.assign_id === null ? 'assigns.placed' : 'assigns.moved',
      actor,
      clientId,
      constructionId,
      roomId: form.room_id,
      residentVisible: construction.detail_schedule_completed_at !== null,
      change: { before: placeOf(before), after: form._destroy ? null : placeOf(form) },
    })),
  )
  await notify(platform, db, actor, {
    event: 'detail_schedule_updated',
    constructionId,
    to: ['sales_staff', 'construction_staff', 'craftsmen'],
  })
  if (construction.detail_schedule_completed_at !== null)
    await notifyOfMoves(
      platform,
      db,
      actor,
      constructionId,
      placed.map(({ form }) => form),
      timeFrames,
    )
}

const placeOf = ({ date, construction_time_frame_id, frame_number }: { [K in keyof FramePlace]: FramePlace[K] | null }) =>
  date === null ? null : { date, construction_time_frame_id, frame_number }

/** The room of a move; completed and closed rooms stay where they are (G-SCH-21). */
const movable = (card: CardRow | undefined): CardRow => {
  if (!card) throw notFound()
  if (!isDraggable(card))
    throw refused(card.closed_at === null ? `${card.name}：完了済みのため移動できません。` : closedRoomText, 'room_done')
  return card
}

const saveSpareFrames = async (
  db: Db,
  clientId: number,
  constructionId: number,
  forms: readonly SpareFrameForm[],
  cards: ReadonlyMap<number, CardRow>,
  regularOf: (timeFrameId: number) => number,
): Promise<void> => {
  if (forms.length === 0) return
  const before = await listSpareFrames(db, clientId, constructionId)
  const removedIds = new Set(forms.flatMap(form => (form._destroy && form.id !== undefined ? [form.id] : [])))
  if ([...removedIds].some(id => !before.some(spare => spare.id === id))) throw notFound()
  const occupied = before.some(
    spare =>
      removedIds.has(spare.id) &&
      [...cards.values()].some(
        card =>
          card.date === spare.date &&
          card.construction_time_frame_id === spare.construction_time_frame_id &&
          card.frame_number === spare.frame_number,
      ),
  )
  if (occupied) throw refused('部屋が割り当てられているため削除できません', 'spare_frame_in_use')
  await deleteSpareFrames(db, clientId, constructionId, [...removedIds])
  const added = forms.filter(form => !form._destroy && form.id === undefined)
  const after = [...before.filter(spare => !removedIds.has(spare.id)), ...added]
  if (!spareFramesAreStacked(after, regularOf, maximumSpareFrames))
    throw refused(`予備枠は既存の枠に続けて、1つの時間枠に${maximumSpareFrames}枠まで追加できます。`, 'spare_frames_wrong')
  const unknownFrame = () => refused('時間枠がありません。', 'time_frame_unknown')
  await onConstraint(insertSpareFrames(db, clientId, constructionId, added), {
    spare_frames_client_id_construction_id_construction_time_frame_fkey: unknownFrame,
    spare_frames_frame_key: () => refused('同じ予備枠がすでにあります。', 'spare_frame_exists'),
  })
}
