import { issueAuthenticationCodes, openAuthenticationCode } from '../authentication-codes/authentication-codes.ts'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  buildClient,
  buildConstruction,
  buildPlatformPerson,
  buildResident,
  buildUser,
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
} from '../../test/build.ts'
import { multipart } from '../../test/multipart.ts'
import { guest, openWorld, type Caller, type World } from '../../test/world.ts'
import { cheapDigestOf } from '../../test/password-digest.ts'

let world: World
/** Nobody carries short messages here. */
let silent: World
let client: BuiltClient
let uuid: string
let construction: BuiltConstruction
let operator: BuiltPerson
let passwordDigest: string
const password = 'sakura2026'

beforeAll(async () => {
  world = await openWorld()
  silent = await openWorld({ sms: { carrier: 'none' } })
  passwordDigest = await cheapDigestOf(password)
})
beforeEach(async () => {
  world.setNow('2026-11-22T10:00:00+09:00')
  client = await buildClient(world)
  uuid = await world.inClient(
    null,
    async db => (await db.selectFrom('clients').where('id', '=', client.id).select('uuid').executeTakeFirstOrThrow()).uuid,
  )
  construction = await buildConstruction(world, client, { floors: 1, perFloor: 2 })
  operator = await buildPlatformPerson(world, 'operator', client)
})

const room = (name = '101') => construction.rooms.find(one => one.name === name) ?? { id: 0, uuid: '', name }
const letter = () => ({ client_uuid: uuid, construction_uuid: construction.uuid, room_uuid: room().uuid })
const resident = (over: { email?: string } = {}) => buildResident(world, client, room().id, { name: '鈴木 一郎', passwordDigest, ...over })
const save = (as: Caller, given: Record<string, unknown>) =>
  world.call(as, 'PATCH /api/residents/me', { body: { resident: { agreement: 1, ...given } } as never })
const me = async (as: Caller) => (await world.call(as, 'GET /api/residents/me')).body.resident
const messages = () =>
  world.inClient(client.id, db =>
    db.selectFrom('outbox_messages').orderBy('id').select(['kind', 'transport', 'recipients', 'subject', 'body']).execute(),
  )
const told = async () => (await messages()).map(({ recipients: [to], transport }) => `${transport} ${to}`)
const officeWrites = (as: Caller, given: { email?: string | null; phone?: string | null }) =>
  world.call(as, 'PATCH /api/constructions/:construction_id/rooms/:room_id/resident', {
    params: { construction_id: construction.id, room_id: room().id },
    body: { resident: given },
  })
/** A number that was proven. */
const hasMobile = (person: { id: number }, phone: string) =>
  world.inClient(client.id, db => db.updateTable('residents').set({ phone, phone_unproven: false }).where('id', '=', person.id).execute())
const forgot = (login_id: string, email: string) =>
  world.call(guest, 'POST /api/resident_auth/password', { body: { ...letter(), login_id, email } })
const confirm = async (as: Caller, confirmation_token: string) => {
  const confirmation_code = /確認コード(?:: |は )(\d{6})/.exec((await messages()).at(-1)?.body ?? '')?.[1] ?? ''
  return world.call(as, 'POST /api/resident_auth/confirmation_code', {
    body: { room_uuid: room().uuid, confirmation_token, confirmation_code },
  })
}

const ask = (as: Caller, contact: 'email' | 'phone') => world.call(as, 'POST /api/residents/contact_confirmation', { body: { contact } })

