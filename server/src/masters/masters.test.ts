import { firstFaqs } from '@toguchi/domain/masters/first-faqs'
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
import { guest, openWorld, type World } from '../../test/world.ts'
import { createFirstMasters } from './masters.ts'

let world: World
let client: BuiltClient
let staff: BuiltPerson
let stranger: BuiltPerson
let everyone: Awaited<ReturnType<typeof buildEveryone>>

beforeAll(async () => {
  world = await openWorld()
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  everyone = await buildEveryone(world, client)
  stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
})

/** The masters that are nothing but their fields: one row of each, and what may be changed of it. */
const plain = [
  ['departments', 'department', { name: '営業部' }, { name: '営業一部' }],
  [
    'construction_orders',
    'construction_order',
    { name: '上から縦2', top_or_bottom: 'top', vertical_or_horizontal: 'vertical', line_number: 2 },
    { line_number: 3 },
  ],
  ['incomplete_reasons', 'incomplete_reason', { name: '留守' }, { name: '不在がち' }],
  [
    'electronic_signboard_contractors',
    'electronic_signboard_contractor',
    { name: '黒板工業', address: '川崎市1', phone: '044-111-2222' },
    { address: null },
  ],
  ['photography_places', 'photography_place', { name: '玄関', remarks: '全景' }, { remarks: '親機を含む' }],
] as const

const create = (caller: BuiltPerson, table: string, key: string, values: object) =>
  world.send(caller, 'POST', `/api/${table}`, JSON.stringify({ [key]: values }), { 'content-type': 'application/json' })
const change = (caller: BuiltPerson, table: string, id: unknown, key: string, values: object) =>
  world.send(caller, 'PATCH', `/api/${table}/${String(id)}`, JSON.stringify({ [key]: values }), { 'content-type': 'application/json' })

