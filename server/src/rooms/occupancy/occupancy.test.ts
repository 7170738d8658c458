import { beforeEach, describe, expect, it } from 'vitest'
import { extractText } from 'unpdf'
import { buildClient, type BuiltPerson, buildPlatformPerson, buildUser } from '../../../test/build.ts'
import { issueCodes } from '../../../test/issue-codes.ts'
import { planConstruction, type PlannedConstruction } from '../../../test/planned-construction.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()

let plan: PlannedConstruction
let operator: BuiltPerson

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  operator = await buildPlatformPerson(world, 'operator', plan.client)
  await issueCodes(world, plan)
  await plan.complete()
})

const under = '/api/constructions/:construction_id/rooms/:room_id'
const at = (name: string) => ({ construction_id: plan.construction.id, room_id: plan.roomId(name) })
const owner = { owner_name: '大家 一郎', owner_zipcode: '150-0001', owner_address: '東京都渋谷区神宮前1-1', owner_phone: '03-1234-5678' }
const note = (
  name: string,
  occupancy: {
    occupancy?: 'occupied' | 'vacant' | 'long_absent'
    contact_outcome?: 'unreachable' | 'refused' | null
    outcome_note?: string | null
    opener?: 'owner' | 'manager' | 'key' | null
    opener_note?: string
    owner_name?: string | null
    owner_zipcode?: string
    owner_address?: string
    owner_phone?: string
    lock_version?: number
  },
  as: BuiltPerson = operator,
) => world.call(as, `PATCH ${under}/occupancy`, { params: at(name), body: { occupancy } })
const board = async () =>
  (
    await world.call(plan.staff, 'GET /api/constructions/:construction_id/answer_board', {
      params: { construction_id: plan.construction.id },
    })
  ).body.answer_board
const standingOf = async (name: string) => (await board()).rooms.find(room => room.name === name)?.standing
const live = (name: string, person: { name?: string; email?: string; phone?: string }) =>
  world.inClient(plan.client.id, db =>
    db
      .insertInto('residents')
      .values({ client_id: plan.client.id, room_id: plan.roomId(name), ...person })
      .execute(),
  )
const answer = (name: string) =>
  world.call(operator, `POST ${under}/answers`, {
    params: at(name),
    body: { room_answer: { channel: 'tel', caller: '田中', date_answer: 'accept' } },
  })

