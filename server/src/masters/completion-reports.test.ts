import { beforeAll, describe, expect, it } from 'vitest'
import { buildClient, buildEveryone, buildUser, type BuiltClient, type BuiltPerson } from '../../test/build.ts'
import { openWorld, type World } from '../../test/world.ts'
import { createFirstMasters } from './masters.ts'

let world: World
let client: BuiltClient
let staff: BuiltPerson
let stranger: BuiltPerson
let everyone: Awaited<ReturnType<typeof buildEveryone>>

beforeAll(async () => {
  world = await openWorld()
  client = await buildClient(world)
  everyone = await buildEveryone(world, client)
  staff = everyone.staff
  stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
})

type Units = { id?: number; name?: string; is_default?: boolean; _destroy?: boolean }[]
type Items = {
  id?: number
  name?: string
  kind?: 'choice' | 'number' | 'text'
  unit_name?: string
  required?: boolean
  _destroy?: boolean
  completion_report_item_units_attributes?: Units
}[]
const create = (name: string, items: Items = [], caller = staff) =>
  world.call(caller, 'POST /api/completion_reports', {
    body: { completion_report: { name, remarks: '備考', completion_report_items_attributes: items } },
  })
const change = (id: number, items: Items, over: object = {}, caller = staff) =>
  world.call(caller, 'PATCH /api/completion_reports/:id', {
    params: { id },
    body: { completion_report: { completion_report_items_attributes: items, ...over } },
  })
const show = async (id: number) => (await world.call(staff, 'GET /api/completion_reports/:id', { params: { id } })).body.completion_report
const outline = (report: Awaited<ReturnType<typeof show>>) =>
  report.completion_report_items.map(item => [
    item.name,
    item.completion_report_item_units.map(unit => (unit.is_default ? `${unit.name}*` : unit.name)).join(),
  ])
const answers: Units = [{ name: '良', is_default: true }, { name: '否' }]
const made = async (name: string) => {
  const { body } = await create(name, [
    { name: '親機', completion_report_item_units_attributes: answers },
    { name: '子機', completion_report_item_units_attributes: [{ name: '済' }] },
  ])
  return body.completion_report
}

describe('POST /api/completion_reports', () => {
  it('adds a report with its items and their units, in the order they are sent', async () => {
    const { status, body } = await create('点検報告', [
      { name: '親機', completion_report_item_units_attributes: answers },
      { name: '子機' },
      { name: '消えた行', _destroy: true },
    ])
    expect(status).toBe(201)
    expect(body.message).toBe('完了報告書を登録しました。')
    expect(body.completion_report).toMatchObject({ id: expect.any(Number) as number, name: '点検報告', remarks: '備考', can_delete: true })
    expect(outline(body.completion_report)).toEqual([
      ['親機', '良*,否'],
      ['子機', ''],
    ])
  })
  it('names the row that lacks a name, in either level', async () => {
    const items = [{ name: '親機' }, { name: ' ' }, { completion_report_item_units_attributes: [{ name: '良' }, {}] }]
    expect((await create('行番号', items)).body.errors).toMatchObject({
      'completion_report_items[1].name': ['を入力してください'],
      'completion_report_items[2].name': ['を入力してください'],
      'completion_report_items[2].completion_report_item_units[1].name': ['を入力してください'],
      full_messages: ['項目名を入力してください', '選択肢を入力してください'],
    })
    expect(
      (await world.call(staff, 'GET /api/completion_reports', { query: { completion_report: { name: '行番号' } } })).body.total_count,
    ).toBe(0)
  })
  it('refuses two defaults of one item', async () => {
    const two: Units = [
      { name: '良', is_default: true },
      { name: '否', is_default: true },
    ]
    const { status, body } = await create('初期値二つ', [{ name: '子機' }, { name: '親機', completion_report_item_units_attributes: two }])
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      'completion_report_items[1].completion_report_item_units': ['初期値は1つだけ選択できます'],
      full_messages: ['初期値は1つだけ選択できます'],
    })
  })
  it('refuses a taken name, and callers who do not manage masters', async () => {
    await create('重複報告')
    expect((await create('重複報告')).body.errors?.['name']).toEqual(['はすでに存在します'])
    for (const caller of [everyone.operator, everyone.craftsman]) expect((await create('不可', [], caller)).status).toBe(403)
  })
})