describe.each(plain)('%s', (table, key, values, changed) => {
  const made = async (name: string) => {
    const { body } = await create(staff, table, key, { ...values, name })
    return (body as Record<string, unknown>)[key] as { id: number; name: string; can_delete: boolean }
  }

  describe(`POST /api/${table}`, () => {
    it('adds a row and answers it', async () => {
      const { status, body } = await create(staff, table, key, values)
      expect(status).toBe(201)
      expect(body.message).toMatch(/を登録しました。$/)
      expect(body[key]).toMatchObject({ ...values, ...('phone' in values ? { phone: '0441112222' } : {}), can_delete: true })
    })
    it('refuses a name twice, no name and a name of 51 characters', async () => {
      await made('重複')
      expect((await create(staff, table, key, { ...values, name: '重複' })).body.errors).toMatchObject({
        name: ['はすでに存在します'],
        full_messages: ['名称はすでに存在します'],
      })
      expect((await create(staff, table, key, { ...values, name: ' ' })).body.errors?.['name']).toEqual(['を入力してください'])
      expect((await create(staff, table, key, { ...values, name: 'あ'.repeat(51) })).body.errors?.['name']).toEqual([
        'は50文字以内で入力してください',
      ])
    })
    it('refuses a field it does not know, and callers who do not manage masters', async () => {
      expect((await create(staff, table, key, { ...values, name: '余分', client_id: 1 })).body.errors).toHaveProperty('client_id')
      expect((await create(everyone.operator, table, key, values)).status).toBe(403)
      expect((await create(everyone.craftsman, table, key, values)).status).toBe(403)
    })
  })

  describe(`GET /api/${table}`, () => {
    it('finds by part of the name, sorts, pages and counts', async () => {
      for (const name of ['検索い', '検索あ', '検索う']) await made(name)
      const search = `${key}[name]=${encodeURIComponent('検索')}&sort_by=name`
      const { body } = await world.send(staff, 'GET', `/api/${table}?${search}&sort_desc=true&per_page=2&page=1`)
      expect((body[table] as { name: string }[]).map(row => row.name)).toEqual(['検索う', '検索い'])
      expect(body['total_count']).toBe(3)
      const beyond = await world.send(staff, 'GET', `/api/${table}?${search}&page=9`)
      expect(beyond.body).toMatchObject({ [table]: [], total_count: 3 })
      const all = await world.send(staff, 'GET', `/api/${table}?exclude_pagination=true`)
      expect(all.body[table]).toContainEqual(expect.objectContaining({ id: expect.any(Number) as number, name: '検索あ' }))
      expect(all.body).not.toHaveProperty('total_count')
      expect((await world.send(staff, 'GET', `/api/${table}?${key}[name]=%25`)).body[table]).toEqual([])
      expect((await world.send(staff, 'GET', `/api/${table}?sort_by=client_id`)).status).toBe(422)
    })
    it("shows nothing of another client, and is the operator's to read", async () => {
      await made('自社のみ')
      expect((await world.send(stranger, 'GET', `/api/${table}`)).body[table]).toEqual([])
      expect((await world.send(everyone.operator, 'GET', `/api/${table}`)).status).toBe(200)
      expect((await world.send(guest, 'GET', `/api/${table}`)).status).toBe(401)
    })
  })

  describe(`GET /api/${table}/:id`, () => {
    it("shows a row; another client's is not found", async () => {
      const row = await made('詳細')
      expect((await world.send(staff, 'GET', `/api/${table}/${row.id}`)).body).toMatchObject({ [key]: { id: row.id, name: '詳細' } })
      expect((await world.send(stranger, 'GET', `/api/${table}/${row.id}`)).status).toBe(404)
      expect((await world.send(staff, 'GET', `/api/${table}/x`)).status).toBe(404)
    })
  })

  describe(`PATCH /api/${table}/:id`, () => {
    it('changes what was sent and nothing else', async () => {
      const row = await made('変更前')
      const { status, body } = await change(staff, table, row.id, key, changed)
      expect(status).toBe(200)
      expect(body.message).toMatch(/を更新しました。$/)
      expect(body[key]).toEqual({ ...row, ...changed })
      const whole = { ...values, ...('phone' in values ? { phone: '0431112222' } : {}), name: '変更後' }
      expect((await change(staff, table, row.id, key, whole)).status).toBe(200)
      expect((await world.send(staff, 'GET', `/api/${table}/${row.id}`)).body[key]).toMatchObject({ id: row.id, ...whole })
    })
    it("refuses a taken name and another client's row", async () => {
      const row = await made('甲')
      await made('乙')
      expect((await change(staff, table, row.id, key, { name: '乙' })).body.errors?.['name']).toEqual(['はすでに存在します'])
      expect((await change(stranger, table, row.id, key, { name: '丙' })).status).toBe(404)
    })
  })

  describe(`DELETE /api/${table}/:id`, () => {
    it('hides the row and frees its name', async () => {
      const row = await made('削除')
      expect((await world.send(stranger, 'DELETE', `/api/${table}/${row.id}`)).status).toBe(404)
      expect((await world.send(everyone.operator, 'DELETE', `/api/${table}/${row.id}`)).status).toBe(403)
      expect((await world.send(staff, 'DELETE', `/api/${table}/${row.id}`)).body.message).toMatch(/を削除しました。$/)
      expect((await world.send(staff, 'GET', `/api/${table}/${row.id}`)).status).toBe(404)
      expect((await create(staff, table, key, { ...values, name: '削除' })).status).toBe(201)
    })
  })
})

