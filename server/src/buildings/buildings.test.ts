import { describe, expect, it } from 'vitest'
import { buildBuilding, buildClient, buildConstruction, buildPlatformPerson, buildUser, buildContractor } from '../../test/build.ts'
import { guest, openWorld } from '../../test/world.ts'

const world = await openWorld()
const form = (over: Record<string, unknown> = {}) => ({
  building: { cd: null, name: 'グランドメゾン青葉台', address: '東京都目黒区青葉台1-2-3', ...over },
})

describe('POST /api/buildings', () => {
  it('registers a building and numbers it when no code is given', async () => {
    const staff = await buildUser(world, await buildClient(world), 'Staff')
    const first = await world.call(staff, 'POST /api/buildings', {
      body: form({ zipcode: '１５３-００４２', phone: '03-1234-5678', name_kana: 'ぐらんどめぞん' }),
    })
    expect(first.status).toBe(201)
    expect(first.body.building).toMatchObject({ cd: 'B00001', zipcode: '1530042', phone: '0312345678', name_kana: 'グランドメゾン' })
    const second = await world.call(staff, 'POST /api/buildings', { body: form({ name: '第二' }) })
    expect(second.body.building.cd).toBe('B00002')
  })

  it('names every missing field and keeps nothing', async () => {
    const staff = await buildUser(world, await buildClient(world), 'Staff')
    const answer = await world.call(staff, 'POST /api/buildings', { body: form({ name: '', address: ' ', zipcode: '123' }) })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        errors: {
          name: ['を入力してください'],
          address: ['を入力してください'],
          zipcode: ['は7桁の数字で入力してください'],
          full_messages: expect.arrayContaining(['物件名を入力してください', '住所を入力してください']),
        },
      },
    })
    expect((await world.call(staff, 'GET /api/buildings')).body.total_count).toBe(0)
  })

  it('refuses a code that is taken, unknown fields and text that cannot be stored', async () => {
    const staff = await buildUser(world, await buildClient(world), 'Staff')
    await world.call(staff, 'POST /api/buildings', { body: form({ cd: 'A-1' }) })
    expect((await world.call(staff, 'POST /api/buildings', { body: form({ cd: 'A-1' }) })).body.errors).toMatchObject({
      cd: ['はすでに存在します'],
      full_messages: ['物件コードはすでに存在します'],
    })
    expect(
      (await world.send(staff, 'POST', '/api/buildings', JSON.stringify(form({ owner: 1 })), { 'content-type': 'application/json' }))
        .status,
    ).toBe(422)
    expect((await world.call(staff, 'POST /api/buildings', { body: form({ name: 'a\0b' }) })).status).toBe(422)
    expect((await world.send(staff, 'POST', '/api/buildings', '{"building":', { 'content-type': 'application/json' })).status).toBe(400)
  })

  it('is closed to craftsmen, operators and guests', async () => {
    const client = await buildClient(world)
    expect((await world.call(await buildUser(world, client, 'Craftsman'), 'POST /api/buildings', { body: form() })).status).toBe(403)
    expect((await world.call(await buildPlatformPerson(world, 'operator', client), 'POST /api/buildings', { body: form() })).status).toBe(
      403,
    )
    expect(await world.call(guest, 'POST /api/buildings', { body: form() })).toMatchObject({
      status: 401,
      body: { errors: ['ログインもしくはアカウント登録してください。'] },
    })
  })
})

describe('GET /api/buildings', () => {
  it('shows 25 on a page unless told otherwise', async () => {
    const client = await buildClient(world)
    const staff = await buildUser(world, client, 'Staff')
    for (let at = 0; at < 30; at += 1) await buildBuilding(world, client)
    const { body } = await world.call(staff, 'GET /api/buildings')
    expect([body.buildings.length, body.total_count]).toEqual([25, 30])
  })
  it('searches by name or kana, sorts, pages and tells the total', async () => {
    const client = await buildClient(world)
    const staff = await buildUser(world, client, 'Staff')
    for (const name of ['青葉ハイツ', '桜コーポ', '青葉レジデンス'])
      await world.call(staff, 'POST /api/buildings', { body: form({ name }) })
    const found = await world.call(staff, 'GET /api/buildings', {
      query: { building: { name: '青葉' }, sort_by: 'cd', sort_desc: true, per_page: 1 },
    })
    expect(found.body).toMatchObject({ total_count: 2, buildings: [{ name: '青葉レジデンス' }] })
    const past = await world.call(staff, 'GET /api/buildings', { query: { page: 9 } })
    expect(past.body).toMatchObject({ total_count: 3, buildings: [] })
    expect((await world.send(staff, 'GET', '/api/buildings?sort_by=password')).status).toBe(422)
    expect((await world.send(staff, 'GET', '/api/buildings?per_page=101')).status).toBe(422)
  })

  it('shows a craftsman the buildings of the constructions they are named for, and nobody another client’s', async () => {
    const client = await buildClient(world)
    const contractor = await buildContractor(world, client)
    const craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
    const own = await buildConstruction(world, client, { craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }] })
    const other = await buildConstruction(world, client)
    expect((await world.call(craftsman, 'GET /api/buildings')).body.buildings.map(row => row.id)).toEqual([own.buildingId])
    expect((await world.call(craftsman, 'GET /api/buildings/:id', { params: { id: other.buildingId } })).status).toBe(404)
    const stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
    expect((await world.call(stranger, 'GET /api/buildings')).body.total_count).toBe(0)
  })
})

