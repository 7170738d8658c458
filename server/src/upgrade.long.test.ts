import { randomBytes, randomUUID } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { askProxyAgain } from '../test/ask-again.ts'
import type * as Factories from '../test/build.ts'
import { emptyDatabase } from '../test/database.ts'
import { freePort } from '../test/free-port.ts'
import { productionWith } from '../test/production.ts'
import { openMailRelay } from '../test/mail-relay.ts'
import type * as PlannedConstructions from '../test/planned-construction.ts'
import { callerOf, type ProxyCaller } from '../test/proxy-caller.ts'
import { takeLastRelease } from '../test/released-version.ts'
import { type Proxy, startProxy } from '../test/reverse-proxy.ts'
import { checkout, migrateWith, type RunningProgram, startProgram } from '../test/running-program.ts'
import { keptPhotos, photoForm, pictureOf, sha256Of } from '../test/sent-photos.ts'
import type * as Worlds from '../test/world.ts'
import { migrate } from './migrate/migrate.ts'
import { migrationsFolder } from './migrate/migrations.ts'

/*
 * The last release and this version together on one database, behind nginx and under load: the schema goes on while the old one serves,
 * nodes are taken out and replaced one by one, forward, back and forward again (docs/operation.md, "Upgrade"; decision 098). The schema is
 * newer in every run, whatever has changed since the release: a folder of migrations adds to it.
 */
const relay = await openMailRelay()

const folders: string[] = []
const release = takeLastRelease()
const newer = mkdtempSync(join(tmpdir(), 'toguchi-newer-'))
folders.push(release.folder, newer)
cpSync(migrationsFolder, newer, { recursive: true })
const addMigration = (name: string, sql: string) => writeFileSync(join(newer, name), sql)

