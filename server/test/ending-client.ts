import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { recordEvent } from '../src/platform/events.ts'
import { keepBytes } from '../src/platform/files/files.ts'
import { eraseClients } from '../src/retention/retention.ts'
import { buildClient, buildConstruction, buildPlatformPerson, buildResident, buildUser, type BuiltClient } from './build.ts'
import type { World } from './world.ts'

/** Two companies with a life behind them, and the daily work that ends one of them. */
export const openEnd = async (world: World) => {
  world.setNow('2026-11-21T10:00:00+09:00')
  const admin = await buildPlatformPerson(world, 'admin')
  const client = await buildClient(world, { name: '終わる会社' })
  const other = await buildClient(world, { name: '続く会社' })
  const { writer } = await fillClient(world, client, '甲')
  await fillClient(world, other, '乙')
  await world.call(admin, 'PATCH /api/clients/:id/terms', { params: client, body: { terms: { erasure_months: 2, accounting_years: 7 } } })
  return {
    client,
    other,
    /** Who wrote the record of a meeting. */
    staff: writer,
    setStatus: async (status: 'contracted' | 'terminated') => {
      const someone = await buildPlatformPerson(world, 'admin')
      return world.call(someone, 'PATCH /api/clients/:id', { params: client, body: { client: { status } } })
    },
    termsOf: async (one = client) =>
      (await world.call(await buildPlatformPerson(world, 'admin'), 'GET /api/clients/:id/terms', { params: one })).body.terms,
    run: async (day: string) => {
      world.setNow(`${day}T00:05:00+09:00`)
      await eraseClients(world.platform)
      await world.runJobs()
    },
  }
}

/** A company with a resident, an order that was paid, its receipt, a photo of it, a record of a meeting and a document. */
const fillClient = async (world: World, one: BuiltClient, word: string) => {
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
    // One that law keeps, and one that was taken away.
    for (const discarded_at of [null, new Date()])
      await db
        .insertInto('documents')
        .values({
          ...ids,
          uuid: randomUUID(),
          kind: 'in_house_document',
          title: `${word}完成図`,
          record_kind: 'as_built_drawing',
          discarded_at,
          file_id: await keepBytes(world.platform, db, one.id, {
            bytes: Buffer.from(`${word}${discarded_at === null ? '' : 'old'}`),
            fileName: '完成図.pdf',
            contentType: 'application/pdf',
          }),
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

/** How many rows each table has of a company, without those that have none. */
export const rowsOf = (world: World, one: BuiltClient) =>
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
/** All that a table has of a company, as text. */
export const everything = (world: World, one: BuiltClient, table: string) =>
  world.inClient(one.id, async db =>
    JSON.stringify((await sql`select to_jsonb(t) from ${sql.table(table)} t where t.client_id = ${one.id}`.execute(db)).rows),
  )
/** Subjects of the mails to role 1 with a word in them. */
export const subjectsOf = (world: World, word: string) =>
  world.inClient(null, async db =>
    (await db.selectFrom('platform_messages').where('subject', 'like', `%${word}%`).select('subject').execute()).map(
      ({ subject }) => subject,
    ),
  )
