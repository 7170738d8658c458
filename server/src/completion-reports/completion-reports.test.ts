import { createHash, randomUUID } from 'node:crypto'
import { canonicalText } from '@toguchi/domain/completion-reports/signed-content'
import { readXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { extractText } from 'unpdf'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
  buildClient,
  buildConstruction,
  buildContractor,
  buildPlatformPerson,
  buildUser,
} from '../../test/build.ts'
import { multipart } from '../../test/multipart.ts'
import { textFaults } from '../../test/text-on-paper.ts'
import { openWorld } from '../../test/world.ts'
import { erasePeople } from '../retention/retention.ts'

const world = await openWorld()
const digital_sign = `data:image/png;base64,${(
  await sharp({ create: { width: 300, height: 100, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
).toString('base64')}`

let client: BuiltClient
let staff: BuiltPerson
let craftsman: BuiltPerson
let stranger: BuiltPerson
let construction: BuiltConstruction
let roomId: number
/** The items of the template and their units, by name. */
let items: Map<string, { id: number; units: Map<string, number> }>
let templateId: number

const under = '/api/constructions/:construction_id/rooms/:room_id'
const params = () => ({ construction_id: construction.id, room_id: roomId })
const all = () => ({ construction_id: construction.id })

type Units = { name: string; is_default?: boolean }[]
const choice = (name: string, ...units: Units) => ({ name, completion_report_item_units_attributes: units })
const template = [
  choice('親機', { name: '良', is_default: true }, { name: '否' }),
  choice('子機', { name: '良' }, { name: '否' }),
  { name: '絶縁抵抗', kind: 'number' as const, unit_name: 'MΩ' },
  { name: '製造番号', kind: 'text' as const, required: false },
]

const createTemplate = async (name: string, rows: typeof template | ReturnType<typeof choice>[]) => {
  const { body } = await world.call(staff, 'POST /api/completion_reports', {
    body: { completion_report: { name, completion_report_items_attributes: rows } },
  })
  return body.completion_report
}

beforeEach(async () => {
  world.setNow('2026-12-02T10:00:00+09:00')
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff', { name: '佐藤 花子' })
  const contractor = await buildContractor(world, client, { name: '髙﨑通信' })
  craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
  stranger = await buildUser(world, client, 'Craftsman')
  construction = await buildConstruction(world, client, {
    floors: 2,
    perFloor: 2,
    craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }],
  })
  roomId = construction.rooms[0]!.id
  const report = await createTemplate('更新完了報告', template)
  templateId = report.id
  items = new Map(
    report.completion_report_items.map(item => [
      item.name,
      { id: item.id, units: new Map(item.completion_report_item_units.map(unit => [unit.name, unit.id])) },
    ]),
  )
  await world.call(staff, 'PATCH /api/completion_report_settings', {
    body: {
      completion_report_settings_attributes: [
        { construction_type: 'renewal', completion_report_id: templateId, completion_comment: '動作を確認しました。' },
      ],
    },
  })
})

const answer = (item: string, value: string | number) => ({
  completion_report_item_id: items.get(item)!.id,
  ...(typeof value === 'number'
    ? { value_number: value }
    : items.get(item)!.units.size === 0
      ? { value_text: value }
      : { completion_report_item_unit_id: items.get(item)!.units.get(value)! }),
})
const show = async (as = staff) => (await world.call(as, `GET ${under}/completion_report`, { params: params() })).body.completion_report
const save = (form: object, as = staff) =>
  world.call(as, `PATCH ${under}/completion_report`, { params: params(), body: { completion_report: form } })
const complete = (over: object = {}, as = craftsman, headers: Record<string, string> = {}) =>
  world.call(as, `POST ${under}/completion`, { params: params(), body: { room: { digital_sign, ...over } }, headers })
const filled = () => ({ completion_report_results_attributes: [answer('子機', '良'), answer('絶縁抵抗', 12.5)] })
const close = () => world.call(staff, `POST ${under}/close`, { params: params(), body: { room: {} } })
const answers = (report: Awaited<ReturnType<typeof show>>) => report.results.map(result => [result.item_name, result.answer])
const signatures = () => world.inClient(client.id, db => db.selectFrom('room_signatures').orderBy('id').selectAll().execute())