describe('GET /api/buildings/:id', () => {
  it('shows the building with its constructions and their status', async () => {
    const client = await buildClient(world)
    const staff = await buildUser(world, client, 'Staff')
    const { id, buildingId } = await buildConstruction(world, client)
    const answer = await world.call(staff, 'GET /api/buildings/:id', { params: { id: buildingId } })
    expect(answer.body.building).toMatchObject({ can_delete: false, constructions: [{ id, houses: 12, status: 'planned' }] })
  })

  it('says how many rooms and papers go with it when it is deleted', async () => {
    const client = await buildClient(world)
    const staff = await buildUser(world, client, 'Staff_Admin')
    const { id } = await buildBuilding(world, client)
    const kept = async () => (await world.call(staff, 'GET /api/buildings/:id', { params: { id } })).body.building.kept
    expect(await kept()).toEqual({ rooms: 0, documents: 0 })
    const { status } = await world.call(staff, 'PATCH /api/buildings/:building_id/room_composition', {
      params: { building_id: id },
      body: grid([[1, 1, '101']]),
    })
    expect(status).toBe(200)
    expect(await kept()).toEqual({ rooms: 1, documents: 0 })
  })

  it('does not know another client’s building, nor a malformed id', async () => {
    const { buildingId } = await buildConstruction(world, await buildClient(world))
    const stranger = await buildUser(world, await buildClient(world), 'Staff')
    expect((await world.call(stranger, 'GET /api/buildings/:id', { params: { id: buildingId } })).status).toBe(404)
    for (const id of ['0', '-1', 'x', '1e3', '99999999999999999999'])
      expect((await world.call(stranger, 'GET /api/buildings/:id', { params: { id } })).status).toBe(404)
  })
})

describe('PATCH /api/buildings/:id', () => {
  it('saves every field of the building', async () => {
    const staff = await buildUser(world, await buildClient(world), 'Staff')
    const { id } = (await world.call(staff, 'POST /api/buildings', { body: form() })).body.building
    const fields = {
      cd: 'B0001',
      name: '青葉マンション',
      name_kana: 'アオバマンション',
      zipcode: '1000001',
      address: '東京都千代田区千代田',
      management_company: '管理会社A',
      manager: '管理人B',
      phone: '0311112222',
    }
    expect((await world.call(staff, 'PATCH /api/buildings/:id', { params: { id }, body: { building: fields } })).status).toBe(200)
    expect((await world.call(staff, 'GET /api/buildings/:id', { params: { id } })).body.building).toMatchObject(fields)
  })
  it('leaves alone what was not sent: two people change different fields', async () => {
    const staff = await buildUser(world, await buildClient(world), 'Staff')
    const { id, ...before } = (await world.call(staff, 'POST /api/buildings', { body: form({ manager: '管理人B' }) })).body.building
    const change = (building: object) => world.call(staff, 'PATCH /api/buildings/:id', { params: { id }, body: { building } })
    expect((await change({ phone: '03-1111-2222' })).status).toBe(200)
    expect((await change({ name: '新名称' })).body.building).toMatchObject({ ...before, name: '新名称', phone: '0311112222' })
    expect((await change({})).body.building).toMatchObject({ name: '新名称', manager: '管理人B', phone: '0311112222' })
    expect((await change({ name: '' })).body.errors).toMatchObject({ name: ['を入力してください'] })
  })
  it('saves the changes and leaves an event', async () => {
    const client = await buildClient(world)
    const staff = await buildUser(world, client, 'Staff')
    const { body } = await world.call(staff, 'POST /api/buildings', { body: form() })
    const answer = await world.call(staff, 'PATCH /api/buildings/:id', { params: { id: body.building.id }, body: form({ name: '新名称' }) })
    expect(answer.body.building).toMatchObject({ name: '新名称', cd: body.building.cd })
    const events = await world.inClient(client.id, db => db.selectFrom('events').select(['kind', 'actor_id']).orderBy('id').execute())
    expect(events).toEqual([
      { kind: 'buildings.registered', actor_id: staff.id },
      { kind: 'buildings.changed', actor_id: staff.id },
    ])
  })
})

describe('DELETE /api/buildings/:id', () => {
  it('refuses a building with constructions, and staff of role 3', async () => {
    const client = await buildClient(world)
    const admin = await buildUser(world, client, 'Staff_Admin')
    const { buildingId } = await buildConstruction(world, client)
    const refused = await world.call(admin, 'DELETE /api/buildings/:id', { params: { id: buildingId } })
    expect(refused).toMatchObject({ status: 422, body: { errors: { full_messages: ['工事が登録されているため削除できません。'] } } })
    expect(
      (await world.call(await buildUser(world, client, 'Staff'), 'DELETE /api/buildings/:id', { params: { id: buildingId } })).status,
    ).toBe(403)
  })

  it('deletes an empty one', async () => {
    const admin = await buildUser(world, await buildClient(world), 'Staff_Admin')
    const { body } = await world.call(admin, 'POST /api/buildings', { body: form() })
    expect((await world.call(admin, 'DELETE /api/buildings/:id', { params: { id: body.building.id } })).body.message).toBe(
      '物件を削除しました。',
    )
    expect((await world.call(admin, 'GET /api/buildings/:id', { params: { id: body.building.id } })).status).toBe(404)
  })
})