describe('a master in use', () => {
  it('is not deleted while something points to it', async () => {
    const { department } = (await world.call(staff, 'POST /api/departments', { body: { department: { name: '工事部' } } })).body
    const { incomplete_reason } = (
      await world.call(staff, 'POST /api/incomplete_reasons', { body: { incomplete_reason: { name: '拒否' } } })
    ).body
    const board = (
      await world.call(staff, 'POST /api/electronic_signboard_contractors', {
        body: { electronic_signboard_contractor: { name: '黒板社', phone: null } },
      })
    ).body.electronic_signboard_contractor
    const { photography_place } = (
      await world.call(staff, 'POST /api/photography_places', { body: { photography_place: { name: '廊下' } } })
    ).body
    const construction = await buildConstruction(world, client)
    await world.inClient(client.id, async db => {
      await db.updateTable('users').set({ department_id: department.id }).where('id', '=', staff.id).execute()
      await db
        .updateTable('rooms')
        .set({ incomplete_reason_id: incomplete_reason.id })
        .where('id', '=', construction.rooms[0]!.id)
        .execute()
      await db
        .updateTable('constructions')
        .set({ electronic_signboard_contractor_id: board.id })
        .where('id', '=', construction.id)
        .execute()
      await db
        .insertInto('photography_place_entries')
        .values({
          client_id: client.id,
          construction_id: construction.id,
          area: 'common',
          photography_place_id: photography_place.id,
          position: 1,
        })
        .execute()
    })
    for (const path of [
      `departments/${department.id}`,
      `incomplete_reasons/${incomplete_reason.id}`,
      `electronic_signboard_contractors/${board.id}`,
      `photography_places/${photography_place.id}`,
    ]) {
      const { status, body } = await world.send(staff, 'DELETE', `/api/${path}`)
      expect({ path, status, text: body.errors?.full_messages }).toEqual({ path, status: 422, text: ['使用中のため削除できません。'] })
      expect(body).toMatchObject({ used_by_count: 1, used_by: [{ id: expect.any(Number) as number }] })
    }
    const usedBy = async (path: string) => {
      const { body } = await world.send(staff, 'GET', `/api/${path}`)
      return (Object.values(body)[0] as { used_by: unknown[] }).used_by
    }
    const room = construction.rooms[0]!
    expect(await usedBy(`departments/${department.id}`)).toEqual([
      { type: 'staffs', id: staff.id, name: expect.any(String) as string, parent_id: null },
    ])
    expect(await usedBy(`incomplete_reasons/${incomplete_reason.id}`)).toEqual([
      { type: 'rooms', id: room.id, name: expect.stringMatching(/ 101号室$/) as string, parent_id: construction.id },
    ])
    for (const path of [`electronic_signboard_contractors/${board.id}`, `photography_places/${photography_place.id}`])
      expect(await usedBy(path)).toEqual([
        { type: 'constructions', id: construction.id, name: expect.stringMatching(/ インターホン更新工事$/) as string, parent_id: null },
      ])
    expect((await world.call(staff, 'GET /api/departments/:id', { params: { id: department.id } })).body.department).toMatchObject({
      users_count: 1,
      can_delete: false,
    })
    const { departments } = (await world.call(staff, 'GET /api/departments', { query: { exclude_pagination: true } })).body
    expect(departments.find(each => each.id === department.id)?.users_count).toBe(1)
  })
})

const supplier = (name: string, ...people: string[]) => ({
  supplier: {
    name,
    address: '川崎市1',
    representative_phone: '044-111-2222',
    supplier_staffs_attributes: people.map(each => ({ name: each })),
  },
})

describe('POST /api/suppliers', () => {
  it('saves the supplier with its people, in their order; operators may too', async () => {
    const { status, body } = await world.call(everyone.operator, 'POST /api/suppliers', { body: supplier('山田商事', '佐藤', '鈴木') })
    expect(status).toBe(201)
    expect(body.message).toBe('取引先を登録しました。')
    expect(body.supplier).toMatchObject({
      id: expect.any(Number) as number,
      name: '山田商事',
      address: '川崎市1',
      representative_phone: '0441112222',
      can_delete: true,
    })
    expect(body.supplier_staffs.map(({ name, can_delete }) => [name, can_delete])).toEqual([
      ['佐藤', true],
      ['鈴木', true],
    ])
  })
  it('points at the row of the person whose name is missing', async () => {
    const { status, body } = await world.call(staff, 'POST /api/suppliers', { body: supplier('無名商事', '佐藤', '') })
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      'supplier_staffs[1].name': ['を入力してください'],
      full_messages: ['担当者名を入力してください'],
    })
  })
  it('keeps nothing when the name is taken', async () => {
    await world.call(staff, 'POST /api/suppliers', { body: supplier('一番商会') })
    const { body } = await world.call(staff, 'POST /api/suppliers', { body: supplier('一番商会', '佐藤') })
    expect(body.errors?.['name']).toEqual(['はすでに存在します'])
  })
})