describe('the kinds of items', () => {
  const numbers = [
    { name: '絶縁抵抗', kind: 'number' as const, unit_name: 'MΩ' },
    { name: '製造番号', kind: 'text' as const, required: false },
    { name: '親機', completion_report_item_units_attributes: answers },
  ]
  const kindsOf = (report: Awaited<ReturnType<typeof show>>) =>
    report.completion_report_items.map(({ name, kind, unit_name, required }) => [name, kind, unit_name, required])
  it('are a choice, a number with its unit, or a text, required unless it says otherwise', async () => {
    const { body } = await create('測定の報告', numbers)
    expect(kindsOf(body.completion_report)).toEqual([
      ['絶縁抵抗', 'number', 'MΩ', true],
      ['製造番号', 'text', null, false],
      ['親機', 'choice', null, true],
    ])
    expect((await create('単位なし', [{ name: '電圧', kind: 'number' }])).body.errors).toEqual({
      'completion_report_items[0].unit_name': ['を入力してください'],
      full_messages: ['単位を入力してください'],
    })
  })
  it('change with their item, and take along what the new kind does not ask', async () => {
    const { id, completion_report_items: items } = (await create('変わる報告', numbers)).body.completion_report
    await change(id, [
      { id: items[0]!.id, kind: 'text' },
      { id: items[2]!.id, kind: 'number', unit_name: 'V', required: false },
    ])
    const after = await show(id)
    expect(kindsOf(after)).toEqual([
      ['絶縁抵抗', 'text', null, true],
      ['製造番号', 'text', null, false],
      ['親機', 'number', 'V', false],
    ])
    expect(outline(after)[2]).toEqual(['親機', ''])
  })
})

describe('GET /api/completion_reports', () => {
  it('lists reports with their items, to craftsmen too, and nothing of another client', async () => {
    await made('一覧の報告')
    const query = { completion_report: { name: '一覧の' } }
    for (const caller of [staff, everyone.operator, everyone.craftsman]) {
      const { body } = await world.call(caller, 'GET /api/completion_reports', { query })
      expect(body.completion_reports.map(outline)).toEqual([
        [
          ['親機', '良*,否'],
          ['子機', '済'],
        ],
      ])
    }
    expect((await world.call(stranger, 'GET /api/completion_reports', { query })).body.total_count).toBe(0)
  })
})

describe('GET /api/completion_reports/:id', () => {
  it("shows one report; another client's is not found", async () => {
    const { id } = await made('詳細の報告')
    expect(await show(id)).toMatchObject({ id, name: '詳細の報告', remarks: '備考', used_by: [], used_by_count: 0 })
    expect((await world.call(stranger, 'GET /api/completion_reports/:id', { params: { id } })).status).toBe(404)
  })
})

