import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildClient, buildPlatformPerson, buildUser, type BuiltClient } from '../../test/build.ts'
import { everything, openEnd, rowsOf, subjectsOf } from '../../test/ending-client.ts'
import { keysOf } from '../../test/storage-contract.ts'
import { openWorld } from '../../test/world.ts'
import { removalsHold } from '../platform/files/hold-removals.ts'

const world = await openWorld()

let end: Awaited<ReturnType<typeof openEnd>>

beforeEach(async () => {
  end = await openEnd(world)
})

describe('the end of a client', () => {
  it('is announced two weeks before, and takes everything but what law keeps, of this company alone', async () => {
    const before = await rowsOf(world, end.other)
    await end.setStatus('terminated')
    expect(await end.termsOf()).toMatchObject({
      state: 'waiting',
      terminated_on: '2026-11-21',
      erase_on: '2027-01-21',
      accounting_until: '2033-11-21',
      records_until: '2036-11-21',
      warned_on: null,
    })
    await end.run('2027-01-06')
    expect((await end.termsOf()).warned_on).toBeNull()
    await end.run('2027-01-07')
    await end.run('2027-01-08')
    expect((await subjectsOf(world, '終わる会社')).every(subject => subject.includes('2027年1月21日'))).toBe(true)
    expect(await subjectsOf(world, '続く会社')).toEqual([])
    expect((await end.termsOf()).warned_on).toBe('2027-01-07')
    await end.run('2027-01-20')
    expect(await everything(world, end.client, 'residents')).toContain('甲居住者')
    await end.run('2027-01-21')
    expect(await end.termsOf()).toMatchObject({ state: 'erased', erased_on: '2027-01-21', accounting_erased_on: null })
    const left = await rowsOf(world, end.client)
    expect(left).toMatchObject({
      orders: 1,
      receipts: 1,
      ledger_entries: 1,
      support_versions: 1,
      documents: 1,
      files: 1,
      users: 1,
      buildings: 1,
      constructions: 1,
      rooms: 1,
    })
    for (const gone of ['event_personal_values', 'sessions', 'logins', 'outbox_messages']) expect(left).not.toHaveProperty(gone)
    for (const [table, word] of [
      ['orders', '甲居住者'],
      ['residents', '甲居住者'],
      ['users', '@'],
    ] as const)
      expect(await everything(world, end.client, table)).not.toContain(word)
    expect(await everything(world, end.client, 'support_versions')).toContain('甲打合せ')
    expect(await everything(world, end.client, 'documents')).toContain('甲完成図')
    const after = await rowsOf(world, end.other)
    expect(after).toEqual(before)
    expect(await everything(world, end.other, 'residents')).toContain('乙居住者')
  })

  it('comes for a company without buildings that was deleted, unannounced, for there is no way back', async () => {
    const unused = await buildClient(world, { name: '使われなかった会社' })
    await buildUser(world, unused, 'Staff_Admin', { email: 'unused@example.jp' })
    expect((await world.call(await buildPlatformPerson(world, 'admin'), 'DELETE /api/clients/:id', { params: unused })).status).toBe(200)
    await end.run('2027-05-20')
    expect(await everything(world, unused, 'users')).toContain('unused@example.jp')
    await end.run('2027-05-21')
    expect(await subjectsOf(world, '使われなかった会社')).toEqual([])
    expect(await rowsOf(world, unused)).toEqual({ events: 3 })
  })

  it('is refused by the database for a company whose erasing has not begun, and for any other', async () => {
    const erase = (inside: BuiltClient, erased: BuiltClient) =>
      world.inClient(inside.id, db => sql`select erase_client_rows(${erased.id}, 'residents', false, false, 10, '{}')`.execute(db))
    await expect(erase(end.other, end.other)).rejects.toThrow('is not being erased')
    await end.setStatus('terminated')
    await expect(erase(end.client, end.client)).rejects.toThrow('is not being erased')
    for (const day of ['2027-01-07', '2027-01-21']) await end.run(day)
    await expect(erase(end.other, end.client)).rejects.toThrow('is not being erased')
    await expect(erase(end.client, end.client)).resolves.toBeDefined()
  })

  it('waits for a backup that is being made, which has to find the bytes of every row that it holds', async () => {
    const backup = new pg.Client(world.ownerUrl)
    await backup.connect()
    await end.setStatus('terminated')
    await end.run('2027-01-07')
    try {
      await backup.query(`select pg_advisory_lock(${removalsHold})`)
      const { files } = await rowsOf(world, end.client)
      await expect(end.run('2027-01-21')).rejects.toThrow('a backup is being made')
      expect((await rowsOf(world, end.client)).files).toBe(files)
      expect(await keysOf(world.platform.storage, String(end.client.id))).toHaveLength(files ?? 0)
    } finally {
      await backup.end()
    }
    await end.run('2027-01-22')
    expect(await end.termsOf()).toMatchObject({ state: 'erased' })
  })
})

describe('a contract that has ended', () => {
  it('shuts end.staff out at once, with the session that they have', async () => {
    expect((await world.call(end.staff, 'GET /api/users/me')).status).toBe(200)
    await end.setStatus('terminated')
    expect((await world.call(end.staff, 'GET /api/users/me')).status).toBe(401)
  })
})
