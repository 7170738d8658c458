import { framePlaceKey } from '../place.ts'
import fc from 'fast-check'
import highs from 'highs'
import { describe, expect, test } from 'vitest'
import { addDays, eachDay } from '../../calendar/day.ts'
import { fillFrames, orderRooms } from '../construction-order.ts'
import { isCrewAbsent } from '../crews.ts'
import { scheduleUnits, spareFramesAreStacked, unitKeyOf } from '../placement.ts'
import { maximumSpareFrames } from '../time-frames.ts'
import { arrange, type Arrangement } from './arrange.ts'
import { type ArrangeInput, type ArrangeRoom, arrangeWeights } from './arrange-input.ts'
import { companions, keepsPlan, slotCosts } from './costs.ts'
import { solveWith } from './mip.ts'
import { dateSlots, timeFrameSlots } from './slots.ts'
import { transport } from './transport.ts'
import { chooseUnitDates, cutUnits } from './unit-dates.ts'
import { walkSequence } from './walking.ts'

// The package's declarations speak for CommonJS; an ES module gets the function itself.
const loadHighs = highs as unknown as typeof highs.default
const solveMip = solveWith(await loadHighs())

const monday = '2026-12-07'
const room = (name: string, change: Partial<ArrangeRoom> = {}): ArrangeRoom => ({
  id: Number(name),
  block_position: 1,
  row: Number(name.slice(0, -2)),
  col: Number(name.slice(-2)),
  high_priority: false,
  previous: null,
  fixed: false,
  unavailable_dates: [],
  preferred_dates: [],
  ...change,
})
const place = (date: string, construction_time_frame_id: number, frame_number: number) => ({
  date,
  construction_time_frame_id,
  frame_number,
})
const names = (floors: number, columns: number) =>
  Array.from({ length: floors * columns }, (_, at) => `${Math.floor(at / columns) + 1}0${(at % columns) + 1}`)

/** Two frames in the morning, two in the afternoon, from a Monday on. */
const inputOf = (change: Partial<ArrangeInput>): ArrangeInput => ({
  rooms: names(4, 3).map(name => room(name)),
  days: eachDay(monday, addDays(monday, 4)),
  time_frames: [
    { id: 2, start_at: '13:00', frame_number: 2, crew_frames: [] },
    { id: 1, start_at: '09:00', frame_number: 2, crew_frames: [] },
  ],
  crews: [],
  taken: [],
  spare_frames: [],
  unit: 'room',
  spare_percent: 0,
  order: { top_or_bottom: 'top', vertical_or_horizontal: 'vertical', line_number: 1 },
  weights: { wishes: 'strong', previous: 'medium', walking: 'medium' },
  ...change,
})
const solved = async (change: Partial<ArrangeInput>) => {
  const arrangement = await arrange(inputOf(change), { solveMip })
  if (arrangement.places === null) throw new Error(`${arrangement.missing} frames are missing`)
  return arrangement
}
/** Names of the rooms of each date, in the order of time frames and frames. */
const sheet = ({ places }: Awaited<ReturnType<typeof solved>>) =>
  [...Map.groupBy(places, ({ date }) => date)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, rooms]) => {
      const line = rooms.toSorted((a, b) => a.construction_time_frame_id - b.construction_time_frame_id || a.frame_number - b.frame_number)
      return `${date.slice(-2)} ${line.map(({ room_id }) => room_id).join(' ')}`
    })
/** The plan that a generation lays (G-SCH-17). */
const generated = ({ rooms, days, time_frames, order, taken }: ArrangeInput) => {
  const { assigns } = fillFrames(orderRooms(rooms, order), { workingDays: days, timeFrames: time_frames, taken })
  return new Map(assigns?.map(({ room: { id }, ...frame }) => [id, frame]))
}
const withPlan = (change: Partial<ArrangeInput>, wishes: Record<number, Partial<ArrangeRoom>> = {}): Partial<ArrangeInput> => {
  const input = inputOf(change)
  const plan = generated(input)
  return { ...change, rooms: input.rooms.map(each => ({ ...each, previous: plan.get(each.id) ?? null, ...wishes[each.id] })) }
}

