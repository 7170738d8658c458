import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { buildApp } from '../server/src/app.ts'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { applicationUrlOf } from '../server/src/migrate/app-login.ts'
import { migrate } from '../server/src/migrate/migrate.ts'
import { noReplicas, openReplicas } from '../server/src/platform/database/replicas/replicas.ts'
import { silentLog } from '../server/src/platform/observing/log.ts'
import { makeStandby } from '../server/test/standby.ts'
import { medianOf } from './child.ts'
import { lists, poolSize, searchOf } from './contest.ts'
import { askOnce, measure, requestBytes } from './load.ts'
import { benchPlatform } from './platform.ts'
import { seed } from './seed.ts'

/*
 * What the primary still does of a read that a replica answers: processor time of its processes for each request, with replicas and without,
 * in turns. All share this machine, so requests a second would say nothing of what a second one brings. See README.md.
 * node bench/replicas.ts [rounds] [seconds]
 */
const [rounds = 5, seconds = 4] = process.argv.slice(2).map(Number)

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const primary = await startPostgres({ dataDir: join(folder, 'primary') })
await migrate(primary.url)
const seeded = await seed(primary.url)
const owner = new pg.Client(primary.url)
await owner.connect()
await owner.query(`update sessions set created_at = now() - interval '1 day'`)
await owner.query('vacuum analyze')
await owner.end()
const standby = await makeStandby(primary.url, join(folder, 'standby'))
const appUrl = applicationUrlOf(primary.url)
const replicas = openReplicas(appUrl, [standby.urlOf(appUrl)], { max: poolSize, maxLagSeconds: 10, log: silentLog })
const platform = benchPlatform(appUrl, join(folder, 'files'), poolSize)
platform.settings = { ...platform.settings, checkAnswers: false }
const places = { primary: 0, replica: 0 }
platform.meter = { ...platform.meter, laggingRead: place => void (places[place] += 1) }
const app = await buildApp(platform)
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
const port = typeof address === 'object' && address ? address.port : 0

/** Ticks of a hundredth of a second that the processes of the primary have had so far; those that ended count with their parent. */
const serverPid = Number(readFileSync(join(folder, 'primary/cluster/postmaster.pid'), 'utf8').split('\n')[0])
const ticksOfPrimary = (): number =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .reduce((sum, pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const fields = stat
          .slice(stat.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number)
        const [parent, user, system, usersOfEnded, systemOfEnded] = [1, 11, 12, 13, 14].map(at => fields[at] ?? 0) as [
          number,
          number,
          number,
          number,
          number,
        ]
        if (Number(pid) === serverPid) return sum + user + system + usersOfEnded + systemOfEnded
        return parent === serverPid ? sum + user + system : sum
      } catch {
        return sum
      }
    }, 0)

const reads = [
  ['constructions, 25 of 20,000 by date', `/api/constructions?${searchOf(lists.list)}`],
  ['constructions by keyword', `/api/constructions?${searchOf(lists.keyword)}`],
  ['dashboard', '/api/dashboard'],
  ['desk search by a number', '/api/desk?keyword=203'],
] as const

console.log(
  `load before: ${loadavg()
    .map(load => load.toFixed(1))
    .join(' ')}`,
)
console.log('| read | primary, ms of its processors a request | with a replica | share |')
console.log('| --- | --: | --: | --: |')
type Way = 'without' | 'with'

/** Milliseconds of the primary's processors for one request, answered by the one or by the other. */
const costOf = async (name: string, request: Buffer, way: Way): Promise<number> => {
  const before = ticksOfPrimary()
  const atReplica = places.replica
  const began = performance.now()
  const rate = await measure({ port, connections: 4, milliseconds: seconds * 1_000, request: () => request })
  const answered = (rate * (performance.now() - began)) / 1_000
  const share = (places.replica - atReplica) / answered
  if (way === 'with' && share < 0.95) throw new Error(`${name}: of the reads only ${Math.round(share * 100)} % went to the replica`)
  return ((ticksOfPrimary() - before) * 10) / answered
}

for (const [name, path] of reads) {
  const request = requestBytes('GET', path, { headers: seeded.headers })
  const costs: Record<Way, number[]> = { without: [], with: [] }
  const answers = new Set<string>()
  for (let round = 0; round <= rounds; round += 1)
    for (const way of ['without', 'with'] as const) {
      platform.replicas = way === 'with' ? replicas : noReplicas
      answers.add(JSON.stringify(await askOnce(port, request)))
      costs[way].push(await costOf(name, request, way))
      await sleep(200)
    }
  if (answers.size > 1) throw new Error(`${name}: the two answered differently`)
  // The first round fills caches and plans.
  const [without, withReplica] = [medianOf(costs.without.slice(1)), medianOf(costs.with.slice(1))]
  console.log(`| ${name} | ${without.toFixed(2)} | ${withReplica.toFixed(2)} | ${Math.round((100 * withReplica) / without)} % |`)
}
console.log(
  `load after: ${loadavg()
    .map(load => load.toFixed(1))
    .join(' ')}; medians of ${rounds} rounds of ${seconds} s`,
)
await app.close()
await replicas.close()
await platform.pool.close()
await standby.kill()
await primary.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(0)
