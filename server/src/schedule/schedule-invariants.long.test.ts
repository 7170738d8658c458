import { framePlaceKey } from '@toguchi/domain/schedule/place'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { spareFramesAreStacked } from '@toguchi/domain/schedule/placement'
import { maximumSpareFrames } from '@toguchi/domain/schedule/time-frames'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildUser } from '../../test/build.ts'
import { type Place, type PlannedConstruction, planConstruction } from '../../test/planned-construction.ts'
import { openWorld } from '../../test/world.ts'

const world = await openWorld()

/** More runs for a long night: SCHEDULE_RUNS=2000 bin/test long schedule-invariants */
const runs = Number(process.env['SCHEDULE_RUNS'] ?? 80)
const start = Date.parse('2026-11-30T10:00:00+09:00')
const lastDay = 7

/** A number that is read as a place in whatever list there is when it is used. */
const any = fc.nat(9_999)
const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(list.length, 1)]
const anyMove = fc.record({
  room: any,
  /** Mostly somewhere free, sometimes anywhere at all, sometimes out of the grid. */
  where: fc.oneof({ weight: 7, arbitrary: fc.constant('free' as const) }, fc.constant('anywhere' as const), fc.constant('tray' as const)),
  place: any,
  reason: fc.boolean(),
})
const operation = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('save' as const),
      moves: fc.uniqueArray(anyMove, { maxLength: 6, selector: move => move.room % 8 }),
      spares: fc.array(fc.record({ at: any, what: fc.constantFrom('add', 'release', 'keep back', 'remove') }), { maxLength: 2 }),
      daysOff: fc.array(fc.record({ day: fc.integer({ min: 1, max: lastDay }), off: fc.boolean() }), { maxLength: 1 }),
      stale: fc.integer({ min: 0, max: 9 }).map(one => one === 0),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), room: any, place: any }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('settings' as const),
      frame: any,
      frame_number: fc.integer({ min: 1, max: 4 }),
      what: fc.constantFrom('change', 'remove', 'add'),
      unit: fc.constantFrom('room' as const, 'stack' as const, 'floor' as const),
    }),
  },
  { arbitrary: fc.record({ kind: fc.constant('generate' as const), frame_number: fc.integer({ min: 1, max: 4 }) }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('room' as const), room: any, what: fc.constantFrom('completed', 'confirmed') }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant('overall' as const),
      days: fc.uniqueArray(fc.integer({ min: 1, max: lastDay }), { maxLength: 2 }),
    }),
    weight: 1,
  },
  { arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 15 }) }), weight: 1 },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

const day = (number: number) => `2026-12-0${number}`

/** What an undo restores. Versions, ids of new rows, and what follows from the clock are left out. */
const restorable = ({ assigns, unassigned_rooms, spare_frames, dates, construction_time_frames }: DetailSchedule) => ({
  assigns: assigns.map(({ id: _id, ...assign }) => assign).toSorted((one, other) => one.room.id - other.room.id),
  unassigned_rooms,
  spare_frames: spare_frames.map(({ id: _id, ...spare }) => spare),
  dates: dates.map(({ past: _past, ...date }) => date),
  construction_time_frames,
})

/** Where each of the rooms stands that stand elsewhere in the other state. */
const placesThatDiffer = (schedule: DetailSchedule, other: DetailSchedule): Map<number, string> => {
  const keysOf = ({ assigns }: DetailSchedule) => new Map(assigns.map(assign => [assign.room.id, framePlaceKey(assign)]))
  const [keys, others] = [keysOf(schedule), keysOf(other)]
  const rooms = [...schedule.assigns.map(assign => assign.room), ...schedule.unassigned_rooms]
  return new Map(rooms.flatMap(({ id }) => (keys.get(id) === others.get(id) ? [] : [[id, keys.get(id) ?? 'tray'] as const])))
}

/** Every place that is free on a working day. */
const freePlaces = ({ assigns, spare_frames, dates, construction_time_frames }: DetailSchedule): Place[] => {
  const taken = new Set(assigns.map(framePlaceKey))
  return dates
    .filter(date => !date.holiday && !date.past)
    .flatMap(({ date }) =>
      construction_time_frames.flatMap(frame => [
        ...Array.from({ length: frame.frame_number }, (_, index) => ({
          date,
          construction_time_frame_id: frame.id,
          frame_number: index + 1,
        })),
        ...spare_frames.filter(spare => spare.date === date && spare.construction_time_frame_id === frame.id),
      ]),
    )
    .filter(place => !taken.has(framePlaceKey(place)))
    .map(({ date, construction_time_frame_id, frame_number }) => ({ date, construction_time_frame_id, frame_number }))
}

