import twilio from 'twilio'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildClient, buildConstruction, buildPlatformPerson, buildUser } from '../../test/build.ts'
import { type PlannedConstruction, planConstruction } from '../../test/planned-construction.ts'
import { sendWaitingMessages } from '../../test/send-waiting-messages.ts'
import { openTwilioApi } from '../../test/twilio-api.ts'
import { guest, openWorld } from '../../test/world.ts'
import { issueAuthenticationCodes } from '../authentication-codes/authentication-codes.ts'

const api = await openTwilioApi()
afterAll(api.close)
const authToken = 'a'.repeat(32)
const accountSid = `AC${'0'.repeat(32)}`
const sms = { carrier: 'twilio', accountSid, authToken, sender: '+815012345678', apiUrl: api.url } as const
const world = await openWorld({ sms })
const silent = await openWorld({ mode: 'production', checkAnswers: true, sms: { carrier: 'none' } })

const origin = 'http://www.localhost:3000'
let plan: PlannedConstruction
let phones = 0
/** A number of its own for each test: clients of other tests wrote to theirs. */
let phone = ''
const international = () => `+81${phone.slice(1)}`

beforeEach(async () => {
  world.setNow('2026-11-22T10:00:00+09:00')
  api.reset()
  phone = `0902000${String((phones += 1)).padStart(4, '0')}`
  plan = await planConstruction(world)
  await plan.complete()
})

const live = async (name: string, person: { name?: string; phone?: string; email?: string; no_messages_since?: Date }) =>
  world.inClient(plan.client.id, db =>
    db
      .insertInto('residents')
      .values({ client_id: plan.client.id, room_id: plan.roomId(name), name: '田中', ...person })
      .execute(),
  )
/** The resident says yes on the telephone, and is told what was agreed to. */
const confirm = async (name: string) => {
  const { status } = await world.call(plan.staff, 'POST /api/constructions/:construction_id/rooms/:room_id/answers', {
    params: { construction_id: plan.construction.id, room_id: plan.roomId(name) },
    body: { room_answer: { channel: 'tel', caller: '田中', date_answer: 'accept' } },
  })
  expect(status).toBe(201)
}
const list = async (query: Record<string, unknown> = {}, as = plan.staff) =>
  (
    await world.call(as, 'GET /api/constructions/:construction_id/messages', {
      params: { construction_id: plan.construction.id },
      query: query,
    })
  ).body
const toResident = async () => (await list()).messages.filter(message => message.to_resident)
const rows = () =>
  world.inClient(plan.client.id, db => db.selectFrom('outbox_messages').selectAll().where('transport', '=', 'sms').orderBy('id').execute())
const settle = (verb: 'resend' | 'paper', message_ids: number[], as = plan.staff) =>
  world.call(as, `POST /api/constructions/:construction_id/messages/${verb}`, {
    params: { construction_id: plan.construction.id },
    body: { message_ids },
  })
/** Knocks as Twilio does: a form, signed with the account's token over address and fields. */
const knock = (path: string, fields: Record<string, string>, { token = authToken, signed = true } = {}) =>
  world.send(guest, 'POST', path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...(signed ? { 'x-twilio-signature': twilio.getExpectedTwilioSignature(token, `${origin}${path}`, fields) } : {}),
  })
const reply = (Body: string, over: Record<string, string> = {}) =>
  knock('/api/messages/twilio/replies', {
    MessageSid: `SM${encodeURIComponent(Body)}${phone}`,
    AccountSid: accountSid,
    From: international(),
    To: '+815012345678',
    Body,
    NumMedia: '0',
    ...over,
  })
const report = (MessageStatus: string, over: Record<string, string> = {}, signing = {}) => {
  const url = new URL(api.asked.at(-1)?.form['StatusCallback'] ?? '')
  const sid = `SM${String(api.asked.length).padStart(32, '0')}`
  return knock(url.pathname, { MessageSid: sid, SmsSid: sid, AccountSid: accountSid, MessageStatus, To: international(), ...over }, signing)
}
const eventKinds = async (name: string) =>
  (
    await world.inClient(plan.client.id, db =>
      db.selectFrom('events').where('room_id', '=', plan.roomId(name)).select(['kind']).orderBy('id').execute(),
    )
  ).map(({ kind }) => kind)

