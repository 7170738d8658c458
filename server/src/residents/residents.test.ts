import type { BodyInputOf } from '@toguchi/domain/http/endpoint'
import type { residents } from '@toguchi/domain/residents/contract'
import { formatAuthenticationCode } from '@toguchi/domain/residents/authentication-code'
import { earlyPath } from '@toguchi/domain/residents/login-path'
import { shortPagePath } from '@toguchi/domain/residents/short-link'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type BuiltClient,
  buildClient,
  buildConstruction,
  type BuiltConstruction,
  buildPlatformPerson,
  buildResident,
  buildUser,
} from '../../test/build.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'
import { failedAttempts } from '../../test/attempts.ts'
import { cheapDigestOf } from '../../test/password-digest.ts'
import { listClientsToRemind } from './contacts/reminder-queries.ts'
import { giveRoomAddresses, remindOfVisits } from './residents.ts'
import { networkOf } from '../platform/http/network.ts'
import { issueAuthenticationCodes, openAuthenticationCode } from '../authentication-codes/authentication-codes.ts'

const world = await openWorld()
const password = 'sakura2026'
const passwordDigest = await cheapDigestOf(password)

let client: BuiltClient & { uuid: string }
let construction: BuiltConstruction
let frames: { id: number; start_at: string; end_at: string }[]

/** Three working days with three frames each: two in the morning, one in the afternoon. Rooms 101 to 302 stand in the first six. */
beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  const built = await buildClient(world)
  const { uuid } = await world.inClient(null, db =>
    db.selectFrom('clients').where('id', '=', built.id).select('uuid').executeTakeFirstOrThrow(),
  )
  client = { ...built, uuid }
  construction = await buildConstruction(world, client, { floors: 3, perFloor: 2, start: '2026-12-01', end: '2026-12-03' })
  frames = await world.inClient(client.id, async db => {
    await db
      .updateTable('constructions')
      .set({
        detail_schedule_completed_at: new Date('2026-11-10T00:00:00Z'),
        schedule_change_end_on: '2026-11-25',
        information_distribution_on: '2026-11-15',
      })
      .where('id', '=', construction.id)
      .execute()
    const made = await db
      .insertInto('construction_time_frames')
      .values([
        { client_id: client.id, construction_id: construction.id, start_at: '09:00', end_at: '12:00', frame_number: 2 },
        { client_id: client.id, construction_id: construction.id, start_at: '13:00', end_at: '17:00', frame_number: 1 },
      ])
      .returning(['id', 'start_at', 'end_at'])
      .execute()
    const [morning, afternoon] = made
    await db
      .insertInto('assigns')
      .values(
        construction.rooms.map((room, at) => ({
          client_id: client.id,
          construction_id: construction.id,
          room_id: room.id,
          date: at < 3 ? '2026-12-01' : '2026-12-02',
          construction_time_frame_id: (at % 3 === 2 ? afternoon : morning)!.id,
          frame_number: at % 3 === 1 ? 2 : 1,
        })),
      )
      .execute()
    await issueAuthenticationCodes(
      world.platform,
      db,
      client.id,
      construction.rooms.map(room => room.id),
    )
    return made
  })
})

const room = (name: string) => construction.rooms.find(one => one.name === name)!
const letter = (name = '101') => ({ client_uuid: client.uuid, construction_uuid: construction.uuid, room_uuid: room(name).uuid })
const printed = (name = '101') =>
  world.inClient(client.id, async db => {
    const { ciphertext } = await db
      .selectFrom('authentication_codes')
      .where('room_id', '=', room(name).id)
      .select('ciphertext')
      .executeTakeFirstOrThrow()
    return formatAuthenticationCode(openAuthenticationCode(world.platform, ciphertext))
  })

type CodeInput = BodyInputOf<(typeof residents)['POST /api/resident_auth/authentication_code']>
const enter = async (over: Partial<CodeInput> & { name?: string } = {}, from = '192.0.2.1') => {
  const { name = '101', ...body } = over
  const sent = { ...letter(name), authentication_code: body.authentication_code ?? (await printed(name)), ...body }
  return world.send(
    guest,
    'POST',
    '/api/resident_auth/authentication_code',
    JSON.stringify(sent),
    { 'content-type': 'application/json' },
    from,
  )
}
const none = { contact: { none: true } } as const
/** The headers of a session that an answer opened. */
const sessionOf = (answer: { headers: Record<string, unknown> }): Caller => ({
  headers: Object.fromEntries(['access-token', 'client', 'uid'].map(name => [name, String(answer.headers[name])])),
})
const signedIn = (name = '101', over: { email?: string; name?: string } = {}) =>
  buildResident(world, client, room(name).id, { name: '鈴木 一郎', passwordDigest, ...over })
const messages = () =>
  world.inClient(client.id, db =>
    db.selectFrom('outbox_messages').orderBy('id').select(['transport', 'recipients', 'subject', 'body']).execute(),
  )
const eventsOf = (name = '101') =>
  world.inClient(client.id, db =>
    db
      .selectFrom('events as e')
      .leftJoin('event_personal_values as v', join => join.onRef('v.event_id', '=', 'e.id').onRef('v.client_id', '=', 'e.client_id'))
      .where('e.room_id', '=', room(name).id)
      .orderBy('e.id')
      .select(['e.kind', 'e.actor_kind', 'e.actor_id', 'e.acting_for', 'e.channel', 'e.change', 'v.values as personal'])
      .execute(),
  )
/** Since when the room's resident wants no messages; null: wants them. */
const wishOf = async (name: string) =>
  (
    await world.inClient(client.id, db =>
      db.selectFrom('residents').where('room_id', '=', room(name).id).select('no_messages_since').executeTakeFirstOrThrow(),
    )
  ).no_messages_since
const isRegistered = async () =>
  (
    await world.inClient(client.id, db =>
      db.selectFrom('rooms').where('id', '=', room('101').id).select('app_register').executeTakeFirstOrThrow(),
    )
  ).app_register
const morning = () => frames[0]!.id
const afternoon = () => frames[1]!.id
const assignOf = (name: string) =>
  world.inClient(client.id, db =>
    db
      .selectFrom('assigns')
      .where('room_id', '=', room(name).id)
      .select(['date', 'construction_time_frame_id', 'frame_number'])
      .executeTakeFirstOrThrow(),
  )
const setConstruction = (change: Record<string, unknown>) =>
  world.inClient(client.id, db => db.updateTable('constructions').set(change).where('id', '=', construction.id).execute())
const setRoom = (name: string, change: Record<string, unknown>) =>
  world.inClient(client.id, db => db.updateTable('rooms').set(change).where('id', '=', room(name).id).execute())
const terminate = () =>
  world.inClient(null, db =>
    db.updateTable('clients').set({ status: 'terminated', terminated_at: new Date() }).where('id', '=', client.id).execute(),
  )

describe('GET /api/resident_auth/clients/:client_uuid/constructions/:construction_uuid', () => {
  const open = (client_uuid = client.uuid, construction_uuid = construction.uuid) =>
    world.call(guest, 'GET /api/resident_auth/clients/:client_uuid/constructions/:construction_uuid', {
      params: { client_uuid, construction_uuid },
    })

  it('shows the rooms and which are registered, and nothing else about them', async () => {
    await signedIn('102', { name: '山田 花子' })
    const { status, body } = await open()
    expect(status).toBe(200)
    expect(body).toMatchObject({ accepting: true, why_not_accepting: null, construction: { information_distribution_on: '2026-11-15' } })
    expect(body.rooms.map(one => [one.name, one.registered])).toEqual([
      ['101', false],
      ['102', true],
      ['201', false],
      ['202', false],
      ['301', false],
      ['302', false],
    ])
    expect(Object.keys(body.rooms[0]!).toSorted()).toEqual(['block_name', 'block_position', 'col', 'name', 'registered', 'row', 'uuid'])
    expect(JSON.stringify(body)).not.toContain('山田')
  })

  it('shows no room before the distribution day, and opens at its midnight', async () => {
    world.setNow('2026-11-14T23:59:59+09:00')
    expect((await open()).body).toMatchObject({
      accepting: false,
      why_not_accepting: '受付開始前です。2026年11月15日(日)からご利用いただけます。',
      rooms: [],
    })
    world.setNow('2026-11-15T00:00:00+09:00')
    expect((await open()).body.accepting).toBe(true)
  })

  it('says that a terminated client’s pages cannot be used', async () => {
    await terminate()
    expect((await open()).body).toMatchObject({ accepting: false, why_not_accepting: '現在ご利用いただけません。', rooms: [] })
  })

  it('does not find a construction under another client, nor an unknown one', async () => {
    const other = await buildClient(world)
    const { uuid } = await world.inClient(null, db =>
      db.selectFrom('clients').where('id', '=', other.id).select('uuid').executeTakeFirstOrThrow(),
    )
    expect((await open(uuid)).status).toBe(404)
    expect((await open(client.uuid, crypto.randomUUID())).status).toBe(404)
    expect((await open('no-uuid')).status).toBe(404)
  })
})

