import { execFile, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askAgain } from '../../test/ask-again.ts'
import { buildClient, buildConstruction, buildUser, type BuiltClient, type BuiltConstruction, type BuiltPerson } from '../../test/build.ts'
import { endsWithTests } from '../../test/children.ts'
import { type FaultyS3, openFaultyS3 } from '../../test/faulty-s3.ts'
import { multipart } from '../../test/multipart.ts'
import { startNode } from '../../test/node-process.ts'
import { type Radosgw, startRadosgw } from '../../test/radosgw.ts'
import { guest, openWorld } from '../../test/world.ts'
import { fileUrl, keepBytes } from '../platform/files/files.ts'
import { diskStorage, openStorage } from '../platform/files/open-storage.ts'
import type { Storage } from '../platform/files/storage.ts'
import { prepareQueues } from '../platform/jobs/jobs.ts'
import { examineStorage } from '../start/doctor/examine-machine.ts'
import { sweepOrphans } from './sweep-orphans.ts'

/* An installation whose files lie in a bucket of a real S3 server that is not ours, on a way where things go wrong (decision 096). */
const run = promisify(execFile)
const world = await openWorld()
const { platform } = world
const { storageDir, databaseUrl } = platform.settings
const day = 24 * 3_600_000

let radosgw: Radosgw
let way: FaultyS3
/** The bucket alone, past the way. */
let bucket: Storage
let client: BuiltClient
let staff: BuiltPerson
let construction: BuiltConstruction
let position: string
beforeAll(async () => {
  radosgw = await startRadosgw()
  way = await openFaultyS3(radosgw.s3)
  bucket = await openStorage({ storageDir: path.join(storageDir, 'nothing-on-disk'), storage: 's3', s3: radosgw.s3 })
  await prepareQueues(world.ownerUrl)
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  construction = await buildConstruction(world, client, { floors: 4, perFloor: 5 })
  const place = { client_id: client.id, construction_id: construction.id, area: 'private', free_input: '玄関', position: 1 } as const
  const { id } = await world.inClient(client.id, db =>
    db.insertInto('photography_place_entries').values(place).returning('id').executeTakeFirstOrThrow(),
  )
  position = `place-${id}`
}, 600_000)
afterAll(async () => {
  await way?.close()
  await radosgw?.stop()
})
beforeEach(async () => {
  way.always(null)
  await way.comeBack()
  // A new one knows nothing of a server that was away.
  platform.storage = await openStorage({ storageDir, storage: 's3', s3: way.s3 })
})

let hue = 0
const photoOf = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: { r: hue++ % 256, g: 90, b: 30 } } })
    .jpeg()
    .toBuffer()

interface Photo {
  uuid: string
  url: string
  body: Buffer
  headers: Record<string, string>
  bytes: Buffer
}

const preparePhoto = async (): Promise<Photo> => {
  const [uuid, bytes] = [randomUUID(), await photoOf()]
  const fields = { 'room_image[uuid]': uuid, 'room_image[position]': position, 'room_image[timing]': 'before_construction' }
  const room = construction.rooms[hue % construction.rooms.length]?.id
  return {
    uuid,
    url: `/api/constructions/${construction.id}/rooms/${room}/room_images`,
    bytes,
    ...multipart(fields, { name: 'room_image[file]', fileName: '玄関.jpg', bytes, contentType: 'image/jpeg' }),
  }
}
const send = ({ url, body, headers }: Photo) => world.send(staff, 'POST', url, body, headers)

const fileOf = ({ uuid }: Photo) =>
  world.inClient(client.id, db =>
    db
      .selectFrom('room_images as ri')
      .innerJoin('files as fi', 'fi.id', 'ri.file_id')
      .where('ri.uuid', '=', uuid)
      .select(['fi.id', 'fi.storage_key'])
      .executeTakeFirst(),
  )
const look = (fileId: number) => world.send(guest, 'GET', fileUrl(platform, client.id, fileId))
const bucketKeys = async () => {
  const keys: string[] = []
  for await (const page of bucket.keysIn(String(client.id))) keys.push(...page)
  return keys.toSorted()
}
const knownKeys = async () =>
  (await world.inClient(client.id, db => db.selectFrom('files').select('storage_key').execute()))
    .map(({ storage_key }) => storage_key)
    .toSorted()
const ready = async () => (await world.send(guest, 'GET', '/readyz')).body as unknown as { checks: { storage: string } }

