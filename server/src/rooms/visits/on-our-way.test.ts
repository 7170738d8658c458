import twilio from 'twilio'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
  buildClient,
  buildConstruction,
  buildContractor,
  buildUser,
} from '../../../test/build.ts'
import { sendWaitingMessages } from '../../../test/send-waiting-messages.ts'
import { openTwilioApi } from '../../../test/twilio-api.ts'
import { guest, openWorld } from '../../../test/world.ts'

const api = await openTwilioApi()
afterAll(api.close)
const authToken = 'a'.repeat(32)
const sms = { carrier: 'twilio', accountSid: `AC${'0'.repeat(32)}`, authToken, sender: '+815012345678', apiUrl: api.url } as const
const world = await openWorld({ sms })
const under = '/api/constructions/:construction_id/rooms/:room_id' as const
const today = '2026-12-02'

let client: BuiltClient
let craftsman: BuiltPerson
let staff: BuiltPerson
let construction: BuiltConstruction
let phones = 0
let phone = ''

/** Three floors of one room: 301 and 201 in the morning, 101 in the afternoon; 201 is lived in by somebody with a mobile. */
beforeEach(async () => {
  world.setNow(`${today}T09:20:00+09:00`)
  phone = `0903000${String((phones += 1)).padStart(4, '0')}`
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  const contractor = await buildContractor(world, client)
  craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
  construction = await buildConstruction(world, client, {
    floors: 3,
    perFloor: 1,
    craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }],
  })
  await world.inClient(client.id, async db => {
    const of = { client_id: client.id, construction_id: construction.id }
    const frames = await db
      .insertInto('construction_time_frames')
      .values([
        { ...of, start_at: '09:00', end_at: '12:00', frame_number: 4 },
        { ...of, start_at: '13:00', end_at: '15:00', frame_number: 4 },
      ])
      .returning('id')
      .execute()
    const place = (name: string, frame: number, frame_number: number) => ({
      ...of,
      room_id: roomId(name),
      date: today,
      construction_time_frame_id: frames[frame]!.id,
      frame_number,
    })
    await db
      .insertInto('assigns')
      .values([place('301', 0, 1), place('201', 0, 2), place('101', 1, 1)])
      .execute()
  })
  await live('201', { phone })
})

const roomId = (name: string) => construction.rooms.find(room => room.name === name)!.id
const at = (name: string) => ({ construction_id: construction.id, room_id: roomId(name) })
const live = (name: string, person: { phone?: string; email?: string; no_messages_since?: Date }) =>
  world.inClient(client.id, db =>
    db
      .insertInto('residents')
      .values({ client_id: client.id, room_id: roomId(name), name: '田中', ...person })
      .execute(),
  )
const complete = (name: string, as = craftsman) =>
  world.call(as, `POST ${under}/completion`, { params: at(name), body: { room: { sign_omitted_reason: 'ご家族が不在のため' } } })
const leaveInVain = (name: string) => world.call(craftsman, `POST ${under}/absence`, { params: at(name), body: { absence: {} } })
const messages = () =>
  world.inClient(client.id, db =>
    db
      .selectFrom('outbox_messages')
      .where('kind', '=', 'on_our_way')
      .orderBy('id')
      .select(['transport', 'recipients', 'body', 'next_attempt_at', 'state', 'room_id'])
      .execute(),
  )
const linkOf = async () => /\/r\/([\w-]{22})/.exec((await messages())[0]?.body ?? '')?.[0] ?? ''
const pageOf = async () => (await world.send(guest, 'GET', await linkOf())).headers['location'] ?? ''
const uuidOf = async () =>
  String(await pageOf())
    .split('/')
    .at(-1) ?? ''
const answer = async (said: 'come' | 'wait' | 'absent') =>
  world.call(guest, 'POST /api/visit_notices/:notice_uuid/answer', { params: { notice_uuid: await uuidOf() }, body: { answer: said } })
