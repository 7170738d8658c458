import { beforeEach, describe, expect, it } from 'vitest'
import { type BuiltPerson, buildPlatformPerson, buildUser } from '../../test/build.ts'
import { planConstruction, type PlannedConstruction } from '../../test/planned-construction.ts'
import { openWorld } from '../../test/world.ts'

const world = await openWorld()

let plan: PlannedConstruction
let other: PlannedConstruction
let operator: BuiltPerson
let operatorElsewhere: BuiltPerson

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  other = await planConstruction(world)
  await plan.complete()
  await other.complete()
  operator = await buildPlatformPerson(world, 'operator', plan.client)
  // The same session with another client chosen.
  operatorElsewhere = {
    ...operator,
    headers: { ...operator.headers, ...schemaOf(await buildPlatformPerson(world, 'operator', other.client)) },
  }
})

/** The headers by which a person says the client that they chose. */
const schemaOf = ({ headers }: BuiltPerson) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !['access-token', 'client', 'uid', 'token-type'].includes(name.toLowerCase())),
  )

const at = (name: string, of = plan) => ({ construction_id: of.construction.id, room_id: of.roomId(name) })
let numbers = 0
/** A number that nobody else in this database has. */
const newPhone = () => `090${String(10_000_000 + (numbers += 1))}`
const live = (
  of: PlannedConstruction,
  name: string,
  person: { name?: string; phone?: string; unproven_phone?: string; phone_unproven?: boolean },
) =>
  world.inClient(of.client.id, db =>
    db
      .insertInto('residents')
      .values({ client_id: of.client.id, room_id: of.roomId(name), ...person })
      .execute(),
  )
const terminate = ({ client }: PlannedConstruction) =>
  world.inClient(null, db =>
    db.updateTable('clients').set({ status: 'terminated', terminated_at: new Date() }).where('id', '=', client.id).execute(),
  )
const searchAs = (as: BuiltPerson, keyword: string) => world.call(as, 'POST /api/admin/desk_searches', { body: { keyword } })
const write = (
  name: string,
  room_answer: {
    date_answer?: 'accept' | 'none'
    noted?: boolean
    contents?: string
    call_back_at?: string
    call_back_user_id?: number
    call_back_phone?: string
    resident?: { name: string }
  },
  as: BuiltPerson = operator,
  of = plan,
) =>
  world.call(as, 'POST /api/constructions/:construction_id/rooms/:room_id/answers', {
    params: at(name, of),
    body: { room_answer: { channel: 'tel', caller: '田中 花子', ...room_answer } },
  })

