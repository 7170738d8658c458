import { beforeEach, describe, expect, it } from 'vitest'
import { buildResident } from '../../../test/build.ts'
import { type PlannedConstruction, planConstruction } from '../../../test/planned-construction.ts'
import { type Caller, openWorld } from '../../../test/world.ts'
import { offerEarlierFrames } from '../residents.ts'

/* Six rooms on 12-01 and 12-02, three a day: a frame of the first day becomes free when its room moves to 12-04. */
const world = await openWorld()
let plan: PlannedConstruction
let first: Caller
let second: Caller
/** Names of rooms by their day. */
let early: string[]
let late: string[]

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  await plan.complete()
  const { assigns } = await plan.show()
  const on = (date: string) => assigns.filter(assign => assign.date === date).map(({ room }) => room.name)
  early = on('2026-12-01')
  late = on('2026-12-02')
  first = await buildResident(world, plan.client, plan.roomId(late[0]!), { name: '田中', email: 'first@example.jp' })
  second = await buildResident(world, plan.client, plan.roomId(late[1]!), { name: '佐藤', email: 'second@example.jp' })
})

const wish = (as: Caller, dates = ['2026-12-01']) => world.call(as, 'PUT /api/residents/earlier_wish', { body: { dates } })
const own = async (as: Caller) => (await world.call(as, 'GET /api/residents/earlier_wish')).body
/** A room of the first day goes to another; ten minutes later that stands. */
const free = async (name = early[0]!) => {
  const place = plan.placeOf(name, await plan.show())!
  await plan.save({ assigns_attributes: [{ room_id: plan.roomId(name), ...place, date: '2026-12-04' }] })
  return place
}
const sweep = async (at: string) => {
  world.setNow(at)
  await offerEarlierFrames(world.platform)
}
const answer = (as: Caller, id: number, said: 'take' | 'keep') =>
  world.call(as, 'POST /api/residents/earlier_offers/:id/answer', { params: { id }, body: { answer: said } })
const dayOf = async (name: string) => plan.placeOf(name, await plan.show())?.date
const mails = () =>
  world.inClient(plan.client.id, db =>
    db.selectFrom('outbox_messages').where('kind', '=', 'earlier_frame').orderBy('id').select(['recipients', 'body', 'state']).execute(),
  )
const roomOf = (name: string) => ({ construction_id: plan.construction.id, room_id: plan.roomId(name) })

describe('PUT /api/residents/earlier_wish', () => {
  it('takes days before one’s own, again in the same turn, and no others', async () => {
    expect((await wish(first)).status).toBe(200)
    expect((await wish(first, ['2026-12-02'])).body.errors).toMatchObject({ dates: [expect.stringContaining('早い工事のある日')] })
    expect((await own(first)).dates).toEqual(['2026-12-01'])
    const settled = await buildResident(world, plan.client, plan.roomId(early[0]!), { name: '鈴木' })
    expect((await wish(settled)).body).toMatchObject({ code: 'no_earlier_wish' })
  })

  it('is made, and answered, by who of the household says so', async () => {
    const answered_by = { kind: 'family', name: '田中 花子' } as const
    await world.call(first, 'PUT /api/residents/earlier_wish', { body: { dates: ['2026-12-01'], answered_by } })
    await free()
    await sweep('2026-11-21T10:20:00+09:00')
    const { offer } = await own(first)
    const params = { id: offer?.id ?? 0 }
    expect((await mails())[0]?.body).toContain('/authentication_code?early')
    await world.call(first, 'POST /api/residents/earlier_offers/:id/answer', { params, body: { answer: 'take', answered_by } })
    const { events } = (await world.call(first, 'GET /api/residents/events')).body
    const said = Object.fromEntries(events.map(event => [event.kind, event.by]))
    expect(said).toMatchObject({
      'earlier_wishes.made': 'ご家族（田中 花子 様）',
      'assigns.moved': 'ご家族（田中 花子 様）',
      'rooms.date_confirmed': 'ご家族（田中 花子 様）',
    })
  })

  it('is not possible where stacks move together', async () => {
    await plan.settings({ schedule_unit: 'stack' })
    expect((await wish(first)).status).toBe(422)
  })
})

describe('GET /api/residents/earlier_wish', () => {
  it('says how whoever wishes hears of it: by a message, or else from the office', async () => {
    expect(await own(first)).toMatchObject({ is_reached: true })
    await world.inClient(plan.client.id, db => db.updateTable('residents').set({ email: null, phone: null }).execute())
    expect((await wish(first)).body).toMatchObject({ is_reached: false, message: expect.stringContaining('担当者からお電話か書面で') })
  })

  it('shows the days that can be wished for', async () => {
    expect(await own(first)).toEqual({ dates: null, offer: null, is_reached: true, wish_days: ['2026-12-01'], why_no_wish: null })
  })
})

