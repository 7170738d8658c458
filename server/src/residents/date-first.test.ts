import { formatAuthenticationCode } from '@toguchi/domain/residents/authentication-code'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildResident } from '../../test/build.ts'
import { planConstruction, type PlannedConstruction } from '../../test/planned-construction.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'
import { hashPassword } from '../platform/secrets.ts'
import { issueAuthenticationCodes, openAuthenticationCode } from './residents.ts'

const world = await openWorld()
const password = 'sakura2026'
const passwordDigest = await hashPassword(password)

let plan: PlannedConstruction
let uuids: { client_uuid: string; construction_uuid: string }
beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  await plan.complete()
  await world.inClient(plan.client.id, db =>
    issueAuthenticationCodes(
      world.platform,
      db,
      plan.client.id,
      plan.construction.rooms.map(room => room.id),
    ),
  )
  const { uuid } = await world.inClient(null, db =>
    db.selectFrom('clients').where('id', '=', plan.client.id).select('uuid').executeTakeFirstOrThrow(),
  )
  uuids = { client_uuid: uuid, construction_uuid: plan.construction.uuid }
})

const roomUuid = (name: string) => plan.construction.rooms.find(room => room.name === name)!.uuid
/** Types the printed code of a room, and nothing else. */
const enter = async (name = '101') => {
  const authentication_code = await world.inClient(plan.client.id, async db => {
    const { ciphertext } = await db
      .selectFrom('authentication_codes')
      .where('room_id', '=', plan.roomId(name))
      .select('ciphertext')
      .executeTakeFirstOrThrow()
    return formatAuthenticationCode(openAuthenticationCode(world.platform, ciphertext))
  })
  const answer = await world.call(guest, 'POST /api/resident_auth/authentication_code', {
    body: { ...uuids, room_uuid: roomUuid(name), authentication_code },
  })
  const as: Caller = {
    headers: Object.fromEntries(['access-token', 'client', 'uid'].map(header => [header, String(answer.headers[header])])),
  }
  return { answer, as }
}
const messages = () =>
  world.inClient(plan.client.id, db =>
    db.selectFrom('outbox_messages').orderBy('id').select(['transport', 'recipients', 'subject', 'body']).execute(),
  )
const resident = () =>
  world.inClient(plan.client.id, db =>
    db.selectFrom('residents').where('room_id', '=', plan.roomId('101')).selectAll().executeTakeFirstOrThrow(),
  )
const confirm = (as: Caller, answered_by?: { kind: 'family'; name: string }) =>
  world.call(as, 'POST /api/residents/assign/confirmation', { body: answered_by ? { answered_by } : {} })

describe('the printed code', () => {
  it('leads to the date, which is confirmed without a name, a contact or a login', async () => {
    const { as } = await enter()
    const shown = await world.call(as, 'GET /api/residents/construction')
    expect(shown.body).toMatchObject({ room: { name: '101' }, can_confirm_date: true, assign: { start_at: expect.any(String) } })
    expect((await confirm(as)).status).toBe(200)
    expect(await resident()).toMatchObject({ name: null, login_id: null, consented_at: expect.any(Date), consented_version: '2026-11' })
  })

  it('says who of the household answered, on both timelines', async () => {
    const { as } = await enter()
    await confirm(as, { kind: 'family', name: '田中 良子' })
    expect((await world.call(as, 'GET /api/residents/events')).body.events[0]).toMatchObject({
      sentence: '工事日が確定しました',
      by: 'ご家族（田中 良子 様）',
    })
    const { body } = await world.call(plan.staff, 'GET /api/constructions/:construction_id/rooms/:room_id/events', {
      params: { construction_id: plan.construction.id, room_id: plan.roomId('101') },
    })
    expect(body.events[0]).toMatchObject({ change: { answered_by: 'family' }, personal: { answered_by_name: '田中 良子' } })
  })

  it('keeps a name and a telephone number without a login', async () => {
    const { as } = await enter()
    const saved = await world.call(as, 'PATCH /api/residents/me', { body: { resident: { name: '田中 ハル', phone: '03-1234-5678' } } })
    expect(saved).toMatchObject({ status: 200, body: { resident: { name: '田中 ハル', login_id: null, phone_proven: false } } })
  })
})

