import { type ConstructionOrder } from '@toguchi/domain/schedule/construction-order'
import type { DetailSchedule, RoomCard } from '@toguchi/domain/schedule/contract'
import { type FramePlace, isSamePlace } from '@toguchi/domain/schedule/place'
import { daysToLay, layRooms } from '@toguchi/domain/schedule/rebuild'
import { placesOf, rebuildFactsOf, roomsOf, toLay, workingDaysOf } from './frame-supply.ts'

export interface RebuildMove {
  room: RoomCard
  from: FramePlace | null
  to: FramePlace
}

/** Where the rooms go when a confirmed schedule is made anew: computed here, as a draft is. */
export const rebuildMovesOf = (schedule: DetailSchedule, order: ConstructionOrder): { moves: RebuildMove[]; missing: number } => {
  const facts = rebuildFactsOf(schedule)
  const places = placesOf(schedule)
  const placeOf = (room: RoomCard) => places.get(room.id) ?? null
  const free = new Set(toLay(schedule))
  const supply = {
    workingDays: daysToLay(workingDaysOf(schedule), facts),
    timeFrames: schedule.construction_time_frames,
    crews: schedule.crews,
    taken: roomsOf(schedule).flatMap(room => (free.has(room) ? [] : (placeOf(room) ?? []))),
  }
  const { assigns, missing } = layRooms([...free], placeOf, order, supply, facts)
  const moves = (assigns ?? []).flatMap(({ room, ...to }) => (isSamePlace(placeOf(room), to) ? [] : [{ room, from: placeOf(room), to }]))
  return { moves, missing }
}
