import { beforeEach, describe, expect, it } from 'vitest'
import { extractText } from 'unpdf'
import { issueCodes } from '../../../test/issue-codes.ts'
import { planConstruction, type PlannedConstruction } from '../../../test/planned-construction.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()

let plan: PlannedConstruction
beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world, { floors: 1, perFloor: 1 })
  await issueCodes(world, plan)
})

const params = () => ({ construction_id: plan.construction.id })
const roomId = () => plan.roomId('101')
const setConstruction = (values: Record<string, unknown>) =>
  world.inClient(plan.client.id, db => db.updateTable('constructions').set(values).where('id', '=', plan.construction.id).execute())
const printed = async (jobId: number): Promise<string> => {
  await world.runJobs()
  const { body } = await world.call(plan.staff, 'GET /api/jobs/:id', { params: { id: jobId } })
  expect(body.job).toMatchObject({ state: 'done', error: null })
  const { text } = await extractText(new Uint8Array((await world.send(plan.staff, 'GET', body.job.file_url ?? '')).raw))
  expect(text).toHaveLength(1)
  return (text[0] ?? '').replaceAll(/\s/g, '')
}
const printSheet = async (kind: 'information' | 'reminder' | 'decision') =>
  printed(
    (await world.call(plan.staff, 'POST /api/constructions/:construction_id/distribution_sheets', { params: params(), body: { kind } }))
      .body.job.id,
  )
const printPoster = async () =>
  printed((await world.call(plan.staff, 'POST /api/constructions/:construction_id/poster', { params: params() })).body.job.id)

describe('the day and the senders of a letter', () => {
  it('are those of its distribution, of the association, the builder and the manager', async () => {
    await setConstruction({
      information_distribution_on: '2026-11-24',
      // Over when the letters lie in the mailboxes.
      briefing_session_at: new Date('2026-11-23T10:00:00+09:00'),
      owners_association: '青葉台管理組合',
      prime_contractor: '青葉建設株式会社',
    })
    await world.inClient(plan.client.id, db => db.updateTable('buildings').set({ management_company: '青葉管理株式会社' }).execute())
    const page = await printSheet('information')
    expect(page).toContain('2026年11月24日(火)青葉台管理組合施工青葉建設株式会社管理青葉管理株式会社')
    for (const words of ['2026年11月21日', '工事説明会']) expect(page).not.toContain(words)
    expect(await printPoster()).toContain('2026年11月24日(火)')
    // A letter that is printed later was not distributed then.
    world.setNow('2026-11-26T10:00:00+09:00')
    expect(await printSheet('information')).toContain('2026年11月26日(木)青葉台管理組合')
  })
})

describe('the slip to answer on', () => {
  it('stands on the first letter and the second, with the time frames to tick, and on no decision', async () => {
    for (const kind of ['information', 'reminder'] as const) {
      const page = await printSheet(kind)
      for (const words of ['ご回答票（返信欄）101号室', 'でよい', '変更したい', '第3希望', '9:00〜12:0013:00〜17:00'])
        expect(page).toContain(words)
    }
    await world.inClient(plan.client.id, db =>
      db.updateTable('rooms').set({ construction_schedule_confirmed_at: world.platform.now() }).execute(),
    )
    expect(await printSheet('decision')).not.toContain('返信欄')
  })
})

describe('the deadline of a reminder', () => {
  it('is the dwelling’s own, and is not named once it is over', async () => {
    await setConstruction({ schedule_change_end_on: '2026-11-24' })
    expect(await printSheet('reminder')).toContain('ご回答の締切2026年11月24日(火)まで')
    await world.inClient(plan.client.id, db =>
      db.updateTable('rooms').set({ date_change_extended_to: '2026-11-30', date_change_extension_reason: '出張のため' }).execute(),
    )
    const granted = await printSheet('reminder')
    expect(granted).toContain('ご回答の締切2026年11月30日(月)まで')
    expect(granted).not.toContain('11月24日')
    await setConstruction({ schedule_change_end_on: '2026-11-20' })
    await world.inClient(plan.client.id, db =>
      db.updateTable('rooms').set({ date_change_extended_to: null, date_change_extension_reason: null }).execute(),
    )
    expect(await printSheet('reminder')).not.toContain('締切')
  })
})

