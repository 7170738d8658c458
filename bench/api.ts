import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/src/migrate/migrate.ts'
import { medianOf, startChild } from './child.ts'
import { lists, remarks, searchOf } from './contest.ts'
import { askOnce, measure, requestBytes, type MakeRequest } from './load.ts'
import { seed, type Seeded } from './seed.ts'

/*
 * The application against a bare node:http + pg server that runs the same statements, and against the bare query: one machine, one
 * database, one run. See README.md.
 */
const connections = 16
const [rounds = 9, seconds = 1] = process.argv.slice(2, 4).map(Number)
const wanted = process.argv[4] ?? ''
const servers = ['application', 'bare server', 'bare query'] as const
type Server = (typeof servers)[number]

interface Job {
  name: string
  /** What proves that two servers answer the same: how many rows, or the text that was written. */
  proof(body: never, server: Server): unknown
  requests: Record<Server, MakeRequest>
}

const jobsOf = ({ headers, clientId, staffId, bigConstructionId, rooms }: Seeded): Job[] => {
  const bare = (job: string, ids: readonly number[] = []) => `/${[job, clientId, staffId, ...ids].join('/')}`
  const get = (path: string, job: string, ids?: readonly number[]): Job['requests'] => {
    const ours = requestBytes('GET', path, { headers })
    const theirs = requestBytes('GET', bare(job, ids), { headers })
    return { application: () => ours, 'bare server': () => theirs, 'bare query': () => theirs }
  }
  const list = (job: keyof typeof lists, name: string): Job => ({
    name,
    proof: (body: { flat_constructions?: { id: number }[]; total_count?: number } & { matched_count: number; id: number }[], server) =>
      server === 'application'
        ? [body.total_count, body.flat_constructions?.map(({ id }) => id)]
        : [body[0]?.matched_count, body.map(({ id }) => id)],
    requests: get(`/api/constructions?${searchOf(lists[job])}`, job),
  })
  let used = 0
  const change =
    (method: string, path: (room: Seeded['rooms'][number]) => string): MakeRequest =>
    () => {
      const room = rooms[used++ % rooms.length]
      if (!room) throw new Error('no room to change')
      return requestBytes(method, path(room), { headers, body: JSON.stringify({ room: { room_remarks: `${remarks}${used}` } }) })
    }
  const changeBare = change('PATCH', room => bare('change', [room.construction_id, room.id]))
  return [
    list('list', 'constructions, 25 of 20,000 by date'),
    list('keyword', 'constructions by keyword'),
    list('status', 'constructions by status'),
    {
      name: 'rooms of a construction, 300',
      proof: (body: { rooms: { id: number }[]; blocks: unknown[] }, server) => [
        body.rooms.map(({ id }) => id),
        server === 'bare query' ? 1 : body.blocks.length,
      ],
      requests: get(`/api/constructions/${bigConstructionId}/rooms`, 'rooms', [bigConstructionId]),
    },
    {
      name: 'change of one room',
      proof: (body: { room: { room_remarks: string } }, server) =>
        server === 'bare query' ? true : body.room.room_remarks.startsWith(remarks),
      requests: {
        application: change('PATCH', room => `/api/constructions/${room.construction_id}/rooms/${room.id}`),
        'bare server': changeBare,
        'bare query': changeBare,
      },
    },
  ]
}

const compare = async (job: Job, ports: Record<Server, number>): Promise<Record<Server, number>> => {
  const proofs: string[] = []
  for (const server of servers) {
    const body = await askOnce(ports[server], job.requests[server]())
    proofs.push(JSON.stringify(job.proof(body as never, server)))
  }
  if (new Set(proofs).size > 1) throw new Error(`${job.name}: different answers\n${proofs.join('\n')}`)
  const measured: Record<Server, number[]> = { application: [], 'bare server': [], 'bare query': [] }
  const once = (server: Server, milliseconds: number) =>
    measure({ port: ports[server], connections, milliseconds, request: job.requests[server] })
  for (const server of servers) await once(server, 1_000)
  for (let round = 0; round < rounds; round += 1)
    // Whoever comes first in a round would always find the same database behind it.
    for (const at of servers.keys()) {
      const server = servers[(at + round) % servers.length] ?? 'application'
      measured[server].push(await once(server, seconds * 1_000))
    }
  return {
    application: medianOf(measured.application),
    'bare server': medianOf(measured['bare server']),
    'bare query': medianOf(measured['bare query']),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const postgres = await startPostgres({ dataDir: folder })
const children: ChildProcess[] = []
try {
  await migrate(postgres.url)
  const seeded = await seed(postgres.url)
  const start = async (file: string, ...args: string[]) => {
    const { child, port } = await startChild(file, postgres.url, ...args)
    children.push(child)
    return port
  }
  const ports = {
    application: await start('app-server.ts'),
    'bare server': await start('bare-server.ts'),
    'bare query': await start('bare-server.ts', `--query-only=${seeded.clientId}`),
  }
  console.log(
    `${availableParallelism()} cores (${cpus()[0]?.model ?? '?'}), Node ${process.version}, ${connections} connections, median of ${rounds} × ${seconds} s`,
  )
  console.log('| requests per second | application | bare server | bare query | of bare server | of bare query |')
  console.log('| --- | --: | --: | --: | --: | --: |')
  for (const job of jobsOf(seeded).filter(({ name }) => name.includes(wanted))) {
    const found = await compare(job, ports)
    const cells = [
      ...servers.map(server => found[server].toFixed(found[server] < 100 ? 1 : 0)),
      (found.application / found['bare server']).toFixed(2),
      (found.application / found['bare query']).toFixed(2),
    ]
    console.log(`| ${[job.name, ...cells].join(' | ')} |`)
  }
} finally {
  for (const child of children) child.disconnect()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
