import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildEveryone, buildResident, buildUser } from '../../../test/build.ts'
import { lineSignature, openLineApi } from '../../../test/line-api.ts'
import { cheapDigestOf } from '../../../test/password-digest.ts'
import { type PlannedConstruction, planConstruction } from '../../../test/planned-construction.ts'
import { sendWaitingMessages } from '../../../test/send-waiting-messages.ts'
import { type Caller, guest, openWorld } from '../../../test/world.ts'
import { eraseResidentsOf } from '../residents.ts'

const api = await openLineApi()
afterAll(api.close)
const world = await openWorld({ lineApiUrl: api.url })
const secret = 's'.repeat(32)
const password = 'sakura2026'
const passwordDigest = await cheapDigestOf(password)
const user = `U${'4af49806'.repeat(4)}`
const start = '2026-11-22T10:00:00+09:00'

let plan: PlannedConstruction
let uuid: string
let resident: Awaited<ReturnType<typeof buildResident>>
let events = 0

beforeEach(async () => {
  world.setNow(start)
  api.reset()
  api.know('token', { userId: 'Ubot', basicId: '@217acme', displayName: '試験工業' })
  plan = await planConstruction(world)
  await plan.complete()
  const boss = await buildUser(world, plan.client, 'Staff_Admin')
  await world.call(boss, 'PATCH /api/settings/line', { body: { line: { channel_access_token: 'token', channel_secret: secret } } })
  await world.call(boss, 'POST /api/settings/line/check')
  await world.call(boss, 'PATCH /api/settings/line', { body: { line: { is_on: true } } })
  api.asked.length = 0
  const company = await world.inClient(plan.client.id, db =>
    db.selectFrom('clients').where('id', '=', plan.client.id).select('uuid').executeTakeFirstOrThrow(),
  )
  uuid = company.uuid
  resident = await buildResident(world, plan.client, plan.roomId('101'), { name: '田中' })
})

const give = (contact: { phone?: string; email?: string; no_messages_since?: Date | null }) =>
  world.inClient(plan.client.id, db => db.updateTable('residents').set(contact).where('id', '=', resident.id).execute())
const ask = (body: { current_password?: string } = {}, as: Caller = resident) => world.call(as, 'POST /api/residents/line', { body })
/** What the address of LINE has the resident send. */
const textOf = (url: string) => decodeURIComponent(url.split('/?')[1] ?? '')
/** Knocks as LINE does: one event, signed over the bytes by the channel's secret. */
const knock = (event: object, { by = secret, at = uuid, signed = true } = {}) => {
  const body = JSON.stringify({
    destination: 'Ubot',
    events: [
      {
        mode: 'active',
        timestamp: world.platform.now().getTime(),
        source: { type: 'user', userId: user },
        webhookEventId: `01FZ74A0TDDPYRVKNK77XKC${(events += 1)}`,
        deliveryContext: { isRedelivery: false },
        replyToken: 'reply-token',
        ...event,
      },
    ],
  })
  return world.send(guest, 'POST', `/api/line/${at}/webhook`, body, {
    'content-type': 'application/json; charset=utf-8',
    ...(signed ? { 'x-line-signature': lineSignature(by, body) } : {}),
  })
}
const say = (text: string, over: object = {}) =>
  knock({ type: 'message', message: { type: 'text', id: '468789577898262530', quoteToken: 'q', text }, ...over })
const link = async () => {
  const text = textOf((await ask()).body.url)
  await say(text)
  return text
}
const replies = () => api.asked.filter(({ path }) => path === '/v2/bot/message/reply').map(({ body }) => body.messages?.[0]?.text ?? '')
const own = async (as: Caller = resident) => (await world.call(as, 'GET /api/residents/line')).body.line
const links = () => world.inClient(plan.client.id, db => db.selectFrom('line_links').select(['resident_id', 'line_user_id']).execute())
const confirm = async (name = '101') => {
  const { status } = await world.call(plan.staff, 'POST /api/constructions/:construction_id/rooms/:room_id/answers', {
    params: { construction_id: plan.construction.id, room_id: plan.roomId(name) },
    body: { room_answer: { channel: 'tel', caller: '田中', date_answer: 'accept' } },
  })
  expect(status).toBe(201)
}
const messages = () =>
  world.inClient(plan.client.id, db =>
    db
      .selectFrom('outbox_messages')
      .where('resident_id', '=', resident.id)
      .where('kind', '=', 'date_confirmed')
      .selectAll()
      .orderBy('id')
      .execute(),
  )
