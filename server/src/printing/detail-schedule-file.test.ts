import { readXlsx } from 'hucre/xlsx'
import { getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { buildClient, buildContractor, buildPlatformPerson, buildResident, buildUser, type BuiltPerson } from '../../test/build.ts'
import { planConstruction } from '../../test/planned-construction.ts'
import { openWorld } from '../../test/world.ts'

const world = await openWorld()

interface Asked {
  format?: 'pdf' | 'xlsx'
  paper?: 'a3' | 'a4'
  view?: 'frame' | 'room'
  names?: boolean
}

/** Six rooms in a week of December 2026 with a day off, a preparation day, a spare frame, a resident, and 101 without a date. */
const build = async () => {
  const plan = await planConstruction(world)
  const { client, staff, construction, frames } = plan
  await world.inClient(client.id, async db => {
    await db
      .updateTable('constructions')
      .set({ privately_area_end_on: '2026-12-08', privately_area_holidays: ['2026-12-06'], preparation_days: ['2026-12-07'] })
      .where('id', '=', construction.id)
      .execute()
    await db
      .updateTable('rooms')
      .set({ construction_schedule_confirmed_at: new Date(), high_priority: true })
      .where('id', '=', plan.roomId('301'))
      .execute()
  })
  await buildResident(world, client, plan.roomId('301'), { name: '山田 秘密' })
  const { assigns } = await plan.show()
  const first = assigns.find(assign => assign.room.name === '101')
  const saved = await plan.save({
    assigns_attributes: [
      {
        id: first?.id,
        room_id: plan.roomId('101'),
        date: first?.date ?? '',
        construction_time_frame_id: first?.construction_time_frame_id ?? 0,
        frame_number: 1,
        _destroy: true,
      },
    ],
    spare_frames_attributes: [{ date: '2026-12-05', construction_time_frame_id: frames[1]?.id ?? 0, frame_number: 2 }],
  })
  expect(saved.status).toBe(200)
  const ask = (as: BuiltPerson, body: Asked = {}) =>
    world.call(as, 'POST /api/constructions/:construction_id/detail_schedule/file', { params: { construction_id: construction.id }, body })
  const make = async (body: Asked = {}, as: BuiltPerson = staff) => {
    const started = await ask(as, body)
    expect(started).toMatchObject({ status: 202, body: { message: '詳細工程表の作成を始めました。', job: { state: 'waiting' } } })
    await world.runJobs()
    const { job } = (await world.call(as, 'GET /api/jobs/:id', { params: { id: started.body.job.id } })).body
    expect(job).toMatchObject({ state: 'done', error: null })
    return fetchFile(job.file_url ?? '')
  }
  return { ...plan, ask, make }
}

describe('POST /api/constructions/:construction_id/detail_schedule/file', () => {
  it('prints the sheet for the wall, every room once, days off and the tray named, and no resident', async () => {
    const { make, show } = await build()
    const file = await make()
    const { text, pieces, pages } = await read(file.bytes)
    expect(pages).toBe(1)
    for (const said of [
      '詳細工程表',
      '専有部工期2026/12/01(火)〜2026/12/08(火)',
      '2026年12月',
      '休工日',
      '準備日',
      '予備',
      '未割当の部屋1戸',
      '1/1',
      '09:00',
      '確定',
      '優先',
    ])
      expect(text).toContain(said)
    for (const room of ['101', '102', '201', '202', '301', '302']) expect(pieces.filter(piece => piece === room)).toEqual([room])
    expect(text).not.toContain('山田')
    const info = (await show()).maximum_frame.file_info
    expect(info).toMatchObject({ file_name: file.name, url: expect.stringMatching(/detail_schedule\/file$/) })
    expect(file.name).toMatch(/^詳細工程_M-.*\.pdf$/)
  })

  it('names residents only when asked, and leaves a trace', async () => {
    const { make, client, construction } = await build()
    expect((await read((await make({ names: true, paper: 'a4' })).bytes)).text).toContain('山田秘密')
    const events = await world.inClient(client.id, db =>
      db
        .selectFrom('events')
        .where('construction_id', '=', construction.id)
        .where('kind', '=', 'documents.detail_schedule_with_names')
        .select('change')
        .execute(),
    )
    expect(events).toEqual([{ change: { format: 'pdf', view: 'frame' } }])
  })

  it('prints a room a row, with time and frame under its date', async () => {
    const { make } = await build()
    const { text, pieces } = await read((await make({ view: 'room', paper: 'a4' })).bytes)
    for (const room of ['101', '102', '201', '202', '301', '302']) expect(pieces.filter(piece => piece === room)).toEqual([room])
    expect(text).toContain('3階')
    expect(text).toContain('09:00枠1')
  })

  it('writes a workbook of two sheets with real dates', async () => {
    const { make } = await build()
    const file = await make({ format: 'xlsx' })
    expect(file.name).toMatch(/^詳細工程_M-.*\.xlsx$/)
    const { sheets } = await readXlsx(new Uint8Array(file.bytes))
    const [byFrame, byRoom] = sheets
    expect([byFrame?.name, byRoom?.name]).toEqual(['枠ごと', '部屋ごと'])
    expect(byRoom?.rows[1]).toEqual(['部屋', '階', '工事日', '曜日', '開始', '終了', '枠', '予備枠', '班', '状態', '日程', '優先'])
    const rows = byRoom?.rows.slice(2) ?? []
    expect(rows.map(row => row[0])).toEqual(['301', '302', '201', '202', '101', '102'])
    expect(rows[0]?.[2]).toEqual(new Date('2026-12-01T00:00:00Z'))
    expect(rows[0]?.slice(3)).toEqual(['火', '09:00', '12:00', 1, null, null, '未着手', '確定', '優先'])
    expect(rows[4]?.[2]).toBe('未割当')
    expect(byFrame?.rows[1]?.slice(3, 5)).toEqual([new Date('2026-12-01T00:00:00Z'), new Date('2026-12-02T00:00:00Z')])
    expect(byFrame?.rows[3]).toContain('休工日')
    expect(byFrame?.rows[3]).toContain('準備日')
    const cells = byFrame?.rows.flat().map(String).join('\n') ?? ''
    expect(cells).toContain('301\n【優先】【確定】')
    expect(cells).not.toContain('山田')
    expect(byFrame?.freezePane).toEqual({ rows: 4, columns: 3 })
    expect(byFrame?.pageSetup).toMatchObject({ orientation: 'landscape', fitToWidth: 1, paperSize: 'a3' })
    const named = await readXlsx(new Uint8Array((await make({ format: 'xlsx', names: true })).bytes))
    expect(named.sheets[1]?.rows[2]?.at(-1)).toBe('山田 秘密')
  })

  it('serves everyone who works on the construction and nobody else', async () => {
    const client = await buildClient(world)
    const contractor = await buildContractor(world, client)
    const craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
    const stranger = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
    const { construction } = await planConstruction(world, { client, contractorIds: [contractor.id] })
    await world.inClient(client.id, async db => {
      const crew = await db
        .selectFrom('assigned_contractors')
        .where('construction_id', '=', construction.id)
        .select('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('assigned_craftsmans')
        .values({ client_id: client.id, assigned_contractor_id: crew.id, craftsman_id: craftsman.id })
        .execute()
    })
    const ask = (as: BuiltPerson, body: object = {}) =>
      world.send(as, 'POST', `/api/constructions/${construction.id}/detail_schedule/file`, JSON.stringify(body), {
        'content-type': 'application/json',
      })
    for (const person of [craftsman, await buildPlatformPerson(world, 'operator', client), await buildUser(world, client, 'Staff_Admin')])
      expect((await ask(person)).status).toBe(202)
    expect((await ask(stranger)).status).toBe(404)
    expect((await ask(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    expect((await ask(craftsman, { paper: 'b4' })).status).toBe(422)
    await world.runJobs()
  })

  it('refuses while there is no schedule', async () => {
    const { client, staff, construction, ask } = await build()
    await world.inClient(client.id, async db => {
      for (const table of ['assigns', 'spare_frames', 'construction_time_frames'] as const)
        await db.deleteFrom(table).where('construction_id', '=', construction.id).execute()
    })
    expect((await ask(staff)).body.code).toBe('no_schedule')
  })
})

const fetchFile = async (url: string): Promise<{ name: string; bytes: Buffer }> => {
  const answer = await world.send({ headers: {} }, 'GET', url)
  expect(answer.status).toBe(200)
  const name = /filename\*=UTF-8''([^;]+)/.exec(String(answer.headers['content-disposition']))?.[1] ?? ''
  return { name: decodeURIComponent(name), bytes: answer.raw }
}

/** The document's pieces of text as they were set, and its words without the gaps between them, as a search in it finds them. */
const read = async (bytes: Buffer) => {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, async (_, at) => (await pdf.getPage(at + 1)).getTextContent()))
  const pieces = pages.flatMap(({ items }) => items.flatMap(item => ('str' in item ? [item.str.trim()] : [])))
  return { pieces, text: pieces.join('').replaceAll(/\s/g, ''), pages: pdf.numPages }
}
