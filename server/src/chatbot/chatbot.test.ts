import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { firstFaqs } from '@toguchi/domain/masters/first-faqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildClient,
  buildConstruction,
  buildEveryone,
  buildResident,
  buildUser,
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
} from '../../test/build.ts'
import { guest, openWorld, type World } from '../../test/world.ts'
import { createFirstMasters } from '../masters/masters.ts'
import { erasePeople } from '../retention/retention.ts'

const outside = { bodies: [] as string[], headers: [] as NodeJS.Dict<string | string[]>[], status: 200 }
let server: Server
let world: World
let withGateway: World
let ground: Ground
/** Who lives in the same building. */
let neighbour: Awaited<ReturnType<typeof buildResident>>
let stranger: Ground

interface Ground {
  client: BuiltClient
  construction: BuiltConstruction
  resident: Awaited<ReturnType<typeof buildResident>>
  staff: BuiltPerson
}

/** A dwelling with a date that is not confirmed yet, in a client that has the chatbot. */
const buildGround = async (on: World, cd: string): Promise<Ground> => {
  on.setNow('2026-11-23T10:00:00+09:00')
  const client = await buildClient(on, { cd })
  const construction = await buildConstruction(on, client, { floors: 1, perFloor: 4, start: '2026-12-01', end: '2026-12-03' })
  await on.inClient(client.id, async db => {
    await createFirstMasters(db, client.id)
    await db
      .updateTable('constructions')
      .set({
        detail_schedule_completed_at: new Date('2026-11-10T00:00:00Z'),
        schedule_change_end_on: '2026-11-25',
        information_distribution_on: '2026-11-15',
        contact_phone: '03-1111-2222',
        contact_hours: '毎日9:00〜18:00',
        water_limit: '9時から正午まで',
      })
      .where('id', '=', construction.id)
      .execute()
    const frame = await db
      .insertInto('construction_time_frames')
      .values({ client_id: client.id, construction_id: construction.id, start_at: '13:00', end_at: '15:00', frame_number: 3 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('assigns')
      .values(
        construction.rooms.map((room, at) => ({
          client_id: client.id,
          construction_id: construction.id,
          room_id: room.id,
          date: `2026-12-0${Math.min(at, 2) + 1}`,
          construction_time_frame_id: frame.id,
          frame_number: at === 3 ? 2 : 1,
        })),
      )
      .execute()
  })
  const resident = await buildResident(on, client, construction.rooms[0]?.id ?? 0, { name: '山田 太郎' })
  return { client, construction, resident, staff: await buildUser(on, client, 'Staff') }
}

const open = async ({ resident }: Ground, on = world) =>
  (await on.call(resident, 'POST /api/chatbot_sessions')).body.chatbot_session.session_id
const ask = (session_id: string, message: string, on = world) =>
  on.call(guest, 'POST /gateway/chatbot/messages', { body: { session_id, message } })
const historiesOf = async ({ resident }: Ground, session_id: string) =>
  (await world.call(resident, 'GET /api/chatbot_histories', { query: { session_id } })).body.chatbot_histories

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
    request.on('end', () => {
      outside.bodies.push(`${request.url ?? ''} ${body}`)
      outside.headers.push(request.headers)
      response.writeHead(outside.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ answer: 'ごみ置場は管理人室の横です。', suggestions: ['管理人室はどこですか'] }))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  world = await openWorld()
  withGateway = await openWorld({
    chatbot: {
      allowedClientCodes: ['001'],
      gatewayUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      gatewayPath: '/outside/gateway',
      gatewayKey: 'key of the outside',
    },
  })
  ground = await buildGround(world, '001')
  neighbour = await buildResident(world, ground.client, ground.construction.rooms[3]?.id ?? 0)
  stranger = await buildGround(world, '900')
})
afterAll(() => server.close())

