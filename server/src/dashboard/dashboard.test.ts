import type { ClientId } from '@toguchi/domain/access/actor'
import type { EventKind } from '@toguchi/domain/events/event-sentences'
import { describe, expect, it } from 'vitest'
import { buildClient, buildConstruction, buildPlatformPerson, buildUser } from '../../test/build.ts'
import { buildSale } from '../../test/sale.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { recordEvent } from '../platform/events.ts'

const world = await openWorld()
const today = '2026-11-20T10:00:00+09:00'
world.setNow(today)

const build = async () => {
  const client = await buildClient(world)
  const staff = await buildUser(world, client, 'Staff')
  const construction = await buildConstruction(world, client)
  return { client, staff, construction }
}
const say = (clientId: ClientId, constructionId: number, kind: EventKind, roomId?: number) =>
  world.inClient(clientId, db =>
    recordEvent(db, { kind, actor: 'system', clientId, constructionId, ...(roomId === undefined ? {} : { roomId }) }),
  )

const callOff = (clientId: ClientId, roomId: number) => setRoom(clientId, roomId, { status: 'reschedule' })
const setRoom = (
  clientId: ClientId,
  roomId: number,
  change: { status?: 'reschedule' | 'waiting' | 'completed'; completed_at?: Date | null; closed_at?: Date },
) =>
  world.inClient(clientId, db => db.updateTable('rooms').set(change).where('client_id', '=', clientId).where('id', '=', roomId).execute())

describe('GET /api/dashboard', () => {
  it('counts constructions by segment and tells the newest ten things first', async () => {
    const { client, staff, construction } = await build()
    const done = await buildConstruction(world, client)
    await world.inClient(client.id, db =>
      db
        .updateTable('rooms')
        .set({ status: 'completed', completed_at: new Date(), closed_at: new Date() })
        .where('construction_id', '=', done.id)
        .execute(),
    )
    for (let count = 0; count < 11; count += 1) await say(client.id, construction.id, 'rooms.date_confirmed', construction.rooms[count]!.id)
    await callOff(client.id, construction.rooms[0]!.id)
    await say(client.id, construction.id, 'rooms.rescheduled', construction.rooms[0]!.id)
    await say(client.id, construction.id, 'room_images.added', construction.rooms[0]!.id)
    const { body } = await world.call(staff, 'GET /api/dashboard')
    expect(body.progress).toEqual({ before_construction: 0, construction_started: 1, construction_completed: 1, work_remaining: 0 })
    expect(body.informations).toHaveLength(10)
    expect(body.has_more).toBe(true)
    expect(body.informations[0]).toMatchObject({ kind: 'alert', text: expect.stringContaining('101号室：日程再調整になりました') })
  })

  it('is for the office of the own client', async () => {
    const { client } = await build()
    expect((await world.call(await buildUser(world, client, 'Craftsman'), 'GET /api/dashboard')).status).toBe(403)
    const elsewhere = await buildClient(world)
    expect((await world.call(await buildPlatformPerson(world, 'operator', elsewhere), 'GET /api/dashboard')).body.informations).toEqual([])
  })
})

describe('GET /api/dashboard/constructions', () => {
  it('lists the constructions of one segment', async () => {
    const { client, staff, construction } = await build()
    const of = (segment: 'before_construction' | 'work_remaining') =>
      world.call(staff, 'GET /api/dashboard/constructions', { query: { segment } })
    expect((await of('before_construction')).body.flat_constructions.map(row => row.id)).toEqual([construction.id])
    expect((await of('work_remaining')).body.flat_constructions).toEqual([])
    const other = await buildConstruction(world, client)
    const about = await world.call(staff, 'GET /api/dashboard/constructions', { query: { construction_id: other.id } })
    expect(about.body.flat_constructions.map(row => row.id)).toEqual([other.id])
    expect((await world.send(staff, 'GET', '/api/dashboard/constructions?segment=all')).status).toBe(422)
  })
})