describe('PATCH /api/completion_reports/:id', () => {
  it('keeps what two people write of different rows, and of different choices of one (decision 075)', async () => {
    const choices = (...names: string[]) => names.map(name => ({ name }))
    const report = (
      await create('二人の報告', [
        { name: '親機', completion_report_item_units_attributes: choices('良', '否', '無') },
        { name: '子機', completion_report_item_units_attributes: choices('済', '未') },
      ])
    ).body.completion_report
    const [first, second] = report.completion_report_items
    const [good, bad, none] = first!.completion_report_item_units.map(({ id }) => id)
    const units = (rows: Units) => ({ completion_report_item_units_attributes: rows })
    await change(report.id, [
      { id: first!.id, ...units([{ id: good, name: '可' }, { id: bad }, { id: none, _destroy: true }]) },
      { id: second!.id, _destroy: true },
    ])
    const last = await change(report.id, [
      { id: first!.id, ...units([{ id: good }, { id: bad, name: '不可' }, { id: none }]) },
      { id: second!.id },
      { name: '通話', ...units(choices('可')) },
    ])
    expect(last.status).toBe(200)
    expect(outline(await show(report.id))).toEqual([
      ['親機', '可,不可'],
      ['通話', '可'],
    ])
    expect((await change(report.id, [{ id: second!.id, name: '室内子機' }])).status).toBe(404)
  })

  it('names the item, or the choice of an item, that two people changed in one place (decision 086)', async () => {
    const report = (
      await create('同時の報告', [{ name: '親機', completion_report_item_units_attributes: [{ name: '良' }, { name: '否' }] }])
    ).body.completion_report
    const [item] = report.completion_report_items
    const [good, bad] = item!.completion_report_item_units.map(({ id }) => id)
    const rows = (fields: object, ...units: { id: number | undefined; name?: string }[]) => ({
      completion_report_items_attributes: [{ id: item!.id, ...fields, completion_report_item_units_attributes: units }],
    })
    const write = (form: object, read: object) =>
      world.send(staff, 'PATCH', `/api/completion_reports/${report.id}`, JSON.stringify({ completion_report: { ...form, read } }), {
        'content-type': 'application/json',
      })
    await write(rows({ required: false }, { id: good, name: '可' }, { id: bad }), rows({ required: true }, { id: good, name: '良' }))
    const both = await write(
      rows({ name: '室内親機' }, { id: good, name: '正常' }, { id: bad, name: '不可' }),
      rows({ name: '親機' }, { id: good, name: '良' }, { id: bad, name: '否' }),
    )
    expect(both).toMatchObject({
      status: 409,
      body: {
        code: 'changed_by_both',
        conflicts: [{ row_name: '親機 良', field_name: '選択肢', current: '可', sent: '正常' }],
        completion_report: { completion_report_items: [{ name: '親機', required: false }] },
      },
    })
    expect(outline(await show(report.id))).toEqual([['親機', '可,否']])
    // Read anew, with the other's choice kept, the rest is saved.
    expect(
      (await write(rows({ name: '室内親機' }, { id: good }, { id: bad, name: '不可' }), rows({ name: '親機' }, { id: bad, name: '否' })))
        .status,
    ).toBe(200)
    expect(outline(await show(report.id))).toEqual([['室内親機', '可,不可']])
  })

  it('changes, moves, adds and removes rows, and leaves alone what was not sent', async () => {
    const report = await made('変更の報告')
    const [first, second] = report.completion_report_items as [
      (typeof report.completion_report_items)[number],
      (typeof report.completion_report_items)[number],
    ]
    const [good, bad] = first.completion_report_item_units
    const { status, body } = await change(
      report.id,
      [
        { name: '通話', completion_report_item_units_attributes: [{ name: '可', is_default: true }] },
        { id: second.id },
        {
          id: first.id,
          name: '親機の取付',
          completion_report_item_units_attributes: [
            { id: bad!.id, is_default: true },
            { id: good!.id, is_default: false },
            { name: '対象外' },
          ],
        },
      ],
      { name: '変更した報告', remarks: '' },
    )
    expect(status).toBe(200)
    expect(body.message).toBe('完了報告書を更新しました。')
    const after = await show(report.id)
    expect(after).toMatchObject({ name: '変更した報告', remarks: null })
    expect(outline(after)).toEqual([
      ['通話', '可*'],
      ['子機', '済'],
      ['親機の取付', '否*,良,対象外'],
    ])
    await change(report.id, [
      { id: second.id, _destroy: true },
      { id: first.id, completion_report_item_units_attributes: [{ id: good!.id, _destroy: true }] },
    ])
    expect(outline(await show(report.id))).toEqual([
      ['通話', '可*'],
      ['親機の取付', '否*,対象外'],
    ])
  })
  it('sees a second default also beside one that was not sent, and changes nothing then', async () => {
    const report = await made('初期値の報告')
    const item = report.completion_report_items[0]!
    const { body } = await change(
      report.id,
      [{ id: item.id, name: '改名', completion_report_item_units_attributes: [{ name: '追加', is_default: true }] }],
      { name: '変わらない' },
    )
    expect(body.errors).toMatchObject({ 'completion_report_items[0].completion_report_item_units': ['初期値は1つだけ選択できます'] })
    expect(await show(report.id)).toMatchObject({ name: '初期値の報告' })
    expect(outline(await show(report.id))[0]).toEqual(['親機', '良*,否'])
  })
  it('does not know rows of another report, nor units of another item', async () => {
    const [one, other] = [await made('甲の報告'), await made('乙の報告')]
    const theirs = other.completion_report_items[0]!
    expect((await change(one.id, [{ id: theirs.id, name: '横取り' }])).status).toBe(404)
    const own = one.completion_report_items[1]!
    const units = [{ id: one.completion_report_items[0]!.completion_report_item_units[0]!.id, name: '移動' }]
    expect((await change(one.id, [{ id: own.id, completion_report_item_units_attributes: units }])).status).toBe(404)
    expect((await change(one.id, [], { name: '丙' }, stranger)).status).toBe(404)
    expect((await change(one.id, [], { name: '丙' }, everyone.operator)).status).toBe(403)
  })
})

