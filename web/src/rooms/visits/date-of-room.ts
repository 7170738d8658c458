import type { RoomDetail } from '../../room-reads/room-reads.ts'

type RoomDate = Pick<RoomDetail, 'status' | 'closed_at' | 'assign' | 'construction_schedule_confirmed_at'>

const hasDate = ({ status, closed_at, assign }: RoomDate): boolean => closed_at === null && status === 'waiting' && assign !== null

/** There is a date, and nobody agreed to it yet: that is the room's next step. */
export const isToDecide = (room: RoomDate): boolean => hasDate(room) && room.construction_schedule_confirmed_at === null

export const isDecided = (room: RoomDate): boolean => hasDate(room) && room.construction_schedule_confirmed_at !== null
