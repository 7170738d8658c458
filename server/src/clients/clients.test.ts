import { describe, expect, it } from 'vitest'
import {
  buildBuilding,
  buildClient,
  buildConstruction,
  buildContractor,
  buildPlatformPerson,
  buildResident,
  buildUser,
} from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'
import { clientCodeOfHost } from '../platform/http/hosts.ts'

const world = await openWorld()
describe('GET /api/clients', () => {
  it('counts live, and hides ended contracts from operators', async () => {
    const client = await buildClient(world, { name: '数える会社' })
    await buildBuilding(world, client)
    await buildUser(world, client, 'Staff')
    await buildUser(world, client, 'Craftsman')
    const ended = await buildClient(world, { name: '数える会社（終了）', status: 'terminated' })
    const query = { client: { name: '数える会社' } }
    const seen = (await world.call(await buildPlatformPerson(world, 'admin'), 'GET /api/clients', { query })).body
    expect(seen.clients.map(row => row.id)).toEqual([client.id, ended.id])
    expect(seen.clients[0]).toMatchObject({ buildings_count: 1, users_count: 1, craftsmen_count: 1, residents_count: 0 })
    expect((await world.call(await buildPlatformPerson(world, 'operator'), 'GET /api/clients', { query })).body.total_count).toBe(1)
  })
})

describe('GET /api/clients/:id', () => {
  it('shows the whole company to admins', async () => {
    const client = await buildClient(world)
    const admin = await buildPlatformPerson(world, 'admin')
    expect((await world.call(admin, 'GET /api/clients/:id', { params: client })).body.client).toMatchObject({
      cd: client.cd,
      can_delete: true,
      rounding_rule: 'round_down',
    })
    const construction = await buildConstruction(world, client)
    await buildUser(world, client, 'Staff')
    const contractor = await buildContractor(world, client)
    for (const contractorId of [contractor.id, contractor.id]) await buildUser(world, client, 'Craftsman', { contractorId })
    await buildResident(world, client, construction.rooms[0]!.id)
    expect((await world.call(admin, 'GET /api/clients/:id', { params: client })).body.client).toMatchObject({
      buildings_count: 1,
      rooms_count: construction.rooms.length,
      users_count: 1,
      craftsmen_count: 2,
      residents_count: 1,
    })
    expect((await world.call(admin, 'GET /api/clients/:id', { params: { id: 999_999 } })).status).toBe(404)
  })
})

describe('PATCH /api/clients/:id', () => {
  it('refuses an e-mail address of the representative that is none', async () => {
    const [client, admin] = [await buildClient(world), await buildPlatformPerson(world, 'admin')]
    const change = (representative_email: string) =>
      world.call(admin, 'PATCH /api/clients/:id', { params: client, body: { client: { representative_email } } })
    expect((await change('x')).body.errors).toHaveProperty('representative_email')
    expect((await change('x@example.jp')).body.client.representative_email).toBe('x@example.jp')
  })
  it('keeps every field of the company', async () => {
    const [client, admin] = [await buildClient(world), await buildPlatformPerson(world, 'admin')]
    const fields = {
      name_abbreviation: 'テスト',
      address: '東京都千代田区1-1',
      representative_name: '山田太郎',
      representative_email: 'a@example.com',
      representative_phone: '0312345678',
      use_optional_construction: true,
      use_cash_payment: true,
      rounding_rule: 'round_up',
      status: 'terminated',
      construction_staff_default_display_name: '工事担当',
    } as const
    const change = (over: object) =>
      world.call(admin, 'PATCH /api/clients/:id', { params: client, body: { client: { ...fields, ...over, admin_id: admin.id } } })
    const show = async () => (await world.call(admin, 'GET /api/clients/:id', { params: client })).body.client
    const { name } = (await world.call(admin, 'GET /api/users/me')).body.user
    expect((await change({})).status).toBe(200)
    expect(await show()).toMatchObject({ ...fields, admin: { id: admin.id, name } })
    const other = { use_optional_construction: false, use_cash_payment: false, rounding_rule: 'round_down', status: 'contracted' }
    await change(other)
    expect(await show()).toMatchObject(other)
  })
  it('keeps CC and BCC per event and ends a contract, which shuts its people out', async () => {
    const client = await buildClient(world)
    const staff = await buildUser(world, client, 'Staff')
    const admin = await buildPlatformPerson(world, 'admin')
    const saved = await world.call(admin, 'PATCH /api/clients/:id', {
      params: client,
      body: { client: { closed_cc: 'a@example.jp, b@example.jp' } },
    })
    expect(saved.body.client.closed_cc).toBe('a@example.jp, b@example.jp')
    expect(
      (await world.call(admin, 'PATCH /api/clients/:id', { params: client, body: { client: { closed_cc: 'nonsense' } } })).status,
    ).toBe(422)
    await world.call(admin, 'PATCH /api/clients/:id', { params: client, body: { client: { status: 'terminated' } } })
    expect(await world.call(staff, 'GET /api/users/me')).toMatchObject({
      status: 401,
      body: { message: '契約が終了しているためご利用いただけません。' },
    })
    await world.call(admin, 'PATCH /api/clients/:id', { params: client, body: { client: { status: 'contracted' } } })
    expect((await world.call(staff, 'GET /api/users/me')).status).toBe(200)
  })
})

