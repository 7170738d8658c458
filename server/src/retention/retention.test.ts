import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type BuiltClient,
  buildClient,
  buildConstruction,
  buildContractor,
  type BuiltConstruction,
  buildResident,
  buildUser,
} from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { keepBytes, keepFile } from '../platform/files/files.ts'
import { enqueueMail } from '../platform/messages/outbox.ts'
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
    // Whatever is typed as the reading goes with the name.
    await db.updateTable('residents').set({ name_kana: person }).where('id', '=', resident.id).execute()
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
    await world.inClient(client.id, async db => {
      await db.updateTable('room_answers').set({ caller: '鈴木' }).where('room_id', '=', roomOf('101').id).execute()
      await recordEvent(db, {
        kind: 'answers.noted',
        actor: 'system',
        clientId: client.id,
        constructionId: construction.id,
        roomId: roomOf('101').id,
      })
    })
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

describe('what is nobody’s any more', () => {
  const late = '2027-11-22T00:05:00+09:00'
  const hidden = new Date('2026-11-20T10:00:00+09:00')
  const young = new Date('2027-11-20T10:00:00+09:00')
  const file = async (db: Db, name: string) => {
    const picture = { bytes: Buffer.from(name), fileName: name, contentType: 'image/jpeg' }
    return keepBytes(world.platform, db, client.id, picture)
  }
  const fileNames = () =>
    world.inClient(client.id, async db =>
      (await db.selectFrom('files').where('content_type', '=', 'image/jpeg').orderBy('id').select('file_name').execute()).map(
        ({ file_name }) => file_name,
      ),
    )
  const bytesOf = (storage_key: string) => readAll(world.platform.storage.read(storage_key)).catch(() => 'gone')

  it('are hidden photos and their bytes, of rooms and of the common area', async () => {
    const photo = { timing: 'before_construction', filming_at: hidden, uploaded_by_kind: 'staff', uploaded_by_id: 1 } as const
    const keys = await world.inClient(client.id, async db => {
      const of = { client_id: client.id, construction_id: construction.id }
      const entry = await db
        .insertInto('photography_place_entries')
        .values({ ...of, area: 'private', free_input: '玄関', position: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const [name, hidden_at] of [
        ['old', hidden],
        ['young', young],
        ['shown', null],
      ] as const) {
        const place = { ...of, ...photo, photography_place_entry_id: entry.id, hidden_at }
        const files = async (kind: string) => ({
          file_id: await file(db, `${name} ${kind}`),
          thumbnail_file_id: await file(db, `${name} ${kind} small`),
        })
        await db
          .insertInto('room_images')
          .values({ ...place, ...(await files('room')), uuid: randomUUID(), room_id: roomOf('103').id })
          .execute()
        await db
          .insertInto('common_area_images')
          .values({ ...place, ...(await files('common')), uuid: randomUUID() })
          .execute()
      }
      return db.selectFrom('files').where('file_name', 'in', ['old room', 'shown room']).orderBy('id').select('storage_key').execute()
    })
    await run(late)
    const kept = ['young', 'shown'].flatMap(name => ['room', 'room small', 'common', 'common small'].map(kind => `${name} ${kind}`))
    expect(await fileNames()).toEqual(kept)
    expect(await Promise.all(keys.map(({ storage_key }) => bytesOf(storage_key)))).toEqual(['gone', 'shown room'])
  })

  it('leave no bytes behind where the process ends before they follow', async () => {
    const key = await world.inClient(client.id, async db => {
      const row = { client_id: client.id, construction_id: construction.id, created_by_kind: 'staff', created_by_id: 1, created_at: hidden }
      const file_id = await file(db, 'left behind')
      await db
        .insertInto('documents')
        .values({ ...row, uuid: randomUUID(), file_id, kind: 'document', title: 'old', discarded_at: hidden })
        .execute()
      return (await db.selectFrom('files').where('id', '=', file_id).select('storage_key').executeTakeFirstOrThrow()).storage_key
    })
    const { remove } = world.platform.storage
    world.platform.storage.remove = () => Promise.reject(new Error('the process ended'))
    await expect(run(late)).rejects.toThrow('failed')
    world.platform.storage.remove = remove
    expect([await fileNames(), await bytesOf(key)]).toEqual([[], 'left behind'])
    await world.runJobs()
    expect(await bytesOf(key)).toBe('gone')
  })

  it('leave no bytes behind where the storage is away for longer than the queue tries', async () => {
    const [stuck, key] = await world.inClient(client.id, async db => {
      const row = { client_id: client.id, construction_id: construction.id, created_by_kind: 'staff', created_by_id: 1, created_at: hidden }
      const fileIds = [await file(db, 'stuck'), await file(db, 'after it')]
      for (const file_id of fileIds)
        await db
          .insertInto('documents')
          .values({ ...row, uuid: randomUUID(), file_id, kind: 'document', title: 'old', discarded_at: hidden })
          .execute()
      const files = await db.selectFrom('files').where('id', 'in', fileIds).orderBy('id').select('storage_key').execute()
      return files.map(({ storage_key }) => storage_key)
    })
    const { remove } = world.platform.storage
    world.platform.storage.remove = one => (one === stuck ? Promise.reject(new Error('the storage is away')) : remove(one))
    await expect(run(late)).rejects.toThrow('failed')
    await expect(world.runJobs()).rejects.toThrow('failed')
    expect([await fileNames(), await bytesOf(stuck!), await bytesOf(key!)]).toEqual([[], 'stuck', 'gone'])
    world.platform.storage.remove = remove
    await run('2027-11-23T00:05:00+09:00')
    expect(await bytesOf(stuck!)).toBe('gone')
  })

  it('are hidden documents and manuals, with their views', async () => {
    await world.inClient(client.id, async db => {
      const by = { client_id: client.id, construction_id: construction.id, created_by_kind: 'staff', created_by_id: 1, created_at: hidden }
      for (const [name, discarded_at] of [
        ['old', hidden],
        ['young', young],
      ] as const) {
        const staged = await world.platform.storage.stage(Readable.from([Buffer.from(name)]), { fileName: name, contentType: 'image/jpeg' })
        const file_id = await keepFile(world.platform, db, client.id, { ...staged, view: Buffer.from('view') })
        await db
          .insertInto('documents')
          .values({ ...by, uuid: randomUUID(), file_id, kind: 'document', title: name, discarded_at })
          .execute()
        await db
          .insertInto('handling_equipments')
          .values({
            ...by,
            uuid: randomUUID(),
            file_id: await file(db, `${name} manual`),
            file_name: name,
            for_app: false,
            registered_on: '2026-11-20',
            discarded_at,
          })
          .execute()
      }
    })
    expect(await fileNames()).toHaveLength(6)
    await run(late)
    expect(await fileNames()).toEqual(['young.jpg', 'young', 'young manual'])
  })

  it('are the documents of a deleted construction, its records ten years after the others', async () => {
    await world.inClient(client.id, async db => {
      for (const record_kind of [null, 'meeting_record'] as const)
        await db
          .insertInto('documents')
          .values({
            client_id: client.id,
            construction_id: construction.id,
            created_by_kind: 'staff',
            created_by_id: 1,
            created_at: hidden,
            uuid: randomUUID(),
            file_id: await file(db, record_kind ?? 'paper'),
            kind: 'attachment_file',
            title: record_kind ?? 'paper',
            record_kind,
          })
          .execute()
      await db.updateTable('constructions').set({ discarded_at: hidden }).where('id', '=', construction.id).execute()
    })
    await run(late)
    expect(await fileNames()).toEqual(['meeting_record'])
    await run('2036-11-19T10:00:00+09:00')
    expect(await fileNames()).toEqual(['meeting_record'])
    await run('2036-11-21T10:00:00+09:00')
    expect(await fileNames()).toEqual([])
  })

  it('is mail to the staff, of which stays that it was sent', async () => {
    const write = (to: string, subject: string) =>
      world.inClient(client.id, db => enqueueMail(db, client.id, { kind: 'other', to: [to], subject, body: `${subject} 本文` }))
    world.setNow('2026-11-20T10:00:00+09:00')
    await write('old@example.jp', '古い知らせ')
    await world.inClient(client.id, db =>
      db
        .updateTable('outbox_messages')
        .set({ created_at: hidden, next_attempt_at: hidden, state: 'sent' as const, sent_at: hidden })
        .where('subject', '=', '古い知らせ')
        .execute(),
    )
    world.setNow('2027-11-20T10:00:00+09:00')
    await write('young@example.jp', '新しい知らせ')
    await world.inClient(client.id, db =>
      db.updateTable('outbox_messages').set({ created_at: young, next_attempt_at: young }).where('subject', '=', '新しい知らせ').execute(),
    )
    await run(late)
    const left = await everything()
    for (const word of ['古い知らせ', 'old@example.jp']) expect(left).not.toContain(word)
    // What is about a room that is open stays as long as the room does.
    for (const word of ['新しい知らせ', 'young@example.jp', '高橋 次郎 様']) expect(left).toContain(word)
    const sent = await world.inClient(client.id, db =>
      db.selectFrom('outbox_messages').where('state', '=', 'sent').select(['recipients', 'sent_at']).execute(),
    )
    expect(sent).toEqual([{ recipients: ['消去済み'], sent_at: hidden }])
    // A year later nobody asks for that any more.
    await run('2028-11-23T00:05:00+09:00')
    const kept = await world.inClient(client.id, db =>
      db.selectFrom('outbox_messages').where('sent_at', '=', hidden).select('id').execute(),
    )
    expect(kept).toEqual([])
  })

  it('is mail to admins and operators, and every hold that has run out', async () => {
    const scope = `test ${client.cd}`
    await world.inClient(null, async db => {
      const mail = { recipients: ['admin@example.jp'], subject: scope, body: 'x', state: 'sent' as const, sent_at: hidden }
      await db
        .insertInto('platform_messages')
        .values([
          { ...mail, created_at: hidden },
          { ...mail, created_at: young },
        ])
        .execute()
    })
    await world.inClient(client.id, async db => {
      const of = { client_id: client.id, construction_id: construction.id }
      const frame = await db
        .insertInto('construction_time_frames')
        .values({ ...of, start_at: '09:00', end_at: '12:00', frame_number: 2 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const held = { ...of, date: '2026-12-01', construction_time_frame_id: frame.id }
      await db
        .insertInto('frame_holds')
        .values([
          { ...held, frame_number: 1, room_id: roomOf('101').id, expires_at: young },
          { ...held, frame_number: 2, room_id: roomOf('103').id, expires_at: new Date('2027-11-23T10:00:00+09:00') },
        ])
        .execute()
    })
    await run(late)
    await world.inClient(null, async db => {
      expect(await db.selectFrom('platform_messages').where('subject', '=', scope).select('created_at').execute()).toEqual([
        { created_at: young },
      ])
    })
    const held = await world.inClient(client.id, db => db.selectFrom('frame_holds').select('room_id').execute())
    expect(held).toEqual([{ room_id: roomOf('103').id }])
  })

  it('are people of deleted constructions, whose rooms were never closed', async () => {
    const discard = (discarded_at: Date | null) =>
      world.inClient(client.id, db => db.updateTable('constructions').set({ discarded_at }).where('id', '=', construction.id).execute())
    await discard(young)
    await run(late)
    expect(await everything()).toContain('高橋 次郎')
    await discard(hidden)
    await run('2027-11-23T00:05:00+09:00')
    expect(await everything()).not.toContain('高橋 次郎')
  })

  it('is what a construction that was deleted had: photos, documents, who was in charge, and what its events say of them', async () => {
    const drawn = await world.inClient(client.id, async db => {
      const of = { client_id: client.id, construction_id: construction.id }
      const entry = await db
        .insertInto('photography_place_entries')
        .values({ ...of, area: 'private', free_input: '玄関', position: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const photo = {
        ...of,
        timing: 'before_construction',
        filming_at: hidden,
        uploaded_by_kind: 'staff',
        uploaded_by_id: 1,
        photography_place_entry_id: entry.id,
        hidden_at: null,
      } as const
      const files = async (name: string) => ({ file_id: await file(db, name), thumbnail_file_id: await file(db, `${name} small`) })
      await db
        .insertInto('room_images')
        .values({ ...photo, ...(await files('room')), uuid: randomUUID(), room_id: roomOf('103').id })
        .execute()
      await db
        .insertInto('common_area_images')
        .values({ ...photo, ...(await files('common')), uuid: randomUUID() })
        .execute()
      await db
        .insertInto('documents')
        .values({
          ...of,
          created_by_kind: 'staff',
          created_by_id: 1,
          uuid: randomUUID(),
          file_id: await file(db, 'plan'),
          kind: 'document',
          title: '図',
        })
        .execute()
      await db
        .updateTable('constructions')
        .set({ contract_representative: '理事長 田中', emergency_phone_number: '09099998888', remarks: '田中様へ電話' })
        .where('id', '=', construction.id)
        .execute()
      await recordEvent(db, {
        kind: 'constructions.updated',
        actor: 'system',
        clientId: client.id,
        constructionId: construction.id,
        personal: { after: { contract_representative: '理事長 田中' } },
      })
      return db.selectFrom('files').where('file_name', '=', 'room').select('storage_key').executeTakeFirstOrThrow()
    })
    const discard = (discarded_at: Date) =>
      world.inClient(client.id, db => db.updateTable('constructions').set({ discarded_at }).where('id', '=', construction.id).execute())
    const said = () =>
      world.inClient(client.id, async db =>
        JSON.stringify([
          await db.selectFrom('constructions').selectAll().execute(),
          await db.selectFrom('event_personal_values').selectAll().execute(),
        ]),
      )
    await run(late)
    await discard(young)
    await run(late)
    expect(await fileNames()).toEqual(['room', 'room small', 'common', 'common small', 'plan'])
    expect(await said()).toContain('田中')
    await discard(hidden)
    await run(late)
    expect(await fileNames()).toEqual([])
    expect(await bytesOf(drawn.storage_key)).toBe('gone')
    for (const word of ['田中', '09099998888']) expect(await said()).not.toContain(word)
    expect(await said()).toContain(construction.uuid)
  })

  it('is who represented a company that was discarded, and where; its name stays', async () => {
    const companies = [await buildContractor(world, client), await buildContractor(world, client)]
    await world.inClient(client.id, async db => {
      for (const [at, { id }] of companies.entries())
        await db
          .updateTable('contractors')
          .set({ representative_name: '代表 三郎', address: '東京都', discarded_at: at === 0 ? hidden : young })
          .where('id', '=', id)
          .execute()
    })
    await run(late)
    const rows = await world.inClient(client.id, db =>
      db.selectFrom('contractors').orderBy('id').select(['name', 'representative_name', 'address']).execute(),
    )
    expect(rows).toEqual([
      { name: expect.stringMatching(/./) as string, representative_name: null, address: null },
      { name: expect.stringMatching(/./) as string, representative_name: '代表 三郎', address: '東京都' },
    ])
  })

  it('is how discarded staff were reached; who did what stays', async () => {
    const discarded = await buildUser(world, client, 'Staff', { name: '退職 太郎', email: 'left@example.jp', passwordDigest: 'x' })
    const lately = await buildUser(world, client, 'Craftsman', { name: '最近 次郎', email: 'lately@example.jp' })
    const present = await buildUser(world, client, 'Staff', { email: 'here@example.jp' })
    await world.inClient(client.id, async db => {
      for (const [{ id }, discarded_at] of [
        [discarded, hidden],
        [lately, young],
      ] as const)
        await db.updateTable('users').set({ discarded_at, phone: '0312345678' }).where('id', '=', id).execute()
      await recordEvent(db, {
        kind: 'staffs.updated',
        actor: 'system',
        clientId: client.id,
        subject: { type: 'staffs', id: discarded.id },
        personal: { after: { email: 'left-before@example.jp' } },
      })
    })
    await run(late)
    const users = await world.inClient(client.id, db =>
      db.selectFrom('users').orderBy('id').select(['id', 'name', 'email', 'phone', 'login_id', 'password_digest']).execute(),
    )
    expect(users).toMatchObject([
      { name: '退職 太郎', email: '', phone: null, login_id: `erased-${discarded.id}`, password_digest: null },
      { id: lately.id, email: 'lately@example.jp', phone: '0312345678' },
      { id: present.id, email: 'here@example.jp' },
    ])
    expect(await everything()).not.toContain('left-before@example.jp')
  })

  it('is what was written about calls of a room, which nobody can change otherwise', async () => {
    await world.inClient(client.id, async db => {
      const entry = {
        client_id: client.id,
        kind: 'customer',
        building_id: construction.buildingId,
        construction_id: construction.id,
        written_by_kind: 'user',
        written_by_id: 1,
      } as const
      await db
        .insertInto('support_versions')
        .values([
          { ...entry, room_id: roomOf('101').id, contents: '鈴木様より入電' },
          { ...entry, room_id: roomOf('103').id, contents: '高橋様より入電' },
        ])
        .execute()
    })
    const change = world.inClient(client.id, db => db.updateTable('support_versions').set({ contents: 'x' }).execute())
    await expect(change).rejects.toThrow(/permission denied/)
    const other = await buildClient(world)
    await world.inClient(other.id, db => sql`select erase_support_versions(${client.id}, ${[roomOf('103').id]}::bigint[])`.execute(db))
    await run(late)
    const entries = await world.inClient(client.id, db => db.selectFrom('support_versions').orderBy('id').select('contents').execute())
    expect(entries).toEqual([{ contents: '（消去済み）' }, { contents: '高橋様より入電' }])
  })

  it('is why an entry of a building was erased, which is about no room', async () => {
    const admin = await buildUser(world, client, 'Staff_Admin')
    const { id } = await world.inClient(client.id, db =>
      db
        .insertInto('support_versions')
        .values({
          client_id: client.id,
          kind: 'building',
          building_id: construction.buildingId,
          written_by_kind: 'user',
          written_by_id: admin.id,
          contents: '理事長より入電',
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const params = { building_id: construction.buildingId, id }
    const body = { erasure: { reason: '鈴木様からの申し出' } }
    const answer = await world.call(admin, 'POST /api/buildings/:building_id/building_support_versions/:id/erasure', { params, body })
    expect(answer.status).toBe(200)
    const reasons = () => world.inClient(client.id, db => db.selectFrom('event_personal_values').select('values').execute())
    expect(JSON.stringify(await reasons())).toContain('鈴木様からの申し出')
    await run(late)
    expect(JSON.stringify(await reasons())).not.toContain('鈴木様からの申し出')
  })

  it('is what was answered to a message about no room, and by which number', async () => {
    const hear = (received_at: Date, body: string) =>
      world.inClient(client.id, async db => {
        await db
          .insertInto('message_replies')
          .values({
            client_id: client.id,
            construction_id: construction.id,
            phone: '09011112222',
            body,
            carrier_message_id: body,
            received_at,
          })
          .execute()
        for (const kind of ['messages.reply_received', 'messages.opted_out'] as const)
          await recordEvent(db, {
            kind,
            actor: 'system',
            clientId: client.id,
            constructionId: construction.id,
            personal: { contents: body },
          })
      })
    world.setNow(hidden.toISOString())
    await hear(hidden, '古い返信')
    world.setNow(young.toISOString())
    await hear(young, '新しい返信')
    await run(late)
    const left = await world.inClient(client.id, async db => ({
      replies: (await db.selectFrom('message_replies').select('body').execute()).map(({ body }) => body),
      values: (await db.selectFrom('event_personal_values').select('values').execute())
        .map(({ values }) => JSON.stringify(values))
        .filter(text => text.includes('返信')),
    }))
    expect(left.replies).toEqual(['新しい返信'])
    expect(left.values).toHaveLength(2)
    expect(left.values.join('')).not.toContain('古い返信')
  })

  it('is what a job was asked with that never ended', async () => {
    const job = { client_id: client.id, kind: 'call_list', requested_by_kind: 'staff', requested_by_id: 1, state: 'running' } as const
    await world.inClient(client.id, db =>
      db
        .insertInto('jobs')
        .values([
          { ...job, input: '{"name":"鈴木"}', created_at: hidden },
          { ...job, input: '{"name":"高橋"}', created_at: young },
        ])
        .execute(),
    )
    await run(late)
    const jobs = await world.inClient(client.id, db =>
      db.selectFrom('jobs').where('client_id', '=', client.id).orderBy('id').select('input').execute(),
    )
    expect(jobs).toEqual([{ input: {} }, { input: { name: '高橋' } }])
  })
})