describe('GET /api/constructions/:construction_id/rooms/:room_id/completion_report', () => {
  it('begins with the template and comment of the type of works, and the special report of the construction', async () => {
    await world.call(staff, 'PATCH /api/constructions/:id', {
      params: { id: construction.id },
      body: { construction: { special_report_default: '特になし' } },
    })
    expect(await show(craftsman)).toMatchObject({
      template: {
        id: templateId,
        name: '更新完了報告',
        completion_report_items: [
          {
            name: '親機',
            kind: 'choice',
            required: true,
            completion_report_item_units: [{ name: '良', is_default: true }, { name: '否' }],
          },
          { name: '子機' },
          { name: '絶縁抵抗', kind: 'number', unit_name: 'MΩ' },
          { name: '製造番号', kind: 'text', required: false },
        ],
      },
      results: [],
      completion_comment: '動作を確認しました。',
      special_report: '特になし',
      signature: null,
      finished: false,
      lock_version: 0,
      why_read_only: null,
    })
  })
  it('is read by operators and named craftsmen, and by nobody else', async () => {
    const operator = await buildPlatformPerson(world, 'operator', client)
    expect((await show(operator)).why_read_only).toBe('完了報告書を変更する権限がありません。')
    const other = await buildUser(world, await buildClient(world), 'Staff')
    for (const as of [stranger, other])
      expect((await world.call(as, `GET ${under}/completion_report`, { params: params() })).status).toBe(404)
  })
})

