import type { Reached, WorkerActor } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { showRoom } from './present.ts'

/** One room that somebody wants to change. */
export interface RoomTarget {
  platform: Platform
  db: Db
  actor: WorkerActor
  constructionId: number
  roomId: number
}

/** The same once the room was found to be in the actor's reach, and held. */
export interface ReachedRoomTarget extends RoomTarget {
  actor: Reached<WorkerActor>
}

/** A request of an endpoint that is about one room. */
export interface RoomRequest {
  platform: Platform
  db: Db
  actor: WorkerActor
  params: { construction_id: number; room_id: number }
}

export const roomTargetOf = ({ platform, db, actor, params }: RoomRequest): RoomTarget => ({
  platform,
  db,
  actor,
  constructionId: params.construction_id,
  roomId: params.room_id,
})

/** The answer to a change of a room: the room as it stands now. */
export const answerWithRoom = async (message: string, { platform, db, actor, params }: RoomRequest) => ({
  message,
  room: await showRoom(platform, db, actor, params.construction_id, params.room_id),
})