describe('POST /api/resident_auth/authentication_code', () => {
  it('tells the known contact when somebody with the code stops its messages (M1)', async () => {
    await buildResident(world, client, room('101').id, { name: '鈴木 一郎', email: 'suzuki@example.jp' })
    expect((await enter(none)).status).toBe(200)
    expect(await wishOf('101')).not.toBeNull()
    expect(await messages()).toMatchObject([{ recipients: ['suzuki@example.jp'], subject: expect.stringContaining('お知らせの停止') }])
  })

  it('opens the account at once for people without e-mail and mobile', async () => {
    const answer = await enter(none)
    expect(answer).toMatchObject({ status: 200, body: { data: { role_id: 6, name: null, login_id: null, room: { name: '101' } } } })
    const me = await world.call(sessionOf(answer), 'GET /api/residents/me')
    expect(me.body.resident).toMatchObject({ room: { name: '101' }, agreement: 0 })
    expect(await messages()).toEqual([])
    expect(await eventsOf()).toMatchObject([{ kind: 'residents.account_opened', actor_kind: 'resident', channel: 'web' }])
    // A login was not made yet (G-ROOM-06, D-33).
    expect(await isRegistered()).toBe(false)
  })

  it('takes the code as people type it: full width, small letters, blanks', async () => {
    const code = await printed()
    const wide = code.toLowerCase().replaceAll(/[!-~]/g, character => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0))
    expect((await enter({ ...none, authentication_code: ` ${wide.replace('－', 'ー　')} ` })).status).toBe(200)
  })

  it('mails a confirmation code to an address, given as contact or by its old name', async () => {
    const answer = await enter({ contact: { email: 'suzuki@example.jp' } })
    expect(answer.body).toMatchObject({ message: '確認コードをメールで送信しました。', expires_at: '2026-11-21T10:30:00+09:00' })
    expect(answer.headers['access-token']).toBeUndefined()
    expect((await enter({ email: 'suzuki@example.jp' })).body.message).toBe('確認コードをメールで送信しました。')
    expect(await messages()).toMatchObject([
      { transport: 'mail', recipients: ['suzuki@example.jp'], body: expect.stringMatching(/確認コード: \d{6}\n/) },
      { transport: 'mail' },
    ])
    expect(await eventsOf()).toMatchObject([
      { kind: 'residents.confirmation_sent', actor_kind: 'system', channel: 'web', personal: { email: 'suzuki@example.jp' } },
      {},
    ])
  })

  it('sends a short message to a mobile number, and to no other telephone', async () => {
    expect((await enter({ contact: { phone: '０９０-1234-5678' } })).body.message).toBe('確認コードをSMSで送信しました。')
    expect(await messages()).toMatchObject([{ transport: 'sms', recipients: ['09012345678'] }])
    expect(await enter({ contact: { phone: '03-1234-5678' } })).toMatchObject({
      status: 422,
      body: { errors: { phone: ['は070・080・090で始まる番号を入力してください'] } },
    })
  })

  it('wants one contact at most, and none is as good', async () => {
    expect(await enter({ contact: { email: 'a@example.jp', none: true } })).toMatchObject({
      status: 422,
      body: { errors: { contact: {} } },
    })
    expect(await enter()).toMatchObject({ status: 200, body: { data: { date_only: false } } })
  })

  it('says of what can be no code how long one is, and of which characters', async () => {
    const said = async (authentication_code: string) => (await enter({ ...none, authentication_code })).body.errors?.full_messages
    expect(await said('AAAA-AAA')).toEqual(['認証コードは8文字です。入力されたのは7文字です。'])
    expect(await said('AAAA-AAA0')).toEqual(['認証コードが正しくありません。0（ゼロ）、1、I、Oは使われていません。'])
  })

  it('pauses a room after five wrong codes from one network, first 15 minutes, then 60', async () => {
    const guess = () => enter({ ...none, authentication_code: 'AAAA-AAAA' }, '192.0.2.1')
    for (const left of [4, 3, 2, 1])
      expect(await guess()).toMatchObject({
        status: 422,
        body: { errors: { full_messages: [`認証コードが正しくありません。あと${left}回まちがえると、15分間入力できなくなります。`] } },
      })
    const paused =
      '入力の誤りが続いたため、いまは入力できません。10時15分からもう一度入力できます。お急ぎの方は、お電話でお問い合わせください。'
    expect((await guess()).body.errors?.full_messages).toEqual([paused])
    // The sixth try is refused though it is right.
    const refused = await enter(none, '192.0.2.1')
    expect([refused.status, refused.headers['retry-after'], refused.body.errors?.full_messages]).toEqual([429, '900', [paused]])
    expect((await enter({ ...none, name: '102' })).status).toBe(200)
    world.setNow('2026-11-21T10:15:00+09:00')
    expect((await guess()).body.errors?.full_messages).toEqual([
      '認証コードが正しくありません。あと4回まちがえると、60分間入力できなくなります。',
    ])
    for (let at = 2; at <= 4; at++) expect((await guess()).status).toBe(422)
    expect((await guess()).status).toBe(429)
    world.setNow('2026-11-21T11:14:59+09:00')
    expect((await enter(none)).status).toBe(429)
    world.setNow('2026-11-21T11:15:00+09:00')
    expect((await enter(none)).status).toBe(200)
    expect((await eventsOf()).filter(event => event.kind === 'authentication_codes.paused')).toMatchObject([
      { change: { minutes: 15 } },
      { change: { minutes: 60 } },
    ])
  })

  it('answers the same for a room that has no code yet', async () => {
    await world.inClient(client.id, db => db.deleteFrom('authentication_codes').where('room_id', '=', room('102').id).execute())
    const wrong = (name: string) => enter({ ...none, name, authentication_code: 'AAAA-AAAA' })
    for (let at = 1; at <= 6; at++) {
      const [known, unknown] = [await wrong('101'), await wrong('102')]
      expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    }
  })

  it('shuts nobody out who knows the code, whoever typed wrong ones elsewhere', async () => {
    const guess = (from: string) => enter({ ...none, authentication_code: 'AAAA-AAAA' }, from)
    for (let at = 1; at <= 5; at++) await guess('2001:db8:0:1::1')
    // The next address of the same network is the same guesser.
    expect((await enter(none, '2001:db8:0:1:ffff::2')).status).toBe(429)
    for (const from of ['2001:db8:0:2::1', '198.51.100.7']) expect((await enter(none, from)).status).toBe(200)
  })

  it('counts guesses that come at once one after another', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter({ ...none, authentication_code: 'AAAA-AAAA' })))
    expect(answers.filter(answer => answer.status === 422)).toHaveLength(4)
    expect((await enter(none)).status).toBe(429)
  })

  it('takes a hundred wrong codes from one address in a quarter of an hour, whatever the rooms', async () => {
    const address = '203.0.113.9'
    await failedAttempts(world, { scope: 'authentication_code:network', subject: address }, 99)
    expect((await enter({ ...none, authentication_code: 'AAAA-AAAA' }, address)).status).toBe(422)
    expect((await enter({ ...none, name: '102' }, address)).status).toBe(429)
    expect((await enter({ ...none, name: '102' })).status).toBe(200)
  })

  it('takes no more of them when they come at once in many rooms, and counts no right one', async () => {
    const address = '203.0.113.10'
    await failedAttempts(world, { scope: 'authentication_code:network', subject: address }, 99)
    expect((await enter(none, address)).status).toBe(200)
    const wrong = { ...none, authentication_code: 'AAAA-AAAA' }
    const answers = await Promise.all(construction.rooms.map(({ name }) => enter({ ...wrong, name }, address)))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(construction.rooms.length - 1)
  })

  it('does not count what can be no code at all', async () => {
    for (let at = 0; at < 7; at++) expect((await enter({ ...none, authentication_code: 'AB7K-9Q' })).status).toBe(422)
    expect((await enter(none)).status).toBe(200)
  })

  it('refuses before the distribution day, after the room is closed, and for a terminated client', async () => {
    world.setNow('2026-11-14T23:59:59+09:00')
    expect((await enter(none)).body.errors?.full_messages).toEqual(['受付開始前です。2026年11月15日(日)からご利用いただけます。'])
    world.setNow('2026-11-21T10:00:00+09:00')
    await setRoom('101', { status: 'completed', completed_at: new Date(), closed_at: new Date() })
    expect((await enter(none)).body.code).toBe('room_closed')
    await terminate()
    expect(await enter({ ...none, name: '102' })).toMatchObject({
      status: 401,
      body: { message: '契約が終了しているためご利用いただけません。' },
    })
  })

  it('does not find a room of another construction under this address', async () => {
    const other = await buildConstruction(world, client)
    expect((await enter({ ...none, room_uuid: other.rooms[0]!.uuid, authentication_code: 'AAAA-AAAA' })).status).toBe(404)
  })

  it('is the way back with a new password for a registered room, and ends the sessions there were', async () => {
    const before = await signedIn('101', { email: 'suzuki@example.jp' })
    expect(await enter({ contact: { email: 'thief@example.jp' } })).toMatchObject({ status: 422, body: { code: 'room_registered' } })
    expect((await enter({ password: 'short', password_confirmation: 'short' })).body.errors?.['password']).toBeDefined()
    const answer = await enter({ password: 'tsubaki2027', password_confirmation: 'tsubaki2027' })
    expect(answer).toMatchObject({ status: 200, body: { message: 'パスワードを変更しました。', data: { login_id: before.loginId } } })
    expect((await world.call(before, 'GET /api/residents/me')).status).toBe(401)
    expect((await world.call(sessionOf(answer), 'GET /api/residents/me')).status).toBe(200)
    expect(await eventsOf()).toMatchObject([{ kind: 'residents.password_reset', change: { by: 'authentication_code' } }])
    expect((await messages()).map(message => message.subject)).toEqual(['【トグチ】パスワードが変更されました'])
    const again = { ...letter(), login_id: before.loginId, password: 'tsubaki2027' }
    expect((await world.call(guest, 'POST /api/resident_auth/sign_in', { body: again })).status).toBe(200)
  })

  it('answers a whole building at once', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, (_, at) => enter({ ...none, name: construction.rooms[at % 6]!.name })))
    expect(answers.map(answer => answer.status)).toEqual(Array.from({ length: 24 }, () => 200))
  })
})

describe('POST /api/resident_auth/confirmation_code', () => {
  const ask = async (contact: { email: string } | { phone: string } = { email: 'suzuki@example.jp' }) => {
    const answer = await enter({ contact })
    const code = /\d{6}/.exec((await messages()).at(-1)!.body)![0]
    return { token: String(answer.body['confirmation_token']), code }
  }
  const confirm = (confirmation_token: string, confirmation_code: string, room_uuid = room('101').uuid) =>
    world.call(guest, 'POST /api/resident_auth/confirmation_code', { body: { room_uuid, confirmation_token, confirmation_code } })

  it('opens the account with the confirmed contact, full width digits too', async () => {
    const { token, code } = await ask()
    const answer = await confirm(
      token,
      code.replaceAll(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))),
    )
    expect(answer).toMatchObject({ status: 200, body: { data: { email: 'suzuki@example.jp', room: { name: '101' } } } })
    expect((await world.call(sessionOf(answer), 'GET /api/resident_auth/validate_token')).body.success).toBe(true)
    // Once.
    expect((await confirm(token, code)).status).toBe(422)
  })

  it('is good for five tries and thirty minutes', async () => {
    const { token, code } = await ask({ phone: '09012345678' })
    const wrong = code === '000000' ? '111111' : '000000'
    for (const left of [4, 3, 2, 1])
      expect((await confirm(token, wrong)).body.errors?.full_messages).toEqual([
        `確認コードが正しくありません。あと${left}回まちがえると、この確認コードは使えなくなります。`,
      ])
    const spent = '確認コードの入力の誤りが続いたため、この確認コードは使えなくなりました。新しい確認コードをお受け取りください。'
    expect((await confirm(token, wrong)).body.errors?.full_messages).toEqual([spent])
    expect((await confirm(token, code)).body.errors?.full_messages).toEqual([spent])
    // Whoever was sent none learns nothing.
    expect((await confirm('A'.repeat(43), code)).body.errors?.full_messages).toEqual(['確認コードの有効期限が切れています。'])
    const second = await ask()
    world.setNow('2026-11-21T10:30:00+09:00')
    expect((await confirm(second.token, second.code)).body.code).toBe('confirmation_expired')
  })

  it('belongs to its room', async () => {
    const { token, code } = await ask()
    expect((await confirm(token, code, room('102').uuid)).status).toBe(422)
    expect((await confirm(token, code, crypto.randomUUID())).status).toBe(404)
  })

  it('takes no room over that somebody registered meanwhile', async () => {
    const { token, code } = await ask()
    await signedIn('101')
    expect((await confirm(token, code)).body.code).toBe('room_registered')
  })

  it('keeps what the office had typed in for the room', async () => {
    await world.inClient(client.id, db =>
      db
        .insertInto('residents')
        .values({ client_id: client.id, room_id: room('101').id, name: '鈴木 一郎', phone: '0312345678' })
        .execute(),
    )
    const { token, code } = await ask()
    expect((await confirm(token, code)).body.data).toMatchObject({ name: '鈴木 一郎', phone: '0312345678', email: 'suzuki@example.jp' })
  })
})