// Everything that is there before the upgrade was made by the last release: schema, company, construction.
const database = await emptyDatabase()
const firstMigration = await migrateWith(release.folder, database.url)
const ofRelease = <T>(path: string): Promise<T> => import(join(release.folder, path)) as Promise<T>
const { openWorld } = await ofRelease<typeof Worlds>('server/test/world.ts')
const { planConstruction } = await ofRelease<typeof PlannedConstructions>('server/test/planned-construction.ts')
const { buildUser } = await ofRelease<typeof Factories>('server/test/build.ts')
const secretKey = randomBytes(32).toString('base64')
const world = await openWorld({ secretKey, mailReader: false }, undefined, database)
const tokyoDay = (after: number): string => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)
const site = await planConstruction(world, { floors: 10, perFloor: 6, start: tokyoDay(20), end: tokyoDay(50) })
await site.complete()
const foreman = await buildUser(world, site.client, 'Staff')
const place = await world.inClient(site.client.id, async db => {
  await db.updateTable('constructions').set({ construction_staff_id: foreman.id }).where('id', '=', site.construction.id).execute()
  return db
    .insertInto('photography_place_entries')
    .values({ client_id: site.client.id, construction_id: site.construction.id, area: 'private', free_input: '玄関', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
})

/** As docs/operation.md has it. */
const environment = {
  ...productionWith(world.platform.settings.storageDir),
  DATABASE_APP_URL: database.appUrl,
  SECRET_KEY: secretKey,
  SMTP_URL: relay.url,
  TRUSTED_PROXIES: '127.0.0.1',
  HOST: '127.0.0.1',
  DRAIN_SECONDS: '12',
}
const ports = [await freePort(), await freePort()] as const
const nodes: RunningProgram[] = []
const startAt = async (at: 0 | 1, folder: string): Promise<void> => {
  nodes[at] = await startProgram(folder, environment, ports[at])
}
let proxy: Proxy
let isOver = false
let streams: Promise<void>[] = []

afterAll(async () => {
  isOver = true
  await Promise.allSettled(streams)
  await proxy?.close()
  for (const node of nodes) node.kill()
  await relay.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Of the first try: nobody should have to ask again, but of a node that has no core for a file just then. */
const failed: string[] = []
/** What was answered to each kind of stream. */
const done = { GET: 0, PATCH: 0, photo: 0 }
const texts = new Map<number, string>()
const photos = new Map<string, string>()

const room = (at: number) => site.construction.rooms[at]?.id ?? 0
const pathOf = (at: number) => `/api/constructions/${site.construction.id}/rooms/${room(at)}`

/** One person: a connection of their own, as a browser's, and one thing at a time with a short pause. */
const stream = async (what: keyof typeof done, ask: (browser: ProxyCaller, key: string, at: number) => Promise<number>, pause: number) => {
  let browser = await callerOf(proxy.port)
  for (let at = 0; !isOver; at += 1) {
    // nginx ends a connection after a thousand requests.
    if (at % 500 === 499) {
      browser.leave()
      browser = await callerOf(proxy.port)
    }
    const key = randomUUID()
    for (let tries = 0; ; tries += 1) {
      const status = await ask(browser, key, at).catch(() => 0)
      if (status >= 200 && status < 300) break
      if ((status !== 0 && status !== 503) || tries === 30) throw new Error(`${what}: ${status}`)
      if (tries === 0) failed.push(`${what}: ${status}`)
      await sleep(200)
    }
    done[what] += 1
    await sleep(pause)
  }
  browser.leave()
}
const read = async (browser: ProxyCaller) => (await browser.ask('GET', pathOf(0), site.staff.headers)).status
/** Of the rooms whose number leaves `rest` when halved: what was written last is what must be there in the end. */
const changeRooms = (rest: number) => async (browser: ProxyCaller, key: string, at: number) => {
  const number = 1 + rest + 2 * (at % 15)
  const text = `お電話ください ${at}`
  const headers = { ...site.staff.headers, 'content-type': 'application/json', 'idempotency-key': key }
  const { status } = await browser.ask('PATCH', pathOf(number), headers, Buffer.from(JSON.stringify({ room: { room_remarks: text } })))
  if (status === 200) texts.set(room(number), text)
  return status
}
/** A place in a room takes ten of each time. */
const timings = ['before_construction', 'under_construction', 'after_construction']
const photograph = (rest: number) => async (browser: ProxyCaller, uuid: string, at: number) => {
  const bytes = await pictureOf(2 * at + rest)
  const timing = timings[Math.floor(at / 300) % 3] ?? ''
  const { body, headers } = photoForm({ uuid, position: `place-${place.id}`, timing }, bytes)
  const path = `${pathOf(rest + 2 * (at % 30))}/room_images`
  const { status } = await askProxyAgain(browser, 'POST', path, { ...site.staff.headers, ...headers }, body)
  if (status >= 200 && status < 300) photos.set(uuid, sha256Of(bytes))
  return status
}

/** Until every kind of stream and every node has gone on for a while from here; a stream that broke says why. */
const served = async (): Promise<void> => {
  const before = { ...done, nodes: nodes.map(node => node.answered()) }
  const hasGoneOn = () =>
    done.GET - before.GET >= 30 &&
    done.PATCH - before.PATCH >= 15 &&
    done.photo - before.photo >= 10 &&
    nodes.every((node, at) => node.answered() - (before.nodes[at] ?? 0) >= 20)
  while (!hasGoneOn()) await Promise.race([sleep(50), Promise.all(streams)])
}
/** Takes a node out as an operator does and starts another program in its place. */
const replace = async (at: 0 | 1, folder: string): Promise<void> => {
  expect(await nodes[at]?.stop()).toBe(0)
  await startAt(at, folder)
  await served()
  expect(failed).toEqual([])
}
const areReady = () => Promise.all(nodes.map(async ({ origin }) => (await fetch(`${origin}/readyz`)).status))

describe(`from ${release.version} to this version`, { timeout: 1_200_000 }, () => {
  it('goes forward, back and forward again under load: no failed request, no lost write, nothing twice', async () => {
    expect(firstMigration).toContain('データベースは最新です')
    expect(readdirSync(join(release.folder, 'db/migrations')).toSorted().at(-1)).toBe(release.newestMigration)
    await Promise.all([startAt(0, release.folder), startAt(1, release.folder)])
    proxy = await startProxy('nginx', ...nodes.map(({ origin }) => origin))
    streams = [
      ...[0, 1, 2].map(() => stream('GET', read, 20)),
      ...[0, 1].map(rest => stream('PATCH', changeRooms(rest), 40)),
      ...[0, 1].map(rest => stream('photo', photograph(rest), 250)),
    ]
    await served()

    // The schema, while the last release serves: this version's own, then one that is newer than both.
    expect(await migrateWith(checkout, database.url)).toContain('データベースは最新です')
    await served()
    addMigration('9001_rooms.sql', 'alter table rooms add column upgrade_note text, add column upgrade_spare text;\n')
    addMigration(
      '9002_rooms.sql',
      '-- outside a transaction\ncreate index concurrently if not exists rooms_upgrade_idx on rooms (client_id, upgrade_note);\n',
    )
    addMigration(
      '9003_rooms.sql',
      `-- contracts: rooms.upgrade_spare, unused since ${release.version}\nalter table rooms drop column upgrade_spare;\n`,
    )
    expect(await migrate(database.url, { folder: newer })).toEqual(['9001_rooms.sql', '9002_rooms.sql', '9003_rooms.sql'])
    await served()
    expect(await areReady()).toEqual([200, 200])

    await replace(0, checkout)
    await replace(1, checkout)
    // Back, on the newer schema: also the last release's own migration finds nothing to do.
    expect(await migrateWith(release.folder, database.url)).toContain('0件')
    await replace(0, release.folder)
    await replace(0, checkout)
    isOver = true
    await Promise.all(streams)
    console.log(`${done.GET} read, ${done.PATCH} written, ${done.photo} photos`)
    expect(failed).toEqual([])

    const kept = await world.inClient(site.client.id, async db => ({
      rooms: await db.selectFrom('rooms').where('room_remarks', 'like', 'お電話ください %').select(['id', 'room_remarks']).execute(),
      changes: await db.selectFrom('events').where('kind', '=', 'rooms.updated').select('room_id').execute(),
    }))
    expect(new Map(kept.rooms.map(({ id, room_remarks }) => [id, room_remarks]))).toEqual(texts)
    expect(kept.changes.length).toBe(done.PATCH)
    expect(await keptPhotos(world, site.client.id)).toEqual({ count: photos.size, hashes: photos })
    const lettersOf = (state: 'sent' | 'other') =>
      world.inClient(site.client.id, db =>
        db
          .selectFrom('outbox_messages')
          .where('state', state === 'sent' ? '=' : '<>', 'sent')
          .select('recipients')
          .execute(),
      )
    await expect.poll(async () => (await lettersOf('other')).length, { timeout: 240_000 }).toBe(0)
    const sent = (await lettersOf('sent')).flatMap(({ recipients }) => recipients)
    // A room's changes are told once in a while: of each room that was changed one letter.
    expect(sent.length).toBe(texts.size)
    expect(relay.delivered.toSorted()).toEqual(sent.toSorted())
  })

  it('ends where a newer version takes away what these use: neither is ready, and neither starts or migrates', async () => {
    expect(await areReady()).toEqual([200, 200])
    addMigration('9004_rooms.sql', '-- contracts: rooms.upgrade_note, unused since v999.0.0\nalter table rooms drop column upgrade_note;\n')
    expect(await migrate(database.url, { folder: newer })).toEqual(['9004_rooms.sql'])
    await expect.poll(areReady, { timeout: 120_000 }).toEqual([503, 503])
    const sentence = 'データベースがこのプログラムより新しいです: 9004_rooms.sql がありません'
    for (const folder of [release.folder, checkout]) {
      await expect(startProgram(folder, environment, await freePort())).rejects.toThrow(sentence)
      await expect(migrateWith(folder, database.url)).rejects.toMatchObject({ stderr: expect.stringContaining(sentence) })
    }
  })

  it('leaves no statement of the last release without what it reads', () => {
    // The last release's own check, against the schema of this version: each of its statements is described by PostgreSQL.
    const beside = takeLastRelease()
    folders.push(beside.folder)
    rmSync(join(beside.folder, 'db/migrations'), { recursive: true })
    cpSync(migrationsFolder, join(beside.folder, 'db/migrations'), { recursive: true })
    const { status, stderr } = spawnSync(process.execPath, ['tools/check-statements.ts'], { cwd: beside.folder, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})
