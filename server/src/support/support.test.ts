import { beforeAll, describe, expect, it } from 'vitest'
import {
  buildBuilding,
  buildClient,
  buildConstruction,
  buildEveryone,
  buildResident,
  buildUser,
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
} from '../../test/build.ts'
import { openWorld, type World } from '../../test/world.ts'
import { createFirstMasters } from '../masters/masters.ts'

let world: World
let client: BuiltClient
let construction: BuiltConstruction
let everyone: Awaited<ReturnType<typeof buildEveryone>>
let staff: BuiltPerson
let stranger: BuiltPerson
let types: { id: number; name: string }[]

const typeNamed = (name: string) => types.find(type => type.name === name)?.id ?? 0
const room = (name: string) => construction.rooms.find(each => each.name === name)!

beforeAll(async () => {
  world = await openWorld()
  client = await buildClient(world, { name: '履歴工業' })
  await world.inClient(client.id, db => createFirstMasters(db, client.id))
  construction = await buildConstruction(world, client)
  everyone = await buildEveryone(world, client)
  staff = everyone.staff
  const otherClient = await buildClient(world)
  await world.inClient(otherClient.id, db => createFirstMasters(db, otherClient.id))
  stranger = await buildUser(world, otherClient, 'Staff_Admin')
  types = (await world.call(staff, 'GET /api/reception_types')).body.reception_types
})

const building = () => ({ building_id: construction.buildingId })
const dwelling = (name = '101') => ({ construction_id: construction.id, room_id: room(name).id })
const noteOnBuilding = (caller: BuiltPerson, body: object, building_id = construction.buildingId) =>
  world.call(caller, 'POST /api/buildings/:building_id/building_support_versions', {
    params: { building_id },
    body: { building_support_version: { contents: '管理員より掲示の依頼', reception_type_ids: [typeNamed('電話')], ...body } },
  })
const noteOnRoom = (caller: BuiltPerson, body: object, name = '101') =>
  world.call(caller, 'POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions', {
    params: dwelling(name),
    body: { customer_support_version: { contents: '日程変更の相談', reception_type_ids: [typeNamed('電話')], ...body } },
  })
const ofBuilding = async (query: object = {}, caller = staff) =>
  (await world.call(caller, 'GET /api/buildings/:building_id/building_support_versions', { params: building(), query })).body
const ofRoom = async (name = '101', query: object = {}, caller = staff) =>
  (
    await world.call(caller, 'GET /api/constructions/:construction_id/rooms/:room_id/customer_support_versions', {
      params: dwelling(name),
      query,
    })
  ).body

describe('POST /api/buildings/:building_id/building_support_versions', () => {
  it('adds an entry, signed by the member of staff, with the client, the room and the reception types', async () => {
    const { status, body } = await noteOnBuilding(staff, {
      contents: ' 足場の件で連絡あり\n折り返し済み ',
      room_id: room('202').id,
      reception_type_ids: [typeNamed('訪問'), typeNamed('電話'), typeNamed('電話')],
    })
    expect(status).toBe(201)
    expect(body.message).toBe('対応履歴を登録しました。')
    expect(body.building_support_version).toEqual({
      id: expect.any(Number) as number,
      contents: '足場の件で連絡あり\n折り返し済み',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+09:00$/) as string,
      user: { id: staff.id, name: expect.any(String) as string },
      operator: null,
      client: { id: client.id, name: '履歴工業' },
      room: { id: room('202').id, name: '202' },
      construction_id: construction.id,
      reception_types: [
        { id: typeNamed('電話'), name: '電話' },
        { id: typeNamed('訪問'), name: '訪問' },
      ],
    })
  })
  it('is signed by operators and admins as the operator', async () => {
    for (const caller of [everyone.operator, everyone.admin]) {
      const { body } = await noteOnBuilding(caller, {})
      expect(body.building_support_version).toMatchObject({ user: null, operator: { id: caller.id }, room: null, construction_id: null })
    }
  })
  it('refuses no contents, more than 2,000 characters, no reception type and unknown ones, and writes nothing', async () => {
    const before = (await ofBuilding()).total_count
    const refusals = [
      [{ contents: ' ' }, 'contents', '対応内容を入力してください'],
      [{ contents: 'あ'.repeat(2001) }, 'contents', '対応内容は2000文字以内で入力してください'],
      [{ reception_type_ids: [] }, 'reception_type_ids', '受付種別を選択してください'],
      [{ reception_type_ids: undefined }, 'reception_type_ids', '受付種別を選択してください'],
      [{ reception_type_ids: [999_999] }, 'reception_type_ids', '受付種別は一覧にありません'],
      [{ room_id: 999_999 }, 'room_id', '部屋は一覧にありません'],
    ] as const
    for (const [body, field, sentence] of refusals) {
      const answer = await noteOnBuilding(staff, body)
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.body.errors ?? {})).toContain(field)
      expect(answer.body.errors?.full_messages).toEqual([sentence])
    }
    expect((await ofBuilding()).total_count).toBe(before)
    expect((await noteOnBuilding(staff, { contents: 'あ'.repeat(2000) })).status).toBe(201)
  })
  it('names only rooms of the newest construction', async () => {
    const { id: buildingId } = await buildBuilding(world, client)
    const older = await buildConstruction(world, client, { buildingId })
    const newer = await buildConstruction(world, client, { buildingId })
    expect((await noteOnBuilding(staff, { room_id: older.rooms[0]?.id }, buildingId)).status).toBe(422)
    expect((await noteOnBuilding(staff, { room_id: newer.rooms[0]?.id }, buildingId)).status).toBe(201)
  })
  it('is closed to craftsmen, residents and other clients', async () => {
    expect((await noteOnBuilding(everyone.craftsman, {})).status).toBe(403)
    expect((await noteOnBuilding(await buildResident(world, client, room('303').id), {})).status).toBe(403)
    expect((await noteOnBuilding(stranger, {})).status).toBe(404)
  })
  it('keeps its building from being deleted', async () => {
    const { id } = await buildBuilding(world, client)
    await noteOnBuilding(staff, {}, id)
    const answer = await world.call(everyone.staffAdmin, 'DELETE /api/buildings/:id', { params: { id } })
    expect(answer).toMatchObject({ status: 422, body: { errors: { full_messages: ['対応履歴があるため削除できません。'] } } })
  })
})

