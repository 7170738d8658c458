import { beforeEach, describe, expect, it } from 'vitest'
import { getDocumentProxy } from 'unpdf'
import { assignCrew, type BuiltPerson, buildClient, buildContractor, buildPlatformPerson, buildUser } from '../../test/build.ts'
import { issueCodes } from '../../test/issue-codes.ts'
import { planConstruction, type PlannedConstruction } from '../../test/planned-construction.ts'
import { linksOf } from '../../test/pdf-links.ts'
import { fileOf, pagesOf } from '../../test/printed.ts'
import { openWorld } from '../../test/world.ts'
import { issueAuthenticationCodes } from '../authentication-codes/authentication-codes.ts'
import { readWorkbook } from '../file-reader/read-workbook.ts'

const world = await openWorld()

let plan: PlannedConstruction
beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  await issueCodes(world, plan)
})

const change = (name: string, values: Record<string, unknown>) =>
  world.inClient(plan.client.id, db => db.updateTable('rooms').set(values).where('id', '=', plan.roomId(name)).execute())
const params = () => ({ construction_id: plan.construction.id })

const eventsOf = (kind: string) =>
  world.inClient(plan.client.id, db =>
    db.selectFrom('events').where('kind', '=', kind).select(['room_id', 'change', 'actor_kind']).orderBy('id').execute(),
  )

describe('POST /api/constructions/:construction_id/distribution_sheets', () => {
  const print = (kind: 'information' | 'reminder' | 'decision', as = plan.staff) =>
    world.call(as, 'POST /api/constructions/:construction_id/distribution_sheets', { params: params(), body: { kind } })

  it('prints in posting order with the current code and the ways to be present; a letter of one page has no number', async () => {
    await change('301', { posting_position: 1 })
    const { status, body } = await print('information')
    expect([status, body.message]).toEqual([202, '案内状の作成を始めました。'])
    const pdf = await fileOf(world, plan.staff, body.job.id)
    const pages = await pagesOf(pdf)
    expect(pages.map(page => /^(\d+)号室/.exec(page)?.[1])).toEqual(['301', '101', '102', '201', '202', '302'])
    expect(pages.filter(page => /\d\/6/.test(page))).toEqual([])
    for (const words of ['①本人②代理人③補助錠④鍵預かり', '鍵のお預かりとお返し：9時30分までに', 'ご訪問予定日', '0120-000-000'])
      expect(pages[0]).toContain(words)
    expect(pages.every(page => /[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/.test(page))).toBe(true)
    expect(new Set(pages.map(page => /[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/.exec(page)?.[0])).size).toBe(6)
    const document = await getDocumentProxy(new Uint8Array(pdf))
    expect((await document.getMetadata()).info).toMatchObject({ Language: 'ja' })
    const printed = await eventsOf('rooms.sheet_printed')
    expect(printed.map(event => [event.change, event.actor_kind])).toEqual(
      Array.from({ length: 6 }, () => [expect.objectContaining({ kind: 'information', job_id: body.job.id, dated: true }), 'staff']),
    )
  })

  it('prints a short address that is the same on every sheet of a dwelling, and no other’s', async () => {
    const printAddresses = async () =>
      (await pagesOf(await fileOf(world, plan.staff, (await print('information')).body.job.id))).map(
        page => /\/r\/([2-9A-HJ-NP-Z]{6})/.exec(page)?.[1],
      )
    const addresses = await printAddresses()
    expect(new Set(addresses.filter(Boolean)).size).toBe(6)
    expect(await printAddresses()).toEqual(addresses)
  })

  it('reminds only who has not answered and is still asked', async () => {
    await change('101', { reception_status: 'tel' })
    await change('102', { reception_status: 'web' })
    await change('201', { status: 'completed', completed_at: new Date() })
    await world.inClient(plan.client.id, db =>
      db.updateTable('constructions').set({ schedule_change_end_on: '2026-11-28' }).where('id', '=', plan.construction.id).execute(),
    )
    const { body } = await print('reminder')
    expect(body.job.total).toBe(3)
    const pages = await pagesOf(await fileOf(world, plan.staff, body.job.id))
    expect(pages.map(page => /^(\d+)号室/.exec(page)?.[1])).toEqual(['202', '301', '302'])
    for (const words of ['ご回答の締切2026年11月28日(土)まで', 'ご回答票（返信欄）202号室']) expect(pages[0]).toContain(words)
    for (const name of ['202', '301', '302']) await change(name, { reception_status: 'paper' })
    expect((await print('reminder')).body.code).toBe('nobody_to_remind')
  })

  it('says in words that nobody is left to print for, when every dwelling was found empty between asking and printing', async () => {
    const { body } = await print('information')
    const empty = ['101', '102', '201', '202', '301', '302'].map(name => plan.roomId(name))
    await world.inClient(plan.client.id, db =>
      db
        .insertInto('room_occupancies')
        .values(empty.map(room_id => ({ client_id: plan.client.id, room_id, occupancy: 'vacant' })))
        .execute(),
    )
    await world.runJobs()
    const { job } = (await world.call(plan.staff, 'GET /api/jobs/:id', { params: { id: body.job.id } })).body
    expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining('印刷する住戸がなくなりました') as string })
  })

  it('prints one dwelling alone, with the code of now', async () => {
    const wanted = { params: params(), body: { room_ids: [plan.roomId('202')] } }
    const codeOf = async () => {
      const { body } = await world.call(plan.staff, 'POST /api/constructions/:construction_id/distribution_sheets', wanted)
      const pages = await pagesOf(await fileOf(world, plan.staff, body.job.id))
      expect(pages.map(page => /^(\d+)号室/.exec(page)?.[1])).toEqual(['202'])
      return /[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/.exec(pages[0] ?? '')?.[0]
    }
    const before = await codeOf()
    expect(await codeOf()).toBe(before)
    await world.call(plan.staff, 'POST /api/constructions/:construction_id/rooms/:room_id/authentication_code', {
      params: { ...params(), room_id: plan.roomId('202') },
    })
    expect(await codeOf()).not.toBe(before)
    const stranger = await world.call(plan.staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
      params: params(),
      body: { room_ids: [999_999] },
    })
    expect(stranger.body.code).toBe('no_rooms')
  })

  it('decides nothing that nobody has agreed to', async () => {
    expect((await print('decision')).body.code).toBe('nothing_decided')
    await change('302', { construction_schedule_confirmed_at: new Date() })
    const { body } = await print('decision')
    const pages = await pagesOf(await fileOf(world, plan.staff, body.job.id))
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('ご訪問日（決定）')
  })
})

