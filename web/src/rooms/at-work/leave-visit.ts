import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { invalidate, send } from '../../platform/api/api.ts'
import { toast } from '../../platform/toast.ts'
import { type RoomDetail, roomReads } from '../../room-reads/room-reads.ts'
import type { VisitLeft } from '../actions/RoomTasks.tsx'

type Room = Pick<RoomDetail, 'id' | 'construction_id' | 'name'>

/** Says that a door is done with, and offers the way back where there is one. */
export const sayLeft = (room: Room, { by, answer }: VisitLeft): void => {
  if (answer === null) return
  const isUndone = by === 'absence' && answer.room.why_no_withdrawal === null
  const said = `${addressedRoom(room.name)}：${answer.message}`
  toast.success(said, isUndone ? { label: '元に戻す', run: () => void takeBackAbsence(room) } : undefined)
}

const takeBackAbsence = async ({ construction_id, id }: Room): Promise<void> => {
  const params = { construction_id, room_id: id }
  const { message } = await send('POST /api/constructions/:construction_id/rooms/:room_id/absence/withdrawal', { params })
  toast.success(message)
  await invalidate(roomReads)
}
