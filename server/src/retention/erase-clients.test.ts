import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildClient,
  buildConstruction,
  buildPlatformPerson,
  buildResident,
  buildUser,
  type BuiltClient,
  type BuiltPerson,
} from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'
import { recordEvent } from '../platform/events.ts'
import { keepBytes } from '../platform/files/files.ts'
import { eraseClients } from './retention.ts'

const world = await openWorld()

let admin: BuiltPerson
let client: BuiltClient
let other: BuiltClient
let staff: BuiltPerson

const endedOn = '2026-11-21T10:00:00+09:00'

/** A company with a resident, an order that was paid, its receipt, a photo of it, a record of a meeting and a document. */
const fill = async (one: BuiltClient, word: string) => {
  const construction = await buildConstruction(world, one)
  const room = construction.rooms[0]!
  const resident = await buildResident(world, one, room.id, { name: `${word}居住者`, email: 'resident@example.jp', passwordDigest: 'x' })
  const writer = await buildUser(world, one, 'Staff')
  await buildUser(world, one, 'Staff_Admin')
  await world.inClient(one.id, async db => {
    const ids = { client_id: one.id, construction_id: construction.id }
    const eventId = await recordEvent(db, {
      kind: 'orders.paid',
      actor: 'system',
      clientId: one.id,
      constructionId: construction.id,
      roomId: room.id,
      personal: { name: `${word}居住者` },
    })
    const order = await db
      .insertInto('orders')
      .values({
        ...ids,
        room_id: room.id,
        resident_id: resident.id,
        resident_name: `${word}居住者`,
        pay_method: 'cash',
        status: 'paid',
        completion_at: new Date(),
        total_price_in_tax: 1100,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('ledger_entries')
      .values({ client_id: one.id, order_id: order.id, event_id: eventId, kind: 'payment', amount: 1100, pay_method: 'cash' })
      .execute()
    await db
      .insertInto('receipts')
      .values({ client_id: one.id, order_id: order.id, number: 1, issue_number: 1, addressee: `${word}居住者`, amount: 1100, tax: 100 })
      .execute()
    const file_id = await keepBytes(world.platform, db, one.id, {
      bytes: Buffer.from(word),
      fileName: '図面.pdf',
      contentType: 'application/pdf',
    })
    await db
      .insertInto('documents')
      .values({
        ...ids,
        uuid: randomUUID(),
        kind: 'document',
        title: `${word}図面`,
        file_id,
        created_by_kind: 'user',
        created_by_id: writer.id,
      })
      .execute()
    await db
      .insertInto('support_versions')
      .values({
        client_id: one.id,
        kind: 'building',
        building_id: construction.buildingId,
        contents: `${word}打合せ`,
        written_by_kind: 'user',
        written_by_id: writer.id,
      })
      .execute()
  })
  return { construction, writer }
}

beforeEach(async () => {
  world.setNow(endedOn)
  admin = await buildPlatformPerson(world, 'admin')
  client = await buildClient(world, { name: '終わる会社' })
  other = await buildClient(world, { name: '続く会社' })
  staff = (await fill(client, '甲')).writer
  await fill(other, '乙')
  await world.call(admin, 'PATCH /api/clients/:id/terms', { params: client, body: { terms: { erasure_months: 2, accounting_years: 7 } } })
})

const setStatus = async (status: 'contracted' | 'terminated') => {
  const someone = await buildPlatformPerson(world, 'admin')
  return world.call(someone, 'PATCH /api/clients/:id', { params: client, body: { client: { status } } })
}
const termsOf = async (one = client) =>
  (await world.call(await buildPlatformPerson(world, 'admin'), 'GET /api/clients/:id/terms', { params: one })).body.terms
const run = async (day: string) => {
  world.setNow(`${day}T00:05:00+09:00`)
  await eraseClients(world.platform)
  await world.runJobs()
}
/** How many rows each table has of a company, without those that have none. */
const rowsOf = (one: BuiltClient) =>
  world.inClient(one.id, async db => {
    const { rows } = await sql<{ name: string }>`select erasable.name from erasable_tables() as erasable (name)`.execute(db)
    const counts: Record<string, number> = {}
    for (const { name } of rows) {
      const { rows: found } = await sql<{
        count: number
      }>`select count(*)::int as count from ${sql.table(name)} t where t.client_id = ${one.id}`.execute(db)
      if (found[0]!.count > 0) counts[name] = found[0]!.count
    }
    return counts
  })
const everything = (one: BuiltClient, table: string) =>
  world.inClient(one.id, async db =>
    JSON.stringify((await sql`select to_jsonb(t) from ${sql.table(table)} t where t.client_id = ${one.id}`.execute(db)).rows),
  )
const mails = (word: string) =>
  world.inClient(null, async db =>
    (await db.selectFrom('platform_messages').where('subject', 'like', `%${word}%`).select('subject').execute()).map(
      ({ subject }) => subject,
    ),
  )

describe('the end of a client', () => {
  it('takes what law kept when its years have ended, and leaves that it was', async () => {
    await setStatus('terminated')
    for (const day of ['2027-01-07', '2027-01-21', '2033-11-20']) await run(day)
    expect(await rowsOf(client)).toHaveProperty('orders')
    await run('2033-11-21')
    expect(await rowsOf(client)).toMatchObject({ support_versions: 1 })
    for (const gone of ['orders', 'receipts', 'ledger_entries']) expect(await rowsOf(client)).not.toHaveProperty(gone)
    await run('2036-11-21')
    await run('2036-11-22')
    expect(Object.keys(await rowsOf(client))).toEqual(['events'])
    const events = await world.inClient(client.id, db => db.selectFrom('events').orderBy('id').select('kind').execute())
    expect(events.map(({ kind }) => kind)).toEqual([
      'clients.terms_changed',
      'clients.changed',
      'clients.erasure_announced',
      'clients.erasure_began',
      'clients.erased',
      'clients.kept_data_erased',
      'clients.kept_data_erased',
    ])
    expect(await rowsOf(other)).toHaveProperty('orders')
  })

  it('is announced two weeks before, and takes everything but what law keeps, of this company alone', async () => {
    const before = await rowsOf(other)
    await setStatus('terminated')
    expect(await termsOf()).toMatchObject({
      state: 'waiting',
      terminated_on: '2026-11-21',
      erase_on: '2027-01-21',
      accounting_until: '2033-11-21',
      records_until: '2036-11-21',
      warned_on: null,
    })
    await run('2027-01-06')
    expect((await termsOf()).warned_on).toBeNull()
    await run('2027-01-07')
    await run('2027-01-08')
    expect((await mails('終わる会社')).every(subject => subject.includes('2027年1月21日'))).toBe(true)
    expect(await mails('続く会社')).toEqual([])
    expect((await termsOf()).warned_on).toBe('2027-01-07')
    await run('2027-01-20')
    expect(await everything(client, 'residents')).toContain('甲居住者')
    await run('2027-01-21')
    expect(await termsOf()).toMatchObject({ state: 'erased', erased_on: '2027-01-21', accounting_erased_on: null })
    const left = await rowsOf(client)
    expect(left).toMatchObject({
      orders: 1,
      receipts: 1,
      ledger_entries: 1,
      support_versions: 1,
      users: 1,
      buildings: 1,
      constructions: 1,
      rooms: 1,
    })
    for (const gone of ['documents', 'files', 'event_personal_values', 'sessions', 'logins', 'outbox_messages'])
      expect(left).not.toHaveProperty(gone)
    for (const [table, word] of [
      ['orders', '甲居住者'],
      ['residents', '甲居住者'],
      ['users', '@'],
    ] as const)
      expect(await everything(client, table)).not.toContain(word)
    expect(await everything(client, 'support_versions')).toContain('甲打合せ')
    const after = await rowsOf(other)
    expect(after).toEqual(before)
    expect(await everything(other, 'residents')).toContain('乙居住者')
  })

  it('can be taken back before the erasing, which is announced anew at the next end, and not after it', async () => {
    await setStatus('terminated')
    await run('2027-01-07')
    expect((await setStatus('contracted')).status).toBe(200)
    await run('2027-01-22')
    expect(await termsOf()).toMatchObject({ state: 'contracted', terminated_on: null, warned_on: null })
    expect(await everything(client, 'residents')).toContain('甲居住者')
    await setStatus('terminated')
    await run('2027-03-22')
    expect((await termsOf()).warned_on).toBe('2027-03-22')
    await run('2027-04-04')
    expect((await termsOf()).state).toBe('waiting')
    await run('2027-04-05')
    expect((await termsOf()).state).toBe('erased')
    expect(await setStatus('contracted')).toMatchObject({ status: 422, body: { code: 'client_erased' } })
    const someone = await buildPlatformPerson(world, 'admin')
    expect((await world.call(someone, 'POST /api/clients/:id/exports', { params: client })).status).toBe(422)
    expect(
      (await world.call(someone, 'PATCH /api/clients/:id/terms', { params: client, body: { terms: { records_years: 20 } } })).status,
    ).toBe(422)
  })

  it('waits for money that is still to go back', async () => {
    await world.inClient(client.id, async db => {
      const order = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
      await db
        .insertInto('refunds')
        .values({
          client_id: client.id,
          order_id: order.id,
          amount: 1100,
          refund_method: 'bank_transfer',
          state: 'account_wanted',
          reason: 'cancellation',
        })
        .execute()
    })
    await setStatus('terminated')
    for (const day of ['2027-01-07', '2027-01-21']) await run(day)
    expect(await termsOf()).toMatchObject({ state: 'waiting', open_refunds: 1 })
    await world.inClient(client.id, db => db.updateTable('refunds').set({ state: 'done', done_at: new Date() }).execute())
    await run('2027-01-22')
    expect((await termsOf()).state).toBe('erased')
  })

  it('goes on where it was broken off, and leaves no bytes behind', async () => {
    const keys = await world.inClient(client.id, db => db.selectFrom('files').select('storage_key').execute())
    await setStatus('terminated')
    await run('2027-01-07')
    const { remove } = world.platform.storage
    world.platform.storage.remove = () => Promise.reject(new Error('the disk is away'))
    await expect(run('2027-01-21')).rejects.toThrow('the disk is away')
    world.platform.storage.remove = remove
    expect((await termsOf()).state).toBe('erasing')
    expect((await setStatus('contracted')).status).toBe(422)
    await run('2027-01-22')
    expect((await termsOf()).state).toBe('erased')
    for (const { storage_key } of keys) await expect(world.platform.storage.read(storage_key).toArray()).rejects.toThrow('ENOENT')
  })

  it('is refused by the database for a company whose erasing has not begun, and for any other', async () => {
    const erase = (inside: BuiltClient, erased: BuiltClient) =>
      world.inClient(inside.id, db => sql`select erase_client_rows(${erased.id}, 'residents', false, false, 10, '{}')`.execute(db))
    await expect(erase(other, other)).rejects.toThrow('is not being erased')
    await setStatus('terminated')
    await expect(erase(client, client)).rejects.toThrow('is not being erased')
    for (const day of ['2027-01-07', '2027-01-21']) await run(day)
    await expect(erase(other, client)).rejects.toThrow('is not being erased')
    await expect(erase(client, client)).resolves.toBeDefined()
  })
})

describe('a contract that has ended', () => {
  it('shuts staff out at once, with the session that they have', async () => {
    expect((await world.call(staff, 'GET /api/users/me')).status).toBe(200)
    await setStatus('terminated')
    expect((await world.call(staff, 'GET /api/users/me')).status).toBe(401)
  })
})