describe('PATCH /api/constructions/:construction_id/rooms/:room_id/completion_report', () => {
  it('keeps a draft with answers, comment and special report', async () => {
    const { status, body } = await save(
      {
        results_attributes: [answer('親機', '否'), answer('絶縁抵抗', 0.5), answer('製造番号', '𠮷-1024')],
        completion_comment: '異常なし',
        special_report: '特記',
        lock_version: 0,
      },
      craftsman,
    )
    expect([status, body.message]).toEqual([200, '完了報告書を保存しました。'])
    const report = await show()
    expect(answers(report)).toEqual([
      ['親機', '否'],
      ['絶縁抵抗', '0.5 MΩ'],
      ['製造番号', '𠮷-1024'],
    ])
    expect(report).toMatchObject({ completion_comment: '異常なし', special_report: '特記', lock_version: 1, corrections: [] })
    await save({ results_attributes: [{ completion_report_item_id: items.get('親機')!.id }], completion_comment: '' })
    expect(await show()).toMatchObject({ results: [{ item_name: '絶縁抵抗' }, { item_name: '製造番号' }], completion_comment: null })
  })
  it('refuses an old version, and what the template does not know', async () => {
    await save({ completion_comment: '先に' })
    expect((await save({ completion_comment: '後から', lock_version: 0 })).status).toBe(409)
    const unit = { ...answer('親機', '良'), completion_report_item_unit_id: items.get('子機')!.units.get('良')! }
    expect((await save({ results_attributes: [unit] })).body.errors?.full_messages).toEqual(['親機の選択肢は一覧にありません'])
    for (const sent of [unit, { completion_report_item_id: 999_999_999 }]) {
      const { status, body } = await save({ results_attributes: [sent] })
      expect([status, body.code]).toEqual([422, 'template_changed'])
    }
    expect((await save({ completion_comment: 'あ'.repeat(10_000) })).body.errors).toHaveProperty('completion_comment')
    expect(await show()).toMatchObject({ completion_comment: '先に', results: [], lock_version: 1 })
  })
  it('keeps what two people saved at once of different items, and names the one that both changed', async () => {
    await save({ results_attributes: [answer('親機', '良'), answer('絶縁抵抗', 1)], special_report: '特記' })
    const { lock_version } = await show()
    const read = {
      completion_report_id: (await show()).template?.id ?? null,
      results_attributes: [answer('親機', '良'), answer('絶縁抵抗', 1)],
      special_report: '特記',
      completion_comment: null,
    }
    const saveOver = (change: object) => save({ ...read, ...change, completion_report_id: undefined, lock_version, read })
    await saveOver({ results_attributes: [answer('親機', '否'), answer('絶縁抵抗', 1)] })
    const { status } = await saveOver({ results_attributes: [answer('親機', '良'), answer('絶縁抵抗', 2)], special_report: '追記' })
    expect(status).toBe(200)
    expect(answers(await show())).toEqual([
      ['親機', '否'],
      ['絶縁抵抗', '2 MΩ'],
    ])
    expect(await show()).toMatchObject({ special_report: '追記' })
    const both = await saveOver({ results_attributes: [answer('絶縁抵抗', 3)], special_report: '特記' })
    expect(both).toMatchObject({
      status: 409,
      body: {
        code: 'changed_by_both',
        conflicts: [{ item_name: '絶縁抵抗', current: '2 MΩ', sent: '3 MΩ' }],
        completion_report: { special_report: '追記' },
        errors: {
          full_messages: ['同じ項目をほかの人が変更したため、保存していません。絶縁抵抗：ほかの人の入力「2 MΩ」、あなたの入力「3 MΩ」。'],
        },
      },
    })
    expect(answers(await show())[1]).toEqual(['絶縁抵抗', '2 MΩ'])
  })
  it('takes another template for this room, and drops what that does not ask', async () => {
    await save({ results_attributes: [answer('親機', '否')] })
    const other = await createTemplate('配管報告', [choice('配管', { name: '済' })])
    expect((await save({ completion_report_id: other.id })).body.completion_report).toMatchObject({
      template: { name: '配管報告' },
      results: [],
    })
    expect((await save({ completion_report_id: 999_999_999 })).body.errors?.full_messages).toEqual(['完了報告書は一覧にありません'])
    const { body } = await world.call(staff, 'DELETE /api/completion_reports/:id', { params: { id: other.id } })
    expect(body).toMatchObject({ used_by: [{ type: 'rooms' }] })
  })
  it('marks what is changed after the signature, with who and when, and keeps what was signed', async () => {
    await complete({ ...filled(), completion_comment: '良好' })
    const [before] = await signatures()
    world.setNow('2026-12-03T09:00:00+09:00')
    await save({ results_attributes: [answer('子機', '否'), answer('親機', '良')], completion_comment: '子機を交換予定' })
    const corrected = { by: '佐藤 花子', at: '2026-12-03T09:00:00+09:00' }
    const report = await show(craftsman)
    expect(report).toMatchObject({
      results: [
        { item_name: '親機', answer: '良', corrected: null },
        { item_name: '子機', answer: '否', corrected: { ...corrected, signed_answer: '良' } },
        { item_name: '絶縁抵抗', corrected: null },
      ],
      completion_comment: '子機を交換予定',
      completion_comment_corrected: { ...corrected, signed_answer: '良好' },
      special_report_corrected: null,
      corrections: [
        { item_name: '子機', before: '良', after: '否' },
        { item_name: 'コメント', before: '良好', after: '子機を交換予定' },
      ],
    })
    expect(await signatures()).toEqual([before])
    expect(
      (await save({ results_attributes: [{ completion_report_item_id: items.get('絶縁抵抗')!.id }] })).body.errors?.full_messages,
    ).toEqual(['絶縁抵抗を入力してください'])
    expect((await save({ completion_report_id: null })).body.errors?.full_messages).toEqual([
      '完了後は完了報告書の種類を変更できません。変更するには完了を取り消してください。',
    ])
  })
  it('is final after 完了確定, and can be corrected once the room is reopened', async () => {
    await complete(filled())
    await close()
    const refused = await save({ completion_comment: '後から' })
    expect([refused.status, refused.body.errors?.full_messages]).toEqual([
      422,
      ['完了確定済みのため、完了報告書は変更できません。訂正が必要なときは、完了確定の解除を管理者に依頼してください。'],
    ])
    const admin = await buildUser(world, client, 'Staff_Admin')
    expect((await show(admin)).why_read_only).toContain('訂正するには完了確定を解除してください。')
    expect((await show(craftsman)).why_read_only).toContain('管理者に依頼')
    await world.call(admin, `DELETE ${under}/close`, { params: params() })
    expect((await save({ completion_comment: '後から' })).status).toBe(200)
  })
  it('is not rewritten by a later change of the template', async () => {
    await complete(filled())
    const first = items.get('子機')!
    await world.call(staff, 'PATCH /api/completion_reports/:id', {
      params: { id: templateId },
      body: {
        completion_report: {
          completion_report_items_attributes: [
            { id: items.get('親機')!.id, _destroy: true },
            { id: first.id, name: '住戸親機', completion_report_item_units_attributes: [{ id: first.units.get('良')!, name: '正常' }] },
            { id: items.get('絶縁抵抗')!.id, kind: 'text' },
          ],
        },
      },
    })
    expect(answers(await show())).toEqual([
      ['親機', '良'],
      ['子機', '良'],
      ['絶縁抵抗', '12.5 MΩ'],
    ])
    await save({ results_attributes: [answer('親機', '良'), answer('子機', '良'), answer('絶縁抵抗', 12.5)] })
    expect(await show()).toMatchObject({
      corrections: [],
      template: { completion_report_items: [{ name: '親機' }, { name: '子機' }, { kind: 'number' }, {}] },
    })
  })
  it('is written by the site, not by operators nor craftsmen of other works', async () => {
    const operator = await buildPlatformPerson(world, 'operator', client)
    expect((await save({}, operator)).status).toBe(403)
    expect((await save({}, stranger)).status).toBe(404)
  })
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/completion', () => {
  it('names every required item that nobody answered, and completes nothing', async () => {
    const { status, body } = await complete()
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      [`completion_report_results[${items.get('子機')!.id}]`]: ['子機を選択してください'],
      [`completion_report_results[${items.get('絶縁抵抗')!.id}]`]: ['絶縁抵抗を入力してください'],
      full_messages: ['子機を選択してください', '絶縁抵抗を入力してください'],
    })
    expect(await show()).toMatchObject({ finished: false, results: [] })
    expect(await signatures()).toEqual([])
  })
  it('takes defaults silently, and what the draft has', async () => {
    await save({ results_attributes: [answer('絶縁抵抗', 100)], completion_comment: '異常なし', special_report: '特記' })
    const { body } = await complete({ completion_report_results_attributes: [answer('子機', '否')] })
    expect(body.room).toMatchObject({ status: 'completed', completion_comment: '異常なし', special_report: '特記' })
    expect(answers(await show())).toEqual([
      ['親機', '良'],
      ['子機', '否'],
      ['絶縁抵抗', '100 MΩ'],
    ])
  })
  it('keeps what was signed: by whom, when, and the hash of what lay before them', async () => {
    await complete({ ...filled(), signer_name: '𠮷田 花子', signer_relation: 'family' })
    expect(await show()).toMatchObject({
      signature: { name: '𠮷田 花子', named: true, relation: 'family', signed_at: '2026-12-02T10:00:00+09:00' },
      digital_sign_url: expect.stringContaining('/api/files/') as string,
    })
    const [row] = await signatures()
    expect(createHash('sha256').update(canonicalText(row!.content)).digest('hex')).toBe((await show()).signature!.sha256)
    expect(row!.content).toMatchObject({ results: [{ item_name: '親機', answer: '良' }, { item_name: '子機' }, { answer: '12.5 MΩ' }] })
    expect(JSON.stringify(row!.content)).not.toContain('𠮷田')
    await world.inClient(client.id, async db => {
      await expect(
        db
          .updateTable('room_signatures')
          .set({ sha256: Buffer.alloc(32) })
          .execute(),
      ).rejects.toThrow(/permission denied/)
    })
  })
  it('says when it was pressed and signed, also where it arrives late, and counts once what arrives twice', async () => {
    const kept = { ...filled(), completed_at: '2026-12-01T16:00:00+09:00' }
    const headers = { 'idempotency-key': randomUUID(), 'device-time': '2026-12-02T10:00:00+09:00' }
    const { body } = await complete(kept, craftsman, headers)
    expect(body.room.completed_at).toBe('2026-12-01T16:00:00+09:00')
    expect((await show()).signature?.signed_at).toBe('2026-12-01T16:00:00+09:00')
    expect(await complete(kept, craftsman, headers)).toMatchObject({ status: 200, body: { message: '受付済みです。' } })
    expect(await signatures()).toHaveLength(1)
  })

  it.each([
    ['a year behind', '2025-12-02T09:30:00+09:00', '2025-12-02T10:00:00+09:00', '2026-12-02T09:30:00+09:00'],
    ['ahead of ours', '2026-12-03T12:00:00+09:00', '2026-12-02T10:00:00+09:00', '2026-12-02T10:00:00+09:00'],
    ['before anybody came', '2026-12-02T09:00:00+09:00', '2026-12-02T10:00:00+09:00', '2026-12-02T09:15:00+09:00'],
  ])('believes no moment that is %s', async (_why, completed_at, deviceTime, expected) => {
    await world.inClient(client.id, async db => {
      const room = { client_id: client.id, room_id: roomId }
      const { id } = await db
        .insertInto('construction_time_frames')
        .values({ client_id: client.id, construction_id: construction.id, start_at: '09:00', end_at: '12:00', frame_number: 4 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const place = { construction_id: construction.id, construction_time_frame_id: id, frame_number: 1 }
      await db
        .insertInto('assigns')
        .values({ ...room, ...place, date: '2026-12-02' })
        .execute()
      const arrived_at = new Date('2026-12-02T09:15:00+09:00')
      await db
        .insertInto('room_visits')
        .values({ ...room, visit_on: '2026-12-02', arrived_at })
        .execute()
    })
    const { body } = await complete({ ...filled(), completed_at }, craftsman, { 'device-time': deviceTime })
    expect(body.room.completed_at).toBe(expected)
  })

  it('leaves the special report of a completed room to its report', async () => {
    await complete(filled())
    const change = await world.call(staff, `PATCH ${under}`, { params: params(), body: { room: { special_report: '書き換え' } } })
    expect(change.body.errors?.full_messages).toEqual(['完了した部屋の特記事項は、完了報告書で訂正してください。'])
  })
  it('asks nothing where the works have no template', async () => {
    await save({ completion_report_id: null })
    expect((await complete()).status).toBe(200)
    expect(await show()).toMatchObject({ template: null, results: [], finished: true, signature: { relation: 'self', named: false } })
  })
})

