import { whyNoAccess } from '@toguchi/domain/residents/deadlines'
import { noticePath, ownPagePath } from '@toguchi/domain/residents/login-path'
import { roomUuidOf } from '@toguchi/domain/residents/short-link'
import { refuseTerminated } from '../../accounts/accounts.ts'
import { findClientByUuid, findPublicId } from '../../clients/clients.ts'
import { toDay } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound, refused } from '../../platform/http/problem.ts'
import { findConstructionOfLetter, findRoomOfLetter, findRoomOfShortLink } from './letter-queries.ts'

export interface RoomOfLetter {
  client_uuid: string
  construction_uuid: string
  room_uuid: string
}

/**
 * The client and construction behind a letter's address. A guest is bound to no client: the public uuids alone lead in, and
 * the construction must be that client's, else it is not found (D-13, G-RES-20).
 */
export const openLetter = async (platform: Platform, { client_uuid, construction_uuid }: Omit<RoomOfLetter, 'room_uuid'>) => {
  const { client, constructionIds } = await platform.pool.read(null, async db => ({
    client: await findClientByUuid(db, client_uuid),
    constructionIds: await findPublicId(db, 'construction', construction_uuid),
  }))
  if (!client || !constructionIds || constructionIds.client_id !== client.id) throw notFound()
  const construction = await platform.pool.read(client.id, db => findConstructionOfLetter(db, client.id, constructionIds.row_id))
  if (!construction) throw notFound()
  const why_not_accepting =
    client.status === 'terminated' ? '現在ご利用いただけません。' : whyNoAccess({ ...construction, today: toDay(platform.now()) })
  return { client, construction, why_not_accepting }
}

/** Where a short link leads; null once the room is gone. What may be done there, the long address says. */
export const findOwnPage = async (platform: Platform, name: string): Promise<string | null> => {
  const uuid = roomUuidOf(name)
  if (uuid === null) return null
  if (await platform.pool.read(null, db => findPublicId(db, 'visit_notice', uuid))) return noticePath(uuid)
  const roomIds = await platform.pool.read(null, db => findPublicId(db, 'room', uuid))
  const room = roomIds && (await platform.pool.read(roomIds.client_id, db => findRoomOfShortLink(db, roomIds.client_id, roomIds.row_id)))
  return room ? ownPagePath(room, room.has_login) : null
}

/** The room behind a letter's address, when it may be entered today: not of a terminated client, not before the distribution day. */
export const openRoomOfLetter = async (platform: Platform, letter: RoomOfLetter) => {
  const { client, construction, why_not_accepting } = await openLetter(platform, letter)
  const roomIds = await platform.pool.read(null, db => findPublicId(db, 'room', letter.room_uuid))
  if (!roomIds || roomIds.client_id !== client.id) throw notFound()
  const room = await platform.pool.read(client.id, db => findRoomOfLetter(db, client.id, construction.id, roomIds.row_id))
  if (!room) throw notFound()
  await refuseTerminated(platform, client.id)
  if (why_not_accepting !== null) throw refused(why_not_accepting, 'not_accepting')
  return { client, construction, room }
}
export type OpenedRoom = Awaited<ReturnType<typeof openRoomOfLetter>>
