import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { BlockSettings, CellForm } from '@toguchi/domain/rooms/composition-contract'
import type { Db } from '../platform/database/database.ts'
import { notFound, stale } from '../platform/http/problem.ts'
import { checkComposition } from '../rooms/rooms.ts'
import { findTemplateVersion, lockBuilding, markTemplateComposed, replaceTemplate } from './queries.ts'

/** Saves the room template of a building; constructions that exist keep their rooms as they are (G-BLD-05). */
export const saveTemplate = async (
  db: Db,
  actor: OfficeActor,
  buildingId: number,
  form: { blocks: BlockSettings[]; rooms: CellForm[]; composition_version?: number | undefined },
): Promise<void> => {
  if (!(await lockBuilding(db, actor, buildingId))) throw notFound()
  if (form.composition_version !== undefined && form.composition_version !== (await findTemplateVersion(db, actor.clientId, buildingId)))
    throw stale()
  checkComposition(form.blocks, form.rooms)
  const rooms = form.rooms.filter(cell => !cell._destroy && cell.name !== '')
  await replaceTemplate(db, actor.clientId, buildingId, form.blocks, rooms)
  await markTemplateComposed(db, actor.clientId, buildingId)
}