describe("a resident's own address", () => {
  it('is changed with the current password only, stored at once, and told to the old one', async () => {
    const person = await resident({ email: 'old@example.jp' })
    expect((await save(person, { email: 'new@example.jp' })).body.errors).toMatchObject({ current_password: ['を入力してください'] })
    expect((await save(person, { email: 'new@example.jp', current_password: 'Wrong999' })).body.errors).toMatchObject({
      full_messages: ['現在のパスワードが正しくありません'],
    })
    expect((await save(person, { name: '鈴木 次郎' })).status).toBe(200)
    expect(await told()).toEqual([])
    expect((await save(person, { email: 'new@example.jp', current_password: password })).body.resident).toMatchObject({
      email: 'new@example.jp',
      email_proven: false,
    })
    expect(await told()).toEqual(['mail old@example.jp'])
  })

  it('is told to a proven mobile number as well', async () => {
    const person = await resident({ email: 'old@example.jp' })
    await hasMobile(person, '09088887777')
    await save(person, { email: 'new@example.jp', current_password: password })
    expect(await told()).toEqual(['mail old@example.jp', 'sms 09088887777'])
  })

  it('leads nowhere while it is not proven: what is sent goes to the proven one', async () => {
    const person = await resident({ email: 'old@example.jp' })
    await save(person, { email: 'new@example.jp', current_password: password })
    await forgot(person.loginId, 'new@example.jp')
    await world.call(guest, 'POST /api/resident_auth/login_id_reminder', { body: { ...letter(), email: 'new@example.jp' } })
    expect(await told()).toEqual(['mail old@example.jp'])
    await forgot(person.loginId, 'old@example.jp')
    expect(await told()).toEqual(['mail old@example.jp', 'mail old@example.jp'])
  })

  it('is told when it is taken away', async () => {
    const person = await resident({ email: 'old@example.jp' })
    expect((await save(person, { email: '', current_password: password })).body.resident).toMatchObject({ email: null, email_proven: true })
    expect((await messages()).map(({ subject }) => subject)).toEqual(['【トグチ】メールアドレスが削除されました'])
  })

  it('leads nobody in any more once it is taken away', async () => {
    const person = await resident({ email: 'old@example.jp' })
    const asked = JSON.stringify({ ...letter(), login_id: person.loginId, email: 'old@example.jp' })
    const json = { 'content-type': 'application/json' }
    // Five an hour are answered from one network.
    await world.send(guest, 'POST', '/api/resident_auth/password', asked, json, '198.51.100.40')
    const reset_password_token = /reset_password_token=([\w-]+)/.exec((await messages()).at(-1)?.body ?? '')?.[1] ?? ''
    expect((await save(person, { email: '', current_password: password })).status).toBe(200)
    const fresh = { password: 'tsubaki2027', password_confirmation: 'tsubaki2027' }
    const answer = await world.call(guest, 'PUT /api/resident_auth/password', { body: { reset_password_token, ...fresh } })
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'link_expired' }])
    expect((await me(person)).email).toBeNull()
  })
})

describe('a contact of whoever has no login', () => {
  const nameless = () => buildResident(world, client, room().id, { name: '鈴木 一郎' })
  const typed = (as: Caller, contact: { email: string } | { phone: string }) =>
    world.call(as, 'POST /api/residents/contact_confirmation', { body: { contact } })

  it('takes the place of another one that was typed before and never proven', async () => {
    const person = await nameless()
    await typed(person, { email: 'hanako@example.jp' })
    const asked = await typed(person, { phone: '090-1234-5678' })
    expect((await confirm(person, asked.body.confirmation_token)).status).toBe(200)
    expect(await me(person)).toMatchObject({ email: null, phone: '09012345678', phone_proven: true })
  })

  it('is no change that the household reads of while only its code was asked for', async () => {
    const person = await nameless()
    await typed(person, { email: 'hanako@example.jp' })
    const asked = await typed(person, { email: 'hanako@example.jp' })
    const sentences = async () => (await world.call(person, 'GET /api/residents/events')).body.events.map(({ sentence }) => sentence)
    expect(await sentences()).toEqual([])
    await confirm(person, asked.body.confirmation_token)
    expect(await sentences()).toHaveLength(1)
  })
})

