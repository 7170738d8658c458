/** One block of the room grid, a wing of the building (D-26), with the settings its names come from (G-ROOM-13). */
export interface RoomBlock {
  initials: string
  /** Digits of the column number. */
  digits: number
  floor_start: number
  floor_number: number
  room_number_per_floor: number
  except_for_lower_digit_four: boolean
  except_for_lower_digit_nine: boolean
}

export interface RoomCell {
  /** 1 is the lowest floor (G-ROOM-14). */
  row: number
  col: number
  name: string
}

/** A new composition's settings (G-ROOM-13). */
export const roomBlockDefaults = {
  initials: '',
  digits: 2,
  floor_start: 1,
  except_for_lower_digit_four: false,
  except_for_lower_digit_nine: false,
} as const

/** Initials, floor, and column number padded with zeros (spec §9): A203. A number longer than `digits` is not cut. */
export const roomName = (room: { initials: string; floor: number; col: number; digits: number }): string =>
  `${room.initials}${room.floor}${String(room.col).padStart(room.digits, '0')}`

/** Every room of a block, lowest floor first. Floors are never skipped, column numbers ending in 4 or 9 when so set. */
export const generateRoomNames = (block: RoomBlock): RoomCell[] => {
  const numbers = columnNumbers(block)
  const floors = Array.from({ length: block.floor_number }, (_, i) => block.floor_start + i)
  return floors.flatMap((floor, row) =>
    numbers.map((number, col) => ({
      row: row + 1,
      col: col + 1,
      name: roomName({ initials: block.initials, floor, col: number, digits: block.digits }),
    })),
  )
}

/** The first numbers that no setting skips: a skipped number does not use up a room (G-ROOM-13). */
const columnNumbers = (block: RoomBlock): number[] => {
  const numbers: number[] = []
  for (let number = 1; numbers.length < block.room_number_per_floor; number++) {
    const lowest = number % 10
    const skipped = (block.except_for_lower_digit_four && lowest === 4) || (block.except_for_lower_digit_nine && lowest === 9)
    if (!skipped) numbers.push(number)
  }
  return numbers
}

/** 「101号室」 as letters address it; a name that ends as one already, or with an explanation in brackets, stays as it is. */
export const addressedRoom = (name: string): string => (/(?:号室|[）)])$/.test(name) ? name : `${name}号室`)

/** The form in which names are compared: NFKC and trimmed, so that １０１ is 101 (G-ROOM-15). */
export const nameForComparison = (name: string): string => name.normalize('NFKC').trim()

/** Names, as compared, that stand in more than one cell of all blocks together; empty cells do not count (G-ROOM-15). */
export const duplicateNames = (cells: readonly { name: string | null }[]): Set<string> => {
  const seen = new Set<string>()
  const duplicates = new Set<string>()
  for (const { name } of cells) {
    const compared = nameForComparison(name ?? '')
    if (compared !== '' && seen.has(compared)) duplicates.add(compared)
    seen.add(compared)
  }
  return duplicates
}

/** Alert above the grid and error of the server (G-ROOM-15). */
export const duplicateNamesText = '部屋名は重複しないように入力してください。'
/** Warning that does not stop saving (G-ROOM-12). */
export const houseCountText = '戸数と部屋数が一致しません。'

/** The first few of many rooms, for a sentence: 101、102 ほか10戸. */
export const firstNames = (names: readonly string[], most = 5): string =>
  `${names.slice(0, most).join('、')}${names.length > most ? ` ほか${names.length - most}戸` : ''}`
