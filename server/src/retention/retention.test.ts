import { beforeEach, describe, expect, it } from 'vitest'
import { type BuiltClient, buildClient, buildConstruction, type BuiltConstruction, buildResident } from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'
import { recordEvent } from '../platform/events.ts'
import { keepBytes } from '../platform/files.ts'
import { enqueueMail } from '../platform/outbox.ts'
import { erasePeople } from './retention.ts'

const world = await openWorld()

let client: BuiltClient
let construction: BuiltConstruction
let slip: number

const closedOn = '2026-11-21T10:00:00+09:00'
const roomOf = (name: string) => construction.rooms.find(room => room.name === name)!

/** Two closed rooms with everything about their people, and one that is still open. */
beforeEach(async () => {
  world.setNow(closedOn)
  client = await buildClient(world)
  construction = await buildConstruction(world, client, { floors: 1, perFloor: 3 })
  await fill('101', '鈴木 一郎', 'suzuki@example.jp')
  await fill('103', '高橋 次郎', 'takahashi@example.jp')
  await close('101')
})

const close = (name: string) =>
  world.inClient(client.id, db =>
    db
      .updateTable('rooms')
      .set({ status: 'completed', completed_at: world.platform.now(), closed_at: world.platform.now() })
      .where('id', '=', roomOf(name).id)
      .execute(),
  )

