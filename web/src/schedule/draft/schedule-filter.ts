import { crewOfFrame } from '@toguchi/domain/schedule/crews'
import type { RoomCard } from '@toguchi/domain/schedule/contract'
import type { Draft } from './draft.ts'

export const roomStates = ['waiting', 'completed', 'reschedule', 'unanswered', 'unconfirmed', 'confirmed', 'wishing', 'changed'] as const
export type RoomState = (typeof roomStates)[number]
export const roomStateLabels: Readonly<Record<RoomState, string>> = {
  waiting: '未着手',
  completed: '完了',
  reschedule: '日程再調整',
  unanswered: '未受付',
  unconfirmed: '日程未確定',
  confirmed: '日程確定済み',
  wishing: '希望日あり',
  changed: '変更した部屋',
}

/** What the schedule is narrowed to; null is everything. Kept in the address. */
export interface ScheduleFilter {
  crew: number | null
  /** block/row */
  floor: string | null
  /** block/col */
  stack: string | null
  state: RoomState | null
}

export const filterOf = (search: URLSearchParams): ScheduleFilter => ({
  crew: Number(search.get('crew')) || null,
  floor: search.get('floor'),
  stack: search.get('stack'),
  state: roomStates.find(state => state === search.get('state')) ?? null,
})

export const isFiltering = (filter: ScheduleFilter): boolean => Object.values(filter).some(value => value !== null)

/** Whether a room is among those that are looked for. */
export const matcherOf = (filter: ScheduleFilter, draft: Draft, changed: ReadonlySet<number>): ((room: RoomCard) => boolean) => {
  if (!isFiltering(filter)) return () => true
  const frames = new Map(draft.base.construction_time_frames.map(frame => [frame.id, frame.crew_frames]))
  const ofCrew = (room: RoomCard) => {
    const place = draft.plan.places.get(room.id)
    return !!place && crewOfFrame(frames.get(place.construction_time_frame_id) ?? [], place.frame_number) === filter.crew
  }
  return room =>
    (filter.crew === null || ofCrew(room)) &&
    (filter.floor === null || filter.floor === `${room.block_position}/${room.row}`) &&
    (filter.stack === null || filter.stack === `${room.block_position}/${room.col}`) &&
    (filter.state === null || isInState(room, filter.state, changed))
}

const isInState = (room: RoomCard, state: RoomState, changed: ReadonlySet<number>): boolean => {
  if (state === 'unanswered') return room.reception_status_en === 'not_yet'
  if (state === 'unconfirmed') return room.construction_schedule_confirmed_at === null && room.status !== 'completed'
  if (state === 'confirmed') return room.construction_schedule_confirmed_at !== null
  if (state === 'wishing') return room.wish !== null
  if (state === 'changed') return changed.has(room.id)
  return room.status === state
}
