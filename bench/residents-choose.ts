import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/src/migrate/migrate.ts'
import { percentileOf, startChild } from './child.ts'
import { type Runner, seedResidents } from './race.ts'

/*
 * Two hundred residents choose their date at once, all of them among the same few days: each opens the page, looks at the calendar, holds
 * a frame, takes it, and looks again, at the pace of people who read. Beside it the same walk of one resident alone. See README.md.
 */
const [residents = 200, days = 20, afternoons = 8] = process.argv.slice(2).map(Number)
/** The longest 95th percentile of a request, in times of the same request of one resident alone. */
const demanded = 3
/** Seconds that a resident looks at a page before the next tap, from and to; nobody reads faster. */
const reading = [2, 6] as const
/** Seconds within which all of them open the page. */
const opening = 10
const alone = 20

interface Frame {
  date: string
  construction_time_frame_id: number
}
type Step = 'page' | 'calendar' | 'hold' | 'take'
interface Taken {
  step: Step
  status: number
  milliseconds: number
}
interface Calendar {
  dates: { date: string; time_frames: (Frame & { available: boolean; current: boolean })[] }[]
}

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const postgres = await startPostgres({ dataDir: folder })
const database = new pg.Client(postgres.url)
try {
  await migrate(postgres.url)
  await database.connect()
  const { clientId, afternoon, runners } = await seedResidents(database, { residents: residents + alone, days, afternoons })
  const server = await startChild('app-server.ts', postgres.url)
  const taken: Taken[] = []
  const ask = async (runner: Runner, step: Step, method: string, path: string, body?: object) => {
    const began = performance.now()
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/residents/${path}`, {
      method,
      headers: runner.headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const content = (await answer.json()) as Record<string, unknown>
    taken.push({ step, status: answer.status, milliseconds: performance.now() - began })
    return { status: answer.status, content }
  }
  /** Always the same choices for the same resident. */
  const diceOf = (seed: number) => {
    let state = seed + 1
    const roll = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    // The first rolls of small seeds lie close together.
    for (let at = 0; at < 5; at += 1) roll()
    return roll
  }
  const walk = async (runner: Runner, at: number, { arrive, pause }: Record<'arrive' | 'pause', (share: number) => Promise<void>>) => {
    const dice = diceOf(at)
    await arrive(dice())
    await ask(runner, 'page', 'GET', 'construction')
    await pause(dice())
    const calendar = (await ask(runner, 'calendar', 'GET', 'assignable_frames')).content as unknown as Calendar
    const free = calendar.dates.flatMap(({ time_frames }) =>
      time_frames.filter(frame => frame.available && frame.construction_time_frame_id === afternoon),
    )
    // The next days are everybody's first choice.
    let wish: Frame | undefined = free[Math.floor(dice() ** 2 * free.length)]
    for (let tries = 0; wish && tries < 10; tries += 1) {
      await pause(dice())
      const assign = { date: wish.date, construction_time_frame_id: wish.construction_time_frame_id }
      const held = await ask(runner, 'hold', 'POST', 'assign/hold', { assign })
      if (held.status === 201) {
        await pause(dice())
        const took = await ask(runner, 'take', 'PATCH', 'assign', { assign })
        if (took.status === 200) break
      }
      wish = (held.content['alternatives'] as Frame[] | undefined)?.[0]
    }
    await ask(runner, 'page', 'GET', 'construction')
  }
  const wait = (seconds: number) => new Promise<void>(done => setTimeout(done, seconds * 1_000))
  const person = {
    arrive: (share: number) => wait(share * opening),
    pause: (share: number) => wait(reading[0] + share * (reading[1] - reading[0])),
  }
  const hurry = { arrive: async () => undefined, pause: async () => undefined }

  // One after another first, also to have the server and its statements warm.
  for (const [at, runner] of runners.slice(residents).entries()) await walk(runner, at, hurry)
  const one = taken.splice(0)
  const crowd = runners.slice(0, residents)
  const began = performance.now()
  await Promise.all(crowd.map((runner, at) => walk(runner, at, person)))
  const seconds = (performance.now() - began) / 1_000

  const wrong = [...one, ...taken].filter(({ status }) => status !== 200 && status !== 201 && status !== 409)
  const { rows: doubles } = await database.query(
    `select date, construction_time_frame_id, frame_number from assigns where client_id = $1 group by 1, 2, 3 having count(*) > 1`,
    [clientId],
  )
  const { rows: placed } = await database.query<{ count: string }>('select count(*) from assigns where client_id = $1', [clientId])
  const nobodyLost = Number(placed[0]?.count) === runners.length
  const percentile = (of: readonly Taken[], step: Step) =>
    percentileOf(
      of.filter(each => each.step === step).map(({ milliseconds }) => milliseconds),
      0.95,
    )
  console.log(
    `${residents} residents at once, ${taken.length} requests in ${seconds.toFixed(0)} s, ${taken.filter(({ status }) => status === 409).length} × 409`,
  )
  console.log('| request | alone, 95 % | two hundred, 95 % | |')
  console.log('| --- | --: | --: | --: |')
  let missed = 0
  for (const step of ['page', 'calendar', 'hold', 'take'] as const) {
    const [single, many] = [percentile(one, step), percentile(taken, step)]
    if (many > demanded * single) missed += 1
    console.log(`| ${step} | ${single.toFixed(1)} ms | ${many.toFixed(1)} ms | ${(many / single).toFixed(2)} × |`)
  }
  if (wrong.length > 0) console.error(`${wrong.length} answers were neither given nor an honest 409`, wrong.slice(0, 5))
  if (doubles.length > 0) console.error(`${doubles.length} frames hold two rooms`)
  if (!nobodyLost) console.error('a room lost its frame')
  if (missed + wrong.length + doubles.length > 0 || !nobodyLost) process.exitCode = 1
  server.child.disconnect()
} finally {
  await database.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
