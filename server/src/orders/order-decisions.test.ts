import { beforeEach, describe, expect, it } from 'vitest'
import { buildPlatformPerson, buildUser, type BuiltPerson } from '../../test/build.ts'
import { buildSale, detailsOf, type Sale } from '../../test/sale.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'

/*
 * What becomes of ordered options when their room is moved, put off or given up (beyond 21). Orders end on 12-10 and the works begin on 12-15:
 * options take five days to be prepared.
 */
const world = await openWorld()
let sale: Sale
let staff: BuiltPerson
let reasonId: number
let frame: number

beforeEach(async () => {
  world.setNow('2026-12-01T10:00:00+09:00')
  sale = await buildSale(world)
  staff = await buildUser(world, sale.client, 'Staff')
  const made = await world.inClient(sale.client.id, async db => ({
    reason: await db
      .insertInto('incomplete_reasons')
      .values({ client_id: sale.client.id, name: '取りやめ' })
      .returning('id')
      .executeTakeFirstOrThrow(),
    frame: await db.selectFrom('construction_time_frames').select('id').executeTakeFirstOrThrow(),
  }))
  reasonId = made.reason.id
  frame = made.frame.id
})

const order = async (pay_method: 'credit' | 'cash') => {
  const { body } = await world.call(sale.resident, 'POST /api/residents/orders', {
    body: { order: { pay_method, order_details_attributes: detailsOf(sale, '録画機能') } },
  })
  if (body.payment_url !== null)
    await world.send(guest, 'POST', body.payment_url, JSON.stringify({ result: 'ok' }), { 'content-type': 'application/json' })
  world.setNow('2026-12-14T10:00:00+09:00')
  return body.order.id
}
const params = () => ({ construction_id: sale.construction.id, room_id: sale.roomId })
const whole = async (id: number) => (await world.call(staff, 'GET /api/orders/:id', { params: { id } })).body.order
const schedule = async () =>
  (
    await world.call(staff, 'GET /api/constructions/:construction_id/detail_schedule', {
      params: { construction_id: sale.construction.id },
    })
  ).body
const dayOfRoom = async () => (await schedule()).assigns[0]?.date
type Decision = 'keep' | 'follow' | 'cancel'
const save = async (date: string, order_decision?: Decision) =>
  world.call(staff, 'PATCH /api/constructions/:construction_id/detail_schedule', {
    params: { construction_id: sale.construction.id },
    body: {
      detail_schedule: {
        lock_version: (await schedule()).lock_version,
        assigns_attributes: [
          { room_id: sale.roomId, date, construction_time_frame_id: frame, frame_number: 1, ...(order_decision ? { order_decision } : {}) },
        ],
      },
    },
  })
const move = (date: string, order_decision?: Decision, as: Caller = staff) =>
  world.call(as, 'PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
    params: params(),
    body: { assign: { date, construction_time_frame_id: frame }, ...(order_decision ? { order_decision } : {}) },
  })
const close = (order_decision?: Decision) =>
  world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/close', {
    params: params(),
    body: { room: { incomplete_reason_id: reasonId }, ...(order_decision ? { order_decision } : {}) },
  })
const putOff = (order_decision?: Decision, as: Caller = staff) =>
  world.call(as, 'POST /api/constructions/:construction_id/rooms/:room_id/reschedule', {
    params: params(),
    body: { room: { incomplete_reason_id: reasonId }, ...(order_decision ? { order_decision } : {}) },
  })

describe('a saved draft', () => {
  it('waits for what becomes of a paid option, gives the money back with it, and is then not taken back', async () => {
    const id = await order('credit')
    const refused = await save('2026-12-16')
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'orders_undecided', rooms: [{ room_id: sale.roomId }] })
    expect(await dayOfRoom()).toBe('2026-12-20')
    const saved = await save('2026-12-16', 'cancel')
    expect(saved.status).toBe(200)
    expect(await whole(id)).toMatchObject({
      status: 'cancel_order',
      refunds: [{ amount: 8800, refund_method: 'card', reason: 'cancellation' }],
    })
    const undone = await world.call(staff, 'POST /api/constructions/:construction_id/detail_schedule/batches/:batch_id/undo', {
      params: { construction_id: sale.construction.id, batch_id: saved.body.undoable_batch?.id ?? 0 },
    })
    expect(undone.body).toMatchObject({ code: 'orders_decided' })
    expect(await dayOfRoom()).toBe('2026-12-16')
  })

  it('asks nothing of a day beyond the preparation, and takes nothing that was said of it', async () => {
    const id = await order('credit')
    expect((await save('2026-12-19', 'cancel')).status).toBe(200)
    expect((await whole(id)).status).toBe('paid')
  })
})

