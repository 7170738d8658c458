import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatAuthenticationCode } from '@toguchi/domain/residents/authentication-code'
import { type MessageKind, messageKinds } from '@toguchi/domain/messages/kinds'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildResident } from '../test/build.ts'
import { issueCodes } from '../test/issue-codes.ts'
import { planConstruction, type PlannedConstruction } from '../test/planned-construction.ts'
import { buildSale } from '../test/sale.ts'
import { type Caller, guest, openWorld } from '../test/world.ts'
import { openAuthenticationCode } from './authentication-codes/authentication-codes.ts'
import { cheapDigestOf } from '../test/password-digest.ts'
import { offerEarlierFrames, remindOfVisits } from './residents/residents.ts'

/*
 * Whom residents are told to call (decision 049): two clients in one installation, one with a number of its own and one whose construction has
 * one. Every message that a resident gets and every page that a resident reads names the right one, and never another's.
 */
const installation = '0120-000-000'
const world = await openWorld()
const password = 'sakura2026'
const passwordDigest = await cheapDigestOf(password)

/** Kinds that go to people at work, or that tell nobody to call. */
const withoutTelephone = [
  ...(['login_id', 'password_link', 'email_confirmation', 'invitation', 'key_overdue', 'detail_schedule_created'] as const),
  ...(['detail_schedule_updated', 'detail_schedule_completed', 'construction_assigned', 'room_detail_updated', 'closed'] as const),
  ...(['rescheduled', 'board_report', 'all_closed', 'sign_in_link', 'other'] as const),
] satisfies MessageKind[]
/** Kinds whose telephone is read where they are sent: on-our-way.test.ts, tell-absence.test.ts, promises.test.ts. */
const readElsewhere = ['on_our_way', 'absence', 'proxy_released'] satisfies MessageKind[]

interface Side {
  plan: PlannedConstruction
  phone: string
  hours: string
  uuid: string
  cd: string
}
let sides: Side[]

beforeAll(async () => {
  world.setNow('2026-11-20T10:00:00+09:00')
  sides = []
  for (const [phone, hours] of [
    ['0120-111-111', '平日8時〜18時'],
    ['03-2222-2222', '毎日10時〜16時'],
  ] as const) {
    const plan = await planConstruction(world)
    await plan.complete()
    await issueCodes(world, plan)
    const { uuid, cd } = await world.inClient(null, db =>
      db.selectFrom('clients').where('id', '=', plan.client.id).select(['uuid', 'cd']).executeTakeFirstOrThrow(),
    )
    sides.push({ plan, phone, hours, uuid, cd })
  }
  const [first, second] = sides as [Side, Side]
  await world.inClient(null, db =>
    db
      .updateTable('clients')
      .set({ contact_phone: first.phone, contact_hours: first.hours })
      .where('id', '=', first.plan.client.id)
      .execute(),
  )
  await world.inClient(null, db =>
    db
      .updateTable('clients')
      .set({ contact_phone: '0120-999-999', contact_hours: '平日9時〜10時' })
      .where('id', '=', second.plan.client.id)
      .execute(),
  )
  await world.inClient(second.plan.client.id, db =>
    db.updateTable('constructions').set({ contact_phone: second.phone, contact_hours: second.hours }).execute(),
  )
})

const inRoom = ({ plan }: Side, name: string) => ({ construction_id: plan.construction.id, room_id: plan.roomId(name) })
const addressOf = ({ plan, uuid }: Side, name: string) => ({
  client_uuid: uuid,
  construction_uuid: plan.construction.uuid,
  room_uuid: plan.construction.rooms.find(room => room.name === name)!.uuid,
})
const codeOf = ({ plan }: Side, name: string) =>
  world.inClient(plan.client.id, async db => {
    const { ciphertext } = await db
      .selectFrom('authentication_codes')
      .where('room_id', '=', plan.roomId(name))
      .select('ciphertext')
      .executeTakeFirstOrThrow()
    return formatAuthenticationCode(openAuthenticationCode(world.platform, ciphertext))
  })
const people = async ({ plan }: Side) => {
  await world.inClient(plan.client.id, db =>
    db
      .insertInto('residents')
      .values([
        { client_id: plan.client.id, room_id: plan.roomId('101'), email: 'mail@example.jp' },
        { client_id: plan.client.id, room_id: plan.roomId('102'), phone: '09012345678' },
      ])
      .execute(),
  )
  return buildResident(world, plan.client, plan.roomId('201'), { name: '田中 ハル', email: 'login@example.jp', passwordDigest })
}
const messagesOf = ({ plan }: Side) =>
  world.inClient(plan.client.id, db =>
    db.selectFrom('outbox_messages').orderBy('id').select(['kind', 'transport', 'recipients', 'body']).execute(),
  )
const telephones = (text: string) => text.match(/(?<![\da-f-])0\d{1,3}-\d{3,4}-\d{3,4}(?![\da-f-])/g) ?? []