describe('POST /api/resident_auth/sign_in', () => {
  const signIn = (login_id: string, given = password, name = '101') =>
    world.call(guest, 'POST /api/resident_auth/sign_in', { body: { ...letter(name), login_id, password: given } })

  it('opens a session at the own room’s page only', async () => {
    const { loginId } = await signedIn('101')
    const answer = await signIn(loginId.toUpperCase())
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { login_id: loginId, login_path: expect.stringContaining(room('101').uuid) } },
    })
    expect(answer.headers).toMatchObject({ 'token-type': 'Bearer', uid: loginId })
    expect(await signIn(loginId, password, '102')).toMatchObject({
      status: 401,
      body: { errors: ['ログイン用の認証情報が正しくありません。再度お試しください。'] },
    })
    expect((await signIn(loginId, 'wrong2026')).status).toBe(401)
  })

  it('takes the login ID by the names other clients use', async () => {
    const { loginId } = await signedIn()
    for (const name of ['email', 'login'])
      expect(
        (await world.call(guest, 'POST /api/resident_auth/sign_in', { body: { ...letter(), [name]: loginId, password } })).status,
      ).toBe(200)
  })

  it('locks after ten failures', async () => {
    const { loginId } = await signedIn()
    for (let at = 0; at < 9; at++) expect((await signIn(loginId, 'wrong2026')).body).toHaveProperty('errors')
    expect((await signIn(loginId, 'wrong2026')).body.message).toBe('アカウントはロックされています。')
    expect((await signIn(loginId)).status).toBe(401)
  })

  it('opens a lock for who comes back with code and new password', async () => {
    const { loginId } = await signedIn()
    for (let at = 0; at < 10; at++) await signIn(loginId, 'wrong2026')
    expect((await enter({ password: 'tsubaki2027', password_confirmation: 'tsubaki2027' })).status).toBe(200)
    expect((await signIn(loginId, 'tsubaki2027')).status).toBe(200)
  })

  it('lets nobody of a terminated client in, and ends who is', async () => {
    const resident = await signedIn()
    await terminate()
    expect((await signIn(resident.loginId)).body.message).toBe('契約が終了しているためご利用いただけません。')
    expect((await world.call(resident, 'GET /api/residents/me')).body.message).toBe('契約が終了しているためご利用いただけません。')
  })
})

describe('DELETE /api/resident_auth/sign_out', () => {
  it('ends the session', async () => {
    const resident = await signedIn()
    expect((await world.call(resident, 'DELETE /api/resident_auth/sign_out')).body.success).toBe(true)
    expect((await world.call(resident, 'GET /api/residents/me')).status).toBe(401)
  })
})

describe('GET /api/resident_auth/validate_token', () => {
  it('knows residents, and nobody else', async () => {
    const resident = await signedIn()
    expect((await world.call(resident, 'GET /api/resident_auth/validate_token')).body.data.id).toBe(resident.id)
    const staff = await buildUser(world, client, 'Staff')
    expect((await world.call(staff, 'GET /api/resident_auth/validate_token')).status).toBe(401)
    expect((await world.call(resident, 'GET /api/auth/validate_token')).status).toBe(401)
  })
})

describe('POST /api/resident_auth/login_id_reminder', () => {
  const remind = (email: string) => world.call(guest, 'POST /api/resident_auth/login_id_reminder', { body: { ...letter(), email } })

  it('mails login ID and login page to a known address; the answer never tells', async () => {
    const { loginId } = await signedIn('101', { email: 'Suzuki@example.jp' })
    expect((await remind('suzuki@example.jp')).body.message).toBe('ログインIDをメールで送信しました。')
    expect((await remind('nobody@example.jp')).body.message).toBe('ログインIDをメールで送信しました。')
    const sent = await messages()
    expect(sent).toHaveLength(1)
    expect(sent[0]!.body).toContain(loginId)
    expect(sent[0]!.body).toContain(`${room('101').uuid}/login`)
  })

  it('is asked five times an hour at most', async () => {
    const statuses = []
    for (let at = 0; at < 6; at++) statuses.push((await remind(`flood${client.id}@example.jp`)).status)
    expect(statuses.at(-1)).toBe(429)
  })
})

// One way through both: what the first mails the second takes.
describe('POST /api/resident_auth/password', () => {
  describe('PUT /api/resident_auth/password', () => {
    // Reminders are limited per address; every test here calls from its own hour.
    let hour = 0
    beforeEach(() => world.setNow(`2026-11-${String(21 + ++hour).padStart(2, '0')}T18:00:00+09:00`))
    const ask = (login_id: string, email: string) =>
      world.call(guest, 'POST /api/resident_auth/password', { body: { ...letter(), login_id, email } })
    const set = (reset_password_token: string, given = 'tsubaki2027') =>
      world.call(guest, 'PUT /api/resident_auth/password', {
        body: { reset_password_token, password: given, password_confirmation: given },
      })
    const signIn = (login_id: string, given: string) =>
      world.call(guest, 'POST /api/resident_auth/sign_in', { body: { ...letter(), login_id, password: given } })
    const linkOf = async () => /reset_password_token=([\w-]+)/.exec((await messages()).at(-1)?.body ?? '')?.[1] ?? ''

    it('sets a new password by a mailed link, once, and names the room’s login page', async () => {
      const resident = await signedIn('101', { email: 'suzuki@example.jp' })
      expect((await ask(resident.loginId, 'suzuki@example.jp')).body.message).toBe('パスワード再設定用のメールを送信しました。')
      const token = await linkOf()
      expect((await set(token, 'short')).body.errors?.['password']).toBeDefined()
      const answer = await set(token)
      expect(answer.body).toEqual({
        message: 'パスワードを変更しました。',
        login_path: `/residents/clients/${client.uuid}/constructions/${construction.uuid}/rooms/${room('101').uuid}/login`,
      })
      expect((await world.call(resident, 'GET /api/residents/me')).status).toBe(401)
      expect((await set(token)).body.code).toBe('link_expired')
      expect(await eventsOf()).toMatchObject([{ kind: 'residents.password_reset', change: { by: 'mail' } }])
    })

    it('opens a lock, of which the owner was told', async () => {
      const resident = await signedIn('101', { email: 'suzuki@example.jp' })
      for (let at = 0; at < 11; at++) await signIn(resident.loginId, 'wrong2026')
      const told = await messages()
      expect(told.map(({ subject }) => subject)).toEqual(['【トグチ】ログインの失敗が続いたため、ログインを一時的に停止しました'])
      expect(told[0]?.body).toContain('約30分後に、もう一度ログインできるようになります。')
      await ask(resident.loginId, 'suzuki@example.jp')
      expect((await set(await linkOf())).status).toBe(200)
      expect((await signIn(resident.loginId, 'tsubaki2027')).status).toBe(200)
    })

    it('sends nothing when the address is not the account’s, and says nothing of it', async () => {
      const resident = await signedIn('101', { email: 'suzuki@example.jp' })
      expect((await ask(resident.loginId, 'other@example.jp')).body.message).toBe('パスワード再設定用のメールを送信しました。')
      expect((await ask('nobody', 'suzuki@example.jp')).status).toBe(200)
      expect(await messages()).toEqual([])
    })

    it('leads in by the newest link alone', async () => {
      const resident = await signedIn('101', { email: 'suzuki@example.jp' })
      await ask(resident.loginId, 'suzuki@example.jp')
      const older = await linkOf()
      await ask(resident.loginId, 'suzuki@example.jp')
      expect((await set(older)).body.code).toBe('link_expired')
      expect((await set(await linkOf())).status).toBe(200)
    })

    it('ends after six hours', async () => {
      const resident = await signedIn('101', { email: 'suzuki@example.jp' })
      await ask(resident.loginId, 'suzuki@example.jp')
      const token = await linkOf()
      world.setNow(new Date(world.platform.now().getTime() + 6 * 3_600_000).toISOString())
      expect((await set(token)).body.code).toBe('link_expired')
    })
  })
})

