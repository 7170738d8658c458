import { outbox } from '../../platform/outbox/outgoing.ts'
import { useStore } from '../../platform/use-store.ts'
import { groupOf, type RoomDetail, useOwnClient } from '../../room-reads/room-reads.ts'
import { timesAfter } from './on-this-device.ts'

/** A room with what was pressed at its door on this device, whether the server has heard of it or not. */
export const useRoomHere = (room: RoomDetail): RoomDetail => {
  const client = useOwnClient()
  const group = groupOf({ construction_id: room.construction_id, room_id: room.id })
  const waiting = useStore(outbox).filter(request => request.client === client && request.group === group && request.state !== 'refused')
  return { ...room, ...timesAfter(room, waiting) }
}
