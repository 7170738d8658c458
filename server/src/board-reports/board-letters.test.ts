import { extractText } from 'unpdf'
import { beforeEach, describe, expect, it } from 'vitest'
import { type BuiltPerson, buildClient, buildPlatformPerson, buildUser } from '../../test/build.ts'
import { planConstruction, type PlannedConstruction } from '../../test/planned-construction.ts'
import { fileOf } from '../../test/printed.ts'
import { openWorld } from '../../test/world.ts'

const world = await openWorld()
const under = '/api/constructions/:construction_id/rooms/:room_id' as const
const letters = 'POST /api/constructions/:construction_id/board_letters'

let plan: PlannedConstruction
let staff: BuiltPerson

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  await plan.complete()
  await goTo('2026-12-02T13:05:00+09:00')
})

const goTo = async (moment: string) => {
  world.setNow(moment)
  staff = await buildUser(world, plan.client, 'Staff')
}
const params = () => ({ construction_id: plan.construction.id })
const at = (name: string) => ({ ...params(), room_id: plan.roomId(name) })
const miss = (name: string, visited_at: string) =>
  world.call(staff, `POST ${under}/absence`, { params: at(name), body: { absence: { visited_at } } })
const missTwice = async (...names: string[]) => {
  for (const name of names) {
    await miss(name, '2026-12-01T09:35:00+09:00')
    await miss(name, '2026-12-02T13:00:00+09:00')
  }
}
const alerts = async (as = staff) =>
  (await world.call(as, 'GET /api/informations', { query: { information: { kind: 'alert' }, per_page: 100 } })).body.informations.filter(
    ({ source }) => source === 'absence',
  )
const print = (body: { room_ids?: number[] } = {}, as = staff) => world.call(as, letters, { params: params(), body })
const pagesOf = async (jobId: number) =>
  (await extractText(new Uint8Array(await fileOf(world, staff, jobId)))).text.map(page => page.replaceAll(/\s/g, ''))
const listed = async () =>
  (await world.call(staff, 'GET /api/constructions/:construction_id/hard_rooms', { params: params() })).body.hard_rooms

describe('a second absence', () => {
  it('is an alert of the office that leads to the list, until a date is found', async () => {
    await missTwice('101', '201')
    const [alert, ...more] = await alerts()
    expect(more).toEqual([])
    expect(alert).toMatchObject({
      text: expect.stringMatching(/^不在が2回続いています（.+ 101号室ほか1戸）$/),
      date: '2026-12-02',
      link: `/constructions/${plan.construction.id}/hard_rooms`,
    })
    await world.call(staff, `PATCH ${under}/assign`, {
      params: at('201'),
      body: { assign: { date: '2026-12-04', construction_time_frame_id: plan.frames[0]!.id }, acting_for: { channel: 'tel' } },
    })
    expect((await alerts())[0]?.text).toMatch(/101号室）$/)
    expect(await alerts(await buildUser(world, await buildClient(world), 'Staff'))).toEqual([])
  })

  it('is none where one visit was recorded twice, one was withdrawn, or the household has said when it is at home', async () => {
    await miss('101', '2026-12-02T13:00:00+09:00')
    await miss('101', '2026-12-02T13:04:00+09:00')
    await missTwice('102')
    await world.call(staff, `POST ${under}/absence/withdrawal`, { params: at('102') })
    await missTwice('201')
    await world.inClient(plan.client.id, db =>
      db
        .insertInto('revisit_wishes')
        .values({
          client_id: plan.client.id,
          room_id: plan.roomId('201'),
          dates: ['2026-12-04'],
          dayparts: ['am'],
          call_by: '2026-12-03',
          wished_at: world.platform.now(),
        })
        .execute(),
    )
    expect(await alerts()).toEqual([])
    expect((await print()).body.code).toBe('nobody_missed')
  })
})

describe(letters, () => {
  it('makes a page for each dwelling with its visits and what was tried, and nobody’s name', async () => {
    await world.inClient(plan.client.id, db =>
      db
        .insertInto('residents')
        .values({ client_id: plan.client.id, room_id: plan.roomId('101'), name: '田中 ハル', email: 'haru@example.jp' })
        .execute(),
    )
    await missTwice('201', '101')
    const { status, body } = await print()
    expect([status, body.message]).toEqual([202, '理事会への報告書面の作成を始めました。'])
    const pages = await pagesOf(body.job.id)
    expect(pages).toHaveLength(2)
    for (const word of [
      '101号室',
      '12月1日(火)午前9時半ごろ',
      '12月2日(水)午後1時ごろ',
      '不在',
      'ご不在のお知らせ',
      'お声がけ',
      'お伺いした記録（2回）',
    ])
      expect(pages[0]).toContain(word)
    expect(pages[1]).toContain('201号室')
    expect(pages.join('')).not.toMatch(/田中|ハル|haru/)
  })

  it('ends the task once it is made, and a third visit in vain begins it anew', async () => {
    await missTwice('101')
    expect((await listed())[0]).toMatchObject({
      name: '101',
      awaits_board_letter: true,
      can_write_to_board: true,
      // The day that was missed is none to come.
      next_step: '理事会にお声がけをお願いする',
    })
    const { body } = await print()
    expect(await alerts()).toHaveLength(1)
    await pagesOf(body.job.id)
    expect(await alerts()).toEqual([])
    expect((await listed())[0]).toMatchObject({
      awaits_board_letter: false,
      can_write_to_board: true,
      attempts: expect.arrayContaining([expect.objectContaining({ kind: 'board_letter' })]),
    })
    expect((await print()).body.code).toBe('nobody_missed')
    // Of the room that is named it is made again.
    expect(await pagesOf((await print({ room_ids: [plan.roomId('101')] })).body.job.id)).toHaveLength(1)
    await goTo('2026-12-03T10:00:00+09:00')
    await miss('101', '2026-12-03T09:50:00+09:00')
    expect(await alerts()).toHaveLength(1)
  })

  it('is the staff’s, of the own client', async () => {
    await missTwice('101')
    expect((await print({}, await buildPlatformPerson(world, 'operator', plan.client))).status).toBe(403)
    expect((await print({}, await buildUser(world, plan.client, 'Craftsman'))).status).toBe(403)
    expect((await print({}, await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
  })
})