describe('POST /api/admin/desk_searches', () => {
  const found = async (keyword: string, as = operator) =>
    (await searchAs(as, keyword)).body.dwellings.map(({ client, room_name }) => [client.cd, room_name])
  const cdOf = async ({ client }: PlannedConstruction) =>
    (await world.inClient(null, db => db.selectFrom('clients').where('id', '=', client.id).select('cd').executeTakeFirstOrThrow())).cd
  const visit = (of: PlannedConstruction, name: string, date: string) =>
    world.inClient(of.client.id, db => db.updateTable('assigns').set({ date }).where('room_id', '=', of.roomId(name)).execute())

  it('finds a whole number at every contracted client, and answers nothing of a person', async () => {
    const phone = newPhone()
    await live(plan, '101', { name: '山田 太郎', phone })
    await live(other, '202', { name: '山田 次郎', phone })
    const { body } = await searchAs(operator, `+81 ${phone.slice(1)}`)
    expect(body.dwellings.map(({ room_name }) => room_name).toSorted()).toEqual(['101', '202'])
    expect((await searchAs(operator, phone.slice(0, 9))).status).toBe(422)
    expect(Object.keys(body.dwellings[0]!).toSorted()).toEqual([
      'building_name',
      'client',
      'closed_at',
      'construction_id',
      'room_id',
      'room_name',
    ])
    expect(JSON.stringify(body)).not.toContain('山田')
    await terminate(other)
    expect(await found(phone)).toEqual([[await cdOf(plan), '101']])
  })

  it('finds building and room, and neither alone', async () => {
    const building = `青葉台ハイツ${newPhone()}`
    for (const { client } of [plan, other])
      await world.inClient(client.id, db => db.updateTable('buildings').set({ name: building }).execute())
    for (const keyword of [`${building} 301`, `３０１号室　${building}`]) expect(await found(keyword), keyword).toHaveLength(2)
    await world.inClient(other.client.id, db =>
      db.updateTable('rooms').set({ name: 'A101', name_key: 'A101' }).where('id', '=', other.roomId('101')).execute(),
    )
    for (const keyword of [`${building} a101`, `${building} A101`])
      expect(await found(keyword), keyword).toEqual([[await cdOf(other), 'A101']])
    expect(await found(`${building} 9`)).toEqual([])
    for (const [keyword, said] of [
      ['青葉台ハイツ', '部屋番号も入力してください'],
      ['山田 太郎', '氏名だけ、建物名だけでは検索できません。'],
      ['301', '建物名か管理番号も入力してください'],
      ['% 301', '建物名か管理番号も入力してください'],
      ['0901234', '電話番号は全桁を'],
    ] as const)
      expect(await searchAs(operator, keyword), keyword).toMatchObject({
        status: 422,
        body: { code: 'search_too_wide', errors: { full_messages: [expect.stringContaining(said)] } },
      })
  })

  it('finds what the letter tells callers to read out: the number of the construction and the room', async () => {
    const cd = `K9${newPhone().slice(-6)}`
    const building = `世田谷${newPhone()}番館`
    await world.inClient(other.client.id, async db => {
      await db.updateTable('constructions').set({ manage_no: 'T-26-9121', cd }).where('id', '=', other.construction.id).execute()
      await db.updateTable('buildings').set({ name: building, name_kana: 'セタガヤバンカン' }).execute()
    })
    const home = [[await cdOf(other), '202']]
    for (const keyword of [
      'T-26-9121 202',
      'Ｔ−２６−９１２１　２０２号室',
      '202 t-26-9121',
      `${cd} 202`,
      `${building}202`,
      'セタガヤバンカン202',
      'せたがやばんかん 202',
      'ｾﾀｶﾞﾔﾊﾞﾝｶﾝ202',
    ])
      expect(await found(keyword), keyword).toEqual(home)
    // A part of a number is of many constructions.
    for (const keyword of ['T-26 202', `${cd.slice(0, 5)} 202`]) expect(await found(keyword), keyword).toEqual([])
    for (const keyword of ['T-26-9121 202', `${cd} 202`, `${building}202`, 'せたがやばんかん 202'])
      expect((await world.call(operatorElsewhere, 'GET /api/desk', { query: { keyword } })).body.dwellings, keyword).toMatchObject([
        { room_name: '202' },
      ])
  })

  it('finds a dwelling that is closed, after those that are not', async () => {
    const phone = newPhone()
    await live(plan, '101', { phone })
    await live(other, '102', { phone: newPhone(), unproven_phone: phone })
    const closed_at = new Date('2026-11-20T10:00:00+09:00')
    await world.inClient(plan.client.id, db =>
      db
        .updateTable('rooms')
        .set({ closed_at, status: 'completed', completed_at: closed_at })
        .where('id', '=', plan.roomId('101'))
        .execute(),
    )
    const { dwellings } = (await searchAs(operator, phone)).body
    expect(dwellings.map(dwelling => [dwelling.room_name, dwelling.closed_at])).toEqual([
      ['102', null],
      ['101', '2026-11-20T10:00:00+09:00'],
    ])
  })

  it('puts the likeliest first: the visit that is nearest, then what was in vain lately, an unproven number and what is done last', async () => {
    const phone = newPhone()
    for (const name of ['101', '102', '201']) await live(plan, name, { phone })
    await live(other, '101', { phone })
    await live(other, '102', { phone: newPhone(), unproven_phone: phone })
    await visit(plan, '101', '2026-12-15')
    await visit(plan, '102', '2026-11-23')
    await visit(plan, '201', '2026-12-20')
    await visit(other, '101', '2026-11-26')
    await visit(other, '102', '2026-11-21')
    const [mine, others] = [await cdOf(plan), await cdOf(other)]
    expect(await found(phone)).toEqual([
      [mine, '102'],
      [others, '101'],
      [mine, '101'],
      [mine, '201'],
      [others, '102'],
    ])
    // Reminded yesterday: that is what they call about.
    const { id } = await world.inClient(plan.client.id, db => db.selectFrom('events').select('id').executeTakeFirstOrThrow())
    await world.inClient(plan.client.id, db =>
      db
        .insertInto('answer_reminders')
        .values({ client_id: plan.client.id, room_id: plan.roomId('201'), reminded_on: '2026-11-20', transport: 'sms', event_id: id })
        .execute(),
    )
    expect((await found(phone))[0]).toEqual([mine, '201'])
    const desk = await world.call(operator, 'GET /api/desk', { query: { keyword: phone } })
    expect(desk.body.dwellings.map(({ room_name }) => room_name)).toEqual(['201', '102', '101'])
  })

  it('records who searched how, and not for which number', async () => {
    const phone = newPhone()
    await searchAs(operator, phone)
    const events = await world.inClient(null, db =>
      db.selectFrom('platform_events').where('subject_type', '=', 'operators').where('subject_id', '=', operator.id).selectAll().execute(),
    )
    expect(events).toMatchObject([
      { kind: 'desk.searched', actor_kind: 'operator', actor_id: operator.id, change: { by: 'phone', hits: 0 } },
    ])
    expect(JSON.stringify(events)).not.toContain(phone)
  })

  it('is asked 120 times an hour at most, and by admins and operators alone', async () => {
    await world.inClient(null, db =>
      db
        .insertInto('attempt_counters')
        .values({
          scope: 'desk_search:account',
          subject: `operator:${operator.id}`,
          count: 119,
          window_ends_at: new Date('2026-11-21T02:00:00Z'),
        })
        .execute(),
    )
    expect((await searchAs(operator, newPhone())).status).toBe(200)
    expect((await searchAs(operator, newPhone())).status).toBe(429)
    expect((await searchAs(await buildPlatformPerson(world, 'admin', plan.client), newPhone())).status).toBe(200)
    expect((await searchAs(await buildUser(world, plan.client, 'Staff_Admin'), newPhone())).status).toBe(403)
  })
})

