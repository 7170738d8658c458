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

const keepAged = async (key: string, hours: number) => {
  await keepBytesIn(storage, key, Buffer.from('x'))
  const at = new Date(Date.now() - hours * hour)
  await utimes(path.join(platform.settings.storageDir, 'files', key), at, at)
}
const isThere = async (key: string) => (await storage.keptAt(key)) !== null

describe('kept bytes that no row tells of', () => {
  it('are swept after a day: files of clients and logos, and nothing that somebody has or that is not ours', async () => {
    const { id } = await buildClient(world)
    const [old, young, logo] = [`${id}/${randomUUID()}`, `${id}/${randomUUID()}`, `logos/${randomUUID()}`]
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
    const at = new Date(Date.now() - 25 * hour)
    await utimes(path.join(platform.settings.storageDir, 'files', kept), at, at)
    await sweepOrphans(platform)
    expect(await Promise.all([old, logo].map(isThere))).toEqual([false, false])
    expect(await Promise.all([young, own, kept, ...foreign].map(isThere))).toEqual([true, true, true, true, true])
  })

  it('stay while a backup is made, which may name them', async () => {
    const { id } = await buildClient(world)
    const key = `${id}/${randomUUID()}`
    await keepAged(key, 25)
    const backup = new pg.Client(world.ownerUrl)
    await backup.connect()
    await backup.query(`select pg_advisory_lock(${removalsHold})`)
    await sweepOrphans(platform)
    expect(await isThere(key)).toBe(true)
    await backup.end()
    await sweepOrphans(platform)
    expect(await isThere(key)).toBe(false)
  })

  it('stay, all of them, where they are a large part of all: the database is not the one of these files', async () => {
    const { id } = await buildClient(world)
    const keys = Array.from({ length: 101 }, () => `${id}/${randomUUID()}`)
    for (const key of keys) await keepAged(key, 25)
    await expect(sweepOrphans(platform)).rejects.toThrow('101 of 104 kept files have no row')
    expect(await Promise.all(keys.map(isThere))).toEqual(keys.map(() => true))
    for (const key of keys.slice(0, 1)) await storage.remove(key)
    await sweepOrphans(platform)
    expect(await Promise.all(keys.map(isThere))).toEqual(keys.map(() => false))
  })
})
