import { readXlsx } from 'hucre/xlsx'
import { extractText } from 'unpdf'
import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { buildClient, buildPlatformPerson, buildResident, buildUser, type BuiltPerson } from '../../test/build.ts'
import { issueCodes } from '../../test/issue-codes.ts'
import { planConstruction, type PlannedConstruction } from '../../test/planned-construction.ts'
import { guest, openWorld } from '../../test/world.ts'
import { erasePeople } from '../retention/retention.ts'
import { forgetBoardReports } from './board-reports.ts'

const world = await openWorld()
const path = '/api/constructions/:construction_id/board_report'
const week = '2026-12-07'
const addresses = ['rijicho@example.jp', 'kanri@example.jp']
let plan: PlannedConstruction
let staff: BuiltPerson

beforeEach(async () => {
  world.setNow('2026-12-04T17:00:00+09:00')
  plan = await planConstruction(world, { floors: 4, perFloor: 3, start: '2026-12-07', end: '2026-12-18' })
  staff = plan.staff
  world.setNow('2026-12-11T17:00:00+09:00')
})

const params = () => ({ construction_id: plan.construction.id })
const show = (week_on?: string, as = staff) => world.call(as, `GET ${path}`, { params: params(), query: week_on ? { week_on } : {} })
const write = (requests: string, week_on = week) =>
  world.call(staff, `PATCH ${path}`, { params: params(), body: { board_report: { week_on, requests } } })
const mail = (to = addresses, as = staff) =>
  world.call(as, `POST ${path}/mail`, { params: params(), body: { week_on: week, addresses: to } })
const register = (board_addresses: string[] = addresses) =>
  world.call(staff, 'PATCH /api/constructions/:id', {
    params: { id: plan.construction.id },
    body: { construction: { board_addresses } },
  })
const rows = <T>(statement: string) => world.inClient(plan.client.id, async db => (await sql.raw<T>(statement).execute(db)).rows)
const comeInVain = (name: string, at: string, over: Record<string, unknown> = {}) =>
  world.inClient(plan.client.id, db =>
    db
      .insertInto('room_absences')
      .values({
        client_id: plan.client.id,
        room_id: plan.roomId(name),
        visited_at: new Date(at),
        recorded_at: new Date(at),
        ended_at: new Date(at),
        ...over,
      })
      .execute(),
  )
const setRoom = (name: string, values: Record<string, unknown>) =>
  world.inClient(plan.client.id, db => db.updateTable('rooms').set(values).where('id', '=', plan.roomId(name)).execute())
const pagesOf = async (pdf: Buffer) => (await extractText(new Uint8Array(pdf))).text.map(page => page.replaceAll(/\s/g, ''))
const sheetOf = async (workbook: Buffer) => (await readXlsx(new Uint8Array(workbook))).sheets[0]?.rows ?? []
const fileOf = async (url: string | null) => (await world.send(guest, 'GET', url ?? '')).raw
/** What a job made, once it is done. */
const made = async (jobId: number) => {
  await world.runJobs()
  const { job } = (await world.call(staff, 'GET /api/jobs/:id', { params: { id: jobId } })).body
  expect(job).toMatchObject({ state: 'done', error: null })
  return job
}
const mails = () =>
  rows<{ recipients: string[]; body: string }>(`select recipients, body from outbox_messages where kind = 'board_report' order by id`)
const addressIn = (body: string) => {
  const [, client_uuid = '', token = ''] = /\/board_reports\/([^/\s]+)\/([^/\s]+)/.exec(body) ?? []
  return { client_uuid, token }
}
/** Sends the report and answers the address that its mails tell. */
const sent = async () => {
  await register()
  await made((await mail()).body.job.id)
  return addressIn((await mails())[0]!.body)
}
const open = (address: { client_uuid: string; token: string }) => world.call(guest, 'POST /api/board_reports/open', { body: address })

