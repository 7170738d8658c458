import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FaultyS3, openFaultyS3 } from '../../../test/faulty-s3.ts'
import { type Radosgw, startRadosgw } from '../../../test/radosgw.ts'
import { describeStorage, keepBytesIn, stageBytes } from '../../../test/storage-contract.ts'
import { diskStorage, openPlaces, openStorage } from './open-storage.ts'
import { openClient } from './s3-client.ts'
import type { Storage } from './storage.ts'

let radosgw: Radosgw
let way: FaultyS3
let folder: string
let direct: Storage
const told: string[] = []
/** Through the way on which things go wrong; each knows nothing of what the one before met. */
let storage: Storage
beforeAll(async () => {
  radosgw = await startRadosgw()
  way = await openFaultyS3(radosgw.s3)
  folder = await mkdtemp(path.join(os.tmpdir(), 'toguchi-s3-'))
  direct = await openStorage({ storageDir: folder, storage: 's3', s3: radosgw.s3 })
}, 600_000)
afterAll(async () => {
  await way?.close()
  await radosgw?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  told.length = 0
  way.asked.length = 0
  way.always(null)
  storage = await openWith({})
})
const openWith = (over: Partial<FaultyS3['s3']>) =>
  openStorage(
    { storageDir: folder, storage: 's3', s3: { ...way.s3, ...over } },
    { onError: error => told.push(error.cause instanceof Error ? error.cause.name : '') },
  )

const photo = randomBytes(5_000_000)
const newKey = () => `1/${randomUUID()}`
const away = { status: 503, code: 'storage_away', retryAfterSeconds: 10 }
const isThere = async (key: string) => (await direct.keptAt(key)) !== null

describeStorage('a bucket of radosgw', () => direct)

describe('what is written to a bucket', { timeout: 300_000 }, () => {
  it('is written again where the server said 503 or a byte changed on the way', async () => {
    for (const fault of ['busy', 'changed request'] as const) {
      const key = newKey()
      way.next('PUT', fault, fault)
      await keepBytesIn(storage, key, photo)
      expect((await buffer(direct.read(key))).equals(photo)).toBe(true)
    }
    expect(way.asked.filter(asked => asked.startsWith('PUT'))).toHaveLength(6)
    expect(told).toEqual([])
  })

  it('is looked for afterwards: what the server threw away is written again', async () => {
    const key = newKey()
    way.next('PUT', 'thrown away')
    await keepBytesIn(storage, key, photo)
    expect(way.asked.map(asked => asked.split(' ')[0])).toEqual(['PUT', 'HEAD', 'DELETE', 'PUT', 'HEAD'])
    expect((await buffer(direct.read(key))).equals(photo)).toBe(true)
    // Of somebody else's bytes under the key it does not say that they are ours.
    const other = newKey()
    await keepBytesIn(direct, other, randomBytes(photo.length))
    way.next('PUT', 'thrown away')
    await keepBytesIn(storage, other, photo)
    expect((await buffer(direct.read(other))).equals(photo)).toBe(true)
  })

  it('is read back where that is wanted: what is there otherwise is written again, and not said to be kept', async () => {
    const wary = await openWith({ readBack: true })
    const key = newKey()
    way.next('GET', 'changed answer')
    await keepBytesIn(wary, key, photo)
    expect(way.asked.filter(asked => asked.startsWith('PUT'))).toHaveLength(2)
    expect((await buffer(direct.read(key))).equals(photo)).toBe(true)

    const torn = newKey()
    const staged = await stageBytes(wary, photo)
    way.next('GET', 'changed answer', 'changed answer', 'changed answer', 'changed answer')
    await expect(wary.keep(staged, torn)).rejects.toMatchObject(away)
    expect(await isThere(torn)).toBe(false)
    // Nothing is lost: what was staged may be kept later.
    expect(existsSync(staged.path)).toBe(true)
    await wary.keep(staged, torn)
    expect((await buffer(direct.read(torn))).equals(photo)).toBe(true)
  })

  it('is compared with the SHA-256 that the server says, where it says one', async () => {
    const knowing = await openWith({ checksums: true })
    way.next('PUT', 'checksum')
    await keepBytesIn(knowing, newKey(), photo)
    expect(way.asked.map(asked => asked.split(' ')[0])).toEqual(['PUT'])
    way.asked.length = 0
    way.next('PUT', 'wrong checksum', 'checksum')
    await keepBytesIn(knowing, newKey(), photo)
    expect(way.asked.map(asked => asked.split(' ')[0])).toEqual(['PUT', 'DELETE', 'PUT'])
    // This server says nothing.
    way.asked.length = 0
    await keepBytesIn(knowing, newKey(), photo)
    expect(way.asked.map(asked => asked.split(' ')[0])).toEqual(['PUT', 'HEAD'])
  })

  it('goes up in parts where it is large, and is compared like all', async () => {
    const [key, large] = [newKey(), randomBytes(70 * 1024 * 1024)]
    way.next('PUT', 'changed request')
    way.next('GET', 'changed answer')
    await keepBytesIn(storage, key, large)
    expect(way.asked.filter(asked => asked.includes('partNumber')).length).toBeGreaterThan(10)
    expect((await buffer(direct.read(key))).equals(large)).toBe(true)
  })

  it('is not kept while nobody answers: each hears so, those after the first at once, and it is kept when somebody does', async () => {
    const staged = await stageBytes(storage, photo)
    const key = newKey()
    await way.leave()
    await expect(storage.keep(staged, key)).rejects.toMatchObject(away)
    expect(told).toEqual(['Error'])
    // Nobody tries for a moment: nothing more is told.
    await expect(storage.keep(staged, key)).rejects.toMatchObject(away)
    await expect(storage.check()).rejects.toThrow()
    expect(told).toHaveLength(1)
    await way.comeBack()
    await expect
      .poll(
        () =>
          storage.keep(staged, key).then(
            () => 'kept',
            () => 'away',
          ),
        { timeout: 60_000 },
      )
      .toBe('kept')
    expect((await buffer(direct.read(key))).equals(photo)).toBe(true)
  })

  it('does not wait for ever for a server that is silent', async () => {
    way.always('silence')
    const staged = await stageBytes(storage, photo)
    await expect(storage.keep(staged, newKey())).rejects.toMatchObject(away)
    const key = newKey()
    await keepBytesIn(direct, key, photo)
    await expect(buffer((await openWith({})).read(key))).rejects.toMatchObject(away)
    expect(told).toHaveLength(2)
  })

  it('is refused with a reason for the operator where the bucket or the keys are wrong', async () => {
    for (const [over, reason] of [
      [{ bucket: 'none-of-ours' }, 'NoSuchBucket'],
      [{ credentials: { accessKeyId: 'toguchi', secretAccessKey: 'wrong' } }, 'SignatureDoesNotMatch'],
    ] as const) {
      told.length = 0
      const wrong = await openWith(over)
      await expect(keepBytesIn(wrong, newKey(), photo)).rejects.toMatchObject(away)
      await expect(wrong.check()).rejects.toThrow()
      expect(told).toEqual([reason])
    }
  })
})