describe('DELETE /api/constructions/:construction_id/rooms/:room_id/completion', () => {
  it('withdraws the signature, which is kept and marked, and leaves the answers as a draft', async () => {
    await complete({ ...filled(), signer_name: '鈴木 一郎' })
    await save({ completion_comment: '訂正' })
    expect((await world.call(craftsman, `DELETE ${under}/completion`, { params: params() })).status).toBe(403)
    world.setNow('2026-12-03T09:00:00+09:00')
    await world.call(staff, `DELETE ${under}/completion`, { params: params() })
    expect(await show()).toMatchObject({
      finished: false,
      signature: null,
      withdrawn_signatures: [{ name: '鈴木 一郎', withdrawn_at: '2026-12-03T09:00:00+09:00' }],
      corrections: [],
      completion_comment: '訂正',
      results: [{ answer: '良' }, { answer: '良' }, { answer: '12.5 MΩ' }],
    })
    await complete({ signer_name: '鈴木 次郎' })
    expect(await show()).toMatchObject({ signature: { name: '鈴木 次郎' }, withdrawn_signatures: [{ name: '鈴木 一郎' }], corrections: [] })
  })
})

describe('GET /api/constructions/:construction_id/rooms', () => {
  it('says of each room whether a report was saved', async () => {
    const list = async () => (await world.call(staff, 'GET /api/constructions/:construction_id/rooms', { params: all() })).body.rooms
    expect((await list())[0]!.completion_report).toBeNull()
    await save({ completion_comment: '異常なし' })
    expect((await list()).map(room => room.completion_report)).toEqual([
      { id: expect.any(Number) as number, template_name: '更新完了報告', saved_at: '2026-12-02T10:00:00+09:00' },
      null,
      null,
      null,
    ])
  })
})

