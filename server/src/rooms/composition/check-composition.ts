import type { BlockSettings, CellForm } from '@toguchi/domain/rooms/composition-contract'
import { duplicateNames, duplicateNamesText } from '@toguchi/domain/rooms/room-names'
import { Problem } from '../../platform/http/problem.ts'

/** Refuses a composition whose names repeat or whose cells lie outside their block (G-ROOM-15); empty names are empty cells. */
export const checkComposition = (blocks: readonly BlockSettings[], cells: readonly CellForm[]): void => {
  const kept = cells.filter(cell => !cell._destroy)
  if (duplicateNames(kept).size > 0) throw new Problem(422, 'room_names_repeat', duplicateNamesText, { rooms: [duplicateNamesText] })
  const outside = kept.some(cell => {
    const block = blocks[cell.block_position - 1]
    return !block || cell.row > block.floor_number || cell.col > block.room_number_per_floor
  })
  const places = new Set(kept.map(cell => `${cell.block_position}:${cell.row}:${cell.col}`))
  if (outside || places.size < kept.length)
    throw new Problem(422, 'room_cells_wrong', '部屋の位置が正しくありません。', { rooms: ['の位置が正しくありません'] })
}