describe("a resident's own mobile number", () => {
  it('is changed with the current password only, and told to the old number and to the address', async () => {
    const person = await resident({ email: 'old@example.jp' })
    await hasMobile(person, '09088887777')
    const asked = { current_password: ['を入力してください'] }
    expect((await save(person, { phone: '080-1111-2222' })).body.errors).toMatchObject(asked)
    const typed = await world.call(person, 'POST /api/residents/contact_confirmation', { body: { contact: { phone: '080-1111-2222' } } })
    expect(typed.body.errors).toMatchObject(asked)
    expect(await me(person)).toMatchObject({ phone: '09088887777', phone_proven: true })
    expect(await told()).toEqual([])
    expect((await save(person, { phone: '080-1111-2222', current_password: password })).status).toBe(200)
    expect(await told()).toEqual(['mail old@example.jp', 'sms 09088887777'])
    expect((await messages()).map(({ body }) => body)).toEqual([
      expect.stringContaining('電話番号の変更の手続きが始まりました'),
      expect.stringContaining('電話番号の変更の手続きが始まりました'),
    ])
  })

  it('waits beside the proven one, where messages about dates go, until its code is answered', async () => {
    const person = await resident()
    await hasMobile(person, '09088887777')
    const staff = await buildUser(world, client, 'Staff')
    const params = { construction_id: construction.id, room_id: room().id }
    const seenByOffice = async () =>
      (await world.call(staff, 'GET /api/constructions/:construction_id/rooms/:room_id', { params })).body.room.resident
    const agree = async () => {
      await world.inClient(client.id, db => db.deleteFrom('outbox_messages').execute())
      await world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/confirmation', { params, body: {} })
      return told()
    }
    await world.inClient(client.id, async db => {
      const frame = { client_id: client.id, construction_id: construction.id, start_at: '09:00', end_at: '12:00', frame_number: 2 }
      const { id } = await db.insertInto('construction_time_frames').values(frame).returning('id').executeTakeFirstOrThrow()
      await db
        .insertInto('assigns')
        .values({
          client_id: client.id,
          construction_id: construction.id,
          room_id: room().id,
          date: '2026-12-01',
          construction_time_frame_id: id,
          frame_number: 1,
        })
        .execute()
    })
    await save(person, { phone: '080-1111-2222', current_password: password })
    expect(await me(person)).toMatchObject({ phone: '08011112222', phone_proven: false })
    expect(await seenByOffice()).toMatchObject({ phone: '09088887777', unproven_phone: '08011112222', phone_unproven: false })
    expect(await agree()).toEqual(['sms 09088887777'])
    // Whoever calls from the new one is found by it.
    const found = await world.call(staff, 'GET /api/rooms', { query: { room: { keyword: '080-1111-2222' } } })
    expect(found.body.rooms).toHaveLength(1)
    const asked = await ask(person, 'phone')
    expect((await told()).at(-1)).toBe('sms 08011112222')
    expect((await confirm(person, asked.body.confirmation_token)).status).toBe(200)
    expect((await messages()).at(-1)).toMatchObject({
      recipients: ['09088887777'],
      body: expect.stringContaining('電話番号が変更されました'),
    })
    expect(await me(person)).toMatchObject({ phone: '08011112222', phone_proven: true })
    expect(await seenByOffice()).toMatchObject({ phone: '08011112222', unproven_phone: null })
    await save(person, { no_messages: true })
    expect((await told()).at(-1)).toBe('sms 08011112222')
  })

  it('is given up where the old one is typed again, or the office writes another one down', async () => {
    const person = await resident()
    await hasMobile(person, '09088887777')
    await save(person, { phone: '080-1111-2222', current_password: password })
    await save(person, { phone: '090-8888-7777', current_password: password })
    expect(await me(person)).toMatchObject({ phone: '09088887777', phone_proven: true })
    await save(person, { phone: '080-1111-2222', current_password: password })
    const asked = await ask(person, 'phone')
    const confirmation_code = /確認コードは (\d{6})/.exec((await messages()).at(-1)?.body ?? '')?.[1] ?? ''
    await officeWrites(operator, { phone: '070-3333-4444' })
    expect(await me(person)).toMatchObject({ phone: '07033334444', phone_proven: true })
    const late = await world.call(person, 'POST /api/resident_auth/confirmation_code', {
      body: { room_uuid: room().uuid, confirmation_token: asked.body.confirmation_token, confirmation_code },
    })
    expect(late.body.code).toBe('confirmation_expired')
    expect(await me(person)).toMatchObject({ phone: '07033334444' })
  })

  it('is told until its successor is proven, whatever landline was typed in between', async () => {
    const person = await resident()
    await hasMobile(person, '09088887777')
    await save(person, { phone: '03-1234-5678', current_password: password })
    expect(await me(person)).toMatchObject({ phone: '0312345678', phone_proven: false })
    expect(await told()).toEqual(['sms 09088887777'])
    expect((await ask(person, 'phone')).body.code).toBe('nothing_to_prove')
    const seen = await world.call(await buildUser(world, client, 'Staff'), 'GET /api/constructions/:construction_id/rooms/:room_id', {
      params: { construction_id: construction.id, room_id: room().id },
    })
    expect(seen.body.room.resident).toMatchObject({ phone: '09088887777', phone_unproven: false, unproven_phone: '0312345678' })
    await save(person, { phone: '080-1111-2222', current_password: password })
    await save(person, { no_messages: false })
    await save(person, { no_messages: true })
    expect(await told()).toEqual(['sms 09088887777', 'sms 09088887777', 'sms 09088887777'])
    const asked = await ask(person, 'phone')
    await confirm(person, asked.body.confirmation_token)
    // A switch of the messages does not silence it either.
    expect(await messages()).toContainEqual(
      expect.objectContaining({ recipients: ['09088887777'], body: expect.stringContaining('の電話番号が変更されました') }),
    )
    expect(await me(person)).toMatchObject({ phone: '08011112222', phone_proven: true })
  })

  it('is not taken away by an empty field: another one is proven, or the office is called', async () => {
    const person = await resident()
    await hasMobile(person, '09088887777')
    expect(await save(person, { phone: '', current_password: password })).toMatchObject({
      status: 422,
      body: { code: 'phone_proven', errors: { phone: [expect.stringContaining('空欄にできません')] } },
    })
    await save(person, { phone: '03-1234-5678', current_password: password })
    expect((await save(person, { phone: '', current_password: password })).status).toBe(422)
    expect(await me(person)).toMatchObject({ phone: '0312345678' })
    expect((await officeWrites(operator, { phone: null })).status).toBe(200)
    expect(await me(person)).toMatchObject({ phone: null })
    expect(await told()).toEqual(['sms 09088887777', 'sms 09088887777'])
    // One that was never proven is nobody else's.
    await save(person, { phone: '080-1111-2222', current_password: password })
    expect((await save(person, { phone: '', current_password: password })).status).toBe(200)
  })
})