describe('the printed code of a dwelling that has a login', () => {
  const withLogin = () =>
    buildResident(world, plan.client, plan.roomId('101'), { name: '田中 ハル', email: 'haru@example.jp', passwordDigest })

  it('shows and changes date and presence alone, and tells the known contact, once a day', async () => {
    await withLogin()
    const { answer, as } = await enter()
    await enter()
    expect(answer.body).toMatchObject({ data: { date_only: true, name: null, email: null, login_id: null } })
    expect(JSON.stringify(answer.body)).not.toContain('田中')
    expect(answer.headers['uid']).not.toContain('@')
    expect((await messages()).filter(({ subject }) => subject.includes('居住者ページが開かれました'))).toMatchObject([
      { recipients: ['haru@example.jp'] },
    ])
    expect((await world.call(as, 'GET /api/residents/me')).body.resident).toMatchObject({ date_only: true, name: null, phone: null })
    expect((await world.call(as, 'GET /api/residents/construction')).body.can_confirm_date).toBe(true)
    expect((await world.call(as, 'PUT /api/residents/presence', { body: { presence: { presence_method: 'self' } } })).status).toBe(200)
    expect((await confirm(as)).status).toBe(200)
    // Who changes it hears of it at the known address.
    expect((await messages()).at(-1)).toMatchObject({
      recipients: ['haru@example.jp'],
      subject: expect.stringContaining('工事日が確定しました'),
    })
  })

  it('reads no proxy’s name, no order, and writes no contact, until the login is used', async () => {
    const person = await withLogin()
    await world.call(person, 'PUT /api/residents/presence', {
      body: { presence: { presence_method: 'proxy', proxy_name: '田中 良子', proxy_phone: '09011112222' } },
    })
    const { as } = await enter()
    const shown = await world.call(as, 'GET /api/residents/construction')
    expect(shown.body.presence).toMatchObject({ presence_method: 'proxy', proxy_name: null, proxy_phone: null })
    const needsLogin = { status: 422, body: { code: 'login_needed' } }
    expect(await world.call(as, 'PATCH /api/residents/me', { body: { resident: { phone: '09099998888' } } })).toMatchObject(needsLogin)
    expect(await world.call(as, 'POST /api/residents/contact', { body: { contact: { phone: '09099998888' } } })).toMatchObject(needsLogin)
    expect(await world.call(as, 'GET /api/residents/orders')).toMatchObject(needsLogin)
    expect(await world.call(as, 'POST /api/residents/export')).toMatchObject(needsLogin)
    expect(await world.call(as, 'GET /api/residents/options')).toMatchObject(needsLogin)
    expect((await world.call(person, 'GET /api/residents/orders')).status).toBe(200)
    const { kinds } = { kinds: (await world.call(as, 'GET /api/residents/events')).body.events.map(event => event.kind) }
    expect(kinds.every(kind => /^(assigns|rooms)\./.test(kind))).toBe(true)
  })
})

const ask = (as: Caller, contact: { email?: string; phone?: string }) =>
  world.call(as, 'POST /api/residents/contact', { body: { contact } })
const prove = async (as: Caller, confirmation_token: string, code?: string) =>
  world.call(as, 'POST /api/residents/contact/confirmation', {
    body: { confirmation_token, confirmation_code: code ?? /\d{6}/.exec((await messages()).at(-1)!.body)![0] },
  })

describe('POST /api/residents/contact', () => {
  it('keeps the contact at once, and sends nothing there but the six digits until they came back', async () => {
    const { as } = await enter()
    expect(await ask(as, { email: 'haru@example.jp' })).toMatchObject({
      status: 201,
      body: { message: '確認コードをメールで送信しました。', expires_at: '2026-11-21T10:30:00+09:00' },
    })
    expect((await world.call(as, 'GET /api/residents/me')).body.resident).toMatchObject({ email: 'haru@example.jp', email_proven: false })
    await confirm(as)
    const told = (await messages()).filter(({ recipients }) => recipients.includes('haru@example.jp'))
    expect(told.map(({ subject }) => subject)).toEqual(['【トグチ】確認コードのお知らせ'])
    const forgotten = { ...uuids, room_uuid: roomUuid('101'), email: 'haru@example.jp' }
    await world.call(guest, 'POST /api/resident_auth/login_id_reminder', { body: forgotten })
    expect(await messages()).toHaveLength(1 + (await messages()).filter(({ recipients }) => !recipients.includes('haru@example.jp')).length)
  })

  it('takes a mobile number, and one contact at a time', async () => {
    const { as } = await enter()
    expect((await ask(as, { phone: '03-1234-5678' })).status).toBe(422)
    expect((await ask(as, { email: 'a@example.jp', phone: '09012345678' })).body.errors).toHaveProperty('contact')
    expect((await ask(as, { phone: '090-1234-5678' })).body.message).toBe('確認コードをSMSで送信しました。')
  })
})

describe('POST /api/residents/contact/confirmation', () => {
  it('proves it, once, to whoever asked; from then on messages go there', async () => {
    const { as } = await enter()
    const { body } = await ask(as, { email: 'haru@example.jp' })
    const other = (await enter('102')).as
    expect((await prove(other, body.confirmation_token)).body.code).toBe('confirmation_expired')
    expect((await prove(as, body.confirmation_token, '000000')).body.code).toBe('confirmation_wrong')
    expect((await prove(as, body.confirmation_token)).body).toMatchObject({
      message: 'お知らせの送り先を登録しました。',
      resident: { email_proven: true },
    })
    expect((await prove(as, body.confirmation_token)).status).toBe(422)
    await confirm(as)
    expect((await messages()).at(-1)).toMatchObject({ recipients: ['haru@example.jp'] })
  })

  it('opens no account to a guest', async () => {
    const { as } = await enter()
    const { body } = await ask(as, { email: 'haru@example.jp' })
    const confirmation_code = /\d{6}/.exec((await messages()).at(-1)!.body)![0]
    const given = { room_uuid: roomUuid('101'), confirmation_token: body.confirmation_token, confirmation_code }
    expect((await world.call(guest, 'POST /api/resident_auth/confirmation_code', { body: given })).body.code).toBe('confirmation_expired')
  })
})
