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
  /** Rooms whose wing was taken away. */
  removed: readonly number[]
}

/** A grid as it is saved, and the version whoever changes it began with. */
export interface SavedGrid {
  grid: RoomGrid
  version: number
  /** Rooms that hold data and cannot be removed; absent where rooms hold none. */
  inUse?: readonly number[]
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

/** Every cell that has a name and lies within its block: a block made smaller keeps the others for when it grows again. */
const cellsOf = (grid: RoomGrid): { key: string; place: Place; name: string }[] =>
  [...grid.floors].flatMap(([floor, all]) => {
    const { position, row } = placeOf(floor)
    const block = grid.blocks[position - 1]
    const names = block === undefined || row > block.floor_number ? [] : all.slice(0, block.room_number_per_floor)
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
  removed: [],
})

/** The grid with a block's settings changed; names stay where they are. */
export const withBlock = (grid: RoomGrid, position: number, change: Partial<GridBlock>): RoomGrid => ({
  ...grid,
  blocks: grid.blocks.map((block, at) => (at + 1 === position ? { ...block, ...change } : block)),
})

/** The grid with one wing more; wings have names as soon as there are two. */
export const withNewBlock = (grid: RoomGrid): RoomGrid => ({
  ...grid,
  blocks: [...grid.blocks, newBlock()].map((block, at) => ({ ...block, name: block.name || `${at + 1}棟` })),
})

/** The grid without a block; the blocks behind it move up with everything in them. */
export const withoutBlock = (grid: RoomGrid, gone: number): RoomGrid => {
  const movedUp = <Value>(cells: ReadonlyMap<string, Value>) =>
    new Map(
      [...cells].flatMap(([key, value]) => {
        const { position } = placeOf(key)
        if (position === gone) return []
        return [[position < gone ? key : `${position - 1}${key.slice(key.indexOf(':'))}`, value] as const]
      }),
    )
  const rooms = [...grid.ids].filter(([key]) => placeOf(key).position === gone).map(([, id]) => id)
  return {
    blocks: grid.blocks.filter((_, at) => at + 1 !== gone),
    floors: movedUp(grid.floors),
    ids: movedUp(grid.ids),
    removed: [...grid.removed, ...rooms],
  }
}

/**
 * Names laid by the block's settings: into its empty cells, or over all of them. Rooms keep their place, so what hangs on them stays
 * (G-ROOM-11, G-ROOM-13).
 */
export const generate = (grid: RoomGrid, position: number, over: 'empty cells' | 'all cells'): RoomGrid => {
  const block = grid.blocks[position - 1]
  if (block === undefined) return grid
  const laid = generateRoomNames(block)
    .filter(({ row, col }) => over === 'all cells' || (namesOn(grid, position, row)[col - 1] ?? '').trim() === '')
    .map(({ row, col, name }) => [{ position, row, col }, name] as const)
  return { ...grid, floors: withNames(grid.floors, laid) }
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

/** Floors and columns of a block at most, as the server takes them. */
const mostCells = 100

/**
 * The size a block needs for a table that is laid from a cell, and the cell it is then laid from: it grows upwards, so that the table's
 * last line is the lowest floor, and to the right. Null when it has its place already.
 */
export const sizeFor = (
  grid: RoomGrid,
  from: string,
  table: readonly (readonly string[])[],
): { floor_number: number; room_number_per_floor: number; from: string } | 'too large' | null => {
  const { position, row, col } = placeOf(from)
  const block = grid.blocks[position - 1]
  const named = table.flatMap((line, down) => line.flatMap((name, right) => (name === '' ? [] : [{ down, right }])))
  if (block === undefined || named.length === 0) return null
  const below = Math.max(0, ...named.map(({ down }) => down + 1 - row))
  const columns = Math.max(block.room_number_per_floor, ...named.map(({ right }) => col + right))
  if (below === 0 && columns === block.room_number_per_floor) return null
  const floors = Math.max(block.floor_number, row + below)
  if (floors > mostCells || columns > mostCells) return 'too large'
  return { floor_number: floors, room_number_per_floor: columns, from: cellKey(position, row + below, col) }
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
  const removed = grid.removed.map(id => ({ id, block_position: 1, row: 1, col: 1, name: '', _destroy: true }))
  return [...kept, ...gone, ...removed]
}

/** The rooms of a grid that another one has no more, by the names they had. */
export const roomsGone = (base: RoomGrid, next: RoomGrid): { id: number; name: string }[] => {
  const gone = new Set(attributesOf(next).flatMap(cell => ('_destroy' in cell && cell.id !== undefined ? [cell.id] : [])))
  return [...base.ids].flatMap(([key, id]) => {
    const { position, row, col } = placeOf(key)
    return gone.has(id) ? [{ id, name: namesOn(base, position, row)[col - 1] ?? '' }] : []
  })
}

/** A cell that somebody else changed meanwhile, and whether it was changed here, too. */
export interface ForeignChange {
  before: string
  theirs: string
  mine: string | null
}

/**
 * My changes laid over what somebody else has saved: every cell that I changed is as I have it, all others are theirs. Null when
 * wings were added or taken away by either: cells of one are then not cells of the other.
 */
export const mergeGrids = (base: RoomGrid, mine: RoomGrid, theirs: RoomGrid): { grid: RoomGrid; changes: ForeignChange[] } | null => {
  if (mine.blocks.length !== base.blocks.length || theirs.blocks.length !== base.blocks.length || mine.removed.length > 0) return null
  const nameIn = (grid: RoomGrid, { position, row, col }: Place) => (namesOn(grid, position, row)[col - 1] ?? '').trim()
  const keys = new Set([base, mine, theirs].flatMap(grid => cellsOf(grid).map(({ key }) => key)))
  const changes: ForeignChange[] = []
  const cells: [Place, string][] = []
  for (const key of keys) {
    const place = placeOf(key)
    const [before, own, other] = [base, mine, theirs].map(grid => nameIn(grid, place)) as [string, string, string]
    if (other !== before && other !== own) changes.push({ before, theirs: other, mine: own === before ? null : own })
    if (own !== before && own !== other) cells.push([place, own])
  }
  const settings = (grid: RoomGrid) => JSON.stringify(grid.blocks)
  const blocks = settings(mine) === settings(base) ? theirs.blocks : mine.blocks
  return { grid: { ...theirs, blocks, floors: withNames(theirs.floors, cells) }, changes }
}
