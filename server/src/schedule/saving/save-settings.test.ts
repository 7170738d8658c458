import { beforeEach, describe, expect, it } from 'vitest'
import { buildClient, buildContractor, buildPlatformPerson, buildUser } from '../../../test/build.ts'
import { type PlannedConstruction, planConstruction } from '../../../test/planned-construction.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()
world.setNow('2026-11-21T10:00:00+09:00')

let plan: PlannedConstruction

beforeEach(async () => {
  const client = await buildClient(world)
  const contractors = [await buildContractor(world, client, { name: '東電設' }), await buildContractor(world, client, { name: '西電設' })]
  plan = await planConstruction(world, { client, contractorIds: contractors.map(({ id }) => id) })
})

const morning = () => plan.frames[0]!
const afternoon = () => plan.frames[1]!
const crews = async () => (await plan.show()).crews.map(crew => crew.assigned_contractor_id)
const share = (assigned_contractor_id: number, frame_count: number, construction_time_frame_id = morning().id) => ({
  construction_time_frame_id,
  assigned_contractor_id,
  frame_count,
})

describe('PATCH /api/constructions/:construction_id/detail_schedule/settings', () => {
  it('keeps what moves together and the stock of spare frames, each for itself, and makes drafts before it stale', async () => {
    const { lock_version } = await plan.show()
    const saved = await plan.settings({ schedule_unit: 'stack' })
    expect(saved).toMatchObject({
      status: 200,
      body: { message: '工程の設定を保存しました。', schedule_unit: 'stack', spare_percent: 10, lock_version: lock_version + 1 },
    })
    expect((await plan.settings({ spare_percent: 0 })).body).toMatchObject({ schedule_unit: 'stack', spare_percent: 0 })
    expect((await plan.save({ lock_version })).body.code).toBe('stale')
    expect(await plan.settings({ lock_version, spare_percent: 20 })).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect((await plan.show()).spare_percent).toBe(0)
    const event = await world.inClient(plan.client.id, db =>
      db.selectFrom('events').where('kind', '=', 'detail_schedule.settings_changed').select('change').orderBy('id').executeTakeFirst(),
    )
    expect(event?.change).toMatchObject({ before: { schedule_unit: 'room' }, after: { schedule_unit: 'stack' } })
  })

  it('adds, changes and removes time frames and leaves every room where it is', async () => {
    const places = (await plan.show()).assigns
    const saved = await plan.settings({
      construction_time_frames_attributes: [
        { ...morning(), start_at: '09:30', frame_number: 4 },
        { start_at: '17:00', end_at: '19:00', frame_number: 2 },
      ],
    })
    expect(saved.body.construction_time_frames).toMatchObject([
      { start_at: '09:30', frame_number: 4 },
      { start_at: '13:00', frame_number: 1 },
      { start_at: '17:00', frame_number: 2 },
    ])
    expect(saved.body.assigns).toEqual(places)
    const added = saved.body.construction_time_frames[2]!
    const removed = await plan.settings({
      construction_time_frames_attributes: [{ id: added.id, start_at: '17:00', end_at: '19:00', frame_number: 2, _destroy: true }],
    })
    expect(removed.body.construction_time_frames).toHaveLength(2)
  })

  it('refuses to take frames from under rooms and spare frames, and names the rooms', async () => {
    const before = await plan.show()
    const lower = { construction_time_frames_attributes: [{ ...morning(), frame_number: 1 }] }
    const refused = await plan.settings(lower)
    expect(refused).toMatchObject({ status: 422, body: { code: 'frame_occupied' } })
    const second = before.assigns.filter(assign => assign.frame_number === 2)
    expect(second.length).toBeGreaterThan(0)
    for (const assign of second) expect(refused.body.errors?.full_messages?.[0]).toContain(assign.room.name)
    expect((await plan.settings({ construction_time_frames_attributes: [{ ...morning(), _destroy: true }] })).body.code).toBe(
      'time_frame_in_use',
    )
    expect((await plan.settings({ construction_time_frames_attributes: [{ ...morning(), end_at: '14:00' }] })).body.errors).toMatchObject({
      construction_time_frames: ['時間枠が重複しています'],
    })
    expect(
      (
        await plan.settings({
          construction_time_frames_attributes: [{ ...morning(), end_at: '08:00' }, { ...afternoon() }],
        })
      ).body.errors,
    ).toMatchObject({ 'construction_time_frames[0].end_at': ['は開始時刻より後にしてください'] })
    expect((await plan.settings({ construction_time_frames_attributes: [{ ...morning(), id: 999_999_999 }] })).status).toBe(404)
    expect(await plan.show()).toEqual(before)

    const added = { date: '2026-12-05', construction_time_frame_id: afternoon().id, frame_number: 2 }
    const raised = await plan.settings({ construction_time_frames_attributes: [{ ...afternoon(), frame_number: 2 }] })
    expect(raised.status).toBe(200)
    await plan.save({ spare_frames_attributes: [{ ...added, frame_number: 3 }] })
    expect((await plan.settings({ construction_time_frames_attributes: [afternoon()] })).body.code).toBe('spare_frames_stacked')
  })

  it('moves spare frames up with the regular ones, their release with them, and no room with them', async () => {
    const spare = (frame_number: number) => ({ date: '2026-12-05', construction_time_frame_id: morning().id, frame_number })
    await plan.save({
      spare_frames_attributes: [{ ...spare(3), released: true }, spare(4)],
      assigns_attributes: [{ room_id: plan.roomId('101'), ...spare(4) }],
    })
    const saved = await plan.settings({ construction_time_frames_attributes: [{ ...morning(), frame_number: 3 }] })
    expect(saved.body.spare_frames).toMatchObject([
      { ...spare(4), released_at: '2026-11-21T10:00:00+09:00' },
      { ...spare(5), released_at: null },
    ])
    expect(plan.placeOf('101', saved.body)).toEqual(spare(4))
  })

  it('keeps times that residents know', async () => {
    const earlier = { construction_time_frames_attributes: [{ ...morning(), start_at: '08:30' }] }
    expect((await plan.settings(earlier)).status).toBe(200)
    await world.inClient(plan.client.id, db =>
      db.updateTable('constructions').set({ detail_schedule_completed_at: new Date() }).where('id', '=', plan.construction.id).execute(),
    )
    expect((await plan.settings({ construction_time_frames_attributes: [morning()] })).body.code).toBe('time_frame_promised')
    expect(
      (await plan.settings({ construction_time_frames_attributes: [{ ...morning(), start_at: '08:30', frame_number: 5 }] })).status,
    ).toBe(200)
  })

  it('shares frames among the crews of this construction, no more than there are', async () => {
    const [one = 0, other = 0] = await crews()
    const saved = await plan.settings({ crew_frames_attributes: [share(other, 1), share(one, 1), share(one, 1, afternoon().id)] })
    // In the crews' order, whatever the order in which they were sent.
    expect(saved.body.construction_time_frames.map(frame => frame.crew_frames)).toEqual([
      [
        { assigned_contractor_id: one, frame_count: 1 },
        { assigned_contractor_id: other, frame_count: 1 },
      ],
      [{ assigned_contractor_id: one, frame_count: 1 }],
    ])
    const before = await plan.show()
    const tooMany = await plan.settings({ crew_frames_attributes: [share(one, 2), share(other, 1)] })
    expect(tooMany.body.errors).toEqual({
      crew_frames: ['の合計が時間枠の枠数を超えています（09:00–12:00：2枠に対して3枠）'],
      full_messages: ['班の枠数の合計が時間枠の枠数を超えています（09:00–12:00：2枠に対して3枠）'],
    })
    const elsewhere = await planConstruction(world, { client: plan.client, contractorIds: [before.crews[0]!.contractor_id] })
    const stranger = (await elsewhere.show()).crews[0]!.assigned_contractor_id
    expect((await plan.settings({ crew_frames_attributes: [share(stranger, 1)] })).body.errors).toMatchObject({
      'crew_frames[0].assigned_contractor_id': ['は一覧にありません'],
    })
    expect((await plan.settings({ crew_frames_attributes: [share(one, 1, elsewhere.frames[0]!.id)] })).body.errors).toMatchObject({
      'crew_frames[0].construction_time_frame_id': ['は一覧にありません'],
    })
    expect((await plan.settings({ crew_frames_attributes: [share(one, 1), share(one, 1)] })).status).toBe(422)
    expect((await plan.settings({ crew_absences_attributes: [{ assigned_contractor_id: stranger, dates: [] }] })).status).toBe(422)
    expect(await plan.show()).toEqual(before)
    expect((await plan.settings({ crew_frames_attributes: [share(other, 2)] })).body.construction_time_frames[0]?.crew_frames).toEqual([
      { assigned_contractor_id: other, frame_count: 2 },
    ])
    // Fewer frames than the crews have.
    await plan.settings({ construction_time_frames_attributes: [{ start_at: '17:00', end_at: '18:00', frame_number: 3 }] })
    const evening = (await plan.show()).construction_time_frames[2]!
    await plan.settings({ crew_frames_attributes: [share(one, 3, evening.id)] })
    const { id, start_at, end_at } = evening
    expect((await plan.settings({ construction_time_frames_attributes: [{ id, start_at, end_at, frame_number: 2 }] })).status).toBe(422)
  })

  it('keeps the days on which a crew cannot come, and leaves other crews alone', async () => {
    const [one = 0, other = 0] = await crews()
    await plan.settings({
      crew_absences_attributes: [
        { assigned_contractor_id: one, dates: ['2026-12-03', '2026-12-01', '2026-12-03'] },
        { assigned_contractor_id: other, dates: ['2026-12-02'] },
      ],
    })
    const saved = await plan.settings({ crew_absences_attributes: [{ assigned_contractor_id: other, dates: [] }] })
    expect(saved.body.crews.map(crew => crew.absent_dates)).toEqual([['2026-12-01', '2026-12-03'], []])
  })

  it('changes nothing when one part is wrong', async () => {
    const before = await plan.show()
    const [one = 0] = await crews()
    const refused = await plan.settings({
      schedule_unit: 'floor',
      construction_time_frames_attributes: [{ ...morning(), frame_number: 5 }],
      crew_frames_attributes: [share(one, 6)],
    })
    expect(refused.status).toBe(422)
    for (const bad of [
      { spare_percent: 51 },
      { schedule_unit: 'wing' as 'room' },
      { crew_absences_attributes: [{ assigned_contractor_id: one, dates: ['1日'] }] },
    ])
      expect((await plan.settings(bad)).status).toBe(422)
    expect(await plan.show()).toEqual(before)
  })

  it('is for the office, and hidden from another client', async () => {
    expect((await plan.settings({ spare_percent: 5 }, await buildPlatformPerson(world, 'operator', plan.client))).status).toBe(200)
    expect((await plan.settings({ spare_percent: 6 }, await buildUser(world, plan.client, 'Craftsman'))).status).toBe(403)
    expect((await plan.settings({ spare_percent: 6 }, await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    expect((await plan.show()).spare_percent).toBe(5)
  })
})
