import { beforeEach, describe, expect, it } from 'vitest'
import { buildContractor, buildResident, type BuiltPerson } from '../../../test/build.ts'
import { type Place, type PlannedConstruction, planConstruction } from '../../../test/planned-construction.ts'
import { sendWaitingMessages } from '../../../test/send-waiting-messages.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()

let plan: PlannedConstruction
let frame: number
let resident: BuiltPerson
const address = 'suzuki@example.jp'

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  frame = plan.frames[0]!.id
  resident = await buildResident(world, plan.client, plan.roomId('101'), { name: '鈴木', email: address })
  await plan.complete()
})

const params = () => ({ construction_id: plan.construction.id, room_id: plan.roomId('101') })
const at = (date: string, frame_number = 1): Place => ({ date, construction_time_frame_id: frame, frame_number })
const saveTo = async (place: Place | null, more: { channel?: 'paper' | 'none' } = {}) => {
  const room_id = plan.roomId('101')
  const saved = await plan.save({
    assigns_attributes: [place === null ? { room_id, ...at('2026-12-01'), _destroy: true, ...more } : { room_id, ...place, ...more }],
  })
  expect(saved.status).toBe(200)
  return saved
}
const undo = async (saved: { body: { undoable_batch: { id: number } | null } }) =>
  expect((await plan.undo(saved.body.undoable_batch?.id ?? 0)).status).toBe(200)
const moveTo = (place: { date: string; frame_number?: number }) =>
  world.call(plan.staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
    params: params(),
    body: { assign: { construction_time_frame_id: frame, ...place } },
  })
const later = async (minutes: number) => {
  world.setNow(new Date(world.platform.now().getTime() + minutes * 60_000).toISOString())
  await sendWaitingMessages(world.platform)
}
/** What of 101's place has left, in its order: day and time, or what else the subject says. */
const told = (who = address) =>
  world.inClient(plan.client.id, async db => {
    const rows = await db
      .selectFrom('outbox_messages')
      // What is not kept back leaves at once.
      .where(eb => eb.or([eb('state', '=', 'sent'), eb.and([eb('state', '=', 'waiting'), eb('recall_key', 'is', null)])]))
      .where('room_id', '=', plan.roomId('101'))
      .where('tells_place', '=', true)
      .select(['recipients', 'body'])
      .orderBy('sent_at')
      .orderBy('id')
      .execute()
    return rows.filter(row => row.recipients.includes(who)).map(({ body }) => /工事日：(.*)/.exec(body)?.[1])
  })
const dayOf = (date: string) => expect.stringContaining(date)

describe('PATCH /api/constructions/:construction_id/detail_schedule', () => {
  it('tells only where the room came to in the end, once', async () => {
    await saveTo(at('2026-12-04'))
    await later(5)
    await saveTo(at('2026-12-05'))
    await later(6)
    expect(await told()).toEqual([])
    await later(5)
    expect(await told()).toEqual([dayOf('12月5日')])
  })

  it('tells nothing of a room that is back where its resident knows it, however it went', async () => {
    const home = plan.placeOf('101', await plan.show())!
    await saveTo(at('2026-12-04'))
    await saveTo(at('2026-12-05'))
    await saveTo(at('2026-12-05', 2))
    await saveTo(home)
    await later(11)
    expect(await told()).toEqual([])
  })

  it('tells of the way back when the resident may have heard otherwise', async () => {
    const home = plan.placeOf('101', await plan.show())!
    await saveTo(at('2026-12-04'), { channel: 'paper' })
    await world.inClient(plan.client.id, db =>
      db.updateTable('constructions').set({ construction_staff_id: plan.staff.id }).where('id', '=', plan.construction.id).execute(),
    )
    await saveTo(at('2026-12-05'))
    await later(11)
    await saveTo(home)
    await later(11)
    expect(await told()).toEqual([dayOf('12月5日'), dayOf(`12月${Number(home.date.slice(8))}日`)])
  })

  it('tells nothing of another frame of the same time, and lets what waits wait', async () => {
    await saveTo(at('2026-12-04'))
    await saveTo(at('2026-12-04', 2))
    await later(11)
    expect(await told()).toEqual([dayOf('12月4日')])
    await saveTo(at('2026-12-04', 1))
    await later(11)
    expect(await told()).toHaveLength(1)
  })

  it('tells the resident by the chosen channel that the date is undecided again', async () => {
    await world.inClient(plan.client.id, db =>
      db.updateTable('constructions').set({ construction_staff_id: plan.staff.id }).where('id', '=', plan.construction.id).execute(),
    )
    await saveTo(at('2026-12-04'))
    await saveTo(null)
    await later(11)
    expect(await told()).toEqual(['未定'])
    const [mail] = await world.inClient(plan.client.id, db =>
      db
        .selectFrom('outbox_messages')
        .where('state', '=', 'sent')
        .where('room_id', '=', plan.roomId('101'))
        .select(['subject', 'body'])
        .orderBy('id', 'desc')
        .execute(),
    )
    expect(mail?.subject).toContain('工事日が未定になりました')
    expect(mail?.body).toContain('新しい工事日が決まりしだい、あらためてご連絡します。')
    await saveTo(at('2026-12-05'))
    await saveTo(null, { channel: 'none' })
    await later(11)
    expect(await told()).toEqual(['未定'])
  })
})

describe('POST /api/constructions/:construction_id/detail_schedule/batches/:batch_id/undo', () => {
  it('lets the save before say what it had to say', async () => {
    await saveTo(at('2026-12-04'))
    await later(5)
    const second = await saveTo(at('2026-12-05'))
    await undo(second)
    await later(6)
    expect(await told()).toEqual([dayOf('12月4日')])
  })

  it('of both saves tells nobody anything', async () => {
    const first = await saveTo(at('2026-12-04'))
    const second = await saveTo(null)
    await undo(second)
    await undo(first)
    await later(11)
    expect(await told()).toEqual([])
  })
})

