import { beforeEach, describe, expect, it } from 'vitest'
import {
  type BuiltClient,
  type BuiltPerson,
  buildClient,
  buildConstruction,
  type BuiltConstruction,
  buildContractor,
  buildPlatformPerson,
  buildResident,
  buildUser,
} from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'

const world = await openWorld()
world.setNow('2026-11-21T10:00:00+09:00')

let client: BuiltClient
let staff: BuiltPerson
let construction: BuiltConstruction
let orderId: number

const buildOrder = (top_or_bottom: 'top' | 'bottom', vertical_or_horizontal: 'vertical' | 'horizontal') =>
  world.inClient(client.id, db =>
    db
      .insertInto('construction_orders')
      .values({ client_id: client.id, name: `${top_or_bottom}-${vertical_or_horizontal}`, top_or_bottom, vertical_or_horizontal })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )

beforeEach(async () => {
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  construction = await buildConstruction(world, client, { floors: 3, perFloor: 2, start: '2026-12-01', end: '2026-12-03' })
  orderId = (await buildOrder('top', 'vertical')).id
})

const frames = [
  { start_at: '09:00', end_at: '12:00', frame_number: 2 },
  { start_at: '13:00', end_at: '17:00', frame_number: 1 },
]
const params = () => ({ construction_id: construction.id })
const generate = (over: { frames?: typeof frames; force?: boolean; orderId?: number; as?: BuiltPerson } = {}) =>
  world.call(over.as ?? staff, 'POST /api/constructions/:construction_id/detail_schedule', {
    params: params(),
    body: {
      detail_schedule: { construction_order_id: over.orderId ?? orderId, construction_time_frames_attributes: over.frames ?? frames },
      ...(over.force ? { force: true } : {}),
    },
  })
const show = (as: BuiltPerson = staff) => world.call(as, 'GET /api/constructions/:construction_id/detail_schedule', { params: params() })
const save = (
  detail_schedule: { lock_version: number; assigns_attributes?: unknown[]; spare_frames_attributes?: unknown[] },
  as: BuiltPerson = staff,
) => world.call(as, 'PATCH /api/constructions/:construction_id/detail_schedule', { params: params(), body: { detail_schedule } as never })

describe('POST /api/constructions/:construction_id/detail_schedule', () => {
  it('lays the rooms from the top, column by column, into the frames of the working days', async () => {
    const { status, body } = await generate()
    expect(status).toBe(201)
    expect(
      body.assigns
        .toSorted((one, other) => one.room.name.localeCompare(other.room.name))
        .map(assign => [assign.room.name, assign.date, assign.frame_number]),
    ).toEqual([
      ['101', '2026-12-01', 1],
      ['102', '2026-12-02', 1],
      ['201', '2026-12-01', 2],
      ['202', '2026-12-02', 2],
      ['301', '2026-12-01', 1],
      ['302', '2026-12-02', 1],
    ])
    expect(body.maximum_frame.frame_numbers).toEqual(
      Object.fromEntries(body.construction_time_frames.map(frame => [frame.id, frame.frame_number])),
    )
    const shown = (await world.call(staff, 'GET /api/constructions/:id', { params: { id: construction.id } })).body.construction
    expect(shown.assign_ids.toSorted((one, other) => one - other)).toEqual(
      body.assigns.map(assign => assign.id).toSorted((one, other) => one - other),
    )
  })

  it('goes the other way round by another order, high priority first', async () => {
    const horizontal = await buildOrder('bottom', 'horizontal')
    await world.inClient(client.id, db => db.updateTable('rooms').set({ high_priority: true }).where('name', '=', '302').execute())
    const { body } = await generate({ orderId: horizontal.id })
    const sequence = body.assigns.toSorted((one, other) =>
      `${one.date}${one.construction_time_frame_id}${one.frame_number}`.localeCompare(
        `${other.date}${other.construction_time_frame_id}${other.frame_number}`,
      ),
    )
    expect(sequence.map(assign => assign.room.name)).toEqual(['302', '101', '102', '201', '202', '301'])
  })

  it('says how many frames are short and saves nothing', async () => {
    const answer = await generate({ frames: [{ start_at: '09:00', end_at: '12:00', frame_number: 1 }] })
    expect(answer).toMatchObject({ status: 422, body: { errors: { full_messages: [expect.stringContaining('（不足 3 枠）')] } } })
    expect((await show()).body.construction_time_frames).toEqual([])
  })

  it('refuses overlapping time frames under the row that overlaps', async () => {
    const answer = await generate({ frames: [...frames, { start_at: '11:00', end_at: '14:00', frame_number: 1 }] })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual({
      'construction_time_frames[1].start_at': ['時間枠が重複しています'],
      'construction_time_frames[2].start_at': ['時間枠が重複しています'],
      full_messages: ['時間枠が重複しています'],
    })
  })

  it('asks before it makes an existing schedule anew, and keeps confirmed and completed rooms', async () => {
    const first = (await generate()).body
    expect(await generate()).toMatchObject({
      status: 409,
      body: { errors: { full_messages: ['既存の工程を作り直します。よろしいですか？'] } },
    })
    const kept = first.assigns.find(assign => assign.room.name === '101')!
    await world.inClient(client.id, db =>
      db.updateTable('rooms').set({ construction_schedule_confirmed_at: new Date() }).where('id', '=', kept.room.id).execute(),
    )
    const again = await generate({
      force: true,
      orderId: (await buildOrder('bottom', 'vertical')).id,
      frames: first.construction_time_frames.map(({ id, start_at, end_at, frame_number }) => ({ id, start_at, end_at, frame_number })),
    })
    expect(again.status).toBe(201)
    expect(again.body.assigns.find(assign => assign.room.id === kept.room.id)).toMatchObject({
      date: kept.date,
      frame_number: kept.frame_number,
    })
    expect(again.body.assigns).toHaveLength(6)
  })

  it('is closed to craftsmen and hidden from another client', async () => {
    expect((await generate({ as: await buildUser(world, client, 'Craftsman') })).status).toBe(403)
    expect((await generate({ as: await buildUser(world, await buildClient(world), 'Staff') })).status).toBe(404)
  })
})