describe('what is agreed', () => {
  it('stands on the decision: who is there, what was ordered, the cash to have ready', async () => {
    await world.inClient(plan.client.id, db =>
      db.updateTable('rooms').set({ construction_schedule_confirmed_at: world.platform.now() }).execute(),
    )
    const before = await printSheet('decision')
    expect(before).toContain('立会いの方法をまだうかがっておりません')
    for (const words of ['オプション工事', '現金']) expect(before).not.toContain(words)
    await world.inClient(plan.client.id, async db => {
      const client_id = plan.client.id
      await db
        .insertInto('room_presences')
        .values({ client_id, room_id: roomId(), presence_method: 'proxy', proxy_name: '山田 花子' })
        .execute()
      const option = await db
        .insertInto('options')
        .values({ client_id, name: '録画機能', price: 8000 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const offered = await db
        .insertInto('constructions_options')
        .values({
          client_id,
          construction_id: plan.construction.id,
          option_id: option.id,
          option_name: '録画機能',
          price: 8000,
          position: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const order = await db
        .insertInto('orders')
        .values({
          client_id,
          construction_id: plan.construction.id,
          room_id: roomId(),
          pay_method: 'other',
          status: 'unpaid',
          total_price_in_tax: 8800,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('order_details')
        .values({
          client_id,
          order_id: order.id,
          constructions_option_id: offered.id,
          option_name: '録画機能',
          price: 8000,
          price_in_tax: 8800,
        })
        .execute()
    })
    const page = await printSheet('decision')
    for (const words of ['お立会い代理人（山田花子様）', 'オプション工事録画機能', '当日ご用意いただく現金¥8,800（税込）'])
      expect(page).toContain(words)
  })
})

describe('the poster', () => {
  it('says until when it hangs, in which hours it is worked, and on which days', async () => {
    const page = await printPoster()
    for (const words of ['2026年12月5日(土)まで掲示', '作業時間帯9:00〜17:00', '2026年12月日月火水木金土12345'])
      expect(page).toContain(words)
  })
})

describe('POST /api/constructions/:construction_id/distribution_sheets/not_distributed', () => {
  const information = async () =>
    (await world.call(plan.staff, 'GET /api/constructions/:construction_id/distribution_sheets', { params: params() })).body.sheets[0]
  const undistributed = async () => (await information())?.rooms.filter(room => !room.distributed).map(({ name }) => name)
  const print = async (...names: string[]) =>
    (
      await world.call(plan.staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
        params: params(),
        body: { room_ids: names.map(plan.roomId) },
      })
    ).body.job.id
  const takeBack = (job_ids: number[], as = plan.staff) =>
    world.call(as, 'POST /api/constructions/:construction_id/distribution_sheets/not_distributed', {
      params: params(),
      body: { kind: 'information', job_ids },
    })

  beforeEach(async () => {
    plan = await planConstruction(world, { floors: 1, perFloor: 3 })
    await issueCodes(world, plan)
  })

  it('takes back a file, says how many dwellings are undistributed by it, and what was printed before counts again', async () => {
    const first = await print('101', '102')
    const second = await print('102', '103')
    expect((await information())?.runs).toMatchObject([
      { job_id: second, room_ids: [plan.roomId('102'), plan.roomId('103')], alone: 1 },
      { job_id: first, room_ids: [plan.roomId('101')], alone: 1 },
    ])
    const stranger = await planConstruction(world, { floors: 1, perFloor: 1 })
    expect((await takeBack([second], stranger.staff)).status).toBe(404)
    expect((await takeBack([second])).body.message).toBe('1戸の案内状を未配布に戻しました。')
    expect(await undistributed()).toEqual(['103'])
    expect((await takeBack([second])).status).toBe(404)
    // The older file stands, whichever was taken back before, and can be taken back later.
    expect((await information())?.runs).toMatchObject([{ job_id: first, alone: 2 }])
    expect((await takeBack([first])).body.message).toBe('2戸の案内状を未配布に戻しました。')
    expect((await information())?.runs).toEqual([])
  })

  it('takes back all files at once', async () => {
    const jobs = [await print('101', '102', '103'), await print('101', '102', '103'), await print('103')]
    expect((await takeBack([jobs[1] ?? 0])).body.message).toBe('作成した案内状を取り消しました。未配布に戻った住戸はありません。')
    const runs = (await information())?.runs ?? []
    expect((await takeBack(runs.map(({ job_id }) => job_id))).body.message).toBe('3戸の案内状を未配布に戻しました。')
    expect(await undistributed()).toEqual(['101', '102', '103'])
  })
})

describe('a first letter whose date is not asked about', () => {
  const standing = async () =>
    (await world.call(plan.staff, 'GET /api/constructions/:construction_id/distribution_sheets', { params: params() })).body.sheets[0]
      ?.rooms[0]?.standing
  const bulk = () =>
    world.call(plan.staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
      params: params(),
      body: { only: 'not_distributed' },
    })

  it('is left out of those to distribute, and says that the date is settled when it is chosen', async () => {
    expect(await standing()).toBe('open')
    await world.inClient(plan.client.id, db =>
      db.updateTable('rooms').set({ construction_schedule_confirmed_at: world.platform.now() }).execute(),
    )
    expect(await standing()).toBe('settled')
    expect((await bulk()).body.code).toBe('all_distributed')
    const page = await printSheet('information')
    for (const words of ['下の日時に決まっています', 'ご訪問日（決定）', 'スマートフォンで日程の確認ができます'])
      expect(page).toContain(words)
    for (const words of ['でよい', '第3希望', '日程変更の締切', '確認・変更']) expect(page).not.toContain(words)
  })

  it('says after the deadline that the date can be changed by telephone only, unless the dwelling was granted more time', async () => {
    await setConstruction({ schedule_change_end_on: '2026-11-20' })
    expect(await standing()).toBe('late')
    const page = await printSheet('information')
    for (const words of ['下の日時にうかがいます', '日程の変更の受付は終了しました', '立会い']) expect(page).toContain(words)
    for (const words of ['でよい', '第3希望', '締切後は', '確認・変更']) expect(page).not.toContain(words)
    await world.inClient(plan.client.id, db =>
      db.updateTable('rooms').set({ date_change_extended_to: '2026-11-30', date_change_extension_reason: '出張のため' }).execute(),
    )
    expect(await standing()).toBe('open')
    const granted = await printSheet('information')
    expect(granted).toContain('11月30日')
    expect(granted).not.toContain('11月20日')
  })
})

describe('a letter after another one', () => {
  it('says which visit the one before named, while it is another one by now', async () => {
    const moveTo = async (date: string) => {
      const { construction_time_frame_id } = plan.placeOf('101', await plan.show()) ?? { construction_time_frame_id: 0 }
      const saved = await plan.save({
        assigns_attributes: [{ room_id: roomId(), date, construction_time_frame_id, frame_number: 1 }],
      })
      expect(saved.status).toBe(200)
      return saved.body.undoable_batch?.id ?? 0
    }
    const later = (minutes: number) => world.setNow(new Date(world.platform.now().getTime() + minutes * 60_000).toISOString())
    const decide = () =>
      world.inClient(plan.client.id, db =>
        db.updateTable('rooms').set({ construction_schedule_confirmed_at: world.platform.now() }).execute(),
      )
    const before = '前回の案内（2026年12月1日(火)'
    expect(await printSheet('information')).not.toContain('前回の案内')
    later(1)
    const batch = await moveTo('2026-12-03')
    later(1)
    expect((await plan.undo(batch)).status).toBe(200)
    await decide()
    later(1)
    expect(await printSheet('decision')).not.toContain('前回の案内')
    later(1)
    await moveTo('2026-12-03')
    later(1)
    // Slips for the day lie in the van.
    const slips = await world.call(plan.staff, 'POST /api/constructions/:construction_id/absence_slips', {
      params: params(),
      body: { date: '2026-12-03' },
    })
    expect(slips.status).toBe(202)
    await world.runJobs()
    later(1)
    await moveTo('2026-12-04')
    await decide()
    later(1)
    const moved = await printSheet('decision')
    expect(moved).toContain(before)
    expect(moved).toContain('から変わりました')
    later(1)
    expect(await printSheet('decision')).not.toContain('前回の案内')
    later(1)
    await moveTo('2026-12-01')
    await decide()
    later(1)
    expect(await printSheet('decision')).toContain('前回の案内（2026年12月4日(金)')
    later(1)
    // A letter that named what was taken back after it.
    const taken = await moveTo('2026-12-02')
    later(1)
    await printSheet('information')
    later(1)
    expect((await plan.undo(taken)).status).toBe(200)
    await decide()
    later(1)
    expect(await printSheet('decision')).toContain('前回の案内（2026年12月2日(水)')
  })
})
