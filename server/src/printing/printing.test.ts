import { extractText } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { buildClient, buildConstruction, buildUser } from '../../test/build.ts'
import { issueCodes } from '../../test/issue-codes.ts'
import { planConstruction } from '../../test/planned-construction.ts'
import { openWorld } from '../../test/world.ts'
import { issueAuthenticationCodes } from '../authentication-codes/authentication-codes.ts'
import { readWorkbook } from '../file-reader/read-workbook.ts'

const world = await openWorld()

const build = async () => {
  const client = await buildClient(world)
  const staff = await buildUser(world, client, 'Staff')
  const construction = await buildConstruction(world, client, { floors: 2, perFloor: 2 })
  await world.inClient(client.id, db =>
    issueAuthenticationCodes(
      world.platform,
      db,
      client.id,
      construction.rooms.map(room => room.id),
    ),
  )
  return { client, staff, construction }
}

describe('POST /api/constructions/:construction_id/distribution_sheets', () => {
  it('makes one page per dwelling in a job that can be followed', async () => {
    const { staff, construction } = await build()
    const started = await world.call(staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
      params: { construction_id: construction.id },
      body: { kind: 'information' },
    })
    expect(started).toMatchObject({ status: 202, body: { job: { state: 'waiting', total: 4, file_url: null } } })
    await world.runJobs()
    const { body } = await world.call(staff, 'GET /api/jobs/:id', { params: { id: started.body.job.id } })
    expect(body.job).toMatchObject({ state: 'done', done: 4 })
    const pdf = await fetchFile(body.job.file_url ?? '')
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await countPages(pdf)).toBe(4)
  })

  it('prints only the dwellings that are to be told on paper', async () => {
    world.setNow('2026-11-21T10:00:00+09:00')
    const plan = await planConstruction(world)
    await issueCodes(world, plan)
    const frame = plan.frames[0]!.id
    const to = (name: string, date: string, frame_number: number) => ({
      room_id: plan.roomId(name),
      date,
      construction_time_frame_id: frame,
      frame_number,
    })
    const print = (kind: 'information' | 'decision' = 'information', as = plan.staff) =>
      world.call(as, 'POST /api/constructions/:construction_id/distribution_sheets', {
        params: { construction_id: plan.construction.id },
        body: { kind, only: 'paper' },
      })
    await plan.save({ assigns_attributes: [{ ...to('302', '2026-12-05', 1), channel: 'paper' }] })
    await plan.complete()
    expect(await print()).toMatchObject({ status: 422, body: { code: 'no_rooms_on_paper' } })
    await plan.save({
      assigns_attributes: [
        { ...to('101', '2026-12-04', 1), channel: 'paper' },
        { ...to('102', '2026-12-04', 2), channel: 'paper' },
        { ...to('201', '2026-12-05', 2), channel: 'none' },
      ],
    })
    const later = await plan.save({
      assigns_attributes: [
        { ...to('101', '2026-12-04', 2), channel: 'none' },
        { ...to('102', '2026-12-03', 2), channel: 'none' },
      ],
    })
    expect((await print()).body.job.total).toBe(1)
    await plan.undo(later.body.undoable_batch?.id ?? 0)
    const { sheets } = (
      await world.call(plan.staff, 'GET /api/constructions/:construction_id/distribution_sheets', {
        params: { construction_id: plan.construction.id },
      })
    ).body
    expect(sheets[0]?.rooms.filter(room => room.on_paper).map(({ name }) => name)).toEqual(['101', '102'])
    const started = await print()
    expect(started.body.job.total).toBe(2)
    await world.runJobs()
    const { body } = await world.call(plan.staff, 'GET /api/jobs/:id', { params: { id: started.body.job.id } })
    const pdf = await fetchFile(body.job.file_url ?? '')
    expect(await countPages(pdf)).toBe(2)
    expect(await readText(pdf)).toContain('12月4日')
    // Nobody has agreed to a date yet.
    expect((await print('decision')).body.code).toBe('no_rooms_on_paper')
    world.setNow('2026-12-06T10:00:01+09:00')
    expect((await print('information', await buildUser(world, plan.client, 'Staff'))).body.code).toBe('no_rooms_on_paper')
  })

  it('refuses a construction without rooms, craftsmen, and another client’s', async () => {
    const { client, staff, construction } = await build()
    const print = (as: typeof staff, id: number) =>
      world.call(as, 'POST /api/constructions/:construction_id/distribution_sheets', { params: { construction_id: id } })
    await world.inClient(client.id, db => db.deleteFrom('rooms').where('construction_id', '=', construction.id).execute())
    expect((await print(staff, construction.id)).body.code).toBe('no_rooms')
    expect((await print(await buildUser(world, client, 'Craftsman'), construction.id)).status).toBe(403)
    expect((await print(await buildUser(world, await buildClient(world), 'Staff'), construction.id)).status).toBe(404)
  })
})

