import { recordEvent } from '../platform/events.ts'
import { formatAuthenticationCode } from '@toguchi/domain/residents/authentication-code'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildResident } from '../../test/build.ts'
import { issueCodes } from '../../test/issue-codes.ts'
import { planConstruction, type PlannedConstruction } from '../../test/planned-construction.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'
import { cheapDigestOf } from '../../test/password-digest.ts'
import { openAuthenticationCode } from '../authentication-codes/authentication-codes.ts'

const world = await openWorld()
const password = 'sakura2026'
const passwordDigest = await cheapDigestOf(password)

let plan: PlannedConstruction
let uuids: { client_uuid: string; construction_uuid: string }
beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  await plan.complete()
  await issueCodes(world, plan)
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
const confirm = (as: Caller, answered_by?: { kind: 'family'; name?: string }) =>
  world.call(as, 'POST /api/residents/assign/confirmation', { body: answered_by ? { answered_by } : {} })

describe('the printed code', () => {
  it('leads to the date, which is confirmed without a name, a contact or a login', async () => {
    const { as } = await enter()
    const shown = await world.call(as, 'GET /api/residents/construction')
    expect(shown.body).toMatchObject({ room: { name: '101' }, can_confirm_date: true, assign: { start_at: expect.any(String) } })
    expect((await confirm(as)).status).toBe(200)
    expect(await resident()).toMatchObject({ name: null, login_id: null, consented_at: expect.any(Date) })
  })

  it('is a use of the page, for the office too', async () => {
    const params = { construction_id: plan.construction.id, room_id: plan.roomId('101') }
    await enter()
    const { body } = await world.call(plan.staff, 'GET /api/constructions/:construction_id/rooms/:room_id', { params })
    expect(body.room.resident).toMatchObject({ uses_page: true })
    const { desk } = (await world.call(plan.staff, 'GET /api/constructions/:construction_id/rooms/:room_id/desk', { params, query: {} }))
      .body
    expect(desk.resident).toMatchObject({ uses_page: true })
    const list = await world.call(plan.staff, 'GET /api/constructions/:construction_id/residents', { params, query: {} })
    expect(list.body.residents.map(({ room, uses_page }) => [room.name, uses_page]).slice(0, 2)).toEqual([
      ['101', true],
      ['102', false],
    ])
  })

  it('shows that the office took a paper answer back, whichever way the page was opened', async () => {
    const { as } = await enter()
    const { date, construction_time_frame_id } = plan.placeOf('101', await plan.show())!
    const { body } = await world.call(plan.staff, 'POST /api/constructions/:construction_id/paper_acceptances', {
      params: { construction_id: plan.construction.id },
      body: { paper_acceptance: { rooms: [{ id: plan.roomId('101'), seen: { date, construction_time_frame_id } }] } },
    })
    await world.call(plan.staff, 'DELETE /api/constructions/:construction_id/paper_acceptances/:id', {
      params: { construction_id: plan.construction.id, id: body.pile_id! },
    })
    const newest = async (of: Caller) => (await world.call(of, 'GET /api/residents/events')).body.events[0]
    expect(await newest(as)).toMatchObject({ sentence: '書面でのご回答の登録を取り消しました', by: '担当者' })
    await world.inClient(plan.client.id, db =>
      db
        .updateTable('residents')
        .set({ login_id: 'haru', password_digest: passwordDigest })
        .where('room_id', '=', plan.roomId('101'))
        .execute(),
    )
    expect(await newest((await enter()).as)).toMatchObject({ sentence: '書面でのご回答の登録を取り消しました' })
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

  it('tells nobody of another frame of the very same time', async () => {
    const { as } = await enter()
    const place = { date: '2026-12-02', start_at: '09:00', end_at: '12:00' }
    const moved = (after: object, id: number) =>
      world.inClient(plan.client.id, db =>
        recordEvent(db, {
          kind: 'assigns.moved',
          actor: 'system',
          clientId: plan.client.id,
          constructionId: plan.construction.id,
          roomId: plan.roomId('101'),
          subject: { type: 'assigns', id },
          change: { before: place, after },
          residentVisible: true,
        }),
      )
    await moved(place, 1)
    const kinds = async () => (await world.call(as, 'GET /api/residents/events')).body.events.map(({ kind }) => kind)
    expect(await kinds()).not.toContain('assigns.moved')
    await moved({ ...place, date: '2026-12-03' }, 2)
    expect((await kinds()).filter(kind => kind === 'assigns.moved')).toHaveLength(1)
  })

  it('says that it was the family where nobody gave a name', async () => {
    const { as } = await enter()
    expect((await confirm(as, { kind: 'family' })).status).toBe(200)
    expect((await world.call(as, 'GET /api/residents/events')).body.events[0]?.by).toBe('ご家族')
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
    expect(await world.call(as, 'POST /api/residents/contact_confirmation', { body: { contact: 'phone' } })).toMatchObject(needsLogin)
    expect(await world.call(as, 'GET /api/residents/orders')).toMatchObject(needsLogin)
    expect(await world.call(as, 'POST /api/residents/export')).toMatchObject(needsLogin)
    expect(await world.call(as, 'GET /api/residents/options')).toMatchObject(needsLogin)
    expect((await world.call(person, 'GET /api/residents/orders')).status).toBe(200)
    const { kinds } = { kinds: (await world.call(as, 'GET /api/residents/events')).body.events.map(event => event.kind) }
    expect(kinds.every(kind => /^(assigns|rooms)\./.test(kind))).toBe(true)
  })
})

/** お知らせの送り先: kept as typed, and the six digits are asked for. */
const ask = async (as: Caller, contact: { email: string } | { phone: string }) => {
  await world.call(as, 'PATCH /api/residents/me', { body: { resident: contact } })
  return world.call(as, 'POST /api/residents/contact_confirmation', { body: { contact: 'email' in contact ? 'email' : 'phone' } })
}
const codeSent = async () => /確認コード(?:: |は )(\d{6})/.exec((await messages()).at(-1)?.body ?? '')?.[1] ?? ''
const prove = async (as: Caller, name: string, confirmation_token: string, code?: string) =>
  world.call(as, 'POST /api/resident_auth/confirmation_code', {
    body: { room_uuid: roomUuid(name), confirmation_token, confirmation_code: code ?? (await codeSent()) },
  })

describe('a contact that is given after the date', () => {
  it('is kept at once, and gets nothing but the six digits until they came back', async () => {
    const { as } = await enter()
    expect(await ask(as, { email: 'haru@example.jp' })).toMatchObject({
      status: 201,
      body: { message: '確認コードをメールで送信しました。', expires_at: '2026-11-21T10:30:00+09:00' },
    })
    expect((await world.call(as, 'GET /api/residents/me')).body.resident).toMatchObject({ email: 'haru@example.jp', email_proven: false })
    await confirm(as)
    const forgotten = { ...uuids, room_uuid: roomUuid('101'), email: 'haru@example.jp' }
    await world.call(guest, 'POST /api/resident_auth/login_id_reminder', { body: forgotten })
    const told = (await messages()).filter(({ recipients }) => recipients.includes('haru@example.jp'))
    expect(told.map(({ subject }) => subject)).toEqual(['【トグチ】確認コードのお知らせ'])
  })

  it('is a mobile number or an address; another telephone is kept, and gets no code', async () => {
    const { as } = await enter()
    expect((await ask(as, { phone: '03-1234-5678' })).body.code).toBe('nothing_to_prove')
    expect((await ask(as, { phone: '090-1234-5678' })).body.message).toBe('確認コードをSMSで送信しました。')
  })

  it('is proven once, in its own room; from then on messages go there', async () => {
    const { as } = await enter()
    const { body } = await ask(as, { email: 'haru@example.jp' })
    const other = (await enter('102')).as
    expect((await prove(other, '102', body.confirmation_token)).body.code).toBe('confirmation_expired')
    const code = await codeSent()
    expect((await prove(as, '101', body.confirmation_token, code === '000000' ? '000001' : '000000')).body.code).toBe('confirmation_wrong')
    expect((await prove(as, '101', body.confirmation_token)).body.data).toMatchObject({ email: 'haru@example.jp', email_proven: true })
    expect((await prove(as, '101', body.confirmation_token)).body.code).toBe('confirmation_expired')
    await confirm(as)
    expect((await messages()).at(-1)).toMatchObject({ recipients: ['haru@example.jp'] })
  })

  it('opens no account to a guest', async () => {
    const { as } = await enter()
    const { body } = await ask(as, { email: 'haru@example.jp' })
    const answer = await prove(guest, '101', body.confirmation_token)
    expect(answer.headers['access-token']).toBeUndefined()
  })

  it('takes back that nothing was wanted, which only who says it has said', async () => {
    const { as } = await enter()
    expect(await resident()).toMatchObject({ no_messages_since: null })
    await world.inClient(plan.client.id, db =>
      db.updateTable('residents').set({ no_messages_since: world.platform.now() }).where('room_id', '=', plan.roomId('101')).execute(),
    )
    const { body } = await ask(as, { phone: '090-1234-5678' })
    await prove(as, '101', body.confirmation_token)
    expect(await resident()).toMatchObject({ no_messages_since: null, phone_unproven: false })
  })
})
