import { beforeEach, describe, expect, it } from 'vitest'
import { buildResident } from '../../../test/build.ts'
import { type PlannedConstruction, planConstruction } from '../../../test/planned-construction.ts'
import { sendWaitingMessages } from '../../../test/send-waiting-messages.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()
let plan: PlannedConstruction
let order: number

const inClient: typeof world.inClient = (_client, work) => world.inClient(plan.client.id, work)

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  const made = await inClient(null, db =>
    db
      .insertInto('construction_orders')
      .values({ client_id: plan.client.id, name: '下から', top_or_bottom: 'bottom', vertical_or_horizontal: 'horizontal' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  order = made.id
})

const rebuild = (frames = plan.frames) =>
  world.call(plan.staff, 'POST /api/constructions/:construction_id/detail_schedule', {
    params: { construction_id: plan.construction.id },
    body: {
      force: true,
      detail_schedule: { construction_order_id: order, construction_time_frames_attributes: frames },
    },
  })
const wish = (name: string, wished: { pinned?: boolean; preferred_dates?: string[]; unavailable_dates?: string[] }) =>
  world.call(plan.staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/wish', {
    params: { construction_id: plan.construction.id, room_id: plan.roomId(name) },
    body: { wish: { ...wished, note: null } },
  })
const places = async () => {
  const schedule = await plan.show()
  return Object.fromEntries(plan.construction.rooms.map(({ name }) => [name, plan.placeOf(name, schedule)]))
}
const mailsTo = async (address: string) => {
  const mails = await inClient(null, db =>
    db.selectFrom('outbox_messages').select(['recipients', 'state', 'next_attempt_at']).orderBy('id').execute(),
  )
  return mails.filter(({ recipients }) => recipients.includes(address))
}

describe('making a schedule anew that households were told of', () => {
  const address = 'suzuki@example.jp'
  beforeEach(async () => {
    await buildResident(world, plan.client, plan.roomId('101'), { name: '鈴木', email: address })
    await plan.complete()
  })

  it('is a save: it waits ten minutes before anybody is told, and is taken back as one', async () => {
    const before = await places()
    const { status, body } = await rebuild()
    expect(status).toBe(201)
    expect(await places()).not.toEqual(before)
    expect(body.undoable_batch).toMatchObject({ seconds_left: 600 })
    expect(await mailsTo(address)).toMatchObject([{ state: 'waiting', next_attempt_at: new Date('2026-11-21T01:10:00Z') }])
    expect((await plan.undo(body.undoable_batch?.id ?? 0)).status).toBe(200)
    expect(await places()).toEqual(before)
    world.setNow('2026-11-21T10:20:00+09:00')
    await sendWaitingMessages(world.platform)
    expect(await mailsTo(address)).toMatchObject([{ state: 'recalled' }])
  })

  it('leaves pinned rooms, and takes who said something only to a day that suits them', async () => {
    const before = await places()
    await wish('101', { pinned: true })
    await wish('201', { preferred_dates: ['2026-12-05'] })
    await wish('302', { unavailable_dates: ['2026-12-01'] })
    expect((await rebuild()).status).toBe(201)
    const after = await places()
    expect(after['101']).toEqual(before['101'])
    expect(after['201']?.date).toBe('2026-12-05')
    expect(after['302']).toEqual(before['302'])
    expect(after['301']).not.toEqual(before['301'])
  })

  it('changes no time that households were told', async () => {
    const before = await places()
    const later = plan.frames.map(frame => ({ ...frame, end_at: frame.end_at === '17:00' ? '18:00' : frame.end_at }))
    expect((await rebuild(later)).body.code).toBe('time_frame_promised')
    expect(await places()).toEqual(before)
  })
})

it('tells no household before the completion, and leaves pinned rooms all the same', async () => {
  const address = 'tanaka@example.jp'
  await buildResident(world, plan.client, plan.roomId('301'), { name: '田中', email: address })
  await wish('101', { pinned: true })
  const before = await places()
  const { status, body } = await rebuild()
  expect([status, body.undoable_batch, await mailsTo(address)]).toEqual([201, null, []])
  const after = await places()
  expect(after['101']).toEqual(before['101'])
  expect(after['301']).not.toEqual(before['301'])
})