/** Everything that a resident is told of by mail or short message, each once at least. */
const tellOfEverything = async (side: Side, resident: Caller) => {
  const { plan } = side
  const { staff } = plan
  const agree = (name: string) =>
    world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/confirmation', { params: inRoom(side, name), body: {} })
  await world.call(staff, 'POST /api/constructions/:construction_id/answer_reminders', {
    params: { construction_id: plan.construction.id },
    body: { answer_reminder: {} },
  })
  await agree('101')
  await agree('102')
  const free = await world.call(resident, 'GET /api/residents/assignable_frames')
  const [frame] = free.body.dates.flatMap(({ time_frames }) => time_frames.filter(one => one.available && !one.current))
  const { date, construction_time_frame_id } = frame!
  await world.call(staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
    params: inRoom(side, '201'),
    body: { assign: { date, construction_time_frame_id }, acting_for: { channel: 'tel', caller: '田中' } },
  })
  await world.call(staff, 'PUT /api/constructions/:construction_id/rooms/:room_id/presence', {
    params: inRoom(side, '201'),
    body: {
      presence: { presence_method: 'proxy', proxy_name: '田中 花子', proxy_relation: '長女', proxy_phone: '090-2222-3333' },
    },
  })
  for (const name of ['101', '102'])
    await world.call(staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/resident', {
      params: inRoom(side, name),
      body: { resident: name === '101' ? { email: 'other@example.jp' } : { phone: '09087654321' } },
    })
  await wishToBeEarlier(side, resident)
  // A code without a login that the house has, a way back with a new password, and a number that is to be proven.
  const enter = async (name: string, over: { contact?: { phone: string }; password?: string; password_confirmation?: string } = {}) =>
    world.call(guest, 'POST /api/resident_auth/authentication_code', {
      body: { ...addressOf(side, name), authentication_code: await codeOf(side, name), ...over },
    })
  await enter('201')
  await enter('201', { password: 'tsubaki2027', password_confirmation: 'tsubaki2027' })
  await enter('302', { contact: { phone: '09011112222' } })
  await register(side)
  await world.inClient(plan.client.id, db =>
    db
      .updateTable('assigns')
      .set({ updated_at: new Date('2026-11-20T00:00:00Z') })
      .execute(),
  )
  await world.inClient(plan.client.id, db =>
    db
      .updateTable('constructions')
      .set({ detail_schedule_completed_at: new Date('2026-11-20T00:00:00Z') })
      .execute(),
  )
}

/** A login is made in 202, to which a proven address was written before. */
const register = async (side: Side) => {
  const { plan } = side
  await world.inClient(plan.client.id, db =>
    db
      .insertInto('residents')
      .values({ client_id: plan.client.id, room_id: plan.roomId('202'), email: 'new@example.jp' })
      .execute(),
  )
  const entered = await world.call(guest, 'POST /api/resident_auth/authentication_code', {
    body: { ...addressOf(side, '202'), authentication_code: await codeOf(side, '202') },
  })
  const session = { headers: Object.fromEntries(['access-token', 'client', 'uid'].map(name => [name, String(entered.headers[name])])) }
  await world.call(session, 'PATCH /api/residents/me', {
    body: { resident: { login_id: `haru.${plan.client.id}`, password, password_confirmation: password, name: '田中 ハル', agreement: 1 } },
  })
}

/** The room of the resident goes to the last day, and asks for any frame that is earlier. */
const wishToBeEarlier = async (side: Side, resident: Caller) => {
  const free = await world.call(side.plan.staff, 'GET /api/constructions/:construction_id/rooms/:room_id/free_frames', {
    params: inRoom(side, '201'),
  })
  const { date, time_frames } = free.body.dates.at(-1)!
  await world.call(side.plan.staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
    params: inRoom(side, '201'),
    body: { assign: { date, construction_time_frame_id: time_frames[0]!.construction_time_frame_id } },
  })
  const { body } = await world.call(resident, 'GET /api/residents/earlier_wish')
  await world.call(resident, 'PUT /api/residents/earlier_wish', { body: { dates: body.wish_days } })
  await offerEarlierFrames(world.platform)
}

/** The construction that sells has no number of its own, as the first client's. */
const order = async (side: Side) => {
  const sale = await buildSale(world, { client: side.plan.client, email: 'buyer@example.jp' })
  if (side === sides[1])
    await world.inClient(side.plan.client.id, db =>
      db
        .updateTable('constructions')
        .set({ contact_phone: side.phone, contact_hours: side.hours })
        .where('id', '=', sale.construction.id)
        .execute(),
    )
  await world.call(side.plan.staff, 'POST /api/constructions/:construction_id/rooms/:room_id/orders', {
    params: { construction_id: sale.construction.id, room_id: sale.roomId },
    body: { order: { pay_method: 'other', order_details_attributes: [{ constructions_option_id: sale.option['シール']! }] } },
  })
}