describe('GET /api/calls', () => {
  const calls = async (
    query: { outcome?: 'call_back' | 'noted' | 'confirmed'; writer?: string; date?: string; page?: number } = {},
    as = operator,
  ) => (await world.call(as, 'GET /api/calls', { query })).body

  it('lists what became of the calls of a day, by whom, and filters', async () => {
    await live(plan, '202', { phone: '09011112222' })
    await write('101', { date_answer: 'accept' })
    await write('102', { noted: true, contents: '駐車場の場所について' })
    await write('201', { resident: { name: '佐藤' } }, plan.staff)
    await write('202', { contents: '駐車場について', call_back_at: '2026-11-21T15:00:00+09:00' })
    const { calls: listed, call_backs, writers } = await calls()
    expect(listed.map(({ room_name, outcome }) => [room_name, outcome])).toEqual([
      ['202', 'call_back'],
      ['201', 'answered'],
      ['102', 'noted'],
      ['101', 'confirmed'],
    ])
    expect(listed[0]).toMatchObject({ channel: 'tel', caller: '田中 花子', contents: '駐車場について', writer: `operator:${operator.id}` })
    expect(call_backs).toMatchObject([
      { room_name: '202', phone: '09011112222', call_back_at: '2026-11-21T15:00:00+09:00', called_back_at: null, is_overdue: false },
    ])
    expect(writers).toHaveLength(2)
    // The page of the room says it too, to whoever follows it up.
    const { room_answers } = (
      await world.call(plan.staff, 'GET /api/constructions/:construction_id/rooms/:room_id/answers', { params: at('202') })
    ).body
    expect(room_answers).toMatchObject([{ contents: '駐車場について', call_back_at: '2026-11-21T15:00:00+09:00', called_back_at: null }])
    expect((await calls({ outcome: 'noted' })).calls.map(({ room_name }) => room_name)).toEqual(['102'])
    expect((await calls({ writer: `operator:${operator.id}` })).calls).toHaveLength(3)
    expect((await calls({}, other.staff)).calls).toEqual([])
    expect((await world.call(await buildUser(world, plan.client, 'Craftsman'), 'GET /api/calls')).status).toBe(403)
    // The day begins at midnight of Tokyo; a promise stays until it is kept.
    world.setNow('2026-11-22T00:00:00+09:00')
    expect(await calls()).toMatchObject({ date: '2026-11-22', calls: [], call_backs: [{ room_name: '202', is_overdue: true }] })
    expect((await calls({ date: '2026-11-21' })).calls).toHaveLength(4)
  })

  it('filters before it counts off, and says when there are more', async () => {
    await write('202', { call_back_at: '2026-11-21T15:00:00+09:00' }, plan.staff)
    await write('101', { date_answer: 'accept' }, plan.staff)
    const noted = await write('102', { call_back_at: '2026-11-21T14:00:00+09:00' })
    // A day on which a thousand others called.
    await world.inClient(plan.client.id, async db => {
      const { id: _id, ...call } = await db
        .selectFrom('room_answers')
        .where('id', '=', noted.body.room_answer.id)
        .selectAll()
        .executeTakeFirstOrThrow()
      const later = { ...call, created_at: new Date('2026-11-21T10:30:00+09:00') }
      await db
        .insertInto('room_answers')
        .values(Array.from({ length: 500 }, () => later))
        .execute()
    })
    const all = await calls()
    expect([all.calls.length, all.has_more_calls, all.call_backs.length, all.has_more_call_backs]).toEqual([500, true, 200, true])
    expect(all.writers).toHaveLength(2)
    const rest = await calls({ page: 2 })
    expect([rest.calls.map(({ room_name }) => room_name), rest.has_more_calls]).toEqual([['102', '101', '202'], false])
    const confirmed = await calls({ outcome: 'confirmed' })
    expect([confirmed.calls.map(({ room_name }) => room_name), confirmed.has_more_calls]).toEqual([['101'], false])
    const own = await calls({ writer: `staff:${plan.staff.id}` })
    expect(own.calls.map(({ room_name }) => room_name)).toEqual(['101', '202'])
    expect([own.call_backs.map(({ room_name }) => room_name), own.has_more_call_backs]).toEqual([['202'], false])
  })

  it('takes a call that changes nothing for no answer, and tells nobody', async () => {
    const messages = () => world.inClient(plan.client.id, db => db.selectFrom('outbox_messages').select('id').execute())
    const before = await messages()
    expect(await write('102', { noted: true, contents: '駐車場の場所について' })).toMatchObject({
      status: 201,
      body: { message: '用件を記録しました。' },
    })
    const room = await world.inClient(plan.client.id, db =>
      db.selectFrom('rooms').where('id', '=', plan.roomId('102')).select('reception_status').executeTakeFirstOrThrow(),
    )
    expect(room.reception_status).toBe('not_yet')
    expect(await messages()).toEqual(before)
    const events = await world.inClient(plan.client.id, db =>
      db.selectFrom('events').where('kind', '=', 'answers.noted').select(['acting_for', 'resident_visible', 'channel']).execute(),
    )
    expect(events).toEqual([{ acting_for: 'resident', resident_visible: false, channel: 'tel' }])
    expect(await write('102', {})).toMatchObject({ status: 422, body: { code: 'nothing_said' } })
    for (const contents of [undefined, ' '])
      expect(await write('102', { noted: true, ...(contents === undefined ? {} : { contents }) })).toMatchObject({
        status: 422,
        body: { code: 'nothing_said', errors: { contents: ['を入力してください'], full_messages: ['用件を入力してください'] } },
      })
    expect((await world.call(operator, 'GET /api/calls')).body.calls).toHaveLength(1)
    expect((await write('102', { call_back_at: '2026-11-21T09:00:00+09:00' })).body.errors).toHaveProperty('call_back_at')
  })
})

