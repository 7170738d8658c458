import { beforeEach, describe, expect, it } from 'vitest'
import { type BuiltClient, type BuiltPerson, buildClient, buildConstruction, buildPlatformPerson, buildUser } from '../../test/build.ts'
import { multipart } from '../../test/multipart.ts'
import { planConstruction, type PlannedConstruction } from '../../test/planned-construction.ts'
import { onePagePdf } from '../../test/one-page-pdf.ts'
import { openWorld } from '../../test/world.ts'
import { toDay } from '../platform/clock.ts'
import { recordEvent } from '../platform/events.ts'

const world = await openWorld()

let plan: PlannedConstruction
let client: BuiltClient
let operator: BuiltPerson

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  client = plan.client
  operator = await buildPlatformPerson(world, 'operator', client)
  await plan.complete()
})

const under = '/api/constructions/:construction_id/rooms/:room_id'
const at = (name: string) => ({ construction_id: plan.construction.id, room_id: plan.roomId(name) })
const caller = { channel: 'tel', caller: '田中 花子' } as const
type Answer = Parameters<typeof post>[1]
const post = (
  name: string,
  room_answer: {
    channel: 'tel' | 'paper' | 'visit'
    caller: string
    date_answer?: 'accept' | 'move' | 'none'
    assign?: { date: string; construction_time_frame_id: number }
    seen?: { date: string; construction_time_frame_id: number } | null
    presence?: { presence_method: 'self' | 'proxy' | 'auxiliary_lock'; proxy_name?: string; proxy_phone?: string; consent?: boolean }
    resident?: { name?: string; phone?: string; email?: string }
    contents?: string
    call_back_at?: string
    verified_fact?: 'phone' | 'manage_no'
  },
  as: BuiltPerson = operator,
) => world.call(as, `POST ${under}/answers`, { params: at(name), body: { room_answer } })
const live = (name: string, person: { name?: string; phone?: string | null; email?: string | null }) =>
  world.inClient(client.id, db =>
    db
      .insertInto('residents')
      .values({ client_id: client.id, room_id: plan.roomId(name), ...person })
      .execute(),
  )
const messages = () =>
  world.inClient(client.id, db =>
    db.selectFrom('outbox_messages').select(['transport', 'recipients', 'subject', 'body', 'state', 'recall_key']).orderBy('id').execute(),
  )
const room = (name: string) =>
  world.inClient(client.id, db =>
    db
      .selectFrom('rooms')
      .where('id', '=', plan.roomId(name))
      .select(['reception_status', 'construction_schedule_confirmed_at as confirmed_at'])
      .executeTakeFirstOrThrow(),
  )
const eventsOf = (name: string) =>
  world.inClient(client.id, db =>
    db
      .selectFrom('events')
      .where('room_id', '=', plan.roomId(name))
      .select(['kind', 'actor_kind', 'acting_for', 'channel'])
      .orderBy('id', 'desc')
      .execute(),
  )