const expectInvariants = (schedule: DetailSchedule, rooms: number) => {
  const { assigns, unassigned_rooms, spare_frames, dates, construction_time_frames } = schedule
  expect(new Set(assigns.map(framePlaceKey)).size, 'no two rooms in a slot').toBe(assigns.length)
  const ids = [...assigns.map(assign => assign.room.id), ...unassigned_rooms.map(room => room.id)]
  expect(ids.length, 'no room lost').toBe(rooms)
  expect(new Set(ids).size, 'no room twice').toBe(rooms)
  const regular = new Map(construction_time_frames.map(frame => [frame.id, frame.frame_number]))
  const spares = new Set(spare_frames.map(framePlaceKey))
  const outside = assigns.filter(
    assign => assign.frame_number > (regular.get(assign.construction_time_frame_id) ?? 0) && !spares.has(framePlaceKey(assign)),
  )
  expect(outside, 'every place within the frames').toEqual([])
  expect(
    spareFramesAreStacked(spare_frames, id => regular.get(id) ?? 0, maximumSpareFrames),
    'spare frames follow',
  ).toBe(true)
  const off = new Set(dates.filter(date => date.holiday && !date.past).map(({ date }) => date))
  expect(
    assigns.filter(assign => off.has(assign.date) && assign.room.status !== 'completed' && assign.room.closed_at === null),
    'nobody waits on a day off',
  ).toEqual([])
}

/** One construction under the operations of a run, with the state before every save that can still be taken back. */
const beginRun = (plan: PlannedConstruction) => {
  /** Before a save: everything, which comes back while nobody saves anything else, and where its rooms stood, which does so always. */
  const states = new Map<number, { all: ReturnType<typeof restorable>; places: Map<number, string>; lock_version: number }>()
  let orderId: number | undefined
  const save = (operation: Operation & { kind: 'save' }, before: DetailSchedule) => {
    const free = freePlaces(before)
    const frames = before.construction_time_frames
    // Rooms that differ do not take the same free place, so that many saves go through.
    const taken = new Set<string>()
    return plan.save({
      lock_version: before.lock_version - (operation.stale ? 1 : 0),
      assigns_attributes: operation.moves.flatMap(move => {
        const room = at(plan.construction.rooms, move.room % 8)
        const left = free.filter(place => !taken.has(framePlaceKey(place)))
        const place =
          move.where === 'anywhere'
            ? {
                date: day(1 + (move.place % 9)),
                construction_time_frame_id: at(frames, move.place)?.id ?? 1,
                frame_number: 1 + (move.place % 5),
              }
            : at(left, move.place)
        if (!room || !place) return []
        taken.add(framePlaceKey(place))
        return [{ room_id: room.id, ...place, _destroy: move.where === 'tray', ...(move.reason ? { reason: '本人の希望' } : {}) }]
      }),
      spare_frames_attributes: operation.spares.flatMap(spare => {
        const frame = at(frames, spare.at)
        const date = day(1 + (spare.at % lastDay))
        if (!frame) return []
        if (spare.what === 'add') {
          const there = before.spare_frames.filter(each => each.date === date && each.construction_time_frame_id === frame.id).length
          return [{ date, construction_time_frame_id: frame.id, frame_number: frame.frame_number + there + 1 }]
        }
        const known = at(before.spare_frames, spare.at)
        if (!known) return []
        const { released_at: _released, ...row } = known
        return [spare.what === 'remove' ? { ...row, _destroy: true } : { ...row, released: spare.what === 'release' }]
      }),
      holidays_attributes: operation.daysOff.map(({ day: number, off }) => ({ date: day(number), _destroy: !off })),
    })
  }
  const generate = async (frame_number: number, before: DetailSchedule) => {
    orderId ??= (
      await world.inClient(plan.client.id, db =>
        db.selectFrom('construction_orders').where('client_id', '=', plan.client.id).select('id').executeTakeFirstOrThrow(),
      )
    ).id
    return world.call(plan.staff, 'POST /api/constructions/:construction_id/detail_schedule', {
      params: { construction_id: plan.construction.id },
      body: {
        force: true,
        detail_schedule: {
          construction_order_id: orderId,
          construction_time_frames_attributes: before.construction_time_frames.map(({ id, start_at, end_at }) => ({
            id,
            start_at,
            end_at,
            frame_number,
          })),
        },
      },
    })
  }
  const settings = ({ what, frame, frame_number, unit }: Operation & { kind: 'settings' }, before: DetailSchedule) => {
    const known = at(before.construction_time_frames, frame)
    const row = known && { id: known.id, start_at: known.start_at, end_at: known.end_at, frame_number }
    const rows =
      what === 'add'
        ? [{ start_at: `${18 + (frame % 5)}:00`, end_at: `${19 + (frame % 5)}:00`, frame_number }]
        : row
          ? [{ ...row, _destroy: what === 'remove' }]
          : []
    return plan.settings({ lock_version: before.lock_version, schedule_unit: unit, construction_time_frames_attributes: rows })
  }
  const doOne = async (operation: Operation, before: DetailSchedule): Promise<{ status: number; body: { code?: string } } | null> => {
    const params = { construction_id: plan.construction.id }
    switch (operation.kind) {
      case 'save': {
        const saved = await save(operation, before)
        const batch = saved.status === 200 ? saved.body.undoable_batch : null
        if (batch && saved.body.lock_version > before.lock_version)
          states.set(batch.id, {
            all: restorable(before),
            places: placesThatDiffer(before, saved.body),
            lock_version: saved.body.lock_version,
          })
        return saved
      }
      case 'undo': {
        const batch = before.undoable_batch
        if (!batch) return null
        const undone = await plan.undo(batch.id)
        const remembered = states.get(batch.id)
        if (undone.status !== 200 || !remembered) return undone
        if (before.lock_version === remembered.lock_version)
          expect(restorable(undone.body), 'undo restores exactly').toEqual(remembered.all)
        expect(placesThatDiffer(undone.body, before), 'undo moves its own rooms back').toEqual(remembered.places)
        return undone
      }
      case 'move': {
        const place = at(freePlaces(before), operation.place)
        const room = at(plan.construction.rooms, operation.room)
        if (!place || !room) return null
        return world.call(plan.staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
          params: { ...params, room_id: room.id },
          body: { assign: place },
        })
      }
      case 'settings':
        return settings(operation, before)
      case 'generate':
        return before.construction_time_frames.length === 0 ? null : generate(operation.frame_number, before)
      case 'overall':
        return world.call(plan.staff, 'PATCH /api/constructions/:id', {
          params: { id: plan.construction.id },
          body: { construction: { privately_area_holidays: operation.days.map(day) } },
        })
      case 'room': {
        const room = at(plan.construction.rooms, operation.room)
        if (!room) return null
        // Rooms change outside the schedule: what stood before a save is no longer what comes back.
        states.clear()
        const change =
          operation.what === 'completed'
            ? { status: 'completed' as const, completed_at: world.platform.now() }
            : { construction_schedule_confirmed_at: world.platform.now() }
        await world.inClient(plan.client.id, db => db.updateTable('rooms').set(change).where('id', '=', room.id).execute())
        return null
      }
      case 'wait':
        world.setNow(new Date(world.platform.now().getTime() + operation.minutes * 60_000).toISOString())
        return null
    }
  }
  return { doOne }
}

