import { beforeAll, describe, expect, it } from 'vitest'
import {
  buildClient,
  buildConstruction,
  buildContractor,
  buildEveryone,
  buildUser,
  type BuiltClient,
  type BuiltPerson,
} from '../../test/build.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let client: BuiltClient
let staff: BuiltPerson
let stranger: BuiltPerson
let everyone: Awaited<ReturnType<typeof buildEveryone>>
/** A primary contractor with a craftsman, one under it with a craftsman, and one of somebody else. */
let primary: { id: number; name: string }
let sub: { id: number; name: string }
let other: { id: number; name: string }
let foreman: BuiltPerson
let helper: BuiltPerson

beforeAll(async () => {
  world = await openWorld()
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  everyone = await buildEveryone(world, client)
  stranger = await buildUser(world, await buildClient(world), 'Staff')
  primary = await buildContractor(world, client, { name: '一次設備' })
  sub = await buildContractor(world, client, { name: '二次電工', primaryContractorId: primary.id })
  other = await buildContractor(world, client, { name: '他社設備' })
  foreman = await buildUser(world, client, 'Craftsman', { contractorId: primary.id })
  helper = await buildUser(world, client, 'Craftsman', { contractorId: sub.id })
})

const make = async (name: string, over: object = {}) =>
  (await world.call(staff, 'POST /api/contractors', { body: { contractor: { name, primary_contractor_id: null, ...over } } })).body
    .contractor

describe('POST /api/contractors', () => {
  it('adds a contractor; its name is unique', async () => {
    expect(await make('新設備', { representative_name: '代表', address: '横浜市1' })).toMatchObject({
      name: '新設備',
      representative_name: '代表',
      address: '横浜市1',
      primary_contractor_id: null,
      can_delete: true,
    })
    const { body } = await world.call(staff, 'POST /api/contractors', {
      body: { contractor: { name: '新設備', primary_contractor_id: null } },
    })
    expect(body.errors).toMatchObject({ name: ['はすでに存在します'] })
  })
  it('knows two levels and no third', async () => {
    const { body } = await world.call(staff, 'POST /api/contractors', {
      body: { contractor: { name: '三次', primary_contractor_id: sub.id } },
    })
    expect(body.errors).toEqual({
      primary_contractor_id: ['二次協力会社を一次協力会社に設定できません。'],
      full_messages: ['二次協力会社を一次協力会社に設定できません。'],
    })
  })
  it('is for staff', async () => {
    for (const caller of [everyone.operator, foreman])
      expect(
        (await world.call(caller, 'POST /api/contractors', { body: { contractor: { name: '不可', primary_contractor_id: null } } })).status,
      ).toBe(403)
  })
})

describe('GET /api/contractors', () => {
  const names = async (caller: BuiltPerson) =>
    (await world.call(caller, 'GET /api/contractors', { query: { exclude_pagination: true } })).body.contractors.map(each => each.name)
  it('shows all to the office, own and children to craftsmen', async () => {
    expect(await names(everyone.operator)).toEqual(expect.arrayContaining(['一次設備', '二次電工', '他社設備']))
    expect(await names(foreman)).toEqual(['一次設備', '二次電工'])
    expect(await names(helper)).toEqual(['二次電工'])
    expect(await names(stranger)).toEqual([])
  })
  it('answers pages of 25, and all at once without pages', async () => {
    const own = await buildClient(world)
    const caller = await buildUser(world, own, 'Staff')
    const rows = Array.from({ length: 30 }, (_, at) => ({ client_id: own.id, name: `施工${at}` }))
    await world.inClient(own.id, db => db.insertInto('contractors').values(rows).execute())
    expect((await world.call(caller, 'GET /api/contractors')).body).toMatchObject({ contractors: { length: 25 }, total_count: 30 })
    const all = (await world.call(caller, 'GET /api/contractors', { query: { exclude_pagination: true } })).body.contractors
    expect(all).toHaveLength(30)
    expect(all).toContainEqual(expect.objectContaining({ id: expect.any(Number) as number, name: '施工7' }))
  })
  it('finds by name and by primary contractor', async () => {
    const query = { contractor: { primary_contractor_id: primary.id } }
    expect((await world.call(staff, 'GET /api/contractors', { query })).body).toMatchObject({
      contractors: [{ id: sub.id, primary_contractor_name: '一次設備' }],
      total_count: 1,
    })
  })
})

