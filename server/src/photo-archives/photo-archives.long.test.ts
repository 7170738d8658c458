import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  buildClient,
  buildConstruction,
  buildUser,
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
  type Ground,
} from '../../test/build.ts'
import { endChildren, endsWithTests } from '../../test/children.ts'
import { unzip } from '../../test/unzip.ts'
import { startPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { applicationUrlOf } from '../migrate/app-login.ts'
import { connect } from '../platform/database/pool.ts'
import { databasesOf, prepareDatabase } from '../start/databases.ts'

/*
 * Four thousand photos of a tower as one zip, by a server that is killed while it writes it: nothing half-made is served, and the next
 * server makes it from the beginning, without holding it in memory.
 */
const folder = mkdtempSync(join(tmpdir(), 'toguchi-archives-'))
const [dataDir, storageDir] = [join(folder, 'postgres'), join(folder, 'storage')]
const port = 20_000 + (process.pid % 10_000)
const photos = 4_000
const photoBytes = 100_000

const program = `
  import { readSettings } from ${JSON.stringify(new URL('../start/settings.ts', import.meta.url).href)}
  import { startServer } from ${JSON.stringify(new URL('../server.ts', import.meta.url).href)}
  const [databaseUrl, storageDir, port] = process.argv.slice(1)
  const { server } = readSettings({ PORT: port, DATA_DIR: storageDir, STORAGE_DIR: storageDir, API_HOST_TEMPLATE: 'http://localhost' })
  await startServer({ ...server, mode: 'test', databaseUrl, databaseSessionUrl: databaseUrl, secretKey: 'k'.repeat(32) })
  console.log('up')
  process.on('message', () => process.send(process.resourceUsage().maxRSS))`

let server: ChildProcess
let postgres: Awaited<ReturnType<typeof startPostgres>>
let staff: BuiltPerson
let construction: BuiltConstruction
const hashes: string[] = []

const startServer = async () => {
  server = endsWithTests(
    spawn(process.execPath, ['--input-type=module', '-e', program, applicationUrlOf(postgres.url), storageDir, String(port)], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    }),
  )
  await new Promise<void>((up, failed) => {
    server.stdout?.once('data', () => up())
    server.once('exit', () => failed(new Error('the server did not start')))
  })
}
const kill = () =>
  new Promise<void>(gone => {
    server.removeAllListeners('exit')
    server.once('exit', () => gone())
    server.kill('SIGKILL')
  })

/** Photos as they lie there once they have arrived, put there at once: four thousand uploads would take longer than what is looked at. */
const layPhotos = async (ground: Ground, clientId: BuiltClient['id']) => {
  const entry = await ground.inClient(clientId, db =>
    db
      .insertInto('photography_place_entries')
      .values({ client_id: clientId, construction_id: construction.id, area: 'private', free_input: '玄関', position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  for (let from = 0; from < photos; from += 500) {
    const laid = Array.from({ length: 500 }, (_, at) => {
      const bytes = Buffer.alloc(photoBytes, `${from + at} `)
      const storage_key = `${clientId}/${randomUUID()}`
      const place = join(storageDir, 'files', storage_key)
      mkdirSync(dirname(place), { recursive: true })
      writeFileSync(place, bytes)
      return {
        storage_key,
        sha256: createHash('sha256').update(bytes).digest(),
        room: construction.rooms[(from + at) % construction.rooms.length]!,
      }
    })
    hashes.push(...laid.map(({ sha256 }) => sha256.toString('hex')))
    await ground.inClient(clientId, async db => {
      const files = await db
        .insertInto('files')
        .values(
          laid.map(({ storage_key, sha256 }) => ({
            client_id: clientId,
            storage_key,
            sha256,
            byte_size: photoBytes,
            content_type: 'image/jpeg',
            file_name: 'a.jpg',
          })),
        )
        .returning(['id', 'storage_key'])
        .execute()
      const ids = new Map(files.map(file => [file.storage_key, file.id]))
      await db
        .insertInto('room_images')
        .values(
          laid.map(({ storage_key, room }) => ({
            client_id: clientId,
            uuid: randomUUID(),
            construction_id: construction.id,
            room_id: room.id,
            photography_place_entry_id: entry.id,
            timing: 'before_construction' as const,
            filming_at: new Date('2026-11-20T01:00:00Z'),
            file_id: ids.get(storage_key)!,
            uploaded_by_kind: 'staff',
            uploaded_by_id: staff.id,
          })),
        )
        .execute()
    })
  }
}

beforeAll(async () => {
  postgres = await startPostgres({ dataDir })
  await prepareDatabase(databasesOf(postgres.url, { databaseUrl: null, databaseAppUrl: null, databaseSessionUrl: null }))
  const pool = connect(applicationUrlOf(postgres.url))
  const ground: Ground = { inClient: (clientId, inside) => pool.write(clientId, inside), platform: { now: () => new Date() } }
  const client = await buildClient(ground)
  staff = await buildUser(ground, client, 'Staff')
  construction = await buildConstruction(ground, client, { floors: 20, perFloor: 20 })
  await layPhotos(ground, client.id)
  await pool.close()
}, 400_000)
afterAll(async () => {
  await endChildren()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ask = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...staff.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer
}
interface Job {
  id: number
  state: string
  done: number
  file_url: string | null
}
const jobOf = async (id: number) => ((await (await ask('GET', `/api/jobs/${id}`)).json()) as { job: Job }).job
const until = async (id: number, holds: (job: Job) => boolean): Promise<Job> => {
  for (;;) {
    const job = await jobOf(id)
    if (job.state === 'failed') throw new Error('the job failed')
    if (holds(job)) return job
    await sleep(50)
  }
}
const staged = () => (existsSync(join(storageDir, 'staging')) ? readdirSync(join(storageDir, 'staging')) : [])

it('is made whole after a kill in the middle, and nothing half-made is served', { timeout: 600_000 }, async () => {
  await startServer()
  const made = await ask('POST', `/api/constructions/${construction.id}/photo_archives`, {
    photo_archive: { kind: 'originals', places_confirmed: true },
  })
  const { id } = ((await made.json()) as { job: Job }).job
  await until(id, ({ done }) => done > 200)
  await kill()
  expect(staged()).toHaveLength(1)
  await startServer()
  expect(await jobOf(id)).toMatchObject({ state: 'running', file_url: null })
  // What a minute without a heartbeat comes to: the queue's own supervisor finds it.
  const boss = new PgBoss({
    connectionString: applicationUrlOf(postgres.url),
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    supervise: false,
  })
  await boss.start()
  try {
    const pool = connect(applicationUrlOf(postgres.url))
    await pool.write(null, async db => {
      await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '10 minutes' where name = 'archives' and state = 'active'`.execute(
        db,
      )
    })
    await pool.close()
    await boss.supervise('archives')
  } finally {
    await boss.stop({ graceful: false })
  }
  const job = await until(id, ({ state }) => state === 'done')
  const zip = Buffer.from(await (await ask('GET', job.file_url ?? '')).arrayBuffer())
  const files = await unzip(zip)
  expect(files.size).toBe(photos + 1)
  files.delete('index.csv')
  const kept = [...files.values()].map(bytes => createHash('sha256').update(bytes).digest('hex'))
  expect(kept.toSorted()).toEqual(hashes.toSorted())
  const peak = await new Promise<number>(told => {
    server.once('message', kilobytes => told(Number(kilobytes)))
    server.send('memory')
  })
  // The zip has 400 MB; what the server is without one is some 250 MB.
  expect(peak).toBeLessThan(450 * 1024)
})