describe('what is read from a bucket', { timeout: 300_000 }, () => {
  it('goes on where a body broke off, and waits for a server that is busy', async () => {
    const key = newKey()
    await keepBytesIn(direct, key, photo)
    way.next('GET', 'busy', 'half', 'busy', 'half')
    expect((await buffer(storage.read(key))).equals(photo)).toBe(true)
    expect(way.asked).toHaveLength(5)
  })

  it('never ends before its last byte: it breaks where nobody goes on', async () => {
    const key = newKey()
    await keepBytesIn(direct, key, photo)
    way.next('GET', 'half', 'busy', 'busy', 'busy', 'busy')
    await expect(buffer(storage.read(key))).rejects.toMatchObject(away)
    await way.leave()
    await expect(buffer((await openWith({})).read(key))).rejects.toMatchObject(away)
    await way.comeBack()
  })
})

describe('two places', () => {
  const bytes = randomBytes(100_000)

  it('are read as one, whichever has it, and what is removed is in neither', async () => {
    const disk = diskStorage(folder)
    const [onDisk, inBucket] = [newKey(), newKey()]
    await keepBytesIn(disk, onDisk, bytes)
    await keepBytesIn(storage, inBucket, bytes)
    const turned = await openStorage({ storageDir: folder, storage: 'disk', s3: way.s3 })
    for (const each of [storage, turned])
      for (const key of [onDisk, inBucket]) {
        expect((await buffer(each.read(key))).equals(bytes)).toBe(true)
        expect(await each.keptAt(key)).not.toBe(null)
      }
    await expect(buffer(disk.read(inBucket))).rejects.toMatchObject({ code: 'ENOENT' })
    const keys: string[] = []
    for await (const page of turned.keysIn('1')) keys.push(...page)
    expect(keys).toEqual(expect.arrayContaining([onDisk, inBucket]))
    await turned.remove(inBucket)
    await storage.remove(onDisk)
    for (const key of [onDisk, inBucket]) await expect(buffer(storage.read(key))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('read from the disk what lies there while the bucket is away, and say so of the rest', async () => {
    const [onDisk, inBucket] = [newKey(), newKey()]
    await keepBytesIn(diskStorage(folder), onDisk, bytes)
    await keepBytesIn(storage, inBucket, bytes)
    await way.leave()
    expect((await buffer(storage.read(onDisk))).equals(bytes)).toBe(true)
    await expect(buffer(storage.read(inBucket))).rejects.toMatchObject(away)
    await way.comeBack()
  })
})

describe('what was half sent and is nobody’s', () => {
  it('is swept after a day, and not while it may still be somebody’s', async () => {
    const client = openClient(radosgw.s3)
    const { bucket: Bucket } = radosgw.s3
    const { s3: place } = await openPlaces({ storageDir: folder, storage: 's3', s3: radosgw.s3 })
    const halves = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []
    // What the tests before broke off is as young.
    const before = (await halves()).length
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: '1/half' }))
    expect(await direct.sweepStaging()).toBe(0)
    expect(await halves()).toHaveLength(before + 1)
    expect(await place?.sweep(Date.now() + 25 * 3_600_000)).toBe(before + 1)
    expect(await halves()).toEqual([])
  })
})