describe('PATCH /api/constructions/:construction_id/rooms/:room_id/occupancy', () => {
  it('notes who opens an empty dwelling and whose it is, changes what is sent and leaves a trace', async () => {
    const { status, body } = await note('101', { occupancy: 'vacant', opener: 'key', opener_note: '管理室で借りる', ...owner })
    expect(status).toBe(200)
    expect(body.room.occupancy).toEqual({
      occupancy: 'vacant',
      contact_outcome: null,
      outcome_note: null,
      opener: 'key',
      opener_note: '管理室で借りる',
      owner: { name: '大家 一郎', name_kana: null, zipcode: '1500001', address: '東京都渋谷区神宮前1-1', phone: '0312345678', email: null },
    })
    // Who moves in opens for themselves; whose dwelling it is stays.
    const lived = await note('101', { occupancy: 'occupied' })
    expect(lived.body.room.occupancy).toMatchObject({ occupancy: 'occupied', opener: null, owner: { name: '大家 一郎' } })
    expect(lived.body.room.assign).not.toBeNull()
    const { body: events } = await world.call(plan.staff, `GET ${under}/events`, { params: at('101') })
    expect(events.events.filter(({ kind }) => kind === 'rooms.occupancy_changed')).toMatchObject([
      { change: { before: { occupancy: 'vacant', opener: 'key' }, after: { occupancy: 'occupied', opener: null } } },
      { change: { after: { occupancy: 'vacant' } }, personal: { after: { owner_name: '大家 一郎', opener_note: '管理室で借りる' } } },
    ])
  })

  it.each<[string, Parameters<typeof note>[1], string]>([
    ['a refusal without a reason', { contact_outcome: 'refused' }, 'outcome_note'],
    ['an owner without a name', { owner_phone: '0312345678' }, 'owner_name'],
    ['half a postal code', { owner_name: '大家', owner_zipcode: '150' }, 'owner_zipcode'],
  ])('refuses %s, and changes nothing', async (_what, form, field) => {
    const { status, body } = await note('101', { occupancy: 'vacant', ...form })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field, 'full_messages']])
    expect(await standingOf('101')).toBe('unanswered')
  })

  it('is the office’s, of its own client, and of the version that was read', async () => {
    const craftsman = await buildUser(world, plan.client, 'Craftsman')
    expect((await note('101', { occupancy: 'vacant' }, craftsman)).status).toBe(403)
    expect((await note('101', { occupancy: 'vacant' }, await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    const { body } = await note('101', { contact_outcome: 'unreachable' })
    expect((await note('101', { occupancy: 'vacant', lock_version: body.room.lock_version - 1 })).status).toBe(409)
  })

  it('ends 連絡不能 with the answer that comes after all', async () => {
    await note('101', { contact_outcome: 'unreachable', outcome_note: '3回電話' })
    expect(await standingOf('101')).toBe('unreachable')
    await answer('101')
    expect(await standingOf('101')).toBe('answered')
  })
})

it('keeps dwellings that nobody can ask out of the rate, and outcomes apart from answers (D-37)', async () => {
  await answer('101')
  await note('102', { occupancy: 'vacant' })
  await note('201', { occupancy: 'long_absent', ...owner })
  await note('202', { contact_outcome: 'refused', outcome_note: '工事に反対' })
  await answer('202')
  await note('301', { contact_outcome: 'unreachable' })
  expect(await board()).toMatchObject({
    total: 5,
    answered: 1,
    unanswered: 2,
    refused: 1,
    unreachable: 1,
    away: { vacant: 1, long_absent: 1 },
    counts: { tel: 1, not_yet: 2 },
  })
  const { rooms } = await board()
  expect(rooms.find(({ name }) => name === '201')).toMatchObject({ standing: 'unanswered', owner: { name: '大家 一郎' }, phone: null })
  // The frame stays.
  expect(rooms.find(({ name }) => name === '102')?.date).not.toBeNull()
})

it('reminds and calls nobody where nobody is, and takes back what waits for the morning', async () => {
  await live('101', { email: 'a@example.jp' })
  await live('102', { email: 'b@example.jp', phone: '09011112222' })
  await live('201', { phone: '09033334444', name: '高橋' })
  await live('202', { phone: '09055556666', name: '鈴木' })
  const params = { construction_id: plan.construction.id }
  const remind = (room_ids: number[]) =>
    world.call(operator, 'POST /api/constructions/:construction_id/answer_reminders', { params, body: { answer_reminder: { room_ids } } })
  await note('102', { occupancy: 'long_absent', ...owner })
  await note('201', { contact_outcome: 'refused', outcome_note: '拒否' })
  expect((await remind([plan.roomId('102'), plan.roomId('201')])).status).toBe(422)
  world.setNow('2026-11-21T22:00:00+09:00')
  expect((await remind([plan.roomId('101')])).status).toBe(200)
  await note('101', { occupancy: 'vacant' })
  const waiting = await world.inClient(plan.client.id, db =>
    db.selectFrom('outbox_messages').where('kind', '=', 'answer_reminder').select('state').execute(),
  )
  expect(waiting).toEqual([{ state: 'recalled' }])
  await world.call(operator, 'POST /api/constructions/:construction_id/call_list', { params, body: {} })
  const [listed] = await world.inClient(plan.client.id, db =>
    db.selectFrom('events').where('kind', '=', 'documents.call_list_made').select('change').execute(),
  )
  // Of 202, 301 and 302, who are still to be asked, one has a number.
  expect(listed?.change).toMatchObject({ rooms: 1 })
})

it('writes to the owner who lives elsewhere, instead of an empty dwelling or after it, and says who is left out', async () => {
  await note('101', { occupancy: 'vacant' })
  await note('102', { occupancy: 'vacant', ...owner })
  await note('201', { owner_name: '別居 花子', owner_address: '大阪府大阪市北区1-2' })
  await note('202', { occupancy: 'long_absent', ...owner })
  const params = { construction_id: plan.construction.id }
  const { body } = await world.call(plan.staff, 'GET /api/constructions/:construction_id/distribution_sheets', { params })
  const information = body.sheets.find(({ kind }) => kind === 'information')
  expect(information?.left_out).toBe('空室 1戸を除く')
  expect(information?.rooms.map(({ name, to_owner }) => [name, to_owner])).toEqual([
    ['102', true],
    ['201', true],
    ['202', true],
    ['301', false],
    ['302', false],
  ])
  const print = (names: string[]) =>
    world.call(plan.staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
      params,
      body: { kind: 'information', room_ids: names.map(plan.roomId) },
    })
  expect((await print(['101'])).body).toMatchObject({ code: 'nobody_there' })
  const started = await print(['101', '102', '201', '202'])
  expect(started.body.job.total).toBe(4)
  await world.runJobs()
  const { body: made } = await world.call(plan.staff, 'GET /api/jobs/:id', { params: { id: started.body.job.id } })
  const { raw } = await world.send(plan.staff, 'GET', made.job.file_url ?? '')
  const { text } = await extractText(new Uint8Array(raw))
  const pages = text.map(page => page.replaceAll(/\s/g, ''))
  expect(pages).toHaveLength(4)
  expect(pages[0]).toContain('〒150-0001東京都渋谷区神宮前1-1大家一郎様')
  expect(pages[0]).toContain('認証コード')
  expect(pages[1]).toContain('201号室居住者様')
  expect(pages[2]).toContain('大阪府大阪市北区1-2別居花子様')
  // The code opens what belongs to who lives there, however long they are away.
  expect(pages[2]).not.toContain('認証コード')
  expect(pages[3]).toContain('202号室')
  expect(pages[3]).not.toContain('認証コード')
})

it('kills the code that the owner of an empty dwelling was written, once somebody lives there', async () => {
  const codeOf = () =>
    world.inClient(plan.client.id, db =>
      db.selectFrom('authentication_codes').where('room_id', '=', plan.roomId('101')).select('ciphertext').executeTakeFirstOrThrow(),
    )
  await note('101', { occupancy: 'vacant', ...owner })
  const written = await codeOf()
  await note('101', { occupancy: 'long_absent' })
  expect((await codeOf()).ciphertext.equals(written.ciphertext)).toBe(false)
})
