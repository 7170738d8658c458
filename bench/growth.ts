import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildApp } from '../server/src/app.ts'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { applicationUrlOf } from '../server/src/migrate/app-login.ts'
import { migrate } from '../server/src/migrate/migrate.ts'
import { benchPlatform } from './platform.ts'
import { openSessionOf, seedCompanies } from './growth-seed.ts'
import { backgroundOf } from './growth-work.ts'
import { captureStatements, replayForBuffers } from './growth-replay.ts'

/*
 * What grows with the installation: the requests of one typical client (10,000 rooms) read at 10⁵ and at 10⁶ rooms in all, and those of a
 * large client; with --ten-million at 10⁷ as well. See README.md.
 * node bench/growth.ts [--ten-million] [rooms of the large client, 0 for none] [part of a request's name]
 */
const isToTenMillion = process.argv.includes('--ten-million')
const given = process.argv.slice(2).filter(word => word !== '--ten-million')
const [largeRooms = 0] = given.slice(0, 1).map(Number)
const [part = ''] = given.slice(1)
/** How many clients there are when the requests are asked. */
const stages = [{ name: '10⁵', clients: 10 }, { name: '10⁶', clients: 100 }, ...(isToTenMillion ? [{ name: '10⁷', clients: 1_000 }] : [])]
const rounds = 12
const demanded = 1.2
const roomsOfConstruction = 100
const typical = 100

const requestsOf = (constructionId: number, roomId: number, phone: string): [name: string, path: string][] => [
  ['users/me', '/api/users/me'],
  ['constructions', '/api/constructions'],
  ['constructions by keyword', '/api/constructions?construction[keyword]=M-17'],
  ['constructions by status', '/api/constructions?construction[status][]=not_yet'],
  ['rooms of a construction', `/api/constructions/${constructionId}/rooms`],
  ['detail schedule', `/api/constructions/${constructionId}/detail_schedule`],
  ['room page', `/api/constructions/${constructionId}/rooms/${roomId}`],
  ['timeline of a room', `/api/constructions/${constructionId}/rooms/${roomId}/events`],
  ['desk by telephone', `/api/desk?keyword=${phone}`],
  ['desk by building and number', '/api/desk?keyword=%E6%A1%9C%E4%B8%98%E3%83%8F%E3%82%A4%E3%83%84%E7%AC%AC57 305'],
  ['desk by number alone', '/api/desk?keyword=305'],
  ['desk by a frequent name', '/api/desk?keyword=%E4%BD%90%E8%97%A4'],
  ['room search by number', '/api/rooms?room[keyword]=305'],
  ['room search by telephone', `/api/rooms?room[keyword]=${phone}`],
  ['room search by a frequent name', '/api/rooms?room[keyword]=%E6%B8%85%E6%B0%B4'],
  ['orders', '/api/orders'],
  ['orders of a construction', `/api/constructions/${constructionId}/orders`],
  ['answer board', `/api/constructions/${constructionId}/answer_board`],
  ['remaining rooms', '/api/remaining_constructions'],
  ['dashboard', '/api/dashboard'],
  ['informations', '/api/informations'],
]
const platformRequests: [name: string, path: string][] = [
  // As many as there are at 10⁵.
  ['clients with counts', '/api/clients?per_page=10'],
  ['clients by rooms', '/api/clients?per_page=10&sort_by=rooms_count&sort_desc=true'],
  ['totals by month of a client', '/api/admin/order_totals?client_id=1'],
  ['totals by month', '/api/admin/order_totals'],
  ['admin dashboard', '/api/admin/dashboard'],
]

interface Measured {
  buffers: number
  milliseconds: number
  answer: string
}

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const postgres = await startPostgres({
  dataDir: join(folder, 'postgres'),
  settings: { fsync: 'off', synchronous_commit: 'off', autovacuum: 'off', max_wal_size: '2GB', shared_buffers: '1GB', work_mem: '8MB' },
})
const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const print = (...columns: (string | number)[]) =>
  console.log(columns.map((column, at) => (at === 0 ? String(column).padEnd(32) : String(column).padStart(10))).join(''))

