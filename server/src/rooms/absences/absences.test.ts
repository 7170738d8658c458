import { beforeEach, describe, expect, it } from 'vitest'
import { type BuiltPerson, buildClient, buildContractor, buildPlatformPerson, buildResident, buildUser } from '../../../test/build.ts'
import { during } from '../../../test/during.ts'
import { planConstruction, type PlannedConstruction } from '../../../test/planned-construction.ts'
import { type Caller, guest, openWorld } from '../../../test/world.ts'
import { failedAttempts } from '../../../test/attempts.ts'
import { recordEvent } from '../../platform/events.ts'
import { endAbsences, issueSlipToken } from '../rooms.ts'

const world = await openWorld()
const under = '/api/constructions/:construction_id/rooms/:room_id' as const

let plan: PlannedConstruction
let client_uuid: string
let visitOn: string
/** Everybody's deadline has passed, and it is the evening of the visit to 101. */
beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  await plan.complete()
  visitOn = plan.placeOf('101', await plan.show())!.date
  const { uuid } = await world.inClient(null, db =>
    db.selectFrom('clients').where('id', '=', plan.client.id).select('uuid').executeTakeFirstOrThrow(),
  )
  client_uuid = uuid
  await world.inClient(plan.client.id, db =>
    db
      .updateTable('constructions')
      .set({ schedule_change_end_on: '2026-11-25', privately_area_end_on: '2026-12-11' })
      .where('id', '=', plan.construction.id)
      .execute(),
  )
  world.setNow(`${visitOn}T13:05:00+09:00`)
  staff = await buildUser(world, plan.client, 'Staff')
})

let staff: BuiltPerson
const at = (name = '101') => ({ construction_id: plan.construction.id, room_id: plan.roomId(name) })
const absent = (as: Caller = staff, absence: { visited_at?: string } = {}, name = '101', headers: Record<string, string> = {}) =>
  world.call(as, `POST ${under}/absence`, { params: at(name), body: { absence }, headers })
const roomOf = async (name = '101') => (await world.call(staff, `GET ${under}`, { params: at(name) })).body.room
const tokenOf = (name = '101', visit_on = visitOn) =>
  world.inClient(plan.client.id, db => issueSlipToken(world.platform, db, plan.client.id, plan.roomId(name), visit_on))
const open = (token: string) => world.call(guest, 'POST /api/resident_auth/absence', { body: { client_uuid, token } })
const freeOf = async (token: string) =>
  (await open(token)).body.open!.dates.flatMap(({ time_frames }) => time_frames.filter(frame => frame.available))
const choose = (token: string, assign: { date: string; construction_time_frame_id: number }, more: object = {}) =>
  world.call(guest, 'POST /api/resident_auth/absence/assign', {
    body: {
      client_uuid,
      token,
      assign: { date: assign.date, construction_time_frame_id: assign.construction_time_frame_id },
      ...more,
    },
  })
const events = (name = '101') =>
  world.inClient(plan.client.id, db =>
    db
      .selectFrom('events')
      .where('room_id', '=', plan.roomId(name))
      .orderBy('id', 'desc')
      .select(['kind', 'actor_kind', 'change'])
      .execute(),
  )
const spare = (date: string, frame_number = 3) =>
  world.inClient(plan.client.id, db =>
    db
      .insertInto('spare_frames')
      .values({
        client_id: plan.client.id,
        construction_id: plan.construction.id,
        construction_time_frame_id: plan.frames[0]!.id,
        date,
        frame_number,
      })
      .execute(),
  )
/** Leaves no day after the visit: the works end with it. */
const endWorks = () =>
  world.inClient(plan.client.id, db => db.updateTable('constructions').set({ privately_area_end_on: visitOn }).execute())