describe('GET /api/buildings/:building_id/building_support_versions', () => {
  it('shows the newest first, with what was noted on its rooms', async () => {
    await noteOnBuilding(staff, { contents: '一件目' })
    await noteOnRoom(everyone.operator, { contents: '部屋の一件' }, '103')
    const { building_support_versions: entries, total_count } = await ofBuilding({ per_page: 2 })
    expect(entries.map(({ contents, room: of }) => [contents, of?.name])).toEqual([
      ['部屋の一件', '103'],
      ['一件目', undefined],
    ])
    expect(total_count).toBeGreaterThan(2)
    expect((await ofBuilding({ per_page: 2, page: 2 })).building_support_versions[0]?.id).toBeLessThan(entries[1]!.id)
  })
  it('finds by part of the text and by reception type; what was typed is never a wildcard', async () => {
    await noteOnBuilding(staff, { contents: '特異点100%の話', reception_type_ids: [typeNamed('書面')] })
    const found = (filter: object) => ofBuilding({ building_support_version: filter })
    expect((await found({ contents: '100%の' })).total_count).toBe(1)
    expect((await found({ contents: '1_0%' })).total_count).toBe(0)
    expect((await found({ reception_type_id: typeNamed('書面') })).total_count).toBe(1)
    expect((await found({ reception_type_id: typeNamed('その他') })).total_count).toBe(0)
  })
  it('shows nothing to craftsmen and to other clients', async () => {
    const ask = (caller: BuiltPerson) =>
      world.call(caller, 'GET /api/buildings/:building_id/building_support_versions', { params: building() })
    expect((await ask(everyone.craftsman)).status).toBe(403)
    expect((await ask(stranger)).status).toBe(404)
  })
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions', () => {
  it('adds an entry of the room and leaves its trace in the timeline', async () => {
    const { status, body } = await noteOnRoom(everyone.operator, { contents: '折り返し希望', reception_type_ids: [typeNamed('メール')] })
    expect(status).toBe(201)
    expect(body.customer_support_version).toMatchObject({
      contents: '折り返し希望',
      user: null,
      operator: { id: everyone.operator.id },
      client: { id: client.id, name: '履歴工業' },
      room: { id: room('101').id, name: '101' },
      reception_types: [{ name: 'メール' }],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+09:00$/) as string,
    })
    const { events } = (await world.call(staff, 'GET /api/constructions/:construction_id/rooms/:room_id/events', { params: dwelling() }))
      .body
    expect(events[0]).toMatchObject({ kind: 'support_versions.created', actor_kind: 'operator', personal: null })
  })
  it('refuses what it lacks, and callers who keep no history', async () => {
    expect((await noteOnRoom(staff, { contents: '' })).body.errors).toHaveProperty('contents')
    expect((await noteOnRoom(staff, { reception_type_ids: [] })).body.errors).toHaveProperty('reception_type_ids')
    expect((await noteOnRoom(everyone.craftsman, {})).status).toBe(403)
    expect((await noteOnRoom(stranger, {})).status).toBe(404)
  })
  it("takes no reception type of another client's list", async () => {
    const theirs = (await world.call(stranger, 'GET /api/reception_types')).body.reception_types[0]!
    expect((await noteOnRoom(staff, { reception_type_ids: [theirs.id] })).body.errors).toHaveProperty('reception_type_ids')
  })
  it('marks the room wherever the office sees it, and keeps it in its construction', async () => {
    const { id } = room('304')
    const params = { construction_id: construction.id }
    const flags = async (caller: BuiltPerson) => {
      const list = (await world.call(caller, 'GET /api/constructions/:construction_id/rooms', { params })).body.rooms
      const schedule = (await world.call(caller, 'GET /api/constructions/:construction_id/detail_schedule', { params })).body
      const index = (await world.call(caller, 'GET /api/buildings/:building_id/rooms_index', { params: building() })).body.rooms
      return [
        list.find(each => each.id === id),
        schedule.unassigned_rooms.find(each => each.id === id),
        index.find(each => each.room_id === id),
      ].map(each => each?.has_customer_support_versions)
    }
    expect(await flags(staff)).toEqual([false, false, false])
    await noteOnRoom(staff, {}, '304')
    expect(await flags(staff)).toEqual([true, true, true])
    const contractorId = (
      await world.inClient(client.id, db =>
        db
          .selectFrom('users')
          .where('client_id', '=', client.id)
          .where('id', '=', everyone.craftsman.id)
          .select('contractor_id')
          .executeTakeFirstOrThrow(),
      )
    ).contractor_id!
    const own = await buildConstruction(world, client, { craftsmanIds: [{ contractorId, craftsmanIds: [everyone.craftsman.id] }] })
    await world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions', {
      params: { construction_id: own.id, room_id: own.rooms[0]!.id },
      body: { customer_support_version: { contents: '職人には見せない', reception_type_ids: [typeNamed('電話')] } },
    })
    const seen = await world.call(everyone.craftsman, 'GET /api/constructions/:construction_id/rooms', {
      params: { construction_id: own.id },
    })
    expect(seen.body.rooms[0]?.has_customer_support_versions).toBe(false)
    const emptied = await world.call(staff, 'PATCH /api/constructions/:construction_id/room_composition', {
      params: { construction_id: own.id },
      body: {
        construction: {
          floor_number: 3,
          room_number_per_floor: 4,
          rooms_attributes: [{ id: own.rooms[0]!.id, row: 1, col: 1, name: '101', _destroy: true }],
        },
      },
    })
    expect(emptied.body.errors?.full_messages).toEqual(['101はデータが登録されているため削除できません。'])
  })
})

