import pg from 'pg'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { assignCrew, buildContractor, buildPlatformPerson, buildResident, buildUser, type BuiltPerson } from '../../../test/build.ts'
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

const inClient: typeof world.inClient = (_client, work) => world.inClient(plan.client.id, work)
const at = (date: string, frame_number = 1, construction_time_frame_id = frame): Place => ({
  date,
  construction_time_frame_id,
  frame_number,
})
const to = (name: string, place: Place) => ({ room_id: plan.roomId(name), ...place })
const setRoom = (
  name: string,
  change: { construction_schedule_confirmed_at?: Date; status?: 'waiting' | 'completed' | 'reschedule'; completed_at?: Date },
) => inClient(null, db => db.updateTable('rooms').set(change).where('id', '=', plan.roomId(name)).execute())
const setConstruction = (change: { schedule_change_end_on?: string; sales_staff_id?: number; construction_staff_id?: number }) =>
  inClient(null, db => db.updateTable('constructions').set(change).where('id', '=', plan.construction.id).execute())
const messages = () =>
  inClient(null, db =>
    db
      .selectFrom('outbox_messages')
      .select(['id', 'transport', 'recipients', 'subject', 'state', 'next_attempt_at', 'recall_key'])
      .where('recall_key', 'is not', null)
      .orderBy('id')
      .execute(),
  )
const events = (kind: string) =>
  inClient(null, db =>
    db
      .selectFrom('events as e')
      .leftJoin('event_personal_values as v', join => join.onRef('v.client_id', '=', 'e.client_id').onRef('v.event_id', '=', 'e.id'))
      .where('e.kind', '=', kind)
      .select(['e.room_id', 'e.change', 'e.resident_visible', 'v.values as personal'])
      .orderBy('e.id')
      .execute(),
  )
/** Everything that a refused save must leave as it was. */
const state = async () => {
  const { undoable_batch: _batch, ...schedule } = await plan.show()
  return { schedule, messages: (await messages()).length, moved: (await events('assigns.moved')).length }
}
const firstTier = async (): Promise<BuiltPerson> => {
  const contractor = await buildContractor(world, plan.client)
  const craftsman = await buildUser(world, plan.client, 'Craftsman', { contractorId: contractor.id })
  await assignCrew(world, plan.client, plan.construction, { contractorId: contractor.id, craftsmanIds: [craftsman.id] })
  return craftsman
}

