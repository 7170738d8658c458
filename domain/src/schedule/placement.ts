import type { FramePlace } from './place.ts'
import type { Day } from '../calendar/day.ts'
import { type Crew, type CrewFrames, isCrewAbsent } from './crews.ts'
import { dayKind, type PrivateAreaPeriod } from './working-days.ts'

/** Why nobody can put a room there, whoever asks. All but the last forbid the place (`hardReasonOf`); `completed` forbids the room (`isDraggable`). */
export const hardReasons = ['time_frame', 'past', 'holiday', 'preparation', 'outside', 'capacity', 'completed'] as const
export type HardReason = (typeof hardReasons)[number]
/** Why a room should not go there: those who may decide such things give their reason in writing. */
export const softReasons = ['confirmed', 'crew_absent', 'unit'] as const
export type SoftReason = (typeof softReasons)[number]

/** The short word that a cell shows while a card is over it. */
export const moveReasonLabels: Readonly<Record<HardReason | SoftReason, string>> = {
  time_frame: '時間枠なし',
  past: '過ぎた日',
  holiday: '休工日',
  preparation: '準備日',
  outside: '工期外',
  capacity: '定員',
  completed: '完了済み',
  confirmed: '締切後確定済み',
  crew_absent: '職人不在',
  unit: '系統不一致',
}

/** What is done together, so that a move of one room is a move of all (縦系統): a room, a column of rooms, or a floor. */
export const scheduleUnits = ['room', 'stack', 'floor'] as const
export type ScheduleUnit = (typeof scheduleUnits)[number]
export const scheduleUnitLabels: Readonly<Record<ScheduleUnit, string>> = { room: '部屋ごと', stack: '縦系統ごと', floor: '階ごと' }

/** What a place is judged by. */
export interface PlacementFacts extends PrivateAreaPeriod {
  today: Day
  construction_time_frames: readonly { id: number; frame_number: number }[]
  spare_frames: readonly FramePlace[]
}

/** The hard reason against a place, null when there is none (G-SCH-20). Whether it is taken is the caller's to know. */
export const hardReasonOf = (place: FramePlace, facts: PlacementFacts): HardReason | null => {
  const frame = facts.construction_time_frames.find(({ id }) => id === place.construction_time_frame_id)
  if (!frame) return 'time_frame'
  if (place.date < facts.today) return 'past'
  const kind = dayKind(place.date, facts)
  if (kind !== 'working') return kind
  return place.frame_number <= frame.frame_number || isSpareFrame(place, facts.spare_frames) ? null : 'capacity'
}

/** The same in a sentence. */
export const hardReasonTexts: Readonly<Record<HardReason, string>> = {
  time_frame: '時間枠がありません。',
  past: '過ぎた日です。',
  holiday: '休工日です。',
  preparation: '準備日です。',
  outside: '専有部工期の外です。',
  capacity: '定員の外の枠です。予備枠を追加すると置けます。',
  completed: '完了済みのため移動できません。',
}

/** Why no room can be put into a place, in a sentence; null when one can. */
export const whyNoRoomHere = (place: FramePlace, facts: PlacementFacts): string | null => {
  const reason = hardReasonOf(place, facts)
  return reason === null ? null : hardReasonTexts[reason]
}

/**
 * Whether a room is done at the same time in both places: the same date and time frame, whichever frame of it. That is what a resident
 * was told and agreed to, so a change of the frame number alone changes nothing for them. Two nulls are the same: not decided.
 */
export const isSameTime = (a: FramePlace | null, b: FramePlace | null): boolean =>
  a === null || b === null ? a === b : a.date === b.date && a.construction_time_frame_id === b.construction_time_frame_id

const isSpareFrame = (place: FramePlace, spares: readonly FramePlace[]) =>
  spares.some(
    spare =>
      spare.date === place.date &&
      spare.construction_time_frame_id === place.construction_time_frame_id &&
      spare.frame_number === place.frame_number,
  )

/** What soft reasons are judged by. */
export interface SoftFacts {
  today: Day
  /** Last day on which residents choose for themselves (G-SCH-10). */
  schedule_change_end_on: Day | null
  schedule_unit: ScheduleUnit
  crews: readonly Crew[]
  construction_time_frames: readonly { id: number; crew_frames: readonly CrewFrames[] }[]
}

/** A room as soft reasons see it. */
export interface PlannedRoom {
  id: number
  block_position: number
  row: number
  col: number
  construction_schedule_confirmed_at: unknown
}

/**
 * Soft reasons against one move, judged on the state after all moves of the same save: a time that was agreed to after the residents'
 * deadline (also when the room goes back to the tray, but not another frame of the same time), a crew that cannot come, and a room that leaves the others of its stack or floor.
 * `unitPeers` are the other rooms of its unit that have a place and are not done.
 */
export const softReasonsOf = (
  room: PlannedRoom,
  { from, to }: { from: FramePlace | null; to: FramePlace | null },
  unitPeers: readonly FramePlace[],
  facts: SoftFacts,
): SoftReason[] => {
  const reasons: SoftReason[] = []
  const afterDeadline = facts.schedule_change_end_on !== null && facts.today > facts.schedule_change_end_on
  if (from !== null && !isSameTime(from, to) && afterDeadline && room.construction_schedule_confirmed_at !== null) reasons.push('confirmed')
  if (to === null) return reasons
  const timeFrame = facts.construction_time_frames.find(({ id }) => id === to.construction_time_frame_id)
  if (isCrewAbsent(to, timeFrame, facts.crews)) reasons.push('crew_absent')
  const together = unitPeers.filter(({ date }) => date === to.date).length
  if (facts.schedule_unit !== 'room' && from?.date !== to.date && together * 2 < unitPeers.length) reasons.push('unit')
  return reasons
}

/** Rooms with the same key move together: one room, the rooms above and below it, or its floor. */
export const unitKeyOf = (room: Pick<PlannedRoom, 'id' | 'block_position' | 'row' | 'col'>, unit: ScheduleUnit): string =>
  unit === 'room' ? `r${room.id}` : unit === 'stack' ? `s${room.block_position}/${room.col}` : `f${room.block_position}/${room.row}`

/** Whether the spare frames of every date and time frame follow the regular ones without a gap, and are not too many (G-SCH-22). */
export const spareFramesAreStacked = (spares: readonly FramePlace[], regularOf: (timeFrameId: number) => number, most: number): boolean =>
  [...Map.groupBy(spares, spare => `${spare.date satisfies Day}/${spare.construction_time_frame_id}`).values()].every(stack => {
    const numbers = stack.map(spare => spare.frame_number).toSorted((a, b) => a - b)
    const first = regularOf(stack[0]?.construction_time_frame_id ?? 0) + 1
    return numbers.length <= most && numbers.every((number, at) => number === first + at)
  })
