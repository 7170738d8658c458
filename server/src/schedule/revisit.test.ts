import { beforeEach, describe, expect, it } from 'vitest'
import { buildContractor, buildPlatformPerson, buildUser, type BuiltPerson } from '../../test/build.ts'
import { type PlannedConstruction, planConstruction } from '../../test/planned-construction.ts'
import { openWorld } from '../../test/world.ts'

const world = await openWorld()
let plan: PlannedConstruction
let reason: number

/** On the second day of the works, whose first has been. */
beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  await plan.complete()
  reason = await world.inClient(plan.client.id, async db => {
    const made = await db
      .insertInto('incomplete_reasons')
      .values({ client_id: plan.client.id, name: '不在' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  })
  world.setNow('2026-12-02T10:00:00+09:00')
})

const afternoon = () => plan.frames[1]?.id ?? 0
const revisit = (
  assign: { date: string; construction_time_frame_id: number },
  as: BuiltPerson = plan.staff,
  incomplete_reason_id = reason,
) =>
  world.call(as, 'POST /api/constructions/:construction_id/rooms/:room_id/revisit', {
    params: { construction_id: plan.construction.id, room_id: plan.roomId('101') },
    body: { room: { incomplete_reason_id, room_remarks: '夕方がよい' }, assign },
  })
const stands = () =>
  world.inClient(plan.client.id, async db => ({
    room: await db
      .selectFrom('rooms')
      .where('id', '=', plan.roomId('101'))
      .select(['status', 'incomplete_reason_id', 'room_remarks', 'visits'])
      .executeTakeFirstOrThrow(),
    place: await db
      .selectFrom('assigns')
      .where('room_id', '=', plan.roomId('101'))
      .select(['date', 'construction_time_frame_id'])
      .executeTakeFirst(),
    events: (await db.selectFrom('events').where('room_id', '=', plan.roomId('101')).orderBy('id').select('kind').execute()).map(
      ({ kind }) => kind,
    ),
  }))

describe('POST /api/constructions/:construction_id/rooms/:room_id/revisit', () => {
  it('says why the work was not done and takes the frame of the next visit, both or nothing', async () => {
    const before = await stands()
    expect((await revisit({ date: '2026-12-04', construction_time_frame_id: 999_999_999 })).status).toBe(422)
    expect((await revisit({ date: '2027-12-04', construction_time_frame_id: afternoon() })).status).toBe(409)
    expect((await revisit({ date: '2026-12-04', construction_time_frame_id: afternoon() }, plan.staff, 999_999_999)).status).toBe(422)
    expect(await stands()).toEqual(before)
    const { status, body } = await revisit({ date: '2026-12-04', construction_time_frame_id: afternoon() })
    expect([status, body.told]).toEqual([201, 'paper'])
    expect(body.message).toBe('再訪問の日時を登録しました。メール・LINE・SMSがないため、紙でのお知らせに加えました。')
    expect(body.assign).toMatchObject({ date: '2026-12-04', construction_time_frame_id: afternoon() })
    const after = await stands()
    expect(after.room).toMatchObject({ status: 'waiting', room_remarks: '夕方がよい', visits: 1 })
    expect(after.place).toEqual({ date: '2026-12-04', construction_time_frame_id: afternoon() })
    expect(after.events.slice(before.events.length)).toEqual(['rooms.absence_recorded', 'assigns.moved'])
  })

  it('is for the office', async () => {
    const { id: contractorId } = await buildContractor(world, plan.client)
    const craftsman = await buildUser(world, plan.client, 'Craftsman', { contractorId })
    const place = { date: '2026-12-04', construction_time_frame_id: afternoon() }
    expect((await revisit(place, craftsman)).status).toBe(403)
    const elsewhere = await planConstruction(world)
    expect((await revisit(place, elsewhere.staff)).status).toBe(404)
    expect((await revisit(place, await buildPlatformPerson(world, 'operator', plan.client))).status).toBe(201)
  })
})