describe('GET /r/:room', () => {
  it('leads to the page of the dwelling, and nowhere once that is gone', async () => {
    const follow = async (name = '101') => {
      const { status, headers } = await world.send(guest, 'GET', shortPagePath(room(name).uuid))
      return [status, headers['location'], headers['cache-control']]
    }
    const page = `/residents/clients/${client.uuid}/constructions/${construction.uuid}/rooms/${room('101').uuid}`
    expect(await follow()).toEqual([302, `${page}/authentication_code`, 'no-store'])
    // A message of an earlier frame says so where the code is asked for.
    const early = await world.send(guest, 'GET', earlyPath(shortPagePath(room('101').uuid)))
    expect(early.headers['location']).toBe(`${page}/authentication_code?early`)
    await signedIn('101')
    expect(await follow()).toEqual([302, `${page}/login`, 'no-store'])
    await setConstruction({ discarded_at: new Date() })
    expect((await follow('102'))[0]).toBe(404)
    for (const unknown of ['short', 'A'.repeat(22)]) expect((await world.send(guest, 'GET', `/r/${unknown}`)).status).toBe(404)
  })

  describe('by the six characters of a letter', () => {
    const addressOf = async (name: string) => {
      const addresses = await world.inClient(client.id, db => giveRoomAddresses(db, client.id, [room(name).id]))
      return addresses.get(room(name).id) ?? ''
    }
    const type = (typed: string, from = '192.0.2.1') =>
      world.send(guest, 'GET', `/r/${encodeURIComponent(typed)}`, undefined, undefined, from)
    const codePage = (name: string) =>
      `/residents/clients/${client.uuid}/constructions/${construction.uuid}/rooms/${room(name).uuid}/authentication_code`

    it('leads to where the code is typed, however it is typed, of a registered dwelling too; and ends with the closing', async () => {
      const address = await addressOf('101')
      expect(address).toMatch(/^[2-9A-HJ-NP-Z]{6}$/)
      expect([await addressOf('101'), await addressOf('102')]).toEqual([address, expect.not.stringMatching(address)])
      await signedIn('101')
      const wide = address.replaceAll(/./g, letter => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
      for (const typed of [address, address.toLowerCase(), wide]) {
        const { status, headers } = await type(typed)
        expect([status, headers['location'], headers['cache-control']]).toEqual([302, codePage('101'), 'no-store'])
      }
      await setRoom('101', { status: 'completed', completed_at: new Date(), closed_at: new Date() })
      expect((await type(address)).status).toBe(404)
    })

    it('counts who tries addresses by network, and lets a good one through uncounted', async () => {
      const address = await addressOf('101')
      await failedAttempts(world, { scope: 'room_address:network', subject: networkOf('192.0.2.7') }, 99)
      expect((await type(address, '192.0.2.7')).status).toBe(302)
      expect((await type('222222', '192.0.2.7')).status).toBe(404)
      expect((await type(address, '192.0.2.7')).status).toBe(429)
      const inBrowser = await world.send(guest, 'GET', `/r/${address}`, undefined, { accept: 'text/html' }, '192.0.2.7')
      expect([inBrowser.status, inBrowser.headers['location']]).toEqual([302, '/r?wait'])
      expect((await type(address, '192.0.2.8')).status).toBe(302)
    })
  })
})

describe('GET /api/residents/me', () => {
  it('answers the signed-in resident with where they belong, and nobody else', async () => {
    const session = sessionOf(await enter(none))
    const { status, body } = await world.call(session, 'GET /api/residents/me')
    expect(status).toBe(200)
    expect(body.resident).toMatchObject({ role_id: 6, login_id: null, agreement: 0 })
    expect(body.resident.room_id).toBe(room('101').id)
    expect(body.resident.login_path).toContain(body.resident.room.uuid)
    expect((await world.call({ headers: {} }, 'GET /api/residents/me')).status).toBe(401)
  })
})

describe('PATCH /api/residents/me', () => {
  const save = (as: Caller, resident: Record<string, unknown>) => world.call(as, 'PATCH /api/residents/me', { body: { resident } })
  const first = { login_id: 'suzuki.1', password, password_confirmation: password, name: '鈴木 一郎', gender: 'male', agreement: 1 }

  it('registers without any e-mail address', async () => {
    const session = sessionOf(await enter(none))
    const answer = await save(session, { ...first, email: '', phone: '03-1234-5678', own_or_rent: 'own' })
    expect(answer).toMatchObject({
      status: 200,
      body: { message: '登録情報を保存しました。', resident: { name: '鈴木 一郎', email: null, phone: '0312345678', agreement: 1 } },
    })
    expect(await isRegistered()).toBe(true)
    expect((await eventsOf()).at(-1)).toMatchObject({
      kind: 'residents.registered',
      actor_kind: 'resident',
      personal: { after: { name: '鈴木 一郎', login_id: 'suzuki.1' } },
    })
    expect(JSON.stringify((await eventsOf()).map(event => [event.change, event.personal]))).not.toContain(password)
    const answerOfLogin = await world.call(guest, 'POST /api/resident_auth/sign_in', {
      body: { ...letter(), login_id: 'SUZUKI.1', password },
    })
    expect(answerOfLogin.status).toBe(200)
  })

  it('says everything that the first save lacks', async () => {
    const session = sessionOf(await enter(none))
    expect((await save(session, { password, password_confirmation: password })).body.errors).toMatchObject({
      login_id: ['を入力してください'],
      agreement: ['に同意してください'],
    })
    expect((await save(session, { login_id: 'suzuki.1', agreement: 0 })).body.errors).toMatchObject({
      password: ['を入力してください'],
      name: ['を入力してください'],
      agreement: ['に同意してください'],
      full_messages: expect.arrayContaining(['利用規約に同意してください']),
    })
    expect((await save(session, { ...first, password: 'kakikukeko', password_confirmation: 'kakikukeko' })).status).toBe(422)
    expect((await save(session, { ...first, login_id: '鈴木' })).body.errors?.['login_id']).toHaveLength(1)
  })

  it('refuses a login ID that somebody of the client has, whatever its case', async () => {
    const { loginId } = await signedIn('102')
    const session = sessionOf(await enter(none))
    expect((await save(session, { ...first, login_id: loginId.toUpperCase() })).body.errors?.full_messages).toEqual([
      'ログインIDはすでに存在します',
    ])
  })

  it('changes what was sent and nothing else; a new password ends the other sessions', async () => {
    const resident = await signedIn('101', { email: 'suzuki@example.jp' })
    const second = sessionOf(
      await world.call(guest, 'POST /api/resident_auth/sign_in', { body: { ...letter(), login_id: resident.loginId, password } }),
    )
    const answer = await save(resident, {
      phone: '09012345678',
      agreement: 1,
      current_password: password,
      password: 'tsubaki2027',
      password_confirmation: 'tsubaki2027',
    })
    expect(answer.body.resident).toMatchObject({ name: '鈴木 一郎', email: 'suzuki@example.jp', phone: '09012345678' })
    expect((await world.call(resident, 'GET /api/residents/me')).status).toBe(200)
    expect((await world.call(second, 'GET /api/residents/me')).status).toBe(401)
    expect((await eventsOf()).at(-1)).toMatchObject({ kind: 'residents.updated', change: { fields: ['phone', 'password'] } })
  })

  it('keeps gender, tenure and address for the next visit', async () => {
    const resident = await signedIn()
    const given = { name_kana: 'スズキ イチロウ', gender: 'female', own_or_rent: 'rent', email: 't@example.com' }
    expect((await save(resident, { ...given, agreement: 1, current_password: password })).status).toBe(200)
    expect((await world.call(resident, 'GET /api/residents/me')).body.resident).toMatchObject({ ...given, email_proven: false })
  })

  it('refuses fields it does not know', async () => {
    expect((await save(await signedIn(), { display: 'form' })).status).toBe(422)
    expect((await save(await signedIn('102'), { room_id: room('101').id })).status).toBe(422)
  })
})

describe('GET /api/residents/construction', () => {
  const show = (as: Caller) => world.call(as, 'GET /api/residents/construction')

  it('shows when, where, what is possible until when, and whom to call', async () => {
    const { body } = await show(await signedIn('101'))
    expect(body).toMatchObject({
      room: { name: '101', construction_schedule_confirmed_at: null },
      assign: { date: '2026-12-01', start_at: '09:00', end_at: '12:00' },
      deadlines: { schedule_change_end_on: '2026-11-25' },
      can_change_date: true,
      can_confirm_date: true,
      construction: { emergency_phone_number: null },
      pay_methods: ['other'],
      today: '2026-11-21',
    })
    await setConstruction({ emergency_phone_number: '03-9999-9999' })
    expect((await show(await signedIn('102'))).body.construction.emergency_phone_number).toBe('03-9999-9999')
  })

  it('names the deadline of options only where they can be bought', async () => {
    const deadline = async (use_optional_construction: boolean, roomName: string) => {
      await setConstruction({ use_optional_construction, option_request_end_on: '2026-11-26' })
      return (await show(await signedIn(roomName))).body.deadlines.option_request_end_on
    }
    expect([await deadline(false, '101'), await deadline(true, '102')]).toEqual([null, '2026-11-26'])
  })

  it('names no date before the detail schedule is completed', async () => {
    await setConstruction({ detail_schedule_completed_at: null })
    expect((await show(await signedIn())).body).toMatchObject({
      assign: null,
      can_change_date: false,
      why_no_date_change: '日程調整中です。',
      can_confirm_date: false,
    })
  })

  it('is for residents alone', async () => {
    expect((await show(await buildUser(world, client, 'Staff_Admin'))).status).toBe(401)
    expect((await show(guest)).status).toBe(401)
  })
})

describe('GET /api/residents/assignable_frames', () => {
  const list = (as: Caller) => world.call(as, 'GET /api/residents/assignable_frames')

  it('marks what is free, what is full and what is one’s own', async () => {
    const { body } = await list(await signedIn('101'))
    expect(
      body.dates.map(({ date, kind, time_frames }) => [date, kind, time_frames.map(frame => [frame.available, frame.current])]),
    ).toEqual([
      [
        '2026-12-01',
        'available',
        [
          [true, true],
          [false, false],
        ],
      ],
      [
        '2026-12-02',
        'full',
        [
          [false, false],
          [false, false],
        ],
      ],
      [
        '2026-12-03',
        'available',
        [
          [true, false],
          [true, false],
        ],
      ],
    ])
  })

  it('closes holidays, preparation days and everything up to today', async () => {
    await setConstruction({ privately_area_holidays: ['2026-12-03'], schedule_change_end_on: null })
    world.setNow('2026-12-01T08:00:00+09:00')
    const { body } = await list(await signedIn('101'))
    expect(body.dates.map(({ kind }) => kind)).toEqual(['closed', 'full', 'closed'])
  })

  it('keeps back spare frames until they are released', async () => {
    const spare = {
      client_id: client.id,
      construction_id: construction.id,
      construction_time_frame_id: afternoon(),
      date: '2026-12-02',
      frame_number: 2,
    }
    await world.inClient(client.id, db => db.insertInto('spare_frames').values(spare).execute())
    const resident = await signedIn('101')
    expect((await list(resident)).body.dates[1]!.kind).toBe('full')
    await world.inClient(client.id, db => db.updateTable('spare_frames').set({ released_at: new Date() }).execute())
    expect((await list(resident)).body.dates[1]!.kind).toBe('available')
  })

  it('says why there is nothing to choose', async () => {
    await setConstruction({ detail_schedule_completed_at: null })
    expect((await list(await signedIn())).body.errors?.full_messages).toEqual(['日程調整中です。'])
  })
})

const hold = (as: Caller, date: string, construction_time_frame_id: number) =>
  world.call(as, 'POST /api/residents/assign/hold', { body: { assign: { date, construction_time_frame_id } } })
const move = (as: Caller, date: string, construction_time_frame_id: number) =>
  world.call(as, 'PATCH /api/residents/assign', { body: { assign: { date, construction_time_frame_id } } })

describe('POST /api/residents/assign/hold', () => {
  it('keeps a frame for five minutes; somebody else is shown the nearest others', async () => {
    const [one, other] = [await signedIn('101'), await signedIn('102')]
    expect(await hold(one, '2026-12-03', afternoon())).toMatchObject({
      status: 201,
      body: { assign: { date: '2026-12-03', start_at: '13:00' }, expires_at: '2026-11-21T10:05:00+09:00' },
    })
    const lost = await hold(other, '2026-12-03', afternoon())
    expect(lost).toMatchObject({
      status: 409,
      body: {
        errors: { full_messages: ['選択した日時は空きがなくなりました。'] },
        alternatives: [{ date: '2026-12-03', construction_time_frame_id: morning() }],
      },
    })
    expect((await move(other, '2026-12-03', afternoon())).status).toBe(409)
    const frame = (await world.call(other, 'GET /api/residents/assignable_frames')).body.dates[2]!.time_frames[1]!
    expect(frame.available).toBe(false)
    world.setNow('2026-11-21T10:05:00+09:00')
    expect((await hold(other, '2026-12-03', afternoon())).status).toBe(201)
  })

  it('lets go of the frame before, and of the last one on request', async () => {
    const [one, other] = [await signedIn('101'), await signedIn('102')]
    await hold(one, '2026-12-03', afternoon())
    await hold(one, '2026-12-03', morning())
    expect((await hold(other, '2026-12-03', afternoon())).status).toBe(201)
    await world.call(other, 'DELETE /api/residents/assign/hold')
    expect((await hold(one, '2026-12-03', afternoon())).status).toBe(201)
  })

  it('gives the last frame to one of many who reach for it at once', async () => {
    const people = await Promise.all(construction.rooms.map(({ name }) => signedIn(name)))
    const answers = await Promise.all(people.map(person => hold(person, '2026-12-03', afternoon())))
    expect(answers.map(answer => answer.status).toSorted((one, other) => one - other)).toEqual([201, 409, 409, 409, 409, 409])
  })

  it('keeps no frame on a closed day or of another construction', async () => {
    const resident = await signedIn('101')
    expect((await hold(resident, '2026-12-24', morning())).status).toBe(409)
    expect((await hold(resident, '2026-12-03', 999_999)).status).toBe(409)
  })
})

describe('DELETE /api/residents/assign/hold', () => {
  it('is harmless when nothing is held', async () => {
    expect((await world.call(await signedIn(), 'DELETE /api/residents/assign/hold')).body.success).toBe(true)
  })
})

describe('PATCH /api/residents/assign', () => {
  it('moves the own room, confirms it, and tells both sides through the timeline and by mail', async () => {
    const resident = await signedIn('101', { email: 'suzuki@example.jp' })
    await hold(resident, '2026-12-03', afternoon())
    const answer = await move(resident, '2026-12-03', afternoon())
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: '工事日を変更しました。',
        assign: { date: '2026-12-03', start_at: '13:00', end_at: '17:00' },
        room: { reception_status_en: 'web', construction_schedule_confirmed_at: '2026-11-21T10:00:00+09:00' },
      },
    })
    expect(await assignOf('101')).toEqual({ date: '2026-12-03', construction_time_frame_id: afternoon(), frame_number: 1 })
    expect(await eventsOf()).toMatchObject([
      {
        kind: 'assigns.moved',
        actor_kind: 'resident',
        actor_id: resident.id,
        acting_for: null,
        channel: 'web',
        change: { before: { date: '2026-12-01' }, after: { date: '2026-12-03' } },
      },
      { kind: 'rooms.date_confirmed', actor_kind: 'resident', channel: 'web' },
    ])
    expect((await messages()).filter(message => message.recipients.includes('suzuki@example.jp'))).toMatchObject([
      {
        subject: expect.stringContaining('工事日が確定しました'),
        body: expect.stringMatching(/101号室\n工事日：2026年12月3日\(木\) 午後 1:00–5:00\n[\s\S]*在宅方法：.*\nお願いしたい準備：/),
      },
    ])
    const holds = await world.inClient(client.id, db =>
      db.selectFrom('frame_holds').where('room_id', '=', room('101').id).selectAll().execute(),
    )
    expect(holds).toEqual([])
  })

  it('gives a date to a room that has none yet', async () => {
    await world.inClient(client.id, db => db.deleteFrom('assigns').where('room_id', '=', room('101').id).execute())
    const resident = await signedIn('101')
    expect((await move(resident, '2026-12-03', afternoon())).status).toBe(200)
    expect((await world.call(resident, 'GET /api/residents/construction')).body.assign).toMatchObject({
      date: '2026-12-03',
      start_at: '13:00',
    })
  })

  it('gives one frame to one of two who race for it, and the other what is nearest', async () => {
    const [one, other] = [await signedIn('101'), await signedIn('102')]
    const answers = await Promise.all([move(one, '2026-12-03', afternoon()), move(other, '2026-12-03', afternoon())])
    expect(answers.map(answer => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const lost = answers.find(answer => answer.status === 409)!
    expect(lost.body).toMatchObject({
      code: 'frame_taken',
      errors: { full_messages: ['選択した日時は空きがなくなりました。'] },
      // Not the frame from before, which the loser still has.
      alternatives: [{ date: '2026-12-03', construction_time_frame_id: morning(), label: '2026年12月3日(木) 09:00–12:00' }],
    })
    const loser = answers[0].status === 409 ? '101' : '102'
    // Who lost still has the frame from before.
    expect((await assignOf(loser)).date).toBe('2026-12-01')
    expect((await eventsOf(loser)).filter(event => event.kind === 'assigns.moved')).toEqual([])
  })

  it('counts a second tap as the first: one move, one confirmation, one mail', async () => {
    const resident = await signedIn('101')
    const answers = await Promise.all([1, 2].map(() => move(resident, '2026-12-03', afternoon())))
    expect(answers.map(answer => answer.status)).toEqual([200, 200])
    expect((await eventsOf('101')).map(event => event.kind)).toEqual(['assigns.moved', 'rooms.date_confirmed'])
    const told = await messages()
    await move(resident, '2026-12-03', afternoon())
    expect(await messages()).toEqual(told)
  })

  it('is possible until 23:59:59 of the last day in Tokyo, and not a second longer', async () => {
    const resident = await signedIn('101')
    world.setNow('2026-11-25T23:59:59+09:00')
    expect((await move(resident, '2026-12-03', morning())).status).toBe(200)
    world.setNow('2026-11-26T00:00:00+09:00')
    expect(await move(resident, '2026-12-03', afternoon())).toMatchObject({
      status: 422,
      body: { code: 'no_date_change', errors: { full_messages: ['日程の変更受付は終了しました。お電話でお問い合わせください。'] } },
    })
  })

  it('is not possible for a completed or closed room, nor while the schedule is being made', async () => {
    const resident = await signedIn('101')
    await setRoom('101', { status: 'completed', completed_at: new Date() })
    expect((await move(resident, '2026-12-03', morning())).body.errors?.full_messages).toEqual(['工事が完了しているため変更できません。'])
    await setConstruction({ detail_schedule_completed_at: null })
    expect((await move(await signedIn('102'), '2026-12-03', morning())).body.errors?.full_messages).toEqual(['日程調整中です。'])
  })

  it('reaches no other room: there is nothing in the request to name one', async () => {
    const resident = await signedIn('101')
    const answer = await world.call(resident, 'PATCH /api/residents/assign', {
      body: { assign: { date: '2026-12-03', construction_time_frame_id: morning(), room_id: room('102').id } } as never,
    })
    expect(answer.status).toBe(422)
    expect((await assignOf('102')).date).toBe('2026-12-01')
  })
})