describe('DELETE /api/completion_reports/:id', () => {
  it('hides a report; one of the settings stays, and says which', async () => {
    const [free, used] = [await made('消える報告'), await made('使う報告')]
    await world.call(staff, 'PATCH /api/completion_report_settings', {
      body: { completion_report_settings_attributes: [{ construction_type: 'inspection', completion_report_id: used.id }] },
    })
    const remove = (id: number, caller = staff) => world.call(caller, 'DELETE /api/completion_reports/:id', { params: { id } })
    expect((await remove(free.id, everyone.operator)).status).toBe(403)
    expect((await remove(free.id, stranger)).status).toBe(404)
    expect((await remove(free.id)).body.message).toBe('完了報告書を削除しました。')
    expect((await world.call(staff, 'GET /api/completion_reports/:id', { params: { id: free.id } })).status).toBe(404)
    expect(await remove(used.id)).toMatchObject({
      status: 422,
      body: {
        errors: { full_messages: ['使用中のため削除できません。'] },
        used_by: [{ type: 'completion_report_settings', name: '点検' }],
        used_by_count: 1,
      },
    })
    expect((await show(used.id)).can_delete).toBe(false)
  })
})

describe('GET /api/completion_report_settings', () => {
  it('has one row for every type of construction, also for a client that set none', async () => {
    const settings = {
      body: {
        completion_report_settings: [
          { id: null, construction_type: 'renewal' },
          { id: null, construction_type: 'inspection' },
        ],
      },
    }
    expect(await world.call(stranger, 'GET /api/completion_report_settings')).toMatchObject(settings)
    expect((await world.call(everyone.craftsman, 'GET /api/completion_report_settings')).status).toBe(200)
  })
  it('begins with one template for every type', async () => {
    const fresh = await buildClient(world)
    await world.inClient(fresh.id, db => createFirstMasters(db, fresh.id))
    const caller = await buildUser(world, fresh, 'Staff')
    const { completion_reports: reports } = (await world.call(caller, 'GET /api/completion_reports')).body
    expect(reports.map(report => report.name)).toEqual(['標準完了報告書'])
    expect(outline(reports[0]!)).toContainEqual(['動作確認', '良*,否,対象外'])
    const { completion_report_settings: settings } = (await world.call(caller, 'GET /api/completion_report_settings')).body
    expect(settings.map(setting => setting.completion_report_id)).toEqual([reports[0]!.id, reports[0]!.id])
  })
})

describe('PATCH /api/completion_report_settings', () => {
  it('saves report and comment of a type and leaves alone what was not sent', async () => {
    const report = await made('設定の報告')
    const save = (
      attributes: { construction_type: 'renewal' | 'inspection'; completion_report_id?: number | null; completion_comment?: string }[],
    ) => world.call(staff, 'PATCH /api/completion_report_settings', { body: { completion_report_settings_attributes: attributes } })
    const { status, body } = await save([
      { construction_type: 'renewal', completion_report_id: report.id, completion_comment: '動作確認済み' },
    ])
    expect(status).toBe(200)
    expect(body.message).toBe('完了報告書設定を更新しました。')
    await save([{ construction_type: 'renewal', completion_comment: '異常なし' }])
    const { completion_report_settings: settings } = (await world.call(staff, 'GET /api/completion_report_settings')).body
    expect(settings[0]).toMatchObject({ construction_type: 'renewal', completion_report_id: report.id, completion_comment: '異常なし' })
  })
  it('points at the row that names no report of the client, and saves nothing', async () => {
    const theirs = (await create('他社の報告', [], stranger)).body.completion_report
    const before = (await world.call(staff, 'GET /api/completion_report_settings')).body
    const { status, body } = await world.call(staff, 'PATCH /api/completion_report_settings', {
      body: {
        completion_report_settings_attributes: [
          { construction_type: 'renewal', completion_comment: '残らない' },
          { construction_type: 'inspection', completion_report_id: theirs.id },
        ],
      },
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      'completion_report_settings[1].completion_report_id': ['は一覧にありません'],
      full_messages: ['完了報告書は一覧にありません'],
    })
    expect((await world.call(staff, 'GET /api/completion_report_settings')).body).toEqual(before)
  })
  it('names the row whose comment is too long, and is closed to operators', async () => {
    const save = (caller: BuiltPerson, completion_comment: string) =>
      world.call(caller, 'PATCH /api/completion_report_settings', {
        body: { completion_report_settings_attributes: [{ construction_type: 'renewal', completion_comment }] },
      })
    expect((await save(staff, 'あ'.repeat(1001))).body.errors).toHaveProperty(['completion_report_settings[0].completion_comment'])
    expect((await save(everyone.operator, '')).status).toBe(403)
  })
})

