import { beforeEach, describe, expect, it } from 'vitest'
import { assignCrew, buildClient, buildContractor, buildResident, buildUser } from '../../../test/build.ts'
import { type Place, type PlannedConstruction, planConstruction } from '../../../test/planned-construction.ts'
import { sendWaitingMessages } from '../../../test/send-waiting-messages.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()

let plan: PlannedConstruction
let frame: number

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  frame = plan.frames[0]!.id
})

const at = (date: string, frame_number = 1): Place => ({ date, construction_time_frame_id: frame, frame_number })
const to = (name: string, place: Place) => ({ room_id: plan.roomId(name), ...place })
const batchOf = (saved: { body: { undoable_batch: { id: number } | null } }) => saved.body.undoable_batch?.id ?? 0
/** What an undo restores: places, spare frames with their release, days off, and the rooms' own state; not versions and new ids. */
const restorable = async () => {
  const { assigns, unassigned_rooms, spare_frames, dates, construction_time_frames } = await plan.show()
  const rooms = await world.inClient(plan.client.id, db =>
    db.selectFrom('rooms').select(['id', 'status', 'incomplete_reason_id', 'construction_schedule_confirmed_at']).orderBy('id').execute(),
  )
  return {
    assigns: assigns.map(({ id: _id, ...assign }) => assign).toSorted((one, other) => one.room.id - other.room.id),
    unassigned_rooms,
    spare_frames: spare_frames.map(({ id: _id, ...spare }) => spare),
    dates,
    construction_time_frames,
    rooms,
  }
}
const messageStates = () =>
  world.inClient(plan.client.id, db =>
    db
      .selectFrom('outbox_messages')
      .where('recall_key', 'is not', null)
      .select('state')
      .execute()
      .then(rows => rows.map(({ state }) => state)),
  )
const eventsOf = (kind: string) =>
  world.inClient(plan.client.id, db =>
    db.selectFrom('events').where('kind', '=', kind).select(['room_id', 'change']).orderBy('id').execute(),
  )