describe('GET /api/contractors/:id', () => {
  it('shows a contractor within reach', async () => {
    const show = async (caller: BuiltPerson, id: number) =>
      (await world.call(caller, 'GET /api/contractors/:id', { params: { id } })).status
    expect(await show(staff, other.id)).toBe(200)
    expect(await show(foreman, primary.id)).toBe(200)
    expect(await show(foreman, sub.id)).toBe(200)
    expect(await show(foreman, other.id)).toBe(404)
    expect(await show(helper, primary.id)).toBe(404)
    expect(await show(stranger, primary.id)).toBe(404)
    expect(await show(everyone.operator, primary.id)).toBe(403)
  })
})

describe('PATCH /api/contractors/:id', () => {
  const change = (caller: BuiltPerson, id: number, contractor: object) =>
    world.call(caller, 'PATCH /api/contractors/:id', { params: { id }, body: { contractor } })
  it('changes what was sent', async () => {
    const { id } = await make('変更前', { address: '川崎市1' })
    expect((await change(staff, id, { representative_name: '代表A' })).body.contractor).toMatchObject({
      name: '変更前',
      address: '川崎市1',
      representative_name: '代表A',
    })
    expect((await change(staff, id, { primary_contractor_id: primary.id })).body.contractor.primary_contractor_id).toBe(primary.id)
    const fields = { name: '施工A', representative_name: '代表B', address: '横浜市1' }
    expect((await change(staff, id, fields)).status).toBe(200)
    const shown = await world.call(staff, 'GET /api/contractors/:id', { params: { id } })
    expect(shown.body.contractor).toMatchObject({ id, ...fields, primary_contractor_id: primary.id })
    expect((await change(staff, id, { primary_contractor_id: null })).body.contractor.primary_contractor_id).toBeNull()
  })
  it('refuses a primary contractor under itself, under another or not of the list', async () => {
    const sentence = ['二次協力会社を一次協力会社に設定できません。']
    expect((await change(staff, primary.id, { primary_contractor_id: other.id })).body.errors?.full_messages).toEqual(sentence)
    expect((await change(staff, other.id, { primary_contractor_id: sub.id })).body.errors?.full_messages).toEqual(sentence)
    expect((await change(staff, other.id, { primary_contractor_id: other.id })).status).toBe(422)
    expect((await change(staff, other.id, { primary_contractor_id: 999_999 })).status).toBe(422)
  })
  it('lets craftsmen change own and children, not whose they are', async () => {
    expect((await change(foreman, sub.id, { address: '大阪市1' })).status).toBe(200)
    expect((await change(foreman, sub.id, { primary_contractor_id: null })).status).toBe(403)
    expect((await change(foreman, other.id, { address: '大阪市1' })).status).toBe(404)
    expect((await change(helper, primary.id, { address: '大阪市1' })).status).toBe(404)
  })
})

describe('DELETE /api/contractors/:id', () => {
  const remove = (caller: BuiltPerson, id: number) => world.call(caller, 'DELETE /api/contractors/:id', { params: { id } })
  it('refuses while there are people or open work, and hides otherwise', async () => {
    expect((await remove(staff, primary.id)).body.errors?.full_messages).toEqual([
      '所属する職人または二次協力会社があるため削除できません。',
    ])
    const busy = await make('作業中')
    const construction = await buildConstruction(world, client, { contractorIds: [busy.id], floors: 1, perFloor: 1 })
    expect((await remove(staff, busy.id)).body.errors?.full_messages).toEqual(['工事に割り当てられているため削除できません。'])
    await world.inClient(client.id, db =>
      db
        .updateTable('rooms')
        .set({ status: 'completed', completed_at: new Date(), closed_at: new Date() })
        .where('construction_id', '=', construction.id)
        .execute(),
    )
    expect((await remove(staff, busy.id)).status).toBe(200)
    expect((await remove(staff, busy.id)).status).toBe(404)
    expect((await remove(stranger, other.id)).status).toBe(404)
    expect((await remove(foreman, sub.id)).status).toBe(403)
  })
})

describe('GET /api/contractors/:contractor_id/subcontract_contractors', () => {
  const path = 'GET /api/contractors/:contractor_id/subcontract_contractors'
  it('lists those under the own company; any other company is not found', async () => {
    const { body } = await world.call(foreman, path, { params: { contractor_id: primary.id } })
    expect(body.subcontract_contractors.map(each => each.id)).toEqual([sub.id])
    expect((await world.call(foreman, path, { params: { contractor_id: other.id } })).status).toBe(404)
    expect((await world.call(staff, path, { params: { contractor_id: primary.id } })).status).toBe(403)
  })
})