describe('POST /api/calls/:id/called_back', () => {
  it('keeps a promise, once, in the own company', async () => {
    const { body } = await write('202', { call_back_at: '2026-11-21T15:00:00+09:00' })
    const complete = (as = operator, id = body.room_answer.id) => world.call(as, 'POST /api/calls/:id/called_back', { params: { id } })
    expect((await complete(other.staff)).status).toBe(404)
    expect((await complete(plan.staff)).status).toBe(200)
    expect(await complete()).toMatchObject({ status: 422, body: { code: 'called_back' } })
    const { calls, call_backs } = (await world.call(operator, 'GET /api/calls')).body
    expect([calls.map(({ called_back_at }) => called_back_at), call_backs]).toEqual([['2026-11-21T10:00:00+09:00'], []])
    const noted = (await write('101', { noted: true, contents: '駐車場の場所について' })).body.room_answer.id
    expect((await complete(operator, noted)).status).toBe(404)
  })

  it('says what came of it, and stays among all', async () => {
    const { body } = await write('202', { call_back_at: '2026-11-21T15:00:00+09:00' })
    const call = { call_back_result: '不在のため、明日またお電話します。' }
    await world.call(plan.staff, 'POST /api/calls/:id/called_back', { params: { id: body.room_answer.id }, body: { call } })
    const { call_backs } = (await world.call(operator, 'GET /api/calls', { query: { call_backs: 'all' } })).body
    expect(call_backs).toMatchObject([{ ...call, called_back_at: '2026-11-21T10:00:00+09:00' }])
  })
})