const cardOf = async (name: string) => (await world.call(craftsman, 'GET /api/visits')).body.visits.find(visit => visit.name === name)
const kinds = async (name: string) =>
  (
    await world.inClient(client.id, db =>
      db.selectFrom('events').where('room_id', '=', roomId(name)).orderBy('id').select('kind').execute(),
    )
  ).map(({ kind }) => kind)

describe('leaving a dwelling', () => {
  it('tells the next household on the way, by a short message with a link, once', async () => {
    expect((await complete('301')).status).toBe(200)
    expect(await messages()).toMatchObject([
      { transport: 'sms', recipients: [phone], room_id: roomId('201'), state: 'waiting', next_attempt_at: new Date(`${today}T00:20:00Z`) },
    ])
    const { body } = (await messages())[0]!
    expect(body).toMatch(/^【.+】201号室へまもなく伺います。お返事は https?:\/\/\S+\/r\/[\w-]{22} 0120-/)
    expect(body.length).toBeLessThanOrEqual(134)
    expect((await cardOf('201'))?.notice).toEqual({ sent_at: `${today}T09:20:00+09:00`, answer: null, answered_at: null })
    expect(await kinds('201')).toEqual(['visit_notices.sent'])
    await leaveInVain('101')
    expect(await messages()).toHaveLength(1)
  })

  it('does so in vain, too, and by mail where there is no mobile number', async () => {
    await world.inClient(client.id, db => db.updateTable('residents').set({ phone: null, email: 'hanako@example.jp' }).execute())
    await leaveInVain('301')
    expect(await messages()).toMatchObject([{ transport: 'mail', recipients: ['hanako@example.jp'] }])
    expect((await messages())[0]?.body).toContain(`/residents/visit_notices/`)
  })

  it('promises nobody a visit hours ahead, tells within 30 minutes of the frame, and passes over who came already', async () => {
    await live('101', { phone: `${phone.slice(0, 4)}9${phone.slice(5)}` })
    await world.call(craftsman, `POST ${under}/arrival`, { params: at('201'), body: { visit: {} } })
    await complete('301')
    expect([await messages(), await kinds('101')]).toEqual([[], []])
    world.setNow(`${today}T12:31:00+09:00`)
    await complete('201')
    expect(await messages()).toMatchObject([{ room_id: roomId('101'), next_attempt_at: new Date(`${today}T03:31:00Z`) }])
  })

  it('tells the earliest frame that is still open, also where it lies behind on the way', async () => {
    world.setNow(`${today}T12:35:00+09:00`)
    await complete('301', staff)
    await world.inClient(client.id, db =>
      db
        .updateTable('construction_time_frames')
        .set({ end_at: '12:50' })
        .where('construction_id', '=', construction.id)
        .where('start_at', '=', '09:00')
        .execute(),
    )
    await complete('101')
    expect((await messages()).map(({ room_id }) => room_id)).toEqual([roomId('201')])
  })

  it('tells nobody whom no message reaches, where nobody is to open, or when the office completes', async () => {
    await complete('301', staff)
    expect(await messages()).toEqual([])
    await world.inClient(client.id, db => db.updateTable('rooms').set({ status: 'waiting', completed_at: null }).execute())
    await world.inClient(client.id, db => db.updateTable('residents').set({ no_messages_since: new Date() }).execute())
    await complete('301')
    expect(await messages()).toEqual([])
    await world.inClient(client.id, db => db.updateTable('residents').set({ no_messages_since: null }).execute())
    await world.inClient(client.id, db =>
      db
        .insertInto('room_presences')
        .values({ client_id: client.id, room_id: roomId('201'), presence_method: 'key_custody', consented_at: new Date() })
        .execute(),
    )
    await world.call(staff, `DELETE ${under}/completion`, { params: at('301') })
    await complete('301')
    expect(await messages()).toEqual([])
  })

  it('is taken back when the next room is put off before it was sent', async () => {
    await complete('301')
    await leaveInVain('201')
    expect((await messages()).map(({ state }) => state)).toEqual(['recalled'])
  })
})