describe('PATCH /api/constructions/:construction_id/rooms/:room_id/assign', () => {
  it('takes back what still waits to tell the old place', async () => {
    await saveTo(at('2026-12-04'))
    expect((await moveTo({ date: '2026-12-05' })).status).toBe(200)
    await later(11)
    expect(await told()).toEqual([dayOf('12月5日')])
  })
})

describe('PATCH /api/residents/assign', () => {
  it('takes back what still waits to tell the old place', async () => {
    await world.inClient(plan.client.id, db =>
      db.updateTable('constructions').set({ schedule_change_end_on: '2026-11-28' }).where('id', '=', plan.construction.id).execute(),
    )
    await saveTo(at('2026-12-04'))
    const chosen = await world.call(resident, 'PATCH /api/residents/assign', {
      body: { assign: { date: '2026-12-05', construction_time_frame_id: frame } },
    })
    expect(chosen.status).toBe(200)
    await later(11)
    expect(await told()).toEqual([])
  })
})

describe('POST /api/constructions/:construction_id/detail_schedule', () => {
  it('takes back what still waits, and tells nobody whose time is what it was', async () => {
    const order = await world.inClient(plan.client.id, db =>
      db.selectFrom('construction_orders').where('client_id', '=', plan.client.id).select('id').executeTakeFirstOrThrow(),
    )
    const home = plan.placeOf('101', await plan.show())!
    await saveTo(at('2026-12-04'))
    const made = await world.call(plan.staff, 'POST /api/constructions/:construction_id/detail_schedule', {
      params: { construction_id: plan.construction.id },
      body: {
        force: true,
        detail_schedule: { construction_order_id: order.id, construction_time_frames_attributes: plan.frames },
      },
    })
    expect(made.status).toBe(201)
    expect(made.body.assigns.find(assign => assign.room.name === '101')).toMatchObject(home)
    await later(11)
    expect(await told()).toEqual([])
  })
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/completion', () => {
  it('takes back what still waits to tell the place', async () => {
    await saveTo(at('2026-12-04'))
    const done = await world.call(plan.staff, 'POST /api/constructions/:construction_id/rooms/:room_id/completion', {
      params: params(),
      body: { room: { sign_omitted_reason: '不在のため', photos_omitted_reason: '撮影なし' } },
    })
    expect(done.status).toBe(200)
    await later(11)
    expect(await told()).toEqual([])
  })
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/close', () => {
  it('takes back what still waits to tell the place, of a room that is to be rescheduled too', async () => {
    const { id } = await world.inClient(plan.client.id, db =>
      db.insertInto('incomplete_reasons').values({ client_id: plan.client.id, name: '不在' }).returning('id').executeTakeFirstOrThrow(),
    )
    for (const [key, date] of [
      ['POST /api/constructions/:construction_id/rooms/:room_id/reschedule', '2026-12-04'],
      ['POST /api/constructions/:construction_id/rooms/:room_id/close', '2026-12-05'],
    ] as const) {
      await saveTo(at(date))
      expect((await world.call(plan.staff, key, { params: params(), body: { room: { incomplete_reason_id: id } } })).status).toBe(200)
      await later(11)
      expect(await told()).toEqual([])
    }
  })
})

describe('crews that are away', () => {
  it('have their frames neither offered nor booked nor filled (D-25)', async () => {
    const contractor = await buildContractor(world, plan.client)
    await world.inClient(plan.client.id, async db => {
      const crew = await db
        .insertInto('assigned_contractors')
        .values({ client_id: plan.client.id, construction_id: plan.construction.id, contractor_id: contractor.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const date of ['2026-12-01', '2026-12-04'])
        await db
          .insertInto('crew_absences')
          .values({ client_id: plan.client.id, construction_id: plan.construction.id, assigned_contractor_id: crew.id, date })
          .execute()
      await db.updateTable('constructions').set({ schedule_change_end_on: '2026-11-28' }).where('id', '=', plan.construction.id).execute()
    })
    const free = await world.call(plan.staff, 'GET /api/constructions/:construction_id/rooms/:room_id/free_frames', { params: params() })
    expect(free.body.dates.map(({ date }) => date)).toContain('2026-12-05')
    expect(free.body.dates.map(({ date }) => date)).not.toContain('2026-12-04')
    expect((await moveTo({ date: '2026-12-04' })).status).toBe(409)
    // Who stands there already may stay.
    const own = plan.placeOf('101', await plan.show())!
    expect(own.date).toBe('2026-12-01')
    expect((await moveTo({ ...own })).status).toBe(200)
    const booking = { body: { assign: { date: '2026-12-04', construction_time_frame_id: frame } } }
    expect((await world.call(resident, 'POST /api/residents/assign/hold', booking)).status).toBe(409)
    expect((await world.call(resident, 'PATCH /api/residents/assign', booking)).status).toBe(409)
    const order = await world.inClient(plan.client.id, db =>
      db.selectFrom('construction_orders').where('client_id', '=', plan.client.id).select('id').executeTakeFirstOrThrow(),
    )
    const made = await world.call(plan.staff, 'POST /api/constructions/:construction_id/detail_schedule', {
      params: { construction_id: plan.construction.id },
      body: {
        force: true,
        detail_schedule: { construction_order_id: order.id, construction_time_frames_attributes: plan.frames },
      },
    })
    expect([...new Set(made.body.assigns.map(({ date }) => date))].toSorted()).toEqual(['2026-12-02', '2026-12-03'])
  })
})