describe('GET /api/suppliers', () => {
  it('lists suppliers of the own client only', async () => {
    await world.call(staff, 'POST /api/suppliers', { body: supplier('一覧商会') })
    const found = await world.call(staff, 'GET /api/suppliers', { query: { supplier: { name: '一覧' }, exclude_pagination: true } })
    expect(found.body.suppliers.map(each => each.name)).toEqual(['一覧商会'])
    expect((await world.call(stranger, 'GET /api/suppliers')).body).toEqual({ suppliers: [], total_count: 0 })
    expect((await world.call(everyone.craftsman, 'GET /api/suppliers')).status).toBe(403)
  })
  it('answers pages of 25, and all at once without pages', async () => {
    const own = await buildClient(world)
    const caller = await buildUser(world, own, 'Staff')
    const rows = Array.from({ length: 30 }, (_, at) => ({ client_id: own.id, name: `取引先${at}` }))
    await world.inClient(own.id, db => db.insertInto('suppliers').values(rows).execute())
    expect((await world.call(caller, 'GET /api/suppliers')).body).toMatchObject({ suppliers: { length: 25 }, total_count: 30 })
    const all = await world.call(caller, 'GET /api/suppliers', { query: { exclude_pagination: true } })
    expect(all.body.suppliers).toHaveLength(30)
  })
})

describe('GET /api/suppliers/:id', () => {
  it('says which people may still be deleted', async () => {
    const { body } = await world.call(staff, 'POST /api/suppliers', { body: supplier('詳細商会', '佐藤', '鈴木') })
    const construction = await buildConstruction(world, client)
    await world.inClient(client.id, db =>
      db
        .updateTable('constructions')
        .set({ supplier_id: body.supplier.id, supplier_staff_id: body.supplier_staffs[0]!.id })
        .where('id', '=', construction.id)
        .execute(),
    )
    const shown = await world.call(staff, 'GET /api/suppliers/:id', { params: { id: body.supplier.id } })
    expect(shown.body.supplier.supplier_staffs.map(each => each.can_delete)).toEqual([false, true])
    expect(shown.body.supplier.supplier_staffs.map(({ id, name }) => ({ id, name }))).toEqual(
      body.supplier_staffs.map(({ id, name }) => ({ id, name })),
    )
    expect(shown.body.supplier.supplier_staffs.map(({ name }) => name)).toEqual(['佐藤', '鈴木'])
    expect(shown.body.supplier.can_delete).toBe(false)
    expect((await world.call(staff, 'GET /api/suppliers/:id', { params: { id: 999_999 } })).status).toBe(404)
    expect((await world.call(stranger, 'GET /api/suppliers/:id', { params: { id: body.supplier.id } })).status).toBe(404)
  })
})