describe('POST /api/chatbot_sessions', () => {
  it('opens a conversation, says whom to call and how long it is kept', async () => {
    const { status, body } = await world.call(ground.resident, 'POST /api/chatbot_sessions')
    expect(status).toBe(201)
    expect(body.chatbot_session).toMatchObject({ phone: '03-1111-2222', hours: '毎日9:00〜18:00', kept_days: 90 })
    expect(body.chatbot_session.session_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  })
  it('is refused to clients that are not allowed, and to everybody but residents', async () => {
    expect((await world.call(stranger.resident, 'POST /api/chatbot_sessions')).status).toBe(403)
    expect((await world.call(ground.staff, 'POST /api/chatbot_sessions')).status).toBe(401)
    expect((await world.call(guest, 'POST /api/chatbot_sessions')).status).toBe(401)
  })
})

describe('POST /gateway/chatbot/messages', () => {
  it("answers the dwelling's own date with its source and the page that changes it, without any token", async () => {
    const session = await open(ground)
    const { status, body } = await ask(session, 'こうじはいつ？')
    expect(status).toBe(200)
    expect(body.answer).toContain('2026年12月1日(火) 午後 1:00–3:00')
    expect(body.answer).toContain('まだ確定していません')
    expect(body).toMatchObject({ source: 'お部屋の日程より', page: 'top', handed_over: false, emergency: false })
  })

  it("answers from the letter and from the client's frequent questions, and quotes them", async () => {
    const session = await open(ground)
    expect((await ask(session, '断水はありますか')).body).toMatchObject({ answer: '断水：9時から正午まで', source: '工事の案内状より' })
    expect((await ask(session, '犬がいる')).body.source).toBe(`よくある質問「${firstFaqs[0]?.question ?? ''}」より`)
  })

  it('answers no question that is not published', async () => {
    const { faqs } = (await world.call(ground.staff, 'GET /api/faqs', { query: { exclude_pagination: true } })).body
    const weather = faqs.find(({ question }) => question.startsWith('雨の日'))
    const put = (published: boolean) =>
      world.call(ground.staff, 'PATCH /api/faqs/:id', { params: { id: weather?.id ?? 0 }, body: { faq: { published } } })
    await put(false)
    const session = await open(ground)
    expect((await ask(session, '雨でもやりますか')).body.handed_over).toBe(true)
    await put(true)
    expect((await ask(session, '雨でもやりますか')).body.handed_over).toBe(false)
  })

  it("shows no orders to whom the code alone signed in (D-33), and no other dwelling's date", async () => {
    const room = ground.construction.rooms[1]?.id ?? 0
    const entered = await buildResident(world, ground.client, room)
    await world.inClient(ground.client.id, async db => {
      const { id } = await db
        .selectFrom('sessions')
        .where('account_id', '=', entered.id)
        .where('strategy', '=', 'resident')
        .select('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('code_sessions').values({ client_id: ground.client.id, session_id: id, resident_id: entered.id }).execute()
    })
    const session = await open({ ...ground, resident: entered })
    expect((await ask(session, '支払いについて知りたい')).body.answer).toContain('ログインIDでログイン')
    expect((await ask(session, '工事の日はいつですか')).body.answer).toContain('2026年12月2日(水)')
    expect((await ask(session, '101号室の工事はいつですか')).body).toMatchObject({ handed_over: true, source: null })
  })

  it('hands over what it does not know, once on the timeline, and the desk reads what was asked', async () => {
    const mine = { ...ground, resident: await buildResident(world, ground.client, ground.construction.rooms[2]?.id ?? 0) }
    const session = await open(mine)
    expect((await ask(session, '作業の人の態度がひどい')).body).toMatchObject({ handed_over: true, source: null })
    expect((await ask(session, '水が漏れてる！')).body).toMatchObject({ handed_over: true, emergency: true })
    const params = { construction_id: ground.construction.id, room_id: ground.construction.rooms[2]?.id ?? 0 }
    const { desk } = (await world.call(ground.staff, 'GET /api/constructions/:construction_id/rooms/:room_id/desk', { params, query: {} }))
      .body
    expect(desk.asked).toMatchObject([{ count: 2, questions: ['水が漏れてる！', '作業の人の態度がひどい'] }])
    expect(desk.contacts.filter(({ kind }) => kind === 'chatbot.handed_over')).toHaveLength(1)
  })

  it('hands over the question before 「どれでもない」, for that says nothing by itself', async () => {
    const room = ground.construction.rooms[1]?.id ?? 0
    await endStays(room)
    const mine = { ...ground, resident: await buildResident(world, ground.client, room) }
    const session = await open(mine)
    expect((await ask(session, '片付けと説明会と領収書')).body.suggestions).toContain('どれでもない')
    expect((await ask(session, 'どれでもない')).body.handed_over).toBe(true)
    const params = { construction_id: ground.construction.id, room_id: room }
    const { desk } = (await world.call(ground.staff, 'GET /api/constructions/:construction_id/rooms/:room_id/desk', { params, query: {} }))
      .body
    expect(desk.asked[0]).toMatchObject({ count: 1, questions: ['片付けと説明会と領収書'] })
  })

  it('opens nothing by a made-up id, nor after the sign-out, nor the next day', async () => {
    const session = await open(ground)
    const made = `${session.slice(0, -4)}0000`
    expect((await ask(made, 'いつですか')).body.code).toBe('chatbot_session_ended')
    expect((await ask('00000000-0000-4000-8000-000000000000', 'いつですか')).body.code).toBe('chatbot_session_ended')
    world.setNow('2026-11-24T10:00:00+09:00')
    expect((await ask(session, 'いつですか')).body.code).toBe('chatbot_session_ended')
    world.setNow('2026-11-23T10:00:00+09:00')
    await world.call(ground.resident, 'DELETE /api/resident_auth/sign_out')
    expect((await ask(session, 'いつですか')).body.code).toBe('chatbot_session_ended')
    ground = { ...ground, resident: { ...ground.resident, ...(await signInAgain()) } }
  })

  it('takes 1 to 500 characters', async () => {
    const session = await open(ground)
    expect((await ask(session, ' ')).body.errors).toHaveProperty('message')
    expect((await ask(session, 'あ'.repeat(501))).status).toBe(422)
    expect((await ask(session, 'あ'.repeat(500))).status).toBe(200)
  })

  it('lets sixty messages through in ten minutes', async () => {
    const session = await open(ground)
    await ask(session, 'こんにちは')
    await world.inClient(null, db => db.updateTable('attempt_counters').set({ count: 59 }).where('scope', '=', 'chatbot:session').execute())
    expect((await ask(session, 'こんにちは')).status).toBe(200)
    await world.inClient(null, db => db.updateTable('attempt_counters').set({ count: 60 }).where('scope', '=', 'chatbot:session').execute())
    expect((await ask(session, 'こんにちは')).status).toBe(429)
  })
})

const endStays = (room: number) =>
  world.inClient(ground.client.id, db =>
    db.updateTable('residents').set({ discarded_at: new Date() }).where('room_id', '=', room).where('discarded_at', 'is', null).execute(),
  )

/** Another sign-in of the same resident. */
const signInAgain = async () => {
  const room = ground.construction.rooms[0]?.id ?? 0
  await endStays(room)
  return buildResident(world, ground.client, room, { name: '山田 太郎' })
}

describe('an outside gateway', () => {
  it('is sent only what the house does not know, without tokens and anything personal', async () => {
    const outer = await buildGround(withGateway, '001')
    const session = await open(outer, withGateway)
    expect((await ask(session, '工事いつですか', withGateway)).body.source).toBe('お部屋の日程より')
    expect((await ask(session, '態度がひどい', withGateway)).body.handed_over).toBe(true)
    expect(outside.bodies).toEqual([])
    const asked = '山田太郎です。301号室、09012345678、コードAB7K-9QXM。ごみ置場をしりたい'
    const { body } = await ask(session, asked, withGateway)
    // A room's number belongs to a person to answer, so the sentence is asked without it.
    expect(body.handed_over).toBe(true)
    const { body: answered } = await ask(session, '山田太郎です。09012345678、コードAB7K-9QXM。ごみ置場をしりたい', withGateway)
    expect(answered).toMatchObject({ source: '外部の自動応答サービスより', suggestions: ['管理人室はどこですか'], handed_over: false })
    expect(outside.bodies).toHaveLength(1)
    const [sent = ''] = outside.bodies
    expect(sent).toMatch(/^\/outside\/gateway /)
    expect(sent).toContain('ごみ置場をしりたい')
    for (const hidden of ['山田', '太郎', '0901234', 'AB7K', '9QXM', session]) expect(sent).not.toContain(hidden)
    const kana = await buildResident(withGateway, outer.client, outer.construction.rooms[1]?.id ?? 0, { name: 'ヤマダ はるみ' })
    await ask(await open({ ...outer, resident: kana }, withGateway), 'やまだハルミです。ごみ置場をしりたい', withGateway)
    expect(outside.bodies).toHaveLength(2)
    for (const hidden of ['やまだ', 'ハルミ']) expect(outside.bodies[1]).not.toContain(hidden)
    const [headers = {}] = outside.headers
    expect(headers.authorization).toBe('Bearer key of the outside')
    expect(Object.keys(headers).filter(name => ['access-token', 'client', 'uid', 'cookie'].includes(name))).toEqual([])
  })

  it('that fails is a 502 with its sentence, and the question is kept by the panel', async () => {
    outside.status = 500
    const [row] = await withGateway.inClient(null, db => db.selectFrom('clients').where('cd', '=', '001').select(['id', 'cd']).execute())
    if (!row) throw new Error('the client of the test before')
    const room = await withGateway.inClient(row.id, db =>
      db.selectFrom('rooms').where('client_id', '=', row.id).orderBy('id', 'desc').select('id').executeTakeFirstOrThrow(),
    )
    const resident = await buildResident(withGateway, row, room.id)
    const session = (await withGateway.call(resident, 'POST /api/chatbot_sessions')).body.chatbot_session.session_id
    const { status, body } = await ask(session, 'ごみ置場をしりたい', withGateway)
    expect(status).toBe(502)
    expect(body.message).toBe('チャットボットに接続できませんでした。')
  })
})

describe('POST /api/chatbot_histories', () => {
  const sentence = 'ただいま応答できません。お電話でお問い合わせください。'
  it('keeps what the panel said when the gateway gave no answer, at the www host, for the desk', async () => {
    const session_id = await open(ground)
    const { status, body } = await world.call(ground.resident, 'POST /api/chatbot_histories', {
      body: { chatbot_history: { question: '駐輪場は？', answer: sentence, session_id } },
      host: 'www.localhost:3000',
    })
    expect(status).toBe(201)
    expect(body.chatbot_history).toMatchObject({ question: '駐輪場は？', answer: sentence, handed_over: true })
  })
  it('keeps nothing under an id that opens no conversation of this resident', async () => {
    const own = await open(ground)
    for (const [who, session_id] of [
      [neighbour, own],
      [ground.resident, `${own.slice(0, 9)}0000-8000-a000-000000000000`],
    ] as const) {
      const body = { chatbot_history: { question: '駐輪場は？', answer: sentence, session_id } }
      expect(await world.call(who, 'POST /api/chatbot_histories', { body })).toMatchObject({
        status: 422,
        body: { code: 'chatbot_session_ended' },
      })
    }
    expect(await historiesOf(ground, own)).toEqual([])
  })
  it('keeps nothing twice that the gateway has kept itself', async () => {
    const session_id = await open(ground)
    const { answer } = (await ask(session_id, '工事の日はいつですか')).body
    const body = { chatbot_history: { question: '工事の日はいつですか', answer, session_id } }
    expect((await world.call(ground.resident, 'POST /api/chatbot_histories', { body })).body.chatbot_history.handed_over).toBe(false)
    expect(await historiesOf(ground, session_id)).toHaveLength(1)
  })
  it('is refused to clients that are not allowed (R1-CHATBOT-02), and says what is missing', async () => {
    const session_id = await open(ground)
    const body = { chatbot_history: { question: 'はい', answer: sentence, session_id } }
    expect((await world.call(stranger.resident, 'POST /api/chatbot_histories', { body })).status).toBe(403)
    const empty = await world.call(ground.resident, 'POST /api/chatbot_histories', {
      body: { chatbot_history: { question: '', answer: sentence, session_id } },
    })
    expect(empty.body.errors?.full_messages).toEqual(['ご質問を入力してください'])
  })
})

describe('GET /api/chatbot_histories', () => {
  it("answers the own conversation, oldest first, and nobody else's", async () => {
    const session_id = await open(ground)
    await ask(session_id, '工事の日はいつですか')
    await ask(session_id, '態度がひどい')
    const histories = await historiesOf(ground, session_id)
    expect(histories.map(({ question, handed_over }) => [question, handed_over])).toEqual([
      ['工事の日はいつですか', false],
      ['態度がひどい', true],
    ])
    expect(await historiesOf({ ...ground, resident: neighbour }, session_id)).toEqual([])
    expect((await world.call(stranger.resident, 'GET /api/chatbot_histories', { query: { session_id } })).status).toBe(403)
    expect((await world.call(ground.staff, 'GET /api/chatbot_histories', { query: { session_id } })).status).toBe(401)
    const everyone = await buildEveryone(world, ground.client)
    expect((await world.call(everyone.operator, 'GET /api/chatbot_histories', { query: { session_id } })).status).toBe(401)
  })
  it('has nothing after ninety days, nor once the resident is erased', async () => {
    const session_id = await open(ground)
    await ask(session_id, '態度がひどい')
    await erasePeople(world.platform)
    expect(await historiesOf(ground, session_id)).toHaveLength(1)
    await world.inClient(ground.client.id, db =>
      db
        .updateTable('chatbot_histories')
        .set({ created_at: new Date('2026-08-20T00:00:00Z') })
        .where('question', '=', '態度がひどい')
        .execute(),
    )
    await erasePeople(world.platform)
    expect(await historiesOf(ground, session_id)).toEqual([])
  })
  it('is erased with what is personal of a closed room', async () => {
    const room = ground.construction.rooms[0]?.id ?? 0
    const session_id = await open(ground)
    await ask(session_id, '工事の日はいつですか')
    const count = () =>
      world.inClient(ground.client.id, db => db.selectFrom('chatbot_histories').where('room_id', '=', room).select('id').execute())
    expect((await count()).length).toBeGreaterThan(0)
    await world.inClient(ground.client.id, db =>
      db
        .updateTable('rooms')
        .set({ status: 'completed', completed_at: new Date('2025-10-01T00:00:00Z'), closed_at: new Date('2025-10-02T00:00:00Z') })
        .where('id', '=', room)
        .execute(),
    )
    await erasePeople(world.platform)
    expect(await count()).toEqual([])
  })
})

describe('a hand-over at the desk', () => {
  const room = () => ground.construction.rooms[1]?.id ?? 0
  const params = () => ({ construction_id: ground.construction.id, room_id: room() })
  const deskOf = async () =>
    (await world.call(ground.staff, 'GET /api/constructions/:construction_id/rooms/:room_id/desk', { params: params(), query: {} })).body
      .desk
  const settle = (history_id: number, who = ground.staff, at = params()) =>
    world.call(who, 'POST /api/constructions/:construction_id/rooms/:room_id/chatbot_settlements', {
      params: at,
      body: { chatbot_settlement: { history_id } },
    })
  const reopen = (id: number, who = ground.staff, at = params()) =>
    world.call(who, 'DELETE /api/constructions/:construction_id/rooms/:room_id/chatbot_settlements/:id', { params: { ...at, id } })
  const handOver = async (question = '作業の人の態度がひどい') => {
    await endStays(room())
    const session = await open({ ...ground, resident: await buildResident(world, ground.client, room()) })
    await ask(session, question)
    return { session, id: (await deskOf()).asked[0]?.id ?? 0 }
  }

  describe('POST /api/constructions/:construction_id/rooms/:room_id/chatbot_settlements', () => {
    it('takes it from the head and leaves it in the history, with who did; what is asked next is there again', async () => {
      const { session, id } = await handOver()
      expect((await settle(id)).body).toEqual({ message: '対応済みにしました。' })
      const desk = await deskOf()
      expect(desk.asked.map(asked => asked.id)).not.toContain(id)
      expect(desk.contacts.find(({ kind }) => kind === 'chatbot.settled')?.by).not.toBeNull()
      expect(desk.contacts.some(({ kind }) => kind === 'chatbot.handed_over')).toBe(true)
      expect((await settle(id)).body.code).toBe('chatbot_settled')
      await ask(session, '担当を替えてほしい。態度がひどい')
      expect((await deskOf()).asked[0]).toMatchObject({ count: 1, questions: ['担当を替えてほしい。態度がひどい'] })
    })
    it('leaves what was asked after it was read', async () => {
      const { session, id } = await handOver()
      await ask(session, '壁に傷をつけられた')
      expect((await settle(id)).status).toBe(201)
      expect((await deskOf()).asked[0]).toMatchObject({ count: 1, questions: ['壁に傷をつけられた'] })
    })
    it("is refused beyond the client, for another dwelling's conversation, and to whoever is not of the office", async () => {
      const { id } = await handOver()
      expect((await settle(id, stranger.staff)).status).toBe(404)
      expect((await settle(id, ground.staff, { ...params(), room_id: ground.construction.rooms[2]?.id ?? 0 })).status).toBe(404)
      expect((await settle(id, ground.staff, { ...params(), construction_id: ground.construction.id + 1 })).status).toBe(404)
      const everyone = await buildEveryone(world, ground.client)
      expect((await settle(id, everyone.craftsman)).status).toBe(403)
      expect((await settle(id, everyone.operator)).status).toBe(201)
    })
  })

  describe('DELETE /api/constructions/:construction_id/rooms/:room_id/chatbot_settlements/:id', () => {
    it('brings it back for ten minutes', async () => {
      const { id } = await handOver()
      expect((await reopen(id)).body.code).toBe('chatbot_not_settled')
      await settle(id)
      expect((await reopen(id, stranger.staff)).status).toBe(404)
      expect((await reopen(id)).body).toEqual({ message: '未対応に戻しました。' })
      expect((await deskOf()).asked[0]?.id).toBe(id)
      expect((await deskOf()).contacts.some(({ kind }) => kind === 'chatbot.reopened')).toBe(true)
      await settle(id)
      world.setNow('2026-11-23T10:11:00+09:00')
      expect((await reopen(id)).body.code).toBe('chatbot_not_settled')
      world.setNow('2026-11-23T10:00:00+09:00')
    })
  })
})

describe('POST /api/chatbot_previews', () => {
  it('says to staff what a question would be taken for, and keeps nothing', async () => {
    const preview = async (message: string) =>
      (await world.call(ground.staff, 'POST /api/chatbot_previews', { body: { message } })).body.chatbot_preview
    expect(await preview('犬がいる')).toMatchObject({ by: 'faq', answer: firstFaqs[0]?.answer })
    expect(await preview('工事いつ')).toMatchObject({ by: 'data', answer: null, taken_for: ['工事の日はいつですか'] })
    expect(await preview('態度がひどい')).toMatchObject({ by: 'handover' })
    expect(await preview('水が漏れてる')).toMatchObject({ by: 'emergency' })
    expect((await world.call(stranger.resident, 'POST /api/chatbot_previews', { body: { message: 'はい' } })).status).toBe(403)
  })
})
