import type { BlockSettings, CellForm } from '@toguchi/domain/rooms/composition-contract'
import { nameForComparison, roomBlockDefaults } from '@toguchi/domain/rooms/room-names'
import type { RowChange } from '../platform/database/row-change.ts'

/** A room as a list names it: its number, and where it lies, as far as that is said. */
export interface RoomRow {
  name: string
  block?: string | null | undefined
  floor?: number | null | undefined
  col?: number | null | undefined
}
type Changes = readonly RowChange<RoomRow>[]
type Refusals = Map<number, { key: string; text: string }>

interface Wing extends BlockSettings {
  /** Whether it is there already: then its lowest floor is given. */
  exists: boolean
}
interface Place {
  wing: number
  floor: number
  col: number
}

const largest = 100

/**
 * The grid of a construction after rooms were added to it or moved in it by a list. A floor and a place that are not said follow
 * from the number (1203 is the third room of the twelfth floor), else the next free place of the floor. Wings grow with their
 * rooms, and a wing that is not there yet is added. Rooms that find no place are refused, by their place in `changes`.
 */
export const placeRooms = (
  blocks: readonly BlockSettings[],
  rooms: readonly { id: number; name: string; block_position: number; floor: number; col: number }[],
  changes: Changes,
): { blocks: BlockSettings[]; cells: CellForm[]; refusals: Refusals } => {
  const wings: Wing[] = blocks.map(block => ({ ...block, exists: true }))
  const refusals: Refusals = new Map()
  const places = new Map<number, Place>()
  const moved = new Set(changes.flatMap(({ before }) => (before ? [before.id] : [])))
  const staying = rooms.filter(room => !moved.has(room.id))
  const taken = new Map(staying.map(room => [placeKey({ wing: room.block_position - 1, floor: room.floor, col: room.col }), room.name]))

  const wingAt = changes.map(({ after }, at) => {
    const wing = findWing(wings, after.block ?? null)
    if (wing === null) refusals.set(at, { key: 'block', text: 'を入力してください' })
    return wing
  })
  lowerNewWings(wings, changes, wingAt)
  // Places that are said come first: the others take what is left.
  const order = [...changes.keys()].toSorted(
    (one, other) => Number(isPlaced(changes[other]?.after)) - Number(isPlaced(changes[one]?.after)),
  )
  for (const at of order) {
    const after = changes[at]?.after
    const wing = wings[wingAt[at] ?? -1]
    if (!after || !wing) continue
    const place = placeOf(after, wing, wingAt[at] ?? 0, taken)
    if ('text' in place) {
      refusals.set(at, place)
      continue
    }
    taken.set(placeKey(place), after.name)
    places.set(at, place)
    wing.floor_number = Math.max(wing.floor_number, place.floor - wing.floor_start + 1)
    wing.room_number_per_floor = Math.max(wing.room_number_per_floor, place.col)
  }
  const placed = changes.flatMap(({ before, after }, at) => {
    const place = places.get(at)
    return place ? [{ ...(before ? { id: before.id } : {}), name: after.name, ...place }] : []
  })
  const kept = staying.map(room => ({ id: room.id, name: room.name, wing: room.block_position - 1, floor: room.floor, col: room.col }))
  return {
    blocks: wings.map(({ exists: _exists, ...block }) => block),
    cells: [...kept, ...placed].map(({ wing, floor, ...cell }) => ({
      ...cell,
      block_position: wing + 1,
      row: floor - (wings[wing]?.floor_start ?? 1) + 1,
      _destroy: false,
    })),
    refusals,
  }
}

const isPlaced = (row: RoomRow | undefined) => typeof row?.floor === 'number' && typeof row.col === 'number'
const placeKey = ({ wing, floor, col }: Place) => `${wing}:${floor}:${col}`

/** The wing of that name, added when there is none; without a name the only one there is, or null. */
const findWing = (wings: Wing[], name: string | null): number | null => {
  const compared = nameForComparison(name ?? '')
  const at = wings.findIndex(wing => nameForComparison(wing.name) === compared)
  if (at !== -1) return at
  if (compared === '' && wings.length > 0) return wings.length === 1 ? 0 : null
  wings.push({ ...roomBlockDefaults, name: name ?? '', floor_number: 1, room_number_per_floor: 1, floor_start: largest, exists: false })
  return wings.length - 1
}

/** A new wing begins at the lowest floor that is said or follows from a number. */
const lowerNewWings = (wings: readonly Wing[], changes: Changes, wingAt: readonly (number | null)[]) => {
  for (const [at, { after }] of changes.entries()) {
    const wing = wings[wingAt[at] ?? -1]
    const floor = wing && !wing.exists ? (after.floor ?? numbersOf(after.name, wing)?.floor ?? 1) : null
    if (wing && floor !== null) wing.floor_start = Math.max(1, Math.min(wing.floor_start, floor))
  }
}

/** Floor and number that a room's name says: A1203 with the initials A is the third of the twelfth floor. */
const numbersOf = (name: string, { initials, digits }: BlockSettings): { floor: number; number: number } | null => {
  const compared = nameForComparison(name)
  const start = nameForComparison(initials)
  const rest = compared.startsWith(start) ? compared.slice(start.length) : compared
  if (!/^\d{2,6}$/.test(rest)) return null
  const floor = Math.floor(Number(rest) / 10 ** digits)
  const number = Number(rest) % 10 ** digits
  return floor >= 1 && number >= 1 ? { floor, number } : null
}

/** The column of a number, where numbers that end in 4 or 9 may be left out (G-ROOM-13). */
const columnOf = (number: number, { except_for_lower_digit_four, except_for_lower_digit_nine }: BlockSettings): number =>
  Array.from({ length: number }, (_, at) => at + 1).filter(
    each => !(except_for_lower_digit_four && each % 10 === 4) && !(except_for_lower_digit_nine && each % 10 === 9),
  ).length

const placeOf = (row: RoomRow, wing: Wing, at: number, taken: ReadonlyMap<string, string>): Place | { key: string; text: string } => {
  const numbers = numbersOf(row.name, wing)
  const floor = row.floor ?? numbers?.floor ?? null
  if (floor === null) return { key: 'floor', text: 'は部屋番号から決められないため、入力してください' }
  if (floor < wing.floor_start) return { key: 'floor', text: `は開始階（${wing.floor_start}階）より下です` }
  if (floor - wing.floor_start >= largest) return { key: 'floor', text: `は${largest}階分までです` }
  const column = row.col ?? (numbers && numbers.floor === floor ? columnOf(numbers.number, wing) : null)
  const isFree = (col: number) => !taken.has(placeKey({ wing: at, floor, col }))
  const said = typeof row.col === 'number'
  const col =
    column !== null && column >= 1 && column <= largest && (said || isFree(column))
      ? column
      : Array.from({ length: largest }, (_, index) => index + 1).find(isFree)
  if (col === undefined || (said && row.col !== col)) return { key: 'col', text: `は1〜${largest}で入力してください` }
  const other = taken.get(placeKey({ wing: at, floor, col }))
  if (other !== undefined) return { key: 'col', text: `の位置（${floor}階の${col}列目）には「${other}」があります` }
  return { wing: at, floor, col }
}