describe(`POST ${under}/on_our_way`, () => {
  const tell = (name: string) => world.call(craftsman, `POST ${under}/on_our_way`, { params: at(name) })

  it('tells the first household of a day by hand', async () => {
    expect((await tell('201')).body.message).toBe('まもなく伺うことをお知らせしました。')
    expect(await tell('201')).toMatchObject({ status: 422, body: { code: 'already_told' } })
    expect(await tell('301')).toMatchObject({ status: 422, body: { code: 'no_channel' } })
    expect(await tell('101')).toMatchObject({ status: 422, body: { code: 'not_now' } })
    expect(await messages()).toHaveLength(1)
  })
})

describe('GET /api/visit_notices/:notice_uuid', () => {
  const show = async () =>
    (await world.call(guest, 'GET /api/visit_notices/:notice_uuid', { params: { notice_uuid: await uuidOf() } })).body

  it('shows building, room and time behind the short link, and nobody', async () => {
    await complete('301')
    expect(await pageOf()).toMatch(/^\/residents\/visit_notices\/[0-9a-f-]{36}$/)
    const { notice } = await show()
    expect(notice).toMatchObject({ room_name: '201', date: today, start_at: '09:00', state: 'open', answer: null })
    expect(JSON.stringify(notice)).not.toContain('田中')
    await world.call(craftsman, `POST ${under}/arrival`, { params: at('201'), body: { visit: {} } })
    expect((await show()).notice.state).toBe('ended')
  })

  it('is not found by any other uuid', async () => {
    const notice_uuid = 'b7f3c1de-0000-4000-8000-000000000000'
    expect((await world.call(guest, 'GET /api/visit_notices/:notice_uuid', { params: { notice_uuid } })).status).toBe(404)
  })
})

describe('POST /api/visit_notices/:notice_uuid/answer', () => {
  it('lands on the card, and may be changed until somebody came', async () => {
    await complete('301')
    expect((await answer('wait')).body).toMatchObject({ message: '「15分待ってください」とお伝えしました。', notice: { answer: 'wait' } })
    expect((await cardOf('201'))?.notice).toMatchObject({ answer: 'wait', answered_at: `${today}T09:20:00+09:00` })
    await answer('come')
    await answer('come')
    expect((await cardOf('201'))?.notice?.answer).toBe('come')
    expect(await kinds('201')).toEqual(['visit_notices.sent', 'visit_notices.answered', 'visit_notices.answered'])
    await world.call(craftsman, `POST ${under}/arrival`, { params: at('201'), body: { visit: {} } })
    expect(await answer('absent')).toMatchObject({ status: 422, body: { code: 'notice_ended' } })
  })

  it('is closed the day after', async () => {
    await complete('301')
    const link = await uuidOf()
    world.setNow('2026-12-03T08:30:00+09:00')
    const params = { notice_uuid: link }
    expect((await world.call(guest, 'POST /api/visit_notices/:notice_uuid/answer', { params, body: { answer: 'come' } })).status).toBe(422)
  })
})

describe('a reply to the short message', () => {
  const reply = (Body: string) => {
    const path = '/api/messages/twilio/replies'
    const fields = { MessageSid: `SM${encodeURIComponent(Body)}${phone}`, From: `+81${phone.slice(1)}`, To: '+815012345678', Body }
    return world.send(guest, 'POST', path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, `http://www.localhost:3000${path}`, fields),
    })
  }

  it('answers, too, where its words say it, and is kept for a person to read', async () => {
    await complete('301')
    await sendWaitingMessages(world.platform)
    await reply('２')
    expect((await cardOf('201'))?.notice?.answer).toBe('wait')
    await reply('インターホンは壊れています')
    expect((await cardOf('201'))?.notice?.answer).toBe('wait')
    const list = await world.call(staff, 'GET /api/constructions/:construction_id/messages', {
      params: { construction_id: construction.id },
    })
    expect(list.body.replies).toHaveLength(2)
  })
})
