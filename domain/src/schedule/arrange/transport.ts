/**
 * The transportation problem with unit demands: every row goes to one column, no column takes more rows than its capacity, and the sum
 * of costs is the least there is. Successive shortest augmenting paths with potentials, Dijkstra over the columns (the Hungarian method
 * with capacities): at most rows × rows × columns steps, mostly far fewer.
 *
 * `costs` lies row by row and holds whole numbers whose sums stay below 2^53, so that nothing is rounded. The capacities have to suffice.
 * Of equal columns the first is taken: the same arrays always give the same answer. `onRow` hears how many rows have their column.
 */
export const transport = (
  costs: Float64Array,
  rows: number,
  capacities: readonly number[],
  onRow: (done: number) => void = () => undefined,
): Int32Array => {
  const columns = capacities.length
  const columnOf = new Int32Array(rows).fill(-1)
  const members: number[][] = capacities.map(() => [])
  const potentials = new Float64Array(columns)
  const distances = new Float64Array(columns)
  /** The row that would come to the column, by the shortest way found so far. */
  const comers = new Int32Array(columns)
  const settled = new Uint8Array(columns)

  /** Ways that lead on from a row, which itself is reached at `start` less the row's price where it stands. */
  const relax = (row: number, start: number) => {
    for (let column = 0, at = row * columns; column < columns; column++, at++) {
      if (settled[column] === 1) continue
      const distance = start + costs[at]! - potentials[column]!
      if (distance >= distances[column]!) continue
      distances[column] = distance
      comers[column] = row
    }
  }
  const nearest = () => {
    let best = -1
    for (let column = 0; column < columns; column++)
      if (settled[column] === 0 && (best === -1 || distances[column]! < distances[best]!)) best = column
    return best
  }

  for (let row = 0; row < rows; row++) {
    distances.fill(Infinity)
    settled.fill(0)
    relax(row, 0)
    let end = nearest()
    while (end !== -1 && members[end]!.length >= capacities[end]!) {
      settled[end] = 1
      for (const member of members[end]!) relax(member, distances[end]! - costs[member * columns + end]! + potentials[end]!)
      end = nearest()
    }
    if (end === -1 || distances[end] === Infinity) throw new Error(`no column has room for row ${row}`)
    for (let column = 0; column < columns; column++)
      if (settled[column] === 1) potentials[column] = potentials[column]! + distances[column]! - distances[end]!
    for (let column = end; ;) {
      const comer = comers[column]!
      const from = columnOf[comer]!
      columnOf[comer] = column
      members[column]!.push(comer)
      if (from === -1) break
      members[from] = members[from]!.filter(member => member !== comer)
      column = from
    }
    onRow(row + 1)
  }
  return columnOf
}