describe('PATCH /api/constructions/:construction_id/detail_schedule', () => {
  describe('soft reasons', () => {
    beforeEach(async () => {
      await setConstruction({ schedule_change_end_on: '2026-11-20' })
      await setRoom('101', { construction_schedule_confirmed_at: new Date('2026-11-10T00:00:00Z') })
      await setRoom('102', { construction_schedule_confirmed_at: new Date('2026-11-10T00:00:00Z') })
    })

    it('asks for a reason, names every room, and saves nothing until there is one for each', async () => {
      const before = await state()
      const refused = await plan.save({
        assigns_attributes: [
          to('101', at('2026-12-04')),
          { ...to('102', at('2026-12-04', 2)), _destroy: true },
          to('201', at('2026-12-05')),
        ],
      })
      expect(refused.status).toBe(422)
      expect(refused.body).toMatchObject({
        code: 'reason_required',
        errors: { full_messages: ['101、102：締切後確定済み。理由を入力してください。'] },
        rooms: [
          { room_id: plan.roomId('101'), reasons: ['confirmed'] },
          { room_id: plan.roomId('102'), reasons: ['confirmed'] },
        ],
      })
      const half = await plan.save({
        assigns_attributes: [{ ...to('101', at('2026-12-04')), reason: '本人の希望' }, to('102', at('2026-12-04', 2))],
      })
      expect(half.body.errors?.full_messages).toEqual(['102：締切後確定済み。理由を入力してください。'])
      expect(await state()).toEqual(before)
    })

    it('lets the office decide in writing; the reason stands in the personal part of the event', async () => {
      const operator = await buildPlatformPerson(world, 'operator', plan.client)
      const saved = await plan.save({ assigns_attributes: [{ ...to('101', at('2026-12-04')), reason: '本人の希望' }] }, operator)
      expect(saved.status).toBe(200)
      expect(plan.placeOf('101', saved.body)).toEqual(at('2026-12-04'))
      const [event] = await events('assigns.moved')
      expect(event).toMatchObject({
        room_id: plan.roomId('101'),
        change: { after: at('2026-12-04'), reasons: ['confirmed'], batch_id: saved.body.undoable_batch?.id },
        personal: { reason: '本人の希望' },
      })
      // What was agreed to stays agreed to (G-SCH-24).
      expect(saved.body.assigns.find(assign => assign.room.name === '101')?.room.construction_schedule_confirmed_at).not.toBeNull()
      const batch = await inClient(null, db => db.selectFrom('schedule_batches').selectAll().executeTakeFirstOrThrow())
      expect(batch).toMatchObject({ actor_kind: 'operator', actor_id: operator.id, lock_version: saved.body.lock_version })
      expect(batch.change).toMatchObject({ rooms: [{ confirmed_at: expect.any(String), reason_given: true }] })
      expect(JSON.stringify(batch.change)).not.toContain('本人の希望')
    })

    it('lets craftsmen move only what has none, whatever they write', async () => {
      const craftsman = await firstTier()
      const before = await state()
      const refused = await plan.save({ assigns_attributes: [{ ...to('101', at('2026-12-04')), reason: '都合' }] }, craftsman)
      expect(refused).toMatchObject({
        status: 422,
        body: { code: 'reason_not_allowed', rooms: [{ room_id: plan.roomId('101'), reasons: ['confirmed'] }] },
      })
      expect(await state()).toEqual(before)
      expect((await plan.save({ assigns_attributes: [to('201', at('2026-12-04'))] }, craftsman)).status).toBe(200)
    })

    it('judges a crew that cannot come, by whose frame it is', async () => {
      const [one, other] = [await buildContractor(world, plan.client), await buildContractor(world, plan.client)]
      plan = await planConstruction(world, { client: plan.client, contractorIds: [one.id, other.id] })
      frame = plan.frames[0]!.id
      const [first, second] = (await plan.show()).crews
      expect(
        (
          await plan.settings({
            crew_frames_attributes: [first!, second!].map(crew => ({
              construction_time_frame_id: frame,
              assigned_contractor_id: crew.assigned_contractor_id,
              frame_count: 1,
            })),
            crew_absences_attributes: [{ assigned_contractor_id: second!.assigned_contractor_id, dates: ['2026-12-04'] }],
          })
        ).status,
      ).toBe(200)
      expect((await plan.save({ assigns_attributes: [to('101', at('2026-12-04', 1))] })).status).toBe(200)
      expect((await plan.save({ assigns_attributes: [to('102', at('2026-12-04', 2))] })).body).toMatchObject({
        code: 'reason_required',
        rooms: [{ room_id: plan.roomId('102'), reasons: ['crew_absent'] }],
      })
    })

    it('judges a stack on the state after all moves: the whole stack may go, one room alone needs a reason', async () => {
      plan = await planConstruction(world, { client: plan.client })
      frame = plan.frames[0]!.id
      await plan.settings({ schedule_unit: 'stack' })
      const alone = await plan.save({ assigns_attributes: [to('301', at('2026-12-04'))] })
      expect(alone.body).toMatchObject({ code: 'reason_required', rooms: [{ reasons: ['unit'] }] })
      expect(alone.body.errors?.full_messages).toEqual(['301：系統不一致。理由を入力してください。'])
      const together = await plan.save({
        assigns_attributes: [
          to('301', at('2026-12-04', 1)),
          to('201', at('2026-12-04', 2)),
          to('101', at('2026-12-04', 1, plan.frames[1]!.id)),
        ],
      })
      expect(together.status).toBe(200)
    })
  })

  describe('days off', () => {
    it('that are added name the rooms which wait there, and take none of them along', async () => {
      const before = await state()
      const refused = await plan.save({ holidays_attributes: [{ date: '2026-12-01' }] })
      expect(refused).toMatchObject({ status: 422, body: { code: 'day_off_occupied' } })
      expect(refused.body.errors?.full_messages).toEqual(['12月1日(火)を休工日にするには、次の部屋を移してください：101、201、301'])
      expect(refused.body).toMatchObject({ rooms: { length: 3 } })
      expect(await state()).toEqual(before)
    })

    it('are saved with the moves that empty them; completed rooms stay', async () => {
      await setRoom('301', { status: 'completed', completed_at: new Date() })
      const saved = await plan.save({
        holidays_attributes: [{ date: '2026-12-01' }],
        assigns_attributes: [to('101', at('2026-12-04', 1)), to('201', at('2026-12-04', 2))],
      })
      expect(saved.status).toBe(200)
      expect(saved.body.dates.find(({ date }) => date === '2026-12-01')).toMatchObject({ holiday: true })
      expect(plan.placeOf('301', saved.body)?.date).toBe('2026-12-01')
      const { body: construction } = await world.call(plan.staff, 'GET /api/constructions/:id', { params: { id: plan.construction.id } })
      expect(construction.construction).toMatchObject({ privately_area_holidays: ['2026-12-01'], privately_area_term: 4 })
      expect(await events('privately_area_holidays.changed')).toMatchObject([{ change: { added: ['2026-12-01'], removed: [] } }])
    })

    it('that are taken away can be used in the same save', async () => {
      await plan.save({ holidays_attributes: [{ date: '2026-12-04' }] })
      expect((await plan.save({ assigns_attributes: [to('101', at('2026-12-04'))] })).body.errors?.full_messages).toEqual([
        '101：休工日です。',
      ])
      const saved = await plan.save({
        holidays_attributes: [{ date: '2026-12-04', _destroy: true }],
        assigns_attributes: [to('101', at('2026-12-04'))],
      })
      expect(saved.status).toBe(200)
    })

    it('are the business of the office, and so is what residents are offered', async () => {
      const craftsman = await firstTier()
      expect((await plan.save({ holidays_attributes: [{ date: '2026-12-05' }] }, craftsman)).status).toBe(403)
      expect((await plan.save({ spare_frames_attributes: [{ ...at('2026-12-05', 3), released: true }] }, craftsman)).status).toBe(403)
      expect((await plan.save({ spare_frames_attributes: [at('2026-12-05', 3)] }, craftsman)).status).toBe(200)
    })

    it('make the overall schedule form that began before stale', async () => {
      const { body } = await world.call(plan.staff, 'GET /api/constructions/:id', { params: { id: plan.construction.id } })
      await plan.save({ holidays_attributes: [{ date: '2026-12-05' }] })
      const late = await world.call(plan.staff, 'PATCH /api/constructions/:id', {
        params: { id: plan.construction.id },
        body: { construction: { lock_version: body.construction.lock_version, privately_area_holidays: [] } },
      })
      expect(late.status).toBe(409)
    })
  })

  describe('spare frames', () => {
    it('are offered to residents once they are released, and no longer when that is taken back (D-24)', async () => {
      await plan.complete()
      const resident = await buildResident(world, plan.client, plan.roomId('101'), { name: '鈴木' })
      const isOffered = async () =>
        (await world.call(resident, 'GET /api/residents/assignable_frames')).body.dates
          .find(({ date }) => date === '2026-12-05')
          ?.time_frames.find(each => each.construction_time_frame_id === frame)?.available
      const added = await plan.save({
        spare_frames_attributes: [at('2026-12-05', 3)],
        assigns_attributes: [to('201', at('2026-12-05', 1)), to('202', at('2026-12-05', 2))],
      })
      expect(await isOffered()).toBe(false)
      const spare = added.body.spare_frames[0]!
      const released = await plan.save({ spare_frames_attributes: [{ id: spare.id, ...at('2026-12-05', 3), released: true }] })
      expect(released.body.spare_frames).toMatchObject([{ released_at: '2026-11-21T10:00:00+09:00' }])
      expect(await isOffered()).toBe(true)
      await plan.save({ spare_frames_attributes: [{ id: spare.id, ...at('2026-12-05', 3), released: false }] })
      expect(await isOffered()).toBe(false)
      const atOnce = await plan.save({ spare_frames_attributes: [{ ...at('2026-12-05', 4), released: true }] })
      expect(atOnce.body.spare_frames.map(each => each.released_at)).toEqual([null, '2026-11-21T10:00:00+09:00'])
      expect(await isOffered()).toBe(true)
      expect((await events('spare_frames.changed')).length).toBe(4)
    })

    it('can be emptied and removed in one save, and are refused in days and time frames that are none', async () => {
      const added = await plan.save({
        spare_frames_attributes: [at('2026-12-04', 3)],
        assigns_attributes: [to('101', at('2026-12-04', 3))],
      })
      const spare = added.body.spare_frames[0]!
      const removal = { id: spare.id, ...at('2026-12-04', 3), _destroy: true }
      expect((await plan.save({ spare_frames_attributes: [removal] })).body.code).toBe('spare_frame_in_use')
      expect(
        (await plan.save({ spare_frames_attributes: [removal], assigns_attributes: [to('101', at('2026-12-04'))] })).body.spare_frames,
      ).toEqual([])
      const before = await state()
      for (const wrong of [at('2026-12-24', 3), at('2026-12-04', 1), at('2026-12-04', 3, 999_999_999), at('2026-12-04', 4)])
        expect((await plan.save({ spare_frames_attributes: [wrong] })).status).toBe(422)
      expect((await plan.save({ spare_frames_attributes: [at('2026-12-04', 3), at('2026-12-04', 3)] })).status).toBe(422)
      expect((await plan.save({ spare_frames_attributes: [{ id: 999_999_999, ...at('2026-12-04', 3) }] })).status).toBe(404)
      expect(await state()).toEqual(before)
    })
  })

  describe('messages', () => {
    const residents = async () => {
      const mail = await buildResident(world, plan.client, plan.roomId('101'), { name: '鈴木', email: 'suzuki@example.jp' })
      const sms = await buildResident(world, plan.client, plan.roomId('102'), { name: '田中', email: 'tanaka@example.jp' })
      const paper = await buildResident(world, plan.client, plan.roomId('201'), { name: '佐藤', email: 'sato@example.jp' })
      const none = await buildResident(world, plan.client, plan.roomId('202'), { name: '高橋', email: 'takahashi@example.jp' })
      await buildResident(world, plan.client, plan.roomId('301'), { name: '伊藤' })
      await inClient(null, db => db.updateTable('residents').set({ phone: '09012345678' }).where('id', '=', sms.id).execute())
      return { mail, sms, paper, none }
    }

    it('go by the way that was chosen, wait ten minutes, and leave then', async () => {
      await residents()
      await setConstruction({ construction_staff_id: plan.staff.id, sales_staff_id: plan.staff.id })
      await plan.complete()
      const saved = await plan.save({
        assigns_attributes: [
          to('101', at('2026-12-04', 1)),
          { ...to('102', at('2026-12-04', 2)), channel: 'sms' },
          { ...to('201', at('2026-12-05', 1)), channel: 'paper' },
          { ...to('202', at('2026-12-05', 2)), channel: 'none' },
          to('301', at('2026-12-04', 1, plan.frames[1]!.id)),
        ],
      })
      const waiting = await messages()
      const toResidents = waiting.filter(message => message.transport === 'sms' || message.recipients[0] === 'suzuki@example.jp')
      expect(toResidents.map(({ transport, recipients }) => [transport, recipients])).toEqual([
        ['mail', ['suzuki@example.jp']],
        ['sms', ['09012345678']],
      ])
      expect(JSON.stringify(waiting)).not.toMatch(/sato@|takahashi@|tanaka@/)
      const recall_key = `schedule_batch:${saved.body.undoable_batch?.id}`
      expect(waiting.every(message => message.recall_key === recall_key && message.state === 'waiting')).toBe(true)
      expect(waiting.every(({ next_attempt_at }) => next_attempt_at.getTime() === Date.parse('2026-11-21T10:10:00+09:00'))).toBe(true)
      // Who is told on paper is found by the event.
      const channels = (await events('assigns.moved')).map(({ room_id, change }) => [room_id, (change as { channel: string }).channel])
      expect(channels.filter(([, channel]) => channel === 'paper')).toEqual([
        [plan.roomId('201'), 'paper'],
        [plan.roomId('301'), 'paper'],
      ])
      world.setNow('2026-11-21T10:09:59+09:00')
      await sendWaitingMessages(world.platform)
      expect((await messages()).every(message => message.state === 'waiting')).toBe(true)
      world.setNow('2026-11-21T10:10:00+09:00')
      await sendWaitingMessages(world.platform)
      expect((await messages()).every(message => message.state === 'sent')).toBe(true)
    })

    it('are refused where they would reach nobody', async () => {
      await residents()
      await plan.complete()
      const before = await state()
      const cards = new Map(before.schedule.assigns.map(({ room }) => [room.name, room]))
      expect(['101', '102', '301'].map(name => cards.get(name)?.reachable)).toEqual([['mail'], ['mail', 'sms'], []])
      expect((await plan.save({ assigns_attributes: [{ ...to('101', at('2026-12-04')), channel: 'sms' }] })).body).toMatchObject({
        code: 'channel_unreachable',
        errors: { full_messages: ['101：携帯電話番号が登録されていません。'] },
      })
      expect((await plan.save({ assigns_attributes: [{ ...to('301', at('2026-12-04')), channel: 'mail' }] })).body.code).toBe(
        'channel_unreachable',
      )
      expect(await state()).toEqual(before)
    })

    it('of many moves are written in as many statements as those of one', async () => {
      plan = await planConstruction(world, { client: plan.client, floors: 20, perFloor: 3, end: '2027-02-28' })
      frame = plan.frames[0]!.id
      for (const room of plan.construction.rooms)
        await buildResident(world, plan.client, room.id, { name: '居住者', email: `r${room.id}@example.jp` })
      await plan.complete()
      const query = vi.spyOn(pg.Client.prototype, 'query')
      const count = async (work: () => Promise<unknown>) => {
        query.mockClear()
        await work()
        return query.mock.calls.length
      }
      const days = plan.construction.rooms.map((room, index) =>
        to(room.name, at(`2027-02-${String((index % 28) + 1).padStart(2, '0')}`, 1 + Math.floor(index / 28))),
      )
      const one = await count(() => plan.save({ assigns_attributes: days.slice(0, 1) }))
      const many = await count(() => plan.save({ assigns_attributes: days.slice(1, 55) }))
      query.mockRestore()
      expect(one).toBeGreaterThan(10)
      expect(many).toBe(one)
      expect((await messages()).filter(message => message.recipients[0]?.startsWith('r')).length).toBe(55)
    })
  })

  it('refuses one bad row and saves none of the others', async () => {
    const before = await state()
    const good = to('101', at('2026-12-04'))
    for (const [bad, status, code] of [
      [to('102', at('2026-12-24')), 422, 'place_refused'],
      [to('102', at('2026-12-04', 9)), 422, 'place_refused'],
      [to('102', at('2026-12-04', 1, 999_999_999)), 422, 'place_refused'],
      [to('102', at('2026-12-04')), 409, 'frame_taken'],
      [to('101', at('2026-12-05')), 422, 'room_twice'],
      [{ ...to('102', at('2026-12-05')), room_id: 999_999_999 }, 404, 'not_found'],
      [{ ...to('102', at('2026-12-05')), reason: '' }, 422, 'invalid'],
      [{ ...to('102', at('2026-12-05')), channel: 'fax' as 'mail' }, 422, 'invalid'],
    ] as const)
      expect(await plan.save({ assigns_attributes: [good, bad] })).toMatchObject({ status, body: { code } })
    expect(await state()).toEqual(before)
  })

  it('leaves no trace of a draft that changes nothing', async () => {
    const before = await plan.show()
    const place = plan.placeOf('101', before)!
    const saved = await plan.save({ assigns_attributes: [to('101', place)], holidays_attributes: [{ date: '2026-12-09', _destroy: true }] })
    expect(saved.status).toBe(200)
    expect(saved.body.lock_version).toBe(before.lock_version)
    expect(await messages()).toEqual([])
  })

  it('is refused to a draft made on an older state', async () => {
    const { lock_version } = await plan.show()
    expect((await plan.save({ assigns_attributes: [to('101', at('2026-12-04'))] })).status).toBe(200)
    expect(await plan.save({ lock_version, assigns_attributes: [to('102', at('2026-12-05'))] })).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    })
  })
})
