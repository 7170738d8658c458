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
// Neither has been reached by any case that was tried; they are there so that no case can go on for ever.
const mostNodes = 2_000
const mostPackingNodes = 200

/**
 * Dates for rooms that are done a stack or a floor at a time: each part of `cutUnits` whole on one date; one for which no date is left
 * that holds it is cut again, as few as can be. Among all such plans the cheapest, exactly: a mixed-integer problem, part × date.
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
  let parts = units
  let packing = await pack(parts, dates, solveMip)
  while (packing.includes(-1)) {
    parts = parts.flatMap((part, at) => (packing[at] === -1 ? loosen(part) : [part]))
    packing = await pack(parts, dates, solveMip)
  }
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
  const matesOf = Map.groupBy(fixed, room => unitKeyOf(room, unit))
  const largest = Math.max(1, ...dates.map(({ capacity }) => capacity))
  return [...rowsOf].flatMap(([key, rows]) => {
    const mateDates = new Set(matesOf.get(key)?.map(mate => mate.previous?.date))
    const drawn = [...dates.keys()].filter(column => mateDates.has(dates[column]!.date) && dates[column]!.capacity > 0)
    const near = Math.max(0, ...drawn.map(column => dates[column]!.capacity))
    const joining = near === 0 ? [] : [{ rows: rows.slice(0, near), columns: new Set(drawn) }]
    const others = rows.slice(near)
    const parts = Array.from({ length: Math.ceil(others.length / largest) }, (_, at) => others.slice(at * largest, (at + 1) * largest))
    return [...joining, ...parts.map(part => ({ rows: part, columns: null }))]
  })
}

/** What a part does that found no date: it leaves the rooms that stay, else it falls into halves. */
const loosen = (part: Part): Part[] => {
  if (part.columns !== null) return [{ ...part, columns: null }]
  const half = Math.ceil(part.rows.length / 2)
  return [part.rows.slice(0, half), part.rows.slice(half)].filter(rows => rows.length > 0).map(rows => ({ rows, columns: null }))
}

/** A column for each part so that as few rooms as possible are left over (−1), whatever it costs. */
const pack = async (parts: readonly Part[], dates: readonly Slot[], solveMip: SolveMip): Promise<Int32Array> => {
  const greedy = firstFit(parts, dates, new Int32Array(parts.length).fill(-1))
  if (!greedy.includes(-1)) return greedy
  const pairs = pairsOf(parts, dates)
  const leftOver = [...parts.keys()].map(part => pairs.length + part)
  const { values } = await solveMip({
    costs: [...pairs.map(() => 0), ...parts.map(({ rows }) => rows.length)],
    rows: [
      ...oneDateEach(parts, pairs).map(({ columns, factors, ...row }, part) => ({
        ...row,
        columns: [...columns, leftOver[part]!],
        factors: [...factors, 1],
      })),
      ...capacities(parts, pairs, dates),
    ],
    start: Float64Array.from([
      ...pairs.map(({ part, column }) => Number(greedy[part] === column)),
      ...[...greedy].map(column => Number(column === -1)),
    ]),
    gap: proof,
    mostNodes: mostPackingNodes,
  })
  const packed = new Int32Array(parts.length).fill(-1)
  for (const [at, { part, column }] of pairs.entries()) if (values[at] === 1) packed[part] = column
  return firstFit(parts, dates, packed)
}

/** Puts the parts that have no column yet into the first date with room for them, the largest first. */
const firstFit = (parts: readonly Part[], dates: readonly Slot[], packed: Int32Array): Int32Array => {
  const room = dates.map(({ capacity }) => capacity)
  for (const [part, column] of packed.entries()) if (column !== -1) room[column]! -= parts[part]!.rows.length
  const largestFirst = [...parts.keys()]
    .filter(part => packed[part] === -1)
    .toSorted(
      (a, b) =>
        Number(parts[a]!.columns === null) - Number(parts[b]!.columns === null) || parts[b]!.rows.length - parts[a]!.rows.length || a - b,
    )
  for (const part of largestFirst) {
    const { rows, columns } = parts[part]!
    const column = room.findIndex((left, at) => left >= rows.length && (columns?.has(at) ?? true))
    if (column === -1) continue
    packed[part] = column
    room[column]! -= rows.length
  }
  return packed
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