describe('GET /api/constructions/:construction_id/detail_schedule', () => {
  it('shows assigned craftsmen the schedule, and others nothing', async () => {
    const contractor = await buildContractor(world, client)
    const craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
    construction = await buildConstruction(world, client, { craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }] })
    expect((await show(craftsman)).body).toMatchObject({ can_edit: true, unassigned_rooms: { length: 12 } })
    expect((await show(await buildUser(world, client, 'Craftsman'))).status).toBe(404)
  })

  it('marks holidays, preparation days and days that have passed', async () => {
    await world.inClient(client.id, db =>
      db
        .updateTable('constructions')
        .set({ privately_area_holidays: ['2026-12-02'], preparation_days: ['2026-12-01', '2026-12-02'] })
        .where('id', '=', construction.id)
        .execute(),
    )
    expect((await show()).body.dates).toMatchObject([
      { date: '2026-12-01', holiday: false, preparation: true },
      { date: '2026-12-02', holiday: true, preparation: true },
      { date: '2026-12-03', holiday: false, preparation: false, past: false },
    ])
  })
})

describe('PATCH /api/constructions/:construction_id/detail_schedule', () => {
  it('swaps two rooms in one save and leaves an event for each', async () => {
    const { body } = await generate()
    const [one, other] = body.assigns
    const place = ({ date, construction_time_frame_id, frame_number }: typeof one & {}) => ({
      date,
      construction_time_frame_id,
      frame_number,
    })
    const saved = await save({
      lock_version: body.lock_version,
      assigns_attributes: [
        { room_id: one!.room.id, ...place(other!) },
        { room_id: other!.room.id, ...place(one!) },
      ],
    })
    expect(saved.status).toBe(200)
    expect(saved.body.assigns.find(assign => assign.room.id === one!.room.id)).toMatchObject(place(other!))
    expect((await show()).body.assigns.find(assign => assign.room.id === other!.room.id)).toMatchObject(place(one!))
    const events = await world.inClient(client.id, db =>
      db.selectFrom('events').where('kind', '=', 'assigns.moved').select('room_id').execute(),
    )
    expect(new Set(events.map(event => event.room_id))).toEqual(new Set([one!.room.id, other!.room.id]))
  })

  it('refuses a draft made on an older state, an occupied frame, a holiday and a completed room, and changes nothing', async () => {
    const { body } = await generate()
    const [one, other] = body.assigns
    const onto = (room_id: number, date: string, frame_number: number) => ({
      lock_version: body.lock_version,
      assigns_attributes: [{ room_id, date, construction_time_frame_id: body.construction_time_frames[0]!.id, frame_number }],
    })
    expect((await save({ ...onto(one!.room.id, '2026-12-03', 1), lock_version: body.lock_version - 1 })).status).toBe(409)
    expect((await save(onto(one!.room.id, other!.date, other!.frame_number))).status).toBe(409)
    expect((await save(onto(one!.room.id, '2026-12-24', 1))).body.errors?.full_messages?.[0]).toContain('専有部工期の外')
    expect((await save(onto(one!.room.id, '2026-12-03', 9))).body.errors?.full_messages?.[0]).toContain('定員')
    await world.inClient(client.id, db =>
      db.updateTable('rooms').set({ status: 'completed', completed_at: new Date() }).where('id', '=', one!.room.id).execute(),
    )
    expect((await save(onto(one!.room.id, '2026-12-03', 1))).status).toBe(422)
    expect((await show()).body.assigns.map(({ room: _room, ...assign }) => assign)).toEqual(
      body.assigns.map(({ room: _room, ...assign }) => assign),
    )
  })

  it('adds spare frames after the regular ones and removes only empty ones', async () => {
    const { body } = await generate()
    const frame = body.construction_time_frames[0]!
    const spare = { date: '2026-12-03', construction_time_frame_id: frame.id, frame_number: 3 }
    expect((await save({ lock_version: body.lock_version, spare_frames_attributes: [{ ...spare, frame_number: 5 }] })).status).toBe(422)
    const room = body.assigns[0]!.room
    const added = await save({
      lock_version: body.lock_version,
      spare_frames_attributes: [spare],
      assigns_attributes: [{ room_id: room.id, ...spare }],
    })
    expect(added.body.assigns.find(assign => assign.room.id === room.id)).toMatchObject({ is_spare_frame: true })
    const removal = { ...added.body.spare_frames[0]!, _destroy: true, released_at: undefined }
    const refused = await save({ lock_version: added.body.lock_version, spare_frames_attributes: [removal] })
    expect(refused).toMatchObject({ status: 422, body: { errors: { full_messages: ['部屋が割り当てられているため削除できません'] } } })

    const shown = (await show()).body
    expect(shown.spare_frames).toMatchObject([spare])
    expect(shown.assigns.filter(assign => assign.is_spare_frame).map(assign => assign.room.id)).toEqual([room.id])
    const frameIds = shown.construction_time_frames.map(each => each.id)
    expect(shown.assigns.every(assign => frameIds.includes(assign.construction_time_frame_id))).toBe(true)
    expect(shown.construction_time_frames).toMatchObject([
      { start_at: '09:00', end_at: '12:00', frame_number: 2, maximum_frame_number: 3 },
      { start_at: '13:00', end_at: '17:00', frame_number: 1, maximum_frame_number: 1 },
    ])
    expect(shown.maximum_frame.frame_numbers).toEqual({ [frameIds[0]!]: 3, [frameIds[1]!]: 1 })
    const emptied = await save({
      lock_version: shown.lock_version,
      assigns_attributes: [{ room_id: room.id, date: '2026-12-03', construction_time_frame_id: frame.id, frame_number: 1 }],
    })
    expect((await save({ lock_version: emptied.body.lock_version, spare_frames_attributes: [removal] })).status).toBe(200)
    expect((await show()).body.spare_frames).toEqual([])
  })

  it('lets craftsmen of a first-tier contractor plan, and those below only look', async () => {
    const first = await buildContractor(world, client)
    const second = await buildContractor(world, client, { primaryContractorId: first.id })
    const [above, below] = [
      await buildUser(world, client, 'Craftsman', { contractorId: first.id }),
      await buildUser(world, client, 'Craftsman', { contractorId: second.id }),
    ]
    construction = await buildConstruction(world, client, {
      start: '2026-12-01',
      end: '2026-12-05',
      craftsmanIds: [
        { contractorId: first.id, craftsmanIds: [above.id] },
        { contractorId: second.id, craftsmanIds: [below.id] },
      ],
    })
    const { body } = await generate()
    expect((await save({ lock_version: body.lock_version }, above)).status).toBe(200)
    expect((await save({ lock_version: body.lock_version + 1 }, below)).status).toBe(403)
  })
})