describe('POST /api/constructions/:construction_id/poster', () => {
  const print = (as: BuiltPerson) => world.call(as, 'POST /api/constructions/:construction_id/poster', { params: params() })

  it('names nobody and no room, and leads to the choice of one’s room', async () => {
    await world.inClient(plan.client.id, db =>
      db
        .insertInto('residents')
        .values({ client_id: plan.client.id, room_id: plan.roomId('101'), name: '田中花子', phone: '09012345678' })
        .execute(),
    )
    const { body } = await print(plan.staff)
    const [page = '', ...rest] = await pagesOf(await fileOf(world, plan.staff, body.job.id))
    expect(rest).toEqual([])
    for (const words of ['居住者各位', 'インターホン更新工事', '2026年12月1日(火)', '0120-000-000']) expect(page).toContain(words)
    expect(page).not.toMatch(/田中|090|101号室|[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/)
    expect(await eventsOf('documents.poster_printed')).toHaveLength(1)
  })

  it('is the office’s, and the own client’s', async () => {
    expect((await print(await buildPlatformPerson(world, 'operator', plan.client))).status).toBe(202)
    expect((await print(await buildUser(world, plan.client, 'Craftsman'))).status).toBe(403)
    expect((await print(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
  })
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/absence_slip', () => {
  const print = (as: BuiltPerson, visited_at?: string) =>
    world.call(as, 'POST /api/constructions/:construction_id/rooms/:room_id/absence_slip', {
      params: { ...params(), room_id: plan.roomId('201') },
      body: visited_at ? { visited_at } : {},
    })

  it('says when somebody came, how it goes on and where to call, and shows no code', async () => {
    world.setNow('2026-12-02T10:25:00+09:00')
    const staff = await buildUser(world, plan.client, 'Staff')
    const { body } = await print(staff, '2026-12-02T10:20:00+09:00')
    const slip = await fileOf(world, staff, body.job.id)
    const [page = ''] = await pagesOf(slip)
    // What is typed is the dwelling's short address; the token is the QR's alone.
    expect(page).toMatch(/\/r\/[2-9A-HJ-NP-Z]{6}/)
    expect(page).not.toContain('/absence/')
    expect(await linksOf(slip)).toEqual([expect.stringMatching(/\/residents\/clients\/[\w-]+\/absence\/[\w-]{22}$/)])
    for (const words of ['201号室', 'ご不在連絡票', '12月2日(水)午前10時20分ごろ', '0120-000-000', '昼でも夜でも'])
      expect(page).toContain(words)
    // Printed once more it is the slip of the same visit.
    const again = await print(staff)
    expect((await pagesOf(await fileOf(world, staff, again.body.job.id)))[0]).toContain('12月2日(水)午前10時20分ごろ')
    // What it says is recorded, so that it is good at once.
    expect((await eventsOf('rooms.absence_recorded')).map(event => event.room_id)).toEqual([plan.roomId('201')])
    expect(page).not.toMatch(/[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/)
    expect(await eventsOf('rooms.sheet_printed')).toMatchObject([
      { room_id: plan.roomId('201'), change: { kind: 'absence' } },
      { change: { kind: 'absence' } },
    ])
  })

  it('is for the craftsmen of the construction too, and for nobody else', async () => {
    const contractor = await buildContractor(world, plan.client)
    const craftsman = await buildUser(world, plan.client, 'Craftsman', { contractorId: contractor.id })
    expect((await print(craftsman)).status).toBe(404)
    await assignCrew(world, plan.client, plan.construction, { contractorId: contractor.id, craftsmanIds: [craftsman.id] })
    expect((await print(craftsman)).status).toBe(202)
    expect((await print(plan.staff, 'yesterday')).status).toBe(422)
    expect((await print(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    await world.runJobs()
    await change('201', { status: 'completed', completed_at: new Date(), closed_at: new Date() })
    expect((await print(plan.staff)).body.code).toBe('room_closed')
  })
})

describe('POST /api/constructions/:construction_id/absence_slips', () => {
  const print = (as: BuiltPerson, date: string) =>
    world.call(as, 'POST /api/constructions/:construction_id/absence_slips', { params: params(), body: { date } })

  it('makes a slip for every open visit of a day, with the day printed and a token of its own', async () => {
    const visits = (await plan.show()).assigns.filter(({ date }) => date === '2026-12-01').map(({ room }) => room.name)
    await change(visits[0]!, { status: 'completed', completed_at: new Date() })
    const { body } = await print(plan.staff, '2026-12-01')
    const file = await fileOf(world, plan.staff, body.job.id)
    const pages = await pagesOf(file)
    expect(pages.map(page => /^(\d+)号室/.exec(page)?.[1])).toEqual(expect.arrayContaining(visits.slice(1)))
    expect(pages).toHaveLength(visits.length - 1)
    expect(pages.every(page => page.includes('2026年12月1日(火)'))).toBe(true)
    const slips = await world.inClient(plan.client.id, db => db.selectFrom('absence_slips').select(['visit_on', 'token_hash']).execute())
    expect(slips.map(({ visit_on }) => visit_on)).toEqual(visits.slice(1).map(() => '2026-12-01'))
    // Only the hash is kept: what is printed stands nowhere in the database.
    const tokens = (await linksOf(file)).map(link => /absence\/([\w-]{22})/.exec(link)?.[1] ?? '')
    expect(tokens).not.toContain('')
    expect(new Set(pages.map(page => /\/r\/([2-9A-HJ-NP-Z]{6})/.exec(page)?.[1])).size).toBe(pages.length)
    expect(new Set(tokens).size).toBe(pages.length)
    const jobs = await world.inClient(plan.client.id, db => db.selectFrom('jobs').select('input').execute())
    for (const token of tokens) expect(JSON.stringify(jobs)).not.toContain(token)
  })

  it('is the own client’s, and needs somebody to visit', async () => {
    expect((await print(plan.staff, '2026-12-24')).body.code).toBe('no_visits')
    expect((await print(await buildUser(world, await buildClient(world), 'Staff'), '2026-12-01')).status).toBe(404)
  })
})

describe('GET /api/constructions/:construction_id/distribution_sheets', () => {
  const list = async (as = plan.staff) =>
    (await world.call(as, 'GET /api/constructions/:construction_id/distribution_sheets', { params: params() })).body.sheets
  const undistributed = async (kind: string) =>
    (await list()).find(sheet => sheet.kind === kind)!.rooms.flatMap(room => (room.distributed ? [] : [room.name]))
  const print = (kind: 'information' | 'decision', body: { only?: 'not_distributed'; room_ids?: number[] } = {}) =>
    world.call(plan.staff, 'POST /api/constructions/:construction_id/distribution_sheets', { params: params(), body: { kind, ...body } })

  it('remembers what was printed when, and prints the others', async () => {
    await print('information', { room_ids: [plan.roomId('101'), plan.roomId('102')] })
    await world.runJobs()
    expect(await undistributed('information')).toEqual(['201', '202', '301', '302'])
    const [first] = (await list()).find(sheet => sheet.kind === 'information')!.rooms
    expect(first).toMatchObject({ name: '101', printed_at: expect.stringMatching(/\+09:00$/), distributed: true })
    expect((await print('information', { only: 'not_distributed' })).body.job.total).toBe(4)
    expect((await print('information', { only: 'not_distributed' })).body.code).toBe('all_distributed')
    // A reissued code makes the letter in the mailbox worth nothing.
    world.setNow('2026-11-22T10:00:00+09:00')
    await world.inClient(plan.client.id, db => issueAuthenticationCodes(world.platform, db, plan.client.id, [plan.roomId('101')]))
    expect(await undistributed('information')).toEqual(['101'])
  })

  it('prints again whose letter had no date, or before the completion another one than holds now', async () => {
    const planned = await plan.show()
    const placed = (name: string) => ({ room_id: plan.roomId(name), ...plan.placeOf(name, planned)! })
    const [first, second, third] = [placed('101'), placed('102'), placed('201')]
    await plan.save({ assigns_attributes: [{ ...first, _destroy: true }] })
    await print('information')
    expect(await undistributed('information')).toEqual([])
    const informed = (await list()).find(sheet => sheet.kind === 'information')!
    expect(informed.rooms.map(room => room.dated)).toEqual([false, true, true, true, true, true])
    await plan.save({ assigns_attributes: [first] })
    expect(await undistributed('information')).toEqual(['101'])
    await plan.save({
      assigns_attributes: [
        { ...second, room_id: third.room_id },
        { ...third, room_id: second.room_id },
      ],
    })
    expect(await undistributed('information')).toEqual(['101', '102', '201'])
    await change('201', { reception_status: 'tel' })
    expect((await print('information', { only: 'not_distributed' })).body.job.total).toBe(2)
    expect(await undistributed('information')).toEqual([])
  })

  it('says whether residents can do anything with the dates', async () => {
    const completed = async () =>
      (await world.call(plan.staff, 'GET /api/constructions/:construction_id/distribution_sheets', { params: params() })).body
        .schedule_completed
    expect(await completed()).toBe(false)
    await plan.complete()
    expect(await completed()).toBe(true)
  })

  it('offers a decision to nobody who was visited, whose day has passed, or who is done', async () => {
    await plan.complete()
    const ids = plan.construction.rooms.map(room => room.id)
    await world.inClient(plan.client.id, db =>
      db
        .updateTable('rooms')
        .set({ construction_schedule_confirmed_at: new Date('2026-11-20T00:00:00Z') })
        .where('id', 'in', ids)
        .execute(),
    )
    const all = (await list()).find(sheet => sheet.kind === 'decision')!.rooms.map(room => room.name)
    expect(all).toHaveLength(6)
    await change('101', { status: 'completed', completed_at: new Date() })
    await change('102', { status: 'reschedule' })
    const past = plan.placeOf('201', await plan.show())!.date
    world.setNow(`${past}T18:00:00+09:00`)
    const staff = await buildUser(world, plan.client, 'Staff')
    const ahead = (await plan.show(staff)).assigns
      .filter(({ date, room }) => date >= past && room.status === 'waiting')
      .map(({ room }) => room.name)
    const names = (await list(staff)).find(sheet => sheet.kind === 'decision')!.rooms.map(room => room.name)
    expect(names.toSorted()).toEqual(ahead.toSorted())
    world.setNow('2026-12-06T10:00:00+09:00')
    const later = await buildUser(world, plan.client, 'Staff')
    const nobody = await world.call(later, 'POST /api/constructions/:construction_id/distribution_sheets', {
      params: params(),
      body: { kind: 'decision' },
    })
    expect(nobody.body.code).toBe('nothing_decided')
  })

  it('is the office’s, and the own client’s', async () => {
    const ask = async (as: BuiltPerson) =>
      (await world.call(as, 'GET /api/constructions/:construction_id/distribution_sheets', { params: params() })).status
    expect(await ask(await buildUser(world, plan.client, 'Craftsman'))).toBe(403)
    expect(await ask(await buildUser(world, await buildClient(world), 'Staff'))).toBe(404)
  })
})

describe('POST /api/constructions/:construction_id/call_list', () => {
  const ask = (as: BuiltPerson, format: 'pdf' | 'xlsx' = 'pdf') =>
    world.call(as, 'POST /api/constructions/:construction_id/call_list', { params: params(), body: { format } })

  it('lists whom to call with their numbers, on paper and as a workbook, and leaves a trace', async () => {
    await world.inClient(plan.client.id, db =>
      db
        .insertInto('residents')
        .values({ client_id: plan.client.id, room_id: plan.roomId('102'), name: '=田中', name_kana: 'タナカ', phone: '09012345678' })
        .execute(),
    )
    await change('101', { reception_status: 'web' })
    const pdf = await ask(plan.staff)
    const [page = ''] = await pagesOf(await fileOf(world, plan.staff, pdf.body.job.id))
    expect(page).toContain('102タナカ=田中090-1234-5678')
    // Who has no number is reached by paper alone.
    expect(page).toContain('未回答1戸（番号のない4戸を除く）')
    expect(page).toContain('1回目2回目結果')
    expect(page).not.toContain('201')
    const workbook = await ask(plan.staff, 'xlsx')
    const rows: unknown[][] = []
    for await (const { cells } of readWorkbook(await fileOf(world, plan.staff, workbook.body.job.id), 20)) rows.push([...cells])
    expect(rows[0]?.slice(7)).toEqual(['1回目', '2回目', '結果'])
    expect(rows[1]?.slice(0, 4)).toEqual(['102', '=田中', 'タナカ', '090-1234-5678'])
    expect(rows).toHaveLength(2)
    expect((await eventsOf('documents.call_list_made')).map(event => event.change)).toEqual([
      { format: 'pdf', rooms: 1 },
      { format: 'xlsx', rooms: 1 },
    ])
  })

  it('is the office’s, the own client’s, and needs somebody to call', async () => {
    expect((await ask(plan.staff)).body.code).toBe('nobody_to_call')
    expect((await ask(await buildUser(world, plan.client, 'Craftsman'))).status).toBe(403)
    expect((await ask(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    for (const { name } of plan.construction.rooms) await change(name, { reception_status: 'tel' })
    expect((await ask(plan.staff)).body.code).toBe('nobody_to_remind')
  })
})