describe('POST /api/calls/:id/take_over', () => {
  const own = async (as: typeof operator) => (await world.call(as, 'GET /api/calls', { query: { call_backs: 'own' } })).body.call_backs
  const takeOver = (as: typeof operator, id: number) => world.call(as, 'POST /api/calls/:id/take_over', { params: { id } })

  it('makes a promise of the desk a member’s own and back, and nobody’s of another company', async () => {
    const given = { call_back_at: '2026-11-21T15:00:00+09:00', call_back_phone: '045-123-4567' }
    const { id } = (await write('202', given)).body.room_answer
    expect(await own(operator)).toMatchObject([{ phone: '0451234567', assignee: null, is_own: true }])
    expect(await own(plan.staff)).toEqual([])
    expect((await takeOver(plan.staff, id)).status).toBe(200)
    expect((await takeOver(plan.staff, id)).status).toBe(200)
    expect(await own(plan.staff)).toMatchObject([{ is_own: true }])
    expect((await own(plan.staff))[0]?.assignee).not.toBeNull()
    expect(await own(operator)).toEqual([])
    expect((await takeOver(operator, id)).status).toBe(200)
    expect(await own(operator)).toHaveLength(1)
    const events = await world.inClient(plan.client.id, db =>
      db.selectFrom('events').where('kind', '=', 'answers.call_back_taken').select('actor_kind').orderBy('id').execute(),
    )
    expect(events.map(({ actor_kind }) => actor_kind)).toEqual(['staff', 'operator'])
    expect((await takeOver(other.staff, id)).status).toBe(404)
    await world.call(operator, 'POST /api/calls/:id/called_back', { params: { id } })
    expect(await takeOver(plan.staff, id)).toMatchObject({ status: 422, body: { code: 'called_back' } })
  })

  it('is asked of a member of the company from the beginning, of nobody else, and with a time', async () => {
    const call_back_at = '2026-11-21T15:00:00+09:00'
    expect((await write('202', { call_back_at, call_back_user_id: plan.staff.id })).status).toBe(201)
    expect(await own(plan.staff)).toHaveLength(1)
    const craftsman = await buildUser(world, plan.client, 'Craftsman')
    for (const stranger of [craftsman, other.staff])
      expect((await write('202', { call_back_at, call_back_user_id: stranger.id })).body.errors).toHaveProperty('call_back_user_id')
    expect((await write('202', { noted: true, contents: '駐車場', call_back_user_id: plan.staff.id })).body.errors).toHaveProperty(
      'call_back_at',
    )
    // Both sides see what waits, and what of it is late.
    const counts = async (as: typeof operator) => (await world.call(as, 'GET /api/dashboard')).body.call_backs
    expect(await counts(operator)).toEqual({ open: 1, overdue: 0 })
    world.setNow('2026-11-21T15:01:00+09:00')
    expect(await counts(plan.staff)).toEqual({ open: 1, overdue: 1 })
    expect(await counts(other.staff)).toEqual({ open: 0, overdue: 0 })
  })
})