const listed = async () =>
  (
    await world.call(plan.staff, 'GET /api/constructions/:construction_id/messages', { params: { construction_id: plan.construction.id } })
  ).body.messages.filter(({ kind, to_resident }) => to_resident && kind === 'date_confirmed')
/** Once more for what one way gave up and another takes: the first round ends while the first way still has it. */
const send = async () => {
  await sendWaitingMessages(world.platform)
  await sendWaitingMessages(world.platform)
}

describe('POST /api/residents/line', () => {
  it('opens the official account with a code to be sent, that is kept as its hash alone', async () => {
    const { status, body } = await ask()
    expect(status).toBe(201)
    expect(body.url).toMatch(/^https:\/\/line\.me\/R\/oaMessage\/%40217acme\/\?%E9%80%A3/)
    expect(textOf(body.url)).toMatch(/^連携コード：[\w-]{22}$/)
    expect(body.expires_at).toBe('2026-11-22T10:30:00+09:00')
    expect(await own()).toEqual({ account_name: '試験工業', is_linked: false })
  })

  it('asks who has a password for it, and nobody where the account is off', async () => {
    const other = await buildResident(world, plan.client, plan.roomId('102'), { name: '佐藤', passwordDigest })
    expect((await ask({}, other)).body.errors).toMatchObject({ current_password: ['を入力してください'] })
    expect((await ask({ current_password: 'wrong' }, other)).body.errors).toMatchObject({ current_password: ['が正しくありません'] })
    expect((await ask({ current_password: password }, other)).status).toBe(201)
    await world.inClient(plan.client.id, db => db.updateTable('line_channels').set({ is_on: false }).execute())
    expect((await ask()).body).toMatchObject({ code: 'no_line' })
    expect(await own()).toEqual({ account_name: null, is_linked: false })
  })
})