describe('short messages', () => {
  it('go to Twilio by its API, in the pattern of D-35, and are sent when it has taken them', async () => {
    await live('101', { phone })
    await confirm('101')
    expect(await toResident()).toMatchObject([{ state: 'waiting', transport: 'sms', carrier: null }])
    await sendWaitingMessages(world.platform)
    expect(api.asked).toMatchObject([
      {
        path: `/2010-04-01/Accounts/${accountSid}/Messages.json`,
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        form: {
          To: international(),
          From: '+815012345678',
          Body: expect.stringMatching(/^【.+】101号室の工事は12\/\d\([日月火水木金土]\)午[前後].+です。.* 0120-000-000$/),
          StatusCallback: expect.stringContaining(`${origin}/api/messages/twilio/reports/${plan.client.id}/`),
        },
      },
    ])
    expect(await rows()).toMatchObject([{ state: 'sent', carrier: 'twilio', carrier_message_id: `SM${'1'.padStart(32, '0')}` }])
  })

  it('never go to a landline, nor to who chose to use none, nor to who has a mail address (R3)', async () => {
    await live('101', { phone: '0312345678' })
    await live('102', { phone, no_messages_since: new Date() })
    await live('201', { phone, email: 'a@example.jp' })
    for (const name of ['101', '102', '201']) await confirm(name)
    await sendWaitingMessages(world.platform)
    expect(api.asked).toEqual([])
    expect((await toResident()).map(({ transport, room }) => [transport, room?.name])).toEqual([['mail', '201']])
    const cards = (await plan.show()).assigns.map(({ room }) => [room.name, room.contact_channel])
    expect(Object.fromEntries(cards)).toMatchObject({ 101: 'paper', 102: 'paper', 201: 'mail' })
  })

  it('go by a messaging service where one is set', async () => {
    const service = `MG${'1'.repeat(32)}`
    await live('101', { phone })
    await confirm('101')
    await sendWaitingMessages({ ...world.platform, settings: { ...world.platform.settings, sms: { ...sms, sender: service } } })
    expect(api.asked[0]?.form).toMatchObject({ MessagingServiceSid: service })
    expect(api.asked[0]?.form).not.toHaveProperty('From')
  })

  it('say old and new after a move', async () => {
    await live('101', { phone })
    const place = plan.placeOf('101', await plan.show())!
    await world.call(plan.staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
      params: { construction_id: plan.construction.id, room_id: plan.roomId('101') },
      body: { assign: { date: '2026-12-05', construction_time_frame_id: plan.frames[1]!.id } },
    })
    const [said] = await rows()
    expect(said?.body).toContain(`101号室の工事は12/${Number(place.date.slice(8))}(`)
    expect(said?.body).toMatch(/から12\/5\(土\)午後1〜5時に変わりました。/)
  })

  it('are tried again when the service is busy or refuses us, and given up when the number is none', async () => {
    await live('101', { phone })
    await confirm('101')
    api.refuse(international(), { status: 429, code: 20429, message: 'Too Many Requests' })
    await sendWaitingMessages(world.platform)
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1, failure_code: '20429' }])
    world.setNow('2026-11-22T10:02:00+09:00')
    api.refuse(international(), { status: 401, code: 20003, message: 'Authenticate' })
    await sendWaitingMessages(world.platform)
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 2 }])
    world.setNow('2026-11-22T11:00:00+09:00')
    api.refuse(international(), { status: 400, code: 21614, message: "'To' number is not a valid mobile number" })
    await sendWaitingMessages(world.platform)
    expect(await toResident()).toMatchObject([
      { state: 'failed', failure_code: '21614', reason: '携帯電話の番号ではないため、送信できませんでした。' },
    ])
  })

  it('are offered to nobody in production without a carrier', async () => {
    const client = await buildClient(silent)
    const construction = await buildConstruction(silent, client)
    const staff = await buildUser(silent, client, 'Staff')
    await silent.inClient(client.id, db =>
      db.insertInto('residents').values({ client_id: client.id, room_id: construction.rooms[0]!.id, phone }).execute(),
    )
    expect((await silent.call(guest, 'GET /api/configurations')).body.sms).toBe(false)
    expect((await world.call(guest, 'GET /api/configurations')).body.sms).toBe(true)
    const params = { construction_id: construction.id }
    const board = await silent.call(staff, 'GET /api/constructions/:construction_id/answer_board', { params })
    expect(board.body.answer_board.rooms.find(({ name }) => name === '101')?.contact_channel).toBe('paper')
    const remind = await silent.call(staff, 'POST /api/constructions/:construction_id/answer_reminders', {
      params,
      body: { answer_reminder: {} },
    })
    expect(remind.body.code).toBe('nobody_to_remind')
  })
})

