import { type FramePlace, framePlaceKey, pickPlace } from '@toguchi/domain/schedule/place'
import type { SpareFrameForm } from '@toguchi/domain/schedule/contract'
import { spareFramesAreStacked } from '@toguchi/domain/schedule/placement'
import { maximumSpareFrames } from '@toguchi/domain/schedule/time-frames'
import { dayKind, type PrivateAreaPeriod } from '@toguchi/domain/schedule/working-days'
import { notFound, refused } from '../../platform/http/problem.ts'
import type { BatchChange, SpareState } from './batch-queries.ts'

type SpareChange = BatchChange['spare_frames']
interface SpareFrame extends FramePlace {
  id: number
  released_at: Date | null
}

/** What the rows of a draft change of the spare frames: new ones, those that go, and those that residents are offered (D-24). */
export const changeOfSpares = (before: readonly SpareFrame[], forms: readonly SpareFrameForm[], now: Date): SpareChange => {
  const sparesById = new Map(before.map(spare => [spare.id, spare]))
  const change: SpareChange = { added: [], removed: [], released: [] }
  if (new Set(forms.map(form => form.id ?? framePlaceKey(form))).size < forms.length)
    throw refused('同じ予備枠が2回指定されています。', 'spare_frames_wrong')
  for (const form of forms) {
    if (form.id === undefined) {
      if (!form._destroy) change.added.push({ place: pickPlace(form), released_at: form.released ? now.toISOString() : null })
      continue
    }
    const spare = sparesById.get(form.id)
    if (!spare) throw notFound()
    if (form._destroy) change.removed.push(stateOf(spare))
    else if (form.released !== undefined && form.released !== (spare.released_at !== null))
      change.released.push({
        place: pickPlace(spare),
        before: spare.released_at?.toISOString() ?? null,
        after: form.released ? now.toISOString() : null,
      })
  }
  return change
}

/** The spare frames as they will be. */
export const sparesAfter = (before: readonly FramePlace[], { added, removed }: SpareChange): FramePlace[] => {
  const gone = new Set(removed.map(({ place }) => framePlaceKey(place)))
  return [...before.filter(spare => !gone.has(framePlaceKey(spare))), ...added.map(({ place }) => place)]
}

interface SpareFacts extends PrivateAreaPeriod {
  timeFrames: readonly { id: number; frame_number: number }[]
}

/** Refuses spare frames that do not follow the regular ones, that are too many, or on which a room stands after all moves (G-SCH-22). */
export const refuseWrongSpares = (
  change: SpareChange,
  after: readonly FramePlace[],
  occupied: readonly FramePlace[],
  facts: SpareFacts,
): void => {
  if (change.added.length + change.removed.length === 0) return
  const regular = new Map(facts.timeFrames.map(frame => [frame.id, frame.frame_number]))
  if (change.added.some(({ place }) => !regular.has(place.construction_time_frame_id)))
    throw refused('時間枠がありません。', 'time_frame_unknown')
  if (change.added.some(({ place }) => dayKind(place.date, facts) !== 'working'))
    throw refused('予備枠は専有部工期の稼働日に追加してください。', 'spare_frames_wrong')
  const occupiedKeys = new Set(occupied.map(framePlaceKey))
  const kept = new Set(after.map(framePlaceKey))
  const gone = change.removed.map(({ place }) => framePlaceKey(place)).filter(key => !kept.has(key))
  if (gone.some(key => occupiedKeys.has(key))) throw refused('部屋が割り当てられているため削除できません', 'spare_frame_in_use')
  if (kept.size < after.length) throw refused('同じ予備枠がすでにあります。', 'spare_frame_exists')
  if (!spareFramesAreStacked(after, id => regular.get(id) ?? 0, maximumSpareFrames))
    throw refused(`予備枠は既存の枠に続けて、1つの時間枠に${maximumSpareFrames}枠まで追加できます。`, 'spare_frames_wrong')
}

const stateOf = (spare: SpareFrame): SpareState => ({ place: pickPlace(spare), released_at: spare.released_at?.toISOString() ?? null })