describe('POST /api/constructions/:construction_id/detail_schedule/completion', () => {
  const complete = (as: BuiltPerson = staff) =>
    world.call(as, 'POST /api/constructions/:construction_id/detail_schedule/completion', { params: params() })

  it('needs every room assigned and every crew named', async () => {
    expect((await complete()).body.errors?.full_messages).toEqual(['割り当てられていない部屋があります。（6件）'])
    const contractor = await buildContractor(world, client, { name: '湘南電設' })
    await generate()
    await world.inClient(client.id, db =>
      db
        .insertInto('assigned_contractors')
        .values({ client_id: client.id, construction_id: construction.id, contractor_id: contractor.id })
        .execute(),
    )
    expect((await complete()).body.errors?.full_messages).toEqual(['職人を選択してください。（湘南電設）'])
  })

  it('completes once, and mails those concerned', async () => {
    const sales = await buildUser(world, client, 'Staff')
    await world.inClient(client.id, db =>
      db.updateTable('constructions').set({ sales_staff_id: sales.id }).where('id', '=', construction.id).execute(),
    )
    await generate()
    const first = await complete()
    expect(first.status).toBe(200)
    expect((await complete()).body.detail_schedule_completed_at).toBe(first.body.detail_schedule_completed_at)
    const mails = await world.inClient(client.id, db => db.selectFrom('outbox_messages').select('subject').orderBy('id').execute())
    expect(mails.map(mail => mail.subject)).toEqual([
      expect.stringContaining('詳細工程表が作成されました'),
      expect.stringContaining('詳細工程表が確定しました'),
    ])
  })
})