describe('POST /api/residents/earlier_offers/:id/answer', () => {
  it('offers one frame to one dwelling in the order of asking; who stays leaves it to the next, who takes it is confirmed there', async () => {
    await wish(second)
    await wish(first)
    const place = await free()
    // A save that can be taken back may need it again.
    await sweep('2026-11-21T10:05:00+09:00')
    expect((await own(second)).offer).toBeNull()
    await sweep('2026-11-21T10:20:00+09:00')
    await sweep('2026-11-21T10:30:00+09:00')
    expect((await own(first)).offer).toBeNull()
    const { offer } = await own(second)
    expect(offer).toMatchObject({ date: '2026-12-01', answer_until: '2026-11-22T10:20:00+09:00' })
    expect((await world.call(second, 'GET /api/residents/construction')).body.has_earlier_offer).toBe(true)
    // Kept from everybody else.
    const taken = await plan.save({ assigns_attributes: [{ room_id: plan.roomId(late[2]!), ...place }] })
    expect(taken.body).toMatchObject({ code: 'frame_held' })
    expect((await answer(second, offer!.id, 'keep')).status).toBe(200)
    await sweep('2026-11-21T10:40:00+09:00')
    expect((await own(second)).offer).toBeNull()
    const next = (await own(first)).offer
    expect((await answer(first, next!.id, 'take')).body).toMatchObject({ message: '工事日を変更しました。', dates: null, offer: null })
    expect(await dayOf(late[0]!)).toBe('2026-12-01')
    expect((await world.call(first, 'GET /api/residents/construction')).body).toMatchObject({
      room: { construction_schedule_confirmed_at: expect.any(String) },
      own_date_changes: 0,
    })
    expect((await mails()).map(({ recipients }) => recipients)).toEqual([['second@example.jp'], ['first@example.jp']])
  })

  it('keeps a frame for a day, and gives it to the next when nobody answers', async () => {
    await wish(first)
    await wish(second)
    await free()
    await sweep('2026-11-21T10:20:00+09:00')
    const { offer } = await own(first)
    await sweep('2026-11-22T10:30:00+09:00')
    expect((await answer(first, offer!.id, 'take')).body).toMatchObject({ code: 'offer_ended' })
    expect((await own(second)).offer).toMatchObject({ date: '2026-12-01' })
    // Nobody is asked about the same time twice.
    await answer(second, (await own(second)).offer!.id, 'keep')
    await sweep('2026-11-22T10:40:00+09:00')
    expect([(await own(first)).offer, (await own(second)).offer]).toEqual([null, null])
  })

  it('wakes nobody, and offers nothing that there is no time to think about', async () => {
    await wish(first)
    await free()
    await sweep('2026-11-21T21:00:00+09:00')
    expect(await mails()).toEqual([])
    await sweep('2026-11-30T18:30:00+09:00')
    expect(await mails()).toEqual([])
  })

  it('is another’s to answer never', async () => {
    await wish(first)
    await free()
    await sweep('2026-11-21T10:20:00+09:00')
    const { offer } = await own(first)
    expect((await answer(second, offer!.id, 'take')).status).toBe(409)
    const [one, other] = await Promise.all([answer(first, offer!.id, 'take'), answer(first, offer!.id, 'take')])
    expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('DELETE /api/residents/earlier_wish', () => {
  it('ends the wish and what is offered for it', async () => {
    await wish(first)
    await free()
    await sweep('2026-11-21T10:20:00+09:00')
    expect((await world.call(first, 'DELETE /api/residents/earlier_wish')).body).toMatchObject({ dates: null, offer: null })
    expect((await mails()).map(({ state }) => state)).toEqual(['recalled'])
    const holds = await world.inClient(plan.client.id, db => db.selectFrom('frame_holds').select('room_id').execute())
    expect(holds).toEqual([])
  })
})

describe('GET /api/constructions/:construction_id/earlier_wishes', () => {
  it('names to the office who waits, and whom it has to tell itself', async () => {
    const silent = await buildResident(world, plan.client, plan.roomId(late[2]!), { name: '高橋' })
    await wish(silent)
    await free()
    await sweep('2026-11-21T10:20:00+09:00')
    const { body } = await world.call(plan.staff, 'GET /api/constructions/:construction_id/earlier_wishes', {
      params: { construction_id: plan.construction.id },
    })
    expect(body.earlier_wishes).toMatchObject([
      { room_name: late[2], date: '2026-12-02', contact: null, offer: { date: '2026-12-01', answer_until: '2026-11-22T10:20:00+09:00' } },
    ])
    const informations = await world.call(plan.staff, 'GET /api/informations')
    expect(informations.body.informations.map(({ text }) => text)).toContainEqual(expect.stringContaining('空いた早い枠を取り置きました'))
  })
})

describe('DELETE /api/constructions/:construction_id/rooms/:room_id/earlier_offer', () => {
  it('frees the frame for the office', async () => {
    await wish(first)
    const place = await free()
    await sweep('2026-11-21T10:20:00+09:00')
    const end = () =>
      world.call(plan.staff, 'DELETE /api/constructions/:construction_id/rooms/:room_id/earlier_offer', { params: roomOf(late[0]!) })
    expect((await end()).status).toBe(200)
    expect((await end()).status).toBe(404)
    expect((await own(first)).dates).toEqual(['2026-12-01'])
    expect((await plan.save({ assigns_attributes: [{ room_id: plan.roomId(late[2]!), ...place }] })).status).toBe(200)
  })
})

describe('DELETE /api/constructions/:construction_id/rooms/:room_id/earlier_wish', () => {
  const end = (body: { acting_for?: { channel: 'tel'; caller: string } }) =>
    world.call(plan.staff, 'DELETE /api/constructions/:construction_id/rooms/:room_id/earlier_wish', { params: roomOf(late[0]!), body })
  const ended = () =>
    world.inClient(plan.client.id, db =>
      db.selectFrom('events').where('kind', '=', 'earlier_wishes.ended').orderBy('id').select(['channel', 'acting_for']).execute(),
    )

  it('ends a wish for the resident, and says so where somebody called', async () => {
    await wish(first)
    await end({})
    expect((await own(first)).dates).toBeNull()
    await wish(first)
    await end({ acting_for: { channel: 'tel', caller: '妻' } })
    expect(await ended()).toMatchObject([{ acting_for: null }, { channel: 'tel', acting_for: 'resident' }])
    const caller = await world.inClient(plan.client.id, db => db.selectFrom('event_personal_values').select('values').execute())
    expect(caller.map(({ values }) => values)).toContainEqual({ caller: '妻' })
  })
})

describe('GET /api/constructions/:construction_id/rooms/:room_id/earlier_wish', () => {
  it('says to the office which days can be wished for, or why none', async () => {
    const of = (name: string) =>
      world.call(plan.staff, 'GET /api/constructions/:construction_id/rooms/:room_id/earlier_wish', { params: roomOf(name) })
    expect((await of(late[0]!)).body).toEqual({ dates: null, wish_days: ['2026-12-01'], why_no_wish: null })
    expect((await of(early[0]!)).body.why_no_wish).toBe('今の工事日より早い日はありません。')
  })
})

describe('PUT /api/constructions/:construction_id/rooms/:room_id/earlier_wish', () => {
  it('enters a wish for who called, in the same turn as their own', async () => {
    const put = (dates: string[]) =>
      world.call(plan.staff, 'PUT /api/constructions/:construction_id/rooms/:room_id/earlier_wish', {
        params: roomOf(late[0]!),
        body: { dates, acting_for: { channel: 'tel' } },
      })
    expect((await put(['2026-12-02'])).status).toBe(422)
    expect((await put(['2026-12-01'])).body.message).toBe('早い枠の希望を登録しました。')
    expect((await own(first)).dates).toEqual(['2026-12-01'])
    await free()
    await sweep('2026-11-21T10:20:00+09:00')
    expect((await own(first)).offer).not.toBeNull()
  })
})

describe('an offer', () => {
  const listedOffer = async () =>
    (
      await world.call(plan.staff, 'GET /api/constructions/:construction_id/earlier_wishes', {
        params: { construction_id: plan.construction.id },
      })
    ).body.earlier_wishes[0]?.offer

  it('looks expired to the office at once, and ends though its wish is gone', async () => {
    const silent = await buildResident(world, plan.client, plan.roomId(late[2]!), { name: '高橋' })
    await wish(silent)
    await free()
    await sweep('2026-11-21T10:20:00+09:00')
    const told = async () =>
      (await world.call(plan.staff, 'GET /api/informations')).body.informations.filter(({ text }) => text.includes('空いた早い枠'))
    expect([await listedOffer(), await told()]).toEqual([expect.anything(), [expect.anything()]])
    world.setNow('2026-11-22T10:30:00+09:00')
    expect([await listedOffer(), await told()]).toEqual([null, []])
    await world.inClient(plan.client.id, db => db.updateTable('earlier_wishes').set({ ended_at: new Date() }).execute())
    await sweep('2026-11-22T10:40:00+09:00')
    const offers = await world.inClient(plan.client.id, db => db.selectFrom('earlier_offers').select('state').execute())
    expect(offers).toEqual([{ state: 'expired' }])
  })

  it('is not taken to a day for which an option that was ordered meanwhile is not ready, and ends', async () => {
    await wish(first)
    await free()
    await sweep('2026-11-21T10:20:00+09:00')
    const { offer } = await own(first)
    // Options take longer to be prepared than there is time.
    await world.inClient(plan.client.id, async db => {
      await db.updateTable('constructions').set({ option_request_end_on: '2026-11-01', privately_area_start_on: '2026-12-01' }).execute()
      await db
        .insertInto('orders')
        .values({
          client_id: plan.client.id,
          construction_id: plan.construction.id,
          room_id: plan.roomId(late[0]!),
          pay_method: 'other',
          status: 'unpaid',
          total_price_in_tax: 100,
        })
        .execute()
    })
    const taken = await answer(first, offer!.id, 'take')
    expect([taken.status, taken.body]).toMatchObject([409, { code: 'orders_undecided' }])
    expect(await dayOf(late[0]!)).toBe('2026-12-02')
    await sweep('2026-11-21T10:30:00+09:00')
    expect((await own(first)).offer).toBeNull()
  })
})
