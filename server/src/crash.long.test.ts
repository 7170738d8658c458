import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askAgain } from '../test/ask-again.ts'
import {
  buildClient,
  buildConstruction,
  buildUser,
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
  type Ground,
} from '../test/build.ts'
import { endChildren, endsWithTests } from '../test/children.ts'
import { clusterOf } from './embedded-postgres/cluster.ts'
import { startPostgres } from './embedded-postgres/embedded-postgres.ts'
import { pidFileOf } from './embedded-postgres/running-server.ts'
import { applicationUrlOf } from './migrate/app-login.ts'
import { databasesOf, prepareDatabase } from './start/databases.ts'
import { connect } from './platform/database/pool.ts'

/*
 * What was acknowledged is there after a crash between any two steps: the server, and every other time the database with it, is
 * killed at some moment of a stream of changes and photos. The database waits for the disk here, as it does in use.
 */
const folder = mkdtempSync(join(tmpdir(), 'toguchi-crash-'))
const dataDir = join(folder, 'postgres')
const storageDir = join(folder, 'storage')
const rounds = 4
const photosInSlot = 10

const program = `
  import { startPostgres } from ${JSON.stringify(new URL('embedded-postgres/embedded-postgres.ts', import.meta.url).href)}
  import { readSettings } from ${JSON.stringify(new URL('start/settings.ts', import.meta.url).href)}
  import { applicationUrlOf } from ${JSON.stringify(new URL('migrate/app-login.ts', import.meta.url).href)}
  import { startServer } from ${JSON.stringify(new URL('server.ts', import.meta.url).href)}
  const [dataDir, storageDir, port] = process.argv.slice(1)
  const { url } = await startPostgres({ dataDir })
  const databaseUrl = applicationUrlOf(url)
  const { server } = readSettings({ PORT: port, DATA_DIR: storageDir, STORAGE_DIR: storageDir, API_HOST_TEMPLATE: 'http://localhost' })
  await startServer({ ...server, mode: 'test', databaseUrl, databaseSessionUrl: databaseUrl, secretKey: 'k'.repeat(32) })
  console.log('up')`

interface Running {
  crash(withDatabase: boolean): Promise<void>
}

