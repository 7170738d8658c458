import { beforeEach, describe, expect, it } from 'vitest'
import { buildPlatformPerson } from '../../test/build.ts'
import { everything, openEnd, rowsOf } from '../../test/ending-client.ts'
import { openWorld } from '../../test/world.ts'

const world = await openWorld()

let end: Awaited<ReturnType<typeof openEnd>>

beforeEach(async () => {
  end = await openEnd(world)
})

describe('the end of a client', () => {
  it('takes what law kept when its years have ended, and leaves that it was', async () => {
    await end.setStatus('terminated')
    for (const day of ['2027-01-07', '2027-01-21', '2033-11-20']) await end.run(day)
    expect(await rowsOf(world, end.client)).toHaveProperty('orders')
    await end.run('2033-11-21')
    expect(await rowsOf(world, end.client)).toMatchObject({ support_versions: 1 })
    for (const gone of ['orders', 'receipts', 'ledger_entries']) expect(await rowsOf(world, end.client)).not.toHaveProperty(gone)
    await end.run('2036-11-21')
    await end.run('2036-11-22')
    expect(Object.keys(await rowsOf(world, end.client))).toEqual(['events'])
    const events = await world.inClient(end.client.id, db => db.selectFrom('events').orderBy('id').select('kind').execute())
    expect(events.map(({ kind }) => kind)).toEqual([
      'clients.terms_changed',
      'clients.changed',
      'clients.erasure_announced',
      'clients.erasure_began',
      'clients.erased',
      'clients.kept_data_erased',
      'clients.kept_data_erased',
    ])
    expect(await rowsOf(world, end.other)).toHaveProperty('orders')
  })

  it('can be taken back before the erasing, which is announced anew at the next end, and not after it', async () => {
    await end.setStatus('terminated')
    await end.run('2027-01-07')
    expect((await end.setStatus('contracted')).status).toBe(200)
    await end.run('2027-01-22')
    expect(await end.termsOf()).toMatchObject({ state: 'contracted', terminated_on: null, warned_on: null })
    expect(await everything(world, end.client, 'residents')).toContain('甲居住者')
    await end.setStatus('terminated')
    await end.run('2027-03-22')
    expect((await end.termsOf()).warned_on).toBe('2027-03-22')
    await end.run('2027-04-04')
    expect((await end.termsOf()).state).toBe('waiting')
    await end.run('2027-04-05')
    expect((await end.termsOf()).state).toBe('erased')
    expect(await end.setStatus('contracted')).toMatchObject({ status: 422, body: { code: 'client_erased' } })
    const someone = await buildPlatformPerson(world, 'admin')
    expect((await world.call(someone, 'POST /api/clients/:id/exports', { params: end.client })).status).toBe(422)
    expect(
      (await world.call(someone, 'PATCH /api/clients/:id/terms', { params: end.client, body: { terms: { records_years: 20 } } })).status,
    ).toBe(422)
  })

  it('waits for money that is still to go back', async () => {
    await world.inClient(end.client.id, async db => {
      const order = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
      await db
        .insertInto('refunds')
        .values({
          client_id: end.client.id,
          order_id: order.id,
          amount: 1100,
          refund_method: 'bank_transfer',
          state: 'account_wanted',
          reason: 'cancellation',
        })
        .execute()
    })
    await end.setStatus('terminated')
    for (const day of ['2027-01-07', '2027-01-21']) await end.run(day)
    expect(await end.termsOf()).toMatchObject({ state: 'waiting', open_refunds: 1 })
    await world.inClient(end.client.id, db => db.updateTable('refunds').set({ state: 'done', done_at: new Date() }).execute())
    await end.run('2027-01-22')
    expect((await end.termsOf()).state).toBe('erased')
  })

  it('goes on where it was broken off, and leaves no bytes behind', async () => {
    const keys = await world.inClient(end.client.id, db =>
      db.selectFrom('files').where('file_name', '=', '図面.pdf').select('storage_key').execute(),
    )
    await end.setStatus('terminated')
    await end.run('2027-01-07')
    const { remove } = world.platform.storage
    world.platform.storage.remove = () => Promise.reject(new Error('the disk is away'))
    await expect(end.run('2027-01-21')).rejects.toThrow('the disk is away')
    world.platform.storage.remove = remove
    expect((await end.termsOf()).state).toBe('erasing')
    expect((await end.setStatus('contracted')).status).toBe(422)
    await end.run('2027-01-22')
    expect((await end.termsOf()).state).toBe('erased')
    for (const { storage_key } of keys) await expect(world.platform.storage.read(storage_key).toArray()).rejects.toThrow('ENOENT')
  })
})
