import { type ScheduleUnit, unitKeyOf } from '../placement.ts'
import type { ArrangeRoom } from './arrange-input.ts'
import type { MipRow, SolveMip } from './mip.ts'
import type { Slot } from './slots.ts'

/** Rooms of one unit that go to one date together. */
export interface Part {
  /** Rows of the cost table, in the order of walking. */
  rows: number[]
  /** Columns that it may take; null for all. Rooms of the unit that stay draw the others to their dates. */
  columns: ReadonlySet<number> | null
}

export interface UnitDates {
  /** For each free room the column of its date. */
  columnOf: Int32Array
  /** No plan of these units can cost less than the chosen one by more than this; 0 when it is proven to be the cheapest. */
  gap: number
}

/** Costs are whole: a plan that none beats by one point is the cheapest. */
const proof = 0.9
// Whatever was tried, up to twenty-two thousand columns and not a frame to spare, was proven at the first node.
const mostNodes = 100

/**
 * Dates for rooms that are done a stack or a floor at a time: each part of `cutUnits` whole on one date; one for which no date is left
 * that holds it is cut again (`pack`). Among all such plans the cheapest, exactly: a mixed-integer problem, part × date.
 * `costs` lies room by room; together the dates have to hold all rooms.
 */
export const chooseUnitDates = async (
  units: readonly Part[],
  dates: readonly Slot[],
  costs: Float64Array,
  solveMip: SolveMip,
): Promise<UnitDates> => {
  const columnOf = new Int32Array(costs.length / dates.length).fill(-1)
  if (units.length === 0) return { columnOf, gap: 0 }
  const { parts, columns: packing } = pack(units, dates)
  const pairs = pairsOf(parts, dates)
  const { values, bound } = await solveMip({
    costs: pairs.map(({ part, column }) => parts[part]!.rows.reduce((sum, row) => sum + costs[row * dates.length + column]!, 0)),
    rows: [...oneDateEach(parts, pairs), ...capacities(parts, pairs, dates)],
    start: Float64Array.from(pairs, ({ part, column }) => Number(packing[part] === column)),
    gap: proof,
    mostNodes,
  })
  let cost = 0
  for (const [at, { part, column }] of pairs.entries()) {
    if (values[at] !== 1) continue
    for (const row of parts[part]!.rows) {
      columnOf[row] = column
      cost += costs[row * dates.length + column]!
    }
  }
  return { columnOf, gap: cost - bound < 1 ? 0 : Math.ceil(cost - bound) }
}

/**
 * Units in the order of walking, those larger than any date cut into consecutive parts. Rooms of a unit that stay where they are draw the
 * others to their date.
 */
export const cutUnits = (
  free: readonly ArrangeRoom[],
  fixed: readonly ArrangeRoom[],
  dates: readonly Slot[],
  unit: ScheduleUnit,
): Part[] => {
  const rowsOf = Map.groupBy(free.keys(), row => unitKeyOf(free[row]!, unit))
  const peersOf = Map.groupBy(fixed, room => unitKeyOf(room, unit))
  const largest = Math.max(1, ...dates.map(({ capacity }) => capacity))
  return [...rowsOf].flatMap(([key, rows]) => {
    const peerDates = new Set(peersOf.get(key)?.map(peer => peer.previous?.date))
    const drawn = [...dates.keys()].filter(column => peerDates.has(dates[column]!.date) && dates[column]!.capacity > 0)
    const near = Math.max(0, ...drawn.map(column => dates[column]!.capacity))
    const joining = near === 0 ? [] : [{ rows: rows.slice(0, near), columns: new Set(drawn) }]
    const others = rows.slice(near)
    const parts = Array.from({ length: Math.ceil(others.length / largest) }, (_, at) => others.slice(at * largest, (at + 1) * largest))
    return [...joining, ...parts.map(part => ({ rows: part, columns: null }))]
  })
}

/**
 * Parts with a date for each, whatever it costs: first fit, the largest first. A part that would join rooms that stay and finds their
 * dates full goes by itself; one that fits nowhere is cut to fill the widest gaps, which makes the fewest pieces of it.
 */
const pack = (units: readonly Part[], dates: readonly Slot[]): { parts: Part[]; columns: number[] } => {
  const left = dates.map(({ capacity }) => capacity)
  const packed: { part: Part; column: number }[] = []
  const put = (part: Part, column: number) => {
    packed.push({ part, column })
    left[column]! -= part.rows.length
  }
  const firstFit = (parts: readonly Part[]): Part[] =>
    parts
      .toSorted((a, b) => b.rows.length - a.rows.length)
      .filter(part => {
        const column = left.findIndex((room, at) => room >= part.rows.length && (part.columns?.has(at) ?? true))
        if (column !== -1) put(part, column)
        return column === -1
      })
  const alone = firstFit(units.filter(({ columns }) => columns !== null)).map(({ rows }) => ({ rows, columns: null }))
  for (const { rows } of firstFit([...alone, ...units.filter(({ columns }) => columns === null)])) {
    let rest = rows
    while (rest.length > 0) {
      const widest = left.indexOf(Math.max(...left))
      const length = Math.min(rest.length, left[widest]!)
      put({ rows: rest.slice(0, length), columns: null }, widest)
      rest = rest.slice(length)
    }
  }
  return { parts: packed.map(({ part }) => part), columns: packed.map(({ column }) => column) }
}

interface Pair {
  part: number
  column: number
}

/** Every part with every date that may take it and is large enough. */
const pairsOf = (parts: readonly Part[], dates: readonly Slot[]): Pair[] =>
  parts.flatMap(({ rows, columns }, part) =>
    dates.flatMap(({ capacity }, column) => (rows.length <= capacity && (columns?.has(column) ?? true) ? [{ part, column }] : [])),
  )

const oneDateEach = (parts: readonly Part[], pairs: readonly Pair[]): MipRow[] => {
  const of = Map.groupBy(pairs.keys(), at => pairs[at]!.part)
  return [...parts.keys()].map(part => {
    const columns = of.get(part) ?? []
    return { columns, factors: columns.map(() => 1), least: 1, most: 1 }
  })
}

const capacities = (parts: readonly Part[], pairs: readonly Pair[], dates: readonly Slot[]): MipRow[] =>
  [...Map.groupBy(pairs.keys(), at => pairs[at]!.column)].map(([column, columns]) => ({
    columns,
    factors: columns.map(at => parts[pairs[at]!.part]!.rows.length),
    least: -Infinity,
    most: dates[column]!.capacity,
  }))