describe('POST /api/constructions/:construction_id/rooms/:room_id/answers', () => {
  it('accepts the proposed date for a caller, who is told as on the web', async () => {
    await live('101', { name: '田中', email: 'tanaka@example.jp' })
    const { status, body } = await post('101', { ...caller, date_answer: 'accept', verified_fact: 'phone' })
    expect(status).toBe(201)
    const place = plan.placeOf('101', await plan.show())!
    expect(body.read_back).toMatch(/^101号室、12月\d日、.曜日、午前9時から12時のあいだでお取りしました。$|午後1時から午後5時/)
    expect(body).toMatchObject({
      contact_channel: 'mail',
      room_answer: { channel: 'tel', caller: '田中 花子', verified_fact: 'phone', slip_url: null },
    })
    expect(await room('101')).toMatchObject({ reception_status: 'tel', confirmed_at: new Date('2026-11-21T10:00:00+09:00') })
    const mail = (await messages()).find(({ recipients }) => recipients.includes('tanaka@example.jp'))
    expect(mail?.subject).toContain('工事日が確定しました')
    expect(mail?.body).toContain(`12月${Number(place.date.slice(8))}日`)
    expect(mail?.body).toMatch(/午[前後] \d+:00–/)
    expect((await eventsOf('101')).slice(0, 2)).toEqual([
      { kind: 'answers.received', actor_kind: 'operator', acting_for: 'resident', channel: 'tel' },
      { kind: 'rooms.date_confirmed', actor_kind: 'operator', acting_for: 'resident', channel: 'tel' },
    ])
    // The slip that arrives after the call says the same: nobody is told twice.
    const before = (await messages()).length
    expect((await post('101', { channel: 'paper', caller: '田中', date_answer: 'accept' }, plan.staff)).status).toBe(201)
    expect(await messages()).toHaveLength(before)
  })

  it('accepts no date but the one that was read out', async () => {
    const place = plan.placeOf('101', await plan.show())!
    const { date, construction_time_frame_id } = place
    const other = await post('101', { ...caller, date_answer: 'accept', assign: { date: '2026-01-05', construction_time_frame_id } })
    expect(other).toMatchObject({ status: 409, body: { code: 'date_changed' } })
    expect((await room('101')).confirmed_at).toBeNull()
    expect((await post('101', { ...caller, date_answer: 'accept', assign: { date, construction_time_frame_id } })).status).toBe(201)
  })

  it('moves no room that somebody else has moved since it was read out', async () => {
    const { date, construction_time_frame_id } = plan.placeOf('102', await plan.show())!
    const agreed: Answer = {
      ...caller,
      date_answer: 'move',
      assign: { date: '2026-12-04', construction_time_frame_id: plan.frames[1]!.id },
    }
    const seen = { date, construction_time_frame_id }
    for (const elsewhere of [null, { ...seen, date: '2026-01-05' }])
      expect(await post('102', { ...agreed, seen: elsewhere })).toMatchObject({ status: 409, body: { code: 'date_changed' } })
    expect(plan.placeOf('102', await plan.show())?.date).toBe(date)
    expect((await post('102', { ...agreed, seen })).status).toBe(201)
    expect(plan.placeOf('102', await plan.show())?.date).toBe('2026-12-04')
    // Who was quicker, and where the room stands now, is said to the caller; what was chosen may be chosen again.
    const late: Answer = { ...agreed, assign: { date: '2026-12-05', construction_time_frame_id: plan.frames[1]!.id } }
    const why = async (as: BuiltPerson) => (await post('102', { ...late, seen }, as)).body.errors?.full_messages
    const moved = (how: string) => [`${how}工事日を12月4日(金) 13:00–17:00に変更しました。今の日程をご確認ください。`]
    expect([await why(plan.staff), await why(operator)]).toEqual([moved('ほかの担当者が'), moved('別の画面で')])
    const ofRoom = { clientId: client.id, constructionId: plan.construction.id, roomId: plan.roomId('102') }
    await world.inClient(client.id, db => recordEvent(db, { kind: 'assigns.moved', actor: 'system', ...ofRoom }))
    expect(await why(operator)).toEqual(moved('工程の変更で'))
    expect((await post('102', { ...late, seen: agreed.assign! })).status).toBe(201)
  })

  it('moves a room, takes down presence and whom to reach, and mails to the new address once', async () => {
    const { status, body } = await post('102', {
      ...caller,
      date_answer: 'move',
      assign: { date: '2026-12-05', construction_time_frame_id: plan.frames[1]!.id },
      presence: { presence_method: 'proxy', proxy_name: '佐藤 次郎', proxy_phone: '090-1111-2222' },
      resident: { name: '鈴木 一', phone: '０９０−３３３３−４４４４', email: '' },
    })
    expect([status, body.read_back]).toEqual([201, '102号室、12月5日、土曜日、午後1時から午後5時のあいだでお取りしました。'])
    expect(plan.placeOf('102', await plan.show())?.date).toBe('2026-12-05')
    expect(await room('102')).toMatchObject({ reception_status: 'tel', confirmed_at: new Date('2026-11-21T10:00:00+09:00') })
    const told = (await messages()).filter(({ recipients }) => recipients.includes('09033334444'))
    expect(told.map(({ transport, body: text }) => [transport, text])).toEqual([
      ['sms', expect.stringMatching(/^【.+】102号室の工事は12\/5\(土\)午後1〜5時です。.* 0120-000-000$/)],
    ])
    const presence = await world.inClient(client.id, db => db.selectFrom('room_presences').selectAll().executeTakeFirstOrThrow())
    expect(presence).toMatchObject({ presence_method: 'proxy', proxy_name: '佐藤 次郎', proxy_phone: '09011112222' })
    expect((await eventsOf('102')).map(({ kind, acting_for }) => [kind, acting_for]).slice(0, 5)).toEqual([
      ['answers.received', 'resident'],
      ['rooms.date_confirmed', 'resident'],
      ['assigns.moved', 'resident'],
      ['rooms.presence_chosen', 'resident'],
      ['residents.created', 'resident'],
    ])
  })

  it('leaves nothing behind when the frame has gone, and offers others', async () => {
    const place = plan.placeOf('201', await plan.show())!
    const taken = (await plan.show()).assigns.filter(
      each => each.date === place.date && each.construction_time_frame_id === plan.frames[1]!.id,
    )
    expect(taken).toHaveLength(1)
    const { status, body } = await post('302', {
      ...caller,
      date_answer: 'move',
      assign: { date: place.date, construction_time_frame_id: plan.frames[1]!.id },
      resident: { name: '山本' },
    })
    if (taken[0]!.room.name === '302') return
    expect(status).toBe(409)
    expect((body as unknown as { alternatives: unknown[] }).alternatives.length).toBeGreaterThan(0)
    expect(await room('302')).toMatchObject({ reception_status: 'not_yet' })
    const residents = await world.inClient(client.id, db => db.selectFrom('residents').select('id').execute())
    expect(residents).toEqual([])
  })

  it('keeps the scan of a slip, and puts who has no address on the paper list', async () => {
    const { body, headers } = multipart(
      {
        'room_answer[channel]': 'paper',
        'room_answer[caller]': '高橋 キヨ',
        'room_answer[date_answer]': 'accept',
        'room_answer[presence][presence_method]': 'auxiliary_lock',
        'room_answer[presence][consent]': 'true',
      },
      { name: 'room_answer[slip]', fileName: '回答票.pdf', bytes: onePagePdf, contentType: 'application/pdf' },
    )
    const url = `/api/constructions/${plan.construction.id}/rooms/${plan.roomId('103'.replace('103', '202'))}/answers`
    const answer = await world.send(plan.staff, 'POST', url, body, headers)
    expect(answer).toMatchObject({ status: 201, body: { contact_channel: 'paper' } })
    const listed = await world.call(plan.staff, `GET ${under}/answers`, { params: at('202') })
    expect(listed.body.room_answers).toMatchObject([{ channel: 'paper', caller: '高橋 キヨ', slip_content_type: 'application/pdf' }])
    const file = await world.send(plan.staff, 'GET', listed.body.room_answers[0]!.slip_url!)
    expect(file.raw.equals(onePagePdf)).toBe(true)

    const bad = multipart(
      { 'room_answer[channel]': 'paper', 'room_answer[caller]': '高橋' },
      { name: 'room_answer[slip]', fileName: '回答票.pdf', bytes: Buffer.from('text'), contentType: 'application/pdf' },
    )
    const refused = await world.send(plan.staff, 'POST', url, bad.body, bad.headers)
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['slip', 'full_messages']])
  })

  it('refuses what says nothing, what is unfinished, what would change a closed room, and who may not', async () => {
    expect((await post('101', caller)).body.code).toBe('nothing_said')
    expect((await post('101', { channel: 'tel', caller: '', date_answer: 'accept' })).body.errors).toHaveProperty('caller')
    expect((await post('101', { ...caller, date_answer: 'move' })).body.errors).toHaveProperty('date')
    const bad = await post('101', { ...caller, presence: { presence_method: 'auxiliary_lock' }, resident: { phone: '12' } })
    expect([bad.status, Object.keys(bad.body.errors ?? {})]).toEqual([422, ['resident.phone', 'full_messages']])
    expect((await post('101', { ...caller, presence: { presence_method: 'auxiliary_lock' } })).body.errors).toMatchObject({
      'presence.consent': ['に同意してください'],
      full_messages: ['不在時の作業に同意してください'],
    })
    const answer: Answer = { ...caller, date_answer: 'accept' }
    expect((await post('101', answer, await buildUser(world, client, 'Craftsman'))).status).toBe(403)
    expect((await post('101', answer, await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    await world.inClient(client.id, db =>
      db
        .updateTable('rooms')
        .set({ closed_at: new Date(), status: 'completed', completed_at: new Date() })
        .where('id', '=', plan.roomId('101'))
        .execute(),
    )
    expect((await post('101', answer)).body.code).toBe('room_closed')
    expect((await post('101', { ...caller, resident: { phone: '0312345678' } })).body.code).toBe('room_closed')
    // Receipts, refunds and defects are called about when all is done.
    expect((await post('101', { ...caller, contents: '領収書の宛名について' })).status).toBe(201)
    expect((await post('101', { ...caller, call_back_at: '2027-01-08T10:00:00+09:00' })).status).toBe(201)
    expect(await room('101')).toMatchObject({ reception_status: 'not_yet' })
  })
})

describe('GET /api/constructions/:construction_id/rooms/:room_id/answers', () => {
  it('shows who wrote down what, to the office alone', async () => {
    await post('101', { ...caller, date_answer: 'accept' })
    await post('101', { channel: 'visit', caller: '田中', resident: { phone: '0312345678' } }, plan.staff)
    const list = (as: BuiltPerson) => world.call(as, `GET ${under}/answers`, { params: at('101') })
    const { body } = await list(plan.staff)
    expect(body.room_answers.map(({ channel, written_by }) => [channel, typeof written_by])).toEqual([
      ['visit', 'string'],
      ['tel', 'string'],
    ])
    expect((await list(await buildUser(world, client, 'Craftsman'))).status).toBe(403)
    expect((await list(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
  })
})

describe('GET /api/desk', () => {
  const find = async (keyword: string, as: BuiltPerson = operator, query: { room_id?: number } = {}) =>
    (await world.call(as, 'GET /api/desk', { query: { keyword, ...query } })).body.dwellings

  it('finds a dwelling by its number however it is typed, by telephone, by name and with the building', async () => {
    await live('301', { name: '山田 太郎', phone: '09012345678' })
    for (const keyword of [
      '301',
      '３０１',
      '301号室',
      '090-1234-5678',
      '+81 90-1234-5678',
      '０９０１２３４５６７８',
      '山田',
      '301 グランド',
    ])
      expect(
        (await find(keyword)).map(({ room_name }) => room_name),
        keyword,
      ).toEqual(['301'])
    expect((await find('090-1234-5678'))[0]?.by_phone).toBe(true)
    expect(await find('301 別の建物')).toEqual([])
    expect(await find('%')).toEqual([])
    expect(await find('  ')).toEqual([])
  })

  it('finds by the last digits of a telephone where no room has that number, and takes no caller for known by them', async () => {
    await live('301', { name: '山田 太郎', phone: '09012345075' })
    await live('202', { name: '佐藤', phone: '0312340301' })
    expect(await find('5075')).toMatchObject([{ room_name: '301', by_phone: false }])
    expect(await find('45075')).toMatchObject([{ room_name: '301' }])
    expect((await find('301')).map(({ room_name }) => room_name)).toEqual(['301'])
    expect(await find('075')).toEqual([])
    expect(await find('5076')).toEqual([])
    const stranger = await buildUser(world, await buildClient(world), 'Staff')
    expect(await find('5075', stranger)).toEqual([])
  })

  it('finds by a number that nobody has proven, and takes no caller for known by it', async () => {
    const typed = (over: object) =>
      world.inClient(client.id, db => db.updateTable('residents').set(over).where('room_id', '=', plan.roomId('301')).execute())
    const residentOf = async () => (await world.call(operator, `GET ${under}/desk`, { params: at('301'), query: {} })).body.desk.resident
    await live('301', { name: '山田 太郎', phone: '09012345678' })
    await typed({ unproven_phone: '08011112222' })
    expect(await find('080-1111-2222')).toMatchObject([{ room_name: '301', by_phone: false, unproven_phone: '08011112222' }])
    expect(await find('090-1234-5678')).toMatchObject([{ room_name: '301', by_phone: true, unproven_phone: null }])
    expect(await residentOf()).toMatchObject({ phone: '09012345678', phone_unproven: false, unproven_phone: '08011112222' })
    await typed({ unproven_phone: null, phone_unproven: true })
    expect(await find('090-1234-5678')).toMatchObject([{ room_name: '301', by_phone: false, unproven_phone: '09012345678' }])
    expect(await residentOf()).toMatchObject({ phone: '09012345678', phone_unproven: true, unproven_phone: null })
  })

  it('puts the whole number first and closed rooms last, and leaves other companies out', async () => {
    const tower = await buildConstruction(world, client, { floors: 1, perFloor: 1, name: '塔' })
    await world.inClient(client.id, db =>
      db.updateTable('rooms').set({ name: '3010', name_key: '3010' }).where('id', '=', tower.rooms[0]!.id).execute(),
    )
    expect((await find('301')).map(({ room_name }) => room_name)).toEqual(['301', '3010'])
    await world.inClient(client.id, db =>
      db
        .updateTable('rooms')
        .set({ closed_at: new Date(), status: 'completed', completed_at: new Date() })
        .where('id', '=', plan.roomId('301'))
        .execute(),
    )
    expect((await find('301')).map(({ room_name, closed_at }) => [room_name, closed_at !== null])).toEqual([
      ['3010', false],
      ['301', true],
    ])
    const stranger = await buildUser(world, await buildClient(world), 'Staff')
    expect(await find('301', stranger)).toEqual([])
    expect((await world.call(await buildUser(world, client, 'Craftsman'), 'GET /api/desk', { query: { keyword: '301' } })).status).toBe(403)
  })

  it('puts the dwelling that was chosen over all companies first, whatever the words say, and no other company’s', async () => {
    const rooms = async (keyword: string, room_id: number) => (await find(keyword, operator, { room_id })).map(({ room_name }) => room_name)
    expect(await rooms('グランド 3', plan.roomId('202'))).toEqual(['202', ...(await find('グランド 3')).map(({ room_name }) => room_name)])
    expect(await rooms('', plan.roomId('202'))).toEqual(['202'])
    const others = await buildConstruction(world, await buildClient(world))
    expect(await rooms('', others.rooms[0]!.id)).toEqual([])
  })
})

describe('GET /api/constructions/:construction_id/rooms/:room_id/desk', () => {
  const desk = (name: string, as: BuiltPerson = operator, near?: string) =>
    world.call(as, `GET ${under}/desk`, { params: at(name), query: near === undefined ? {} : { near } })

  it('shows the dwelling with its last contacts, and proposes the nearest free frames', async () => {
    await live('101', { name: '田中', phone: '09012345678' })
    await post('101', { ...caller, presence: { presence_method: 'self' } })
    const { body } = await desk('101')
    const place = plan.placeOf('101', await plan.show())!
    expect(body.desk).toMatchObject({
      room: { name: '101', reception_status_en: 'tel' },
      assign: { date: place.date },
      resident: { name: '田中', contact_channel: 'sms' },
      presence: { presence_method: 'self' },
      orders: [],
    })
    expect(body.desk.contacts[0]).toMatchObject({ channel: 'tel', caller: '田中 花子' })
    expect(body.desk.proposals).toHaveLength(3)
    for (const proposal of body.desk.proposals)
      expect([proposal.date, proposal.construction_time_frame_id]).not.toEqual([place.date, place.construction_time_frame_id])
    const near = (await desk('101', operator, '2026-12-05')).body.desk.proposals
    expect(near[0]?.date).toBe('2026-12-05')
    const first = body.desk.proposals[0]!
    const moved = await post('101', {
      ...caller,
      date_answer: 'move',
      assign: { date: first.date, construction_time_frame_id: first.construction_time_frame_id },
    })
    expect(moved.status).toBe(201)
  })

  it('answers for a day with the days beside it as the save judges, and says that the residents’ deadline is over', async () => {
    await dated({ schedule_change_end_on: '2026-11-20' })
    const { construction, asked_days, proposals } = (await desk('101', operator, '2026-12-05')).body.desk
    expect(construction).toMatchObject({ schedule_change_end_on: '2026-11-20', is_past_deadline: true })
    expect(asked_days.map(({ date }) => date)).toEqual(['2026-12-04', '2026-12-05', '2026-12-06'])
    const free = asked_days[1]!.time_frames.filter(frame => frame.free > 0).map(frame => frame.construction_time_frame_id)
    expect(free).toContain(proposals[0]!.construction_time_frame_id)
    for (const construction_time_frame_id of free)
      expect(
        (await post('101', { ...caller, date_answer: 'move', assign: { date: '2026-12-05', construction_time_frame_id } })).status,
      ).toBe(201)
    expect((await desk('101')).body.desk.asked_days).toEqual([])
  })

  it('is the office’s, and the own client’s', async () => {
    expect((await desk('101', await buildUser(world, client, 'Craftsman'))).status).toBe(403)
    expect((await desk('101', await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
  })
})

const dated = (dates: { information_distribution_on?: string; schedule_change_end_on?: string }) =>
  world.inClient(client.id, db => db.updateTable('constructions').set(dates).where('id', '=', plan.construction.id).execute())
const board = async (as: BuiltPerson = operator) =>
  world.call(as, 'GET /api/constructions/:construction_id/answer_board', { params: { construction_id: plan.construction.id } })

describe('GET /api/constructions/:construction_id/answer_board', () => {
  it('counts by channel, says what is due and what to expect', async () => {
    await dated({ information_distribution_on: '2026-11-19', schedule_change_end_on: '2026-11-24' })
    world.setNow('2026-11-20T10:00:00+09:00')
    await post('101', { ...caller, date_answer: 'accept' })
    world.setNow('2026-11-21T10:00:00+09:00')
    await post('102', { channel: 'paper', caller: '鈴木', date_answer: 'accept' })
    const { body } = await board()
    expect(body.answer_board).toMatchObject({
      days_left: 3,
      // The day before the deadline is a holiday after a weekend: who calls, calls before it.
      step: 'call',
      total: 6,
      answered: 2,
      counts: { not_yet: 4, tel: 1, paper: 1, web: 0 },
      // One of the twelve room-days of waiting brought an answer; 2 + 4 × (1 − (11/12)³)
      forecast: { expected: 3, days: 2 },
    })
    expect(body.answer_board.forecast?.daily_share).toBeCloseTo(1 / 12)
    const rooms = new Map(body.answer_board.rooms.map(each => [each.name, each]))
    expect(rooms.get('101')).toMatchObject({ reception_status_en: 'tel', answered_on: '2026-11-20' })
    expect(rooms.get('302')).toMatchObject({ reception_status_en: 'not_yet', answered_on: null, contact_channel: 'paper' })
  })

  it('does not ask who is done, and is the own office’s', async () => {
    await world.inClient(client.id, db =>
      db.updateTable('rooms').set({ status: 'completed', completed_at: new Date() }).where('id', '=', plan.roomId('302')).execute(),
    )
    expect((await board()).body.answer_board).toMatchObject({ total: 5, forecast: null, step: 'letters' })
    expect((await board(await buildUser(world, client, 'Craftsman'))).status).toBe(403)
    expect((await board(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
  })
})

describe('POST /api/constructions/:construction_id/paper_acceptances', () => {
  const acceptAll = async (names: string[], as: BuiltPerson = operator, date?: string) => {
    const { rooms } = (await board()).body.answer_board
    return world.call(as, 'POST /api/constructions/:construction_id/paper_acceptances', {
      params: { construction_id: plan.construction.id },
      body: {
        paper_acceptance: {
          rooms: rooms.flatMap(each =>
            names.includes(each.name)
              ? [{ id: each.id, seen: { date: date ?? each.date ?? '', construction_time_frame_id: each.construction_time_frame_id ?? 0 } }]
              : [],
          ),
        },
      },
    })
  }

  it('writes every slip down as an answer of its own, tells who can be told, and leaves who has answered', async () => {
    await live('101', { name: '田中', email: 'tanaka@example.jp' })
    await post('201', { ...caller, date_answer: 'accept' })
    const { status, body } = await acceptAll(['101', '102', '201'])
    expect([status, body.accepted, body.already_answered]).toEqual([201, 2, 1])
    expect(body.message).toBe('書面の承諾を2戸登録しました。1戸はすでに別の方法で回答済みのため、そのままにしました。')
    for (const name of ['101', '102'])
      expect(await room(name)).toMatchObject({ reception_status: 'paper', confirmed_at: expect.any(Date) as Date })
    expect(await room('201')).toMatchObject({ reception_status: 'tel' })
    expect((await eventsOf('101'))[0]).toMatchObject({ kind: 'answers.received', acting_for: 'resident', channel: 'paper' })
    expect((await messages()).map(({ recipients }) => recipients)).toContainEqual(['tanaka@example.jp'])
  })

  it('notes the day on which the slips came in where it is another, and none to come', async () => {
    const { rooms } = (await board()).body.answer_board
    const roomOf = (name: string) => rooms.find(room => room.name === name)!
    const accept = (received_on: string, { id, date, construction_time_frame_id } = roomOf('101')) =>
      world.call(operator, 'POST /api/constructions/:construction_id/paper_acceptances', {
        params: { construction_id: plan.construction.id },
        body: {
          paper_acceptance: {
            rooms: [{ id, seen: { date: date ?? '', construction_time_frame_id: construction_time_frame_id ?? 0 } }],
            received_on,
          },
        },
      })
    expect((await accept('2099-01-01')).body.errors).toHaveProperty('received_on')
    expect((await accept('2026-11-01')).status).toBe(201)
    expect((await accept(toDay(world.platform.now()), roomOf('102'))).status).toBe(201)
    const receivedOn = async (name: string) =>
      (
        await world.call(operator, 'GET /api/constructions/:construction_id/rooms/:room_id/answers', {
          params: { construction_id: plan.construction.id, room_id: plan.roomId(name) },
        })
      ).body.room_answers.map(({ received_on }) => received_on)
    expect([await receivedOn('101'), await receivedOn('102')]).toEqual([['2026-11-01'], [null]])
  })

  it('writes none down when a date is another by now, and names the room', async () => {
    const { status, body } = await acceptAll(['101', '102'], operator, '2026-11-30')
    expect([status, body.code]).toEqual([409, 'date_changed'])
    expect(JSON.stringify(body)).toContain('101号室：')
    expect(await room('102')).toMatchObject({ reception_status: 'not_yet' })
  })

  it('is the office’s, and the own client’s', async () => {
    expect((await acceptAll(['101'], await buildUser(world, client, 'Craftsman'))).status).toBe(403)
    expect((await acceptAll(['101'], await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
  })
})

describe('DELETE /api/constructions/:construction_id/paper_acceptances/:id', () => {
  const acceptRoom = async (name: string) => {
    const { rooms } = (await board()).body.answer_board
    const { id, date, construction_time_frame_id } = rooms.find(each => each.name === name)!
    const seen = { date: date ?? '', construction_time_frame_id: construction_time_frame_id ?? 0 }
    const { body } = await world.call(operator, 'POST /api/constructions/:construction_id/paper_acceptances', {
      params: { construction_id: plan.construction.id },
      body: { paper_acceptance: { rooms: [{ id, seen }] } },
    })
    return body.pile_id ?? 0
  }
  const takeBack = (id: number, as: BuiltPerson = operator) =>
    world.call(as, 'DELETE /api/constructions/:construction_id/paper_acceptances/:id', {
      params: { construction_id: plan.construction.id, id },
    })
  const later = (minutes: number) => world.setNow(new Date(world.platform.now().getTime() + minutes * 60_000).toISOString())

  it('takes a pile back for ten minutes, in which nobody is told', async () => {
    await live('101', { name: '田中', email: 'tanaka@example.jp' })
    const pile = await acceptRoom('101')
    expect((await takeBack(pile, await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    later(9)
    expect((await takeBack(pile)).body.message).toBe('1戸の書面の承諾を元に戻しました。')
    expect(await room('101')).toMatchObject({ reception_status: 'not_yet', confirmed_at: null })
    expect((await eventsOf('101'))[0]).toMatchObject({ kind: 'answers.taken_back' })
    const { contacts } = (await world.call(operator, `GET ${under}/desk`, { params: at('101'), query: {} })).body.desk
    expect(contacts.map(({ kind }) => kind)).toEqual(['answers.taken_back', 'rooms.date_confirmed'])
    later(20)
    await world.runJobs()
    const left = await world.inClient(client.id, db =>
      db.selectFrom('outbox_messages').where('state', '<>', 'recalled').select('id').execute(),
    )
    expect(left).toEqual([])
    expect((await takeBack(pile)).status).toBe(404)
  })

  it('gives back what stood before: a date that was settled already, and a reminder that waited for the morning', async () => {
    await live('101', { name: '田中', email: 'tanaka@example.jp' })
    world.setNow('2026-11-20T23:00:00+09:00')
    await world.call(operator, 'POST /api/constructions/:construction_id/answer_reminders', {
      params: { construction_id: plan.construction.id },
      body: { answer_reminder: { room_ids: [plan.roomId('101')] } },
    })
    const settled = new Date('2026-11-19T10:00:00+09:00')
    await world.inClient(client.id, db =>
      db.updateTable('rooms').set({ construction_schedule_confirmed_at: settled }).where('id', '=', plan.roomId('101')).execute(),
    )
    const reminders = () =>
      world.inClient(client.id, db => db.selectFrom('outbox_messages').where('kind', '=', 'answer_reminder').select(['state']).execute())
    const pile = await acceptRoom('101')
    expect(await reminders()).toEqual([{ state: 'recalled' }])
    expect((await takeBack(pile)).status).toBe(200)
    expect(await room('101')).toMatchObject({ reception_status: 'not_yet', confirmed_at: settled })
    expect(await reminders()).toEqual([{ state: 'waiting' }])
  })

  it('leaves a pile that is old, or whose dwelling has gone on', async () => {
    const old = await acceptRoom('101')
    later(10)
    expect((await takeBack(old)).body).toMatchObject({ code: 'too_late_to_undo' })
    const moved = await acceptRoom('102')
    await post('102', { ...caller, call_back_at: '2099-01-08T10:00:00+09:00' })
    expect(await takeBack(moved)).toMatchObject({ status: 409, body: { code: 'changed_since' } })
    const changed = await acceptRoom('201')
    await world.call(operator, 'PATCH /api/constructions/:construction_id/rooms/:room_id', {
      params: { construction_id: plan.construction.id, room_id: plan.roomId('201') },
      body: { room: { high_priority: true } },
    })
    expect(await takeBack(changed)).toMatchObject({ status: 409, body: { code: 'changed_since' } })
  })
})

describe('POST /api/constructions/:construction_id/answer_reminders', () => {
  const remind = (as: BuiltPerson = operator, room_ids?: number[]) =>
    world.call(as, 'POST /api/constructions/:construction_id/answer_reminders', {
      params: { construction_id: plan.construction.id },
      body: { answer_reminder: room_ids ? { room_ids } : {} },
    })

  it('reminds each once a day by what reaches them, and never who has answered', async () => {
    await dated({ schedule_change_end_on: '2026-11-24' })
    await live('101', { email: 'a@example.jp' })
    await live('102', { phone: '09011112222' })
    await live('201', { phone: '0312345678' })
    await live('202', { email: 'b@example.jp' })
    await post('202', { ...caller, date_answer: 'accept' })
    const before = (await messages()).length
    const { body } = await remind()
    expect(body).toMatchObject({
      message: 'メール 1件、SMS 1件を送信しました。',
      answer_reminder: { mails: 1, messages: 1, unreachable: 3, already: 0, waits_until: null },
    })
    const sent = (await messages()).slice(before)
    expect(sent.map(({ transport, recipients }) => [transport, recipients])).toEqual([
      ['mail', ['a@example.jp']],
      ['sms', ['09011112222']],
    ])
    expect(sent[1]?.body).toMatch(/^【.+】102号室の工事（12\/2\(水\)午後1〜5時の予定）のご回答を11\/24までにお願いします。/)
    expect((await eventsOf('101'))[0]).toMatchObject({ kind: 'answers.reminded', actor_kind: 'operator' })
    expect((await remind()).body.code).toBe('nobody_to_remind')
    world.setNow('2026-11-22T10:00:00+09:00')
    expect((await remind(operator, [plan.roomId('101')])).body.answer_reminder).toMatchObject({ mails: 1, messages: 0 })
  })

  it('names each its own deadline, and none that is over', async () => {
    await dated({ schedule_change_end_on: '2026-11-19' })
    await live('101', { email: 'a@example.jp' })
    await live('102', { email: 'b@example.jp' })
    await world.inClient(client.id, db =>
      db
        .updateTable('rooms')
        .set({ date_change_extended_to: '2026-11-30', date_change_extension_reason: '出張のため' })
        .where('id', '=', plan.roomId('102'))
        .execute(),
    )
    await remind()
    const bodies = new Map((await messages()).map(({ recipients, body }) => [recipients[0], body]))
    expect(bodies.get('a@example.jp')).not.toContain('締切')
    expect(bodies.get('b@example.jp')).toContain('ご回答の締切：2026年11月30日')
  })

  it('reminds nobody of a letter that is not out yet', async () => {
    await world.inClient(client.id, db => db.updateTable('constructions').set({ information_distribution_on: '2099-01-01' }).execute())
    expect((await remind()).body.code).toBe('letters_not_out')
  })

  it('lets the messages of a night wait, and takes them back when an answer comes', async () => {
    world.setNow('2026-11-21T21:00:00+09:00')
    await live('101', { email: 'a@example.jp' })
    expect((await remind()).body).toMatchObject({
      message: 'メール 1件を、夜間のため明朝8時に送信します。',
      answer_reminder: { waits_until: '2026-11-22T08:00:00+09:00' },
    })
    const reminder = async () => (await messages()).find(({ recall_key }) => recall_key !== null && recall_key.startsWith('unanswered:'))
    expect((await reminder())?.state).toBe('waiting')
    await post('101', { ...caller, date_answer: 'accept' })
    expect((await reminder())?.state).toBe('recalled')
  })

  it('is the office’s, and the own client’s', async () => {
    expect((await remind(await buildUser(world, client, 'Craftsman'))).status).toBe(403)
    expect((await remind(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
  })
})
