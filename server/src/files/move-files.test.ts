import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClientId } from '@toguchi/domain/access/actor'
import { buildClient } from '../../test/build.ts'
import { keepBytesIn } from '../../test/storage-contract.ts'
import { openWorld } from '../../test/world.ts'
import { diskPlace } from '../platform/files/disk-place.ts'
import { forgetFiles, keepBytes } from '../platform/files/files.ts'
import { inTwoPlaces, type Place } from '../platform/files/place.ts'
import { stagingIn } from '../platform/files/staging.ts'
import { NoSuchBytes, storageAway, storageFull } from '../platform/files/storage.ts'
import { type Move, moveFiles } from './move-files.ts'

/** Two disks in the parts of disk and bucket: what is a bucket's own is tried in s3-installation.long.test.ts. */
const world = await openWorld()
const { pool, settings, storage } = world.platform
const other = await mkdtemp(path.join(os.tmpdir(), 'toguchi-moved-'))
afterAll(() => rm(other, { recursive: true, force: true }))
const staging = stagingIn(other, true)
const from = diskPlace(settings.storageDir, staging)
const to = diskPlace(other, staging)
const both = inTwoPlaces(to, from)

const move = (over: Partial<Move> = {}) =>
  moveFiles({ pool, from, to, staging, onProgress: () => undefined, patience: { pause: 0, attempts: 3 }, ...over })

let clientId: ClientId
let keys: string[]
beforeEach(async () => {
  for (const folder of [settings.storageDir, other]) await rm(path.join(folder, 'files'), { recursive: true, force: true })
  clientId = (await buildClient(world)).id as ClientId
  keys = []
  for (const name of ['a', 'b', 'c']) keys.push(await keepOne(name))
})
const keepOne = (name: string) =>
  world.inClient(clientId, async db => {
    const id = await keepBytes(world.platform, db, clientId, { bytes: Buffer.from(name), fileName: name, contentType: 'text/plain' })
    return (await db.selectFrom('files').where('id', '=', id).select('storage_key').executeTakeFirstOrThrow()).storage_key
  })
const isGone = (place: Pick<Place, 'keptAt'>, key: string) => place.keptAt(key).then(at => at === null)

describe('moving files', () => {
  it('moves what rows tell of, with the logo, and leaves what none does', async () => {
    const logo = randomUUID()
    await world.inClient(null, db =>
      db
        .updateTable('clients')
        .set({ logo_path: `/api/logos/${logo}`, logo_content_type: 'image/png' })
        .where('id', '=', clientId)
        .execute(),
    )
    const strangers = [`${clientId}/${randomUUID()}`, `logos/${randomUUID()}`]
    for (const key of [`logos/${logo}`, ...strangers]) await keepBytesIn(storage, key, Buffer.from('logo'))
    const told: number[] = []
    expect(await move({ onProgress: ({ files }) => told.push(files) })).toMatchObject({ files: 4, bytes: 7, torn: [], unknown: 2 })
    expect(told.at(-1)).toBe(4)
    for (const key of [...keys, `logos/${logo}`]) expect([await isGone(from, key), await isGone(to, key)]).toEqual([true, false])
    for (const key of strangers) expect([await isGone(from, key), await isGone(to, key)]).toEqual([false, true])
    expect(await Promise.all(keys.map(key => text(both.read(key))))).toEqual(['a', 'b', 'c'])
    expect(await readdir(path.join(other, 'staging'))).toEqual([])
    // Again there is nothing to do, and back it is the same.
    expect(await move()).toMatchObject({ files: 0 })
    expect(await move({ from: to, to: from })).toMatchObject({ files: 4, unknown: 0 })
    expect(await text(storage.read(keys[0]!))).toBe('a')
  })

  it('goes on where it was broken off', async () => {
    let left = 2
    const breaking: Place = { ...to, keep: (...file) => (left-- > 0 ? to.keep(...file) : Promise.reject(storageFull())) }
    await expect(move({ to: breaking })).rejects.toMatchObject({ status: 507 })
    expect(await Promise.all(keys.map(key => text(both.read(key))))).toEqual(['a', 'b', 'c'])
    expect(await move()).toMatchObject({ files: 1 })
    for (const key of keys) expect([await isGone(from, key), await isGone(to, key)]).toEqual([true, false])
  })

  it('waits for a place that is away, and gives up when that takes too long', async () => {
    let away = 2
    const coming: Place = { ...to, keep: (...file) => (away-- > 0 ? Promise.reject(storageAway()) : to.keep(...file)) }
    expect(await move({ to: coming })).toMatchObject({ files: 3 })
    keys = [await keepOne('d')]
    await expect(move({ to: { ...to, keep: () => Promise.reject(storageAway()) } })).rejects.toMatchObject({ status: 503 })
    expect(await isGone(from, keys[0]!)).toBe(false)
  })

  it('removes nothing that has not arrived as the row says', async () => {
    await storage.remove(keys[0]!)
    await keepBytesIn(storage, keys[0]!, Buffer.from('torn'))
    expect(await move()).toMatchObject({ files: 2, torn: [keys[0]] })
    expect(await text(from.read(keys[0]!))).toBe('torn')
    expect(await isGone(to, keys[0]!)).toBe(true)

    const key = await keepOne('whole')
    const lying: Place = { ...to, read: () => Readable.from([Buffer.from('else')]) }
    await expect(move({ to: lying })).rejects.toThrow('arrived otherwise')
    expect(await text(from.read(key))).toBe('whole')
    expect(await move()).toMatchObject({ files: 1 })
  })

  it('does not bring back what is forgotten meanwhile, and passes over what is gone', async () => {
    const forget = (key: string) =>
      world.inClient(clientId, async db => {
        const { id } = await db.selectFrom('files').where('storage_key', '=', key).select('id').executeTakeFirstOrThrow()
        await forgetFiles(db, clientId, [id])
      })
    const slow: Place = {
      ...to,
      keep: async (file, key) => {
        if (key === keys[0]) {
          await forget(key)
          await both.remove(key)
        }
        await to.keep(file, key)
      },
    }
    const hasty: Place = {
      ...from,
      read: key => (key === keys[1] ? Readable.from(missing(key)) : from.read(key)),
    }
    expect(await move({ from: hasty, to: slow })).toMatchObject({ files: 2 })
    expect([await isGone(from, keys[0]!), await isGone(to, keys[0]!)]).toEqual([true, true])
    expect(await text(both.read(keys[2]!))).toBe('c')
  })
})

// oxlint-disable-next-line require-yield -- A stream that fails before its first byte.
async function* missing(key: string): AsyncGenerator<Buffer> {
  throw new NoSuchBytes(key)
}

describe('two places', () => {
  it('read a file that moves while it is looked for', async () => {
    const [key = ''] = keys
    let isAsked = false
    // It is not there yet when it is looked for, and gone from the other when that is asked.
    const late: Place = {
      ...to,
      read: asked => {
        if (isAsked) return to.read(asked)
        isAsked = true
        return Readable.from(missing(asked))
      },
    }
    const leaving: Place = {
      ...from,
      read: asked => {
        const moving = (async function* () {
          await move()
          yield* from.read(asked)
        })()
        return Readable.from(moving)
      },
    }
    expect((await buffer(inTwoPlaces(late, leaving).read(key))).toString()).toBe('a')
  })
})
