import type { ClientId, OfficeActor } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { erasePersonalValuesBefore, recordEvents } from '../platform/events.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import { eraseEntriesById, listErasableEntries } from './erase-queries.ts'

/** Erases why entries of a building were erased on request: they are about no room and no construction, whose time would end them. */
export const forgetOldReasons = (db: Db, clientId: ClientId, before: Date) =>
  erasePersonalValuesBefore(db, clientId, ['support_versions.erased'], before)

interface Asked {
  buildingId: number
  roomId?: number
  /** One entry; without it every one of the room. */
  id?: number
}

/**
 * Erases on request what an entry, or all of a dwelling, say. The timeline keeps that it was done, by whom, when and why, and not what it
 * was; the reason may name people, and is erased with the rest (decision 048). Returns how many.
 */
export const eraseOnRequest = async (db: Db, actor: OfficeActor, asked: Asked, reason: string): Promise<number> => {
  const { clientId } = actor
  const entries = await listErasableEntries(db, clientId, asked)
  if (entries.length === 0) throw asked.id === undefined ? refused('消去する対応履歴がありません。', 'nothing_to_erase') : notFound()
  const erased = new Set(
    await eraseEntriesById(
      db,
      clientId,
      entries.map(({ id }) => id),
    ),
  )
  await recordEvents(
    db,
    entries
      .filter(({ id }) => erased.has(id))
      .map(({ id, room_id, construction_id }) => ({
        kind: 'support_versions.erased',
        actor,
        clientId,
        constructionId: construction_id,
        roomId: room_id,
        subject: { type: 'support_versions', id },
        personal: { reason },
      })),
  )
  return erased.size
}