describe('POST /api/contractors/:contractor_id/subcontract_contractors', () => {
  const path = 'POST /api/contractors/:contractor_id/subcontract_contractors'
  const body = (name: string) => ({ contractor: { name } })
  it('adds one under the own company, if that is a primary one', async () => {
    const answer = await world.call(foreman, path, { params: { contractor_id: primary.id }, body: body('二次新規') })
    expect(answer.status).toBe(201)
    expect(answer.body.subcontract_contractor).toMatchObject({ name: '二次新規', primary_contractor_id: primary.id })
    expect((await world.call(helper, path, { params: { contractor_id: sub.id }, body: body('三次') })).status).toBe(403)
    expect((await world.call(foreman, path, { params: { contractor_id: other.id }, body: body('他社の二次') })).status).toBe(404)
  })
})

describe('GET /api/contractors/:contractor_id/subcontract_contractors/:id', () => {
  it('shows one under the own company', async () => {
    const path = 'GET /api/contractors/:contractor_id/subcontract_contractors/:id'
    expect((await world.call(foreman, path, { params: { contractor_id: primary.id, id: sub.id } })).body.subcontract_contractor.id).toBe(
      sub.id,
    )
    expect((await world.call(foreman, path, { params: { contractor_id: primary.id, id: primary.id } })).status).toBe(404)
    expect((await world.call(foreman, path, { params: { contractor_id: primary.id, id: other.id } })).status).toBe(404)
  })
})

describe('PATCH /api/contractors/:contractor_id/subcontract_contractors/:id', () => {
  it('changes one under the own company', async () => {
    const path = 'PATCH /api/contractors/:contractor_id/subcontract_contractors/:id'
    const params = { contractor_id: primary.id, id: sub.id }
    const { body } = await world.call(foreman, path, { params, body: { contractor: { representative_name: '代表B' } } })
    expect(body.subcontract_contractor).toMatchObject({ name: '二次電工', representative_name: '代表B' })
    expect((await world.call(helper, path, { params, body: { contractor: { name: '不可' } } })).status).toBe(404)
  })
})

describe('DELETE /api/contractors/:contractor_id/subcontract_contractors/:id', () => {
  it('hides one without people', async () => {
    const path = 'DELETE /api/contractors/:contractor_id/subcontract_contractors/:id'
    const gone = await make('二次解約', { primary_contractor_id: primary.id })
    expect((await world.call(foreman, path, { params: { contractor_id: primary.id, id: sub.id } })).status).toBe(422)
    expect((await world.call(foreman, path, { params: { contractor_id: primary.id, id: gone.id } })).status).toBe(200)
    expect((await world.call(foreman, path, { params: { contractor_id: primary.id, id: other.id } })).status).toBe(404)
  })
})

let count = 0
const person = (contractor_id: number, over: object = {}) => ({
  craftsman: { contractor_id, name: '職人 太郎', email: 'craft@example.jp', phone: null, login_id: `craft.${++count}`, ...over },
})
const hire = async (contractorId: number, over: object = {}) =>
  (await world.call(staff, 'POST /api/craftsmans', { body: person(contractorId, over) })).body.craftsman

describe('POST /api/craftsmans', () => {
  it('mails a link that opens the first session without a password', async () => {
    const craftsman = await hire(primary.id, { email: 'first@example.jp' })
    expect(craftsman).toMatchObject({ contractor_id: primary.id, contractor_name: '一次設備', last_sign_in_at: null, invited_by: 'mail' })
    const mails = await world.send({ headers: {} }, 'GET', '/api/dev/mails?to=first@example.jp')
    const token = /\/s\/([\w-]{22})/.exec((mails.body['mails'] as { body: string }[])[0]!.body)?.[1] ?? ''
    const signedIn = await world.call({ headers: {} }, 'POST /api/craftsman_links/:token/session', { params: { token } })
    expect(signedIn.body.data).toMatchObject({ type: 'Craftsman', password_change_required: false, contractor_id: primary.id })
  })
  it('is open to craftsmen for their own company and its children', async () => {
    const hireAs = async (caller: BuiltPerson, id: number) =>
      (await world.call(caller, 'POST /api/craftsmans', { body: person(id) })).status
    expect(await hireAs(foreman, primary.id)).toBe(201)
    expect(await hireAs(foreman, sub.id)).toBe(201)
    expect(await hireAs(foreman, other.id)).toBe(422)
    expect(await hireAs(helper, primary.id)).toBe(422)
    expect(await hireAs(everyone.operator, primary.id)).toBe(403)
  })
  it('names the fields that are wrong', async () => {
    const { body } = await world.call(staff, 'POST /api/craftsmans', { body: person(primary.id, { name: '', login_id: staff.loginId }) })
    expect(body.errors).toMatchObject({ name: ['を入力してください'] })
    const taken = await world.call(staff, 'POST /api/craftsmans', { body: person(primary.id, { login_id: staff.loginId }) })
    expect(taken.body.errors).toMatchObject({ login_id: ['このログインIDは使えません。別のIDを入力してください。'] })
  })
})