describe('POST /api/line/:client/webhook', () => {
  it('links who sends the code, once, tells the contacts of before, and answers in the talk', async () => {
    await give({ phone: '09020000001', no_messages_since: new Date() })
    const text = await link()
    expect(await own()).toMatchObject({ is_linked: true })
    expect(await links()).toEqual([{ resident_id: resident.id, line_user_id: user }])
    expect(replies()).toEqual([expect.stringMatching(/^連携しました。\n.+ 101号室の工事のお知らせを/)])
    const told = await world.inClient(plan.client.id, db =>
      db.selectFrom('outbox_messages').where('kind', '=', 'account_changed').selectAll().execute(),
    )
    expect(told).toMatchObject([
      { transport: 'sms', recipients: ['09020000001'], body: expect.stringContaining('LINEでのお知らせを始めました') },
    ])
    const before = await world.inClient(plan.client.id, db =>
      db.selectFrom('residents').where('id', '=', resident.id).select('no_messages_since').executeTakeFirstOrThrow(),
    )
    expect(before.no_messages_since).toBeNull()
    // The same event once more, and the same code from somebody else.
    await say(text)
    await say(text, { source: { type: 'user', userId: 'Uother' } })
    expect(replies().slice(1)).toEqual(['連携しています。', expect.stringContaining('もう一度お手続きください')])
    expect(await links()).toEqual([{ resident_id: resident.id, line_user_id: user }])
    const kinds = (await world.call(resident, 'GET /api/residents/events')).body.events.map(({ kind }) => kind)
    expect(kinds.filter(kind => kind === 'residents.line_linked')).toHaveLength(1)
  })

  it('links nobody by a code that is late, made up, or not the newest', async () => {
    const first = textOf((await ask()).body.url)
    const second = textOf((await ask()).body.url)
    await say(first)
    await say(`連携コード：${'a'.repeat(22)}`)
    world.setNow('2026-11-22T10:30:01+09:00')
    await say(second)
    expect(await links()).toEqual([])
    expect(replies()).toHaveLength(3)
  })

  it('ends the links of who blocks the account or says 停止, and not those made since', async () => {
    await link()
    await knock({ type: 'unfollow', replyToken: undefined, timestamp: new Date(start).getTime() - 1 })
    expect(await links()).toHaveLength(1)
    world.setNow('2026-11-22T11:00:00+09:00')
    await knock({ type: 'unfollow', replyToken: undefined })
    expect(await own()).toMatchObject({ is_linked: false })
    await link()
    await say('停止')
    expect(await links()).toEqual([])
    expect(replies().at(-1)).toContain('LINEでのお知らせを終了しました')
    expect((await world.call(resident, 'GET /api/residents/events')).body.events.map(({ kind }) => kind)).toContain(
      'residents.line_unlinked',
    )
  })

  it('lets in nobody without LINE’s signature, and knows no other client', async () => {
    const text = textOf((await ask()).body.url)
    const event = { type: 'message', message: { type: 'text', id: '1', quoteToken: 'q', text } }
    expect((await knock(event, { signed: false })).status).toBe(403)
    expect((await knock(event, { by: 'another secret' })).status).toBe(403)
    expect((await knock(event, { at: '00000000-0000-4000-8000-000000000000' })).status).toBe(404)
    expect((await knock(event, { at: 'nobody' })).status).toBe(404)
    expect(await links()).toEqual([])
    expect((await knock(event)).status).toBe(200)
    expect(await links()).toHaveLength(1)
  })

  it('answers 200 where LINE only tries the address, and to what it does not know', async () => {
    const body = JSON.stringify({ destination: 'Ubot', events: [] })
    const headers = { 'content-type': 'application/json', 'x-line-signature': lineSignature(secret, body) }
    expect((await world.send(guest, 'POST', `/api/line/${uuid}/webhook`, body, headers)).status).toBe(200)
    expect((await knock({ type: 'follow', follow: { isUnblocked: false } })).status).toBe(200)
    expect((await say('何時ごろですか')).status).toBe(200)
    expect(replies()).toEqual([])
  })
})

