import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
  buildClient,
  buildConstruction,
  buildContractor,
  buildPlatformPerson,
  buildResident,
  buildUser,
} from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'
import { confirmDueDates } from './dates/confirm-due-dates.ts'

const world = await openWorld()
world.setNow('2026-12-02T10:00:00+09:00')
const signature = `data:image/png;base64,${(
  await sharp({ create: { width: 300, height: 100, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
).toString('base64')}`

let client: BuiltClient
let staff: BuiltPerson
let craftsman: BuiltPerson
let construction: BuiltConstruction
let reasonId: number
let roomId: number

beforeEach(async () => {
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  const contractor = await buildContractor(world, client)
  craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
  construction = await buildConstruction(world, client, {
    floors: 2,
    perFloor: 2,
    craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }],
  })
  roomId = construction.rooms[0]!.id
  reasonId = await world.inClient(client.id, async db => {
    const frame = await db
      .insertInto('construction_time_frames')
      .values({ client_id: client.id, construction_id: construction.id, start_at: '09:00', end_at: '12:00', frame_number: 4 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('assigns')
      .values(
        construction.rooms.slice(0, 3).map((room, at) => ({
          client_id: client.id,
          construction_id: construction.id,
          room_id: room.id,
          date: at === 2 ? '2026-12-01' : '2026-12-02',
          construction_time_frame_id: frame.id,
          frame_number: at + 1,
        })),
      )
      .execute()
    return (
      await db.insertInto('incomplete_reasons').values({ client_id: client.id, name: '不在' }).returning('id').executeTakeFirstOrThrow()
    ).id
  })
})

const params = () => ({ construction_id: construction.id, room_id: roomId })
const under = '/api/constructions/:construction_id/rooms/:room_id'
const list = (as: BuiltPerson) =>
  world.call(as, 'GET /api/constructions/:construction_id/rooms', { params: { construction_id: construction.id } })
const complete = (as: BuiltPerson, over: Record<string, unknown> = {}) =>
  world.call(as, `POST ${under}/completion`, { params: params(), body: { room: { digital_sign: signature, ...over } } })
const kinds = () =>
  world.inClient(client.id, async db => (await db.selectFrom('events').select('kind').orderBy('id').execute()).map(event => event.kind))
const askForPhotos = () =>
  world.inClient(client.id, db =>
    db
      .insertInto('photography_place_entries')
      .values({
        client_id: client.id,
        construction_id: construction.id,
        area: 'private',
        free_input: '玄関子機',
        under_construction: false,
        position: 1,
      })
      .execute(),
  )