describe('POST /api/residents/assign/confirmation', () => {
  const confirm = (as: Caller, assign?: { date: string; construction_time_frame_id: number }) =>
    world.call(as, 'POST /api/residents/assign/confirmation', { body: assign === undefined ? {} : { assign } })

  it('confirms what was read, and nothing where the date is another one by now', async () => {
    const resident = await signedIn('101')
    const { date, construction_time_frame_id } = await assignOf('101')
    expect(await confirm(resident, { date, construction_time_frame_id: afternoon() })).toMatchObject({
      status: 409,
      body: { code: 'date_changed', errors: { full_messages: ['ご覧になっている間に、工事日が変わりました。今の日程をご確認ください。'] } },
    })
    expect((await confirm(resident, { date: '2026-12-02', construction_time_frame_id })).status).toBe(409)
    expect(await eventsOf()).toEqual([])
    expect((await confirm(resident, { date, construction_time_frame_id })).status).toBe(200)
  })

  it('accepts the proposed date, once', async () => {
    const resident = await signedIn('101')
    const answers = await Promise.all([confirm(resident), confirm(resident)])
    expect(answers.map(answer => answer.status).toSorted((one, other) => one - other)).toEqual([200, 422])
    expect((await eventsOf()).map(event => event.kind)).toEqual(['rooms.date_confirmed'])
    expect(answers.find(answer => answer.status === 200)!.body.room).toMatchObject({ reception_status_en: 'web' })
    expect(await assignOf('101')).toMatchObject({ date: '2026-12-01' })
  })

  it('stays possible after the deadline for changes', async () => {
    world.setNow('2026-11-26T00:00:00+09:00')
    expect((await confirm(await signedIn('101'))).status).toBe(200)
  })
})

describe('GET /api/residents/events', () => {
  const list = (as: Caller) => world.call(as, 'GET /api/residents/events')

  it('tells the room’s story in the resident’s words, newest first, with nobody’s name', async () => {
    const resident = await signedIn('101')
    await move(resident, '2026-12-03', afternoon())
    const { body } = await list(resident)
    expect(body.events).toMatchObject([
      { sentence: '工事日が確定しました', by: 'ご本人' },
      {
        sentence: '工事日が変わりました',
        before: '2026年12月1日(火) 午前 9:00–12:00',
        after: '2026年12月3日(木) 午後 1:00–5:00',
        by: 'ご本人',
      },
    ])
  })

  it('shows nothing of another room, of what is internal, or of who lived here before', async () => {
    const before = await signedIn('101', { name: '前の居住者' })
    await world.call(before, 'PATCH /api/residents/me', { body: { resident: { phone: '09011112222', agreement: 1 } } })
    const staff = await buildUser(world, client, 'Staff')
    const params = { construction_id: construction.id, room_id: room('101').id }
    await world.call(staff, 'DELETE /api/constructions/:construction_id/rooms/:room_id/resident', { params })
    await move(await signedIn('102'), '2026-12-03', afternoon())
    expect((await list(await signedIn('101'))).body.events).toEqual([])
  })
})

const inRoom = (name = '101') => ({ construction_id: construction.id, room_id: room(name).id })