describe('GET /api/constructions/:construction_id/rooms/:room_id/free_frames', () => {
  it('offers the operator every free frame, spare ones marked', async () => {
    const { body } = await generate()
    const frame = body.construction_time_frames[0]!
    await save({
      lock_version: body.lock_version,
      spare_frames_attributes: [{ date: '2026-12-03', construction_time_frame_id: frame.id, frame_number: 3 }],
    })
    const operator = await buildPlatformPerson(world, 'operator', client)
    const answer = await world.call(operator, 'GET /api/constructions/:construction_id/rooms/:room_id/free_frames', {
      params: { ...params(), room_id: construction.rooms[0]!.id },
    })
    expect(answer.body.dates.at(-1)).toMatchObject({
      date: '2026-12-03',
      time_frames: [{ frame_numbers: [1, 2, 3], spare_frame_numbers: [3] }, { frame_numbers: [1] }],
    })
  })
})

describe('PATCH /api/constructions/:construction_id/rooms/:room_id/assign', () => {
  const move = (
    as: BuiltPerson,
    roomId: number,
    assign: { date: string; construction_time_frame_id: number; frame_number?: number },
    acting_for?: { channel: 'tel'; caller?: string },
  ) =>
    world.call(as, 'PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
      params: { ...params(), room_id: roomId },
      body: { assign, ...(acting_for ? { acting_for } : {}) },
    })

  it('moves nothing that stands elsewhere than was on the screen', async () => {
    const { body } = await generate()
    const [one] = body.assigns
    type SeenPlace = { date: string; construction_time_frame_id: number }
    const home: SeenPlace = { date: one!.date, construction_time_frame_id: one!.construction_time_frame_id }
    const away: SeenPlace = { date: '2026-12-03', construction_time_frame_id: body.construction_time_frames[1]!.id }
    const send = (seen: SeenPlace | null, assign: SeenPlace) =>
      world.call(staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
        params: { ...params(), room_id: one!.room.id },
        body: { assign, seen },
      })
    expect((await send(home, away)).status).toBe(200)
    const late = await send(home, home)
    expect([late.status, late.body.code]).toEqual([409, 'date_changed'])
    expect((await send(null, home)).body.code).toBe('date_changed')
    expect((await send(away, home)).status).toBe(200)
  })

  it('moves nothing that somebody confirmed while it was looked at, in whichever order the two arrive', async () => {
    const { body } = await generate()
    const [one, two] = body.assigns
    const frame = body.construction_time_frames[1]!
    const roomOf = (assign: typeof one) => ({ ...params(), room_id: assign!.room.id })
    const confirm = (assign: typeof one) =>
      world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/confirmation', { params: roomOf(assign), body: {} })
    const change = (assign: typeof one, seen_confirmed: boolean) =>
      world.call(staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
        params: roomOf(assign),
        body: { assign: { date: '2026-12-03', construction_time_frame_id: frame.id }, seen_confirmed },
      })
    await confirm(one)
    const late = await change(one, false)
    expect([late.status, late.body.code]).toEqual([409, 'date_changed'])
    expect((await change(one, true)).status).toBe(200)

    const seen = { date: two!.date, construction_time_frame_id: two!.construction_time_frame_id }
    const confirmSeen = world.call(staff, 'POST /api/constructions/:construction_id/rooms/:room_id/confirmation', {
      params: roomOf(two),
      body: { seen },
    })
    const statuses = (await Promise.all([confirmSeen, change(two, false)])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('moves a room for the resident who telephones, and remembers who did it for whom', async () => {
    const { body } = await generate()
    const operator = await buildPlatformPerson(world, 'operator', client)
    const frame = body.construction_time_frames[1]!
    const answer = await move(
      operator,
      construction.rooms[0]!.id,
      { date: '2026-12-03', construction_time_frame_id: frame.id },
      { channel: 'tel', caller: '山田' },
    )
    expect(answer.body.assign).toMatchObject({ date: '2026-12-03', frame_number: 1 })
    // What was agreed on the telephone is confirmed and counts as answered.
    const room = await world.inClient(client.id, db =>
      db.selectFrom('rooms').where('id', '=', construction.rooms[0]!.id).selectAll().executeTakeFirstOrThrow(),
    )
    expect(room).toMatchObject({ reception_status: 'tel', construction_schedule_confirmed_at: expect.any(Date) })
    const event = await world.inClient(client.id, db =>
      db.selectFrom('events').where('kind', '=', 'assigns.moved').selectAll().executeTakeFirstOrThrow(),
    )
    expect(event).toMatchObject({
      actor_kind: 'operator',
      actor_id: operator.id,
      acting_for: 'resident',
      channel: 'tel',
      room_id: construction.rooms[0]!.id,
    })
  })

  it('refuses a time frame that is none of this construction', async () => {
    await generate()
    expect(await move(staff, construction.rooms[0]!.id, { date: '2026-12-03', construction_time_frame_id: 999_999_999 })).toMatchObject({
      status: 422,
      body: { errors: { construction_time_frame_id: ['は一覧にありません'] } },
    })
  })

  it('answers a lost frame with the nearest free ones, without the one the room has', async () => {
    const { body } = await generate()
    const taken = body.assigns.find(assign => assign.room.name === '302')!
    const answer = await move(staff, construction.rooms[0]!.id, {
      date: taken.date,
      construction_time_frame_id: taken.construction_time_frame_id,
      frame_number: taken.frame_number,
    })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      code: 'frame_taken',
      alternatives: [
        { date: '2026-12-03', start_at: '09:00' },
        { date: '2026-12-03', start_at: '13:00' },
      ],
    })
  })

  it('gives one frame to one of many who ask at once', async () => {
    const { body } = await generate()
    const frame = body.construction_time_frames[1]!
    const wanted = { date: '2026-12-03', construction_time_frame_id: frame.id, frame_number: 1 }
    const answers = await Promise.all(construction.rooms.map(room => move(staff, room.id, wanted)))
    expect(answers.map(answer => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409, 409])
    expect(
      (await show()).body.assigns.filter(assign => assign.date === wanted.date && assign.construction_time_frame_id === frame.id),
    ).toHaveLength(1)
  })

  it('is not for residents', async () => {
    const { body } = await generate()
    const resident = await buildResident(world, client, construction.rooms[0]!.id, { name: '鈴木' })
    expect(
      (
        await move({ ...resident, loginId: '' }, construction.rooms[0]!.id, {
          date: '2026-12-03',
          construction_time_frame_id: body.construction_time_frames[0]!.id,
        })
      ).status,
    ).toBe(403)
  })
})