try {
  await migrate(postgres.url)
  const db = new pg.Client(postgres.url)
  // Of a run that fails the reason is worth reading, not that its database was ended.
  db.on('error', () => undefined)
  await db.connect()
  const platform = benchPlatform(applicationUrlOf(postgres.url), join(folder, 'files'))
  const app = await buildApp({ ...platform, settings: { ...platform.settings, webDir: null, checkAnswers: false } })
  const one = async <T>(text: string, values: unknown[] = []) => (await db.query<Record<string, T>>(text, values)).rows[0]?.['one'] as T
  /** Of a client: a construction that is under way, a room of it and its telephone, and somebody who may ask. */
  const callerOf = async (clientId: number) => {
    const constructionId = Number(await one(`select id as one from constructions where client_id = $1 and cd = 'K57'`, [clientId]))
    const roomId = Number(
      await one(`select min(id) as one from rooms where client_id = $1 and construction_id = $2`, [clientId, constructionId]),
    )
    const phone = String(await one(`select phone as one from residents where client_id = $1 and room_id = $2`, [clientId, roomId]))
    const staffId = Number(await one(`select min(id) as one from users where client_id = $1`, [clientId]))
    return { headers: await openSessionOf(db, 'user', clientId, staffId), requests: requestsOf(constructionId, roomId, phone) }
  }
  const ask = async (headers: Record<string, string>, url: string) => {
    const began = performance.now()
    const answer = await app.inject({ method: 'GET', url, headers })
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
    return { milliseconds: performance.now() - began, body: answer.body }
  }
  const measure = async (headers: Record<string, string>, url: string): Promise<Measured> => {
    const times: number[] = []
    // More than five times: then PostgreSQL may choose the plan for an average client.
    for (let round = 0; round < rounds; round += 1) times.push((await ask(headers, url)).milliseconds)
    const { result, statements } = await captureStatements(() => ask(headers, url))
    const buffers = await replayForBuffers(applicationUrlOf(postgres.url), statements)
    return { buffers, milliseconds: medianOf(times.slice(2)), answer: result.body }
  }
  const measureAll = async ({ headers, requests }: Awaited<ReturnType<typeof callerOf>>) => {
    const measured = new Map<string, Measured>()
    for (const [name, url] of requests) if (name.includes(part)) measured.set(name, await measure(headers, url))
    return measured
  }
  const stage = async (from: number, to: number) => {
    const began = performance.now()
    await seedCompanies(db, { from, to, constructions: typical })
    console.log(`seeded clients ${from} to ${to} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }

  const admin = Number(await one(`insert into admins (login_id, name, email) values ('bench', '計測', 'b@example.jp') returning id as one`))
  const asAdmin = { headers: await openSessionOf(db, 'admin', null, admin), requests: platformRequests }
  const measured: { ofOne: Map<string, Measured>; ofAll: Map<string, Measured>; work: Map<string, number> }[] = []
  let caller: Awaited<ReturnType<typeof callerOf>> | undefined
  let seeded = 0
  let isOver = false
  const printRequests = (each: readonly Map<string, Measured>[], isOfOneClient: boolean) => {
    for (const name of each[0]?.keys() ?? []) {
      const atStages = each.flatMap(requests => requests.get(name) ?? [])
      const ratios = atStages.slice(1).map(({ buffers }) => buffers / (atStages[0]?.buffers ?? 1))
      const isSame = atStages.every(({ answer }) => answer === atStages[0]?.answer)
      if (isOfOneClient) isOver ||= ratios.some(ratio => ratio > demanded) || !isSame
      print(
        name,
        ...atStages.map(({ buffers }) => buffers),
        ...ratios.map(ratio => ratio.toFixed(2)),
        ...atStages.map(({ milliseconds }) => milliseconds.toFixed(1)),
        isOfOneClient ? (isSame ? 'same' : 'OTHER') : '',
      )
    }
  }
  /** The table of the stages so far. */
  const printMeasured = () => {
    const names = stages.slice(0, measured.length).map(({ name }) => name)
    print('request', ...names, ...names.slice(1).map(name => `ratio ${name}`), ...names.map(name => `ms ${name}`), 'rows')
    printRequests(
      measured.map(({ ofOne }) => ofOne),
      true,
    )
    printRequests(
      measured.map(({ ofAll }) => ofAll),
      false,
    )
    print('background, seconds idle', ...names)
    for (const name of measured[0]?.work.keys() ?? []) print(name, ...measured.map(({ work }) => (work.get(name) ?? 0).toFixed(3)))
  }
  for (const { clients } of stages) {
    await stage(seeded + 1, clients)
    seeded = clients
    caller ??= await callerOf(1)
    measured.push({ ofOne: await measureAll(caller), ofAll: await measureAll(asAdmin), work: await backgroundOf(platform, part) })
    if (measured.length > 1) printMeasured()
  }

  if (largeRooms > 0) {
    const many = measured.at(-1)?.ofOne ?? new Map<string, Measured>()
    await seedCompanies(db, { from: seeded + 1, to: seeded + 1, constructions: largeRooms / roomsOfConstruction })
    const cd = `g${String(seeded + 1).padStart(6, '0')}`
    const large = await measureAll(await callerOf(Number(await one('select id as one from clients where cd = $1', [cd]))))
    print(`a client of ${largeRooms} rooms`, 'buffers', 'typical', 'ratio', 'ms', 'typical')
    for (const [name, beside] of many) {
      const { buffers, milliseconds } = large.get(name) ?? beside
      print(name, buffers, beside.buffers, (buffers / beside.buffers).toFixed(2), milliseconds.toFixed(1), beside.milliseconds.toFixed(1))
    }
    print('background with the large one', 'seconds')
    for (const [name, seconds] of await backgroundOf(platform, part)) print(name, seconds.toFixed(3))
  }
  console.log(`${(Number(await one('select pg_database_size(current_database()) as one')) / 1e9).toFixed(1)} GB`)
  if (isOver) process.exitCode = 1
  await app.close()
  await platform.pool.close()
  await db.end()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