describe('an installation with a bucket', { timeout: 600_000 }, () => {
  it('keeps a photo and its pictures there and nowhere else, and shows it to whoever has a link', async () => {
    const photo = await preparePhoto()
    expect((await send(photo)).status).toBe(201)
    expect(await bucketKeys()).toEqual(await knownKeys())
    expect(await readdir(path.join(storageDir, 'files')).catch(() => [])).toEqual([])
    expect(await readdir(path.join(storageDir, 'staging'))).toEqual([])
    const file = await fileOf(photo)
    const answer = await look(file!.id)
    expect([answer.status, answer.raw.equals(photo.bytes), answer.headers['content-type']]).toEqual([200, true, 'image/jpeg'])
    // What lies in the bucket without a row has no link, and with it no reader.
    await world.inClient(client.id, db => db.updateTable('files').set({ storage_key: 'else' }).where('id', '=', file!.id).execute())
    expect((await look(file!.id)).status).toBe(500)
    await world.inClient(client.id, db =>
      db.updateTable('files').set({ storage_key: file!.storage_key }).where('id', '=', file!.id).execute(),
    )
    expect((await ready()).checks.storage).toBe('ok')
    const findings = await examineStorage({ storageDir, storage: 's3', s3: radosgw.s3 })
    expect(findings.map(({ is, says }) => [is, says])).toEqual([
      ['good', expect.stringContaining('バケット toguchi')],
      ['good', expect.stringContaining('違うものを拒みます')],
    ])
    expect(await bucketKeys()).toEqual(await knownKeys())
  })

  it('says 503 while the bucket is away, keeps nothing of it, and goes on with all else', async () => {
    const [before, photo] = [await preparePhoto(), await preparePhoto()]
    expect((await send(before)).status).toBe(201)
    const file = await fileOf(before)
    await way.leave()
    const refused = await send(photo)
    const sentence = 'ただいま写真と書類の保存先に接続できません。しばらく経ってから再度お試しください。'
    expect([refused.status, refused.body.code, refused.body.errors?.full_messages, refused.headers['retry-after']]).toEqual([
      503,
      'storage_away',
      [sentence],
      '10',
    ])
    const unread = await look(file!.id)
    expect([unread.status, unread.body.code, unread.headers['content-type'], unread.headers['content-length']]).toEqual([
      503,
      'storage_away',
      'application/json; charset=utf-8',
      String(unread.raw.length),
    ])
    expect(await fileOf(photo)).toBe(undefined)
    const room = await world.send(staff, 'GET', `/api/constructions/${construction.id}/rooms/${construction.rooms[0]?.id}`)
    expect(room.status).toBe(200)
    await expect.poll(async () => (await ready()).checks.storage, { timeout: 60_000 }).toBe('failed')
    await way.comeBack()
    await expect.poll(async () => (await send(photo)).status, { timeout: 120_000 }).toBe(201)
    await expect.poll(async () => (await ready()).checks.storage, { timeout: 60_000 }).toBe('ok')
    expect((await look((await fileOf(photo))!.id)).raw.equals(photo.bytes)).toBe(true)
    expect((await look(file!.id)).raw.equals(before.bytes)).toBe(true)
  })

  it('keeps a photo once through 503 and broken bodies, and shows it whole', async () => {
    const photo = await preparePhoto()
    way.next('PUT', 'busy', 'changed request', 'busy')
    way.next('HEAD', 'busy', 'busy')
    expect((await send(photo)).status).toBe(201)
    way.next('GET', 'half', 'busy', 'half')
    expect((await look((await fileOf(photo))!.id)).raw.equals(photo.bytes)).toBe(true)
    await sweepOrphans(platform, Date.now() + 2 * day)
    expect(await bucketKeys()).toEqual(await knownKeys())
  })

  it('loses nothing that it acknowledged when a node is killed in the middle of an upload, and sweeps what is left after a day', async () => {
    for (const [method, fault] of [
      ['PUT', 'half sent'],
      // All has arrived, and nobody was told.
      ['HEAD', 'silence'],
    ] as const) {
      const photo = await preparePhoto()
      const node = await startNode(world, { storage: 's3', s3: way.s3, apiHostTemplate: 'http://localhost' })
      way.next(method, fault, fault, fault)
      way.asked.length = 0
      const broken = askAgain(`${node.origin}${photo.url}`, {
        method: 'POST',
        headers: { ...staff.headers, ...photo.headers },
        body: new Uint8Array(photo.body),
      })
      broken.catch(() => undefined)
      await expect.poll(() => way.asked.filter(asked => asked.startsWith(method)).length, { timeout: 120_000 }).toBe(3)
      await node.kill()
      await expect(broken).rejects.toThrow()
      expect(await fileOf(photo)).toBe(undefined)
      way.always(null)
      const left = (await bucketKeys()).length - (await knownKeys()).length
      expect(left).toBe(method === 'PUT' ? 0 : 3)
      await sweepOrphans(platform)
      expect((await bucketKeys()).length - (await knownKeys()).length).toBe(left)
      await sweepOrphans(platform, Date.now() + day + 60_000)
      expect(await bucketKeys()).toEqual(await knownKeys())
      expect((await send(photo)).status).toBe(201)
      expect((await look((await fileOf(photo))!.id)).raw.equals(photo.bytes)).toBe(true)
    }
  })

  it('says 507 when the disk is full on which files arrive, and puts nothing into the bucket', async () => {
    const program = fileURLToPath(new URL('../../test/stage-file.ts', import.meta.url))
    const limited = 'trap "" XFSZ; ulimit -f 128; exec "$@"'
    const stage = async (bytes: number) =>
      JSON.parse(
        (await run('sh', ['-c', limited, 'sh', process.execPath, program, storageDir, String(bytes), JSON.stringify(radosgw.s3)])).stdout,
      ) as { said: Record<string, unknown> }
    expect((await stage(1_000)).said).toEqual({ kept: true })
    expect(await bucket.keptAt('1/x')).not.toBe(null)
    await bucket.remove('1/x')
    expect((await stage(200_000)).said).toMatchObject({ status: 507, code: 'storage_full' })
    expect(await bucket.keptAt('1/x')).toBe(null)
  })
})