describe('PATCH /api/constructions/:construction_id/rooms/:room_id/resident', () => {
  const key = 'PATCH /api/constructions/:construction_id/rooms/:room_id/resident'

  it('writes for a resident who telephones, and remembers who did it for whom', async () => {
    const operator = await buildPlatformPerson(world, 'operator', client)
    const answer = await world.call(operator, key, {
      params: inRoom(),
      body: { resident: { name: '鈴木 ハル', phone: '03-1234-5678' }, acting_for: { channel: 'tel', caller: '長女' } },
    })
    expect(answer.body).toMatchObject({
      message: '居住者情報を更新しました。',
      resident: { name: '鈴木 ハル', phone: '0312345678', registered: false },
    })
    expect(await eventsOf()).toMatchObject([
      {
        kind: 'residents.created',
        actor_kind: 'operator',
        actor_id: operator.id,
        acting_for: 'resident',
        channel: 'tel',
        personal: { caller: '長女', after: { name: '鈴木 ハル' } },
      },
    ])
    const again = await world.call(operator, key, { params: inRoom(), body: { resident: { own_or_rent: 'own' } } })
    expect(again.body.resident).toMatchObject({ name: '鈴木 ハル', own_or_rent: 'own' })
  })

  it('takes the reading of the name as katakana, and refuses anything else', async () => {
    const staff = await buildUser(world, client, 'Staff')
    const write = (name_kana: string) => world.call(staff, key, { params: inRoom(), body: { resident: { name: '鈴木 ハル', name_kana } } })
    expect((await write('すずき ﾊﾙ')).body.resident).toMatchObject({ name_kana: 'スズキ ハル' })
    expect(await write('鈴木')).toMatchObject({ status: 422, body: { errors: { name_kana: ['は全角カタカナで入力してください'] } } })
    const seen = async (as: Caller) =>
      (await world.call(as, 'GET /api/constructions/:construction_id/rooms/:room_id', { params: inRoom() })).body.room.resident
    expect(await seen(staff)).toMatchObject({ name: '鈴木 ハル', name_kana: 'スズキ ハル' })
    const data = (await world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/resident/export', { params: inRoom() }))
      .body.data
    expect(data['resident']).toMatchObject({ name_kana: 'スズキ ハル' })
    expect(data['resident']).not.toHaveProperty('name_key')
    expect((await write('')).body.resident).toMatchObject({ name_kana: null })
  })

  it('is for the office, inside its own client and the room’s own construction', async () => {
    const body = { resident: { name: '鈴木' } }
    expect((await world.call(await signedIn(), key, { params: inRoom(), body })).status).toBe(403)
    expect((await world.call(await buildUser(world, client, 'Craftsman'), key, { params: inRoom(), body })).status).toBe(403)
    const stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
    expect((await world.call(stranger, key, { params: inRoom(), body })).status).toBe(404)
    const other = await buildConstruction(world, client)
    const staff = await buildUser(world, client, 'Staff')
    expect((await world.call(staff, key, { params: { ...inRoom(), construction_id: other.id }, body })).status).toBe(404)
  })
})

describe('DELETE /api/constructions/:construction_id/rooms/:room_id/resident', () => {
  const key = 'DELETE /api/constructions/:construction_id/rooms/:room_id/resident'

  it('ends the account and its sessions, and prints a new code', async () => {
    const [resident, staff, code] = [await signedIn(), await buildUser(world, client, 'Staff'), await printed()]
    expect((await world.call(staff, key, { params: inRoom() })).body.message).toBe('居住者の登録を解除しました。')
    expect((await world.call(resident, 'GET /api/residents/me')).status).toBe(401)
    expect(await printed()).not.toBe(code)
    expect((await enter({ ...none, authentication_code: code })).status).toBe(422)
    expect((await enter(none)).body['data']).toMatchObject({ name: null })
    expect((await world.call(staff, key, { params: inRoom('102') })).status).toBe(404)
    expect(await eventsOf()).toMatchObject([{ kind: 'residents.removed', actor_kind: 'staff' }, {}])
  })

  it('is not for operators', async () => {
    await signedIn()
    expect((await world.call(await buildPlatformPerson(world, 'operator', client), key, { params: inRoom() })).status).toBe(403)
  })
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/authentication_code', () => {
  const key = 'POST /api/constructions/:construction_id/rooms/:room_id/authentication_code'

  it('kills the old code and lifts the pause', async () => {
    const [staff, code] = [await buildUser(world, client, 'Staff'), await printed()]
    for (let at = 0; at < 5; at++) await enter({ ...none, authentication_code: 'AAAA-AAAA' })
    expect((await world.call(staff, key, { params: inRoom() })).body.message).toBe('認証コードを再発行しました。')
    expect((await enter({ ...none, authentication_code: code })).status).toBe(422)
    expect((await enter(none)).status).toBe(200)
    expect((await eventsOf()).map(event => event.kind)).toContain('authentication_codes.reissued')
  })

  it('ends what the old code opened, unless somebody has registered by it', async () => {
    const staff = await buildUser(world, client, 'Staff')
    const opened = sessionOf(await enter(none))
    expect((await world.call(opened, 'GET /api/residents/me')).status).toBe(200)
    await world.call(staff, key, { params: inRoom() })
    expect((await world.call(opened, 'GET /api/residents/me')).status).toBe(401)
    const registered = await signedIn('102')
    await world.call(staff, key, { params: inRoom('102') })
    expect((await world.call(registered, 'GET /api/residents/me')).status).toBe(200)
  })

  it('is for roles 1, 2 and 3', async () => {
    expect((await world.call(await buildPlatformPerson(world, 'admin', client), key, { params: inRoom() })).status).toBe(200)
    expect((await world.call(await buildPlatformPerson(world, 'operator', client), key, { params: inRoom() })).status).toBe(403)
  })
})

describe('the first resident of a dwelling that stood empty', () => {
  const params = () => ({ construction_id: construction.id, room_id: room('101').id })
  const empty = (staff: Caller) =>
    world.call(staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/occupancy', {
      params: params(),
      body: { occupancy: { occupancy: 'vacant', owner_name: '大家 一郎' } },
    })
  const write = (staff: Caller, resident: { name?: string; phone?: string; gender?: 'male' }) =>
    world.call(staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/resident', { params: params(), body: { resident } })

  it('is opened by no code and no session of before, and keeps no contact of before', async () => {
    const staff = await buildUser(world, client, 'Staff')
    await empty(staff)
    const code = await printed()
    const owner = sessionOf(await enter(none))
    await world.call(owner, 'PATCH /api/residents/me', { body: { resident: { phone: '0312345678' } } })
    expect((await write(staff, { gender: 'male' })).status).toBe(200)
    expect(await printed()).toBe(code)
    expect((await write(staff, { name: '新居 花子' })).body.resident).toMatchObject({ name: '新居 花子', phone: null })
    expect((await world.call(owner, 'GET /api/residents/me')).status).toBe(401)
    expect((await enter({ ...none, authentication_code: code })).status).toBe(422)
    const { body } = await world.call(staff, 'GET /api/constructions/:construction_id/rooms/:room_id', { params: params() })
    expect(body.room.occupancy.occupancy).toBe('occupied')
    const now = await printed()
    const own = sessionOf(await enter(none))
    expect((await world.call(own, 'GET /api/residents/me')).body.resident.name).toBe('新居 花子')
    // Whoever lives there keeps the code they hold.
    await write(staff, { name: '新居 華子' })
    expect(await printed()).toBe(now)
  })
})

const choose = (as: Caller, presence: BodyInputOf<(typeof residents)['PUT /api/residents/presence']>['presence']) =>
  world.call(as, 'PUT /api/residents/presence', { body: { presence } })
const presenceOf = async (as: Caller) => (await world.call(as, 'GET /api/residents/construction')).body.presence

describe('PUT /api/residents/presence', () => {
  it('keeps one answer a room, the newest, and tells it on the timeline', async () => {
    const resident = await signedIn()
    expect(await presenceOf(resident)).toBeNull()
    expect(await choose(resident, { presence_method: 'self' })).toMatchObject({
      status: 200,
      body: { message: '在宅方法を登録しました。', presence: { presence_method: 'self', consented_at: null } },
    })
    await choose(resident, { presence_method: 'proxy', proxy_name: '鈴木 花子', proxy_relation: '長女', proxy_phone: '090-1234-5678' })
    expect(await presenceOf(resident)).toMatchObject({ presence_method: 'proxy', proxy_name: '鈴木 花子', proxy_phone: '09012345678' })
    await choose(resident, { presence_method: 'key_custody', consent: true })
    expect(await presenceOf(resident)).toEqual({
      presence_method: 'key_custody',
      proxy_name: null,
      proxy_relation: null,
      proxy_phone: null,
      consented_at: '2026-11-21T10:00:00+09:00',
    })
    expect((await eventsOf()).map(({ kind, change, personal }) => ({ kind, change, personal }))).toMatchObject([
      { kind: 'rooms.presence_chosen', change: { before: null, after: { presence_method: 'self' } }, personal: null },
      { change: { after: { presence_method: 'proxy' } }, personal: { proxy_name: '鈴木 花子' } },
      { change: { before: { presence_method: 'proxy' }, after: { presence_method: 'key_custody' }, consented: true }, personal: null },
    ])
    expect((await world.call(resident, 'GET /api/residents/events')).body.events[0]).toMatchObject({
      sentence: '在宅方法を決めました',
      before: '代理人',
      after: '鍵預かり',
      by: 'ご本人',
    })
  })

  it('wants consent where nobody is at home and the name of a proxy, and changes nothing without', async () => {
    const resident = await signedIn()
    for (const presence_method of ['auxiliary_lock', 'key_custody'] as const)
      expect(await choose(resident, { presence_method })).toMatchObject({
        status: 422,
        body: { errors: { consent: ['に同意してください'], full_messages: ['不在時の作業に同意してください'] } },
      })
    expect((await choose(resident, { presence_method: 'proxy', proxy_name: '鈴木 花子' })).body.errors).toMatchObject({
      proxy_phone: ['を入力してください'],
    })
    expect(await presenceOf(resident)).toBeNull()
    await setRoom('101', { status: 'completed', completed_at: new Date() })
    expect((await choose(resident, { presence_method: 'self' })).body).toMatchObject({ code: 'room_done' })
  })

  it('offers to do without anybody only where nobody works inside', async () => {
    const resident = await signedIn()
    const offered = async () => (await world.call(resident, 'GET /api/residents/construction')).body.presence_methods
    const unattended = { presence_method: 'unattended', consent: true } as const
    expect(await offered()).toEqual(['self', 'proxy', 'auxiliary_lock', 'key_custody'])
    expect((await choose(resident, unattended)).body.errors).toMatchObject({ presence_method: ['は選択肢から選んでください'] })
    await world.inClient(client.id, db => db.updateTable('constructions').set({ construction_type: 'inspection' }).execute())
    expect(await offered()).toContain('unattended')
    expect((await choose(resident, unattended)).status).toBe(200)
  })

  it('is the answer of who lives here now, not of who did', async () => {
    await choose(await signedIn(), { presence_method: 'key_custody', consent: true })
    const staff = await buildUser(world, client, 'Staff')
    await world.call(staff, 'DELETE /api/constructions/:construction_id/rooms/:room_id/resident', { params: inRoom() })
    const next = await signedIn()
    expect(await presenceOf(next)).toBeNull()
    expect((await world.call(next, 'GET /api/residents/events')).body.events).toEqual([])
  })
})

describe('PUT /api/constructions/:construction_id/rooms/:room_id/presence', () => {
  const key = 'PUT /api/constructions/:construction_id/rooms/:room_id/presence'
  const body = { presence: { presence_method: 'auxiliary_lock', consent: true }, acting_for: { channel: 'tel', caller: '長女' } } as const

  it('writes for whoever calls; card, room and day list show it', async () => {
    const operator = await buildPlatformPerson(world, 'operator', client)
    expect(await world.call(operator, key, { params: inRoom(), body })).toMatchObject({
      status: 200,
      body: { presence: { presence_method: 'auxiliary_lock', consented_at: '2026-11-21T10:00:00+09:00' } },
    })
    expect(await eventsOf()).toMatchObject([
      { kind: 'rooms.presence_chosen', actor_kind: 'operator', acting_for: 'resident', channel: 'tel', personal: { caller: '長女' } },
    ])
    const { body: schedule } = await world.call(operator, 'GET /api/constructions/:construction_id/detail_schedule', {
      params: { construction_id: construction.id },
    })
    expect(schedule.assigns.map(({ room: card }) => [card.name, card.presence_method])).toContainEqual(['101', 'auxiliary_lock'])
    const page = await world.call(operator, 'GET /api/constructions/:construction_id/rooms/:room_id', { params: inRoom() })
    expect(page.body.room.presence).toMatchObject({ presence_method: 'auxiliary_lock' })
    const day = await world.call(operator, 'GET /api/constructions/:construction_id/working_process', {
      params: { construction_id: construction.id },
      query: { date: '2026-12-01' },
    })
    expect(day.body.rooms.find(({ name }) => name === '101')?.presence).toMatchObject({ presence_method: 'auxiliary_lock' })
  })

  it('is for the office, inside its own client', async () => {
    const ask = async (as: Caller) => (await world.call(as, key, { params: inRoom(), body })).status
    expect(await ask(await signedIn())).toBe(403)
    expect(await ask(await buildUser(world, client, 'Craftsman'))).toBe(403)
    expect(await ask(await buildUser(world, await buildClient(world), 'Staff_Admin'))).toBe(404)
    const staff = await buildUser(world, client, 'Staff')
    expect((await world.call(staff, key, { params: inRoom(), body: { presence: { presence_method: 'unattended' } } })).status).toBe(422)
  })
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/date_change_extension', () => {
  const key = 'POST /api/constructions/:construction_id/rooms/:room_id/date_change_extension'
  const extend = (as: Caller, extended_to: string, reason = '入院されていたため') =>
    world.call(as, key, { params: inRoom(), body: { date_change_extension: { extended_to, reason } } })

  it('lets one room change after everybody’s deadline, until the end of its own', async () => {
    const [resident, other, staff] = [await signedIn('101'), await signedIn('102'), await buildUser(world, client, 'Staff')]
    expect((await extend(staff, '2026-11-28')).body).toMatchObject({ date_change_extension: { extended_to: '2026-11-28' } })
    world.setNow('2026-11-28T23:59:59+09:00')
    expect((await world.call(resident, 'GET /api/residents/construction')).body).toMatchObject({
      can_change_date: true,
      date_change_end_on: '2026-11-28',
      deadlines: { schedule_change_end_on: '2026-11-25' },
    })
    expect((await move(other, '2026-12-03', afternoon())).status).toBe(422)
    expect((await move(resident, '2026-12-03', afternoon())).status).toBe(200)
    world.setNow('2026-11-29T00:00:00+09:00')
    expect((await move(resident, '2026-12-03', morning())).body.errors?.full_messages).toEqual([
      '日程の変更受付は終了しました。お電話でお問い合わせください。',
    ])
    expect((await eventsOf())[0]).toMatchObject({
      kind: 'rooms.date_change_extended',
      actor_kind: 'staff',
      change: { before: null, after: { date: '2026-11-28' } },
      personal: { reason: '入院されていたため' },
    })
  })

  it('is granted by staff, with a reason, for a day to come', async () => {
    const staff = await buildUser(world, client, 'Staff')
    expect((await extend(staff, '2026-11-20')).body.errors).toMatchObject({ extended_to: ['は今日以降の日付を入力してください'] })
    expect((await extend(staff, '2026-11-28', ' ')).status).toBe(422)
    expect((await extend(await buildPlatformPerson(world, 'operator', client), '2026-11-28')).status).toBe(403)
    expect((await extend(await signedIn(), '2026-11-28')).status).toBe(403)
    expect((await extend(await buildUser(world, await buildClient(world), 'Staff'), '2026-11-28')).status).toBe(404)
    await setRoom('101', { status: 'completed', completed_at: new Date() })
    expect((await extend(staff, '2026-11-28')).body).toMatchObject({ code: 'room_done' })
  })
})

describe('DELETE /api/constructions/:construction_id/rooms/:room_id/date_change_extension', () => {
  const key = 'DELETE /api/constructions/:construction_id/rooms/:room_id/date_change_extension'

  it('lets the construction’s deadline count again', async () => {
    const [resident, staff] = [await signedIn(), await buildUser(world, client, 'Staff')]
    expect((await world.call(staff, key, { params: inRoom() })).status).toBe(404)
    await setRoom('101', { date_change_extended_to: '2026-11-28', date_change_extension_reason: '入院' })
    expect((await world.call(await buildUser(world, client, 'Craftsman'), key, { params: inRoom() })).status).toBe(403)
    expect((await world.call(staff, key, { params: inRoom() })).status).toBe(200)
    world.setNow('2026-11-26T10:00:00+09:00')
    expect((await world.call(resident, 'GET /api/residents/construction')).body.can_change_date).toBe(false)
  })
})

describe('own changes of the date', () => {
  it('are counted, and the third is a telephone call; accepting what is there is no change', async () => {
    const resident = await signedIn()
    await world.call(resident, 'POST /api/residents/assign/confirmation')
    expect((await move(resident, '2026-12-03', afternoon())).status).toBe(200)
    expect((await move(resident, '2026-12-03', afternoon())).status).toBe(200)
    expect((await move(resident, '2026-12-03', morning())).status).toBe(200)
    const { body } = await world.call(resident, 'GET /api/residents/construction')
    expect(body).toMatchObject({ own_date_changes: 2, own_date_change_limit: 2, can_change_date: false })
    expect((await move(resident, '2026-12-03', afternoon())).body.errors?.full_messages).toEqual([
      'このページからの日程の変更は2回までです。次の変更はお電話でお問い合わせください。',
    ])
    await world.inClient(client.id, db =>
      db.insertInto('sale_settings').values({ client_id: client.id, own_date_change_limit: 3 }).execute(),
    )
    expect((await move(resident, '2026-12-03', afternoon())).status).toBe(200)
  })

  it('are nobody’s where stacks or floors move together; what the room answers is how one is let in', async () => {
    const resident = await signedIn()
    await world.inClient(client.id, db =>
      db
        .insertInto('schedule_settings')
        .values({ client_id: client.id, construction_id: construction.id, schedule_unit: 'stack' })
        .execute(),
    )
    const why = 'この工事は上下階同時施工のため日付は選べません。在宅方法をお選びください。'
    expect((await world.call(resident, 'GET /api/residents/construction')).body).toMatchObject({
      why_no_date_change: why,
      can_confirm_date: true,
      can_change_presence: true,
    })
    expect((await hold(resident, '2026-12-03', afternoon())).body.errors?.full_messages).toEqual([why])
    expect((await move(resident, '2026-12-03', afternoon())).status).toBe(422)
  })

  it('see which frames others are deciding about', async () => {
    const [one, other] = [await signedIn('101'), await signedIn('102')]
    await hold(one, '2026-12-03', afternoon())
    const frameFor = async (as: Caller) =>
      (await world.call(as, 'GET /api/residents/assignable_frames')).body.dates[2]!.time_frames.find(
        frame => frame.construction_time_frame_id === afternoon(),
      )
    expect(await frameFor(other)).toMatchObject({ available: false, held: true })
    expect(await frameFor(one)).toMatchObject({ available: true, held: false })
    await move(one, '2026-12-03', afternoon())
    expect(await frameFor(other)).toMatchObject({ available: false, held: false })
  })
})

describe('the way of reading', () => {
  it('is remembered with the account, before it is registered and after the room is closed', async () => {
    const opened = sessionOf(await enter(none))
    const read = (as: Caller, resident: { reading_size?: 'large' | 'normal'; reading_words?: 'easy' }) =>
      world.call(as, 'PATCH /api/residents/me', { body: { resident } })
    expect((await read(opened, { reading_words: 'easy' })).body.resident).toMatchObject({ reading_size: 'normal', reading_words: 'easy' })
    expect((await read(opened, { reading_size: 'large' })).body.resident).toMatchObject({ reading_size: 'large', reading_words: 'easy' })
    expect((await read(opened, { reading_size: 'normal' })).body.resident).toMatchObject({ reading_size: 'normal', reading_words: 'easy' })
    const registered = await signedIn('102')
    await setRoom('102', { status: 'completed', completed_at: new Date(), closed_at: world.platform.now() })
    expect((await read(registered, { reading_size: 'large' })).status).toBe(200)
    expect((await world.call(registered, 'GET /api/residents/me')).body.resident).toMatchObject({ reading_size: 'large' })
    expect(await eventsOf('102')).toEqual([])
  })
})

describe('a closed room', () => {
  const close = () => setRoom('101', { status: 'completed', completed_at: new Date(), closed_at: new Date('2026-11-21T01:00:00Z') })
  const enterAgain = () => world.call(guest, 'POST /api/resident_auth/sign_in', { body: { ...letter(), login_id: 'suzuki01', password } })

  it('is read for ninety days, changes nothing, and then lets nobody in', async () => {
    const resident = await signedIn('101')
    await world.inClient(client.id, db => db.updateTable('residents').set({ login_id: 'suzuki01' }).where('id', '=', resident.id).execute())
    await close()
    expect((await world.call(resident, 'GET /api/residents/construction')).body).toMatchObject({
      readable_until: '2027-02-19',
      can_change_date: false,
      can_change_presence: false,
    })
    const refusedText = '工事が終了しているため、変更できません。内容はご覧いただけます。'
    const save = await world.call(resident, 'PATCH /api/residents/me', { body: { resident: { phone: '09011112222' } } })
    expect(save).toMatchObject({ status: 422, body: { code: 'room_closed', errors: { full_messages: [refusedText] } } })
    world.setNow('2027-02-19T23:00:00+09:00')
    const again = await enterAgain()
    expect(again.status).toBe(200)
    const kept = sessionOf(again)
    expect((await world.call(kept, 'GET /api/residents/construction')).status).toBe(200)
    world.setNow('2027-02-20T00:00:00+09:00')
    expect((await world.call(kept, 'GET /api/residents/construction')).status).toBe(401)
    expect((await enterAgain()).body).toMatchObject({ code: 'room_closed' })
  })
})

describe('POST /api/residents/export', () => {
  it('hands over what is held about oneself, without secrets and without who lived here before', async () => {
    const before = await signedIn('101', { name: '前の居住者', email: 'before@example.jp' })
    await choose(before, { presence_method: 'proxy', proxy_name: '前の代理人', proxy_phone: '09000000000' })
    const staff = await buildUser(world, client, 'Staff')
    await world.call(staff, 'DELETE /api/constructions/:construction_id/rooms/:room_id/resident', { params: inRoom() })
    const resident = await signedIn('101', { email: 'suzuki@example.jp' })
    await choose(resident, { presence_method: 'proxy', proxy_name: '鈴木 花子', proxy_phone: '09012345678' })
    await move(resident, '2026-12-03', afternoon())
    const { status, body } = await world.call(resident, 'POST /api/residents/export')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      file_name: '個人情報_2026-11-21.json',
      data: {
        resident: { name: '鈴木 一郎', email: 'suzuki@example.jp' },
        room: { name: '101' },
        assign: { date: '2026-12-03' },
        presence: { proxy_name: '鈴木 花子' },
        messages: [{ recipients: ['suzuki@example.jp'] }],
      },
    })
    const text = JSON.stringify(body)
    for (const secret of ['password', 'ciphertext', 'token', '前の居住者', '前の代理人', 'before@example.jp'])
      expect(text).not.toContain(secret)
    expect((await eventsOf()).at(-1)).toMatchObject({ kind: 'residents.exported', actor_kind: 'resident' })
    expect((await world.call(staff, 'POST /api/residents/export')).status).toBe(401)
  })

  it('hands it over to be read, too: in Japanese, whatever somebody typed', async () => {
    const resident = await signedIn('101', { name: '<b>鈴木</b> 一郎', email: 'suzuki@example.jp' })
    await choose(resident, { presence_method: 'proxy', proxy_name: '鈴木 花子', proxy_phone: '09012345678' })
    await move(resident, '2026-12-03', afternoon())
    const { page, data } = (await world.call(resident, 'POST /api/residents/export')).body
    expect(page.file_name).toBe('個人情報_2026-11-21.html')
    const said = page.html.slice(page.html.indexOf('<h1>')).replaceAll(/<[^>]+>/g, '\n')
    for (const text of ['&lt;b&gt;鈴木', 'suzuki@example.jp', '居住者', '工事日', '代理人', '鈴木 花子', '2026/12/03'])
      expect(said).toContain(text)
    expect(page.html).not.toContain('<b>')
    // Every part and every field has its name in Japanese.
    expect(page.html.match(/<h2>/g)).toHaveLength(Object.keys(data).length)
    const names = [...page.html.matchAll(/<(?:h2|dt)>([^<]*)</g)].map(([, name]) => name ?? '')
    expect(names.filter(name => /^[a-z_]+$/.test(name))).toEqual([])
  })

  it("reads nobody else's mail to whoever enters their address", async () => {
    const staff = await buildUser(world, client, 'Staff', { email: 'chief@example.jp' })
    await world.call(guest, 'POST /api/auth/password', { body: { login_id: staff.loginId, email: 'chief@example.jp' } })
    const resident = await signedIn('101', { email: 'suzuki@example.jp' })
    await world.call(resident, 'PATCH /api/residents/me', { body: { resident: { email: 'chief@example.jp' } } })
    const { body } = await world.call(resident, 'POST /api/residents/export')
    expect(JSON.stringify(body)).not.toContain('password_reminder')
    expect(JSON.stringify(body)).not.toContain('token=')
  })
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/resident/export', () => {
  const key = 'POST /api/constructions/:construction_id/rooms/:room_id/resident/export'

  it('is read out by staff for whoever asks, inside their own client', async () => {
    const staff = await buildUser(world, client, 'Staff')
    expect((await world.call(staff, key, { params: inRoom() })).status).toBe(404)
    await signedIn()
    expect((await world.call(staff, key, { params: inRoom() })).body).toMatchObject({ data: { resident: { name: '鈴木 一郎' } } })
    expect((await world.call(await buildPlatformPerson(world, 'operator', client), key, { params: inRoom() })).status).toBe(403)
    expect((await world.call(await buildUser(world, await buildClient(world), 'Staff'), key, { params: inRoom() })).status).toBe(404)
  })
})