describe('GET /api/constructions/:construction_id/rooms', () => {
  it('lists rooms floor by floor with their visits and residents', async () => {
    await buildResident(world, client, roomId, { name: '鈴木 一郎', email: 'suzuki@example.jp' })
    const { body } = await world.call(staff, 'GET /api/constructions/:construction_id/rooms', {
      params: { construction_id: construction.id },
    })
    expect(body.rooms.map(room => [room.id, room.row, room.col, room.name])).toEqual([
      [construction.rooms[0]!.id, 1, 1, '101'],
      [construction.rooms[1]!.id, 1, 2, '102'],
      [construction.rooms[2]!.id, 2, 1, '201'],
      [construction.rooms[3]!.id, 2, 2, '202'],
    ])
    const assigns = await world.inClient(client.id, db => db.selectFrom('assigns').select(['id', 'room_id']).execute())
    for (const room of body.rooms)
      expect(room).toMatchObject({
        construction_id: construction.id,
        assign_id: assigns.find(assign => assign.room_id === room.id)?.id ?? null,
      })
    expect(body.rooms[3]?.assign_id).toBe(null)
    expect(body.rooms[0]).toMatchObject({
      reception_status: '未受付',
      reception_status_en: 'not_yet',
      assign: { date: '2026-12-02', start_at: '09:00' },
      resident: { name: '鈴木 一郎', email: 'suzuki@example.jp' },
    })
    const filtered = await world.call(staff, 'GET /api/constructions/:construction_id/rooms', {
      params: { construction_id: construction.id },
      query: { room: { status: 'completed' } },
    })
    expect(filtered.body.rooms).toEqual([])
  })

  it('shows assigned craftsmen names and telephones but no mail addresses, others nothing', async () => {
    await buildResident(world, client, roomId, { name: '鈴木 一郎', email: 'suzuki@example.jp' })
    expect((await list(craftsman)).body.rooms[0]?.resident).toMatchObject({ name: '鈴木 一郎', email: null })
    expect((await list(await buildUser(world, client, 'Craftsman'))).status).toBe(404)
    expect((await list(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
  })
})

describe('PATCH /api/constructions/:construction_id/room_composition', () => {
  const settings = { floor_number: 2, room_number_per_floor: 3 }
  const compose = (rooms_attributes: unknown[], over: Record<string, unknown> = {}) =>
    world.call(staff, 'PATCH /api/constructions/:construction_id/room_composition', {
      params: { construction_id: construction.id },
      body: { construction: { ...settings, rooms_attributes, ...over } as never },
    })

  it('tells whoever began with an older grid, and changes nothing', async () => {
    const other = await buildConstruction(world, client, { floors: 1, perFloor: 1 })
    const params = { construction_id: other.id }
    const read = async () => (await world.call(staff, 'GET /api/constructions/:construction_id/rooms', { params })).body
    const { composition_version } = await read()
    const rename = (name: string) =>
      world.call(staff, 'PATCH /api/constructions/:construction_id/room_composition', {
        params,
        body: {
          construction: {
            floor_number: 1,
            room_number_per_floor: 1,
            rooms_attributes: [{ id: other.rooms[0]!.id, row: 1, col: 1, name }],
            composition_version,
          },
        },
      })
    const first = await rename('P101')
    expect([first.status, first.body.composition_version]).toEqual([200, composition_version + 1])
    expect(await rename('Q101')).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect((await read()).rooms.map(room => room.name)).toEqual(['P101'])
  })

  it('renames, swaps, adds and removes in one save; new rooms get a code and a uuid', async () => {
    const [first, second, , last] = construction.rooms
    const { status, body } = await compose(
      [
        { id: first!.id, row: 1, col: 2, name: '102' },
        { id: second!.id, row: 1, col: 1, name: '101' },
        { row: 1, col: 3, name: '103' },
        { id: last!.id, row: 2, col: 2, name: '' },
      ],
      { number_of_houses: 9 },
    )
    expect(status).toBe(200)
    expect(body.rooms.map(room => [room.name, room.id === first!.id])).toEqual([
      ['101', false],
      ['102', true],
      ['103', false],
      ['201', false],
    ])
    expect(body.warning).toBe('戸数と部屋数が一致しません。')
    const listed = await list(staff)
    expect(listed.body.rooms).toEqual(body.rooms)
    const added = body.rooms.find(room => room.name === '103')!
    const behind = await world.inClient(client.id, async db => ({
      codes: await db.selectFrom('authentication_codes').where('room_id', '=', added.id).select('version').execute(),
      uuids: await db
        .selectFrom('public_ids')
        .where('client_id', '=', client.id)
        .where('row_id', '=', added.id)
        .where('kind', '=', 'room')
        .select('uuid')
        .execute(),
    }))
    expect(behind).toMatchObject({ codes: [{ version: 1 }], uuids: { length: 1 } })
  })

  it('keeps the settings that the names came from, and the number of houses', async () => {
    const layout = {
      floor_number: 3,
      room_number_per_floor: 4,
      floor_start: 2,
      except_for_lower_digit_four: true,
      except_for_lower_digit_nine: true,
      number_of_houses: 12,
    }
    const cells = construction.rooms.map(({ id, name }, at) => ({ id, row: Math.floor(at / 2) + 1, col: (at % 2) + 1, name }))
    expect((await compose(cells, layout)).status).toBe(200)
    const { body } = await world.call(staff, 'GET /api/constructions/:id', { params: { id: construction.id } })
    expect(body.construction).toMatchObject(layout)
  })

  it('keeps rooms that hold data, unique names and other constructions’ rooms out', async () => {
    const refused = await compose([{ id: roomId, row: 1, col: 1, name: '101', _destroy: true }])
    expect(refused.body.errors?.full_messages).toEqual(['101はデータが登録されているため削除できません。'])
    const read = await world.call(staff, 'GET /api/constructions/:construction_id/rooms', { params: { construction_id: construction.id } })
    expect(read.body.room_ids_in_use).toContain(roomId)
    expect(read.body.room_ids_in_use.length).toBeLessThan(construction.rooms.length)
    expect((await compose([{ id: roomId, row: 1, col: 1, name: '１０２' }])).body.errors).toHaveProperty('rooms')
    const other = await buildConstruction(world, client)
    expect((await compose([{ id: other.rooms[0]!.id, row: 1, col: 1, name: '999' }])).status).toBe(404)
  })
})

describe('GET /api/rooms', () => {
  it('finds a dwelling by its number, with or without 号室, and by the resident', async () => {
    await buildResident(world, client, roomId, { name: '鈴木 一郎' })
    const operator = await buildPlatformPerson(world, 'operator', client)
    for (const keyword of ['101', '１０１号室', '鈴木']) {
      const { body } = await world.call(operator, 'GET /api/rooms', { query: { room: { keyword } } })
      expect(body.rooms[0]).toMatchObject({ id: roomId, name: '101', date: '2026-12-02' })
    }
    expect((await world.call(craftsman, 'GET /api/rooms', { query: { room: { keyword: '101' } } })).status).toBe(403)
  })
})

describe('GET /api/constructions/:construction_id/rooms/:room_id', () => {
  it('shows what the room asks for: slots, options, what is collected', async () => {
    await askForPhotos()
    const { body } = await world.call(craftsman, `GET ${under}`, { params: params() })
    expect(body.room.photo_slots.map(slot => [slot.place_name, slot.timing, slot.taken])).toEqual([
      ['玄関子機', 'before_construction', 0],
      ['玄関子機', 'after_construction', 0],
    ])
    expect((await world.call(craftsman, `GET ${under}`, { params: { construction_id: construction.id, room_id: 999_999 } })).status).toBe(
      404,
    )
  })

  it('says which address and number of the resident are not proven, the address to the office alone', async () => {
    await buildResident(world, client, roomId, { name: '鈴木 一郎', email: 'known@example.jp' })
    await world.inClient(client.id, db =>
      db
        .updateTable('residents')
        .set({ name_kana: 'スズキ イチロウ', unproven_email: 'typed@example.jp', phone: '09012345678', phone_unproven: true })
        .where('room_id', '=', roomId)
        .execute(),
    )
    const shown = async (as: BuiltPerson) => (await world.call(as, `GET ${under}`, { params: params() })).body.room.resident
    expect(await shown(staff)).toMatchObject({
      name_kana: 'スズキ イチロウ',
      email: 'known@example.jp',
      unproven_email: 'typed@example.jp',
      phone_unproven: true,
    })
    expect(await shown(craftsman)).toMatchObject({ name_kana: null, email: null, unproven_email: null, phone: '09012345678' })
  })
})

describe('PATCH /api/constructions/:construction_id/rooms/:room_id', () => {
  const change = (as: BuiltPerson, room: Record<string, unknown>, acting_for?: { channel: 'paper'; caller: string }) =>
    world.call(as, `PATCH ${under}`, { params: params(), body: { room, ...(acting_for ? { acting_for } : {}) } })

  it('takes a reception status as key or label and remembers who answered how', async () => {
    expect((await change(staff, { reception_status: '書面受付' }, { channel: 'paper', caller: '管理員' })).body.room).toMatchObject({
      reception_status: '書面受付',
      reception_status_en: 'paper',
    })
    const { body } = await world.call(staff, `GET ${under}/events`, { params: params() })
    expect(body.events[0]).toMatchObject({
      kind: 'rooms.updated',
      acting_for: 'resident',
      channel: 'paper',
      personal: { caller: '管理員' },
      actor_kind: 'staff',
    })
    expect((await change(staff, { reception_status: '伝書鳩' })).status).toBe(422)
  })

  it('keeps what staff note about a room', async () => {
    const notes = { construction_remarks: '現場注意', room_remarks: '部屋備考', app_register: true, high_priority: true }
    expect((await world.call(staff, `GET ${under}`, { params: params() })).body.room).toMatchObject({
      construction_remarks: null,
      room_remarks: null,
      app_register: false,
      high_priority: false,
    })
    expect((await change(staff, notes)).status).toBe(200)
    expect((await world.call(staff, `GET ${under}`, { params: params() })).body.room).toMatchObject(notes)
  })

  it('keeps the special report of a room', async () => {
    expect((await change(craftsman, { special_report: '特記' })).body.room.special_report).toBe('特記')
    expect((await world.call(staff, `GET ${under}`, { params: params() })).body.room.special_report).toBe('特記')
  })

  it('lets craftsmen write their remarks and nothing else', async () => {
    expect((await change(craftsman, { room_remarks: '犬あり' })).status).toBe(200)
    expect((await change(craftsman, { room_remarks: '犬あり', high_priority: true })).status).toBe(403)
  })

  it('overwrites nothing that somebody else wrote meanwhile', async () => {
    const read = (await world.call(staff, `GET ${under}`, { params: params() })).body.room
    expect((await change(craftsman, { room_remarks: '犬あり', lock_version: read.lock_version })).status).toBe(200)
    expect((await change(staff, { room_remarks: '猫あり', lock_version: read.lock_version })).status).toBe(409)
    expect((await world.call(staff, `GET ${under}`, { params: params() })).body.room.room_remarks).toBe('犬あり')
  })

  it('mails at most once in ten minutes', async () => {
    await world.inClient(client.id, db =>
      db.updateTable('constructions').set({ construction_staff_id: staff.id }).where('id', '=', construction.id).execute(),
    )
    await change(craftsman, { room_remarks: '一' })
    await change(craftsman, { room_remarks: '二' })
    const mails = await world.inClient(client.id, db => db.selectFrom('outbox_messages').select('recipients').execute())
    expect(mails).toEqual([{ recipients: [`${staff.loginId}@example.jp`] }])
  })
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/confirmation', () => {
  it('confirms the date for a resident who telephoned', async () => {
    const operator = await buildPlatformPerson(world, 'operator', client)
    const answer = await world.call(operator, `POST ${under}/confirmation`, { params: params(), body: { acting_for: { channel: 'tel' } } })
    expect(answer.body.room).toMatchObject({
      construction_schedule_confirmed_at: '2026-12-02T10:00:00+09:00',
      reception_status_en: 'tel',
    })
    expect((await world.call(operator, `POST ${under}/confirmation`, { params: params() })).body).toMatchObject({
      code: 'no_date_confirmation',
    })
    expect((await world.call(craftsman, `POST ${under}/confirmation`, { params: params() })).status).toBe(403)
    roomId = construction.rooms[3]!.id
    expect((await world.call(operator, `POST ${under}/confirmation`, { params: params() })).status).toBe(422)
  })

  it('confirms no other date than the one that was on the screen', async () => {
    const shown = async () => (await world.call(staff, `GET ${under}`, { params: params() })).body.room
    const { assign } = await shown()
    const confirm = (seen: { date: string; construction_time_frame_id: number } | null) =>
      world.call(staff, `POST ${under}/confirmation`, { params: params(), body: { seen } })
    for (const seen of [null, { ...placeOf(assign!), date: '2026-12-31' }]) {
      const refused = await confirm(seen)
      expect([refused.status, refused.body.code]).toEqual([409, 'date_changed'])
      expect(refused.body.errors?.full_messages).toEqual(['ご覧になっている間に、工事日が変わりました。今の日程をご確認ください。'])
    }
    expect((await shown()).construction_schedule_confirmed_at).toBeNull()
    expect((await confirm(placeOf(assign!))).status).toBe(200)
  })
})
const placeOf = ({ date, construction_time_frame_id }: { date: string; construction_time_frame_id: number }) => ({
  date,
  construction_time_frame_id,
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/completion', () => {
  it('names every photo that is missing, and lets only the office go without, with a reason', async () => {
    await askForPhotos()
    const refused = await complete(craftsman, { photos_omitted_reason: '面倒' })
    expect(refused.body.errors?.full_messages).toEqual(['撮影が完了していない箇所があります。（玄関子機：施工前・施工後）'])
    expect((await complete(staff)).status).toBe(422)
    expect((await complete(staff, { photos_omitted_reason: '居住者が撮影を辞退' })).body.room).toMatchObject({
      status: 'completed',
      photos_omitted_reason: '居住者が撮影を辞退',
    })
  })

  it('needs a signature that is a picture, or a reason for its absence', async () => {
    expect((await complete(craftsman, { digital_sign: null })).body.errors).toMatchObject({
      digital_sign: ['を入力するか、省略する理由を入力してください'],
    })
    expect(
      (await complete(craftsman, { digital_sign: `data:image/png;base64,${Buffer.from('no picture').toString('base64')}` })).status,
    ).toBe(422)
    const done = await complete(craftsman, { digital_sign: null, sign_omitted_reason: '立会者なし' })
    expect(done.body.room).toMatchObject({ status: 'completed', sign_omitted_reason: '立会者なし' })
    // From a second device of one person, or after somebody signed a second time.
    expect((await complete(craftsman)).body.errors?.full_messages).toEqual([
      'この部屋はすでに完了しています。12月2日(水) 10:00にご自身が完了登録しました。この完了登録とサインは登録されていません。サインの扱いは事務所にご確認ください。',
    ])
  })

  it('says who settled the room meanwhile, and what becomes of what was signed', async () => {
    await world.inClient(client.id, db => db.updateTable('users').set({ name: '佐藤' }).where('id', '=', staff.id).execute())
    await complete(staff)
    const late = await complete(craftsman)
    expect([late.status, late.body.code]).toEqual([422, 'wrong_status'])
    expect(late.body.errors?.full_messages).toEqual([
      'この部屋はすでに完了しています。12月2日(水) 10:00に事務所（佐藤）が完了登録しました。この完了登録とサインは登録されていません。サインの扱いは事務所にご確認ください。',
    ])
    const own = await world.call(staff, `POST ${under}/absence`, { params: params(), body: { absence: {} } })
    expect(own.body.errors?.full_messages).toEqual([
      '12月2日(水) 10:00にご自身が完了登録しました。この不在は登録されていません。事務所にご連絡ください。',
    ])
    const absent = await world.call(craftsman, `POST ${under}/absence`, { params: params(), body: { absence: {} } })
    expect(absent.body.errors?.full_messages).toEqual([
      '12月2日(水) 10:00に事務所（佐藤）が完了登録しました。この不在は登録されていません。事務所にご連絡ください。',
    ])
    await world.call(staff, `POST ${under}/close`, { params: params() })
    const arrival = await world.call(craftsman, `POST ${under}/arrival`, { params: params(), body: { visit: {} } })
    expect(arrival.body.errors?.full_messages).toEqual([
      '12月2日(水) 10:00に事務所（佐藤）が完了確定しました。この到着・開始は登録されていません。事務所にご連絡ください。',
    ])
    // What one did oneself is told as before.
    expect((await complete(staff)).body.errors?.full_messages).toEqual(['完了確定済みのため変更できません。'])
  })

  it('keeps the signature as a file that can be fetched by its link', async () => {
    const { body } = await complete(craftsman)
    const answer = await world.send({ headers: {} }, 'GET', body.room.digital_sign!)
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
    expect((await world.send({ headers: {} }, 'GET', `${body.room.digital_sign!.slice(0, -2)}xx`)).status).toBe(404)
  })
})

describe('DELETE /api/constructions/:construction_id/rooms/:room_id/completion', () => {
  it('is taken back by staff while the room is not closed', async () => {
    await complete(craftsman)
    expect((await world.call(craftsman, `DELETE ${under}/completion`, { params: params() })).status).toBe(403)
    expect((await world.call(staff, `DELETE ${under}/completion`, { params: params() })).body.room).toMatchObject({
      status: 'waiting',
      digital_sign: null,
    })
  })
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/reschedule', () => {
  it('makes remaining work of a room, with its reason', async () => {
    const answer = await world.call(craftsman, `POST ${under}/reschedule`, {
      params: params(),
      body: { room: { incomplete_reason_id: reasonId, revisit_at: '2026-12-05T10:00:00+09:00' } },
    })
    expect(answer.body.room).toMatchObject({
      status: 'reschedule',
      incomplete_reason_id: reasonId,
      incomplete_reason: '不在',
      revisit_at: '2026-12-05T10:00:00+09:00',
    })
    expect((await list(staff)).body.rooms.map(room => room.revisit_at)).toEqual(['2026-12-05T10:00:00+09:00', null, null, null])
    const late = await world.call(craftsman, `POST ${under}/reschedule`, {
      params: params(),
      body: { room: { incomplete_reason_id: reasonId } },
    })
    expect(late.status).toBe(422)
    expect(await kinds()).toEqual(['rooms.absence_recorded'])
  })

  it('refuses a revisit in the past and another client’s reason', async () => {
    const body = { room: { incomplete_reason_id: reasonId, revisit_at: '2026-12-01T10:00:00+09:00' } }
    expect((await world.call(craftsman, `POST ${under}/reschedule`, { params: params(), body })).body.errors).toHaveProperty('revisit_at')
    const foreign = await buildClient(world)
    const theirs = await world.inClient(foreign.id, db =>
      db.insertInto('incomplete_reasons').values({ client_id: foreign.id, name: '他' }).returning('id').executeTakeFirstOrThrow(),
    )
    expect(
      (await world.call(craftsman, `POST ${under}/reschedule`, { params: params(), body: { room: { incomplete_reason_id: theirs.id } } }))
        .status,
    ).toBe(422)
  })
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/close', () => {
  const close = (as: BuiltPerson, room: Record<string, unknown> = {}) =>
    world.call(as, `POST ${under}/close`, { params: params(), body: { room } })

  it('is the client company’s: a completed room directly, another with a reason; the last one closes all', async () => {
    expect((await close(craftsman)).status).toBe(403)
    expect((await close(staff)).body.errors).toMatchObject({ incomplete_reason_id: ['を選択してください'] })
    await complete(craftsman)
    expect((await close(staff)).body.message).toBe('101の工事を完了確定しました。')
    expect((await list(staff)).body.rooms.map(room => room.closed_at)).toEqual(['2026-12-02T10:00:00+09:00', null, null, null])
    expect((await close(staff)).status).toBe(422)
    expect(
      (await world.call(staff, `PATCH ${under}`, { params: params(), body: { room: { high_priority: true } } })).body.errors?.full_messages,
    ).toEqual(['完了確定済みのため変更できません。'])
    for (const room of construction.rooms.slice(1)) {
      roomId = room.id
      await close(staff, { incomplete_reason_id: reasonId })
    }
    expect((await kinds()).at(-1)).toBe('constructions.all_closed')
  })
})

describe('DELETE /api/constructions/:construction_id/rooms/:room_id/close', () => {
  it('opens a closed room again, for administrators', async () => {
    await complete(craftsman)
    await world.call(staff, `POST ${under}/close`, { params: params() })
    expect((await world.call(staff, `DELETE ${under}/close`, { params: params() })).status).toBe(403)
    const admin = await buildUser(world, client, 'Staff_Admin')
    expect((await world.call(admin, `DELETE ${under}/close`, { params: params() })).body.room.closed_at).toBe(null)
  })
})

describe('GET /api/constructions/:construction_id/rooms/:room_id/events', () => {
  it('is the office’s to read, newest first, with names', async () => {
    await complete(craftsman)
    const { body } = await world.call(staff, `GET ${under}/events`, { params: params() })
    expect(body.events).toMatchObject([{ kind: 'rooms.completed', actor_kind: 'craftsman', actor_name: expect.any(String) }])
    expect((await world.call(craftsman, `GET ${under}/events`, { params: params() })).status).toBe(403)
  })
})

describe('GET /api/constructions/:construction_id/working_process', () => {
  it('lists the visits of a day by time frame, with the days before and after', async () => {
    const { body } = await world.call(craftsman, 'GET /api/constructions/:construction_id/working_process', {
      params: { construction_id: construction.id },
    })
    expect(body).toMatchObject({ date: '2026-12-02', previous_date: '2026-12-01', next_date: null, summary: { waiting: 2, total: 2 } })
    expect(body.rooms.map(room => room.name)).toEqual(['101', '102'])
    expect(body).toMatchObject({ today: '2026-12-02', crews: [] })
    expect(body.rooms.map(room => room.assigned_contractor_id)).toEqual([null, null])
  })

  it('says whose frame each visit is, which crew is the caller’s own, and what the resident said', async () => {
    const other = await buildContractor(world, client, { name: '二班' })
    const crewIds = await world.inClient(client.id, async db => {
      const { id: second } = await db
        .insertInto('assigned_contractors')
        .values({ client_id: client.id, construction_id: construction.id, contractor_id: other.id, position: 2 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const crews = await db
        .selectFrom('assigned_contractors')
        .where('construction_id', '=', construction.id)
        .where('id', '<>', second)
        .select('id')
        .execute()
      const frame = await db
        .selectFrom('construction_time_frames')
        .where('construction_id', '=', construction.id)
        .select('id')
        .executeTakeFirstOrThrow()
      const ids = [...crews.map(({ id }) => id), second]
      await db
        .insertInto('crew_frames')
        .values(
          ids.map(assigned_contractor_id => ({
            client_id: client.id,
            construction_id: construction.id,
            construction_time_frame_id: frame.id,
            assigned_contractor_id,
            frame_count: 1,
          })),
        )
        .execute()
      await db
        .insertInto('room_wishes')
        .values({ client_id: client.id, construction_id: construction.id, room_id: roomId, note: '午前は不在' })
        .execute()
      return ids
    })
    const show = async (as: BuiltPerson) =>
      (await world.call(as, 'GET /api/constructions/:construction_id/working_process', { params: { construction_id: construction.id } }))
        .body
    const body = await show(craftsman)
    expect(body.crews.map(({ assigned_contractor_id, own }) => [assigned_contractor_id, own])).toEqual([
      [crewIds[0], true],
      [crewIds[1], false],
    ])
    expect(body.crews[1]?.name).toBe('二班')
    expect(body.rooms.map(room => [room.name, room.assigned_contractor_id, room.wish_note])).toEqual([
      ['101', crewIds[0], '午前は不在'],
      ['102', crewIds[1], null],
    ])
    expect((await show(staff)).crews.map(({ own }) => own)).toEqual([false, false])
  })

  it('is empty on a day without visits and is reached by those who reach the construction', async () => {
    const show = (as: BuiltPerson, date: string) =>
      world.call(as, 'GET /api/constructions/:construction_id/working_process', {
        params: { construction_id: construction.id },
        query: { date },
      })
    expect((await show(staff, '2026-12-24')).body).toMatchObject({ rooms: [], previous_date: '2026-12-02', next_date: null })
    expect((await show(staff, '12/24')).status).toBe(422)
    const stranger = await buildUser(world, client, 'Craftsman', { contractorId: (await buildContractor(world, client)).id })
    expect((await show(stranger, '2026-12-02')).status).toBe(404)
    expect((await show(await buildUser(world, await buildClient(world), 'Staff'), '2026-12-02')).status).toBe(404)
  })
})

describe('GET /api/remaining_constructions', () => {
  it('lists rooms to reschedule and rooms whose day has passed, over all constructions', async () => {
    await world.call(craftsman, `POST ${under}/reschedule`, { params: params(), body: { room: { incomplete_reason_id: reasonId } } })
    const { body } = await world.call(staff, 'GET /api/remaining_constructions')
    expect(body.remaining_constructions.map(row => [row.room_name, row.status])).toEqual([
      ['101', 'reschedule'],
      ['201', 'waiting'],
    ])
    expect((await world.call(craftsman, 'GET /api/remaining_constructions')).status).toBe(403)
  })

  it('says who goes on with each, and for how many days it is left over, the late ones marked', async () => {
    await world.inClient(client.id, db =>
      db.updateTable('constructions').set({ construction_staff_id: staff.id }).where('id', '=', construction.id).execute(),
    )
    await world.call(craftsman, `POST ${under}/reschedule`, { params: params(), body: { room: { incomplete_reason_id: reasonId } } })
    const { date } = (
      await world.call(staff, 'GET /api/remaining_constructions', { query: { sort_by: 'since' } })
    ).body.remaining_constructions.find(({ room_name }) => room_name === '201')!
    // On the eighth day 201, whose date passed, is late; 101 was put off later.
    world.setNow(new Date(Date.parse(`${date!}T10:00:00+09:00`) + 8 * 86_400_000).toISOString())
    const { body } = await world.call(await buildUser(world, client, 'Staff'), 'GET /api/remaining_constructions', {
      query: { sort_by: 'since', sort_desc: true },
    })
    const { remaining_constructions: rows } = body
    expect(rows.at(-1)).toMatchObject({ room_name: '201', since: date, days: 8, is_late: true, owner: expect.any(String) })
    expect(rows.find(({ room_name }) => room_name === '101')).toMatchObject({ days: 7, is_late: false })
    world.setNow('2026-12-02T10:00:00+09:00')
  })
})

describe('GET /api/constructions/:construction_id/remaining_constructions', () => {
  it('lists those of one construction, to assigned craftsmen too', async () => {
    const { body } = await world.call(craftsman, 'GET /api/constructions/:construction_id/remaining_constructions', {
      params: { construction_id: construction.id },
      query: { sort_by: 'date', sort_desc: true },
    })
    expect(body.remaining_constructions.map(row => row.room_name)).toEqual(['201'])
  })
})

describe('the work of 00:05', () => {
  it('confirms what nobody answered on the day of the decision guide, once', async () => {
    const decide = (day: string) =>
      world.inClient(client.id, db =>
        db
          .updateTable('constructions')
          .set({ decision_guide_distribution_on: day, detail_schedule_completed_at: new Date() })
          .where('id', '=', construction.id)
          .execute(),
      )
    await decide('2026-12-03')
    await confirmDueDates(world.platform)
    expect(await kinds()).toEqual([])
    await decide('2026-12-02')
    await confirmDueDates(world.platform)
    await confirmDueDates(world.platform)
    expect(await kinds()).toEqual(['rooms.date_confirmed', 'rooms.date_confirmed', 'rooms.date_confirmed'])
  })
})