describe('GET /api/constructions/:construction_id/completion_reports', () => {
  const list = (query: object = {}, as = staff) =>
    world.call(as, 'GET /api/constructions/:construction_id/completion_reports', { params: all(), query })
  const names = async (query: object) => (await list(query)).body.completion_reports.map(row => row.room_name).join()

  it('lists every room with how far its report is, in the order of the building', async () => {
    await complete(filled())
    await save({ completion_comment: '訂正' })
    const { body } = await list({ per_page: 2 })
    expect(body).toMatchObject({
      total_count: 4,
      completion_reports: [
        {
          room_id: roomId,
          room_name: '101',
          status: 'completed',
          date: '2026-12-02',
          template_name: '更新完了報告',
          digital_sign_url: expect.any(String) as string,
          corrected: true,
          pdf_url: null,
        },
        { room_name: '102', status: 'waiting', template_name: null, digital_sign_url: null, corrected: false },
      ],
    })
    expect((await list({}, craftsman)).body.total_count).toBe(4)
    expect((await list({}, stranger)).status).toBe(404)
  })
  it('filters by status, name, signature and report', async () => {
    await complete(filled())
    roomId = construction.rooms[1]!.id
    await complete({ ...filled(), digital_sign: null, sign_omitted_reason: '立会者なし' })
    expect(await names({ room: { status: 'completed' } })).toBe('101,102')
    expect(await names({ room: { signed: true } })).toBe('101')
    expect(await names({ room: { signed: false, reported: true } })).toBe('102')
    expect(await names({ room: { reported: false } })).toBe('201,202')
    expect(await names({ room: { name: '２０' } })).toBe('201,202')
    expect(await names({ sort_by: 'room_name', sort_desc: true })).toBe('202,201,102,101')
  })
})