it('is said by every message that a resident gets', async () => {
  for (const side of sides) {
    await tellOfEverything(side, await people(side))
    await order(side)
  }
  for (const at of ['2026-11-30T17:00:00+09:00', '2026-12-01T17:00:00+09:00', '2026-12-02T17:00:00+09:00']) {
    world.setNow(at)
    await remindOfVisits(world.platform)
  }
  for (const side of sides) {
    const messages = await messagesOf(side)
    const told = messages.filter(({ body }) => telephones(body).length > 0)
    const kinds = Object.keys(messageKinds).filter(kind => ![...withoutTelephone, ...readElsewhere].some(apart => apart === kind))
    expect([...new Set(told.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted())
    for (const { kind, transport, body } of told) {
      expect([kind, ...telephones(body)]).toEqual([kind, side.phone])
      // A short message ends with the number alone (D-35); a letter by mail says when it is answered.
      if (transport === 'mail') expect(body).toContain(`${side.phone}（受付時間 ${side.hours}）`)
    }
  }
})

it('is read from no setting but through the one rule', () => {
  const source = fileURLToPath(new URL('.', import.meta.url))
  // Settings themselves, and people at work who have nobody else to call.
  const apart = /^(platform\/settings|start\/settings|accounts\/)/
  const readers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.includes('.test.') && !apart.test(name))
    .flatMap(name =>
      readFileSync(join(source, name), 'utf8')
        .split('\n')
        .filter(line => line.includes('callCenterPhone')),
    )
  for (const line of readers) expect(line).toMatch(/callCenterOf\(|\{ appName, callCenterPhone \} = platform\.settings/)
})

describe('GET /api/call_center', () => {
  const ask = (query: { client_uuid?: string; construction_uuid?: string } = {}, as: Caller = guest, host?: string) =>
    world.call(as, 'GET /api/call_center', { query, ...(host === undefined ? {} : { host }) })
  const [monday, evening, sunday] = ['2026-11-16T10:30:00+09:00', '2026-11-16T20:00:00+09:00', '2026-11-22T10:30:00+09:00']

  it('says number and hours of the construction that an address names, before anybody signed in', async () => {
    world.setNow(monday)
    for (const side of sides) {
      const { room_uuid: _room, ...address } = addressOf(side, '101')
      expect((await ask(address)).body).toEqual({ phone: side.phone, hours: side.hours, is_answered: true })
    }
  })

  it('says that nobody answers outside the hours', async () => {
    const [first, second] = sides.map(side => ({ client_uuid: side.uuid, construction_uuid: side.plan.construction.uuid }))
    world.setNow(evening)
    expect([(await ask(first)).body.is_answered, (await ask(second)).body.is_answered]).toEqual([false, false])
    world.setNow(sunday)
    expect([(await ask(first)).body.is_answered, (await ask(second)).body.is_answered]).toEqual([false, true])
  })

  it('takes the client where the construction is another’s, and the installation where nobody is named', async () => {
    world.setNow(monday)
    const [first, second] = sides as [Side, Side]
    expect((await ask({ client_uuid: second.uuid, construction_uuid: first.plan.construction.uuid })).body.phone).toBe('0120-999-999')
    expect((await ask({ client_uuid: second.uuid })).body.phone).toBe('0120-999-999')
    expect((await ask({}, guest, `${first.cd}.localhost:3000`)).body.phone).toBe(first.phone)
    expect((await ask()).body.phone).toBe(installation)
    expect((await ask({ client_uuid: first.plan.construction.uuid })).body.phone).toBe(installation)
  })

  it('knows the signed-in resident’s own, and nothing that residents read names another', async () => {
    world.setNow(monday)
    for (const side of sides) {
      const resident = await buildResident(world, side.plan.client, side.plan.roomId('301'), { name: '佐藤', passwordDigest })
      expect((await ask({}, resident)).body).toMatchObject({ phone: side.phone, hours: side.hours })
      for (const key of [
        'GET /api/residents/me',
        'GET /api/residents/construction',
        'GET /api/residents/assignable_frames',
        'GET /api/residents/events',
        'GET /api/residents/documents',
        'GET /api/residents/handling_equipments',
        'GET /api/residents/options',
        'GET /api/residents/orders',
      ] as const) {
        const answer = await world.call(resident, key)
        const others = telephones(JSON.stringify(answer.body)).filter(phone => phone !== side.phone)
        expect([key, others]).toEqual([key, []])
      }
      expect((await world.call(resident, 'GET /api/residents/construction')).body.construction.emergency_phone_number).toBeNull()
      const legal = await world.call(guest, 'GET /api/legal_notice', { query: { client: side.uuid } })
      expect(telephones(JSON.stringify(legal.body))).not.toContain(installation)
    }
  })
})
