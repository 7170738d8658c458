import { beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildConstruction, buildPlatformPerson, buildUser, type BuiltPerson } from '../../../test/build.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { recordEvent } from '../../platform/events.ts'
import { enqueueMail } from '../../platform/messages/outbox.ts'

let world: World
let admin: BuiltPerson

beforeAll(async () => {
  world = await openWorld()
  world.setNow('2026-11-23T10:00:00+09:00')
  admin = await buildPlatformPerson(world, 'admin')
})

const read = async () => (await world.call(admin, 'GET /api/admin/dashboard')).body

describe('GET /api/admin/dashboard', () => {
  it('counts clients, and the constructions of those under contract by segment', async () => {
    const before = await read()
    const client = await buildClient(world)
    await buildConstruction(world, client)
    const done = await buildConstruction(world, client)
    await world.inClient(client.id, db =>
      db
        .updateTable('rooms')
        .set({ status: 'completed', completed_at: new Date(), closed_at: new Date() })
        .where('construction_id', '=', done.id)
        .execute(),
    )
    const ended = await buildClient(world, { status: 'terminated' })
    await buildConstruction(world, ended)
    const after = await read()
    expect(after.clients_count).toEqual({
      contracted: before.clients_count.contracted + 1,
      terminated: before.clients_count.terminated + 1,
    })
    expect(after.progress).toEqual({
      ...before.progress,
      before_construction: before.progress.before_construction + 1,
      construction_completed: before.progress.construction_completed + 1,
    })
  })

  it('sums the sales of all clients over the last twelve months', async () => {
    const client = await buildClient(world)
    const { id, rooms } = await buildConstruction(world, client)
    const place = async (created_at: string, amount: number) =>
      world.inClient(client.id, async db => {
        const order = await db
          .insertInto('orders')
          .values({
            client_id: client.id,
            construction_id: id,
            room_id: rooms[0]!.id,
            pay_method: 'cash',
            status: 'paid',
            total_price_in_tax: amount,
            completion_at: new Date(created_at),
            created_at: new Date(created_at),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const event_id = await recordEvent(db, { kind: 'orders.paid', actor: 'system', clientId: client.id, constructionId: id })
        await db
          .insertInto('ledger_entries')
          .values({ client_id: client.id, order_id: order.id, kind: 'payment', pay_method: 'cash', amount, event_id })
          .execute()
      })
    await place('2026-11-01T00:00:00+09:00', 1100)
    await place('2025-12-01T00:00:00+09:00', 2200)
    await place('2025-11-30T23:59:00+09:00', 4400)
    const { sales_by_month } = await read()
    expect(sales_by_month).toHaveLength(12)
    expect(sales_by_month[0]).toEqual({ month: '2025-12', orders_count: 1, total_sales_amount: 2200 })
    expect(sales_by_month[5]).toEqual({ month: '2026-05', orders_count: 0, total_sales_amount: 0 })
    expect(sales_by_month[11]).toEqual({ month: '2026-11', orders_count: 1, total_sales_amount: 1100 })
  })

  it('names the clients whose messages failed, with those of the last 30 days and where they are about', async () => {
    const client = await buildClient(world)
    const construction = await buildConstruction(world, client)
    const fail = (failed_at: string, constructionId: number | null) =>
      world.inClient(client.id, async db => {
        await enqueueMail(db, client.id, { to: ['nobody@example.jp'], subject: '件名', body: '本文', kind: 'other', constructionId })
        await db
          .updateTable('outbox_messages')
          .set({ state: 'failed', failed_at: new Date(failed_at) })
          .where('client_id', '=', client.id)
          .where('state', '=', 'waiting')
          .execute()
      })
    const ours = async () => (await read()).message_failures.filter(row => row.client.id === client.id)
    expect(await ours()).toEqual([])
    await fail('2026-10-01T09:00:00+09:00', construction.id)
    await fail('2026-11-20T09:00:00+09:00', null)
    expect(await ours()).toMatchObject([
      { client: { cd: client.cd }, failed_count: 2, recent_count: 1, newest_construction_id: construction.id },
    ])
  })

  it('adds up the files of each client', async () => {
    const before = await read()
    const client = await buildClient(world)
    for (const byte_size of [1000, 234])
      await world.inClient(client.id, db =>
        db
          .insertInto('files')
          .values({
            client_id: client.id,
            storage_key: `key-${byte_size}`,
            sha256: Buffer.alloc(32),
            byte_size,
            content_type: 'image/jpeg',
            file_name: 'a.jpg',
          })
          .execute(),
      )
    const { storage } = await read()
    expect(storage.byte_size).toBe(before.storage.byte_size + 1234)
    expect(storage.clients.find(row => row.client.id === client.id)).toMatchObject({ files_count: 2, byte_size: 1234 })
  })

  it('is for role 1, whichever client is chosen', async () => {
    const client = await buildClient(world)
    for (const person of [await buildUser(world, client, 'Staff_Admin'), await buildPlatformPerson(world, 'operator', client)])
      expect((await world.call(person, 'GET /api/admin/dashboard')).status).toBe(403)
    expect((await world.call(await buildPlatformPerson(world, 'admin', client), 'GET /api/admin/dashboard')).status).toBe(200)
  })
})
