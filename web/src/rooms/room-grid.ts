import { duplicateNames, generateRoomNames, nameForComparison, type RoomBlock, roomBlockDefaults } from '@toguchi/domain/rooms/room-names'

/** One block of the grid as the form holds it (D-26). */
export interface GridBlock extends RoomBlock {
  name: string
}

export interface GridCell {
  /** Absent for a room that does not exist yet. */
  id?: number
  block_position: number
  row: number
  col: number
  name: string
}

/** The whole grid: blocks, and the name of every cell by its place; what has no name is no room. */
export interface RoomGrid {
  blocks: readonly GridBlock[]
  names: ReadonlyMap<string, string>
  ids: ReadonlyMap<string, number>
}

export const cellKey = (block: number, row: number, col: number): string => `${block}:${row}:${col}`

export const newBlock = (): GridBlock => ({ ...roomBlockDefaults, name: '', floor_number: 5, room_number_per_floor: 4 })

export const gridOf = (blocks: readonly GridBlock[], cells: readonly GridCell[]): RoomGrid => ({
  blocks: blocks.length === 0 ? [newBlock()] : blocks,
  names: new Map(cells.map(cell => [cellKey(cell.block_position, cell.row, cell.col), cell.name])),
  ids: new Map(
    cells.flatMap(cell => (cell.id === undefined ? [] : [[cellKey(cell.block_position, cell.row, cell.col), cell.id] as const])),
  ),
})

/** Names laid anew by the block's settings; rooms keep their place, so what hangs on them stays (G-ROOM-11, G-ROOM-13). */
export const regenerate = (grid: RoomGrid, position: number, block: GridBlock): RoomGrid => {
  const names = new Map([...grid.names].filter(([key]) => !key.startsWith(`${position}:`)))
  for (const cell of generateRoomNames(block)) names.set(cellKey(position, cell.row, cell.col), cell.name)
  return { ...grid, blocks: grid.blocks.map((each, at) => (at + 1 === position ? block : each)), names }
}

export const rename = (grid: RoomGrid, key: string, name: string): RoomGrid => ({ ...grid, names: new Map(grid.names).set(key, name) })

/** The cell so many floors above and columns to the right. */
export const moveKey = (key: string, floors: number, columns: number): string => {
  const [block = 1, row = 1, col = 1] = key.split(':').map(Number)
  return cellKey(block, row + floors, col + columns)
}

/** Names from a table, laid from a cell to the right and down the building; what lies outside of the block is left out. */
export const fill = (grid: RoomGrid, from: string, table: readonly (readonly string[])[]): RoomGrid => {
  const names = new Map(grid.names)
  table.forEach((line, down) =>
    line.forEach((name, right) => {
      const key = moveKey(from, -down, right)
      const [position = 1, row = 1, col = 1] = key.split(':').map(Number)
      const block = grid.blocks[position - 1]
      if (block !== undefined && row >= 1 && col <= block.room_number_per_floor) names.set(key, name)
    }),
  )
  return { ...grid, names }
}

/** Keys of the cells whose names repeat, compared as the server compares them (G-ROOM-15). */
export const repeatedCells = (grid: RoomGrid): ReadonlySet<string> => {
  const repeated = duplicateNames([...grid.names.values()].map(name => ({ name })))
  if (repeated.size === 0) return new Set()
  return new Set([...grid.names].filter(([, name]) => repeated.has(nameForComparison(name))).map(([key]) => key))
}

/** Rooms that there are: cells with a name. */
export const countRooms = (grid: RoomGrid): number => [...grid.names.values()].filter(name => name.trim() !== '').length

/** What is sent: every room with its place, and the rooms that are gone by their ids. */
export const attributesOf = (grid: RoomGrid) => {
  const kept = [...grid.names].flatMap(([key, name]) => {
    const [block_position = 1, row = 1, col = 1] = key.split(':').map(Number)
    const id = grid.ids.get(key)
    return name.trim() === '' ? [] : [{ ...(id === undefined ? {} : { id }), block_position, row, col, name }]
  })
  const gone = [...grid.ids].flatMap(([key, id]) => {
    const [block_position = 1, row = 1, col = 1] = key.split(':').map(Number)
    return (grid.names.get(key) ?? '').trim() === '' ? [{ id, block_position, row, col, name: '', _destroy: true }] : []
  })
  return [...kept, ...gone]
}