describe('GET /api/craftsmans', () => {
  it('lists the craftsmen of a contractor; for craftsmen within their company', async () => {
    const query = { craftsman: { contractor_id: sub.id }, exclude_pagination: true }
    expect((await world.call(everyone.operator, 'GET /api/craftsmans', { query })).body.craftsmans.map(each => each.id)).toContain(
      helper.id,
    )
    expect((await world.call(foreman, 'GET /api/craftsmans', { query })).body.craftsmans.map(each => each.id)).toContain(helper.id)
    const listed = (await world.call(staff, 'GET /api/craftsmans', { query })).body.craftsmans
    expect(listed.find(each => each.id === helper.id)?.name).toBe(
      (await world.call(staff, 'GET /api/craftsmans/:id', { params: { id: helper.id } })).body.craftsman.name,
    )
    const above = { craftsman: { contractor_id: primary.id } }
    expect((await world.call(helper, 'GET /api/craftsmans', { query: above })).body.craftsmans).toEqual([])
    expect((await world.call(stranger, 'GET /api/craftsmans')).body.total_count).toBe(0)
  })
})

describe('GET /api/craftsmans/:id', () => {
  it('shows a craftsman within reach; staff are none', async () => {
    const show = async (caller: BuiltPerson, id: number) => (await world.call(caller, 'GET /api/craftsmans/:id', { params: { id } })).status
    expect(await show(staff, helper.id)).toBe(200)
    expect(await show(foreman, helper.id)).toBe(200)
    expect(await show(helper, foreman.id)).toBe(404)
    expect(await show(staff, staff.id)).toBe(404)
    expect(await show(stranger, helper.id)).toBe(404)
  })
})

describe('PATCH /api/craftsmans/:id', () => {
  const change = (caller: BuiltPerson, id: number, craftsman: object) =>
    world.call(caller, 'PATCH /api/craftsmans/:id', { params: { id }, body: { craftsman } })
  it('changes what was sent, within reach', async () => {
    const { id, email } = await hire(sub.id)
    expect((await change(foreman, id, { name: '職人A' })).body.craftsman).toMatchObject({ name: '職人A', email })
    expect((await world.call(staff, 'GET /api/craftsmans/:id', { params: { id } })).body.craftsman).toMatchObject({ id, name: '職人A' })
    expect((await change(foreman, id, { contractor_id: other.id })).status).toBe(422)
    expect((await change(helper, foreman.id, { name: '不可' })).status).toBe(404)
  })
  it('keeps a craftsman in the company while work is open', async () => {
    const { id } = await hire(primary.id)
    await buildConstruction(world, client, { craftsmanIds: [{ contractorId: primary.id, craftsmanIds: [id] }] })
    expect((await change(staff, id, { contractor_id: other.id })).body.errors).toHaveProperty('contractor_id')
  })
})

describe('DELETE /api/craftsmans/:id', () => {
  it('refuses while work is open, and ends the sessions otherwise', async () => {
    const busy = await hire(primary.id)
    await buildConstruction(world, client, { craftsmanIds: [{ contractorId: primary.id, craftsmanIds: [busy.id] }] })
    const refusal = await world.call(staff, 'DELETE /api/craftsmans/:id', { params: { id: busy.id } })
    expect(refusal.body.errors?.full_messages).toEqual(['工事に割り当てられているため削除できません。'])
    const leaver = await buildUser(world, client, 'Craftsman', { contractorId: sub.id })
    expect((await world.call(foreman, 'DELETE /api/craftsmans/:id', { params: { id: leaver.id } })).status).toBe(200)
    expect((await world.call(leaver, 'GET /api/users/me')).status).toBe(401)
    expect((await world.call(helper, 'DELETE /api/craftsmans/:id', { params: { id: foreman.id } })).status).toBe(404)
  })
  it('tells staff which work is open, and craftsmen of no construction, not even how many', async () => {
    const busy = await hire(primary.id)
    await buildConstruction(world, client, { craftsmanIds: [{ contractorId: primary.id, craftsmanIds: [busy.id] }] })
    const refusal = (caller: BuiltPerson) => world.send(caller, 'DELETE', `/api/craftsmans/${busy.id}`)
    expect((await refusal(staff)).body).toMatchObject({ used_by: [{ type: 'constructions' }], used_by_count: 1 })
    const { status, body } = await refusal(foreman)
    expect([status, body.errors?.full_messages]).toEqual([422, ['工事に割り当てられているため削除できません。']])
    expect(body).not.toHaveProperty('used_by')
    expect(body).not.toHaveProperty('used_by_count')
  })
})