describe('POST /api/residents/contact_confirmation', () => {
  it('sends a code to the new address, which proves it; the old one is told, other sessions and links end', async () => {
    const person = await resident({ email: 'old@example.jp' })
    const other = await world.call(guest, 'POST /api/resident_auth/sign_in', {
      body: { ...letter(), login_id: person.loginId, password },
    })
    await save(person, { email: 'new@example.jp', current_password: password })
    await forgot(person.loginId, 'old@example.jp')
    const link = /reset_password_token=([\w-]+)/.exec((await messages()).at(-1)?.body ?? '')?.[1] ?? ''
    const asked = await ask(person, 'email')
    expect([asked.status, asked.body.message]).toEqual([201, '確認コードをメールで送信しました。'])
    expect((await told()).at(-1)).toBe('mail new@example.jp')
    const proven = await confirm(person, asked.body.confirmation_token)
    expect([proven.status, proven.headers['access-token']]).toEqual([200, undefined])
    expect(proven.body.data).toMatchObject({ email: 'new@example.jp', email_proven: true })
    expect((await messages()).at(-1)).toMatchObject({ recipients: ['old@example.jp'], subject: '【トグチ】メールアドレスが変更されました' })
    expect((await me(person)).email).toBe('new@example.jp')
    expect((await world.call({ headers: { 'access-token': String(other.headers['access-token']) } }, 'GET /api/residents/me')).status).toBe(
      401,
    )
    expect(
      (
        await world.call(guest, 'PUT /api/resident_auth/password', {
          body: { reset_password_token: link, password: 'tsubaki2027', password_confirmation: 'tsubaki2027' },
        })
      ).status,
    ).toBe(422)
  })

  it('sends a code that is asked for anew to the address that was typed meanwhile alone, and the one before is worth nothing', async () => {
    const person = await buildResident(world, client, room().id, { name: '鈴木 一郎' })
    const offer = (email: string) => world.call(person, 'POST /api/residents/contact_confirmation', { body: { contact: { email } } })
    const codeOf = async () => /確認コード: (\d{6})/.exec((await messages()).at(-1)?.body ?? '')?.[1] ?? ''
    const bring = (confirmation_token: string, confirmation_code: string) =>
      world.call(guest, 'POST /api/resident_auth/confirmation_code', {
        body: { room_uuid: room().uuid, confirmation_token, confirmation_code },
      })
    const first = (await offer('strangers@example.jp')).body.confirmation_token
    const firstCode = await codeOf()
    const second = (await offer('suzuki@example.jp')).body.confirmation_token
    const secondCode = await codeOf()
    expect(await told()).toEqual(['mail strangers@example.jp', 'mail suzuki@example.jp'])
    expect((await bring(first, firstCode)).body.code).toBe('confirmation_expired')
    if (secondCode !== firstCode) expect((await bring(second, firstCode)).status).toBe(422)
    // Nor when the first address is typed once more: that has a code of its own.
    const third = (await offer('strangers@example.jp')).body.confirmation_token
    expect((await bring(first, firstCode)).body.code).toBe('confirmation_expired')
    expect((await bring(second, secondCode)).body.code).toBe('confirmation_expired')
    expect((await bring(third, await codeOf())).status).toBe(200)
  })

  it('proves a mobile number, which gets no short message before', async () => {
    const person = await resident()
    await save(person, { phone: '090-1234-5678', current_password: password })
    expect(await me(person)).toMatchObject({ phone: '09012345678', phone_proven: false })
    const fresh = { current_password: password, password: 'tsubaki2027', password_confirmation: 'tsubaki2027' }
    await save(person, fresh)
    expect(await told()).toEqual([])
    const asked = await ask(person, 'phone')
    await confirm(person, asked.body.confirmation_token)
    expect(await me(person)).toMatchObject({ phone_proven: true })
    await save(person, { ...fresh, current_password: 'tsubaki2027', password: password, password_confirmation: password })
    expect((await messages()).at(-1)).toMatchObject({
      transport: 'sms',
      recipients: ['09012345678'],
      body: expect.stringContaining('パスワードが変更されました'),
    })
  })

  it('keeps what is typed and sends the code there by one request, or does neither', async () => {
    const person = await buildResident(world, client, room().id, { name: '鈴木 一郎' })
    const offer = (contact: { email: string } | { phone: string }) =>
      world.call(person, 'POST /api/residents/contact_confirmation', { body: { contact } })
    const { status, body } = await offer({ email: 'suzuki@example.jp' })
    expect([status, body.message]).toEqual([201, '確認コードをメールで送信しました。'])
    expect(await me(person)).toMatchObject({ email: 'suzuki@example.jp', email_proven: false })
    await confirm(person, body.confirmation_token)
    expect(await me(person)).toMatchObject({ email: 'suzuki@example.jp', email_proven: true })
    expect((await offer({ phone: '03-1234-5678' })).body.errors).toMatchObject({ phone: ['は070・080・090で始まる番号を入力してください'] })
    for (let sent = 1; sent < 10; sent += 1) expect((await offer({ phone: '090-1234-5678' })).status).toBe(201)
    expect((await offer({ phone: '090-9999-9999' })).status).toBe(429)
    expect(await me(person)).toMatchObject({ phone: '09012345678', phone_proven: false })
  })

  it('takes no other address of a dwelling with a login without its password', async () => {
    const person = await resident({ email: 'old@example.jp' })
    const { body } = await world.call(person, 'POST /api/residents/contact_confirmation', {
      body: { contact: { email: 'thief@example.jp' } },
    })
    expect(body.errors).toMatchObject({ current_password: ['を入力してください'] })
    expect(await told()).toEqual([])
    expect(await me(person)).toMatchObject({ email: 'old@example.jp' })
  })

  it('sends no code by SMS where nobody carries one, and says so', async () => {
    const company = await buildClient(silent)
    const { rooms } = await buildConstruction(silent, company, { floors: 1, perFloor: 1 })
    const person = await buildResident(silent, company, rooms[0]?.id ?? 0, { name: '鈴木 一郎' })
    const refusal = {
      status: 422,
      body: {
        code: 'no_sms',
        errors: {
          full_messages: ['SMSでのご確認は、ただいまご利用いただけません。メールアドレスをご登録いただくか、お電話でお知らせください。'],
        },
      },
    }
    const key = 'POST /api/residents/contact_confirmation'
    expect(await silent.call(person, key, { body: { contact: { phone: '090-1234-5678' } } })).toMatchObject(refusal)
    await silent.inClient(company.id, db =>
      db.updateTable('residents').set({ phone: '09012345678', phone_unproven: true }).where('id', '=', person.id).execute(),
    )
    expect(await silent.call(person, key, { body: { contact: 'phone' } })).toMatchObject(refusal)
  })

  it('has nothing to prove where everything is proven, or was typed anew in the meantime', async () => {
    const person = await resident({ email: 'old@example.jp' })
    expect((await ask(person, 'email')).body.code).toBe('nothing_to_prove')
    await save(person, { email: 'first@example.jp', current_password: password })
    const asked = await ask(person, 'email')
    const code = /確認コード: (\d{6})/.exec((await messages()).at(-1)?.body ?? '')?.[1] ?? ''
    await save(person, { email: 'second@example.jp', current_password: password })
    const late = await world.call(person, 'POST /api/resident_auth/confirmation_code', {
      body: { room_uuid: room().uuid, confirmation_token: asked.body.confirmation_token, confirmation_code: code },
    })
    expect(late.body.code).toBe('confirmation_expired')
    expect(await me(person)).toMatchObject({ email: 'second@example.jp', email_proven: false })
  })
})

