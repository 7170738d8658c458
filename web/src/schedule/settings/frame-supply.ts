import { type FramePlace, framePlaceKey, pickPlace } from '@toguchi/domain/schedule/place'
import { orderRooms, type ConstructionOrder } from '@toguchi/domain/schedule/construction-order'
import type { DetailSchedule, RoomCard } from '@toguchi/domain/schedule/contract'
import { isCrewAbsent } from '@toguchi/domain/schedule/crews'
import { daysToLay, type RebuildFacts, roomsToLay } from '@toguchi/domain/schedule/rebuild'

/** Every room of the construction, assigned or not. */
export const roomsOf = (schedule: DetailSchedule): RoomCard[] => [
  ...schedule.assigns.map(assign => assign.room),
  ...schedule.unassigned_rooms,
]

export const placesOf = (schedule: DetailSchedule): ReadonlyMap<number, FramePlace> =>
  new Map(schedule.assigns.map(assign => [assign.room.id, pickPlace(assign)]))

export const rebuildFactsOf = (schedule: DetailSchedule): RebuildFacts => ({
  today: schedule.today,
  promised: schedule.detail_schedule_completed_at !== null,
  timeFrames: schedule.construction_time_frames,
})

/** The rooms that a generation lays anew: not those that stay, and none that is done (G-SCH-19). */
export const toLay = (schedule: DetailSchedule): RoomCard[] => {
  const places = placesOf(schedule)
  return roomsToLay(roomsOf(schedule), room => places.get(room.id) ?? null, rebuildFactsOf(schedule))
}

/** Working days of the schedule that have not passed. */
export const workingDaysOf = ({ dates }: DetailSchedule): string[] =>
  dates.filter(day => !day.holiday && !day.preparation && !day.past).map(({ date }) => date)

export interface FrameSupply {
  /** Free regular frames on the working days that have not passed, without those of crews that are away. */
  frames: number
  rooms: number
  workingDays: number
  /** Positive: so many frames are missing (G-SCH-18). */
  missing: number
}

/** 「枠数 48 / 部屋数 40」, counted as the generation counts, while the time frames are still being typed. */
export const frameSupplyOf = (
  schedule: DetailSchedule,
  timeFrames: readonly { id?: number | undefined; frame_number: number | null }[],
): FrameSupply => {
  const workingDays = daysToLay(workingDaysOf(schedule), rebuildFactsOf(schedule))
  const free = new Set(toLay(schedule).map(({ id }) => id))
  const occupied = new Set(schedule.assigns.filter(assign => !free.has(assign.room.id)).map(framePlaceKey))
  const framesById = new Map(schedule.construction_time_frames.map(frame => [frame.id, frame]))
  const freeOn = (date: string, { id, frame_number: regular }: { id?: number | undefined; frame_number: number | null }) =>
    Array.from({ length: regular ?? 0 }, (_, at) => ({ date, construction_time_frame_id: id ?? 0, frame_number: at + 1 })).filter(
      place =>
        !occupied.has(framePlaceKey(place)) && !isCrewAbsent(place, framesById.get(place.construction_time_frame_id), schedule.crews),
    ).length
  const frames = workingDays.reduce((sum, date) => sum + timeFrames.reduce((day, frame) => day + freeOn(date, frame), 0), 0)
  const rooms = free.size
  return { frames, rooms, workingDays: workingDays.length, missing: Math.max(0, rooms - frames) }
}

export interface NumberedRoom extends RoomCard {
  /** From 1, in the sequence of the order; null for a room that keeps its frame. */
  number: number | null
}

/** The building as it stands, each dwelling with its number in the order: wings, floors from the top, columns from the left. */
export const numberedFloors = (schedule: DetailSchedule, order: ConstructionOrder): { key: string; cells: (NumberedRoom | null)[] }[] => {
  const numbers = new Map(orderRooms(toLay(schedule), order).map((room, at) => [room.id, at + 1]))
  const rooms = roomsOf(schedule)
  return [...Map.groupBy(rooms, room => room.block_position)]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([block, members]) => {
      const width = Math.max(...members.map(room => room.col))
      return [...Map.groupBy(members, room => room.row)]
        .toSorted(([a], [b]) => b - a)
        .map(([row, floor]) => ({
          key: `${block}/${row}`,
          cells: Array.from({ length: width }, (_, at) => {
            const room = floor.find(({ col }) => col === at + 1)
            return room === undefined ? null : { ...room, number: numbers.get(room.id) ?? null }
          }),
        }))
    })
}
