import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltPerson, buildResident, buildUser } from '../../../test/build.ts'
import { planConstruction, type PlannedConstruction } from '../../../test/planned-construction.ts'
import { sendWaitingMessages } from '../../../test/send-waiting-messages.ts'
import { openTwilioApi } from '../../../test/twilio-api.ts'
import { guest, openWorld } from '../../../test/world.ts'
import { issueSlipToken } from '../rooms.ts'

const api = await openTwilioApi()
afterAll(api.close)
const sms = {
  carrier: 'twilio',
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'a'.repeat(32),
  sender: '+815012345678',
  apiUrl: api.url,
} as const
const world = await openWorld({ sms })
const under = '/api/constructions/:construction_id/rooms/:room_id' as const

let plan: PlannedConstruction
let staff: BuiltPerson
let visitOn: string
let phones = 0
let phone = ''

beforeEach(async () => {
  phone = `0906000${String((phones += 1)).padStart(4, '0')}`
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  await plan.complete()
  visitOn = plan.placeOf('101', await plan.show())!.date
  await world.inClient(plan.client.id, db =>
    db.updateTable('constructions').set({ privately_area_end_on: '2026-12-11' }).where('id', '=', plan.construction.id).execute(),
  )
  await go('13:05')
})

const go = async (time: string) => {
  world.setNow(`${visitOn}T${time}:00+09:00`)
  staff = await buildUser(world, plan.client, 'Staff')
}
const at = () => ({ construction_id: plan.construction.id, room_id: plan.roomId('101') })
const absent = (absence: { visited_at?: string } = {}) => world.call(staff, `POST ${under}/absence`, { params: at(), body: { absence } })
const withdraw = () => world.call(staff, `POST ${under}/absence/withdrawal`, { params: at() })
const live = (person: object) =>
  world.inClient(plan.client.id, db =>
    db
      .insertInto('residents')
      .values({ client_id: plan.client.id, room_id: plan.roomId('101'), name: '田中 ハル', ...person })
      .execute(),
  )
const messages = () =>
  world.inClient(plan.client.id, db =>
    db
      .selectFrom('outbox_messages')
      .where('kind', '=', 'absence')
      .orderBy('id')
      .select(['transport', 'recipients', 'subject', 'body', 'state', 'next_attempt_at'])
      .execute(),
  )
const toldBy = async () => (await world.call(staff, `GET ${under}/absences`, { params: at() })).body.absences.map(({ told_by }) => told_by)