const fileOf = async (as: BuiltPerson, job: { id: number }) => {
  await world.runJobs()
  const { body } = await world.call(as, 'GET /api/jobs/:id', { params: { id: job.id } })
  expect(body.job).toMatchObject({ state: 'done' })
  return (await world.send({ headers: {} }, 'GET', body.job.file_url!)).raw
}

describe('POST /api/constructions/:construction_id/completion_reports/print', () => {
  const print = (room_ids: number[], as = staff) =>
    world.call(as, 'POST /api/constructions/:construction_id/completion_reports/print', { params: all(), body: { room_ids } })
  const pagesOf = async (bytes: Buffer) => (await extractText(new Uint8Array(bytes))).text.map(page => page.replaceAll(/\s+/g, ''))

  it('prints a room a page with answers, correction, signature and hash, and keeps it as the final one once closed', async () => {
    await photograph('玄関子機', 'before_construction')
    await complete({ ...filled(), signer_name: '𠮷田 花子', signer_relation: 'family', completion_comment: '良好'.repeat(400) })
    await save({ results_attributes: [answer('子機', '否')] })
    await close()
    const asked = await print([roomId])
    expect([asked.status, asked.body.job]).toMatchObject([202, { state: 'waiting', total: 1, file_url: null }])
    const pages = await pagesOf(await fileOf(staff, asked.body.job))
    const [text, count] = [pages.join(''), pages.length]
    for (const part of [
      '完了報告書',
      'インターホン更新工事',
      '101',
      '2026年12月2日',
      '髙﨑通信',
      '12.5MΩ',
      '家族𠮷田花子',
      '署名時：良',
      '訂正の記録',
      `1/${count}`,
      '施工前',
    ])
      expect(text).toContain(part)
    expect(text).toContain((await show()).signature!.sha256)
    expect(text).not.toContain('点検票')
    const listed = await world.call(craftsman, 'GET /api/constructions/:construction_id/completion_reports', { params: all() })
    expect(listed.body.completion_reports[0]!.pdf_url).toContain('/api/files/')
  })
  it('shows a stage that was never asked for as none, and not as missing', async () => {
    await photograph('玄関子機', 'before_construction')
    await photograph('住宅情報盤', 'after_construction')
    await complete(filled())
    const text = (await pagesOf(await fileOf(staff, (await print([roomId])).body.job))).join('')
    expect([text.split('―').length - 1, text.includes('撮影なし')]).toEqual([2, false])
  })
  it('breaks what has no blank where its line ends, in every column', async () => {
    const serial = `TG26-${'9'.repeat(60)}`
    await complete({ ...filled(), completion_comment: `手順 https://www.example.jp/${'a'.repeat(90)} 参照\n${'x'.repeat(200)}` })
    await save({ results_attributes: [answer('製造番号', serial)] })
    await save({ results_attributes: [answer('製造番号', `${serial}A`)], special_report: '―'.repeat(120) })
    const paper = await fileOf(staff, (await print([roomId])).body.job)
    expect(await textFaults(paper)).toEqual([])
    // What was typed is copied as it was typed.
    expect((await pagesOf(paper)).join('')).toContain('https://www.example.jp/aaaaaaa')
  })
  it('leaves neither the last rows nor the signature alone on the next page', async () => {
    // Each somewhat too long for its page, in another way.
    const lengths = [25, 27, 33]
    for (const [at, room] of construction.rooms.slice(0, lengths.length).entries()) {
      roomId = room.id
      const rows = Array.from({ length: lengths[at]! }, (_, row) =>
        choice(`感知器${row + 1}の試験`, { name: '異常なし', is_default: true }),
      )
      const { id } = await createTemplate(`点検${lengths[at]}`, rows)
      await save({ completion_report_id: id, completion_comment: at % 2 === 0 ? '動作を確認しました。' : null })
      await complete()
    }
    const pages = await pagesOf(
      await fileOf(staff, (await print(construction.rooms.slice(0, lengths.length).map(({ id }) => id))).body.job),
    )
    const onNext = pages
      .filter(page => page.includes('2/2'))
      .map(page => [
        page.split('異常なし').length - 1,
        page.includes('コメント') && page.includes('動作を確認しました。'),
        page.includes('■確認'),
      ])
    expect(onNext.map(([rows, comment, signed]) => [Number(rows) >= 3 || comment, signed])).toEqual(lengths.map(() => [true, true]))
  })
  it('numbers the pages of each room for itself, and says of an inspection that it is no statutory form', async () => {
    await world.inClient(client.id, db =>
      db.updateTable('constructions').set({ construction_type: 'inspection' }).where('id', '=', construction.id).execute(),
    )
    for (const room of construction.rooms.slice(0, 2)) {
      roomId = room.id
      await complete({ digital_sign: null, sign_omitted_reason: '立会者なし' })
    }
    const pages = await pagesOf(await fileOf(staff, (await print([construction.rooms[1]!.id, construction.rooms[0]!.id])).body.job))
    expect(
      pages.map(page => [page.includes('1/1'), page.includes('立会者なし'), page.includes('本書は法令に基づく点検票ではありません。')]),
    ).toEqual([
      [true, true, true],
      [true, true, true],
    ])
    expect(pages[0]).toContain('部屋101')
  })
  it('goes with what takes long where it is of more than a hundred rooms, so that letters do not wait', async () => {
    const tower = await buildConstruction(world, client, { floors: 26, perFloor: 4 })
    await world.inClient(client.id, db =>
      db
        .updateTable('rooms')
        .set({ status: 'completed', completed_at: new Date() })
        .where('client_id', '=', client.id)
        .where('construction_id', '=', tower.id)
        .execute(),
    )
    // Nobody needs two hundred reports to be drawn.
    const enqueue = vi.spyOn(world.platform.jobs, 'enqueue').mockResolvedValue()
    for (const most of [100, 101]) {
      const body = { room_ids: tower.rooms.slice(0, most).map(({ id }) => id) }
      const { status } = await world.call(staff, 'POST /api/constructions/:construction_id/completion_reports/print', {
        params: { construction_id: tower.id },
        body,
      })
      expect(status).toBe(202)
    }
    expect(enqueue.mock.calls.map(([, queue]) => queue)).toEqual(['documents', 'archives'])
    enqueue.mockRestore()
  })

  it('names rooms that are not completed, and prints nothing of other works', async () => {
    await complete(filled())
    expect((await print(construction.rooms.map(({ id }) => id))).body.errors?.full_messages).toEqual([
      '完了していない部屋の完了報告書は印刷できません。（102、201、202）',
    ])
    const elsewhere = await buildConstruction(world, client)
    expect((await print([roomId, elsewhere.rooms[0]!.id])).status).toBe(404)
    expect((await print([roomId], stranger)).status).toBe(404)
  })
})