const fill = async (name: string, person: string, email: string) => {
  const room = roomOf(name)
  const resident = await buildResident(world, client, room.id, { name: person, email, passwordDigest: 'x' })
  await world.inClient(client.id, async db => {
    const ids = { client_id: client.id, room_id: room.id }
    const eventId = await recordEvent(db, {
      kind: 'residents.updated',
      actor: 'system',
      clientId: client.id,
      constructionId: construction.id,
      roomId: room.id,
      personal: { after: { name: person } },
    })
    await enqueueMail(db, client.id, { kind: 'other', to: [email], subject: `${person} 様`, body: `${person} 様へ`, eventId })
    await db
      .insertInto('room_presences')
      .values({ ...ids, presence_method: 'proxy', proxy_name: `${person}の代理`, proxy_phone: '09011112222' })
      .execute()
    slip = await keepBytes(world.platform, db, client.id, {
      bytes: Buffer.from('slip'),
      fileName: 'slip.png',
      contentType: 'image/png',
    })
    await db
      .insertInto('room_answers')
      .values({ ...ids, event_id: eventId, channel: 'paper', caller: person, slip_file_id: slip })
      .execute()
    await db
      .insertInto('key_custodies')
      .values({ ...ids, received_at: new Date(), received_from: person, returned_at: new Date(), returned_to: person })
      .execute()
    const order = await db
      .insertInto('orders')
      .values({
        client_id: client.id,
        construction_id: construction.id,
        room_id: room.id,
        resident_id: resident.id,
        resident_name: person,
        pay_method: 'cash',
        status: 'paid',
        completion_at: new Date(),
        total_price_in_tax: 1100,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('receipts')
      .values({ client_id: client.id, order_id: order.id, number: 1, issue_number: 1, addressee: person, amount: 1100, tax: 100 })
      .execute()
  })
  return resident
}

/** Everything of the client that could name anybody, as one text. */
const everything = () =>
  world.inClient(client.id, async db => {
    const [residents, presences, personal, messages, answers, keys, orders, receipts] = [
      await db.selectFrom('residents').selectAll().execute(),
      await db.selectFrom('room_presences').selectAll().execute(),
      await db.selectFrom('event_personal_values').selectAll().execute(),
      await db.selectFrom('outbox_messages').selectAll().execute(),
      await db.selectFrom('room_answers').selectAll().execute(),
      await db.selectFrom('key_custodies').selectAll().execute(),
      await db.selectFrom('orders').selectAll().execute(),
      await db.selectFrom('receipts').selectAll().execute(),
    ]
    return JSON.stringify({ residents, presences, personal, messages, answers, keys, orders, receipts })
  })
const run = async (now: string) => {
  world.setNow(now)
  await erasePeople(world.platform)
}

describe('erasing people', () => {
  it('waits for the client’s time, a year unless it says otherwise', async () => {
    await run('2027-11-21T09:59:00+09:00')
    expect(await everything()).toContain('鈴木')
    await world.inClient(client.id, db => db.insertInto('sale_settings').values({ client_id: client.id, retention_months: 24 }).execute())
    await run('2027-11-22T00:05:00+09:00')
    expect(await everything()).toContain('鈴木')
    await run('2028-11-22T00:05:00+09:00')
    expect(await everything()).not.toContain('鈴木')
  })

  it('leaves nothing of the person, the orders and the events without them, and other rooms as they are', async () => {
    const slips = await world.inClient(client.id, db => db.selectFrom('files').select('id').execute())
    expect(slips).toHaveLength(2)
    await run('2027-11-22T00:05:00+09:00')
    const left = await everything()
    for (const word of ['鈴木', 'suzuki@example.jp']) expect(left).not.toContain(word)
    for (const word of ['高橋 次郎', 'takahashi@example.jp']) expect(left).toContain(word)
    await world.inClient(client.id, async db => {
      expect(await db.selectFrom('files').select('id').execute()).toEqual([{ id: slip }])
      const kept = await db.selectFrom('orders').where('room_id', '=', roomOf('101').id).select(['total_price_in_tax', 'status']).execute()
      expect(kept).toEqual([{ total_price_in_tax: 1100, status: 'paid' }])
      const events = await db.selectFrom('events').where('room_id', '=', roomOf('101').id).orderBy('id').select('kind').execute()
      expect(events.map(({ kind }) => kind)).toEqual(['residents.updated', 'residents.erased'])
      const sessions = await db.selectFrom('sessions').where('client_id', '=', client.id).select('uid').execute()
      expect(sessions).toHaveLength(1)
    })
  })

  it('waits for money that is still to go back: somebody has to know where to', async () => {
    const refund = await world.inClient(client.id, async db => {
      const order = await db.selectFrom('orders').where('room_id', '=', roomOf('101').id).select('id').executeTakeFirstOrThrow()
      return db
        .insertInto('refunds')
        .values({
          client_id: client.id,
          order_id: order.id,
          amount: 1100,
          refund_method: 'bank_transfer',
          state: 'account_wanted',
          reason: 'cancellation',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    })
    await run('2027-11-22T00:05:00+09:00')
    expect(await everything()).toContain('鈴木')
    await world.inClient(client.id, db =>
      db.updateTable('refunds').set({ state: 'done', done_at: new Date() }).where('id', '=', refund.id).execute(),
    )
    await run('2027-11-23T00:05:00+09:00')
    expect(await everything()).not.toContain('鈴木')
  })

  it('does it once, and again only for what came late', async () => {
    const erasures = () =>
      world.inClient(
        client.id,
        async db => (await db.selectFrom('events').where('kind', '=', 'residents.erased').select('id').execute()).length,
      )
    await run('2027-11-22T00:05:00+09:00')
    await run('2027-11-23T00:05:00+09:00')
    expect(await erasures()).toBe(1)
    await world.inClient(client.id, db =>
      db.updateTable('room_answers').set({ caller: '鈴木' }).where('room_id', '=', roomOf('101').id).execute(),
    )
    await run('2027-11-24T00:05:00+09:00')
    expect(await erasures()).toBe(2)
    expect(await everything()).not.toContain('鈴木')
  })

  it('gives up the papers that were made of these people, and keeps the newer ones', async () => {
    const paper = (made: string, name: string) =>
      world.inClient(client.id, async db => {
        const file_id = await keepBytes(world.platform, db, client.id, {
          bytes: Buffer.from('%PDF'),
          fileName: name,
          contentType: 'application/pdf',
        })
        await db
          .insertInto('jobs')
          .values({
            client_id: client.id,
            kind: 'call_list',
            requested_by_kind: 'staff',
            requested_by_id: 1,
            state: 'done',
            finished_at: new Date(made),
            file_id,
          })
          .execute()
      })
    await paper('2026-11-20T10:00:00+09:00', 'old.pdf')
    await paper('2027-11-20T10:00:00+09:00', 'new.pdf')
    await run('2027-11-22T00:05:00+09:00')
    const names = await world.inClient(client.id, db =>
      db.selectFrom('files').where('content_type', '=', 'application/pdf').select('file_name').execute(),
    )
    expect(names).toEqual([{ file_name: 'new.pdf' }])
  })

  it('keeps an open room however old it is', async () => {
    await run('2036-11-22T00:05:00+09:00')
    expect(await everything()).toContain('高橋 次郎')
  })
})
