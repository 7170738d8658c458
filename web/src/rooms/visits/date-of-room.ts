import type { RoomDetail } from '../../room-reads/room-reads.ts'
import { paths } from '../../site/paths.ts'

type RoomDate = Pick<RoomDetail, 'status' | 'closed_at' | 'assign' | 'construction_schedule_confirmed_at'>

const hasDate = ({ status, closed_at, assign }: RoomDate): boolean => closed_at === null && status === 'waiting' && assign !== null

/** There is a date, and nobody agreed to it yet: that is the room's next step. */
export const isToDecide = (room: RoomDate): boolean => hasDate(room) && room.construction_schedule_confirmed_at === null

export const isDecided = (room: RoomDate): boolean => hasDate(room) && room.construction_schedule_confirmed_at !== null

/** Neither done nor closed. */
export const isStillToDo = ({ status, closed_at }: Pick<RoomDetail, 'status' | 'closed_at'>): boolean =>
  closed_at === null && status !== 'completed'

/** Not read by the list of constructions, which stands below the day and reads the address too. */
export const dateParameter = 'day.date'

/** A craftsman's day with this room in it. */
export const dayOfRoom = ({ assign }: Pick<RoomDetail, 'assign'>, today: string | undefined): string =>
  assign === null || assign.date === today ? paths.constructions() : `${paths.constructions()}?${dateParameter}=${assign.date}`