const photograph = async (place: string, timing: 'before_construction' | 'after_construction') => {
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer()
  const { body, headers } = multipart(
    { 'room_image[position]': await askForPhoto(place, timing), 'room_image[timing]': timing },
    { name: 'room_image[file]', fileName: 'a.jpg', bytes },
  )
  const { status } = await world.send(craftsman, 'POST', `/api/constructions/${construction.id}/rooms/${roomId}/room_images`, body, headers)
  expect(status).toBe(201)
}

const askForPhoto = async (free_input = '玄関子機', timing: 'before_construction' | 'after_construction' = 'before_construction') => {
  const { id } = await world.inClient(client.id, db =>
    db
      .insertInto('photography_place_entries')
      .values({
        client_id: client.id,
        construction_id: construction.id,
        area: 'private',
        free_input,
        before_construction: timing === 'before_construction',
        under_construction: false,
        after_construction: timing === 'after_construction',
        position: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return `place-${id}`
}

describe('POST /api/constructions/:construction_id/completion_reports/export', () => {
  it('writes what matched, an item a column, and leaves an event', async () => {
    await complete(filled())
    const { status, body } = await world.call(staff, 'POST /api/constructions/:construction_id/completion_reports/export', {
      params: all(),
      body: { room: { status: 'completed' } },
    })
    expect(status).toBe(202)
    const workbook = await readXlsx(new Uint8Array(await fileOf(staff, body.job)))
    const rows = workbook.sheets[0]!.rows.map(row => row.map(cell => String(cell ?? '')))
    expect(rows[0]).toEqual(expect.arrayContaining(['部屋', '施工日', 'サイン', '親機', '子機', '絶縁抵抗']))
    expect(rows[1]).toEqual(expect.arrayContaining(['101', '2026/12/02', 'あり', '12.5 MΩ']))
    expect(rows).toHaveLength(2)
    const kinds = await world.inClient(client.id, async db =>
      (await db.selectFrom('events').select('kind').execute()).map(({ kind }) => kind),
    )
    expect(kinds).toContain('completion_reports.list_made')
    const refused = await world.call(stranger, 'POST /api/constructions/:construction_id/completion_reports/export', {
      params: all(),
      body: {},
    })
    expect(refused.status).toBe(404)
  })
})

describe('the erasing of people', () => {
  it('takes the name off the signature, and the report still says that one stood there', async () => {
    await complete({ ...filled(), signer_name: '鈴木 一郎' })
    await close()
    world.setNow('2028-01-10T00:05:00+09:00')
    await erasePeople(world.platform)
    staff = await buildUser(world, client, 'Staff')
    expect((await show()).signature).toMatchObject({ name: null, named: true, relation: 'self' })
    const erased = await world.inClient(client.id, db =>
      db.selectFrom('events').where('kind', '=', 'residents.erased').select(['room_id', 'change']).execute(),
    )
    expect(erased).toEqual([{ room_id: roomId, change: { signer_name: 'erased' } }])
  })
})

describe('GET /api/constructions/:construction_id/rooms/:room_id/completion_report/preview', () => {
  const look = (page: number | undefined, as = staff) =>
    world.call(as, `GET ${under}/completion_report/preview`, { params: params(), ...(page === undefined ? {} : { query: { page } }) })

  it('draws each page of the paper for whoever may read it, once the room is completed', async () => {
    const open = await look(1)
    expect([open.status, open.body.code]).toEqual([422, 'not_finished'])
    await complete({ ...filled(), completion_comment: '良好\n'.repeat(60) })
    const [first, second] = [await look(undefined, craftsman), await look(2)]
    expect([first.body.pages, second.body.pages]).toEqual([2, 2])
    for (const { body } of [first, second]) expect(body.picture).toMatch(/^<svg [^>]*viewBox="0 0 595\.\d+ 841\.\d+" /)
    // The signature stands at the end, and there alone.
    expect([first, second].map(({ body }) => body.picture.split('data:image/').length - 1)).toEqual([0, 1])
    const beyond = await look(3)
    expect([beyond.status, beyond.body.errors?.full_messages]).toEqual([404, ['このページはありません。全部で2ページです。']])
    const other = await buildUser(world, await buildClient(world), 'Staff')
    expect([(await look(1, other)).status, (await look(1, stranger)).status, (await look(0)).status]).toEqual([404, 404, 422])
  })
})