it('follows the new day: what is unpaid is due before it, and the resident is told once', async () => {
  const id = await order('cash')
  expect((await move('2026-12-17')).body).toMatchObject({ code: 'orders_undecided' })
  expect((await move('2026-12-17', 'follow')).status).toBe(200)
  expect(await whole(id)).toMatchObject({ status: 'unpaid', payment_period_end_on: '2026-12-16' })
  const told = await world.inClient(sale.client.id, db =>
    db.selectFrom('outbox_messages').where('subject', 'like', '%オプション工事も新しい工事日に行います%').select('body').execute(),
  )
  expect(told.map(({ body }) => body)).toEqual([expect.stringContaining('お支払い期限：2026年12月16日(水)')])
})

it('keeps what is kept, and the switchboard gives no money back', async () => {
  const id = await order('credit')
  const operator = await buildPlatformPerson(world, 'operator', sale.client)
  expect((await move('2026-12-17', 'cancel', operator)).status).toBe(403)
  expect((await move('2026-12-17', 'keep', operator)).status).toBe(200)
  expect((await whole(id)).status).toBe('paid')
})

describe('a room that is not done', () => {
  it('is put off and closed only with its orders decided over', async () => {
    const id = await order('credit')
    expect((await putOff()).body).toMatchObject({ code: 'orders_undecided' })
    expect((await putOff('follow')).status).toBe(422)
    expect((await putOff('keep')).body.room.status).toBe('reschedule')
    expect((await close()).body).toMatchObject({ code: 'orders_undecided' })
    expect((await close('cancel')).status).toBe(200)
    expect((await whole(id)).status).toBe('cancel_order')
  })

  it('asks of somebody who stands at the payment page, whose page closes and whose late payment goes back', async () => {
    const { body } = await world.call(sale.resident, 'POST /api/residents/orders', {
      body: { order: { pay_method: 'credit', order_details_attributes: detailsOf(sale, '録画機能') } },
    })
    expect(body.order.status).toBe('initial')
    expect((await close()).body).toMatchObject({ code: 'orders_undecided' })
    expect((await close('cancel')).status).toBe(200)
    expect((await whole(body.order.id)).status).toBe('cancel_order')
    await world.send(guest, 'POST', body.payment_url ?? '', JSON.stringify({ result: 'ok' }), { 'content-type': 'application/json' })
    expect(await whole(body.order.id)).toMatchObject({ status: 'cancel_order', refunds: [{ amount: 8800, reason: 'late_payment' }] })
  })

  const refuse = (body: { order_decision?: Decision; frees_frame?: boolean } = {}) =>
    world.call(staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/occupancy', {
      params: params(),
      body: { occupancy: { contact_outcome: 'refused', outcome_note: '在宅勤務のため' }, ...body },
    })

  it('is noted as letting nobody in with its orders decided over, and its frame is freed or kept', async () => {
    const id = await order('credit')
    expect((await refuse()).body).toMatchObject({ code: 'orders_undecided', rooms: [{ room_id: sale.roomId }] })
    expect((await refuse({ order_decision: 'cancel' })).body.room.occupancy.contact_outcome).toBe('refused')
    expect((await whole(id)).status).toBe('cancel_order')
    expect(await dayOfRoom()).toBe('2026-12-20')
  })

  it('frees its frame for others when it lets nobody in', async () => {
    const { lock_version } = await schedule()
    const { status, body } = await refuse({ frees_frame: true })
    expect([status, body.room.assign]).toEqual([200, null])
    // A draft that was laid out before is stale, and the history says what happened.
    expect((await schedule()).lock_version).toBeGreaterThan(lock_version)
    const { events } = (await world.call(staff, 'GET /api/constructions/:construction_id/rooms/:room_id/events', { params: params() })).body
    expect(events.map(({ kind }) => kind)).toContain('assigns.removed')
  })

  it('is asked about nothing where nothing was ordered', async () => {
    expect((await close()).status).toBe(200)
  })
})
