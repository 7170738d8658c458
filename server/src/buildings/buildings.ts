/** Front door of the buildings slice. */
import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import type { NewBlock } from '../rooms/rooms.ts'
import { listTemplateBlocks, listTemplateRooms } from './queries.ts'

export { findBuilding, findClientOfBuilding, listEveryBuilding } from './queries.ts'
export { saveBuildings } from './save-buildings.ts'

/** What a new construction copies of its building: the blocks with their rooms; empty when no template was laid out (G-BLD-05). */
export const templateOf = async (db: Db, clientId: ClientId, buildingId: number): Promise<NewBlock[]> => {
  const blocks = await listTemplateBlocks(db, clientId, buildingId)
  const rooms = await listTemplateRooms(db, clientId, buildingId, null)
  return blocks.map(({ position, ...block }) => ({
    ...block,
    rooms: rooms.filter(room => room.block_position === position).map(({ row, col, name }) => ({ row, col, name })),
  }))
}
