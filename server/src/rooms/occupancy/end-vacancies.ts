import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { changeOccupancies } from './change-occupancy.ts'
import { listVacantRooms } from './queries.ts'

/** Somebody is written into dwellings: those that stood empty do so no more, and the codes their owners were written die. Returns which. */
export const endVacancies = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  constructionId: number,
  roomIds: readonly number[],
): Promise<number[]> => {
  const vacant = await listVacantRooms(db, actor.clientId, roomIds)
  await changeOccupancies({ platform, db, actor, constructionId }, new Map(vacant.map(id => [id, 'occupied'])))
  return vacant
}
