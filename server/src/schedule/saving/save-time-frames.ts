import type { ClientId } from '@toguchi/domain/access/actor'
import { framePlaceKey, pickPlace } from '@toguchi/domain/schedule/place'
import { firstNames } from '@toguchi/domain/rooms/room-names'
import type { TimeFrameForm } from '@toguchi/domain/schedule/contract'
import { overlapText, timeFrameProblems } from '@toguchi/domain/schedule/time-frames'
import type { Db } from '../../platform/database/database.ts'
import { invalid, notFound, onConstraint, refused } from '../../platform/http/problem.ts'
import { placeOf } from '../places.ts'
import { deleteSpareFrames, insertSpareFrames, listSpareFrames } from '../place-queries.ts'
import { type CardRow, deleteTimeFrame, insertTimeFrame, judgeTimeFrames, listTimeFrames, updateTimeFrame } from '../queries.ts'

/**
 * Saves the time frames as sent: changed, added, removed; those that are not named stay as they are, and the database refuses an
 * overlap (G-SCH-13). Spare frames follow the regular ones without a gap: they move up and down with them, and a change that would
 * leave one of the `standing` rooms without a frame is refused. Of `promised` rooms the times stay: their residents know them.
 */
export const saveTimeFrames = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  forms: readonly TimeFrameForm[],
  assignedCards: readonly CardRow[],
  promised: ReadonlySet<CardRow>,
): Promise<void> => {
  const before = await listTimeFrames(db, clientId, constructionId)
  refuseWrongRows(before, forms)
  const framesById = new Map(before.map(frame => [frame.id, frame]))
  // Somebody agreed to these times: they are moved room by room, with a word to each, and not under everybody's feet.
  const fixed = new Set([...promised].map(card => card.construction_time_frame_id))
  const shifted = forms.some(
    ({ id, _destroy, start_at, end_at }) =>
      id !== undefined &&
      !_destroy &&
      fixed.has(id) &&
      (framesById.get(id)?.start_at !== start_at || framesById.get(id)?.end_at !== end_at),
  )
  if (shifted) throw refused('日程を案内した部屋のある時間枠の時刻は変更できません。', 'time_frame_promised')
  const inUse = () => refused('部屋が割り当てられているため削除できません', 'time_frame_in_use')
  const gone = new Set(forms.flatMap(form => (form._destroy && form.id !== undefined ? [form.id] : [])))
  if (assignedCards.some(card => card.construction_time_frame_id !== null && gone.has(card.construction_time_frame_id))) throw inUse()
  await judgeTimeFrames(db, clientId, 'at the end')
  for (const { id, _destroy, ...frame } of forms) {
    if (id === undefined && !_destroy) await insertTimeFrame(db, clientId, constructionId, frame)
    else if (id !== undefined && _destroy)
      await onConstraint(deleteTimeFrame(db, clientId, constructionId, id), {
        assigns_client_id_construction_id_construction_time_frame_fkey: inUse,
      })
    else if (id !== undefined) await updateTimeFrame(db, clientId, constructionId, id, frame)
  }
  await onConstraint(judgeTimeFrames(db, clientId, 'now'), {
    construction_time_frames_overlap: () => invalid({ construction_time_frames: [overlapText] }, 'time_frames_overlap'),
  })
  const steps = new Map(
    forms.flatMap(({ id, _destroy, frame_number }) => {
      const old = id === undefined || _destroy ? undefined : framesById.get(id)
      return old && old.frame_number !== frame_number ? [[old.id, { regular: frame_number, by: frame_number - old.frame_number }]] : []
    }),
  )
  await shiftSpareFrames(db, clientId, constructionId, steps, assignedCards)
}

const refuseWrongRows = (before: readonly { id: number; start_at: string; end_at: string }[], forms: readonly TimeFrameForm[]): void => {
  const frameIds = new Set(before.map(({ id }) => id))
  const named = forms.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (named.some(id => !frameIds.has(id))) throw notFound()
  if (new Set(named).size < named.length) throw refused('同じ時間枠が2回指定されています。', 'time_frame_twice')
  const kept = forms.flatMap((form, index) => (form._destroy ? [] : [{ ...form, index }]))
  const problems = timeFrameProblems(kept)
  if (problems.length > 0)
    throw invalid(
      Object.fromEntries(
        problems.map(({ index, field, text }) => [`construction_time_frames[${kept[index]?.index ?? index}].${field}`, [text]]),
      ),
      'time_frames_wrong',
    )
}

/** The number of spare frames of every date stays, and they begin where the regular ones now end. */
const shiftSpareFrames = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  steps: ReadonlyMap<number, { regular: number; by: number }>,
  assignedCards: readonly CardRow[],
): Promise<void> => {
  if (steps.size === 0) return
  const spares = (await listSpareFrames(db, clientId, constructionId)).map(spare => ({
    spare,
    by: steps.get(spare.construction_time_frame_id)?.by ?? 0,
  }))
  const after = spares.map(({ spare, by }) => ({
    place: { ...pickPlace(spare), frame_number: spare.frame_number + by },
    released_at: spare.released_at?.toISOString() ?? null,
    moved: by !== 0,
  }))
  const keys = new Set(after.map(({ place }) => framePlaceKey(place)))
  const outside = assignedCards.filter(card => {
    const place = placeOf(card)
    const step = place && steps.get(place.construction_time_frame_id)
    return step && place.frame_number > step.regular && !keys.has(framePlaceKey(place))
  })
  if (outside.length > 0) throw frameOccupied(outside)
  const moved = after.filter(spare => spare.moved)
  if (moved.length === 0) return
  await deleteSpareFrames(
    db,
    clientId,
    constructionId,
    spares.flatMap(({ spare, by }) => (by === 0 ? [] : [spare])),
  )
  await insertSpareFrames(db, clientId, constructionId, moved)
}

/** 422: rooms stand in the frames that would go. */
export const frameOccupied = (cards: readonly CardRow[]) =>
  refused(`減らす枠に部屋が割り当てられています：${firstNames(cards.map(card => card.name))}`, 'frame_occupied', {
    rooms: cards.map(card => ({ room_id: card.id })),
  })
