import type { Draft } from '../draft/draft.ts'
import type { Column, Row } from './views.ts'

/**
 * The ids of the rooms that a row or column of the sheet stands for: a stack, a floor, one room; none for a date.
 * A stack is a wing's: of several, that of the row one stands in.
 */
export const lineRooms = (line: Row | Column, draft: Draft, currentRow: Row | undefined): number[] => {
  const rooms = [...draft.rooms.values()]
  if ('col' in line) {
    const wing = currentRow !== undefined && 'block_position' in currentRow ? currentRow.block_position : 1
    return rooms.filter(room => room.col === line.col && room.block_position === wing).map(({ id }) => id)
  }
  if ('block_position' in line)
    return rooms.filter(room => room.block_position === line.block_position && room.row === line.row).map(({ id }) => id)
  return 'room' in line ? [line.room.id] : []
}
