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

/** The whole grid: blocks, and the names of every floor from the first column on; what has no name is no room. */
export interface RoomGrid {
  blocks: readonly GridBlock[]
  /** By block and floor, so that a letter typed into one floor leaves the others as they are. */
  floors: ReadonlyMap<string, readonly string[]>
  ids: ReadonlyMap<string, number>
}

interface Place {
  position: number
  row: number
  col: number
}

const floorKey = (position: number, row: number): string => `${position}:${row}`
export const cellKey = (position: number, row: number, col: number): string => `${position}:${row}:${col}`
const placeOf = (key: string): Place => {
  const [position = 1, row = 1, col = 1] = key.split(':').map(Number)
  return { position, row, col }
}

const noNames: readonly string[] = []
/** The names of a floor; columns behind the last name are left away. */
export const namesOn = (grid: RoomGrid, position: number, row: number): readonly string[] =>
  grid.floors.get(floorKey(position, row)) ?? noNames

export const newBlock = (): GridBlock => ({ ...roomBlockDefaults, name: '', floor_number: 5, room_number_per_floor: 4 })

/** The floors with some names changed; untouched floors stay the very same. */
const withNames = (floors: RoomGrid['floors'], cells: Iterable<readonly [Place, string]>): RoomGrid['floors'] => {
  const next = new Map(floors)
  const copied = new Map<string, string[]>()
  for (const [{ position, row, col }, name] of cells) {
    const key = floorKey(position, row)
    const names = copied.get(key) ?? [...(floors.get(key) ?? [])]
    while (names.length < col) names.push('')
    names[col - 1] = name
    copied.set(key, names)
    next.set(key, names)
  }
  return next
}

/** Every cell that has a name. */
const cellsOf = (grid: RoomGrid): { key: string; place: Place; name: string }[] =>
  [...grid.floors].flatMap(([floor, names]) => {
    const { position, row } = placeOf(floor)
    return names.flatMap((name, at) =>
      name.trim() === '' ? [] : [{ key: cellKey(position, row, at + 1), place: { position, row, col: at + 1 }, name }],
    )
  })

export const gridOf = (blocks: readonly GridBlock[], cells: readonly GridCell[]): RoomGrid => ({
  blocks: blocks.length === 0 ? [newBlock()] : blocks,
  floors: withNames(
    new Map(),
    cells.map(({ block_position: position, row, col, name }) => [{ position, row, col }, name] as const),
  ),
  ids: new Map(
    cells.flatMap(cell => (cell.id === undefined ? [] : [[cellKey(cell.block_position, cell.row, cell.col), cell.id] as const])),
  ),
})

/** Names laid anew by the block's settings; rooms keep their place, so what hangs on them stays (G-ROOM-11, G-ROOM-13). */
export const regenerate = (grid: RoomGrid, position: number, block: GridBlock): RoomGrid => {
  const others = new Map([...grid.floors].filter(([key]) => placeOf(key).position !== position))
  const laid = generateRoomNames(block).map(({ row, col, name }) => [{ position, row, col }, name] as const)
  return { ...grid, blocks: grid.blocks.map((each, at) => (at + 1 === position ? block : each)), floors: withNames(others, laid) }
}

export const rename = (grid: RoomGrid, key: string, name: string): RoomGrid => ({
  ...grid,
  floors: withNames(grid.floors, [[placeOf(key), name]]),
})

/** The cell so many floors above and columns to the right. */
export const moveKey = (key: string, floors: number, columns: number): string => {
  const { position, row, col } = placeOf(key)
  return cellKey(position, row + floors, col + columns)
}

/** How many names of a table have no place in the block when they are laid from a cell. */
export const outside = (grid: RoomGrid, from: string, table: readonly (readonly string[])[]): number => {
  const { position, row, col } = placeOf(from)
  const columns = grid.blocks[position - 1]?.room_number_per_floor ?? 0
  return table.flatMap((line, down) => line.filter((name, right) => name !== '' && (row - down < 1 || col + right > columns))).length
}

/** Names from a table, laid from a cell to the right and down the building; what lies outside of the block is left out. */
export const fill = (grid: RoomGrid, from: string, table: readonly (readonly string[])[]): RoomGrid => {
  const { position, row, col } = placeOf(from)
  const columns = grid.blocks[position - 1]?.room_number_per_floor ?? 0
  const cells = table.flatMap((line, down) => line.map((name, right) => [{ position, row: row - down, col: col + right }, name] as const))
  const inside = cells.filter(([place]) => place.row >= 1 && place.col <= columns)
  return { ...grid, floors: withNames(grid.floors, inside) }
}

/** Whether a block has any room that generating would write over. */
export const hasRooms = (grid: RoomGrid, position: number): boolean => cellsOf(grid).some(({ place }) => place.position === position)

/** Keys of the cells whose names repeat, compared as the server compares them (G-ROOM-15). */
export const repeatedCells = (grid: RoomGrid): ReadonlySet<string> => {
  const cells = cellsOf(grid)
  const repeated = duplicateNames(cells)
  if (repeated.size === 0) return new Set()
  return new Set(cells.filter(({ name }) => repeated.has(nameForComparison(name))).map(({ key }) => key))
}

/** Rooms that there are: cells with a name. */
export const countRooms = (grid: RoomGrid): number => cellsOf(grid).length

/** What is sent: every room with its place, and the rooms that are gone by their ids. */
export const attributesOf = (grid: RoomGrid) => {
  const cells = cellsOf(grid)
  const named = new Set(cells.map(({ key }) => key))
  const kept = cells.map(({ key, place: { position, row, col }, name }) => {
    const id = grid.ids.get(key)
    return { ...(id === undefined ? {} : { id }), block_position: position, row, col, name }
  })
  const gone = [...grid.ids].flatMap(([key, id]) => {
    const { position, row, col } = placeOf(key)
    return named.has(key) ? [] : [{ id, block_position: position, row, col, name: '', _destroy: true }]
  })
  return [...kept, ...gone]
}
