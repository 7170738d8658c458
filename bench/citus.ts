import type { ChildProcess } from 'node:child_process'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { migrate } from '../server/src/migrate/migrate.ts'
import { coordinator, databaseOf, dropEverywhere, joinNodes, makeAnew, say } from '../tools/citus/nodes.ts'
import { medianOf, startChild } from './child.ts'
import { lists, remarks, searchOf } from './contest.ts'
import { askOnce, measure, requestBytes, type MakeRequest } from './load.ts'
import { seed, type Seeded } from './seed.ts'

/*
 * What a cluster costs: the application on a coordinator with two workers, and on one database of the same server, in turns. See README.md.
 * node bench/citus.ts [rounds] [seconds]
 */
const [rounds = 7, seconds = 2] = process.argv.slice(2).map(Number)
const connections = 8
const engines = ['one database', 'cluster'] as const
type Engine = (typeof engines)[number]

/** Makes a cluster of a database that has rows already, as an installation would that grows into one: its tables move at the next migration. */
const becomeCluster = async (name: string): Promise<void> => {
  await joinNodes(name)
  const start = performance.now()
  await migrate(databaseOf(coordinator, name))
  console.log(`its rows moved in ${((performance.now() - start) / 1000).toFixed(0)} s`)
  await say(databaseOf(coordinator, name), 'vacuum analyze')
}

interface Job {
  name: string
  kind: 'read' | 'write'
  /** What proves that both answered the same. */
  proof(body: never): unknown
  request(seeded: Seeded): MakeRequest
}

const get = (name: string, path: (seeded: Seeded) => string, proof: Job['proof']): Job => ({
  name,
  kind: 'read',
  proof,
  request: seeded => {
    const bytes = requestBytes('GET', path(seeded), { headers: seeded.headers })
    return () => bytes
  },
})

type Listed = { total_count: number; flat_constructions: { id: number }[] }
const rowsOfList = (body: Listed) => [body.total_count, body.flat_constructions.map(({ id }) => id)]

const jobs: Job[] = [
  get('constructions, 25 of 20,000 by date', () => `/api/constructions?${searchOf(lists.list)}`, rowsOfList),
  get('constructions by status', () => `/api/constructions?${searchOf(lists.status)}`, rowsOfList),
  get(
    'rooms of a construction, 300',
    ({ bigConstructionId }) => `/api/constructions/${bigConstructionId}/rooms`,
    (body: { rooms: { id: number }[] }) => body.rooms.map(({ id }) => id),
  ),
  get(
    'one room',
    ({ rooms: [room] }) => `/api/constructions/${room?.construction_id}/rooms/${room?.id}`,
    (body: { room: { id: number; name: string } }) => [body.room.id, body.room.name],
  ),
  {
    name: 'change of one room',
    kind: 'write',
    proof: (body: { room: { room_remarks: string } }) => body.room.room_remarks.startsWith(remarks),
    request: ({ headers, rooms }) => {
      let used = 0
      return () => {
        const room = rooms[used++ % rooms.length]
        return requestBytes('PATCH', `/api/constructions/${room?.construction_id}/rooms/${room?.id}`, {
          headers,
          body: JSON.stringify({ room: { room_remarks: `${remarks}${used}` } }),
        })
      }
    },
  },
  {
    name: 'a new supplier',
    kind: 'write',
    proof: (body: { supplier: { id: number } }) => typeof body.supplier.id,
    request: ({ headers }) => {
      let used = 0
      return () =>
        requestBytes('POST', '/api/suppliers', {
          headers,
          body: JSON.stringify({ supplier: { name: `計測商事${(used += 1)}${Math.random()}` } }),
        })
    },
  },
]

const children: ChildProcess[] = []
const start = async (url: string): Promise<number> => {
  const { child, port } = await startChild('app-server.ts', url)
  children.push(child)
  return port
}

const seeded: Record<Engine, Seeded> = { 'one database': await prepare('toguchi_bench_one'), cluster: await prepare('toguchi_bench_many') }
async function prepare(name: string): Promise<Seeded> {
  await makeAnew(name)
  await migrate(databaseOf(coordinator, name))
  const rows = await seed(databaseOf(coordinator, name))
  if (name === 'toguchi_bench_many') await becomeCluster(name)
  return rows
}

try {
  const ports: Record<Engine, number> = {
    'one database': await start(databaseOf(coordinator, 'toguchi_bench_one')),
    cluster: await start(databaseOf(coordinator, 'toguchi_bench_many')),
  }
  console.log(
    `${availableParallelism()} cores (${cpus()[0]?.model ?? '?'}), Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}, ${connections} connections, median of ${rounds} × ${seconds} s`,
  )
  console.log('| requests per second | one database | cluster | times |')
  console.log('| --- | --: | --: | --: |')
  for (const job of jobs) {
    const requests = { 'one database': job.request(seeded['one database']), cluster: job.request(seeded.cluster) }
    const proofs = new Set<string>()
    for (const engine of engines) proofs.add(JSON.stringify(job.proof((await askOnce(ports[engine], requests[engine]())) as never)))
    if (proofs.size > 1) throw new Error(`${job.name}: different answers\n${[...proofs].join('\n')}`)
    const measured: Record<Engine, number[]> = { 'one database': [], cluster: [] }
    const once = (engine: Engine, milliseconds: number) =>
      measure({ port: ports[engine], connections, milliseconds, request: requests[engine] })
    for (const engine of engines) await once(engine, 1_000)
    // Whoever comes first in a round would always find the same machine behind it.
    const turns = Array.from({ length: rounds }, (_, round) => (round % 2 === 0 ? engines : engines.toReversed())).flat()
    for (const engine of turns) measured[engine].push(await once(engine, seconds * 1_000))
    const [one, many] = engines.map(engine => medianOf(measured[engine]))
    // Of each round its own ratio: what else the machine does changes from one to the next.
    const times = medianOf(measured.cluster.map((rate, round) => (measured['one database'][round] ?? 0) / rate))
    console.log(`| ${job.kind}: ${job.name} | ${one?.toFixed(0)} | ${many?.toFixed(0)} | ${times.toFixed(2)} |`)
  }
} finally {
  for (const child of children) child.disconnect()
  for (const name of ['toguchi_bench_one', 'toguchi_bench_many']) await dropEverywhere(name)
}
