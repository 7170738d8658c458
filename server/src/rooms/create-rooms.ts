import type { ClientId } from '@toguchi/domain/access/actor'
import { deletePublicIds, insertPublicIds } from '../clients/clients.ts'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { issueAuthenticationCodes } from '../authentication-codes/authentication-codes.ts'
import { deleteRooms, insertBlocks, insertRooms, type NewBlock, type NewCell } from './composition/composition-queries.ts'

export interface NewRooms {
  clientId: ClientId
  constructionId: number
  blocks: readonly NewBlock[]
}

/** Lays the rooms of a new construction: blocks, rooms, their public uuids and their printed codes, all or nothing. */
export const createRooms = async (platform: Platform, db: Db, { clientId, constructionId, blocks }: NewRooms): Promise<void> => {
  if (blocks.length === 0) return
  const blockIds = await insertBlocks(db, clientId, constructionId, blocks)
  const cells = blocks.flatMap((block, at) => block.rooms.map(room => ({ ...room, blockId: blockIds[at] ?? 0 })))
  await addRooms(platform, db, clientId, constructionId, cells)
}

/** New rooms of a construction, each with a public uuid and a printed code of its own. */
export const addRooms = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  constructionId: number,
  cells: readonly NewCell[],
): Promise<void> => {
  if (cells.length === 0) return
  const rooms = await insertRooms(db, clientId, constructionId, cells)
  await insertPublicIds(
    db,
    rooms.map(room => ({ uuid: room.uuid, client_id: clientId, kind: 'room' as const, row_id: room.id })),
  )
  await issueAuthenticationCodes(
    platform,
    db,
    clientId,
    rooms.map(room => room.id),
  )
}

/** Removes rooms without data; their uuids lead nowhere from then on. */
export const removeRooms = async (db: Db, clientId: ClientId, constructionId: number, ids: readonly number[]): Promise<number[]> => {
  const removed = await deleteRooms(db, clientId, constructionId, ids)
  if (removed.length > 0) await deletePublicIds(db, clientId, 'room', removed)
  return removed
}