describe('GET /api/constructions/:construction_id/rooms/:room_id/customer_support_versions', () => {
  it('shows what was noted on the room, on the building’s page as well, and nothing of its neighbours', async () => {
    await noteOnRoom(staff, { contents: '本人から電話' }, '204')
    await noteOnBuilding(staff, { contents: '管理員から204号室の件', room_id: room('204').id })
    await noteOnRoom(staff, { contents: '隣の件' }, '203')
    const { customer_support_versions: entries, total_count } = await ofRoom('204')
    expect(entries.map(({ contents }) => contents)).toEqual(['管理員から204号室の件', '本人から電話'])
    expect(total_count).toBe(2)
    expect((await ofRoom('204', { customer_support_version: { contents: '本人' } })).total_count).toBe(1)
    expect((await ofRoom('204', { exclude_pagination: true })).total_count).toBeUndefined()
  })
  it('shows nothing to craftsmen and to other clients', async () => {
    const ask = (caller: BuiltPerson) =>
      world.call(caller, 'GET /api/constructions/:construction_id/rooms/:room_id/customer_support_versions', { params: dwelling() })
    expect((await ask(everyone.craftsman)).status).toBe(403)
    expect((await ask(stranger)).status).toBe(404)
  })
})

it('is never changed and never removed, not even by the application', async () => {
  await noteOnRoom(staff, {})
  for (const table of ['support_versions', 'support_version_reception_types'] as const)
    await expect(world.inClient(client.id, db => db.deleteFrom(table).where('client_id', '=', client.id).execute())).rejects.toThrow(
      /permission denied/,
    )
})

