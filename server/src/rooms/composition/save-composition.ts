import type { OfficeActor, ClientId } from '@toguchi/domain/access/actor'
import type { BlockSettings, CellForm } from '@toguchi/domain/rooms/composition-contract'
import { duplicateNamesText, houseCountText } from '@toguchi/domain/rooms/room-names'
import { findCompositionVersion, bumpCompositionVersion, setNumberOfHouses } from '../../construction-versions/construction-versions.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound, onConstraint, Problem, refused, stale } from '../../platform/http/problem.ts'
import { checkComposition } from './check-composition.ts'
import { addRooms, removeRooms } from '../create-rooms.ts'
import { listRooms, lockConstruction } from '../queries.ts'
import {
  deleteBlocksBeyond,
  insertBlocks,
  judgeRoomNames,
  listBlocks,
  roomsWithData,
  updateBlock,
  updateRooms,
} from './composition-queries.ts'

export interface Composition {
  blocks: BlockSettings[]
  rooms: CellForm[]
  number_of_houses?: number | null | undefined
  /** The version the form began with; absent where nobody looked at one. */
  composition_version?: number | undefined
}

const namesRepeat = () => new Problem(422, 'room_names_repeat', duplicateNamesText, { rooms: [duplicateNamesText] })

/**
 * Saves the grid of a construction: rooms keep their row through renames and moves; a room with data cannot be removed, and names
 * are unique over all blocks (G-ROOM-11, G-ROOM-15). Returns the warning of G-ROOM-12 when the houses do not count up.
 */
export const saveComposition = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  constructionId: number,
  form: Composition,
): Promise<string | null> => {
  const { clientId } = actor
  if (!(await lockConstruction(db, actor, constructionId))) throw notFound()
  if (form.composition_version !== undefined && form.composition_version !== (await findCompositionVersion(db, clientId, constructionId)))
    throw stale()
  checkComposition(form.blocks, form.rooms)
  const roomIds = new Set((await listRooms(db, actor, constructionId)).map(room => room.id))
  if (form.rooms.some(cell => cell.id !== undefined && !roomIds.has(cell.id))) throw notFound()
  // An emptied cell is a room that is not there any more.
  const gone = form.rooms.flatMap(cell => (cell.id !== undefined && (cell._destroy || cell.name === '') ? [cell.id] : []))
  const held = gone.length === 0 ? [] : (await roomsWithData(db, clientId, constructionId)).filter(room => gone.includes(room.id))
  if (held.length > 0)
    throw refused(`${held.map(({ name }) => name).join('、')}はデータが登録されているため削除できません。`, 'room_in_use')
  const kept = form.rooms.filter(cell => !cell._destroy && cell.name !== '')
  await judgeRoomNames(db, clientId, 'at the end')
  await removeRooms(db, clientId, constructionId, gone)
  const blockIds = await saveBlocks(db, clientId, constructionId, form.blocks)
  const placed = kept.map(cell => ({ ...cell, blockId: blockIds[cell.block_position - 1] ?? 0 }))
  const existing = placed.flatMap(cell => (cell.id === undefined ? [] : [{ ...cell, id: cell.id }]))
  await updateRooms(db, clientId, constructionId, existing, platform.now())
  await addRooms(
    platform,
    db,
    clientId,
    constructionId,
    placed.filter(cell => cell.id === undefined),
  )
  await onConstraint(judgeRoomNames(db, clientId, 'now'), {
    rooms_name_key: namesRepeat,
    rooms_cell_key: () => refused('同じ位置に部屋があります。', 'room_cells_repeat'),
  })
  await onConstraint(deleteBlocksBeyond(db, clientId, constructionId, form.blocks.length), {
    rooms_client_id_block_id_fkey: () => refused('部屋のある棟は削除できません。', 'block_in_use'),
  })
  if (form.number_of_houses !== undefined) await setNumberOfHouses(db, clientId, constructionId, form.number_of_houses)
  await bumpCompositionVersion(db, clientId, constructionId)
  await recordEvent(db, {
    kind: 'rooms.composed',
    actor,
    clientId,
    constructionId,
    change: { added: placed.length - existing.length, kept: existing.length, removed: gone.length },
  })
  const count = (await listRooms(db, actor, constructionId)).length
  return form.number_of_houses && form.number_of_houses !== count ? houseCountText : null
}

/** The blocks of the form in their order: those that exist keep their row, further ones are added; surplus ones are removed last. */
const saveBlocks = async (db: Db, clientId: ClientId, constructionId: number, blocks: readonly BlockSettings[]): Promise<number[]> => {
  const before = await listBlocks(db, clientId, constructionId)
  if (before.length === 0) return insertBlocks(db, clientId, constructionId, blocks)
  const ids = before.slice(0, blocks.length).map(block => block.id)
  for (const [at, id] of ids.entries()) {
    const block = blocks[at]
    if (block) await updateBlock(db, clientId, id, block)
  }
  const added = blocks.slice(before.length)
  return added.length === 0 ? ids : [...ids, ...(await insertBlocks(db, clientId, constructionId, added, before.length))]
}
