import { framePlaceKey } from '@toguchi/domain/schedule/place'
import { keepsFrame, orderRooms, type ConstructionOrder } from '@toguchi/domain/schedule/construction-order'
import type { DetailSchedule, RoomCard } from '@toguchi/domain/schedule/contract'
import { isCrewAbsent } from '@toguchi/domain/schedule/crews'

/** Every room of the construction, assigned or not. */
export const roomsOf = (schedule: DetailSchedule): RoomCard[] => [
  ...schedule.assigns.map(assign => assign.room),
  ...schedule.unassigned_rooms,
]

/** The rooms that a generation lays anew: not those that keep their frame, and none that is done (G-SCH-19). */
export const roomsToLay = (schedule: DetailSchedule): RoomCard[] => {
  const kept = new Set(schedule.assigns.filter(assign => keepsFrame(assign.room)).map(assign => assign.room.id))
  return roomsOf(schedule).filter(room => !kept.has(room.id) && room.status !== 'completed' && room.closed_at === null)
}

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
  const workingDays = schedule.dates.filter(day => !day.holiday && !day.preparation && !day.past)
  const occupied = new Set(schedule.assigns.filter(assign => keepsFrame(assign.room)).map(framePlaceKey))
  const framesById = new Map(schedule.construction_time_frames.map(frame => [frame.id, frame]))
  const freeOn = (date: string, { id, frame_number: regular }: { id?: number | undefined; frame_number: number | null }) =>
    Array.from({ length: regular ?? 0 }, (_, at) => ({ date, construction_time_frame_id: id ?? 0, frame_number: at + 1 })).filter(
      place =>
        !occupied.has(framePlaceKey(place)) && !isCrewAbsent(place, framesById.get(place.construction_time_frame_id), schedule.crews),
    ).length
  const frames = workingDays.reduce((sum, { date }) => sum + timeFrames.reduce((day, frame) => day + freeOn(date, frame), 0), 0)
  const rooms = roomsToLay(schedule).length
  return { frames, rooms, workingDays: workingDays.length, missing: Math.max(0, rooms - frames) }
}

export interface NumberedRoom extends RoomCard {
  /** From 1, in the sequence of the order; null for a room that keeps its frame. */
  number: number | null
}

/** The building as it stands, each dwelling with its number in the order: wings, floors from the top, columns from the left. */
export const numberedFloors = (schedule: DetailSchedule, order: ConstructionOrder): { key: string; cells: (NumberedRoom | null)[] }[] => {
  const numbers = new Map(orderRooms(roomsToLay(schedule), order).map((room, at) => [room.id, at + 1]))
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