describe('GET /api/admin/calls', () => {
  it('lists one’s own calls of today over all clients, and nothing of a person', async () => {
    const colleague = await buildPlatformPerson(world, 'operator', plan.client)
    await write('101', { noted: true, contents: '駐車場の場所について' })
    expect((await write('202', { date_answer: 'accept' }, operatorElsewhere, other)).status).toBe(201)
    await write('102', { noted: true, contents: '駐車場の場所について' }, colleague)
    const { body } = await world.call(operator, 'GET /api/admin/calls')
    expect(body.calls.map(({ room_name, outcome }) => [room_name, outcome])).toEqual([
      ['202', 'confirmed'],
      ['101', 'noted'],
    ])
    expect(new Set(body.calls.map(({ client }) => client.cd)).size).toBe(2)
    const [newest, oldest] = body.calls
    const list = async (query: object) => {
      const { body: page } = await world.call(operator, 'GET /api/admin/calls', { query })
      return [page.calls.map(({ id }) => id), page.total_count]
    }
    expect(await list({ per_page: 1, page: 2 })).toEqual([[oldest?.id], 2])
    expect(await list({ sort_by: 'created_at' })).toEqual([[oldest?.id, newest?.id], 2])
    expect(await list({ call: { outcome: 'noted' } })).toEqual([[oldest?.id], 1])
    expect(await list({ call: { client_cd: newest?.client.cd } })).toEqual([[newest?.id], 1])
    expect(JSON.stringify(body)).not.toContain('田中')
    world.setNow('2026-11-22T10:00:00+09:00')
    expect((await world.call(operator, 'GET /api/admin/calls')).body.calls).toEqual([])
    expect((await world.call(plan.staff, 'GET /api/admin/calls')).status).toBe(403)
  })

  it('counts whom the desk has to call back at every client, and what is late, without the promises of the office', async () => {
    await write('101', { call_back_at: '2026-11-21T14:00:00+09:00' })
    await write('102', { call_back_at: '2026-11-21T16:00:00+09:00' })
    await write('201', { call_back_at: '2026-11-21T14:00:00+09:00', call_back_user_id: plan.staff.id })
    await write('202', { call_back_at: '2026-11-21T11:00:00+09:00' }, operatorElsewhere, other)
    world.setNow('2026-11-21T15:00:00+09:00')
    const { calls: own, call_backs: everybody } = (await world.call(operator, 'GET /api/admin/calls')).body
    const cds = new Set(own.map(({ client }) => client.cd))
    // Other clients of this database have theirs.
    const call_backs = everybody.filter(({ client }) => cds.has(client.cd))
    expect(call_backs.map(({ open, overdue }) => [open, overdue])).toEqual([
      [1, 1],
      [2, 1],
    ])
    expect(new Set(call_backs.map(({ client }) => client.cd)).size).toBe(2)
  })
})