describe('GET /api/constructions/:construction_id/messages', () => {
  it('shows who was told what, by which way, and how it stands', async () => {
    await live('101', { phone })
    await live('102', { name: '鈴木', email: 'suzuki@example.jp' })
    await confirm('101')
    await confirm('102')
    await sendWaitingMessages(world.platform)
    const { messages, counts, total_count, sms: offered } = await list({ sort_by: 'room_name' })
    expect(messages.filter(({ to_resident }) => to_resident)).toMatchObject([
      { room: { name: '101' }, kind: 'date_confirmed', transport: 'sms', state: 'sent', carrier: 'twilio', recipients: [phone] },
      { room: { name: '102' }, kind: 'date_confirmed', transport: 'mail', state: 'sent', carrier: 'outbox', resident_name: '鈴木' },
    ])
    expect([total_count, counts.sent, offered]).toEqual([messages.length, messages.length, true])
    expect((await list({ message: { transport: 'sms' } })).messages).toHaveLength(1)
    expect((await list({ message: { keyword: '鈴木' } })).messages.map(({ room }) => room?.name)).toEqual(['102'])
    expect((await list({ message: { state: ['failed'] } })).messages).toEqual([])
    expect((await list({ message: { from: '2099-01-01' } })).messages).toEqual([])
  })

  it("is read by operators, and by nobody of another client's", async () => {
    const operator = await buildPlatformPerson(world, 'operator', plan.client)
    const stranger = await buildUser(world, await buildClient(world), 'Staff')
    const params = { construction_id: plan.construction.id }
    const key = 'GET /api/constructions/:construction_id/messages'
    expect((await world.call(operator, key, { params })).status).toBe(200)
    expect((await world.call(stranger, key, { params })).status).toBe(404)
    expect((await world.call(await buildUser(world, plan.client, 'Craftsman'), key, { params })).status).toBe(403)
  })
})