describe(`POST ${under}/absence, and the household`, () => {
  it('hears it by short message, of two parts, with the link to its page', async () => {
    await live({ phone })
    await absent()
    const [message] = await messages()
    expect(message).toMatchObject({ transport: 'sms', recipients: [phone], state: 'waiting' })
    expect(message!.body).toMatch(
      /^【.+】101号室に12\/\d 午後1時ごろお伺いしましたがご不在でした。新しい日時をお選びください https?:\/\/\S+\/r\/[\w-]{22} [\d-]+$/,
    )
    expect(message!.body.length).toBeLessThanOrEqual(134)
    const link = /\/r\/[\w-]{22}/.exec(message!.body)?.[0] ?? ''
    expect((await world.send(guest, 'GET', link)).headers['location']).toMatch(/\/authentication_code$/)
    expect(await toldBy()).toEqual(['sms'])
  })

  it('hears it by mail where it has an address, in the words of its page', async () => {
    await live({ phone, email: 'haru@example.jp' })
    await absent()
    const [message, ...more] = await messages()
    expect(more).toEqual([])
    expect(message).toMatchObject({ transport: 'mail', recipients: ['haru@example.jp'] })
    expect(message!.body).toMatch(/12月\d日\(.\) 午後1時ごろお伺いしましたが、ご不在でした。新しい日時をお選びください。/)
    expect(message!.body).toContain('/authentication_code')
  })

  it('reads it on paper where nothing reaches it, unless a slip of that day lies at its door', async () => {
    await absent()
    expect(await messages()).toMatchObject([{ transport: 'paper', state: 'paper', body: expect.stringContaining('居住者様') }])
    await withdraw()
    expect(await messages()).toMatchObject([{ state: 'recalled' }])
    await world.inClient(plan.client.id, db => issueSlipToken(world.platform, db, plan.client.id, plan.roomId('101'), visitOn))
    await absent()
    expect(await messages()).toHaveLength(1)
    expect(await toldBy()).toEqual([null, null])
  })

  it('is not woken: at night it waits for eight', async () => {
    await live({ phone })
    await go('20:40')
    await absent()
    const [message] = await messages()
    expect(message!.next_attempt_at).toEqual(new Date(Date.parse(`${visitOn}T08:00:00+09:00`) + 24 * 3_600_000))
  })

  it('hears of one visit once, however often it is recorded, and of the next day’s again', async () => {
    await live({ phone })
    await absent()
    await absent()
    expect(await messages()).toHaveLength(1)
    world.setNow(new Date(Date.parse(`${visitOn}T13:05:00+09:00`) + 24 * 3_600_000).toISOString())
    staff = await buildUser(world, plan.client, 'Staff')
    await absent()
    expect(await messages()).toHaveLength(2)
  })

  it('hears nothing of what was withdrawn in time, and of what has left that it was a mistake', async () => {
    await live({ phone })
    await absent()
    await withdraw()
    expect(await messages()).toMatchObject([{ state: 'recalled' }])
    expect(await toldBy()).toEqual([null])
    await absent()
    await sendWaitingMessages(world.platform)
    await withdraw()
    const told = await messages()
    expect(told.map(({ state }) => state)).toEqual(['recalled', 'sent', 'waiting'])
    expect(told[2]!.body).toContain('へのご不在のお知らせは誤りでした。ご予定は変わりません。')
    expect(told[2]!.body.length).toBeLessThanOrEqual(70)
    // And that somebody came in vain after all.
    await absent()
    expect(await messages()).toHaveLength(4)
  })

  it('is not asked to choose once it has a date', async () => {
    await live({ phone })
    await go('20:40')
    await absent()
    await world.call(staff, `PATCH ${under}/assign`, {
      params: at(),
      body: { assign: { date: '2026-12-10', construction_time_frame_id: plan.frames[0]!.id }, acting_for: { channel: 'tel' } },
    })
    expect(await messages()).toMatchObject([{ state: 'recalled' }])
  })

  it('is not asked to choose once the office has ended the offer', async () => {
    await absent()
    await world.call(staff, `DELETE ${under}/absence`, { params: at() })
    expect(await messages()).toMatchObject([{ transport: 'paper', state: 'recalled' }])
  })

  it('finds frames by its own page as by the slip', async () => {
    const resident = await buildResident(world, plan.client, plan.roomId('101'), { name: '田中 ハル' })
    const token = await world.inClient(plan.client.id, db =>
      issueSlipToken(world.platform, db, plan.client.id, plan.roomId('101'), visitOn),
    )
    await absent()
    const { uuid } = await world.inClient(null, db =>
      db.selectFrom('clients').where('id', '=', plan.client.id).select('uuid').executeTakeFirstOrThrow(),
    )
    const bySlip = (await world.call(guest, 'POST /api/resident_auth/absence', { body: { client_uuid: uuid, token } })).body.open!.dates
    const byPage = (await world.call(resident, 'GET /api/residents/assignable_frames')).body.dates
    const free = (dates: typeof bySlip) =>
      dates.flatMap(({ date, time_frames }) =>
        time_frames.filter(({ available }) => available).map(frame => `${date} ${frame.construction_time_frame_id}`),
      )
    expect(free(bySlip).length).toBeGreaterThan(0)
    expect(free(byPage)).toEqual(free(bySlip))
  })
})