describe('messages that nobody wants', () => {
  it('end by the own page, which is told where they went; warnings and links come all the same', async () => {
    const person = await resident({ email: 'old@example.jp' })
    await hasMobile(person, '09088887777')
    expect(await me(person)).toMatchObject({ no_messages: false })
    expect((await save(person, { no_messages: true })).body.resident).toMatchObject({ no_messages: true, email: 'old@example.jp' })
    expect(await told()).toEqual(['mail old@example.jp', 'sms 09088887777'])
    expect((await messages())[0]?.subject).toBe('【トグチ】お知らせの停止が選ばれました')
    const staff = await buildUser(world, client, 'Staff')
    const params = { construction_id: construction.id, room_id: room().id }
    const seen = (await world.call(staff, 'GET /api/constructions/:construction_id/rooms/:room_id', { params })).body
    expect(seen.room.resident).toMatchObject({ email: 'old@example.jp', no_messages: true })
    await save(person, { no_messages: true })
    await save(person, { current_password: password, password: 'tsubaki2027', password_confirmation: 'tsubaki2027' })
    // Five an hour are answered from one network.
    const asked = JSON.stringify({ ...letter(), login_id: person.loginId, email: 'old@example.jp' })
    await world.send(guest, 'POST', '/api/resident_auth/password', asked, { 'content-type': 'application/json' }, '198.51.100.41')
    expect((await messages()).slice(2).map(({ kind, recipients }) => [kind, recipients[0]])).toEqual([
      ['account_changed', 'old@example.jp'],
      ['password_link', 'old@example.jp'],
    ])
    expect((await save(person, { no_messages: false })).body.resident).toMatchObject({ no_messages: false })
  })

  it('are ended without a login as well, at a contact that the office wrote down', async () => {
    const person = await buildResident(world, client, room().id, { name: '鈴木 一郎', email: 'kiku@example.jp' })
    const answer = await world.call(person, 'PATCH /api/residents/me', { body: { resident: { no_messages: true } } })
    expect([answer.status, answer.body.resident.no_messages]).toEqual([200, true])
  })
})

