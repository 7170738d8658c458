import highs from 'highs'
import { addDays, type Day, eachDay, weekday } from '../domain/src/calendar/day.ts'
import { arrange, type Arrangement } from '../domain/src/schedule/arrange/arrange.ts'
import type { ArrangeInput, ArrangeRoom } from '../domain/src/schedule/arrange/arrange-input.ts'
import { solveWith } from '../domain/src/schedule/arrange/mip.ts'
import { fillFrames, orderRooms } from '../domain/src/schedule/construction-order.ts'
import type { ScheduleUnit } from '../domain/src/schedule/placement.ts'
import { medianOf } from './child.ts'

/*
 * Automatic arrangement of whole buildings: the seconds of one core, the plan that exists laid as a generation lays it and a third of
 * the residents with wishes against it. See README.md.
 */
const rounds = Number(process.argv[2] ?? 3)
const demanded = 10
const today = '2026-12-10'
const order = { top_or_bottom: 'top', vertical_or_horizontal: 'vertical', line_number: 1 } as const

interface Building {
  floors: number
  columns: number
  /** Working days, and the frames of each of four time frames. */
  days: number
  frames: number
  units: readonly ScheduleUnit[]
}

const all = ['room', 'stack', 'floor'] as const
const buildings: readonly Building[] = [
  { floors: 30, columns: 10, days: 31, frames: 3, units: all },
  { floors: 25, columns: 40, days: 90, frames: 3, units: all },
  { floors: 60, columns: 17, days: 90, frames: 3, units: all },
  { floors: 25, columns: 40, days: 90, frames: 7, units: all },
  // Hardly a frame to spare.
  { floors: 25, columns: 40, days: 84, frames: 3, units: all },
  { floors: 8, columns: 125, days: 84, frames: 3, units: all },
]

// The package's declarations speak for CommonJS; an ES module gets the function itself.
const loadHighs = highs as unknown as typeof highs.default
const solveMip = solveWith(await loadHighs())

console.log('| building | unit | seconds | rooms moved | wishes met | steps before → after | gap |')
console.log('| --- | --- | --: | --: | --: | --: | --: |')
let slowest = 0
for (const building of buildings)
  for (const unit of building.units) {
    const input = inputOf(building, unit)
    const seconds: number[] = []
    let arrangement: Arrangement | null = null
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      arrangement = await arrange(input, { solveMip })
      seconds.push((performance.now() - start) / 1000)
    }
    if (arrangement === null || arrangement.places === null) throw new Error(`no plan: ${arrangement?.missing} frames are missing`)
    const { wishes, moved, walking, gap, units } = arrangement.report
    slowest = Math.max(slowest, medianOf(seconds))
    const { floors, columns, days, frames } = building
    const name = `${floors} floors of ${columns}, ${days} days × 4 × ${frames}`
    const whole = units === null ? unit : `${unit} (${units.split} of ${units.total} on more dates than they need)`
    console.log(
      `| ${name} | ${whole} | ${medianOf(seconds).toFixed(2)} | ${moved.rooms} | ${wishes.met} of ${wishes.total} | ${walking.before} → ${walking.after} | ${gap} |`,
    )
  }
if (slowest >= demanded) process.exitCode = 1

/** The plan of a generation, and wishes that know nothing of it. */
function inputOf(building: Building, unit: ScheduleUnit): ArrangeInput {
  const days = workingDays(building.days)
  const timeFrames = ['09:00', '11:00', '13:00', '15:00'].map((start_at, at) => ({
    id: at + 1,
    start_at,
    frame_number: building.frames,
    crew_frames: [
      { assigned_contractor_id: 1, frame_count: Math.ceil(building.frames / 2) },
      { assigned_contractor_id: 2, frame_count: Math.floor(building.frames / 2) },
    ],
  }))
  const random = randomFrom(7)
  const oneOf = (wanted: number) => Array.from({ length: wanted }, () => days[Math.floor(random() * days.length)]!)
  const bare = Array.from({ length: building.floors * building.columns }, (_, at) => ({
    id: at + 1,
    block_position: 1,
    row: Math.floor(at / building.columns) + 1,
    col: (at % building.columns) + 1,
    high_priority: random() < 0.02,
  }))
  const { assigns } = fillFrames(orderRooms(bare, order), { workingDays: days, timeFrames, taken: [] })
  const placeOf = new Map(assigns?.map(({ room, ...place }) => [room.id, place]))
  const rooms: ArrangeRoom[] = bare.map(room => {
    const wishes = random() < 0.33
    return {
      ...room,
      previous: placeOf.get(room.id) ?? null,
      fixed: unit === 'room' && random() < 0.1,
      unavailable_dates: wishes ? oneOf(5) : [],
      preferred_dates: wishes && random() < 0.5 ? oneOf(4) : [],
    }
  })
  const weights = { wishes: 'strong', previous: 'medium', walking: 'medium' } as const
  return {
    rooms,
    days,
    time_frames: timeFrames,
    crews: [1, 2].map(assigned_contractor_id => ({ assigned_contractor_id, absent_dates: [] })),
    taken: [],
    spare_frames: [],
    unit,
    spare_percent: 10,
    order,
    weights,
  }
}

function workingDays(count: number): Day[] {
  const start = addDays(today, 1)
  return eachDay(start, addDays(start, count * 2))
    .filter(day => weekday(day) !== 0)
    .slice(0, count)
}

/** The same numbers every time, between 0 and 1. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