describe('registering', () => {
  /** With a contact that was given and confirmed before, as it is offered after the date (D-33). */
  const register = async (contact: { email: string } | { phone: string }) => {
    const opened = sessionOf(await enter(none))
    await world.call(opened, 'PATCH /api/residents/me', { body: { resident: contact } })
    const asked = await world.call(opened, 'POST /api/residents/contact_confirmation', {
      body: { contact: 'email' in contact ? 'email' : 'phone' },
    })
    const confirmation_code = /確認コード(?:: |は )(\d{6})/.exec((await messages()).at(-1)?.body ?? '')?.[1] ?? ''
    await world.call(opened, 'POST /api/resident_auth/confirmation_code', {
      body: { room_uuid: room('101').uuid, confirmation_token: asked.body.confirmation_token, confirmation_code },
    })
    await world.call(opened, 'PATCH /api/residents/me', {
      body: { resident: { login_id: 'suzuki01', password, password_confirmation: password, name: '鈴木 一郎', agreement: 1 } },
    })
    return (await messages()).slice(1)
  }

  it('is answered with the login ID and where it is asked for', async () => {
    expect(await register({ email: 'suzuki@example.jp' })).toMatchObject([
      { transport: 'mail', recipients: ['suzuki@example.jp'], body: expect.stringContaining('ログインID：suzuki01') },
    ])
  })

  it('is answered by short message where there is no mail and the number was confirmed', async () => {
    const { body } = await enter({ contact: { phone: '090-1234-5678' } })
    const [code] = await messages()
    const opened = sessionOf(
      await world.call(guest, 'POST /api/resident_auth/confirmation_code', {
        body: {
          room_uuid: room('101').uuid,
          confirmation_token: String(body['confirmation_token']),
          confirmation_code: /コードは (\d{6})/.exec(code?.body ?? '')?.[1] ?? '',
        },
      }),
    )
    await world.call(opened, 'PATCH /api/residents/me', {
      body: { resident: { login_id: 'suzuki01', password, password_confirmation: password, name: '鈴木 一郎', agreement: 1 } },
    })
    expect(await messages()).toMatchObject([
      { transport: 'sms' },
      { transport: 'sms', recipients: ['09012345678'], body: expect.stringMatching(/101号室のご登録が完了しました。ログインID suzuki01 /) },
    ])
  })

  it('sends no short message to who chose to use neither mail nor telephone, though the form asks for a number (R3)', async () => {
    const opened = sessionOf(await enter(none))
    const given = { login_id: 'suzuki01', password, password_confirmation: password, name: '鈴木 一郎', agreement: 1 as const }
    expect((await world.call(opened, 'PATCH /api/residents/me', { body: { resident: { ...given, phone: '090-1234-5678' } } })).status).toBe(
      200,
    )
    expect(await messages()).toEqual([])
    // Nor is told of anything later, while who said nothing of contacts is reached where the office knows them (D-33).
    expect(await wishOf('101')).toBeInstanceOf(Date)
    await enter({ name: '102' })
    expect(await wishOf('102')).toBeNull()
  })
})