describe('POST /api/messages/twilio/reports/:client_id/:message_id/:attempt', () => {
  beforeEach(async () => {
    await live('101', { phone })
    await confirm('101')
    await sendWaitingMessages(world.platform)
  })

  it('is heard by its signature alone', async () => {
    expect((await report('delivered', {}, { signed: false })).status).toBe(403)
    expect((await report('delivered', {}, { token: 'b'.repeat(32) })).status).toBe(403)
    expect(await rows()).toMatchObject([{ state: 'sent', delivered_at: null }])
    expect((await report('delivered')).status).toBe(204)
    expect(await toResident()).toMatchObject([{ state: 'delivered' }])
  })

  it('is of the address and the fields that were signed, and of a message of that client', async () => {
    const { pathname } = new URL(api.asked.at(-1)?.form['StatusCallback'] ?? '')
    const [, clientId = '', messageId = ''] = /reports\/(\d+)\/(\d+)\//.exec(pathname) ?? []
    const sid = `SM${String(api.asked.length).padStart(32, '0')}`
    const fields = { MessageSid: sid, MessageStatus: 'sent', To: international() }
    const send = (path: string, sent: Record<string, string>, signed: Record<string, string>, signedPath = path) =>
      world.send(guest, 'POST', path, new URLSearchParams(sent).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, `${origin}${signedPath}`, signed),
      })
    // A signature that was seen is of no use elsewhere.
    expect((await send(pathname, { ...fields, MessageStatus: 'failed' }, fields)).status).toBe(403)
    expect((await send(pathname.replace(`/${messageId}/`, `/${Number(messageId) - 1}/`), fields, fields, pathname)).status).toBe(403)
    const other = await planConstruction(world)
    const elsewhere = pathname.replace(`/${clientId}/`, `/${other.client.id}/`)
    const failed = { ...fields, MessageStatus: 'failed' }
    expect((await send(elsewhere, failed, failed)).status).toBe(204)
    // Another message's name for this one.
    const renamed = { ...failed, MessageSid: `SM${'f'.repeat(32)}` }
    expect((await send(pathname, renamed, renamed)).status).toBe(204)
    expect(await rows()).toMatchObject([{ state: 'sent', carrier_message_id: sid, failed_at: null }])
  })

  it('comes in any order, and more than once', async () => {
    for (const status of ['delivered', 'sent', 'sending', 'queued', 'delivered', 'undelivered'])
      expect((await report(status, status === 'undelivered' ? { ErrorCode: '30008' } : {})).status).toBe(204)
    expect(await toResident()).toMatchObject([{ state: 'delivered', failure_code: null }])
  })

  it('says what the carrier gave up, in a sentence', async () => {
    await report('sent')
    await report('undelivered', { ErrorCode: '30003' })
    await report('undelivered', { ErrorCode: '30003' })
    expect(await toResident()).toMatchObject([
      { state: 'failed', failure_code: '30003', reason: '相手の電話の電源が入っていないか、電波の届かないところにあります。' },
    ])
    expect((await list()).counts.failed).toBe(1)
  })

  it('stands for the answer that a killed process did not live to note: there is no double', async () => {
    await world.inClient(plan.client.id, db =>
      db
        .updateTable('outbox_messages')
        .set({ state: 'sending', sent_at: null, carrier: null, carrier_message_id: null })
        .where('transport', '=', 'sms')
        .execute(),
    )
    await report('queued')
    world.setNow('2026-11-22T12:00:00+09:00')
    await sendWaitingMessages(world.platform)
    expect(api.asked).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 'sent', carrier: 'twilio', carrier_message_id: expect.stringMatching(/^SM/) }])
  })

  it('says nothing of a try that came after it', async () => {
    await report('undelivered', { ErrorCode: '30003' })
    const [message] = await toResident()
    const stale = () => report('delivered')
    await settle('resend', [message!.id])
    expect((await stale()).status).toBe(204)
    expect(await toResident()).toMatchObject([{ state: 'waiting' }])
  })
})

