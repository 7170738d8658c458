import type { ClientId } from '@toguchi/domain/access/actor'
import type { FramePlace } from '@toguchi/domain/schedule/place'
import { isSameTime } from '@toguchi/domain/schedule/placement'
import type { Db } from '../../platform/database/database.ts'
import { type RecalledMessage, recallMessagesOfRooms } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { batchIdOf, findBatch } from '../saving/batch-queries.ts'
import { changesTime, type MovedRoom } from './notify-of-moves.ts'

interface Notifiable<Moved> {
  /** The moves that are news to somebody: a room back where its people know it to be is none. */
  notifiable: Moved[]
  recalled: RecalledMessage[]
  /** By rooms; see `lastNotifiedPlaces`. */
  lastPlaces: Map<number, FramePlace | null>
}

/**
 * What is to be told of moves. Takes back what still waits to tell where these rooms were before, so that the last word that leaves is
 * true: whoever moves rooms calls this first.
 */
export const recallAndPickNotifiable = async <Moved extends MovedRoom>(
  platform: Platform,
  db: Db,
  clientId: ClientId,
  constructionId: number,
  moved: readonly Moved[],
): Promise<Notifiable<Moved>> => {
  const rooms = moved.filter(changesTime).map(({ room_id }) => room_id)
  const recalled = rooms.length === 0 ? [] : await recallMessagesOfRooms(db, clientId, rooms)
  const lastPlaces = await lastNotifiedPlaces(db, clientId, constructionId, moved, recalled)
  const notifiable = moved.filter(({ room_id, to }) => !lastPlaces.has(room_id) || !isSameTime(lastPlaces.get(room_id) ?? null, to))
  return { notifiable, recalled, lastPlaces }
}

/**
 * Where each of the moved rooms stands as far as its people were told, now that the messages on the way were taken back: before the
 * save that these were of, or where the room just came from. A room of which that is not certain is missing: a message may have left
 * in the last moment, or the save meant to tell on paper.
 */
const lastNotifiedPlaces = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  moved: readonly MovedRoom[],
  recalled: readonly RecalledMessage[],
): Promise<Map<number, FramePlace | null>> => {
  const ids = new Set(recalled.flatMap(({ recall_key }) => batchIdOf(recall_key) ?? []))
  const batches = new Map<number, NonNullable<Awaited<ReturnType<typeof findBatch>>>>()
  for (const id of ids) {
    const batch = await findBatch(db, clientId, constructionId, id)
    if (batch) batches.set(id, batch)
  }
  const messages = Map.groupBy(recalled, message => message.room_id)
  return new Map(
    moved.flatMap(({ room_id, from }): [number, FramePlace | null][] => {
      const own = messages.get(room_id)
      if (!own) return [[room_id, from]]
      const keys = new Set(own.map(({ recall_key }) => recall_key))
      const [key] = keys
      const batch = keys.size === 1 && key !== undefined ? batches.get(batchIdOf(key) ?? 0) : undefined
      const room = batch?.change.rooms.find(each => each.room_id === room_id)
      if (!room || room.told === undefined || room.channel === 'paper' || own.some(message => message.may_have_left)) return []
      return [[room_id, room.told]]
    }),
  )
}