it(
  'whatever is saved, moved, set and undone: no two rooms in a slot, none lost, none outside the frames, and undo restores exactly',
  async () => {
    const done = new Map<string, number>()
    let recalled = 0
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 8, maxLength: 24 }), async operations => {
        world.setNow(new Date(start).toISOString())
        const plan = await planConstruction(world, { floors: 4, perFloor: 2, end: day(lastDay) })
        // Somebody who hears of what is saved.
        const sales = await buildUser(world, plan.client, 'Staff')
        await world.inClient(plan.client.id, db =>
          db
            .updateTable('constructions')
            .set({ sales_staff_id: sales.id, schedule_change_end_on: '2026-11-29' })
            .where('id', '=', plan.construction.id)
            .execute(),
        )
        const run = beginRun(plan)
        let schedule = await plan.show()
        for (const operation of operations) {
          const answer = await run.doOne(operation, schedule)
          const after = await plan.show()
          expectInvariants(after, plan.construction.rooms.length)
          if (answer) {
            expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
            if (answer.status >= 400) expect(after, `a refusal (${answer.body.code}) changes nothing`).toEqual(schedule)
            const key = `${operation.kind} ${answer.status}`
            done.set(key, (done.get(key) ?? 0) + 1)
          }
          schedule = after
        }
        const left = await world.inClient(plan.client.id, async db => {
          const undone = await db.selectFrom('schedule_batches').where('undone_at', 'is not', null).select('id').execute()
          const keys = ['', ...undone.map(({ id }) => `schedule_batch:${id}`)]
          const messages = await db.selectFrom('outbox_messages').where('recall_key', 'in', keys).select('state').execute()
          recalled += messages.length
          return messages.filter(({ state }) => state !== 'recalled')
        })
        expect(left, 'what was taken back is told to nobody').toEqual([])
      }),
      { numRuns: runs, endOnFailure: true },
    )
    // The sequences really did something.
    for (const kind of ['save 200', 'save 422', 'save 409', 'undo 200', 'move 200', 'settings 200', 'settings 422', 'generate 201'])
      expect(done.get(kind) ?? 0, kind).toBeGreaterThan(0)
    expect(recalled).toBeGreaterThan(0)
  },
  600_000 + runs * 5_000,
)