describe('messages and replies', () => {
  it('point at rows of their own client alone', async () => {
    const other = await planConstruction(world)
    const message = { client_id: plan.client.id, transport: 'mail' as const, recipients: ['a@example.jp'], subject: '', body: '' }
    const stranger = await world.inClient(other.client.id, db =>
      db
        .insertInto('residents')
        .values({ client_id: other.client.id, room_id: other.roomId('101') })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const write = (over: { construction_id?: number; resident_id?: number }) =>
      world.inClient(plan.client.id, db =>
        db
          .insertInto('outbox_messages')
          .values({ ...message, ...over })
          .execute(),
      )
    await expect(write({ construction_id: other.construction.id })).rejects.toThrow('outbox_messages_client_id_construction_id_fkey')
    await expect(write({ resident_id: stranger.id })).rejects.toThrow('outbox_messages_client_id_resident_id_fkey')
    const answer = world.inClient(plan.client.id, db =>
      db
        .insertInto('message_replies')
        .values({ client_id: plan.client.id, construction_id: other.construction.id, phone, body: '', carrier_message_id: phone })
        .execute(),
    )
    await expect(answer).rejects.toThrow('message_replies_client_id_construction_id_fkey')
  })
})

describe('POST /api/messages/twilio/replies', () => {
  const confirmed = async () => {
    await live('101', { phone })
    await confirm('101')
    await sendWaitingMessages(world.platform)
  }

  it('changes nothing without its signature', async () => {
    await confirmed()
    expect(
      (await knock('/api/messages/twilio/replies', { From: international(), Body: '停止', MessageSid: 'SM1' }, { signed: false })).status,
    ).toBe(403)
    expect(
      (await knock('/api/messages/twilio/replies', { From: international(), Body: '停止', MessageSid: 'SM1' }, { token: 'c'.repeat(32) }))
        .status,
    ).toBe(403)
    expect(await eventKinds('101')).not.toContain('messages.opted_out')
  })

  it('stops short messages to a number, which counts as reached on paper, and begins them again', async () => {
    await confirmed()
    const answer = await reply('停止')
    expect([answer.status, answer.raw.toString()]).toEqual([200, expect.stringContaining('<Response></Response>')])
    await reply('停止')
    expect((await eventKinds('101')).filter(kind => kind === 'messages.opted_out')).toHaveLength(1)
    expect((await plan.show()).assigns.find(({ room }) => room.name === '101')?.room.contact_channel).toBe('paper')
    await reply('再開')
    expect((await plan.show()).assigns.find(({ room }) => room.name === '101')?.room.contact_channel).toBe('sms')
    expect(await eventKinds('101')).toContain('messages.opted_in')
  })

  it('does what was said once: a 停止 that is heard again later stops nothing', async () => {
    await confirmed()
    await reply('停止')
    await reply('再開')
    await reply('停止')
    expect((await plan.show()).assigns.find(({ room }) => room.name === '101')?.room.contact_channel).toBe('sms')
    expect((await eventKinds('101')).filter(kind => kind.startsWith('messages.opted'))).toEqual(['messages.opted_out', 'messages.opted_in'])
  })

  it('of a telephone that two companies write to stops both, and tells other words to the last alone', async () => {
    await confirmed()
    const first = plan
    plan = await planConstruction(world)
    await plan.complete()
    world.setNow('2026-11-22T11:00:00+09:00')
    await confirmed()
    await reply('鍵はどうしますか')
    expect((await list()).replies).toMatchObject([{ body: '鍵はどうしますか' }])
    const params = { construction_id: first.construction.id }
    const ofFirst = await world.call(first.staff, 'GET /api/constructions/:construction_id/messages', { params })
    expect(ofFirst.body.replies).toEqual([])
    await reply('ｓｔｏｐ')
    for (const one of [first, plan])
      expect((await one.show()).assigns.find(({ room }) => room.name === '101')?.room.contact_channel).toBe('paper')
  })

  it('keeps what was written before 停止 from leaving after it', async () => {
    await confirmed()
    await live('102', { phone })
    await confirm('102')
    await reply('STOP', { OptOutType: 'STOP' })
    await sendWaitingMessages(world.platform)
    expect(api.asked).toHaveLength(1)
    expect((await toResident())[0]).toMatchObject({ state: 'failed', failure_code: 'opted_out' })
  })

  it('learns from Twilio itself that a number wants no more', async () => {
    await live('101', { phone })
    await confirm('101')
    api.refuse(international(), { status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' })
    await sendWaitingMessages(world.platform)
    expect(await toResident()).toMatchObject([{ state: 'failed', failure_code: '21610' }])
    expect((await plan.show()).assigns.find(({ room }) => room.name === '101')?.room.contact_channel).toBe('paper')
  })

  it('keeps other words for the office, once, on the room and on 送信状況', async () => {
    await confirmed()
    await reply('午後に変えられますか？')
    await reply('午後に変えられますか？')
    expect((await list()).replies).toMatchObject([{ phone, body: '午後に変えられますか？', room: { name: '101' } }])
    expect((await eventKinds('101')).filter(kind => kind === 'messages.reply_received')).toHaveLength(1)
  })

  it('keeps nothing of a number that nobody wrote to', async () => {
    phone = '09099999999'
    expect((await reply('だれですか')).status).toBe(200)
    expect((await list()).replies).toEqual([])
  })
})

describe('POST /api/constructions/:construction_id/messages/resend', () => {
  it('sends again what was given up, to the address that was mended', async () => {
    await live('101', { phone })
    await confirm('101')
    api.refuse(international(), { status: 400, code: 21211, message: 'Invalid To' })
    await sendWaitingMessages(world.platform)
    const [failed] = await toResident()
    await world.inClient(plan.client.id, db => db.updateTable('residents').set({ phone: '08011110000' }).execute())
    expect((await settle('resend', [failed!.id])).body).toMatchObject({ count: 1, message: '1件を再送します。' })
    await sendWaitingMessages(world.platform)
    expect(api.asked.at(-1)?.form['To']).toBe('+818011110000')
    expect(await toResident()).toMatchObject([{ state: 'sent', recipients: ['08011110000'] }])
    expect(await eventKinds('101')).toContain('messages.resent')
  })

  it('sends nothing again that was sent, is old, or is not of the construction; and then none of them', async () => {
    await live('101', { phone })
    await confirm('101')
    api.refuse(international(), { status: 400, code: 21211, message: 'Invalid To' })
    await sendWaitingMessages(world.platform)
    const [failed] = await toResident()
    await world.call(plan.staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
      params: { construction_id: plan.construction.id, room_id: plan.roomId('101') },
      body: { assign: { date: '2026-12-05', construction_time_frame_id: plan.frames[1]!.id } },
    })
    expect((await settle('resend', [failed!.id])).body).toMatchObject({
      code: 'not_resendable',
      errors: { full_messages: ['101号室：その後に工事日が変わっています。'] },
    })
    const [waiting] = (await list({ message: { state: ['waiting'] } })).messages
    expect((await settle('resend', [waiting!.id])).body.code).toBe('not_resendable')
    expect((await settle('resend', [999_999_999])).status).toBe(404)
    expect((await settle('resend', [failed!.id], await buildPlatformPerson(world, 'operator', plan.client))).status).toBe(403)
  })
})

describe('POST /api/constructions/:construction_id/messages/paper', () => {
  it('puts the room among those whose letters are printed, and the message away', async () => {
    const sheets = () =>
      world.call(plan.staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
        params: { construction_id: plan.construction.id },
        body: { kind: 'information', only: 'paper' },
      })
    await world.inClient(plan.client.id, db =>
      issueAuthenticationCodes(
        world.platform,
        db,
        plan.client.id,
        plan.construction.rooms.map(({ id }) => id),
      ),
    )
    await live('101', { phone })
    await confirm('101')
    api.refuse(international(), { status: 400, code: 21211, message: 'Invalid To' })
    await sendWaitingMessages(world.platform)
    expect((await sheets()).body.code).toBe('no_rooms_on_paper')
    const [failed] = await toResident()
    expect((await settle('paper', [failed!.id])).body.message).toBe('1件を紙の名簿に入れました。')
    expect((await sheets()).body.job.total).toBe(1)
    expect(await toResident()).toMatchObject([{ state: 'paper', why_not_on_paper: 'すでに紙の名簿に入っています。' }])
    expect((await list()).counts).toMatchObject({ failed: 0, paper: 1 })
    expect((await settle('paper', [failed!.id])).body.code).toBe('not_for_paper')
  })

  it('reminds no more by an address that does not take it, until there is another', async () => {
    const params = { construction_id: plan.construction.id }
    const told = async () =>
      (await world.call(plan.staff, 'GET /api/constructions/:construction_id/answer_board', { params })).body.answer_board.rooms.find(
        ({ name }) => name === '101',
      )?.contact_channel
    await live('101', { phone })
    await world.call(plan.staff, 'POST /api/constructions/:construction_id/answer_reminders', { params, body: { answer_reminder: {} } })
    api.refuse(international(), { status: 400, code: 21211, message: 'Invalid To' })
    await sendWaitingMessages(world.platform)
    const [failed] = await toResident()
    expect([failed?.kind, await told()]).toEqual(['answer_reminder', 'sms'])
    await settle('paper', [failed!.id])
    expect(await told()).toBe('paper')
    await world.inClient(plan.client.id, db => db.updateTable('residents').set({ phone: '08011110001' }).execute())
    expect(await told()).toBe('sms')
  })
})