describe('PATCH /api/suppliers/:id', () => {
  it('changes, adds and removes people by their rows', async () => {
    const { body } = await world.call(staff, 'POST /api/suppliers', { body: supplier('変更商会', '佐藤', '鈴木') })
    const [sato, suzuki] = body.supplier_staffs
    const answer = await world.call(staff, 'PATCH /api/suppliers/:id', {
      params: { id: body.supplier.id },
      body: {
        supplier: {
          supplier_staffs_attributes: [
            { id: sato!.id, name: '佐藤', _destroy: true },
            { id: suzuki!.id, name: '鈴木次郎' },
            { name: '高橋' },
          ],
        },
      },
    })
    expect(answer.body.supplier_staffs.map(each => each.name)).toEqual(['鈴木次郎', '高橋'])
    expect(answer.body.supplier.address).toBe('川崎市1')
  })
  it('keeps every field, and answers the message, the supplier and its people, as adding does', async () => {
    const people = (...names: string[]) => names.map(name => ({ id: expect.any(Number) as number, name, can_delete: true }))
    const show = async (id: number) => (await world.call(staff, 'GET /api/suppliers/:id', { params: { id } })).body.supplier
    const added = (await world.call(staff, 'POST /api/suppliers', { body: supplier('改名前', '佐藤', '鈴木') })).body
    const first = { id: added.supplier.id, name: '改名前', address: '川崎市1', representative_phone: '0441112222' }
    expect(added).toMatchObject({ message: '取引先を登録しました。', supplier: first, supplier_staffs: people('佐藤', '鈴木') })
    expect(await show(first.id)).toMatchObject({ ...first, supplier_staffs: people('佐藤', '鈴木') })

    const fields = { name: '取引先A', address: '横浜市1', representative_phone: '0451112222' }
    const { body } = await world.call(staff, 'PATCH /api/suppliers/:id', {
      params: { id: first.id },
      body: {
        supplier: {
          ...fields,
          supplier_staffs_attributes: [...added.supplier_staffs.map(({ id, name }) => ({ id, name })), { name: '高橋' }],
        },
      },
    })
    const after = { id: first.id, ...fields }
    expect(body).toMatchObject({ message: '取引先を更新しました。', supplier: after, supplier_staffs: people('佐藤', '鈴木', '高橋') })
    expect(await show(first.id)).toMatchObject({ ...after, supplier_staffs: people('佐藤', '鈴木', '高橋') })
  })
  it('rolls everything back when one person stands on a construction', async () => {
    const { body } = await world.call(staff, 'POST /api/suppliers', { body: supplier('旧名', '佐藤') })
    const construction = await buildConstruction(world, client)
    const person = body.supplier_staffs[0]!
    await world.inClient(client.id, db =>
      db.updateTable('constructions').set({ supplier_staff_id: person.id }).where('id', '=', construction.id).execute(),
    )
    const params = { id: body.supplier.id }
    const answer = await world.call(staff, 'PATCH /api/suppliers/:id', {
      params,
      body: { supplier: { name: '新名', supplier_staffs_attributes: [{ id: person.id, name: '佐藤', _destroy: true }] } },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors?.full_messages).toEqual(['使用中のため削除できません。'])
    expect((await world.call(staff, 'GET /api/suppliers/:id', { params })).body.supplier.name).toBe('旧名')
  })
  it('keeps what two people write of different rows (decision 075)', async () => {
    const { body } = await world.call(staff, 'POST /api/suppliers', { body: supplier('二人商会', '佐藤', '鈴木', '高橋') })
    const [sato, suzuki, takahashi] = body.supplier_staffs.map(({ id }) => id)
    const write = (...rows: { id?: number | undefined; name?: string; _destroy?: boolean }[]) =>
      world.call(staff, 'PATCH /api/suppliers/:id', { params: body.supplier, body: { supplier: { supplier_staffs_attributes: rows } } })
    await write({ id: sato, name: '佐藤一郎' }, { id: suzuki }, { id: takahashi, _destroy: true })
    const last = await write({ id: sato }, { id: suzuki, name: '鈴木次郎' }, { id: takahashi }, { name: '田中' })
    expect(last.body.supplier_staffs.map(({ name }) => name)).toEqual(['佐藤一郎', '鈴木次郎', '田中'])
    expect((await write({ id: takahashi, name: '高橋三郎' })).status).toBe(404)
    expect((await write({ _destroy: false })).status).toBe(422)
  })
  it('names what two people changed in one place, with both values and the supplier as it is (decision 086)', async () => {
    const { body } = await world.call(staff, 'POST /api/suppliers', { body: supplier('同時商会', '佐藤', '鈴木') })
    const [sato, suzuki] = body.supplier_staffs
    const params = { id: body.supplier.id }
    const write = (supplier: object, read: object) => change(staff, 'suppliers', body.supplier.id, 'supplier', { ...supplier, read })
    const people = (...rows: object[]) => ({ supplier_staffs_attributes: rows })
    const read = people({ id: sato!.id, name: '佐藤' })
    await write(
      { representative_phone: '045-111-2222', ...people({ id: sato!.id, name: '佐藤一郎' }, { id: suzuki!.id }) },
      { representative_phone: '044-111-2222', ...read },
    )
    const both = await write(
      {
        address: '横浜市9',
        representative_phone: '03-1111-2222',
        ...people({ id: sato!.id, name: '佐藤二郎' }, { id: suzuki!.id, name: '鈴木次郎' }),
      },
      {
        address: '川崎市1',
        representative_phone: '044-111-2222',
        ...people({ id: sato!.id, name: '佐藤' }, { id: suzuki!.id, name: '鈴木' }),
      },
    )
    const phone = {
      path: ['representative_phone'],
      row_name: null,
      field_name: '代表電話番号',
      current: '045-111-2222',
      sent: '03-1111-2222',
    }
    const person = {
      path: ['supplier_staffs_attributes', sato!.id, 'name'],
      row_name: '佐藤',
      field_name: '担当者名',
      current: '佐藤一郎',
      sent: '佐藤二郎',
    }
    expect(both).toMatchObject({
      status: 409,
      body: {
        code: 'changed_by_both',
        conflicts: [phone, person],
        supplier: { address: '川崎市1', supplier_staffs: [{ name: '佐藤一郎' }, { name: '鈴木' }] },
        errors: {
          full_messages: [
            '同じ項目をほかの人が変更したため、保存していません。代表電話番号：ほかの人の入力「045-111-2222」、あなたの入力「03-1111-2222」。「佐藤」の担当者名：ほかの人の入力「佐藤一郎」、あなたの入力「佐藤二郎」。',
          ],
        },
      },
    })
    expect((await world.call(staff, 'GET /api/suppliers/:id', { params })).body.supplier.address).toBe('川崎市1')
    // The same value twice is no conflict, and neither is another person's row.
    const same = await write(people({ id: sato!.id, name: '佐藤一郎' }, { id: suzuki!.id, name: '鈴木次郎' }), {
      ...people({ id: sato!.id, name: '佐藤' }, { id: suzuki!.id, name: '鈴木' }),
    })
    expect(same.status).toBe(200)
    expect((await world.call(staff, 'GET /api/suppliers/:id', { params })).body.supplier.supplier_staffs).toMatchObject([
      { name: '佐藤一郎' },
      { name: '鈴木次郎' },
    ])
    expect((await change(stranger, 'suppliers', body.supplier.id, 'supplier', { name: '他社', read: { name: '同時商会' } })).status).toBe(
      404,
    )
  })
  it('does not know a person of another supplier', async () => {
    const one = (await world.call(staff, 'POST /api/suppliers', { body: supplier('一社', '佐藤') })).body
    const two = (await world.call(staff, 'POST /api/suppliers', { body: supplier('二社') })).body
    const answer = await world.call(staff, 'PATCH /api/suppliers/:id', {
      params: { id: two.supplier.id },
      body: { supplier: { supplier_staffs_attributes: [{ id: one.supplier_staffs[0]!.id, name: '横取り' }] } },
    })
    expect(answer.status).toBe(404)
  })
})

describe('DELETE /api/suppliers/:id', () => {
  it('hides a supplier that nothing uses; not for operators', async () => {
    const { supplier: row } = (await world.call(staff, 'POST /api/suppliers', { body: supplier('削除商会') })).body
    const params = { id: row.id }
    expect((await world.call(everyone.operator, 'DELETE /api/suppliers/:id', { params })).status).toBe(403)
    expect((await world.call(staff, 'DELETE /api/suppliers/:id', { params })).status).toBe(200)
    expect((await world.call(staff, 'GET /api/suppliers/:id', { params })).status).toBe(404)
  })
})

describe('what uses a row', () => {
  it('is told of the newest five, with the number of all, and only of the own client', async () => {
    const { supplier: row } = (await world.call(staff, 'POST /api/suppliers', { body: supplier('多忙商事') })).body
    const ids: number[] = []
    for (let at = 0; at < 7; at++) ids.push((await buildConstruction(world, client, { floors: 1, perFloor: 1 })).id)
    await world.inClient(client.id, db => db.updateTable('constructions').set({ supplier_id: row.id }).where('id', 'in', ids).execute())
    const shown = (await world.call(staff, 'GET /api/suppliers/:id', { params: { id: row.id } })).body.supplier
    expect(shown.used_by?.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 5))
    expect(shown.used_by_count).toBe(7)
    const listed = (await world.call(staff, 'GET /api/suppliers', { query: { supplier: { name: '多忙' } } })).body.suppliers[0]
    expect(listed).not.toHaveProperty('used_by')
  })
  it('is not told to craftsmen, not even how many there are, of any master they may read', async () => {
    const contractor = await buildContractor(world, client)
    const craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
    const foreign = await buildConstruction(world, client, { floors: 1, perFloor: 1, contractorIds: [contractor.id] })
    const { incomplete_reason: reason } = (
      await world.call(staff, 'POST /api/incomplete_reasons', { body: { incomplete_reason: { name: '他の工事' } } })
    ).body
    const { completion_report: report } = (
      await world.call(staff, 'POST /api/completion_reports', { body: { completion_report: { name: '設定の報告' } } })
    ).body
    const { comment_list: comment } = (
      await world.call(staff, 'POST /api/comment_lists', { body: { comment_list: { contents: '異常なし' } } })
    ).body
    await world.inClient(client.id, db =>
      db.updateTable('rooms').set({ incomplete_reason_id: reason.id }).where('id', '=', foreign.rooms[0]!.id).execute(),
    )
    await world.call(staff, 'PATCH /api/completion_report_settings', {
      body: { completion_report_settings_attributes: [{ construction_type: 'inspection', completion_report_id: report.id }] },
    })
    const masters = {
      incomplete_reasons: reason.id,
      electronic_signboard_contractors: 1,
      photography_places: 1,
      completion_reports: report.id,
      comment_lists: comment.id,
      departments: 1,
      suppliers: 1,
      construction_orders: 1,
      options: 1,
      contractors: contractor.id,
      craftsmans: craftsman.id,
    }
    const read: string[] = []
    for (const [master, id] of Object.entries(masters)) {
      const { status, body } = await world.send(craftsman, 'GET', `/api/${master}/${id}`)
      if (status === 403) continue
      expect({ master, status }).toEqual({ master, status: 200 })
      expect(JSON.stringify(body)).not.toContain('used_by')
      read.push(master)
    }
    expect(read).toEqual(['incomplete_reasons', 'completion_reports', 'comment_lists', 'contractors', 'craftsmans'])
    const known = (await world.call(staff, 'GET /api/incomplete_reasons/:id', { params: { id: reason.id } })).body.incomplete_reason
    expect(known.used_by_count).toBe(1)
  })
  it('is no construction that was discarded', async () => {
    const { incomplete_reason: reason } = (
      await world.call(staff, 'POST /api/incomplete_reasons', { body: { incomplete_reason: { name: '消えた工事' } } })
    ).body
    const gone = await buildConstruction(world, client, { floors: 1, perFloor: 1 })
    await world.inClient(client.id, async db => {
      await db.updateTable('rooms').set({ incomplete_reason_id: reason.id }).where('id', '=', gone.rooms[0]!.id).execute()
      await db.updateTable('constructions').set({ discarded_at: new Date() }).where('id', '=', gone.id).execute()
    })
    const params = { id: reason.id }
    const shown = (await world.call(staff, 'GET /api/incomplete_reasons/:id', { params })).body.incomplete_reason
    expect(shown).toMatchObject({ can_delete: true, used_by: [], used_by_count: 0 })
    expect((await world.call(staff, 'DELETE /api/incomplete_reasons/:id', { params })).status).toBe(200)
  })
})

