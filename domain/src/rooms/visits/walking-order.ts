/** What places a visit on the way through a day. */
export interface OnTheWay {
  building_name: string
  /** Told apart by it, also those of several companies. */
  building_id: number | string
  /** HH:MM of its time frame. */
  start_at: string
  block_position: number
  /** Floors count up from the lowest. */
  row: number
  col: number
  frame_number: number
}

/**
 * The way through a day (feature 15): a building after the other, the one with the earliest frame first, in it the time frames, in those the
 * wings and in a wing from the top floor down.
 */
export const walkingOrder = <V extends OnTheWay>(visits: readonly V[]): V[] => {
  const begins = new Map<number | string, string>()
  for (const { building_id, start_at } of visits) {
    const earliest = begins.get(building_id)
    if (earliest === undefined || start_at < earliest) begins.set(building_id, start_at)
  }
  const beginOf = ({ building_id }: V) => begins.get(building_id) ?? ''
  return visits.toSorted(
    (a, b) =>
      compareTexts(beginOf(a), beginOf(b)) ||
      compareTexts(a.building_name, b.building_name) ||
      compareTexts(String(a.building_id), String(b.building_id)) ||
      compareTexts(a.start_at, b.start_at) ||
      a.block_position - b.block_position ||
      b.row - a.row ||
      a.col - b.col ||
      a.frame_number - b.frame_number,
  )
}

const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