describe('messages by LINE', () => {
  it('go before a short message, in the pattern of D-35, with a key of their own', async () => {
    await give({ phone: '09020000002' })
    await link()
    await confirm()
    expect((await plan.show()).assigns.find(({ room }) => room.name === '101')?.room).toMatchObject({
      contact_channel: 'line',
      reachable: ['line', 'sms'],
    })
    await send()
    const push = api.asked.find(({ path }) => path === '/v2/bot/message/push')
    expect(push).toMatchObject({
      authorization: 'Bearer token',
      retryKey: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      body: { to: user, messages: [{ type: 'text', text: expect.stringMatching(/^【.+】101号室の工事は12\/.+です。.* 0120-000-000$/) }] },
    })
    expect(await messages()).toMatchObject([
      { transport: 'line', state: 'sent', carrier: 'line', carrier_message_id: expect.stringMatching(/^message-/) },
    ])
    // Its name of a person is theirs.
    expect(await listed()).toMatchObject([{ transport: 'line', state: 'sent', carrier: 'line', recipients: [] }])
  })

  it('leave mail where it is, and paper where no messages are wanted', async () => {
    await link()
    await give({ email: 'a@example.jp' })
    await confirm()
    expect(await messages()).toMatchObject([{ transport: 'mail' }])
    await give({ no_messages_since: new Date() })
    expect((await plan.show()).assigns.find(({ room }) => room.name === '101')?.room.contact_channel).toBe('paper')
  })

  it('arrive once, though LINE’s first answer was lost', async () => {
    await link()
    await confirm()
    api.fallSilent(true)
    await send()
    expect(await messages()).toMatchObject([{ state: 'waiting', attempts: 1 }])
    api.fallSilent(false)
    world.setNow('2026-11-22T10:02:00+09:00')
    await send()
    expect(await messages()).toMatchObject([{ state: 'sent', attempts: 2, carrier_message_id: expect.stringMatching(/^request-/) }])
    expect(api.delivered).toHaveLength(1)
  })

  it('are tried again while LINE is busy, then leave as a short message', async () => {
    await give({ phone: '09020000003' })
    await link()
    api.refuse(user, { status: 429, message: 'You have reached your monthly limit.' })
    await confirm()
    for (const minute of ['00', '02', '15']) {
      world.setNow(`2026-11-22T10:${minute}:00+09:00`)
      await send()
    }
    expect(await messages()).toMatchObject([{ transport: 'line', state: 'waiting', attempts: 3, failure_code: 'monthly_limit' }])
    world.setNow('2026-11-22T12:00:00+09:00')
    await send()
    expect(await messages()).toMatchObject([{ transport: 'sms', state: 'sent', recipients: ['09020000003'], attempts: 5 }])
    // It is LINE's account that is at its limit, not the resident who is gone.
    expect(await links()).toHaveLength(1)
  })

  it('end the link of whom LINE does not know any more, and are given up where no other way is left', async () => {
    await link()
    api.refuse(user, { status: 400, message: 'Failed to send messages' })
    await confirm()
    await send()
    expect(await links()).toEqual([])
    expect(await listed()).toMatchObject([
      {
        transport: 'line',
        state: 'failed',
        reason: 'LINEの利用者が見つかりません。連携を解除しました。',
        why_not_resend: 'LINEの連携がありません。',
        why_not_on_paper: null,
      },
    ])
  })

  it('do not go to who ended the link meanwhile', async () => {
    await give({ phone: '09020000004' })
    await link()
    await confirm()
    expect((await world.call(resident, 'DELETE /api/residents/line')).status).toBe(200)
    api.asked.length = 0
    await send()
    expect(api.asked).toEqual([])
    expect(await messages()).toMatchObject([{ transport: 'sms', state: 'sent', recipients: ['09020000004'] }])
  })

  it('are what the office may choose, where they arrive', async () => {
    await give({ email: 'a@example.jp' })
    await link()
    const at = plan.placeOf('101', await plan.show())!
    const move = (channel: 'line' | 'sms') =>
      plan.save({ assigns_attributes: [{ room_id: plan.roomId('101'), ...at, date: '2026-12-04', channel }] })
    expect((await move('sms')).body).toMatchObject({ code: 'channel_unreachable' })
    expect((await move('line')).status).toBe(200)
    const moved = await world.inClient(plan.client.id, db =>
      db.selectFrom('outbox_messages').where('resident_id', '=', resident.id).where('kind', '=', 'schedule_changed').selectAll().execute(),
    )
    expect(moved).toMatchObject([{ transport: 'line', recipients: [user] }])
  })
})

describe('DELETE /api/residents/line', () => {
  it('ends the link', async () => {
    await link()
    const { body } = await world.call(resident, 'DELETE /api/residents/line')
    expect(body.line).toEqual({ account_name: '試験工業', is_linked: false })
    expect(await links()).toEqual([])
  })
})

describe('GET /api/residents/line', () => {
  it('is the resident’s own', async () => {
    const { staff, craftsman } = await buildEveryone(world, plan.client)
    for (const caller of [guest, staff, craftsman])
      expect([401, 403]).toContain((await world.call(caller, 'GET /api/residents/line')).status)
  })

  it('is told in the personal data file, and goes with the resident', async () => {
    await link()
    await confirm()
    const { data } = (await world.call(resident, 'POST /api/residents/export')).body
    expect(data).toMatchObject({ line: { line_user_id: user }, messages: [{ transport: 'line', recipients: [user] }] })
    await world.inClient(plan.client.id, db => eraseResidentsOf(world.platform, db, plan.client.id, [plan.roomId('101')]))
    expect(await links()).toEqual([])
  })

  it('ends with the account that the office ends', async () => {
    await link()
    await world.call(plan.staff, 'DELETE /api/constructions/:construction_id/rooms/:room_id/resident', {
      params: { construction_id: plan.construction.id, room_id: plan.roomId('101') },
    })
    expect(await links()).toEqual([])
  })
})