describe('POST /api/constructions/:construction_id/overall_schedule/file', () => {
  const print = (as: Parameters<typeof world.call>[0], id: number, format: 'pdf' | 'xlsx' = 'pdf') =>
    world.call(as, 'POST /api/constructions/:construction_id/overall_schedule/file', { params: { construction_id: id }, body: { format } })
  const give = (clientId: number, id: number, dates: Record<string, string>) =>
    world.inClient(clientId, db => db.updateTable('constructions').set(dates).where('id', '=', id).execute())

  it('prints four months a page, with every line in words', async () => {
    const { client, staff, construction } = await build()
    await give(client.id, construction.id, {
      planned_start_on: '2026-11-10',
      planned_end_on: '2027-03-05',
      privately_area_start_on: '2026-12-21',
      privately_area_end_on: '2027-01-15',
      information_distribution_on: '2026-11-20',
    })
    const started = await print(staff, construction.id)
    expect(started).toMatchObject({ status: 202, body: { job: { state: 'waiting', total: 1 } } })
    await world.runJobs()
    const { body } = await world.call(staff, 'GET /api/jobs/:id', { params: { id: started.body.job.id } })
    expect(body.job).toMatchObject({ state: 'done', done: 1 })
    const pdf = await fetchFile(body.job.file_url ?? '')
    expect(await countPages(pdf)).toBe(2)
    const text = await readText(pdf)
    for (const words of ['専有部工期', '2026/12/21(月)〜2027/01/15(金)', '案内配布日', '2026年11月', '2027年3月'])
      expect(text).toContain(words)
  })

  it('draws a workbook, a column a day', async () => {
    const { client, staff, construction } = await build()
    await give(client.id, construction.id, {
      planned_start_on: '2026-12-30',
      planned_end_on: '2027-01-05',
      common_area_start_on: '2027-01-04',
      common_area_end_on: '2027-01-05',
      privately_area_start_on: '2026-12-30',
      privately_area_end_on: '2027-01-02',
      information_distribution_on: '2026-12-31',
      schedule_change_end_on: '2026-12-30',
    })
    const { body: started } = await print(staff, construction.id, 'xlsx')
    await world.runJobs()
    const { body } = await world.call(staff, 'GET /api/jobs/:id', { params: { id: started.job.id } })
    expect(body.job.error).toBeNull()
    const rows: unknown[][] = []
    for await (const { cells } of readWorkbook(await fetchFile(body.job.file_url ?? ''), 50)) rows.push([...cells])
    expect(rows[2]?.slice(0, 9)).toEqual(['項目', '日付', '30', '31', '1', '2', '3', '4', '5'])
    expect(rows.find(([label]) => label === '専有部工期')?.[1]).toBe('2026/12/30(水)〜2027/01/02(土)（4日間）')
    expect(rows.find(([label]) => label === '案内配布日')?.[3]).toBe('◆')
  })

  it('refuses days without end', async () => {
    const { client, staff, construction } = await build()
    await give(client.id, construction.id, { schedule_change_end_on: '9999-12-31' })
    expect((await print(staff, construction.id, 'xlsx')).body.code).toBe('too_long')
  })

  it('refuses a construction without dates, and one that the caller does not reach', async () => {
    const { client, staff, construction } = await build()
    const craftsman = await buildUser(world, client, 'Craftsman')
    expect((await print(craftsman, construction.id)).status).toBe(404)
    expect((await print(await buildUser(world, await buildClient(world), 'Staff'), construction.id)).status).toBe(404)
    await world.inClient(client.id, db =>
      db
        .updateTable('constructions')
        .set({
          planned_start_on: null,
          contract_period_start_on: null,
          common_area_start_on: null,
          second_common_area_start_on: null,
          privately_area_start_on: null,
          information_distribution_on: null,
          briefing_session_at: null,
          option_request_end_on: null,
          schedule_change_end_on: null,
          decision_guide_distribution_on: null,
        })
        .where('id', '=', construction.id)
        .execute(),
    )
    expect((await print(staff, construction.id)).body.code).toBe('no_periods')
  })
})

describe('GET /api/jobs/:id', () => {
  it('is its requester’s alone', async () => {
    const { client, staff, construction } = await build()
    const { body } = await world.call(staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
      params: { construction_id: construction.id },
    })
    expect((await world.call(await buildUser(world, client, 'Staff'), 'GET /api/jobs/:id', { params: { id: body.job.id } })).status).toBe(
      404,
    )
  })
})

const fetchFile = async (url: string): Promise<Buffer> => {
  const signed = /\/api\/files\/(\d+)\.(\d+)\./.exec(url)
  const file = await world.inClient(Number(signed?.[1]), db =>
    db.selectFrom('files').where('id', '=', Number(signed?.[2])).select('storage_key').executeTakeFirstOrThrow(),
  )
  const chunks: Buffer[] = []
  for await (const chunk of world.platform.storage.read(file.storage_key)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const read = async (pdf: Buffer) => extractText(new Uint8Array(pdf), { mergePages: true })
const countPages = async (pdf: Buffer): Promise<number> => (await read(pdf)).totalPages
/** The document's words without the gaps between them, as a search in it finds them. */
const readText = async (pdf: Buffer): Promise<string> => (await read(pdf)).text.replaceAll(/\s/g, '')
