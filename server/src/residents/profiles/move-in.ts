import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import { deleteLineLinks } from '../../platform/messages/line-links.ts'
import type { Platform } from '../../platform/platform.ts'
import { endVacancies } from '../../rooms/rooms.ts'
import { discardNameless } from '../queries.ts'
import { endResidents } from './end-resident.ts'

/**
 * Rooms are about to get a resident by name. Where the dwelling stood empty its code opens nothing of them, and whoever came in by it,
 * who is the owner, is not who lives there: they are out, and what they left as a contact is not the resident's (G-RES-11). Returns the rooms of those who are out.
 */
export const moveIn = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  constructionId: number,
  roomIds: readonly number[],
): Promise<number[]> => {
  if (roomIds.length === 0) return []
  const now = platform.now()
  const emptied = await endVacancies(platform, db, actor, constructionId, roomIds)
  const gone = await discardNameless(db, actor.clientId, emptied, now)
  await endResidents(db, actor.clientId, gone, now)
  await deleteLineLinks(
    db,
    actor.clientId,
    gone.map(({ id }) => id),
  )
  return gone.map(({ room_id }) => room_id)
}
