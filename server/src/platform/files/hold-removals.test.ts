import { Readable } from 'node:stream'
import pg from 'pg'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildClient, type BuiltClient } from '../../../test/build.ts'
import { openWorld } from '../../../test/world.ts'
import { dropLogo, withLogo } from '../../clients/clients.ts'
import { rowsOf } from '../database/rows.ts'
import { forgetResults } from '../jobs/forget-results.ts'
import { keepBytes } from './files.ts'
import { mayRemoveBytes, removalsHold } from './hold-removals.ts'
import { forgetWithBytes, removeBytes } from './remove-bytes.ts'

const world = await openWorld()
const { platform } = world

let client: BuiltClient
/** The connection of a backup. */
let backup: pg.Client
beforeEach(async () => {
  client = await buildClient(world)
  backup = new pg.Client(world.ownerUrl)
  await backup.connect()
})
afterEach(() => backup.end())

const hold = () => backup.query(`select pg_advisory_lock(${removalsHold})`)
const tryToHold = async () => (await backup.query<{ held: boolean }>(`select pg_try_advisory_lock(${removalsHold}) as held`)).rows[0]?.held
const release = () => backup.query('select pg_advisory_unlock_all()')

const keep = () =>
  world.inClient(client.id, db => keepBytes(platform, db, client.id, { bytes: Buffer.from('bytes'), fileName: 'a', contentType: 'x/y' }))
const isThere = async (key: string): Promise<boolean> => {
  try {
    await platform.storage.read(key).toArray()
    return true
  } catch {
    return false
  }
}
const keyOf = async (fileId: number): Promise<string> =>
  (
    await world.inClient(client.id, db =>
      rowsOf<{ key: string }>(db, 'select storage_key as key from files where client_id = $1 and id = $2', [client.id, fileId]),
    )
  )[0]?.key ?? ''

describe('while a backup is made', () => {
  it('bytes of forgotten files stay, and go after it', async () => {
    const fileId = await keep()
    const key = await keyOf(fileId)
    await hold()
    await world.inClient(client.id, db => forgetWithBytes(platform, db, client.id, [fileId]))
    await removeBytes(platform, client.id)
    expect(await isThere(key)).toBe(true)
    await release()
    await removeBytes(platform, client.id)
    expect(await isThere(key)).toBe(false)
  })

  it('what jobs made stays, with its row', async () => {
    const fileId = await keep()
    const key = await keyOf(fileId)
    await world.inClient(client.id, db =>
      rowsOf(
        db,
        `insert into jobs (client_id, kind, input, requested_by_kind, requested_by_id, state, file_id, finished_at)
         values ($1, 'call_list', '{}', 'user', 1, 'done', $2, '2020-01-01')`,
        [client.id, fileId],
      ),
    )
    const forget = () => forgetResults(platform, client.id, new Date('2021-01-01'))
    await hold()
    await forget()
    expect([await isThere(key), await keyOf(fileId)]).toEqual([true, key])
    await release()
    await forget()
    expect([await isThere(key), await keyOf(fileId)]).toEqual([false, ''])
  })

  it('the logo that was replaced stays', async () => {
    const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const staged = await platform.storage.stage(Readable.from([bytes]), { fileName: 'logo', contentType: 'image/png' })
    const path = await withLogo(platform, client.id, staged, async kept => kept?.logo_path ?? '')
    const key = `logos/${path.split('/').at(-1)}`
    await hold()
    await dropLogo(platform, path)
    expect(await isThere(key)).toBe(true)
    await release()
    await dropLogo(platform, path)
    expect(await isThere(key)).toBe(false)
  })
})

describe('a backup', () => {
  it('begins only when removals under way have ended', async () => {
    await platform.pool.write(client.id, async db => {
      expect(await mayRemoveBytes(db)).toBe(true)
      expect(await tryToHold()).toBe(false)
    })
    expect(await tryToHold()).toBe(true)
  })
})