describe('a contact that the office changes', () => {
  it('is told to the old and the new address, and to both mobile numbers', async () => {
    await resident({ email: 'old@example.jp' })
    await officeWrites(operator, { email: 'thief@example.jp' })
    expect(await told()).toEqual(['mail old@example.jp', 'mail thief@example.jp'])
    await officeWrites(operator, { phone: '090-1111-2222' })
    expect((await told()).slice(2)).toEqual(['mail thief@example.jp', 'sms 09011112222'])
    await officeWrites(operator, { phone: '080-3333-4444' })
    expect((await told()).slice(4)).toEqual(['mail thief@example.jp', 'sms 09011112222', 'sms 08033334444'])
    await officeWrites(operator, { phone: '080-3333-4444' })
    expect(await told()).toHaveLength(7)
  })

  it('is told in an import too, and ends what was handed out', async () => {
    const person = await resident({ email: 'old@example.jp' })
    const staff = await buildUser(world, client, 'Staff')
    const bytes = Buffer.from('部屋番号,氏名,メールアドレス\r\n101,鈴木 一郎,thief@example.jp\r\n')
    const send = (path: string, fields: Record<string, string>) => {
      const form = multipart(fields, { name: 'spreadsheet[file]', fileName: 'residents.csv', bytes })
      const url = `/api/spreadsheets/residents${path}?construction_id=${construction.id}`
      return world.send(staff, 'POST', url, form.body, form.headers)
    }
    const { preview } = (await send('/rehearsal', {})).body as unknown as { preview: { digest: string } }
    expect((await send('', { 'spreadsheet[digest]': preview.digest })).status).toBe(200)
    expect(await told()).toEqual(['mail old@example.jp', 'mail thief@example.jp'])
    expect((await world.call(person, 'GET /api/residents/me')).status).toBe(401)
    await forgot(person.loginId, 'thief@example.jp')
    expect((await messages()).at(-1)?.body).not.toContain('reset_password_token')
  })

  it('ends for many at once what it ends for one', async () => {
    construction = await buildConstruction(world, client, { floors: 10, perFloor: 3 })
    const people = await Promise.all(
      construction.rooms.map(({ id }) => buildResident(world, client, id, { passwordDigest, email: `old${id}@example.jp` })),
    )
    const staff = await buildUser(world, client, 'Staff')
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const statementsFor = async (rooms: readonly { id: number; name: string }[]) => {
      const bytes = Buffer.from(['部屋番号,メールアドレス', ...rooms.map(({ id, name }) => `${name},new${id}@example.jp`)].join('\r\n'))
      const send = (path: string, fields: Record<string, string>) => {
        const form = multipart(fields, { name: 'spreadsheet[file]', fileName: 'residents.csv', bytes })
        return world.send(staff, 'POST', `/api/spreadsheets/residents${path}?construction_id=${construction.id}`, form.body, form.headers)
      }
      const { preview } = (await send('/rehearsal', {})).body as unknown as { preview: { digest: string } }
      query.mockClear()
      expect((await send('', { 'spreadsheet[digest]': preview.digest })).status).toBe(200)
      return query.mock.calls.length
    }
    const [first, ...others] = construction.rooms
    const one = await statementsFor([first ?? room()])
    expect(await statementsFor(others)).toBe(one)
    query.mockRestore()
    for (const person of [people[0], people.at(-1)]) expect((await world.call(person ?? guest, 'GET /api/residents/me')).status).toBe(401)
  })

  it('resets no password by mail for a day, and only the mail says why', async () => {
    const person = await resident({ email: 'old@example.jp' })
    await officeWrites(operator, { email: 'thief@example.jp' })
    const answer = await forgot(person.loginId, 'thief@example.jp')
    expect([answer.status, answer.body.message]).toEqual([200, 'パスワード再設定用のメールを送信しました。'])
    const paused = (await messages()).at(-1)
    // It holds no link: nothing urgent, nothing secret.
    expect(paused).toMatchObject({ kind: 'account_changed', recipients: ['thief@example.jp'] })
    expect(paused?.body).toContain('2026年11月23日(月) 10:00まで')
    expect(paused?.body).not.toContain('reset_password_token')
    await world.call(guest, 'POST /api/resident_auth/login_id_reminder', { body: { ...letter(), email: 'thief@example.jp' } })
    expect((await messages()).at(-1)?.body).not.toContain(person.loginId)
    world.setNow('2026-11-23T10:00:00+09:00')
    await forgot(person.loginId, 'thief@example.jp')
    expect((await messages()).at(-1)?.body).toContain('reset_password_token')
  })

  it('says nothing of the first contact of a dwelling without an account', async () => {
    await officeWrites(operator, { email: 'first@example.jp' })
    expect(await told()).toEqual([])
    await officeWrites(operator, { email: 'second@example.jp' })
    expect(await told()).toEqual(['mail first@example.jp', 'mail second@example.jp'])
  })

  it('shows operators nothing to sign in with', async () => {
    const person = await resident({ email: 'old@example.jp' })
    const staff = await buildUser(world, client, 'Staff')
    expect((await officeWrites(staff, { phone: null })).body.resident).toMatchObject({ login_id: person.loginId })
    const { resident: seen } = (await officeWrites(operator, { phone: null })).body
    expect([seen.registered, 'login_id' in seen]).toEqual([true, false])
    const params = { construction_id: construction.id, room_id: room().id }
    const page = await world.call(operator, 'GET /api/constructions/:construction_id/rooms/:room_id', {
      params,
    })
    expect(JSON.stringify([page.body, params])).not.toContain(person.loginId)
  })
})