const bucketEnv = (storage: 'disk' | 's3') => ({
  PATH: process.env.PATH ?? '',
  STORAGE_DIR: storageDir,
  STORAGE: storage,
  S3_ENDPOINT: way.s3.endpoint ?? '',
  S3_BUCKET: way.s3.bucket,
  S3_ACCESS_KEY_ID: way.s3.credentials?.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: way.s3.credentials?.secretAccessKey ?? '',
})

describe('bin/admin move-files', { timeout: 600_000 }, () => {
  const move = (to: string, env: Record<string, string>) =>
    endsWithTests(
      spawn(process.execPath, [fileURLToPath(new URL('../start/admin.ts', import.meta.url)), 'move-files', '--to', to], {
        env: { ...env, DATABASE_APP_URL: databaseUrl },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
  const outcomeOf = async (child: ReturnType<typeof move>) => {
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const code = await new Promise(done => child.once('close', done))
    return { code, said }
  }
  const onDisk = async () =>
    (await readdir(path.join(storageDir, 'files', String(client.id))).catch(() => [])).map(name => `${client.id}/${name}`).toSorted()

  it('moves all files to the bucket and back while photos come and are looked at, goes on after a kill, and loses none', async () => {
    platform.storage = diskStorage(storageDir)
    const digests = new Map<number, string>()
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    const before = await bucketKeys()
    for (let at = 0; at < 80; at += 1) {
      const bytes = Buffer.alloc(200_000, at + 1)
      const fileId = await world.inClient(client.id, db =>
        keepBytes(platform, db, client.id, { bytes, fileName: 'x', contentType: 'application/pdf' }),
      )
      digests.set(fileId, digest(bytes))
    }
    const expectAll = async () => {
      for (const [fileId, sha256] of digests) expect([fileId, digest((await look(fileId)).raw)]).toEqual([fileId, sha256])
    }
    const withPhotos = async (child: ReturnType<typeof move>) => {
      const outcome = outcomeOf(child)
      let isOver = false
      void outcome.finally(() => (isOver = true))
      let rounds = 0
      while (!isOver || rounds === 0) {
        const photo = await preparePhoto()
        expect((await send(photo)).status).toBe(201)
        digests.set((await fileOf(photo))!.id, digest(photo.bytes))
        await expectAll()
        rounds += 1
      }
      return outcome
    }

    platform.storage = await openStorage({ storageDir, storage: 's3', s3: way.s3 })
    way.asked.length = 0
    const killed = move('s3', bucketEnv('s3'))
    const ended = outcomeOf(killed)
    await expect
      .poll(() => way.asked.filter(asked => asked.startsWith('PUT')).length, { timeout: 240_000, interval: 5 })
      .toBeGreaterThan(20)
    killed.kill('SIGKILL')
    await ended
    const left = (await onDisk()).length
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(80)
    await expectAll()

    way.next('PUT', 'busy', 'changed request')
    way.next('GET', 'half')
    const { code, said } = await withPhotos(move('s3', bucketEnv('s3')))
    expect([code, said]).toEqual([0, expect.stringContaining(`${left}件`)])
    expect(await onDisk()).toEqual([])
    expect(await bucketKeys()).toEqual(await knownKeys())

    const inBucket = (await bucketKeys()).length
    expect(inBucket).toBeGreaterThan(before.length + 80)
    platform.storage = await openStorage({ storageDir, storage: 'disk', s3: way.s3 })
    const back = await withPhotos(move('disk', bucketEnv('disk')))
    expect([back.code, back.said]).toEqual([0, expect.stringContaining(`${inBucket}件`)])
    expect(await bucketKeys()).toEqual([])
    expect(await onDisk()).toEqual(await knownKeys())
    await expectAll()
  })

  it('demands that new files go there already, and a bucket', async () => {
    expect(await outcomeOf(move('disk', bucketEnv('s3')))).toMatchObject({ code: 1, said: expect.stringContaining('STORAGE=disk') })
    const { S3_BUCKET: _, ...rest } = bucketEnv('s3')
    expect(await outcomeOf(move('s3', rest))).toMatchObject({ code: 1, said: expect.stringContaining('S3_BUCKET') })
    expect(await outcomeOf(move('elsewhere', bucketEnv('s3')))).toMatchObject({ code: 1, said: expect.stringContaining('使い方') })
  })
})