const start = async (port: number): Promise<Running> => {
  const child = endsWithTests(
    spawn(process.execPath, ['--input-type=module', '-e', program, dataDir, storageDir, String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  const ended = new Promise<void>(done => child.once('exit', () => done()))
  const up = await Promise.race([new Promise<boolean>(done => child.stdout.once('data', () => done(true))), ended.then(() => false)])
  if (!up) throw new Error('the server did not start')
  return {
    async crash(withDatabase) {
      const database = Number(readFileSync(pidFileOf(clusterOf(dataDir)), 'utf8').split('\n')[0])
      if (withDatabase) process.kill(database, 'SIGKILL')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The database as its application sees it, for as long as `work` takes. */
const inDatabase = async <T>(work: (ground: Ground) => Promise<T>): Promise<T> => {
  const postgres = await startPostgres({ dataDir })
  const pool = connect(applicationUrlOf(postgres.url))
  try {
    return await work({ inClient: (clientId, inside) => pool.write(clientId, inside), platform: { now: () => new Date() } })
  } finally {
    await pool.close()
    await postgres.stop()
  }
}

let client: BuiltClient
let staff: BuiltPerson
let construction: BuiltConstruction
let position: string
const port = 20_000 + (process.pid % 10_000)

beforeAll(async () => {
  const postgres = await startPostgres({ dataDir })
  await prepareDatabase(databasesOf(postgres.url, { databaseUrl: null, databaseAppUrl: null, databaseSessionUrl: null }))
  await inDatabase(async ground => {
    client = await buildClient(ground)
    staff = await buildUser(ground, client, 'Staff')
    const foreman = await buildUser(ground, client, 'Staff')
    construction = await buildConstruction(ground, client, { floors: 40, perFloor: 40 })
    const entry = await ground.inClient(client.id, async db => {
      await db.updateTable('constructions').set({ construction_staff_id: foreman.id }).where('id', '=', construction.id).execute()
      return db
        .insertInto('photography_place_entries')
        .values({ client_id: client.id, construction_id: construction.id, area: 'private', free_input: '玄関', position: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
    })
    position = `place-${entry.id}`
  })
  await postgres.stop()
})
afterAll(async () => {
  await endChildren()
  rmSync(folder, { recursive: true, force: true })
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const pictureOf = (hue: number) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: { r: hue % 256, g: (hue * 7) % 256, b: (hue * 31) % 256 } } })
    .jpeg()
    .toBuffer()

/** What the callers were told: rooms with the text that was saved, photos with the hash of their bytes. */
const acknowledged = { changes: new Map<number, string>(), photos: new Map<string, string>() }
let changes = 0
let pictures = 0

const call = async (method: string, path: string, body: string | FormData): Promise<void> => {
  const headers = { ...staff.headers, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) }
  const answer = await askAgain(`http://127.0.0.1:${port}/api/constructions/${construction.id}/rooms/${path}`, { method, headers, body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
}

/** Every change is another room's, so each of them owes a mail. */
const changeRoom = async () => {
  const room = construction.rooms[changes++]
  if (!room) throw new Error('too few rooms')
  const text = `お電話ください ${room.name}`
  await call('PATCH', String(room.id), JSON.stringify({ room: { room_remarks: text } }))
  acknowledged.changes.set(room.id, text)
}

const sendPhoto = async () => {
  const at = pictures++
  const room = construction.rooms.at(-1 - Math.floor(at / photosInSlot))
  if (!room) throw new Error('too few rooms')
  const uuid = randomUUID()
  const bytes = await pictureOf(at)
  const form = new FormData()
  for (const [name, value] of Object.entries({ uuid, position, timing: 'before_construction' })) form.append(`room_image[${name}]`, value)
  form.append('room_image[file]', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), '玄関.jpg')
  await call('POST', `${room.id}/room_images`, form)
  acknowledged.photos.set(uuid, sha256(bytes))
}

let crashing = false
/** Sends until the server is gone, and tells each time that it was acknowledged; until the crash nothing may fail. */
const stream = async (send: () => Promise<void>, tell: () => void): Promise<void> => {
  try {
    for (;;) {
      await send()
      tell()
    }
  } catch (error) {
    if (!crashing) throw error
  }
}

it('loses nothing that was acknowledged, wherever it is killed', { timeout: 1_500_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const server = await start(port)
    crashing = false
    // With the first file the reader's process starts; after that photos come one after the other.
    await sendPhoto()
    const firsts = [changeRoom, changeRoom, changeRoom, sendPhoto, sendPhoto].map(send => ({ send, ...Promise.withResolvers<void>() }))
    const streams = Promise.all(firsts.map(({ send, resolve }) => stream(send, resolve)))
    // However slow the machine is, each stream has something to lose at the moment of the crash.
    await Promise.race([streams, Promise.all(firsts.map(({ promise }) => promise))])
    await sleep(Math.random() * 1000)
    crashing = true
    await server.crash(round % 2 === 1)
    await streams
  }
  expect(acknowledged.changes.size).toBeGreaterThan(rounds)
  expect(acknowledged.photos.size).toBeGreaterThan(rounds)

  const kept = await inDatabase(({ inClient }) =>
    inClient(client.id, async db => ({
      rooms: await db.selectFrom('rooms').where('room_remarks', 'is not', null).select(['id', 'room_remarks']).execute(),
      events: await db.selectFrom('events').where('kind', '=', 'rooms.updated').select(['id', 'room_id']).execute(),
      personal: await db.selectFrom('event_personal_values').select(['event_id']).execute(),
      mails: await db.selectFrom('outbox_messages').select(['body']).execute(),
      photoEvents: await db.selectFrom('events').where('kind', '=', 'room_images.added').select(['change']).execute(),
      photos: await db
        .selectFrom('room_images')
        .innerJoin('files', 'files.id', 'room_images.file_id')
        .select(['room_images.uuid', 'files.sha256'])
        .execute(),
      files: await db.selectFrom('files').select(['storage_key', 'sha256']).execute(),
    })),
  )

  const remarks = new Map(kept.rooms.map(room => [room.id, room.room_remarks]))
  for (const [id, text] of acknowledged.changes) expect(remarks.get(id)).toBe(text)
  // A change, its event, what is personal in it and its mail: all of them or none.
  const ids = kept.rooms.map(({ id }) => id).toSorted((one, other) => one - other)
  expect(kept.events.map(event => event.room_id).toSorted((one, other) => Number(one) - Number(other))).toEqual(ids)
  expect(new Set(kept.personal.map(row => row.event_id))).toEqual(new Set(kept.events.map(({ id }) => id)))
  const mailed = kept.mails.map(({ body }) => Number(/\/rooms\/(\d+)/.exec(body)?.[1]))
  expect(mailed.toSorted((one, other) => one - other)).toEqual(ids)

  const photos = new Map(kept.photos.map(photo => [photo.uuid, photo.sha256.toString('hex')]))
  for (const [uuid, hash] of acknowledged.photos) expect(photos.get(uuid)).toBe(hash)
  expect(kept.photoEvents.map(({ change }) => (change as { uuid: string }).uuid).toSorted()).toEqual([...photos.keys()].toSorted())
  for (const file of kept.files)
    expect(sha256(readFileSync(join(storageDir, 'files', ...file.storage_key.split('/'))))).toBe(file.sha256.toString('hex'))
})