const grid = (names: [number, number, string][]) => ({
  building: {
    floor_number: 2,
    room_number_per_floor: 3,
    floor_start: 1,
    initials: '',
    digits: 2,
    except_for_lower_digit_four: true,
    except_for_lower_digit_nine: true,
    rooms_attributes: names.map(([row, col, name]) => ({ row, col, name })),
  },
})

describe('PATCH /api/buildings/:building_id/room_composition', () => {
  it('keeps the grid as it was laid, empty cells left out', async () => {
    const staff = await buildUser(world, await buildClient(world), 'Staff')
    const { body } = await world.call(staff, 'POST /api/buildings', { body: form() })
    const params = { building_id: body.building.id }
    const saved = await world.call(staff, 'PATCH /api/buildings/:building_id/room_composition', {
      params,
      body: grid([
        [1, 1, '101'],
        [1, 2, ''],
        [2, 1, '店舗A'],
      ]),
    })
    expect(saved.body.rooms.map(room => room.name)).toEqual(['101', '店舗A'])
    expect(saved.body.blocks).toMatchObject([{ floor_number: 2, except_for_lower_digit_four: true }])
  })

  it('tells whoever began with an older template', async () => {
    const staff = await buildUser(world, await buildClient(world), 'Staff')
    const { body } = await world.call(staff, 'POST /api/buildings', { body: form() })
    const params = { building_id: body.building.id }
    const { composition_version } = (await world.call(staff, 'GET /api/buildings/:building_id/rooms_index', { params })).body
    const lay = (name: string) => {
      const { building } = grid([[1, 1, name]]) as { building: object }
      return world.call(staff, 'PATCH /api/buildings/:building_id/room_composition', {
        params,
        body: { building: { ...building, composition_version } as never },
      })
    }
    expect((await lay('101')).body.composition_version).toBe(composition_version + 1)
    expect(await lay('102')).toMatchObject({ status: 409, body: { code: 'stale' } })
  })

  it('refuses names that are the same after width and blanks, and cells outside the grid', async () => {
    const staff = await buildUser(world, await buildClient(world), 'Staff')
    const { body } = await world.call(staff, 'POST /api/buildings', { body: form() })
    const params = { building_id: body.building.id }
    const twice = await world.call(staff, 'PATCH /api/buildings/:building_id/room_composition', {
      params,
      body: grid([
        [1, 1, '101'],
        [2, 1, ' １０１ '],
      ]),
    })
    expect(twice).toMatchObject({ status: 422, body: { errors: { rooms: ['部屋名は重複しないように入力してください。'] } } })
    expect(
      (await world.call(staff, 'PATCH /api/buildings/:building_id/room_composition', { params, body: grid([[3, 1, '301']]) })).status,
    ).toBe(422)
    expect((await world.call(staff, 'GET /api/buildings/:building_id/rooms_index', { params })).body.rooms).toEqual([])
  })
})

describe('GET /api/buildings/:building_id/rooms_index', () => {
  it('shows the newest construction’s rooms while no template was laid out', async () => {
    const client = await buildClient(world)
    const staff = await buildUser(world, client, 'Staff')
    const construction = await buildConstruction(world, client, { floors: 1, perFloor: 2 })
    const answer = await world.call(staff, 'GET /api/buildings/:building_id/rooms_index', {
      params: { building_id: construction.buildingId },
    })
    expect(answer.body.rooms.map(room => [room.name, room.room_id])).toEqual(construction.rooms.map(room => [room.name, room.id]))
  })

  it.each(['without a template', 'with one'])('leads craftsmen only to rooms of constructions they are named for, %s', async how => {
    const client = await buildClient(world)
    const contractor = await buildContractor(world, client)
    const craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
    const own = await buildConstruction(world, client, { craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }] })
    const params = { building_id: own.buildingId }
    if (how === 'with one')
      await world.call(await buildUser(world, client, 'Staff'), 'PATCH /api/buildings/:building_id/room_composition', {
        params,
        body: grid([[1, 1, own.rooms[0]?.name ?? '']]),
      })
    await buildConstruction(world, client, { buildingId: own.buildingId })
    const { body } = await world.call(craftsman, 'GET /api/buildings/:building_id/rooms_index', { params })
    expect(body.rooms.length).toBeGreaterThan(0)
    expect(new Set(body.rooms.map(room => room.construction_id))).toEqual(new Set([own.id]))
    const { building } = (await world.call(craftsman, 'GET /api/buildings/:id', { params: { id: own.buildingId } })).body
    expect(building.constructions_count).toBe(1)
  })
})