describe('a new password', () => {
  it('needs the current one, and its owner hears of it', async () => {
    const person = await resident({ email: 'old@example.jp' })
    const fresh = { password: 'tsubaki2027', password_confirmation: 'tsubaki2027' }
    expect((await save(person, fresh)).body.errors).toMatchObject({ current_password: ['を入力してください'] })
    expect((await save(person, { ...fresh, current_password: password })).status).toBe(200)
    expect((await messages()).map(({ recipients, subject }) => [recipients[0], subject])).toEqual([
      ['old@example.jp', '【トグチ】パスワードが変更されました'],
    ])
  })

  it('is told to every proven contact', async () => {
    const person = await resident({ email: 'old@example.jp' })
    await hasMobile(person, '09088887777')
    const fresh = { password: 'tsubaki2027', password_confirmation: 'tsubaki2027' }
    expect((await save(person, { ...fresh, current_password: password })).status).toBe(200)
    expect(await told()).toEqual(['mail old@example.jp', 'sms 09088887777'])
  })

  it('needs none by the printed code, which is proof enough', async () => {
    const person = await resident({ email: 'old@example.jp' })
    const authentication_code = await world.inClient(client.id, async db => {
      await issueAuthenticationCodes(world.platform, db, client.id, [room().id])
      const { ciphertext } = await db
        .selectFrom('authentication_codes')
        .where('room_id', '=', room().id)
        .select('ciphertext')
        .executeTakeFirstOrThrow()
      return openAuthenticationCode(world.platform, ciphertext)
    })
    const body = { ...letter(), authentication_code, password: 'tsubaki2027', password_confirmation: 'tsubaki2027' }
    expect((await world.call(guest, 'POST /api/resident_auth/authentication_code', { body })).status).toBe(200)
    expect((await world.call(person, 'GET /api/residents/me')).status).toBe(401)
    expect(await told()).toEqual(['mail old@example.jp'])
  })
})