describe('営業担当 of a company', () => {
  it('stays named when they have left, and says so, until another is chosen', async () => {
    const admin = await buildPlatformPerson(world, 'admin')
    const seller = await buildPlatformPerson(world, 'admin')
    const client = await buildClient(world)
    const change = (body: { name?: string; admin_id?: number }) =>
      world.call(admin, 'PATCH /api/clients/:id', { params: client, body: { client: body } })
    expect((await change({ admin_id: seller.id })).body.client.admin).toMatchObject({ id: seller.id, has_left: false })
    await world.call(admin, 'DELETE /api/admins/:id', { params: seller })
    const shown = (await world.call(admin, 'GET /api/clients/:id', { params: client })).body.client
    expect(shown.admin).toMatchObject({ id: seller.id, has_left: true })
    expect((await change({ name: '改称', admin_id: seller.id })).status).toBe(200)
    expect((await change({ admin_id: admin.id })).body.client.admin).toMatchObject({ id: admin.id, has_left: false })
    expect((await change({ admin_id: seller.id })).body.errors).toMatchObject({ admin_id: ['は一覧にありません'] })
  })
})

describe('the contract of a company', () => {
  it('is said to have ended and to go on, and is not mentioned where it stays', async () => {
    const [client, admin] = [await buildClient(world, { name: '東都設備' }), await buildPlatformPerson(world, 'admin')]
    const said = async (change: object) =>
      (await world.call(admin, 'PATCH /api/clients/:id', { params: client, body: { client: change } })).body.message
    expect(await said({ status: 'terminated' })).toBe('東都設備の契約を終了しました。')
    expect(await said({ status: 'terminated', address: '東京都' })).toBe('企業を更新しました。')
    expect(await said({ status: 'contracted' })).toBe('東都設備の契約を再開しました。')
    expect(await said({ address: '横浜市' })).toBe('企業を更新しました。')
  })
})

describe('DELETE /api/clients/:id', () => {
  it('hides a company without buildings and refuses one with them', async () => {
    const admin = await buildPlatformPerson(world, 'admin')
    const empty = await buildClient(world)
    const used = await buildClient(world)
    await buildBuilding(world, used)
    expect((await world.call(admin, 'DELETE /api/clients/:id', { params: used })).status).toBe(422)
    expect((await world.call(admin, 'DELETE /api/clients/:id', { params: empty })).status).toBe(200)
    expect((await world.call(admin, 'GET /api/clients/:id', { params: empty })).status).toBe(404)
  })
})

describe('the client of a request', () => {
  it('is named by the host, and a token of another client is refused there', async () => {
    const client = await buildClient(world)
    const other = await buildClient(world)
    const staff = await buildUser(world, client, 'Staff')
    expect((await world.call(staff, 'GET /api/buildings', { host: `${client.cd}.localhost:3000` })).status).toBe(200)
    expect((await world.call(staff, 'GET /api/buildings', { host: `${other.cd}.localhost:3000` })).status).toBe(403)
    expect((await world.call(staff, 'GET /api/buildings', { host: 'www.localhost:3000' })).status).toBe(200)
  })

  it('must be chosen by admins and operators, by host or header', async () => {
    const client = await buildClient(world)
    const admin = await buildPlatformPerson(world, 'admin')
    expect(await world.call(admin, 'GET /api/buildings')).toMatchObject({
      status: 422,
      body: { errors: { full_messages: ['企業が選択されていません。'] } },
    })
    expect((await world.call(admin, 'GET /api/buildings', { headers: { 'x-client-code': client.cd } })).status).toBe(200)
    expect((await world.call(admin, 'GET /api/buildings', { host: `${client.cd}.localhost:3000` })).status).toBe(200)
  })

  it('is refused to operators by a code of its own once its contract has ended, and to everybody once it is gone', async () => {
    const client = await buildClient(world, { status: 'terminated' })
    const [admin, operator] = [await buildPlatformPerson(world, 'admin'), await buildPlatformPerson(world, 'operator')]
    const asked = (person: typeof admin, cd: string) => world.call(person, 'GET /api/buildings', { headers: { 'x-client-code': cd } })
    expect(await asked(operator, client.cd)).toMatchObject({
      status: 422,
      body: { code: 'client_unavailable', errors: { full_messages: ['選択していた企業の契約が終了しました。企業を選び直してください。'] } },
    })
    const entered = await asked(admin, client.cd)
    expect([entered.status, entered.headers['x-client-status']]).toEqual([200, 'terminated'])
    expect((await world.call(admin, 'DELETE /api/clients/:id', { params: client })).status).toBe(200)
    for (const person of [admin, operator])
      expect(await asked(person, client.cd)).toMatchObject({
        status: 422,
        body: {
          code: 'client_unavailable',
          errors: { full_messages: ['選択していた企業は利用できなくなりました。企業を選び直してください。'] },
        },
      })
  })

  it('follows from a host only under its template', () => {
    const template = 'http://{client}.localhost:3000'
    expect(clientCodeOfHost(template, '001.localhost:3000')).toBe('001')
    for (const host of ['localhost:3000', 'www.localhost', '127.0.0.1:3000', 'a.b.localhost', '001.example.jp', undefined])
      expect(clientCodeOfHost(template, host)).toBe(null)
    expect(clientCodeOfHost('http://localhost:3000', '001.localhost:3000')).toBe(null)
  })
})
