import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { buildClient } from '../../test/build.ts'
import { keepBytesIn } from '../../test/storage-contract.ts'
import { openWorld } from '../../test/world.ts'
import { keepBytes } from '../platform/files/files.ts'
import { removalsHold } from '../platform/files/hold-removals.ts'
import { sweepOrphans } from './sweep-orphans.ts'

const world = await openWorld()
const { platform } = world
const { storage } = platform
const hour = 3_600_000
const day = 24 * hour
/** A day that is no first of a month, and the first of the next: the first of a month looks at everything. */
const ordinary = Date.UTC(2028, 4, 17, 3)
const first = Date.UTC(2028, 5, 1, 3)

/** A key as it is given out `daysBefore` a moment. */
const newKey = (client: number, at = ordinary, daysBefore = 2): string =>
  `${client}/${new Date(at - daysBefore * day).toISOString().slice(0, 10).replaceAll('-', '')}-${randomUUID()}`

const keepAged = async (key: string, hours: number, until = ordinary) => {
  await keepBytesIn(storage, key, Buffer.from('x'))
  const at = new Date(until - hours * hour)
  await utimes(path.join(platform.settings.storageDir, 'files', key), at, at)
}
const isThere = async (key: string) => (await storage.keptAt(key)) !== null

describe('kept bytes that no row tells of', () => {
  it('are swept after a day: files of clients and logos, and nothing that somebody has or that is not ours', async () => {
    const { id } = await buildClient(world)
    const [old, young, logo] = [newKey(id), newKey(id), `logos/${randomUUID()}`]
    const own = `logos/${randomUUID()}`
    const foreign = ['999999/of-nobody-we-know', 'backup/dump']
    await keepAged(young, 23)
    for (const key of [old, logo, own, ...foreign]) await keepAged(key, 25)
    const kept = await world.inClient(id, async db => {
      const fileId = await keepBytes(platform, db, id, { bytes: Buffer.from('x'), fileName: 'x', contentType: 'x' })
      await db
        .updateTable('clients')
        .set({ logo_path: own.replace('logos', '/api/logos'), logo_content_type: 'image/png' })
        .where('id', '=', id)
        .execute()
      return (await db.selectFrom('files').where('id', '=', fileId).select('storage_key').executeTakeFirstOrThrow()).storage_key
    })
    const at = new Date(ordinary - 25 * hour)
    await utimes(path.join(platform.settings.storageDir, 'files', kept), at, at)
    await sweepOrphans(platform, ordinary)
    expect(await Promise.all([old, logo].map(isThere))).toEqual([false, false])
    expect(await Promise.all([young, own, kept, ...foreign].map(isThere))).toEqual([true, true, true, true, true])
  })

  it('are looked for among what was kept of late, and on the first of a month among everything', async () => {
    const { id } = await buildClient(world)
    const [late, escaped, ofBefore] = [newKey(id, first), newKey(id, first, 40), `${id}/${randomUUID()}`]
    for (const key of [late, escaped, ofBefore]) await keepAged(key, 40 * 24, first)
    const looked: string[] = []
    const watched = {
      ...platform,
      storage: {
        ...storage,
        async *keysIn(...asked: Parameters<typeof storage.keysIn>) {
          for await (const keys of storage.keysIn(...asked)) {
            looked.push(...keys)
            yield keys
          }
        },
      },
    }
    await sweepOrphans(watched, first - day)
    expect(looked.filter(key => key.startsWith(`${id}/`))).toEqual([late])
    expect(await Promise.all([late, escaped, ofBefore].map(isThere))).toEqual([false, true, true])
    await sweepOrphans(platform, first)
    expect(await Promise.all([escaped, ofBefore].map(isThere))).toEqual([false, false])
  })

  it('stay while a backup is made, which may name them', async () => {
    const { id } = await buildClient(world)
    const key = newKey(id)
    await keepAged(key, 25)
    const backup = new pg.Client(world.ownerUrl)
    await backup.connect()
    await backup.query(`select pg_advisory_lock(${removalsHold})`)
    await sweepOrphans(platform, ordinary)
    expect(await isThere(key)).toBe(true)
    await backup.end()
    await sweepOrphans(platform, ordinary)
    expect(await isThere(key)).toBe(false)
  })

  it('stay, all of them, where they are a large part of all: the database is not the one of these files', async () => {
    const { id } = await buildClient(world)
    const keys = Array.from({ length: 101 }, () => newKey(id))
    for (const key of keys) await keepAged(key, 25)
    await expect(sweepOrphans(platform, ordinary)).rejects.toThrow('101 of 102 kept files have no row')
    expect(await Promise.all(keys.map(isThere))).toEqual(keys.map(() => true))
    for (const key of keys.slice(0, 1)) await storage.remove(key)
    await sweepOrphans(platform, ordinary)
    expect(await Promise.all(keys.map(isThere))).toEqual(keys.map(() => false))
  })
})
