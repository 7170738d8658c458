import type { ClientActor } from '@toguchi/domain/access/actor'
import type { BlockSettings, CellForm } from '@toguchi/domain/rooms/composition-contract'
import type { Db } from '../platform/database.ts'
import { notFound } from '../platform/problem.ts'
import { checkComposition } from '../rooms/rooms.ts'
import { lockBuilding, replaceTemplate } from './queries.ts'

/** Saves the room template of a building; constructions that exist keep their rooms as they are (G-BLD-05). */
export const saveTemplate = async (
  db: Db,
  actor: ClientActor,
  buildingId: number,
  form: { blocks: BlockSettings[]; rooms: CellForm[] },
): Promise<void> => {
  if (!(await lockBuilding(db, actor, buildingId))) throw notFound()
  checkComposition(form.blocks, form.rooms)
  const rooms = form.rooms.filter(cell => !cell._destroy && cell.name !== '')
  await replaceTemplate(db, actor.clientId, buildingId, form.blocks, rooms)
}