describe('POST /api/constructions/:construction_id/detail_schedule/batches/:batch_id/undo', () => {
  it('restores places, spare frames, releases, days off and states exactly, and nobody hears of it', async () => {
    const reason = await world.inClient(plan.client.id, db =>
      db.insertInto('incomplete_reasons').values({ client_id: plan.client.id, name: '不在' }).returning('id').executeTakeFirstOrThrow(),
    )
    const prepared = await plan.save({
      spare_frames_attributes: [at('2026-12-04', 3), { ...at('2026-12-05', 3), released: true }, at('2026-12-05', 4)],
      holidays_attributes: [{ date: '2026-12-03' }],
      assigns_attributes: [{ ...to('202', at('2026-12-02')), _destroy: true }],
    })
    await buildResident(world, plan.client, plan.roomId('101'), { name: '鈴木', email: 'suzuki@example.jp' })
    await world.inClient(plan.client.id, async db => {
      await db
        .updateTable('rooms')
        .set({ status: 'reschedule', incomplete_reason_id: reason.id })
        .where('id', '=', plan.roomId('102'))
        .execute()
      await db
        .updateTable('rooms')
        .set({ construction_schedule_confirmed_at: new Date('2026-11-20T01:00:00Z') })
        .where('id', '=', plan.roomId('101'))
        .execute()
      // As a completed schedule is: moves are told to residents.
      await db
        .updateTable('constructions')
        .set({ detail_schedule_completed_at: new Date() })
        .where('id', '=', plan.construction.id)
        .execute()
    })
    const before = await restorable()
    const [one, two, three] = prepared.body.spare_frames
    const saved = await plan.save({
      holidays_attributes: [{ date: '2026-12-03', _destroy: true }, { date: '2026-12-02' }],
      spare_frames_attributes: [
        { id: one!.id, ...at('2026-12-04', 3), released: true },
        { id: two!.id, ...at('2026-12-05', 3), released: false },
        { id: three!.id, ...at('2026-12-05', 4), _destroy: true },
        { ...at('2026-12-03', 3), released: true },
      ],
      assigns_attributes: [
        to('101', at('2026-12-03', 3)),
        to('202', at('2026-12-03', 1)),
        to('102', at('2026-12-04', 3)),
        to('302', at('2026-12-05', 1)),
        { ...to('201', at('2026-12-01')), _destroy: true },
      ],
    })
    expect(saved.status).toBe(200)
    expect(saved.body.assigns.find(assign => assign.room.name === '102')?.room.status).toBe('waiting')
    expect(await restorable()).not.toEqual(before)
    expect(new Set(await messageStates())).toEqual(new Set(['waiting']))

    world.setNow('2026-11-21T10:09:59+09:00')
    const undone = await plan.undo(batchOf(saved))
    expect(undone.status).toBe(200)
    expect(undone.body.message).toBe('保存した変更を元に戻しました。')
    expect(await restorable()).toEqual(before)
    expect(undone.body.lock_version).toBe(saved.body.lock_version + 1)
    expect(undone.body.undoable_batch).toBeNull()

    world.setNow('2026-11-21T11:00:00+09:00')
    await sendWaitingMessages(world.platform)
    const states = await messageStates()
    // The first save was never taken back: what it said has left.
    expect(states.filter(state => state === 'recalled').length).toBeGreaterThan(0)
    const told = await world.inClient(plan.client.id, db =>
      db.selectFrom('outbox_messages').where('subject', 'like', '%工事日が変更されました%').select('state').execute(),
    )
    expect(new Set(told.map(({ state }) => state))).toEqual(new Set(['recalled']))
  })

  it("leaves an event on every room's timeline and one on the construction's", async () => {
    const before = plan.placeOf('101', await plan.show())
    const saved = await plan.save({
      assigns_attributes: [to('101', at('2026-12-04')), { ...to('102', at('2026-12-01')), _destroy: true }],
    })
    await plan.undo(batchOf(saved))
    const undo_of = batchOf(saved)
    expect((await eventsOf('assigns.moved')).at(-1)).toEqual({
      room_id: plan.roomId('101'),
      change: { before: at('2026-12-04'), after: before, undo_of },
    })
    expect(await eventsOf('assigns.placed')).toContainEqual({
      room_id: plan.roomId('102'),
      change: expect.objectContaining({ before: null, undo_of }),
    })
    expect(await eventsOf('detail_schedule.undone')).toMatchObject([{ room_id: null, change: { undo_of, rooms: 2 } }])
  })

  it('comes too late after ten minutes, and changes nothing then', async () => {
    const sales = await buildUser(world, plan.client, 'Staff')
    await world.inClient(plan.client.id, db =>
      db.updateTable('constructions').set({ sales_staff_id: sales.id }).where('id', '=', plan.construction.id).execute(),
    )
    const saved = await plan.save({ assigns_attributes: [to('101', at('2026-12-04'))] })
    expect(saved.body.undoable_batch).toMatchObject({ rooms: 1, undo_until: '2026-11-21T10:10:00+09:00', seconds_left: 600 })
    const before = await restorable()
    world.setNow('2026-11-21T10:10:00+09:00')
    expect((await plan.show()).undoable_batch).toBeNull()
    expect(await plan.undo(batchOf(saved))).toMatchObject({
      status: 422,
      body: { code: 'too_late_to_undo', errors: { full_messages: ['保存から10分が過ぎたため元に戻せません。'] } },
    })
    expect(await restorable()).toEqual(before)
    expect(new Set(await messageStates())).toEqual(new Set(['waiting']))
  })

  const move = (name: string, place: Partial<Place>) =>
    world.call(plan.staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
      params: { construction_id: plan.construction.id, room_id: plan.roomId(name) },
      body: { assign: { date: '2026-12-03', construction_time_frame_id: frame, ...place } },
    })
  const changedSince = (...rooms: string[]) => ({
    status: 409,
    body: { code: 'changed_since', rooms: rooms.map(name => ({ room_id: plan.roomId(name) })) },
  })

  it('leaves what others did with other rooms, and goes back save by save', async () => {
    const beforeAll = await plan.show()
    const first = await plan.save({ assigns_attributes: [to('101', at('2026-12-04'))] })
    const second = await plan.save({ assigns_attributes: [to('102', at('2026-12-04', 2))] })
    expect((await move('201', { date: '2026-12-05' })).status).toBe(200)
    expect((await plan.undo(batchOf(second))).status).toBe(200)
    expect(await plan.undo(batchOf(second))).toMatchObject(changedSince())
    expect((await plan.show()).undoable_batch?.id).toBe(batchOf(first))
    const undone = await plan.undo(batchOf(first))
    expect(undone.status).toBe(200)
    expect(plan.placeOf('201', undone.body)).toEqual(at('2026-12-05'))
    for (const name of ['101', '102']) expect(plan.placeOf(name, undone.body)).toEqual(plan.placeOf(name, beforeAll))
  })

  it('is refused when one of its rooms went anywhere since, even if it is back, and names the room', async () => {
    const saved = await plan.save({ assigns_attributes: [to('101', at('2026-12-04')), to('102', at('2026-12-04', 2))] })
    await move('101', { date: '2026-12-05' })
    expect(await plan.undo(batchOf(saved))).toMatchObject({
      ...changedSince('101'),
      body: { errors: { full_messages: ['101：保存のあとで工程が変更されたため元に戻せません。'] } },
    })
    await move('101', { date: '2026-12-04', frame_number: 1 })
    expect(await plan.undo(batchOf(saved))).toMatchObject(changedSince('101'))
  })

  it('is refused when a room stands where it must go back to, and names both', async () => {
    const old = plan.placeOf('101', await plan.show())
    const saved = await plan.save({ assigns_attributes: [to('101', at('2026-12-04'))] })
    expect((await move('201', old ?? {})).status).toBe(200)
    expect(await plan.undo(batchOf(saved))).toMatchObject(changedSince('101', '201'))
  })

  it('is refused when its spare frames or days off are no longer as it left them, or are in use', async () => {
    const saved = await plan.save({ spare_frames_attributes: [at('2026-12-05', 3)], holidays_attributes: [{ date: '2026-12-04' }] })
    expect((await move('201', { date: '2026-12-05', frame_number: 3 })).status).toBe(200)
    expect(await plan.undo(batchOf(saved))).toMatchObject(changedSince('201'))
    await move('201', { date: '2026-12-05', frame_number: 1 })
    const [spare] = saved.body.spare_frames
    await plan.save({ spare_frames_attributes: [{ id: spare!.id, ...at('2026-12-05', 3), released: true }] })
    expect(await plan.undo(batchOf(saved))).toMatchObject(changedSince())
    const restored = await plan.save({ holidays_attributes: [{ date: '2026-12-04', _destroy: true }] })
    await move('302', { date: '2026-12-04' })
    // The day off would come back under a room that was placed there since.
    expect(await plan.undo(batchOf(restored))).toMatchObject(changedSince('302'))
  })

  it('is refused when a room would come back to a day that others made a day off', async () => {
    const old = plan.placeOf('101', await plan.show())
    const saved = await plan.save({
      assigns_attributes: (await plan.show()).assigns
        .filter(assign => assign.date === old?.date)
        .map((assign, nth) => ({ room_id: assign.room.id, ...at(nth < 2 ? '2026-12-04' : '2026-12-05', (nth % 2) + 1) })),
    })
    expect(saved.status).toBe(200)
    expect((await plan.save({ holidays_attributes: [{ date: old?.date ?? '' }] })).status).toBe(200)
    expect(await plan.undo(batchOf(saved))).toMatchObject({ status: 409, body: { code: 'changed_since' } })
  })

  it('is refused when a resident agreed to the new date meanwhile, and when the schedule was completed since', async () => {
    await world.inClient(plan.client.id, db =>
      db
        .updateTable('rooms')
        .set({ construction_schedule_confirmed_at: new Date('2026-11-20T01:00:00Z') })
        .where('id', '=', plan.roomId('102'))
        .execute(),
    )
    const saved = await plan.save({ assigns_attributes: [to('101', at('2026-12-04')), to('102', at('2026-12-04', 2))] })
    const confirmed = await world.call(plan.staff, 'POST /api/constructions/:construction_id/rooms/:room_id/confirmation', {
      params: { construction_id: plan.construction.id, room_id: plan.roomId('101') },
      body: {},
    })
    expect(confirmed.status).toBe(200)
    // 102 had agreed before, which changes nothing.
    expect(await plan.undo(batchOf(saved))).toMatchObject(changedSince('101'))
    const other = await plan.save({ assigns_attributes: [to('201', at('2026-12-05'))] })
    await plan.complete()
    expect((await plan.show()).undoable_batch).toBeNull()
    expect(await plan.undo(batchOf(other))).toMatchObject(changedSince())
    expect((await plan.save({ lock_version: other.body.lock_version })).status).toBe(409)
  })

  it('comes too late once a message has left, whatever the clock says', async () => {
    const sales = await buildUser(world, plan.client, 'Staff')
    await world.inClient(plan.client.id, db =>
      db.updateTable('constructions').set({ sales_staff_id: sales.id }).where('id', '=', plan.construction.id).execute(),
    )
    const saved = await plan.save({ assigns_attributes: [to('101', at('2026-12-04'))] })
    world.setNow('2026-11-21T10:10:00+09:00')
    await sendWaitingMessages(world.platform)
    // A clock that was put back.
    world.setNow('2026-11-21T10:09:00+09:00')
    expect(await plan.undo(batchOf(saved))).toMatchObject({ status: 422, body: { code: 'too_late_to_undo' } })
    expect(plan.placeOf('101', await plan.show())).toEqual(at('2026-12-04'))
  })

  it('is refused when a room was done since, and while a resident looks at the frame it needs', async () => {
    const saved = await plan.save({ assigns_attributes: [to('101', at('2026-12-04'))] })
    const setRoom = (change: { status: 'waiting' | 'completed'; completed_at: Date | null }) =>
      world.inClient(plan.client.id, db => db.updateTable('rooms').set(change).where('id', '=', plan.roomId('101')).execute())
    await setRoom({ status: 'completed', completed_at: new Date() })
    expect(await plan.undo(batchOf(saved))).toMatchObject({ status: 409, body: { code: 'changed_since' } })
    await setRoom({ status: 'waiting', completed_at: null })
    const place = await world.inClient(plan.client.id, db =>
      db
        .insertInto('frame_holds')
        .values({
          client_id: plan.client.id,
          construction_id: plan.construction.id,
          room_id: plan.roomId('302'),
          date: '2026-12-01',
          construction_time_frame_id: plan.frames[1]!.id,
          frame_number: 1,
          expires_at: new Date('2026-11-21T10:05:00+09:00'),
        })
        .returning(['date', 'construction_time_frame_id', 'frame_number'])
        .executeTakeFirstOrThrow(),
    )
    // Room 101 came from there.
    expect(place).toMatchObject({ date: '2026-12-01' })
    expect(await plan.undo(batchOf(saved))).toMatchObject({ status: 409, body: { code: 'frame_held' } })
    world.setNow('2026-11-21T10:06:00+09:00')
    expect((await plan.undo(batchOf(saved))).status).toBe(200)
  })

  it('lets craftsmen take back what they saved themselves, and the office anything', async () => {
    const contractor = await buildContractor(world, plan.client)
    const craftsman = await buildUser(world, plan.client, 'Craftsman', { contractorId: contractor.id })
    await assignCrew(world, plan.client, plan.construction, { contractorId: contractor.id, craftsmanIds: [craftsman.id] })
    const byStaff = await plan.save({ assigns_attributes: [to('101', at('2026-12-04'))] })
    expect((await plan.show(craftsman)).undoable_batch).toBeNull()
    expect((await plan.undo(batchOf(byStaff), craftsman)).status).toBe(403)
    const own = await plan.save({ assigns_attributes: [to('102', at('2026-12-04', 2))] }, craftsman)
    expect((await plan.undo(batchOf(own), craftsman)).status).toBe(200)
    const again = await plan.save({ assigns_attributes: [to('102', at('2026-12-04', 2))] }, craftsman)
    expect((await plan.undo(batchOf(again))).status).toBe(200)
  })

  it('knows no batch of another construction or client, and none that never was', async () => {
    const saved = await plan.save({ assigns_attributes: [to('101', at('2026-12-04'))] })
    const other = await planConstruction(world, { client: plan.client })
    expect((await other.undo(batchOf(saved))).status).toBe(404)
    expect((await plan.undo(999_999_999)).status).toBe(404)
    expect((await plan.undo(batchOf(saved), await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    expect((await plan.undo(batchOf(saved), await buildUser(world, plan.client, 'Craftsman'))).status).toBe(404)
  })
})