describe(`POST ${under}/absence`, () => {
  it('makes remaining work with the company’s own reason, counts the visit and shows it in the resident’s history', async () => {
    const resident = await buildResident(world, plan.client, plan.roomId('101'), { name: '田中 ハル' })
    expect((await absent()).body).toMatchObject({
      message: '不在を登録しました。',
      room: { status: 'reschedule', visits: 1, absent_at: `${visitOn}T13:05:00+09:00`, revisit_at: null },
    })
    const shown = await world.call(resident, 'GET /api/residents/construction')
    expect(shown.body).toMatchObject({
      absence: { visited_at: `${visitOn}T13:05:00+09:00`, wish: null, needs_phone: true },
      can_change_date: true,
      can_confirm_date: false,
    })
    const history = await world.call(resident, 'GET /api/residents/events')
    expect(history.body.events[0]).toMatchObject({
      sentence: 'お伺いしましたが、ご不在でした',
      after: expect.stringMatching(/^12月\d日\(.\) 午後1時ごろ$/),
    })
  })

  it('counts one visit that was put to reschedule a minute before, and a second visit as a second', async () => {
    const { id } = await world.inClient(plan.client.id, db =>
      db.insertInto('incomplete_reasons').values({ client_id: plan.client.id, name: '応答なし' }).returning('id').executeTakeFirstOrThrow(),
    )
    await world.call(staff, `POST ${under}/reschedule`, { params: at(), body: { room: { incomplete_reason_id: id } } })
    await absent()
    expect(await roomOf()).toMatchObject({ visits: 1, incomplete_reason: '応答なし' })
    const token = await tokenOf()
    await choose(token, (await freeOf(token))[0]!)
    const { date } = (await roomOf()).assign!
    world.setNow(`${date}T15:00:00+09:00`)
    staff = await buildUser(world, plan.client, 'Staff')
    await absent()
    expect(await roomOf()).toMatchObject({ visits: 2, status: 'reschedule' })
    // The slip of the first visit is no way in any more, and says nothing of the date of the second.
    expect((await open(token)).body).toMatchObject({ state: 'ended', open: null, decided: null })
    const second = await tokenOf('101', date)
    await choose(second, (await freeOf(second))[0]!)
    expect((await open(second)).body.decided).not.toBeNull()
    // What the printed code can still do is said as it is.
    await world.inClient(plan.client.id, db => db.updateTable('constructions').set({ schedule_change_end_on: '2030-01-01' }).execute())
    expect((await open(second)).body.can_change_date).toBe(true)
    await world.inClient(plan.client.id, db => db.updateTable('constructions').set({ schedule_change_end_on: '2026-11-01' }).execute())
    expect((await open(second)).body.can_change_date).toBe(false)
    expect((await open(token)).body).toMatchObject({ state: 'ended', decided: null })
  })

  it('puts the moment of a phone right whose clock is a year behind', async () => {
    const told = { visited_at: `${visitOn.replace('2026', '2025')}T09:00:00+09:00` }
    const { body } = await absent(staff, told, '101', { 'device-time': `${visitOn.replace('2026', '2025')}T13:05:00+09:00` })
    expect(body.room.absent_at).toBe(`${visitOn}T09:00:00+09:00`)
  })

  it('is for everybody at work, for a moment that was, inside the own client', async () => {
    expect((await absent(staff, { visited_at: `${visitOn}T13:08:00+09:00` })).body.errors).toHaveProperty('visited_at')
    expect((await absent(await buildResident(world, plan.client, plan.roomId('102')))).status).toBe(403)
    expect((await absent(await buildUser(world, plan.client, 'Craftsman'))).status).toBe(404)
    expect((await absent(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    await world.inClient(plan.client.id, db =>
      db.updateTable('rooms').set({ status: 'completed', completed_at: new Date() }).where('id', '=', plan.roomId('101')).execute(),
    )
    expect((await absent()).body.code).toBe('wrong_status')
  })
})

describe(`DELETE ${under}/absence`, () => {
  it('ends the offer, by the office alone', async () => {
    const token = await tokenOf()
    await absent()
    const end = (as: Caller) => world.call(as, `DELETE ${under}/absence`, { params: at() })
    expect((await end(await buildUser(world, plan.client, 'Craftsman'))).status).toBe(403)
    expect((await end(staff)).body.room).toMatchObject({ absent_at: null, status: 'reschedule' })
    expect((await open(token)).body).toMatchObject({ state: 'ended', open: null })
    expect((await end(staff)).status).toBe(404)
  })
})

describe(`POST ${under}/absence/withdrawal`, () => {
  const withdraw = (as: Caller) => world.call(as, `POST ${under}/absence/withdrawal`, { params: at() })
  const crew = async () => {
    const contractor = await buildContractor(world, plan.client)
    const build = () => buildUser(world, plan.client, 'Craftsman', { contractorId: contractor.id })
    const [craftsman, other] = [await build(), await build()]
    await world.inClient(plan.client.id, async db => {
      const { id } = await db
        .insertInto('assigned_contractors')
        .values({ client_id: plan.client.id, construction_id: plan.construction.id, contractor_id: contractor.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const person of [craftsman, other])
        await db
          .insertInto('assigned_craftsmans')
          .values({ client_id: plan.client.id, assigned_contractor_id: id, craftsman_id: person.id })
          .execute()
    })
    return { craftsman, other }
  }

  it('takes back what a craftsman recorded by mistake: the room is on the day’s list as it was, and the slip is dead', async () => {
    const { craftsman, other } = await crew()
    const resident = await buildResident(world, plan.client, plan.roomId('101'), { name: '田中 ハル' })
    const before = await roomOf()
    const token = await tokenOf()
    expect((await absent(craftsman)).status).toBe(200)
    expect((await open(token)).body.state).toBe('open')
    expect((await withdraw(other)).body).toMatchObject({ code: 'not_recorded_by_you' })
    expect(await withdraw(craftsman)).toMatchObject({ status: 200, body: { message: '不在の登録を取り消しました。' } })
    const now = await roomOf()
    for (const name of ['status', 'visits', 'absent_at', 'incomplete_reason', 'assign', 'revisit_at'] as const)
      expect([name, now[name]]).toEqual([name, before[name]])
    expect((await open(token)).body).toMatchObject({ state: 'ended', open: null })
    const day = await world.call(craftsman, 'GET /api/constructions/:construction_id/working_process', {
      params: { construction_id: plan.construction.id },
      query: { date: visitOn },
    })
    expect(day.body.rooms.find(({ name }) => name === '101')).toMatchObject({ status: 'waiting', visits: 0 })
    expect((await events()).slice(0, 2).map(({ kind }) => kind)).toEqual(['rooms.absence_withdrawn', 'rooms.absence_recorded'])
    const history = await world.call(resident, 'GET /api/residents/events')
    expect(history.body.events[0]).toMatchObject({ sentence: 'ご不在の記録を取り消しました' })
    expect((await withdraw(craftsman)).body.code).toBe('no_absence')
    // A visit in vain after that is one.
    await absent(craftsman)
    expect(await roomOf()).toMatchObject({ visits: 1, status: 'reschedule' })
  })

  it('is the craftsman’s on that day, and the office’s until a new date is found', async () => {
    const { craftsman } = await crew()
    await absent(craftsman)
    world.setNow(new Date(Date.parse(`${visitOn}T13:05:00+09:00`) + 86_400_000).toISOString())
    staff = await buildUser(world, plan.client, 'Staff')
    expect(await withdraw(craftsman)).toMatchObject({ status: 422, body: { code: 'not_recorded_by_you' } })
    expect((await withdraw(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    expect((await withdraw(staff)).body.room).toMatchObject({ status: 'waiting', visits: 0 })
    await absent()
    await world.call(staff, `PATCH ${under}/assign`, {
      params: at(),
      body: { assign: { date: '2026-12-10', construction_time_frame_id: plan.frames[0]!.id }, acting_for: { channel: 'tel' } },
    })
    expect((await withdraw(staff)).body).toMatchObject({ code: 'no_absence' })
    expect(await roomOf()).toMatchObject({ visits: 1, assign: { date: '2026-12-10' } })
  })

  it('goes back to what the room was put off for before', async () => {
    const { id } = await world.inClient(plan.client.id, db =>
      db.insertInto('incomplete_reasons').values({ client_id: plan.client.id, name: '応答なし' }).returning('id').executeTakeFirstOrThrow(),
    )
    await world.call(staff, `POST ${under}/reschedule`, { params: at(), body: { room: { incomplete_reason_id: id } } })
    await absent()
    expect((await withdraw(staff)).body.room).toMatchObject({
      status: 'reschedule',
      visits: 1,
      incomplete_reason: '応答なし',
      absent_at: null,
    })
  })
})

describe('what a withdrawal leaves behind', () => {
  const withdraw = (as: Caller = staff) => world.call(as, `POST ${under}/absence/withdrawal`, { params: at() })
  const later = (minutes: number) => world.setNow(new Date(world.platform.now().getTime() + minutes * 60_000).toISOString())
  const wishFor = (token: string, date: string) =>
    world.call(guest, 'POST /api/resident_auth/absence/wish', {
      body: { client_uuid, token, revisit_wish: { wishes: [{ date, daypart: 'am' }], phone: '090-1234-5678' } },
    })

  it('is what was open before it: the earlier absence with its slip and its wish, and the remarks', async () => {
    await world.call(staff, `PATCH ${under}`, { params: at(), body: { room: { room_remarks: 'お電話は夕方に' } } })
    const token = await tokenOf()
    await absent()
    await wishFor(token, '2026-12-10')
    const before = await roomOf()
    later(5)
    const wrong = await tokenOf()
    await world.call(staff, `POST ${under}/absence`, { params: at(), body: { absence: { room_remarks: '犬がいます' } } })
    expect(await roomOf()).toMatchObject({ room_remarks: '犬がいます', revisit_wish: null })
    later(5)
    expect((await withdraw()).status).toBe(200)
    const now = await roomOf()
    for (const name of ['status', 'visits', 'absent_at', 'revisit_wish', 'room_remarks'] as const)
      expect([name, now[name]]).toEqual([name, before[name]])
    expect((await open(token)).body.state).toBe('open')
    expect((await open(wrong)).body).toMatchObject({ state: 'ended', decided: null })
    // The next withdrawal is of that one.
    expect((await withdraw()).body.room).toMatchObject({ status: 'waiting', visits: 0, absent_at: null, revisit_wish: null })
    expect((await withdraw()).body.code).toBe('no_absence')
  })

  it('is told to who is in charge, as the absence was', async () => {
    const inCharge = await buildUser(world, plan.client, 'Staff', { email: 'in-charge@example.jp' })
    await world.inClient(plan.client.id, db =>
      db.updateTable('constructions').set({ construction_staff_id: inCharge.id }).where('id', '=', plan.construction.id).execute(),
    )
    await absent()
    await withdraw()
    const { mails } = (await world.call(guest, 'GET /api/dev/mails', { query: { to: 'in-charge@example.jp' } })).body
    expect(mails.slice(0, 2).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('不在の登録が取り消されました'),
      expect.stringContaining('日程再調整となりました'),
    ])
  })

  it('leaves remarks alone that somebody wrote meanwhile', async () => {
    await world.call(staff, `POST ${under}/absence`, { params: at(), body: { absence: { room_remarks: '犬がいます' } } })
    await world.call(staff, `PATCH ${under}`, { params: at(), body: { room: { room_remarks: '鍵は管理人' } } })
    expect((await withdraw()).body.room).toMatchObject({ room_remarks: '鍵は管理人' })
  })

  it('is a slip that leads nowhere and names no date, whatever the dwelling has', async () => {
    const wrong = await tokenOf()
    await absent()
    await withdraw()
    expect(await roomOf()).toMatchObject({ status: 'waiting' })
    expect((await open(wrong)).body).toMatchObject({ state: 'ended', open: null, decided: null })
    later(30)
    const right = await tokenOf()
    expect((await open(right)).body).toMatchObject({ state: 'waiting', decided: null })
    await absent()
    expect((await open(right)).body.state).toBe('open')
    expect((await open(wrong)).body).toMatchObject({ state: 'ended', decided: null })
    await choose(right, (await freeOf(right))[0]!)
    expect((await open(right)).body.decided).not.toBeNull()
    expect((await open(wrong)).body).toMatchObject({ state: 'ended', decided: null })
  })

  it('is said with the room before anybody presses', async () => {
    const contractor = await buildContractor(world, plan.client)
    const craftsman = await buildUser(world, plan.client, 'Craftsman', { contractorId: contractor.id })
    await world.inClient(plan.client.id, async db => {
      const given = { client_id: plan.client.id, construction_id: plan.construction.id, contractor_id: contractor.id }
      const { id } = await db.insertInto('assigned_contractors').values(given).returning('id').executeTakeFirstOrThrow()
      const crew = { client_id: plan.client.id, assigned_contractor_id: id, craftsman_id: craftsman.id }
      await db.insertInto('assigned_craftsmans').values(crew).execute()
    })
    const whyFor = async (as: Caller) => (await world.call(as, `GET ${under}`, { params: at() })).body.room.why_no_withdrawal
    expect(await whyFor(staff)).toBeNull()
    await absent()
    expect(await whyFor(staff)).toBeNull()
    expect(await whyFor(craftsman)).toBe('不在の登録は、登録した本人がその日のうちに取り消せます。事務所にご連絡ください。')
    // As before the update: nothing says how the room was.
    await world.inClient(plan.client.id, db =>
      recordEvent(db, {
        kind: 'rooms.absence_recorded',
        actor: 'system',
        clientId: plan.client.id,
        constructionId: plan.construction.id,
        roomId: plan.roomId('101'),
      }),
    )
    const why = '取り消せるようになる前に登録された不在のため、取り消せません。新しい日時を決めるか、受付を終了してください。'
    expect(await whyFor(staff)).toBe(why)
    expect((await withdraw()).body).toMatchObject({ code: 'no_absence', errors: { full_messages: [why] } })
  })
})

describe('POST /api/resident_auth/absence', () => {
  it('becomes good when the absence is recorded, and offers unreleased spare frames after every deadline', async () => {
    const token = await tokenOf()
    expect((await open(token)).body).toMatchObject({ state: 'waiting', room_name: '101', open: null })
    await spare('2026-12-09')
    await absent()
    const { body } = await open(token)
    expect(body).toMatchObject({ state: 'open', open: { visited_at: `${visitOn}T13:05:00+09:00`, needs_phone: true } })
    expect(body.open!.dates.find(({ date }) => date === visitOn)?.kind).toBe('closed')
    expect((await freeOf(token)).some(({ date }) => date === '2026-12-09')).toBe(true)
    expect(JSON.stringify(body)).not.toContain('田中')
  })

  it('offers a day whose regular frames are full by its spare one', async () => {
    const token = await tokenOf()
    await absent()
    const before = await freeOf(token)
    const full = before[0]!
    await world.inClient(plan.client.id, db =>
      db.updateTable('construction_time_frames').set({ frame_number: 1 }).where('id', '=', full.construction_time_frame_id).execute(),
    )
    await world.call(staff, `PATCH ${under}/assign`, {
      params: at('302'),
      body: { assign: { date: full.date, construction_time_frame_id: full.construction_time_frame_id } },
    })
    const isFree = async () =>
      (await freeOf(token)).some(one => one.date === full.date && one.construction_time_frame_id === full.construction_time_frame_id)
    expect(await isFree()).toBe(false)
    await spare(full.date, 2)
    expect(await isFree()).toBe(true)
  })

  it('is another day’s slip no longer, and tells a guesser nothing', async () => {
    const other = await tokenOf('101', '2026-11-28')
    await absent()
    expect((await open(other)).body).toMatchObject({ state: 'ended', open: null })
    expect((await open('A'.repeat(22))).status).toBe(404)
    await failedAttempts(world, { scope: 'absence_slip:network', subject: '127.0.0.1' }, 100)
    expect((await open(other)).status).toBe(429)
    await world.inClient(null, db => db.deleteFrom('attempt_counters').where('scope', '=', 'absence_slip:network').execute())
  })
})

describe('POST /api/resident_auth/absence/hold', () => {
  it('keeps a frame for five minutes, as for who is signed in', async () => {
    const token = await tokenOf()
    const { date, construction_time_frame_id } = { date: '2026-12-09', construction_time_frame_id: plan.frames[1]!.id }
    const hold = (given: string) =>
      world.call(guest, 'POST /api/resident_auth/absence/hold', {
        body: { client_uuid, token: given, assign: { date, construction_time_frame_id } },
      })
    expect((await hold(token)).body.code).toBe('slip_ended')
    await absent()
    expect(await hold(token)).toMatchObject({ status: 201, body: { assign: { date }, expires_at: `${visitOn}T13:10:00+09:00` } })
    await absent(staff, {}, '102')
    expect((await hold(await tokenOf('102'))).status).toBe(409)
  })
})

describe('POST /api/resident_auth/absence/assign', () => {
  it('takes a frame from the stock for absences, says who is at home, and ends the token', async () => {
    await spare('2026-12-09')
    const token = await tokenOf()
    await absent()
    const presence = { presence_method: 'proxy', proxy_name: '田中 良子', proxy_phone: '09011112222' }
    const morning = { date: '2026-12-09', construction_time_frame_id: plan.frames[0]!.id }
    expect(await choose(token, morning, { presence, answered_by: { kind: 'family', name: '田中 良子' } })).toMatchObject({
      status: 200,
      body: { message: '新しい工事日を承りました。', assign: { date: '2026-12-09', start_at: '09:00' } },
    })
    // An appointment: on the schedule, marked, with its frame’s start.
    expect(await roomOf()).toMatchObject({
      status: 'waiting',
      visits: 1,
      revisit_at: '2026-12-09T09:00:00+09:00',
      absent_at: null,
      assign: { date: '2026-12-09', frame_number: 3, is_spare_frame: true },
      presence: { presence_method: 'proxy' },
    })
    const card = (await plan.show(staff)).assigns.find(({ room }) => room.name === '101')
    expect(card?.room).toMatchObject({ visits: 1, construction_schedule_confirmed_at: expect.any(String) })
    const day = await world.call(staff, 'GET /api/constructions/:construction_id/working_process', {
      params: { construction_id: plan.construction.id },
      query: { date: '2026-12-09' },
    })
    expect(day.body.rooms.map(({ name, visits }) => [name, visits])).toEqual([['101', 1]])
    // Whoever scans it again reads what was fixed, and what the office made of it since; of nothing that is past.
    const decided = async () => (await open(token)).body.decided
    expect((await open(token)).body).toMatchObject({
      state: 'ended',
      open: null,
      decided: { date: '2026-12-09', construction_time_frame_id: plan.frames[0]!.id, start_at: '09:00', end_at: '12:00' },
    })
    await world.call(staff, `PATCH ${under}/assign`, {
      params: at(),
      body: { assign: { date: '2026-12-10', construction_time_frame_id: plan.frames[1]!.id }, acting_for: { channel: 'tel' } },
    })
    expect(await decided()).toMatchObject({ date: '2026-12-10', start_at: '13:00' })
    world.setNow('2026-12-11T09:00:00+09:00')
    expect(await decided()).toBeNull()
    world.setNow(`${visitOn}T13:05:00+09:00`)
    expect((await choose(token, morning)).body.code).toBe('slip_ended')
    expect((await events()).findLast(({ kind }) => kind === 'rooms.date_confirmed')).toMatchObject({
      actor_kind: 'resident',
      change: { answered_by: 'family' },
    })
  })

  it('gives one date to two who scan the same slip at once', async () => {
    const token = await tokenOf()
    await absent()
    const [first, second] = await freeOf(token)
    const answers = await Promise.all([choose(token, first!), choose(token, second!)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  it('takes nothing that is not offered', async () => {
    const token = await tokenOf()
    await absent()
    expect((await choose(token, { date: visitOn, construction_time_frame_id: plan.frames[0]!.id })).status).toBe(409)
    expect(await roomOf()).toMatchObject({ status: 'reschedule' })
    expect((await open(token)).body.state).toBe('open')
  })
})

const wishes = [
  { date: '2026-12-03', daypart: 'am' as const },
  { date: '2026-12-04', daypart: 'any' as const },
]
describe('POST /api/resident_auth/absence/wish', () => {
  const wish = (token: string, revisit_wish: object) =>
    world.call(guest, 'POST /api/resident_auth/absence/wish', { body: { client_uuid, token, revisit_wish } as never })

  it('becomes a task of the office, by when it calls, and is settled by a date', async () => {
    const token = await tokenOf()
    await absent()
    const body = { wishes: wishes.map(each => ({ ...each, date: '2026-12-10' })).slice(0, 1), phone: '090-1234-5678', note: '夕方に電話' }
    expect(await wish(token, body)).toMatchObject({
      status: 200,
      body: { message: 'ご希望を承りました。', revisit_wish: { call_by: '2026-12-02', wishes: [{ date: '2026-12-10', daypart: 'am' }] } },
    })
    expect((await open(token)).body.open?.wish).toMatchObject({ call_by: '2026-12-02' })
    const remaining = async () =>
      (
        await world.call(staff, 'GET /api/constructions/:construction_id/remaining_constructions', {
          params: { construction_id: plan.construction.id },
          query: { sort_by: 'call_by' },
        })
      ).body.remaining_constructions.find(({ room_name }) => room_name === '101')
    expect(await remaining()).toMatchObject({
      status: 'reschedule',
      revisit_at: null,
      revisit_wish: { phone: '09012345678', note: '夕方に電話', call_by: '2026-12-02' },
    })
    await world.call(staff, `PATCH ${under}/assign`, {
      params: at(),
      body: { assign: { date: '2026-12-10', construction_time_frame_id: plan.frames[0]!.id }, acting_for: { channel: 'tel' } },
    })
    expect(await remaining()).toBeUndefined()
    expect(await roomOf()).toMatchObject({ revisit_wish: null, revisit_at: '2026-12-10T09:00:00+09:00', status: 'waiting' })
  })

  it('wants days to come within the works, and a number where none is known', async () => {
    const token = await tokenOf()
    await absent()
    expect((await wish(token, { wishes: [{ date: visitOn, daypart: 'am' }], phone: '09012345678' })).body.errors).toHaveProperty('wishes')
    expect((await wish(token, { wishes: [{ date: '2026-12-31', daypart: 'am' }], phone: '09012345678' })).body.errors).toHaveProperty(
      'wishes',
    )
    expect((await wish(token, { wishes: [], phone: '09012345678' })).status).toBe(422)
    expect((await wish(token, { wishes: [{ date: '2026-12-10', daypart: 'am' }] })).body.errors).toMatchObject({
      phone: ['を入力してください'],
    })
  })

  it('offers every working day left of the works and no other, and takes an evening and words for the office', async () => {
    const token = await tokenOf()
    await absent()
    await world.inClient(plan.client.id, db =>
      db
        .updateTable('constructions')
        .set({ privately_area_holidays: ['2026-12-06'], preparation_days: ['2026-12-07'] })
        .where('id', '=', plan.construction.id)
        .execute(),
    )
    const days = ['2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-08', '2026-12-09', '2026-12-10', '2026-12-11']
    expect((await open(token)).body.open?.wish_days).toEqual(days.filter(date => date > visitOn))
    const off = await wish(token, { wishes: [{ date: '2026-12-06', daypart: 'am' }], phone: '09012345678' })
    expect(off).toMatchObject({ status: 422, body: { errors: { wishes: ['のうち12月6日(日)は、お選びいただけません'] } } })
    const five = days.slice(-5).map(date => ({ date, daypart: 'evening' }))
    expect((await wish(token, { wishes: five, phone: '09012345678', note: '午後7時以降に帰ります' })).status).toBe(200)
    expect((await roomOf()).revisit_wish).toMatchObject({ wishes: five, note: '午後7時以降に帰ります' })
    // On Friday afternoon the office calls by Monday: nobody would have agreed to the Saturday.
    world.setNow('2026-12-04T15:00:00+09:00')
    expect((await open(token)).body.open?.wish_days[0]).toBe('2026-12-08')
    const saturday = await wish(token, { wishes: [{ date: '2026-12-05', daypart: 'am' }], phone: '09012345678' })
    expect(saturday.body.errors).toHaveProperty('wishes')
  })

  it('offers weekdays and Saturdays of four weeks where the works are over', async () => {
    const token = await tokenOf()
    await absent()
    await endWorks()
    const { wish_days } = (await open(token)).body.open!
    expect(wish_days).not.toContain('2026-12-06')
    expect(wish_days).toContain('2026-12-05')
    expect((await wish(token, { wishes: [{ date: '2026-12-05', daypart: 'pm' }], phone: '09012345678' })).status).toBe(200)
    expect((await wish(token, { wishes: [{ date: '2026-12-06', daypart: 'pm' }], phone: '09012345678' })).status).toBe(422)
  })

  it('works on a Sunday night where no frame is left', async () => {
    const token = await tokenOf()
    await absent()
    await endWorks()
    const { body } = await open(token)
    expect(body).toMatchObject({ state: 'open' })
    expect(await freeOf(token)).toEqual([])
  })
})

describe('PUT /api/residents/revisit_wish', () => {
  it('takes the wish of who is signed in, and of nobody who was not missed', async () => {
    const resident = await buildResident(world, plan.client, plan.roomId('101'), { name: '田中 ハル' })
    const put = (as: Caller) =>
      world.call(as, 'PUT /api/residents/revisit_wish', {
        body: { revisit_wish: { wishes: [{ date: '2026-12-10', daypart: 'pm' }], phone: '0312345678' } },
      })
    expect((await put(resident)).body.code).toBe('no_absence')
    await absent()
    expect((await put(resident)).status).toBe(200)
    expect((await put(resident)).status).toBe(200)
    expect(await roomOf()).toMatchObject({ revisit_wish: { phone: '0312345678' } })
    expect((await world.call(resident, 'GET /api/residents/events')).body.events[0]).toMatchObject({
      sentence: '次の訪問のご希望をうかがいました',
      after: '12月10日(木) 午後',
    })
  })
})

describe('a wish that comes while the absence is withdrawn', () => {
  it('waits for the withdrawal, and is refused by it', async () => {
    const resident = await buildResident(world, plan.client, plan.roomId('101'), { name: '田中 ハル' })
    await absent()
    const { id: clientId } = plan.client
    const { body } = await during(
      world,
      clientId,
      async db => {
        await db
          .selectFrom('rooms')
          .where('client_id', '=', clientId)
          .where('id', '=', plan.roomId('101'))
          .select('id')
          .forUpdate()
          .execute()
        await endAbsences(db, clientId, plan.roomId('101'), world.platform.now())
      },
      () =>
        world.call(resident, 'PUT /api/residents/revisit_wish', {
          body: { revisit_wish: { wishes: [{ date: '2026-12-10', daypart: 'pm' }], phone: '0312345678' } },
        }),
    )
    expect(body.code).toBe('no_absence')
    expect(await roomOf()).toMatchObject({ revisit_wish: null })
  })
})

describe(`POST ${under}/revisit_wish/settlement`, () => {
  it('is ticked off by the office once somebody has called', async () => {
    const token = await tokenOf()
    await absent()
    const operator = await buildPlatformPerson(world, 'operator', plan.client)
    const settle = (as: Caller) => world.call(as, `POST ${under}/revisit_wish/settlement`, { params: at() })
    expect((await settle(operator)).status).toBe(404)
    await world.call(guest, 'POST /api/resident_auth/absence/wish', {
      body: { client_uuid, token, revisit_wish: { wishes: [{ date: '2026-12-10', daypart: 'am' }], phone: '0312345678' } },
    })
    expect((await settle(await buildUser(world, plan.client, 'Craftsman'))).status).toBe(403)
    expect((await settle(operator)).body.room).toMatchObject({ revisit_wish: null, absent_at: expect.any(String) })
    expect((await events())[0]).toMatchObject({ kind: 'rooms.revisit_wish_settled' })
  })
})

describe('a revisit', () => {
  let reasons = 0
  const reschedule = async (room: object) => {
    const { id } = await world.inClient(plan.client.id, db =>
      db
        .insertInto('incomplete_reasons')
        .values({ client_id: plan.client.id, name: `機器不良${(reasons += 1)}` })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return world.call(staff, `POST ${under}/reschedule`, { params: at(), body: { room: { incomplete_reason_id: id, ...room } } })
  }

  it('has no time that nobody said: a day stays a day, and the room stays remaining work', async () => {
    expect((await reschedule({ revisit_on: '2026-11-30' })).body.errors).toHaveProperty('revisit_on')
    expect((await reschedule({ revisit_on: '2026-12-10' })).body.room).toMatchObject({
      status: 'reschedule',
      revisit_on: '2026-12-10',
      revisit_at: null,
      visits: 1,
    })
  })

  it('takes spare frames first, and goes back to remaining work with the save that placed it', async () => {
    await reschedule({})
    await spare('2026-12-09')
    const { body } = await world.call(staff, `GET ${under}/free_frames`, { params: at() })
    expect(body.dates.find(({ date }) => date === '2026-12-09')?.time_frames[0]?.frame_numbers).toEqual([3, 1, 2])
    const frame = plan.frames[0]!.id
    const saved = await plan.save(
      { assigns_attributes: [{ room_id: plan.roomId('101'), date: '2026-12-09', construction_time_frame_id: frame, frame_number: 3 }] },
      staff,
    )
    expect(await roomOf()).toMatchObject({ status: 'waiting', visits: 1, revisit_at: '2026-12-09T09:00:00+09:00' })
    await world.call(staff, 'POST /api/constructions/:construction_id/detail_schedule/batches/:batch_id/undo', {
      params: { construction_id: plan.construction.id, batch_id: saved.body.undoable_batch!.id },
    })
    expect(await roomOf()).toMatchObject({ status: 'reschedule', visits: 1, revisit_at: null })
  })

  it('is no visit where somebody called off before the day', async () => {
    world.setNow('2026-11-24T10:00:00+09:00')
    staff = await buildUser(world, plan.client, 'Staff')
    await reschedule({})
    expect(await roomOf()).toMatchObject({ visits: 0, status: 'reschedule' })
  })
})

describe(`POST ${under}/reschedule, for the company’s reason for absences`, () => {
  const reason = async (name: string) =>
    (
      await world.inClient(plan.client.id, db =>
        db.insertInto('incomplete_reasons').values({ client_id: plan.client.id, name }).returning('id').executeTakeFirstOrThrow(),
      )
    ).id
  const reschedule = (incomplete_reason_id: number, room: object = {}) =>
    world.call(staff, `POST ${under}/reschedule`, { params: at(), body: { room: { incomplete_reason_id, ...room } } })
  const days = (count: number) => {
    world.setNow(new Date(Date.parse(`${visitOn}T10:00:00+09:00`) + count * 86_400_000).toISOString())
    return buildUser(world, plan.client, 'Staff').then(built => (staff = built))
  }

  it('records the absence: the household chooses by its slip, of the day of the visit, and is told', async () => {
    const id = await reason('不在')
    await world.inClient(plan.client.id, db =>
      db
        .insertInto('residents')
        .values({ client_id: plan.client.id, room_id: plan.roomId('101'), email: 'haru@example.jp' })
        .execute(),
    )
    const token = await tokenOf()
    await days(1)
    const { body } = await reschedule(id, { revisit_on: '2026-12-10' })
    expect(body).toMatchObject({
      message: '不在を登録しました。',
      room: {
        status: 'reschedule',
        visits: 1,
        revisit_on: '2026-12-10',
        incomplete_reason: '不在',
        absent_at: `${visitOn}T13:00:00+09:00`,
      },
    })
    expect((await open(token)).body).toMatchObject({ state: 'open' })
    const told = await world.inClient(plan.client.id, db =>
      db.selectFrom('outbox_messages').where('kind', '=', 'absence').where('room_id', '=', plan.roomId('101')).select('body').execute(),
    )
    expect(told.map(message => message.body)).toEqual([expect.stringContaining('午後1時ごろお伺いしましたが、ご不在でした。')])
    // As 「不在」 does, it can be taken back, with the day that was noted.
    const taken = await world.call(staff, `POST ${under}/absence/withdrawal`, { params: at() })
    expect(taken.body.room).toMatchObject({ status: 'waiting', visits: 0, revisit_on: null, absent_at: null })
  })

  it('takes the moment that is told, and refuses one to come', async () => {
    const id = await reason('不在')
    await days(1)
    expect((await reschedule(id, { visited_at: '2026-12-30T10:00:00+09:00' })).body.errors).toHaveProperty('visited_at')
    const visited_at = `${visitOn}T15:30:00+09:00`
    expect((await reschedule(id, { visited_at })).body.room).toMatchObject({ absent_at: visited_at })
  })

  it('is none for another reason, nor before its day; whoever goes there after all records it', async () => {
    const [missed, refused] = [await reason('不在'), await reason('拒否')]
    expect((await reschedule(refused)).body).toMatchObject({
      message: '日程再調整として登録しました。',
      room: { absent_at: null, visits: 1 },
    })
    await world.call(staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
      params: at(),
      body: { assign: { date: '2026-12-04', construction_time_frame_id: plan.frames[1]!.id } },
    })
    await days(0)
    expect((await reschedule(missed)).body.room).toMatchObject({ status: 'reschedule', absent_at: null, visits: 1 })
    expect((await absent()).body.room).toMatchObject({ visits: 1, absent_at: expect.any(String) })
  })

  it('tells of the date alone where one was found with it, and the slip leads to that', async () => {
    const id = await reason('不在')
    const token = await tokenOf()
    await days(1)
    const { status } = await world.call(staff, `POST ${under}/revisit`, {
      params: at(),
      body: { room: { incomplete_reason_id: id }, assign: { date: '2026-12-09', construction_time_frame_id: plan.frames[1]!.id } },
    })
    expect(status).toBe(201)
    expect((await open(token)).body.state).toBe('ended')
    const told = await world.inClient(plan.client.id, db =>
      db.selectFrom('outbox_messages').where('kind', '=', 'absence').where('room_id', '=', plan.roomId('101')).select('id').execute(),
    )
    expect(told).toEqual([])
  })
})
