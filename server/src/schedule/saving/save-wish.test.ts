import type { BodyInputOf } from '@toguchi/domain/http/endpoint'
import type { Api } from '@toguchi/domain/routes'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildClient, buildPlatformPerson, buildUser, type BuiltPerson } from '../../../test/build.ts'
import { type PlannedConstruction, planConstruction } from '../../../test/planned-construction.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()
world.setNow('2026-11-21T10:00:00+09:00')

let plan: PlannedConstruction
beforeEach(async () => {
  plan = await planConstruction(world)
})

const key = 'PATCH /api/constructions/:construction_id/rooms/:room_id/wish'
const save = (wish: BodyInputOf<Api[typeof key]>['wish'], as: BuiltPerson = plan.staff, room_id = plan.roomId('101')) =>
  world.call(as, key, { params: { construction_id: plan.construction.id, room_id }, body: { wish } })
const shown = async () => (await plan.show()).assigns.find(assign => assign.room.name === '101')?.room.wish

describe('PATCH /api/constructions/:construction_id/rooms/:room_id/wish', () => {
  it('keeps what the resident said, shows it on the card, and drafts stay good', async () => {
    const { lock_version } = await plan.show()
    const operator = await buildPlatformPerson(world, 'operator', plan.client)
    const saved = await save(
      { unavailable_dates: ['2026-12-03', '2026-12-01', '2026-12-03'], preferred_dates: ['2026-12-05'], pinned: true, note: '夜勤明け' },
      operator,
    )
    const wish = { unavailable_dates: ['2026-12-01', '2026-12-03'], preferred_dates: ['2026-12-05'], pinned: true, note: '夜勤明け' }
    expect(saved).toMatchObject({ status: 200, body: { message: '希望日を保存しました。', wish } })
    expect(await shown()).toEqual(wish)
    expect((await plan.show()).lock_version).toBe(lock_version)
    const { body } = await world.call(plan.staff, 'GET /api/constructions/:construction_id/rooms/:room_id/events', {
      params: { construction_id: plan.construction.id, room_id: plan.roomId('101') },
    })
    expect(body.events[0]).toMatchObject({
      kind: 'room_wishes.changed',
      actor_kind: 'operator',
      change: { before: null, after: { unavailable_dates: ['2026-12-01', '2026-12-03'], pinned: true } },
      personal: { before: null, after: '夜勤明け' },
    })
    expect(JSON.stringify(body.events[0]?.change)).not.toContain('夜勤明け')
  })

  it('is replaced as a whole, and gone when nothing is left of it', async () => {
    await save({ unavailable_dates: ['2026-12-01'], note: '夜勤' })
    expect((await save({ pinned: true })).body.wish).toEqual({ unavailable_dates: [], preferred_dates: [], pinned: true, note: null })
    expect((await save({ note: ' ' })).body.wish).toBeNull()
    expect(await shown()).toBeNull()
    expect(await world.inClient(plan.client.id, db => db.selectFrom('room_wishes').selectAll().execute())).toEqual([])
  })

  it('refuses a date that is both, and what is no date, and keeps what was there', async () => {
    await save({ preferred_dates: ['2026-12-05'] })
    const refused = await save({ unavailable_dates: ['2026-12-03'], preferred_dates: ['2026-12-03'] })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { full_messages: ['希望日が都合の悪い日と重なっています（12/3(木)）'] } },
    })
    expect((await save({ preferred_dates: ['12月3日'] })).status).toBe(422)
    expect((await save({ note: 'あ'.repeat(501) })).status).toBe(422)
    expect((await shown())?.preferred_dates).toEqual(['2026-12-05'])
  })

  it('is for the office, of rooms of the construction', async () => {
    expect((await save({ pinned: true }, await buildUser(world, plan.client, 'Craftsman'))).status).toBe(403)
    expect((await save({ pinned: true }, await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    const other = await planConstruction(world, { client: plan.client })
    expect((await save({ pinned: true }, plan.staff, other.roomId('101'))).status).toBe(404)
    expect(await shown()).toBeNull()
  })
})