describe('GET /api/informations', () => {
  const list = async (staff: Caller, information: object = {}) =>
    (await world.call(staff, 'GET /api/informations', { query: { information, per_page: 100 } })).body.informations
  const texts = async (staff: Caller, information: object = {}) => (await list(staff, information)).map(({ text }) => text.split('：')[1])

  it('pages through all of them', async () => {
    const { client, staff, construction } = await build()
    for (let count = 0; count < 3; count += 1) await say(client.id, construction.id, 'rooms.closed', construction.rooms[count]!.id)
    const { body } = await world.call(staff, 'GET /api/informations', { query: { page: 2, per_page: 2 } })
    expect(body).toMatchObject({ total_count: 3, informations: [{ text: expect.stringContaining('101号室') }] })
  })

  it('are narrowed to a kind and a construction', async () => {
    const { client, staff, construction } = await build()
    const other = await buildConstruction(world, client)
    await say(client.id, construction.id, 'rooms.closed')
    await say(client.id, other.id, 'constructions.created')
    expect(await texts(staff, { kind: 'add' })).toEqual(['工事が登録されました'])
    expect(await texts(staff, { construction_id: construction.id })).toEqual(['完了確定しました'])
    expect(await texts(staff, { kind: 'add', construction_id: construction.id })).toEqual([])
    expect((await world.send(staff, 'GET', '/api/informations?information[kind]=urgent')).status).toBe(422)
  })

  it('alert of rooms without a date from 7 days before the private area period on, until none is left', async () => {
    const { client, staff, construction } = await build()
    world.setNow('2026-11-23T23:59:00+09:00')
    expect(await list(staff)).toEqual([])
    world.setNow('2026-11-24T00:00:00+09:00')
    expect(await list(staff)).toMatchObject([
      {
        source: 'unassigned',
        date: '2026-11-24',
        kind: 'alert',
        text: expect.stringContaining('未割当の部屋が12室あります'),
        link: `/constructions/${construction.id}/detail_schedule`,
      },
    ])
    const [first, ...others] = construction.rooms
    for (const room of others) await setRoom(client.id, room.id, { status: 'completed', completed_at: new Date() })
    expect(await texts(staff)).toEqual(['専有部工事期間の7日前を過ぎましたが、未割当の部屋が1室あります'])
    await world.inClient(client.id, async db => {
      const { id } = await db
        .insertInto('construction_time_frames')
        .values({ client_id: client.id, construction_id: construction.id, start_at: '09:00', end_at: '12:00', frame_number: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('assigns')
        .values({
          client_id: client.id,
          construction_id: construction.id,
          room_id: first!.id,
          construction_time_frame_id: id,
          date: '2026-12-01',
          frame_number: 1,
        })
        .execute()
    })
    expect(await list(staff)).toEqual([])
    world.setNow(today)
  })

  it('alert of rooms left over for more than 7 days, and no more once they are closed', async () => {
    const { client, staff, construction } = await build()
    const [room] = construction.rooms
    world.setNow('2026-11-10T09:00:00+09:00')
    await callOff(client.id, room!.id)
    await say(client.id, construction.id, 'rooms.rescheduled', room!.id)
    world.setNow('2026-11-17T23:00:00+09:00')
    expect(await texts(staff)).toEqual(['日程再調整になりました'])
    world.setNow('2026-11-18T09:00:00+09:00')
    expect(await list(staff)).toMatchObject([
      { source: 'remaining', date: '2026-11-18', link: `/constructions/${construction.id}/remaining_constructions` },
      { source: 'event', date: '2026-11-10' },
    ])
    const operator = await buildPlatformPerson(world, 'operator', client)
    expect((await list(operator))[0]?.link).toBe(`/constructions/${construction.id}`)
    await setRoom(client.id, room!.id, { status: 'completed', completed_at: new Date(), closed_at: new Date() })
    expect(await list(staff)).toEqual([])
    world.setNow(today)
  })

  it('alert of what an event told only while it is so, and once', async () => {
    const { client, staff, construction } = await build()
    const [room] = construction.rooms
    await callOff(client.id, room!.id)
    for (let count = 0; count < 2; count += 1) await say(client.id, construction.id, 'rooms.rescheduled', room!.id)
    expect(await texts(staff, { kind: 'alert' })).toEqual(['日程再調整になりました'])
    await setRoom(client.id, room!.id, { status: 'waiting' })
    expect(await list(staff)).toEqual([])
  })

  it('alert of cash past due and cancel applications until they are settled', async () => {
    const sale = await buildSale(world)
    const staff = await buildUser(world, sale.client, 'Staff')
    const order = (status: 'unpaid' | 'cancel_application', kind: EventKind) =>
      world.inClient(sale.client.id, async db => {
        const { id } = await db
          .insertInto('orders')
          .values({
            client_id: sale.client.id,
            construction_id: sale.construction.id,
            room_id: sale.construction.rooms[1]!.id,
            pay_method: 'cash',
            status,
            status_before_cancel: status === 'unpaid' ? null : 'unpaid',
            total_price_in_tax: 1100,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const subject = { type: 'orders', id }
        await recordEvent(db, {
          kind,
          actor: 'system',
          clientId: sale.client.id,
          constructionId: sale.construction.id,
          roomId: sale.construction.rooms[1]!.id,
          subject,
        })
        return id
      })
    const [overdue, applied] = [await order('unpaid', 'orders.cash_overdue'), await order('cancel_application', 'orders.cancel_applied')]
    const told = async () => (await texts(staff, { kind: 'alert' })).filter(text => !text?.includes('未割当'))
    expect(await told()).toEqual(['オプション工事のキャンセル申請がありました', '現金の支払期限が過ぎています'])
    const settle = (id: number) =>
      world.inClient(sale.client.id, db =>
        db
          .updateTable('orders')
          .set({ status: 'paid', status_before_cancel: null, completion_at: new Date() })
          .where('client_id', '=', sale.client.id)
          .where('id', '=', id)
          .execute(),
      )
    await settle(overdue)
    expect(await told()).toEqual(['オプション工事のキャンセル申請がありました'])
    await settle(applied)
    expect(await told()).toEqual([])
  })
})