describe('arrange', () => {
  test('without plan and wishes lays what a generation lays', async () => {
    const arrangement = await solved({})
    expect(sheet(arrangement)).toEqual(['07 401 301 201 101', '08 402 302 202 102', '09 403 303 203 103'])
    expect(arrangement.report).toMatchObject({
      wishes: { met: 0, total: 0, unmet: [] },
      moved: { rooms: 0, days: 0 },
      placed: 12,
      walking: { before: null, after: 27 + 20 },
      units: null,
      gap: 0,
    })
  })

  test('with a plan and nothing against it moves nobody', async () => {
    const arrangement = await solved(withPlan({}))
    expect(arrangement.report).toMatchObject({ moved: { rooms: 0, days: 0 }, placed: 0, walking: { before: 47, after: 47 } })
  })

  test('a resident who cannot is moved to the nearest day, and only he', async () => {
    const arrangement = await solved(withPlan({}, { 303: { unavailable_dates: ['2026-12-09'] } }))
    expect(sheet(arrangement)).toEqual(['07 401 301 201 101', '08 402 302 202 102', '09 403 203 103', '10 303'])
    expect(arrangement.report).toMatchObject({ wishes: { met: 1, total: 1 }, moved: { rooms: 1, days: 1 } })
  })

  test('where every day is full two change places', async () => {
    const days = eachDay(monday, addDays(monday, 2))
    const { report, places } = await solved(withPlan({ days }, { 303: { unavailable_dates: ['2026-12-09'] } }))
    expect(report).toMatchObject({ wishes: { met: 1, total: 1 }, moved: { rooms: 2, days: 2 } })
    expect(places.find(({ room_id }) => room_id === 303)?.date).toBe('2026-12-08')
  })

  test('wishes against the plan: the weights decide', async () => {
    const wish = { 401: { preferred_dates: ['2026-12-11'] } }
    const kept = await solved({ ...withPlan({}, wish), weights: { wishes: 'weak', previous: 'strong', walking: 'weak' } })
    expect(kept.report).toMatchObject({
      wishes: { met: 0, total: 1, unmet: [{ room_id: 401, kind: 'not_preferred', why: 'outweighed' }] },
      moved: { rooms: 0 },
    })
    const granted = await solved({ ...withPlan({}, wish), weights: { wishes: 'strong', previous: 'weak', walking: 'weak' } })
    expect(granted.report).toMatchObject({ wishes: { met: 1, total: 1 }, moved: { rooms: 1, days: 4 } })
  })

  test('the way against the plan: a scattered plan is laid in order', async () => {
    const scattered = inputOf({}).rooms.map((each, at) => ({
      ...each,
      previous: place(addDays(monday, at % 3), 1 + (at % 2), 1 + (Math.floor(at / 6) % 2)),
    }))
    const { report } = await solved({ rooms: scattered, weights: { wishes: 'weak', previous: 'weak', walking: 'strong' } })
    expect(report.walking).toEqual({ before: expect.any(Number), after: 47 })
    expect(report.walking.before).toBeGreaterThan(47)
  })

  test('a day on which a resident cannot weighs more than everything else together', async () => {
    const days = [monday]
    const rooms = names(2, 2).map(name => room(name, { previous: place(monday, 1, 1), preferred_dates: [monday] }))
    const odd = room('301', { unavailable_dates: [monday], fixed: false })
    const { report } = await solved({
      rooms: [...rooms.slice(0, 3), odd],
      days: [...days, '2026-12-28'],
      weights: { wishes: 'weak', previous: 'strong', walking: 'strong' },
    })
    expect(report.wishes).toEqual({ met: 4, total: 4, unmet: [] })
  })

  test.each<[string, Partial<ArrangeInput>, string]>([
    ['the room stays', { rooms: [room('101', { fixed: true, previous: place(monday, 1, 1), unavailable_dates: [monday] })] }, 'fixed'],
    ['no day would do', { rooms: [room('101', { preferred_dates: ['2026-12-25'] })] }, 'no_day'],
    [
      'others got the frames',
      {
        days: [monday, '2026-12-08'],
        time_frames: [{ id: 1, start_at: '09:00', frame_number: 1, crew_frames: [] }],
        rooms: [
          room('101', { previous: place(monday, 1, 1), preferred_dates: [monday] }),
          room('102', { previous: place('2026-12-08', 1, 1), preferred_dates: [monday] }),
        ],
      },
      'full',
    ],
    [
      'its stack goes on another day',
      {
        unit: 'stack',
        rooms: [...[2, 3, 4].map(row => room(`${row}01`, { unavailable_dates: [monday] })), room('101', { preferred_dates: [monday] })],
      },
      'unit',
    ],
  ])('says why a wish is not met: %s', async (_name, change, why) => {
    expect((await solved(change)).report.wishes.unmet).toEqual([expect.objectContaining({ why })])
  })

  test('a crew that is away lends its frames to nobody', async () => {
    const crews = [1, 2].map(id => ({ assigned_contractor_id: id, absent_dates: id === 1 ? [monday] : [] }))
    const crew_frames = crews.map(({ assigned_contractor_id }) => ({ assigned_contractor_id, frame_count: 1 }))
    const time_frames = inputOf({}).time_frames.map(frame => ({ ...frame, crew_frames }))
    const { places } = await solved({ crews, time_frames })
    expect(places.filter(({ date }) => date === monday).map(({ frame_number }) => frame_number)).toEqual([2, 2])
  })

  test('says how many frames are missing, and lays nothing', async () => {
    const taken = [place(monday, 1, 1)]
    expect(await arrange(inputOf({ days: [monday, '2026-12-08'], taken }), { solveMip })).toEqual({ missing: 5, places: null })
  })

  test('a stack is done on one day', async () => {
    const arrangement = await solved(withPlan({ unit: 'stack' }, { 202: { unavailable_dates: ['2026-12-08'] } }))
    expect(sheet(arrangement)).toEqual(['07 401 301 201 101', '09 403 303 203 103', '10 402 302 202 102'])
    expect(arrangement.report).toMatchObject({ units: { total: 3, oversized: 0, split: 0 }, moved: { rooms: 4, days: 8 } })
  })

  test('a stack larger than a day is cut into consecutive parts', async () => {
    const arrangement = await solved({ unit: 'stack', rooms: names(6, 2).map(name => room(name)) })
    expect(sheet(arrangement)).toEqual(['07 601 501 401 301', '08 201 101', '09 602 502 402 302', '10 202 102'])
    expect(arrangement.report.units).toEqual({ total: 2, oversized: 2, split: 0 })
  })

  test('stacks that cannot all be whole are split, as few as can be', async () => {
    // Four stacks of three on three days of four: the frames suffice, whole days do not.
    const days = eachDay(monday, addDays(monday, 2))
    const arrangement = await solved({ unit: 'stack', days, rooms: names(3, 4).map(name => room(name)) })
    expect(arrangement.report.units).toEqual({ total: 4, oversized: 0, split: 1 })
  })

  test('a room that stays draws its floor to its day', async () => {
    const rooms = names(3, 3).map(name => room(name, name === '202' ? { fixed: true, previous: place('2026-12-11', 1, 1) } : {}))
    const { places } = await solved({ unit: 'floor', rooms })
    expect(places.filter(({ room_id }) => Math.floor(room_id / 100) === 2).map(({ date }) => date)).toEqual(Array(3).fill('2026-12-11'))
  })

  test('rooms of high priority come first', async () => {
    const rooms = names(4, 3).map(name => room(name, { high_priority: name === '103' }))
    expect(sheet(await solved({ rooms }))[0]).toBe('07 103 401 301 201')
  })

  test('tells how far it is', async () => {
    const heard: string[] = []
    await arrange(inputOf({}), { solveMip, onProgress: (done, total) => heard.push(`${done}/${total}`) })
    expect([heard[0], heard.at(-1), heard.length]).toEqual(['1/12', '12/12', 12])
  })
})

