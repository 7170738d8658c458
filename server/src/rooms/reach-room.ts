import type { ActingFor } from '@toguchi/domain/access/acting-for-contract'
import type { RoomStatus } from '@toguchi/domain/rooms/labels'
import { refusalOf, type RoomAction, statusAfter, wrongStatusText } from '@toguchi/domain/rooms/status'
import { type NewEvent, recordEvent } from '../platform/events.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import { recallMessagesOfRooms } from '../platform/messages/outbox.ts'
import { type LockedRoom, lockRoom } from './queries.ts'
import type { ReachedRoomTarget, RoomTarget } from './room-target.ts'

/** A room in the actor's reach, with what was locked of it. */
export interface LockedRoomTarget extends ReachedRoomTarget {
  room: LockedRoom
}

/** The room, held until the end of the transaction; 404 where the actor does not reach it. */
export const reachRoom = async (target: RoomTarget): Promise<LockedRoomTarget> => {
  const { db, actor, constructionId, roomId } = target
  const room = await lockRoom(db, actor, constructionId, roomId)
  if (!room) throw notFound()
  return { ...target, actor: { ...actor, clientId: room.client_id }, room }
}

/** A move that was saved minutes ago and is not told yet: the room is done or looks for another date, and nobody need hear of it. */
export const recallPendingMoveMessages = ({ db, actor, roomId }: LockedRoomTarget) => recallMessagesOfRooms(db, actor.clientId, [roomId])

/** The status after an action; 422 `wrong_status` where the room does not allow it. */
export const refuseUnless = (room: LockedRoom, action: RoomAction): RoomStatus => {
  const state = { status: room.status, closed_at: room.closed_at }
  const why = refusalOf(state, action)
  const after = statusAfter(state, action)
  if (why !== null || after === null) throw refused(why ?? wrongStatusText, 'wrong_status')
  return after
}

/** Records an event of the room; answers its id. */
export const recordOfRoom = (
  { db, actor, constructionId, roomId }: LockedRoomTarget,
  event: Pick<NewEvent, 'kind' | 'change' | 'personal' | 'residentVisible'>,
  actingFor?: ActingFor,
): Promise<number> =>
  recordEvent(db, {
    ...event,
    actor,
    clientId: actor.clientId,
    constructionId,
    roomId,
    ...(actingFor ? { actingFor: 'resident' as const, channel: actingFor.channel } : {}),
    personal: { ...event.personal, ...(actingFor?.caller ? { caller: actingFor.caller } : {}) },
  })
