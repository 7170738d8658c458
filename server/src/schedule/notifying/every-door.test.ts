import { beforeEach, describe, expect, it } from 'vitest'
import { assignCrew, buildContractor, buildPlatformPerson, buildUser, type BuiltPerson } from '../../../test/build.ts'
import { issueCodes } from '../../../test/issue-codes.ts'
import { type PlannedConstruction, planConstruction } from '../../../test/planned-construction.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()
let plan: PlannedConstruction
let craftsman: BuiltPerson

const inClient: typeof world.inClient = (_client, work) => world.inClient(plan.client.id, work)

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world)
  const { id: contractorId } = await buildContractor(world, plan.client)
  craftsman = await buildUser(world, plan.client, 'Craftsman', { contractorId })
  await assignCrew(world, plan.client, plan.construction, { contractorId, craftsmanIds: [craftsman.id] })
  await issueCodes(world, plan)
  await plan.complete()
})

const params = () => ({ construction_id: plan.construction.id, room_id: plan.roomId('101') })
const slot = () => ({ date: '2026-12-04', construction_time_frame_id: plan.frames[1]?.id ?? 0 })
const byHand = (as?: BuiltPerson) => plan.save({ assigns_attributes: [{ room_id: plan.roomId('101'), ...slot(), frame_number: 1 }] }, as)
const move = (as: BuiltPerson, more: { acting_for?: { channel: 'tel'; caller: string } } = {}) =>
  world.call(as, 'PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
    params: params(),
    body: { assign: slot(), ...more },
  })
const reason = () =>
  inClient(null, db =>
    db.insertInto('incomplete_reasons').values({ client_id: plan.client.id, name: '不在' }).returning('id').executeTakeFirstOrThrow(),
  )
const otherOrder = () =>
  inClient(null, db =>
    db
      .insertInto('construction_orders')
      .values({ client_id: plan.client.id, name: '下から', top_or_bottom: 'bottom', vertical_or_horizontal: 'horizontal' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )

/** Every way in which somebody else than the household itself takes it to another date. */
const doors: Readonly<Record<string, () => Promise<{ status: number }>>> = {
  編集: () => byHand(),
  編集で割当を外す: () => plan.save({ assigns_attributes: [{ room_id: plan.roomId('101'), ...slot(), frame_number: 1, _destroy: true }] }),
  職人の編集: () => byHand(craftsman),
  日程を変更: () => move(plan.staff),
  電話での変更: async () =>
    move(await buildPlatformPerson(world, 'operator', plan.client), { acting_for: { channel: 'tel', caller: '山田' } }),
  再訪問の登録: async () =>
    world.call(plan.staff, 'POST /api/constructions/:construction_id/rooms/:room_id/revisit', {
      params: params(),
      body: { room: { incomplete_reason_id: (await reason()).id, room_remarks: null }, assign: slot() },
    }),
  回答の登録: () =>
    world.call(plan.staff, 'POST /api/constructions/:construction_id/rooms/:room_id/answers', {
      params: params(),
      body: { room_answer: { channel: 'tel', caller: '山田', date_answer: 'move', assign: slot() } },
    }),
  工程表を作り直す: async () =>
    world.call(plan.staff, 'POST /api/constructions/:construction_id/detail_schedule', {
      params: { construction_id: plan.construction.id },
      body: {
        force: true,
        detail_schedule: {
          construction_order_id: (await otherOrder()).id,
          construction_time_frames_attributes: plan.frames,
        },
      },
    }),
}

/** Messages about the date that leave by themselves, and whether the letter of the dwelling is on the paper list. */
const told = async () => {
  const messages = await inClient(null, db =>
    db
      .selectFrom('outbox_messages')
      .where('room_id', '=', plan.roomId('101'))
      .where('kind', 'in', ['schedule_changed', 'date_confirmed'])
      .where('state', '=', 'waiting')
      .select(['transport', 'recipients'])
      .execute(),
  )
  const { body } = await world.call(plan.staff, 'GET /api/constructions/:construction_id/distribution_sheets', {
    params: { construction_id: plan.construction.id },
  })
  const letters = body.sheets.find(({ kind }) => kind === 'information')?.rooms.filter(({ on_paper }) => on_paper)
  return {
    mails: messages.filter(({ recipients }) => recipients.includes('suzuki@example.jp')).length,
    texts: messages.filter(({ transport, recipients }) => transport === 'sms' && recipients.includes('09012345678')).length,
    onPaper: letters?.some(({ name }) => name === '101') ?? false,
  }
}
const lives = (person: { email?: string; phone?: string }) =>
  inClient(null, db =>
    db
      .insertInto('residents')
      .values({ client_id: plan.client.id, room_id: plan.roomId('101'), ...person })
      .execute(),
  )

describe.each(Object.entries(doors))('a dwelling that goes to another date by %s', (_name, open) => {
  const pass = async () => expect((await open()).status).toBeLessThan(300)

  it('is told by mail', async () => {
    await lives({ email: 'suzuki@example.jp' })
    await pass()
    expect(await told()).toEqual({ mails: 1, texts: 0, onPaper: false })
  })

  it('is told by short message where it has no mail', async () => {
    await lives({ phone: '09012345678' })
    await pass()
    expect(await told()).toEqual({ mails: 0, texts: 1, onPaper: false })
  })

  it('stands on the paper list where it has neither, known or not', async () => {
    await pass()
    expect(await told()).toEqual({ mails: 0, texts: 0, onPaper: true })
  })
})

it('says how the household hears of it', async () => {
  expect((await move(plan.staff)).body).toMatchObject({
    told: 'paper',
    message: '工事日を変更しました。メール・LINE・SMSがないため、紙でのお知らせに加えました。',
  })
  await lives({ email: 'suzuki@example.jp' })
  expect((await move(plan.staff)).body).toMatchObject({ told: null, message: '工事日を変更しました。' })
  const home = { params: params(), body: { assign: { ...slot(), date: '2026-12-05' } } }
  expect((await world.call(plan.staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/assign', home)).body).toMatchObject({
    told: 'mail',
    message: '工事日を変更しました。居住者にメールでお知らせします。',
  })
})