// What may come in, small enough to be solved often and wild enough to have every kind of obstacle.
const aDay = fc.integer({ min: 0, max: 9 }).map(at => addDays(monday, at))
const someDays = fc.uniqueArray(aDay, { maxLength: 3 })
const inputs = (unit: fc.Arbitrary<ArrangeInput['unit']>) =>
  fc
    .record({
      size: fc.record({
        blocks: fc.integer({ min: 1, max: 2 }),
        floors: fc.integer({ min: 1, max: 4 }),
        columns: fc.integer({ min: 1, max: 4 }),
      }),
      days: fc.uniqueArray(aDay, { minLength: 2, maxLength: 8 }),
      frames: fc.array(fc.record({ frame_number: fc.integer({ min: 1, max: 4 }), first: fc.integer({ min: 0, max: 3 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
      absences: fc.array(someDays, { maxLength: 2 }),
      spares: fc.array(fc.tuple(aDay, fc.integer({ min: 1, max: 2 })), { maxLength: 3 }),
      traits: fc.array(
        fc.record({
          planned: fc.boolean(),
          fixed: fc.integer({ min: 0, max: 5 }),
          done: fc.integer({ min: 0, max: 5 }),
          high_priority: fc.boolean(),
          unavailable_dates: someDays,
          preferred_dates: someDays,
        }),
        { minLength: 32, maxLength: 32 },
      ),
      seats: fc.shuffledSubarray([...Array(80).keys()], { minLength: 32 }),
      order: fc.record({
        top_or_bottom: fc.constantFrom('top', 'bottom'),
        vertical_or_horizontal: fc.constantFrom('vertical', 'horizontal'),
        line_number: fc.integer({ min: 1, max: 3 }),
      }),
      weights: fc.record({
        wishes: fc.constantFrom(...arrangeWeights),
        previous: fc.constantFrom(...arrangeWeights),
        walking: fc.constantFrom(...arrangeWeights),
      }),
      spare_percent: fc.integer({ min: 0, max: 30 }),
      unit,
    })
    .map(({ size, days, frames, absences, spares, traits, seats, ...rest }): ArrangeInput => {
      const crews = absences.map((absent_dates, at) => ({ assigned_contractor_id: at + 1, absent_dates }))
      const time_frames = frames.map(({ frame_number, first }, at) => ({
        id: 9 - at,
        start_at: `${10 + at}:00`,
        frame_number,
        crew_frames: crews.map(({ assigned_contractor_id }, crew) => ({
          assigned_contractor_id,
          frame_count: crew === 0 ? first : frame_number,
        })),
      }))
      // Eighty places of ten days, some beyond the regular frames, for those who have one.
      const seatOf = (at: number) =>
        place(
          addDays(monday, (seats[at] ?? 0) % 10),
          time_frames[(seats[at] ?? 0) % time_frames.length]?.id ?? 0,
          Math.floor((seats[at] ?? 0) / 10) + 1,
        )
      const all = Array.from({ length: size.blocks * size.floors * size.columns }, (_, at) => {
        const { planned, fixed, done, ...trait } = traits[at]!
        const previous = planned ? seatOf(at) : null
        const [block_position, row, col] = [
          Math.floor(at / (size.floors * size.columns)) + 1,
          (Math.floor(at / size.columns) % size.floors) + 1,
          (at % size.columns) + 1,
        ]
        return { done: done === 0, room: { id: 100 - at, block_position, row, col, previous, fixed: fixed === 0, ...trait } }
      })
      return {
        ...rest,
        rooms: all.filter(({ done }) => !done).map(each => each.room),
        taken: all.flatMap(({ done, room: { previous } }) => (done && previous !== null ? [previous] : [])),
        days: days.toSorted(),
        time_frames,
        crews,
        spare_frames: [...new Map(spares).entries()].flatMap(([date, count]) =>
          Array.from({ length: count }, (_, at) => place(date, time_frames[0]!.id, time_frames[0]!.frame_number + at + 1)),
        ),
      }
    })
const anyUnit = fc.constantFrom(...scheduleUnits)

/** What every proposal owes, whatever came in. */
const isSound = (input: ArrangeInput, arrangement: Arrangement) => {
  const stays = (each: ArrangeRoom) => each.fixed && each.previous !== null
  const capacity = timeFrameSlots(input).reduce((sum, slot) => sum + slot.capacity, 0)
  const free = input.rooms.filter(each => !stays(each)).length
  if (arrangement.places === null) {
    expect(arrangement.missing).toBe(free - capacity)
    return
  }
  const { places, spare_frames, report } = arrangement
  expect(free).toBeLessThanOrEqual(capacity)
  expect(places).toHaveLength(input.rooms.length)
  expect(new Set(places.map(({ room_id }) => room_id))).toEqual(new Set(input.rooms.map(({ id }) => id)))
  expect(new Set([...places, ...input.taken].map(framePlaceKey)).size).toBe(places.length + input.taken.length)
  for (const { room_id, ...frame } of places) {
    const { previous, ...one } = input.rooms.find(({ id }) => id === room_id)!
    if (stays({ previous, ...one })) {
      expect(frame).toEqual(previous)
      continue
    }
    const timeFrame = input.time_frames.find(({ id }) => id === frame.construction_time_frame_id)!
    expect(input.days).toContain(frame.date)
    expect(frame.frame_number).toBeLessThanOrEqual(timeFrame.frame_number)
    expect(isCrewAbsent(frame, timeFrame, input.crews)).toBe(false)
  }
  const regularOf = (wanted: number) => input.time_frames.find(({ id }) => id === wanted)?.frame_number ?? 0
  expect(spareFramesAreStacked([...input.spare_frames, ...spare_frames], regularOf, maximumSpareFrames)).toBe(true)
  expect(report.wishes.met + report.wishes.unmet.length).toBe(report.wishes.total)
  expect(report.gap).toBe(0)
}

describe('every proposal', () => {
  test('has nobody twice, loses nobody, leaves who stays, keeps capacity and absences', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(inputs(anyUnit), async input => isSound(input, await arrange(input, { solveMip }))),
      { numRuns: 300 },
    )
  })

  test('is the same in whatever order the rooms come', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(inputs(anyUnit), fc.infiniteStream(fc.double({ noNaN: true })), async (input, keys) => {
        const key = new Map(input.rooms.map(({ id }) => [id, keys.next().value ?? 0]))
        const rooms = input.rooms.toSorted((a, b) => (key.get(a.id) ?? 0) - (key.get(b.id) ?? 0))
        expect(await arrange({ ...input, rooms }, { solveMip })).toEqual(await arrange(input, { solveMip }))
      }),
      { numRuns: 100 },
    )
  })

  test('has each unit on one date where days are many and nobody stays', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(inputs(fc.constantFrom('stack', 'floor')), async input => {
        const roomy = {
          ...input,
          days: eachDay(monday, addDays(monday, 9)),
          crews: [],
          taken: [],
          time_frames: input.time_frames.map(frame => ({ ...frame, frame_number: frame.frame_number + 3, crew_frames: [] })),
          rooms: input.rooms.map(each => ({ ...each, fixed: false })),
        }
        const arrangement = await arrange(roomy, { solveMip })
        if (arrangement.places === null) throw new Error('frames are missing')
        const units = Map.groupBy(arrangement.places, ({ room_id }) =>
          unitKeyOf(
            roomy.rooms.find(({ id }) => id === room_id)!,
            input.unit,
          ),
        )
        for (const members of units.values()) expect(new Set(members.map(({ date }) => date)).size).toBe(1)
      }),
      { numRuns: 100 },
    )
  })
})