describe('GET /api/reception_types', () => {
  it('lists what every client starts with', async () => {
    const fresh = await buildClient(world)
    await world.inClient(fresh.id, db => createFirstMasters(db, fresh.id))
    const caller = await buildUser(world, fresh, 'Staff')
    const { body } = await world.call(caller, 'GET /api/reception_types')
    expect(body.reception_types.map(type => type.name)).toEqual(['電話', 'メール', '書面', '訪問', 'WEB', 'その他'])
    expect(new Set(body.reception_types.map(type => type.id)).size).toBe(6)
    expect((await world.call(caller, 'GET /api/incomplete_reasons')).body.total_count).toBe(4)
    expect((await world.call(caller, 'GET /api/construction_orders')).body.construction_orders.map(order => order.name)).toEqual([
      '上から縦',
      '上から横',
      '下から縦',
      '下から横',
    ])
  })
})

/** What the chatbot answers beside the dwelling's data (decision 045). */
describe('faqs', () => {
  const question = { question: '駐輪場はどこですか', answer: '管理人室の横です。', keywords: '自転車、駐輪', position: 3, published: false }
  const made = async () => (await world.call(staff, 'POST /api/faqs', { body: { faq: question } })).body.faq

  it('stand at a new client from the start (G-MAS-13)', async () => {
    const fresh = await buildClient(world)
    await world.inClient(fresh.id, db => createFirstMasters(db, fresh.id))
    const person = await buildUser(world, fresh, 'Staff')
    const { faqs } = (await world.call(person, 'GET /api/faqs', { query: { exclude_pagination: true, sort_by: 'position' } })).body
    expect(faqs.map(faq => faq.question)).toEqual(firstFaqs.map(faq => faq.question))
    expect(faqs.every(faq => faq.published && faq.can_delete)).toBe(true)
  })
  describe('POST /api/faqs', () => {
    it('adds one; without question or answer it is refused, and so are operators', async () => {
      expect(await made()).toMatchObject(question)
      const { status, body } = await world.call(staff, 'POST /api/faqs', { body: { faq: { question: ' ', answer: '' } } })
      expect([status, body.errors?.full_messages]).toEqual([422, ['質問を入力してください', '回答を入力してください']])
      expect((await world.call(everyone.operator, 'POST /api/faqs', { body: { faq: question } })).status).toBe(403)
    })
  })
  describe('GET /api/faqs', () => {
    it("finds by part of the question and shows nothing of another client's", async () => {
      await made()
      const query = { faq: { name: '駐輪場' } }
      expect((await world.call(staff, 'GET /api/faqs', { query })).body.total_count).toBeGreaterThan(0)
      expect((await world.call(stranger, 'GET /api/faqs', { query })).body.faqs).toEqual([])
    })
  })
  describe('GET /api/faqs/:id', () => {
    it("shows one; another client's is not found", async () => {
      const { id } = await made()
      expect((await world.call(staff, 'GET /api/faqs/:id', { params: { id } })).body.faq).toMatchObject(question)
      expect((await world.call(stranger, 'GET /api/faqs/:id', { params: { id } })).status).toBe(404)
    })
  })
  describe('PATCH /api/faqs/:id', () => {
    it('changes what was sent', async () => {
      const { id } = await made()
      const { body } = await world.call(staff, 'PATCH /api/faqs/:id', { params: { id }, body: { faq: { published: true, keywords: '' } } })
      expect(body.faq).toMatchObject({ ...question, published: true, keywords: null })
    })
  })
  describe('DELETE /api/faqs/:id', () => {
    it('hides it', async () => {
      const { id } = await made()
      expect((await world.call(staff, 'DELETE /api/faqs/:id', { params: { id } })).body.message).toBe('よくある質問を削除しました。')
      expect((await world.call(staff, 'GET /api/faqs/:id', { params: { id } })).status).toBe(404)
    })
  })
})
