import { beforeEach, describe, expect, it } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import { type BuiltPerson, buildClient, buildPlatformPerson, buildResident, buildUser } from '../../../test/build.ts'
import { issueCodes } from '../../../test/issue-codes.ts'
import { planConstruction, type PlannedConstruction } from '../../../test/planned-construction.ts'
import { textFaults } from '../../../test/text-on-paper.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()

let plan: PlannedConstruction
beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  await issueCodes(world, plan)
})

const params = () => ({ construction_id: plan.construction.id, room_id: plan.roomId('101') })
const ask = (names?: boolean, as: BuiltPerson = plan.staff) =>
  world.call(as, 'POST /api/constructions/:construction_id/rooms/:room_id/timeline/file', {
    params: params(),
    body: names === undefined ? {} : { names },
  })

/** The finished paper, as bytes and as text without blanks. */
const paper = async (names?: boolean) => {
  const { status, body } = await ask(names)
  expect([status, body.message]).toEqual([202, '履歴の作成を始めました。'])
  await world.runJobs()
  const { job } = (await world.call(plan.staff, 'GET /api/jobs/:id', { params: { id: body.job.id } })).body
  expect(job).toMatchObject({ state: 'done', error: null })
  const { raw } = await world.send(plan.staff, 'GET', job.file_url ?? '')
  const { text } = await extractText(new Uint8Array(raw))
  return { raw, pages: text.map(page => page.replaceAll(/\s/g, '')), whole: text.join('').replaceAll(/\s/g, '') }
}