const problemOf = (input: ArrangeInput) => {
  const sequence = walkSequence(input.rooms, input.order, input.unit)
  const stays = (each: ArrangeRoom) => each.fixed && each.previous !== null
  const [fixed, free] = [sequence.filter(stays), sequence.filter(each => !stays(each))]
  const slots = input.unit === 'room' ? timeFrameSlots(input) : dateSlots(timeFrameSlots(input))
  const parts = cutUnits(free, fixed, slots, input.unit)
  const lots = parts.map(({ rows }) => rows.map(row => free[row]!))
  const costs = slotCosts(free, slots, companions(lots, fixed, slots, keepsPlan(input) ? 'plan' : 'order'), input.weights)
  const fits = free.length > 0 && free.length <= slots.reduce((sum, { capacity }) => sum + capacity, 0)
  return { free, parts, slots, costs, fits }
}
const sumOf = (costs: Float64Array, columns: number, columnOf: Int32Array) =>
  columnOf.reduce((sum, column, row) => sum + (costs[row * columns + column] ?? NaN), 0)

describe('no plan is cheaper', () => {
  test('rooms one by one, against HiGHS on the integer problem', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(inputs(fc.constant('room')), async input => {
        const { free, slots, costs, fits } = problemOf(input)
        fc.pre(fits)
        const capacities = slots.map(({ capacity }) => capacity)
        const found = sumOf(costs, slots.length, transport(costs, free.length, capacities))
        const { values } = await solveMip({
          costs: [...costs],
          rows: [
            ...free.map((_, row) => ({
              columns: slots.map((__, column) => row * slots.length + column),
              factors: slots.map(() => 1),
              least: 1,
              most: 1,
            })),
            ...slots.map(({ capacity }, column) => ({
              columns: free.map((_, row) => row * slots.length + column),
              factors: free.map(() => 1),
              least: -Infinity,
              most: capacity,
            })),
          ],
          start: null,
          gap: 0.9,
          mostNodes: 100_000,
        })
        expect(found).toBe(values.reduce((sum, value, at) => sum + value * (costs[at] ?? NaN), 0))
      }),
      { numRuns: 200 },
    )
  })

  test('units, against every way to put them', { timeout: 60_000 }, async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(inputs(fc.constantFrom('stack', 'floor')), async input => {
        const small = {
          ...input,
          days: input.days.slice(0, 5),
          rooms: input.rooms.filter(({ block_position }) => block_position === 1).map(each => ({ ...each, fixed: false })),
        }
        const { free, parts, slots, costs, fits } = problemOf(small)
        fc.pre(fits)
        const units = [...Map.groupBy(free.keys(), row => unitKeyOf(free[row]!, input.unit)).values()]
        const cheapest = cheapestOf(
          units,
          slots.map(({ capacity }) => capacity),
          costs,
          slots.length,
        )
        const { columnOf, gap } = await chooseUnitDates(parts, slots, costs, solveMip)
        // Where units were cut, their pieces are others than these.
        fc.pre(units.every(rows => new Set(rows.map(row => columnOf[row])).size === 1))
        expect([sumOf(costs, slots.length, columnOf), gap]).toEqual([cheapest, 0])
        compared++
      }),
      { numRuns: 200 },
    )
    expect(compared).toBe(200)
  })
})

/** The least cost over all ways to give each unit one date; Infinity when there is none. */
const cheapestOf = (units: readonly number[][], capacities: readonly number[], costs: Float64Array, columns: number): number => {
  const [rows, ...others] = units
  if (rows === undefined) return 0
  let least = Infinity
  for (const [column, capacity] of capacities.entries()) {
    if (capacity < rows.length) continue
    const own = rows.reduce((sum, row) => sum + (costs[row * columns + column] ?? NaN), 0)
    const left = capacities.map((one, at) => (at === column ? one - rows.length : one))
    least = Math.min(least, own + cheapestOf(others, left, costs, columns))
  }
  return least
}