describe('comment_lists', () => {
  let own: BuiltPerson
  const add = (contents: string, caller = own) => world.call(caller, 'POST /api/comment_lists', { body: { comment_list: { contents } } })
  const list = async (caller = own) => (await world.call(caller, 'GET /api/comment_lists')).body.comment_lists
  const words = async () => (await list()).map(({ contents }) => contents).join()
  beforeAll(async () => {
    own = await buildUser(world, await buildClient(world), 'Staff')
  })

  describe('POST /api/comment_lists', () => {
    it('adds a comment at the end', async () => {
      const { status, body } = await add('動作確認済み。')
      expect(status).toBe(201)
      expect(body).toMatchObject({ message: '定型コメントを登録しました。', comment_list: { contents: '動作確認済み。', position: 1 } })
      for (const contents of ['い', 'ろ', 'は']) await add(contents)
      expect(await words()).toBe('動作確認済み。,い,ろ,は')
    })
    it('refuses an empty one, and callers who do not manage masters', async () => {
      expect((await add(' ')).body.errors).toMatchObject({
        contents: ['を入力してください'],
        full_messages: ['コメントを入力してください'],
      })
      expect((await add('不可', everyone.craftsman)).status).toBe(403)
      expect((await add('不可', everyone.operator)).status).toBe(403)
    })
  })
  describe('GET /api/comment_lists', () => {
    it('finds by part of the words, in their order, and nothing of another client', async () => {
      const query = { comment_list: { name: '確認' } }
      expect((await world.call(own, 'GET /api/comment_lists', { query })).body.total_count).toBe(1)
      expect((await list(everyone.craftsman)).length).toBe(0)
    })
  })
  describe('GET /api/comment_lists/:id', () => {
    it("shows one; another client's is not found", async () => {
      const { id } = (await list())[0]!
      expect((await world.call(own, 'GET /api/comment_lists/:id', { params: { id } })).body.comment_list.contents).toBe('動作確認済み。')
      expect((await world.call(staff, 'GET /api/comment_lists/:id', { params: { id } })).status).toBe(404)
    })
  })
  describe('PATCH /api/comment_lists/:id', () => {
    it('changes the words, or the place, where the others make room', async () => {
      const move = async (at: number, position: number) =>
        world.call(own, 'PATCH /api/comment_lists/:id', { params: { id: (await list())[at]!.id }, body: { comment_list: { position } } })
      expect((await move(3, 1)).body.comment_list).toMatchObject({ contents: 'は', position: 1 })
      expect(await words()).toBe('は,動作確認済み。,い,ろ')
      await move(0, 99)
      expect(await words()).toBe('動作確認済み。,い,ろ,は')
      expect((await move(0, 0)).status).toBe(422)
      const { id } = (await list())[1]!
      await world.call(own, 'PATCH /api/comment_lists/:id', { params: { id }, body: { comment_list: { contents: 'イ' } } })
      expect(await words()).toBe('動作確認済み。,イ,ろ,は')
      const foreign = await world.call(staff, 'PATCH /api/comment_lists/:id', { params: { id }, body: { comment_list: { position: 1 } } })
      expect(foreign.status).toBe(404)
    })
  })
  describe('DELETE /api/comment_lists/:id', () => {
    it('hides a comment; the next one stands at the end again', async () => {
      const { id } = (await list())[0]!
      expect((await world.call(staff, 'DELETE /api/comment_lists/:id', { params: { id } })).status).toBe(404)
      expect((await world.call(own, 'DELETE /api/comment_lists/:id', { params: { id } })).body.message).toBe('定型コメントを削除しました。')
      await add('に')
      expect((await list()).map(({ contents, position }) => `${position}${contents}`).join()).toBe('1イ,2ろ,3は,4に')
    })
  })
})
