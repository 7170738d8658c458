import type { Block, RoomCard } from '@toguchi/domain/schedule/contract'
import { isDraggable, type ScheduleMode } from '@toguchi/domain/schedule/cell-kind'
import type { Draft } from '../draft/draft.ts'
import { cardText } from './frame-view.ts'
import { groupLines, type GridLine } from '../../ui/grid/grid-model.ts'
import type { ScheduleCell, ScheduleModel } from './schedule-model.ts'

export interface FloorRow extends GridLine {
  block_position: number
  row: number
}

export interface StackColumn extends GridLine {
  col: number
}

export type BuildingView = ScheduleModel<FloorRow, StackColumn>

/** The building as it stands: floors from the top, dwellings side by side, wing after wing. */
export const buildingView = (draft: Draft, mode: ScheduleMode): BuildingView => {
  const rooms = [...draft.rooms.values()]
  const at = new Map(rooms.map(room => [cellKey(room.block_position, room.row, room.col), room]))
  const { blocks } = draft.base
  const rows = [...Map.groupBy(rooms, room => room.block_position)]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([block_position, members]) =>
      [...new Set(members.map(({ row }) => row))]
        .toSorted((a, b) => b - a)
        .map((row): FloorRow => {
          const label = floorName(blocks, { block_position, row })
          return { key: `${block_position}/${row}`, label, block_position, row }
        }),
    )
  const width = rooms.reduce((most, { col }) => Math.max(most, col), 0)
  const columns = Array.from({ length: width }, (_, index): StackColumn => {
    const col = index + 1
    return { key: `c${col}`, label: `系統${col}`, col }
  })
  const rowIndex = new Map(rows.map((row, index) => [row.key, index]))

  const cellAt = (row: number, column: number): ScheduleCell => {
    const [floor, stack] = [rows[row], columns[column]]
    if (floor === undefined || stack === undefined) throw new RangeError(`no cell ${row}/${column}`)
    const room = at.get(cellKey(floor.block_position, floor.row, stack.col)) ?? null
    if (room === null) return { kind: 'blank', place: null, room, spare: false, text: '部屋なし' }
    const kind = mode === 'edit' && !isDraggable(room) ? 'unassignable' : 'link'
    return { kind, place: null, room, spare: false, text: cardText(room) }
  }

  return {
    rows,
    rowGroups: groupLines(
      rows,
      ({ block_position }) => String(block_position),
      ({ block_position }) => blockName(blocks, block_position),
    ),
    rowBands: [],
    columns,
    columnGroups: [],
    cellAt,
    positionOf: roomId => {
      const room = draft.rooms.get(roomId)
      const row = room && rowIndex.get(`${room.block_position}/${room.row}`)
      return room === undefined || row === undefined ? null : { row, column: room.col - 1 }
    },
    positionAt: () => null,
  }
}

/** A wing by name: 東棟, or by its number; nothing where there is only one. */
export const blockName = (blocks: readonly Block[], position: number): string =>
  blocks.length < 2 ? '' : blocks.find(block => block.position === position)?.name || `棟${position}`

/** A floor by name, with its wing where there are several; rows are counted from the lowest floor of the wing. */
export const floorName = (blocks: readonly Block[], { block_position, row }: { block_position: number; row: number }): string => {
  const start = blocks.find(block => block.position === block_position)?.floor_start ?? 1
  return [blockName(blocks, block_position), `${row + start - 1}階`].filter(part => part !== '').join(' ')
}

/** Rooms as a list reads them: wings, floors from the top, dwellings from the left. */
export const roomsInOrder = (rooms: Iterable<RoomCard>): RoomCard[] =>
  [...rooms].toSorted((a, b) => a.block_position - b.block_position || b.row - a.row || a.col - b.col)

const cellKey = (block: number, row: number, col: number) => `${block}/${row}/${col}`