/** A week of works: two done, one given up, one called off, one visited three times in vain, one of whose visits was no one's fault. */
const workWeek = async () => {
  const { id: reason } = await world.inClient(plan.client.id, db =>
    db.insertInto('incomplete_reasons').values({ client_id: plan.client.id, name: '入室辞退' }).returning('id').executeTakeFirstOrThrow(),
  )
  for (const name of ['101', '102', '201', '202', '301']) await setRoom(name, { reception_status: 'web' })
  await setRoom('101', { status: 'completed', completed_at: '2026-12-07T11:00:00+09:00' })
  await setRoom('102', { status: 'completed', completed_at: '2026-12-04T11:00:00+09:00' })
  await setRoom('103', { closed_at: '2026-12-10T11:00:00+09:00', incomplete_reason_id: reason })
  await setRoom('201', { status: 'reschedule' })
  await comeInVain('201', '2026-12-04T10:00:00+09:00')
  await comeInVain('201', '2026-12-07T00:00:00+09:00')
  await comeInVain('201', '2026-12-10T13:30:00+09:00')
  await comeInVain('202', '2026-12-09T10:00:00+09:00')
  await comeInVain('202', '2026-12-09T15:00:00+09:00', { withdrawn_at: '2026-12-09T15:01:00+09:00' })
  await buildResident(world, plan.client, plan.roomId('201'), { name: '田中 ハル' })
  await world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/answers', {
    params: { ...params(), room_id: plan.roomId('201') },
    body: { room_answer: { channel: 'tel', caller: '田中 ハル', noted: true, contents: '母は耳が遠い' } },
  })
}