describe('the reminder of the day before', () => {
  const reminders = async () => (await messages()).filter(({ body }) => body.includes('明日'))
  const remind = (now: string) => {
    world.setNow(now)
    return remindOfVisits(world.platform)
  }

  beforeEach(() =>
    world.inClient(client.id, db =>
      db
        .updateTable('assigns')
        .set({ updated_at: new Date('2026-11-20T00:00:00Z') })
        .execute(),
    ),
  )

  it('goes out once, 24 hours before, by mail, else as a short message, else not at all', async () => {
    await signedIn('101', { email: 'suzuki@example.jp' })
    const other = await signedIn('102')
    await world.inClient(client.id, db => db.updateTable('constructions').set({ water_limit: '10時〜12時は水が出ません' }).execute())
    await world.inClient(client.id, db => db.updateTable('residents').set({ phone: '09012345678' }).where('id', '=', other.id).execute())
    // Nobody can be told of this one, and nobody looks for that again and again.
    await signedIn('201')
    const named = async (now: string) => {
      const clients = await world.platform.pool.read(null, db => listClientsToRemind(db, new Date(now), true))
      return clients.includes(client.id)
    }
    expect(await named('2026-11-30T08:50:00+09:00')).toBe(false)
    await remind('2026-11-30T08:50:00+09:00')
    expect(await reminders()).toEqual([])
    expect(await named('2026-11-30T09:00:00+09:00')).toBe(true)
    await remind('2026-11-30T09:00:00+09:00')
    expect(await named('2026-11-30T09:10:00+09:00')).toBe(false)
    await remind('2026-11-30T09:10:00+09:00')
    expect(await reminders()).toMatchObject([
      {
        transport: 'mail',
        recipients: ['suzuki@example.jp'],
        body: expect.stringMatching(
          /部屋：101号室\n日時：2026年12月1日\(火\) 午前 9:00–12:00\n在宅方法：未登録.*\nお願いしたい準備：.*移動しておいてください。\n断水：10時〜12時は水が出ません\n/,
        ),
      },
      { transport: 'sms', recipients: ['09012345678'] },
    ])
    expect((await eventsOf()).map(({ kind }) => kind)).toEqual(['rooms.reminded'])
  })

  it('never goes out at night, nor on the day itself', async () => {
    await signedIn('101', { email: 'suzuki@example.jp' })
    await remind('2026-11-30T20:00:00+09:00')
    await remind('2026-12-01T08:00:00+09:00')
    expect(await reminders()).toEqual([])
  })

  it('is not for a dwelling where nobody is', async () => {
    await signedIn('101', { email: 'suzuki@example.jp' })
    const room_id = room('101').id
    await world.inClient(client.id, db =>
      db.insertInto('room_occupancies').values({ client_id: client.id, room_id, occupancy: 'long_absent' }).execute(),
    )
    await remind('2026-11-30T09:00:00+09:00')
    expect(await reminders()).toEqual([])
  })

  it('is not for a visit that was settled less than 30 hours before', async () => {
    await signedIn('101', { email: 'suzuki@example.jp' })
    await world.inClient(client.id, db =>
      db
        .updateTable('assigns')
        .set({ updated_at: new Date('2026-11-29T18:30:00Z') })
        .execute(),
    )
    await remind('2026-11-30T09:00:00+09:00')
    expect(await reminders()).toEqual([])
  })

  it('is taken back by a move, and sent again for the new date', async () => {
    await signedIn('101', { email: 'suzuki@example.jp' })
    await remind('2026-11-30T09:00:00+09:00')
    const staff = await buildUser(world, client, 'Staff')
    const params = inRoom()
    const moved = await world.call(staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
      params,
      body: { assign: { date: '2026-12-03', construction_time_frame_id: morning() } },
    })
    expect(moved.status).toBe(200)
    const states = await world.inClient(client.id, db =>
      db.selectFrom('outbox_messages').where('subject', 'like', '%明日%').select('state').execute(),
    )
    expect(states).toEqual([{ state: 'recalled' }])
    await remind('2026-12-02T09:00:00+09:00')
    expect((await reminders()).map(({ body }) => body)).toEqual([
      expect.stringContaining('12月1日'),
      expect.stringContaining('12月3日(木)'),
    ])
  })
})

describe('what others change', () => {
  it('is told by day: nobody’s telephone rings at night', async () => {
    // After any day on which this test may run: until then the database's own clock counts.
    world.setNow('2096-11-21T21:00:00+09:00')
    await signedIn('101', { email: 'suzuki@example.jp' })
    const staff = await buildUser(world, client, 'Staff')
    await world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/confirmation', {
      params: inRoom(),
      body: { acting_for: { channel: 'tel' } },
    })
    const told = await world.inClient(client.id, db =>
      db.selectFrom('outbox_messages').where('subject', 'like', '%確定%').select(['recipients', 'next_attempt_at']).execute(),
    )
    expect(told.find(({ recipients }) => recipients.includes('suzuki@example.jp'))?.next_attempt_at).toEqual(
      new Date('2096-11-22T08:00:00+09:00'),
    )
  })
})