/** What happens at a dwelling: the notice, a call that moves the date, a message that did not arrive and was sent again, and the book. */
const live = async () => {
  const resident = await buildResident(world, plan.client, plan.roomId('101'))
  await world.inClient(plan.client.id, async db => {
    const client_id = plan.client.id
    const construction_id = plan.construction.id
    const room_id = plan.roomId('101')
    await db.updateTable('residents').set({ name: '田中 ハル', email: 'haru@example.jp' }).where('id', '=', resident.id).execute()
    const event = async (kind: string, change: object, over: object = {}) =>
      (
        await db
          .insertInto('events')
          .values({
            client_id,
            kind,
            construction_id,
            room_id,
            actor_kind: 'staff',
            actor_id: plan.staff.id,
            channel: 'web',
            change: JSON.stringify(change),
            ...over,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    await event('rooms.sheet_printed', { kind: 'information' }, { at: new Date('2026-11-01T09:00:00+09:00') })
    const moved = await event(
      'assigns.moved',
      { before: { date: '2026-12-08' }, after: { date: '2026-12-10' } },
      { at: new Date('2026-11-05T09:00:00+09:00'), acting_for: 'resident', channel: 'tel' },
    )
    await db
      .insertInto('event_personal_values')
      .values({ client_id, event_id: moved, values: JSON.stringify({ caller: '長女の良子', reason: '通院のため' }) })
      .execute()
    await event(
      'messages.resent',
      { message: 'visit_reminder', transport: 'mail', failure_code: '5.2.2' },
      { at: new Date('2026-11-07T09:00:00+09:00') },
    )
    await db
      .insertInto('outbox_messages')
      .values({
        client_id,
        construction_id,
        room_id,
        resident_id: resident.id,
        transport: 'mail',
        kind: 'schedule_changed',
        recipients: ['haru@example.jp'],
        subject: '工事日の変更',
        body: '',
        state: 'failed',
        failed_at: new Date('2026-11-06T09:00:00+09:00'),
        failure_code: '5.1.1',
      })
      .execute()
    await event('completion_books.made', {}, { at: new Date('2026-11-20T09:00:00+09:00'), room_id: null })
  })
}

describe('POST /api/constructions/:construction_id/rooms/:room_id/timeline/file', () => {
  it('tells from the notice to the book who did what for whom, before and after, and what did not arrive and why', async () => {
    await live()
    const { raw, pages, whole } = await paper()
    const order = [
      '案内状を作成しました',
      '工事日を変更しました',
      '2026年12月8日(火)→2026年12月10日(木)',
      '居住者に代わって・長女の良子',
      '電話',
      'お知らせ「工事日の変更」を送信できませんでした',
      '宛先のメールアドレスが存在しません。',
      'お知らせを再送しました',
      '届かなかった理由：宛先のメールボックスがいっぱいです。',
      '完成図書を作成しました',
    ]
    expect(order.filter(words => !whole.includes(words))).toEqual([])
    const times = ['2026/11/01', '2026/11/05', '2026/11/06', '2026/11/07', '2026/11/20'].map(day => whole.indexOf(day))
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(whole).toContain('田中ハル')
    expect(whole).toContain('通院のため')
    expect(pages.every((page, at) => page.includes(`${at + 1}/${pages.length}`))).toBe(true)
    expect(pages.length).toBeLessThanOrEqual(2)
    expect(await textFaults(raw)).toEqual([])
    expect((await (await getDocumentProxy(new Uint8Array(raw))).getMetadata()).info).toMatchObject({
      Title: '履歴　101号室',
      Language: 'ja',
    })
  })

  it('leaves out names, contacts and what people wrote', async () => {
    await live()
    const { whole } = await paper(false)
    for (const words of ['田中', '良子', '通院', 'haru@example.jp']) expect([words, whole.includes(words)]).toEqual([words, false])
    expect(whole).toContain('工事日を変更しました')
    expect(whole).toContain('宛先のメールアドレスが存在しません。')
  })

  it('is for the office of the construction, and asking leaves an event', async () => {
    const other = await buildUser(world, await buildClient(world), 'Staff')
    const craftsman = await buildUser(world, plan.client, 'Craftsman')
    expect((await ask(true, other)).status).toBe(404)
    expect((await ask(true, craftsman)).status).toBe(403)
    expect((await ask(false, await buildPlatformPerson(world, 'operator', plan.client))).status).toBe(202)
    const events = await world.inClient(plan.client.id, db =>
      db.selectFrom('events').where('kind', '=', 'documents.timeline_made').select(['actor_kind', 'subject_id', 'change']).execute(),
    )
    expect(events).toEqual([{ actor_kind: 'operator', subject_id: plan.roomId('101'), change: { names: false } }])
  })
})

describe('GET /api/constructions/:construction_id/history', () => {
  const read = (history: object = {}, as: BuiltPerson = plan.staff) =>
    world.call(as, 'GET /api/constructions/:construction_id/history', {
      params: { construction_id: plan.construction.id },
      query: { history },
    })

  it('says who did what, for whom, to which room, the newest first, and is narrowed by kind, person, room and day', async () => {
    await live()
    const { body } = await read()
    const ids = body.history.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
    const moved = body.history.find(({ what }) => what.startsWith('工事日を変更しました'))
    expect(moved).toMatchObject({ room: { name: '101' }, before: expect.stringContaining('('), after: expect.stringContaining('(') })
    expect((await read({ room: '101' })).body.history.every(({ room }) => room?.name === '101')).toBe(true)
    expect((await read({ group: 'dates' })).body.history.some(({ what }) => what.includes('案内状'))).toBe(false)
    expect((await read({ person: 'だれでもない' })).body).toMatchObject({ history: [], total_count: 0 })
    expect((await read({ to: '2020-01-01' })).body.history).toEqual([])
    expect((await read({}, await buildPlatformPerson(world, 'operator', plan.client))).status).toBe(403)
  })

  it('says one row with their number for the letters of one file, and of one room its own', async () => {
    const { job } = (
      await world.call(plan.staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
        params: { construction_id: plan.construction.id },
        body: {},
      })
    ).body
    const { body } = await read({ group: 'papers' })
    expect(body.total_count).toBe(1)
    expect(body.history).toMatchObject([{ what: `案内状を作成しました（${job.total}戸）`, room: null, channel: '' }])
    expect((await read({ room: '101', group: 'papers' })).body.history).toMatchObject([
      { what: '案内状を作成しました', room: { name: '101' } },
    ])
  })

  it('is kept from another company', async () => {
    const other = await planConstruction(world)
    expect((await read({}, other.staff)).status).toBe(404)
  })
})

describe('POST /api/constructions/:construction_id/history/file', () => {
  it('makes a workbook of what is filtered, and leaves an event', async () => {
    await live()
    const params = { construction_id: plan.construction.id }
    const { status, body } = await world.call(plan.staff, 'POST /api/constructions/:construction_id/history/file', {
      params,
      body: { history: { room: '101' } },
    })
    expect([status, body.message]).toEqual([202, '変更履歴の出力を始めました。'])
    await world.runJobs()
    const { job } = (await world.call(plan.staff, 'GET /api/jobs/:id', { params: { id: body.job.id } })).body
    expect(job).toMatchObject({ state: 'done', error: null })
    const { raw } = await world.send(plan.staff, 'GET', job.file_url ?? '')
    expect(raw.subarray(0, 2).toString()).toBe('PK')
    const { history } = (await world.call(plan.staff, 'GET /api/constructions/:construction_id/history', { params, query: {} })).body
    expect(history[0]).toMatchObject({ what: '変更履歴を出力しました', room: null })
  })
})