describe(`GET ${path}`, () => {
  it('counts what the database says at that moment, and what the week brought', async () => {
    await workWeek()
    const { body } = await show()
    expect([body.week_on, body.weeks]).toEqual([week, [week]])
    const [counted] = await rows<Record<string, number>>(`select * from
      (select count(*)::int as rooms, count(*) filter (where reception_status <> 'not_yet')::int as answered,
        count(*) filter (where status = 'completed')::int as done,
        count(*) filter (where closed_at is not null and status <> 'completed')::int as given_up from rooms) r
      cross join (select count(*) filter (where date between '2026-12-07' and '2026-12-13')::int as planned_in_week,
        count(*) filter (where date between '2026-12-14' and '2026-12-20')::int as planned_next_week from assigns) a
      cross join (select count(*)::int as absences_in_week from room_absences
        where withdrawn_at is null and (visited_at at time zone 'Asia/Tokyo')::date between '2026-12-07' and '2026-12-13') ra
      cross join (select count(*)::int as spares from spare_frames s where date >= '2026-12-11' and not exists (select from assigns a
        where a.client_id = s.client_id and a.date = s.date
          and a.construction_time_frame_id = s.construction_time_frame_id and a.frame_number = s.frame_number)) s`)
    expect(body.figures).toMatchObject({ ...counted, remaining: 9, done_in_week: 1, to_reschedule: 1 })
    expect(counted).toMatchObject({ rooms: 12, answered: 5, done: 2, given_up: 1, absences_in_week: 3 })
    expect(counted!['planned_in_week']! + counted!['planned_next_week']!).toBe(12)
    // Nobody can answer for an empty dwelling (D-37).
    const { asked, unanswered } = body.figures
    await rows(`insert into room_occupancies (client_id, room_id, occupancy) select client_id, id, 'vacant' from rooms
      where reception_status = 'not_yet' and status = 'waiting' and closed_at is null order by id limit 1 returning room_id`)
    expect((await show()).body.figures).toMatchObject({ rooms: 12, asked: asked - 1, answered: 5, unanswered: unanswered - 1 })
  })

  it('tells the board of dwellings by their number and of what was tried when, and of nobody by name', async () => {
    await workWeek()
    const { body } = await show()
    expect(body.figures.hard_rooms).toEqual([
      {
        id: plan.roomId('201'),
        name: '201',
        kind: 'absent',
        absences: 3,
        reason: null,
        attempts: [
          { kind: 'call', at: '2026-12-11T17:00:00+09:00' },
          { kind: 'absence', at: '2026-12-10T13:30:00+09:00' },
          { kind: 'absence', at: '2026-12-07T00:00:00+09:00' },
          { kind: 'absence', at: '2026-12-04T10:00:00+09:00' },
        ],
      },
      { id: plan.roomId('103'), name: '103', kind: 'given_up', absences: 0, reason: '入室辞退', attempts: [] },
    ])
    expect(JSON.stringify(body)).not.toMatch(/田中|耳/)
  })

  it('knows weeks by any of their days, none that is to come, and constructions of nobody else', async () => {
    world.setNow('2026-12-23T10:00:00+09:00')
    staff = await buildUser(world, plan.client, 'Staff')
    expect((await show('2026-12-13')).body).toMatchObject({ week_on: week, weeks: ['2026-12-21', '2026-12-14', week] })
    expect((await show('2026-12-28')).body).toMatchObject({ code: 'week_to_come' })
    expect((await show(week, await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
  })
})

/** A dwelling each: refusing, empty with a key, away, and one of which nothing is wrong. */
const noteDwellings = async () => {
  await workWeek()
  for (const [name, occupancy, outcome, note] of [
    ['302', 'occupied', 'refused', '高齢のため'],
    ['303', 'vacant', null, null],
    ['401', 'occupied', 'unreachable', null],
  ] as const)
    await rows(`insert into room_occupancies (client_id, room_id, occupancy, contact_outcome, outcome_note, opener)
      values (${plan.client.id}, ${plan.roomId(name)}, '${occupancy}', ${outcome === null ? 'null' : `'${outcome}'`},
        ${note === null ? 'null' : `'${note}'`}, ${occupancy === 'vacant' ? `'key'` : 'null'})`)
}

describe('GET /api/constructions/:construction_id/hard_rooms', () => {
  const list = (as = staff) => world.call(as, 'GET /api/constructions/:construction_id/hard_rooms', { params: params() })

  it('says of each dwelling that nobody came into why, what was tried when, and what is next', async () => {
    await issueCodes(world, plan)
    const sheets = { params: params(), body: { kind: 'information' as const, room_ids: [plan.roomId('302'), plan.roomId('202')] } }
    expect((await world.call(staff, 'POST /api/constructions/:construction_id/distribution_sheets', sheets)).body).toHaveProperty('job')
    await noteDwellings()
    const { hard_rooms } = (await list()).body
    expect(hard_rooms.map(({ name, kind }) => [name, kind])).toEqual([
      ['201', 'absent'],
      ['202', 'absent'],
      ['401', 'unreachable'],
      ['302', 'refused'],
      ['303', 'vacant'],
      ['103', 'given_up'],
    ])
    const [twice, once, , refused, vacant] = hard_rooms
    expect(twice).toMatchObject({
      absences: 3,
      attempts: [{ kind: 'call' }, { kind: 'absence' }, { kind: 'absence' }, { kind: 'absence' }],
    })
    expect(once).toMatchObject({
      absences: 1,
      attempts: expect.arrayContaining([{ kind: 'absence', at: '2026-12-09T10:00:00+09:00' }]) as unknown,
      next_step: '再案内を投函する',
    })
    expect(refused).toMatchObject({
      notes: ['高齢のため'],
      attempts: [{ kind: 'first_letter' }],
      next_step: '理由をうかがい、理事会に相談する',
    })
    expect(vacant).toMatchObject({ opener: 'key', next_step: '工事日を決め、開錠を依頼する（鍵）' })
    // The board reads of them in the week's report, without a word of what was noted.
    const report = (await show()).body.figures.hard_rooms
    expect(report.map(({ name }) => name)).toEqual(['201', '401', '302', '303', '103'])
    expect(JSON.stringify(report)).not.toContain('高齢')
  })

  it('is of nobody else', async () => {
    expect((await list(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
  })
})

describe('POST /api/constructions/:construction_id/hard_rooms/file', () => {
  it('writes the same into a workbook, and an event', async () => {
    await noteDwellings()
    const { body } = await world.call(staff, 'POST /api/constructions/:construction_id/hard_rooms/file', { params: params() })
    const sheet = await sheetOf(await fileOf((await made(body.job.id)).file_url))
    expect(sheet).toContainEqual(expect.arrayContaining(['302', '入室辞退', '高齢のため', '理由をうかがい、理事会に相談する']))
    expect(sheet).toContainEqual(expect.arrayContaining(['201', 'ご不在3回', '3']))
    expect(await rows(`select kind from events where kind = 'documents.hard_rooms_listed'`)).toHaveLength(1)
  })
})

describe(`PATCH ${path}`, () => {
  it('keeps what the board is asked for, week by week, and takes no more than the page holds', async () => {
    expect((await write('駐輪場をお貸しください。')).status).toBe(200)
    expect((await show(week)).body.requests).toBe('駐輪場をお貸しください。')
    world.setNow('2026-12-15T10:00:00+09:00')
    expect((await show()).body.requests).toBe('')
    expect((await write('あ'.repeat(401))).body.errors?.['requests']).toHaveLength(1)
    const events = await rows<{ kind: string; change: unknown }>(`select kind, change from events where kind = 'board_reports.written'`)
    expect(events).toEqual([{ kind: 'board_reports.written', change: { week_on: week } }])
  })

  it('is forgotten with a construction that was deleted long ago', async () => {
    await write('田中様に鍵をお借りします。')
    await rows(`update constructions set discarded_at = '2026-12-12T00:00:00Z', board_addresses = '{a@example.jp}'`)
    world.setNow('2036-12-12T10:00:00+09:00')
    await erasePeople(world.platform)
    expect(await rows(`select requests from board_reports`)).toEqual([])
    expect(await rows(`select board_addresses from constructions`)).toEqual([{ board_addresses: [] }])
  })
})

describe(`POST ${path}/preview`, () => {
  it('draws either page with a text that is not kept', async () => {
    const draw = (page: number) =>
      world.call(staff, `POST ${path}/preview`, { params: params(), body: { week_on: week, requests: '駐輪場', page } })
    expect((await draw(1)).body).toMatchObject({ pages: 2, picture: expect.stringContaining('<svg') as string })
    expect((await draw(2)).body.pages).toBe(2)
    expect((await show()).body.requests).toBe('')
  })
})

describe(`POST ${path}`, () => {
  const print = async () =>
    pagesOf(
      await fileOf(
        (await made((await world.call(staff, `POST ${path}`, { params: params(), body: { week_on: week } })).body.job.id)).file_url,
      ),
    )

  it('prints the figures and what was tried on two pages', async () => {
    await workWeek()
    await write('駐輪場をお貸しください。')
    const [first, second, ...more] = await print()
    expect(more).toEqual([])
    for (const word of ['日程のご回答5/11戸45%', '施工が済んだ住戸2/12戸16%', '残り9戸', '施工せずに終えた住戸1戸', '12/7', '12/13'])
      expect(first).toContain(word)
    for (const word of ['駐輪場をお貸しください。', '201ご不在3回', 'お電話', '103入室辞退', 'ご不在」とある1戸'])
      expect(second).toContain(word)
    expect(`${first}${second}`).not.toMatch(/田中|耳/)
  })

  it('lists every dwelling in an annex where the second page does not hold them all', async () => {
    await rows(`update rooms set name = '東棟' || name || '号室（管理事務所）', reception_status = 'web', status = 'reschedule'`)
    await rows(`insert into room_absences (client_id, room_id, visited_at, recorded_at, ended_at)
      select client_id, id, now() - n * interval '1 day', now(), now() from rooms, generate_series(1, 9) as n returning id`)
    await write(Array.from({ length: 20 }, () => '駐輪場のご利用を、お願いします。あい').join('\n'))
    const [, second, ...annex] = await print()
    expect(second).toMatch(/ほか5回.*ほか\d+戸あります。全12戸を別紙に/)
    expect(annex[0]).toContain('別紙')
    for (const { name } of await rows<{ name: string }>('select name from rooms')) expect(annex.join('')).toContain(name)
    expect(annex.join('')).not.toContain('ほか')
  })
})

describe(`POST ${path}/mail`, () => {
  it('sends each of the board a link to the report of that moment, whose address is kept nowhere', async () => {
    await workWeek()
    const address = await sent()
    expect((await mails()).map(({ recipients }) => recipients)).toEqual(addresses.map(each => [each]))
    expect((await mails())[0]!.body).not.toContain('201')
    expect(Buffer.from(address.token, 'base64url')).toHaveLength(16)
    expect(JSON.stringify(await rows('select * from board_report_links'))).not.toContain(address.token)
    await setRoom('103', { name: '999' })
    const { body } = await open(address)
    expect(body).toMatchObject({ week_on: week, expires_at: '2027-01-10T17:00:00+09:00' })
    expect((await pagesOf(await fileOf(body.url)))[1]).toContain('103入室辞退')
    expect((await show()).body.links).toMatchObject([
      { recipients: addresses, good: true, opened: 1, created_by: expect.any(String) as string },
    ])
    const events = await rows<{ kind: string }>(`select kind from events where kind like 'board_reports.%' order by id`)
    expect(events.map(({ kind }) => kind)).toEqual(['board_reports.sent', 'board_reports.link_opened'])
  })

  it('sends to nobody who was not named before, and says who is missing', async () => {
    expect((await mail([])).body).toMatchObject({ code: 'no_addresses' })
    expect((await register(['rijicho', 'kanri@example.jp'])).body.errors).toMatchObject({
      'board_addresses[0]': [expect.any(String)],
    })
    await register()
    expect(await mail(['rijicho@example.jp'])).toMatchObject({ status: 409, body: { code: 'addresses_changed' } })
    expect((await mail(addresses, await buildPlatformPerson(world, 'operator', plan.client))).status).toBe(403)
    await world.runJobs()
    expect(await mails()).toEqual([])
  })
})

describe(`DELETE ${path}/links/:id`, () => {
  it('ends a link for whoever has it', async () => {
    const address = await sent()
    const [link] = (await show()).body.links
    const withdraw = (as = staff) => world.call(as, `DELETE ${path}/links/:id`, { params: { ...params(), id: link!.id } })
    expect((await withdraw(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    expect((await open(address)).status).toBe(200)
    expect((await withdraw()).status).toBe(200)
    expect((await open(address)).body).toMatchObject({ code: 'link_gone' })
    expect((await show()).body.links).toMatchObject([{ good: false, opened: 1 }])
  })
})

describe('POST /api/board_reports/open', () => {
  it('says the same of an address that is unknown, of another client or run out, and then nothing of it is left', async () => {
    const address = await sent()
    const other = await buildClient(world)
    const { uuid } = await world.inClient(null, db =>
      db.selectFrom('clients').where('id', '=', other.id).select('uuid').executeTakeFirstOrThrow(),
    )
    for (const wrong of [
      { ...address, token: 'AAAAAAAAAAAAAAAAAAAAAA' },
      { ...address, client_uuid: uuid },
    ])
      expect((await open(wrong)).body.code).toBe('link_gone')
    world.setNow('2027-01-10T16:59:00+09:00')
    await forgetBoardReports(world.platform)
    expect((await open(address)).status).toBe(200)
    world.setNow('2027-01-10T17:00:01+09:00')
    expect((await open(address)).body.code).toBe('link_gone')
    await forgetBoardReports(world.platform)
    expect(await rows('select id from board_report_links')).toEqual([])
  })
})