const erasing = { body: { erasure: { reason: 'ご本人からの申し出' } } }
const textsOf = async (name: string) => (await ofRoom(name)).customer_support_versions.map(({ contents }) => contents)
/** Everything that the database knows of the client's history and its events, as one text. */
const known = () =>
  world.inClient(client.id, async db =>
    JSON.stringify([
      await db.selectFrom('support_versions').selectAll().execute(),
      await db.selectFrom('event_personal_values').selectAll().execute(),
    ]),
  )

describe('POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions/:id/erasure', () => {
  const key = 'POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions/:id/erasure'
  it('erases what one entry says; the timeline keeps who did it, and not what it was', async () => {
    const secret = (await noteOnRoom(staff, { contents: '持病があるとのこと' }, '102')).body.customer_support_version
    await noteOnRoom(staff, { contents: '日程の相談' }, '102')
    const params = { ...dwelling('102'), id: secret.id }
    for (const caller of [staff, everyone.operator, everyone.craftsman])
      expect((await world.call(caller, key, { params, ...erasing })).status).toBe(403)
    expect((await world.call(stranger, key, { params, ...erasing })).status).toBe(404)
    expect((await world.call(everyone.staffAdmin, key, { params: { ...params, ...dwelling('101') }, ...erasing })).status).toBe(404)
    expect((await world.call(everyone.staffAdmin, key, { params, body: { erasure: { reason: ' ' } } })).body.errors?.full_messages).toEqual(
      ['消去の理由を入力してください'],
    )
    expect(await textsOf('102')).toContain('持病があるとのこと')
    expect((await world.call(everyone.staffAdmin, key, { params, ...erasing })).body.message).toBe('対応履歴を消去しました。')
    expect(await textsOf('102')).toEqual(['日程の相談', '（消去済み）'])
    expect(await known()).not.toContain('持病')
    expect((await world.call(everyone.staffAdmin, key, { params, ...erasing })).status).toBe(404)
    const { events } = (
      await world.call(staff, 'GET /api/constructions/:construction_id/rooms/:room_id/events', { params: dwelling('102') })
    ).body
    expect(events.filter(({ kind }) => kind === 'support_versions.erased')).toHaveLength(1)
    const event = await world.inClient(client.id, db =>
      db.selectFrom('events').where('kind', '=', 'support_versions.erased').selectAll().executeTakeFirstOrThrow(),
    )
    expect(event).toMatchObject({ actor_kind: 'staffAdmin', actor_id: everyone.staffAdmin.id, subject_id: secret.id, change: {} })
  })
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions/erasure', () => {
  const key = 'POST /api/constructions/:construction_id/rooms/:room_id/customer_support_versions/erasure'
  it('erases everything of a dwelling, also what stands in the building’s history, and of no other', async () => {
    await noteOnRoom(staff, { contents: '甲の電話' }, '201')
    await noteOnBuilding(staff, { contents: '甲の訪問', room_id: room('201').id })
    await noteOnRoom(staff, { contents: '乙の電話' }, '202')
    const erase = (caller: BuiltPerson) => world.call(caller, key, { params: dwelling('201'), ...erasing })
    expect((await erase(staff)).status).toBe(403)
    expect((await erase(stranger)).status).toBe(404)
    expect((await erase(everyone.admin)).body.message).toBe('対応履歴を2件消去しました。')
    expect(await known()).not.toContain('甲の')
    expect(await textsOf('202')).toContain('乙の電話')
    expect(await erase(everyone.staffAdmin)).toMatchObject({ status: 422, body: { code: 'nothing_to_erase' } })
  })
})

describe('POST /api/buildings/:building_id/building_support_versions/:id/erasure', () => {
  const key = 'POST /api/buildings/:building_id/building_support_versions/:id/erasure'
  it('erases what one entry of the building says', async () => {
    const { id } = (await noteOnBuilding(staff, { contents: '管理員の携帯番号' })).body.building_support_version
    const params = { ...building(), id }
    expect((await world.call(staff, key, { params, ...erasing })).status).toBe(403)
    expect((await world.call(stranger, key, { params, ...erasing })).status).toBe(404)
    expect((await world.call(everyone.staffAdmin, key, { params, ...erasing })).status).toBe(200)
    expect(await known()).not.toContain('管理員の携帯番号')
  })
})
