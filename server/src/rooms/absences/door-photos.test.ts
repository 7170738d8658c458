import { createHash, randomUUID } from 'node:crypto'
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
  buildUser,
} from '../../../test/build.ts'
import { multipart } from '../../../test/multipart.ts'
import { type Caller, guest, openWorld } from '../../../test/world.ts'
import { recordEvent } from '../../platform/events.ts'
import { erasePeople } from '../../retention/retention.ts'

const world = await openWorld()
const under = '/api/constructions/:construction_id/rooms/:room_id' as const
const picture = (color: string) =>
  sharp({ create: { width: 80, height: 60, channels: 3, background: color } })
    .withExif({ IFD0: {}, IFD2: { DateTimeOriginal: '2026:12:02 13:01:00' }, IFD3: { GPSLatitude: '35/1 40/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
const door = await picture('#654')

let client: BuiltClient
let craftsman: BuiltPerson
let staff: BuiltPerson
let construction: BuiltConstruction

beforeEach(async () => {
  world.setNow('2026-12-02T13:05:00+09:00')
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  const contractor = await buildContractor(world, client)
  craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
  construction = await buildConstruction(world, client, { craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }] })
})

const at = (index = 0) => ({ construction_id: construction.id, room_id: construction.rooms[index]!.id })
const record = (absence: object, as: Caller = craftsman, room = 0, headers: Record<string, string> = {}) =>
  world.call(as, `POST ${under}/absence`, { params: at(room), body: { absence } as never, headers })
const send = (fields: Record<string, string>, over: { as?: Caller; file?: Buffer; room?: number } = {}) => {
  const { body, headers } = multipart(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`absence_photo[${name}]`, value])),
    { name: 'absence_photo[file]', fileName: '玄関.jpg', bytes: over.file ?? door, contentType: 'image/jpeg' },
  )
  const { construction_id, room_id } = at(over.room)
  return world.send(over.as ?? craftsman, 'POST', `/api/constructions/${construction_id}/rooms/${room_id}/absence_photos`, body, headers)
}
const list = async (as: Caller = staff, room = 0) => (await world.call(as, `GET ${under}/absences`, { params: at(room) })).body

describe(`POST ${under}/absence_photos`, () => {
  it('joins its absence, whichever arrives first, byte for byte, and once however often it is sent', async () => {
    const [early, late] = [randomUUID(), randomUUID()]
    const uuid = randomUUID()
    const first = await send({ uuid, absence_uuid: early })
    expect(first).toMatchObject({ status: 201, body: { absence_photo: { sha256: createHash('sha256').update(door).digest('hex') } } })
    expect(await list()).toMatchObject({ absences: [], photos_without_absence: [{ uuid }] })
    await record({ uuid: early, visited_at: '2026-12-02T13:00:00+09:00' })
    await record({ uuid: late })
    await send({ uuid: randomUUID(), absence_uuid: late })
    expect((await send({ uuid, absence_uuid: early })).status).toBe(201)
    const { absences, photos_without_absence } = await list()
    expect(photos_without_absence).toEqual([])
    expect(absences.map(({ uuid: absence, photos }) => [absence, photos.length])).toEqual([
      [late, 1],
      [early, 1],
    ])
    expect(absences[1]!.photos[0]).toMatchObject({ filming_at: '2026-12-02T13:01:00+09:00', uploaded_by: expect.any(String) })
  })

  it('shows where it was taken to nobody but the staff', async () => {
    const absence_uuid = randomUUID()
    await record({ uuid: absence_uuid })
    await send({ uuid: randomUUID(), absence_uuid })
    const bytesOf = async (as: Caller) => (await world.send(guest, 'GET', (await list(as)).absences[0]!.photos[0]!.file_url)).raw
    expect((await bytesOf(staff)).equals(door)).toBe(true)
    for (const as of [craftsman, await buildPlatformPerson(world, 'operator', client)])
      expect((await sharp(await bytesOf(as)).metadata()).exif).toBeUndefined()
  })

  it('refuses another photo under its uuid, a torn one, no picture, a sixth one, and whoever is not assigned', async () => {
    const absence_uuid = randomUUID()
    const uuid = randomUUID()
    await send({ uuid, absence_uuid })
    expect((await send({ uuid, absence_uuid }, { file: await picture('#123') })).body.code).toBe('photo_uuid_taken')
    expect((await send({ uuid, absence_uuid }, { room: 1 })).body.code).toBe('photo_uuid_taken')
    expect((await send({ uuid: randomUUID(), absence_uuid, sha256: '0'.repeat(64) })).body.code).toBe('torn_upload')
    expect((await send({ uuid: randomUUID(), absence_uuid }, { file: Buffer.from('%PDF-1.7') })).status).toBe(422)
    expect((await send({ uuid: randomUUID(), absence_uuid }, { as: await buildUser(world, client, 'Craftsman') })).status).toBe(404)
    const elsewhere = await buildUser(world, await buildClient(world), 'Staff')
    expect((await send({ uuid: randomUUID(), absence_uuid }, { as: elsewhere })).status).toBe(404)
    for (let more = 0; more < 4; more += 1) await send({ uuid: randomUUID(), absence_uuid })
    expect((await send({ uuid: randomUUID(), absence_uuid })).body.code).toBe('too_many_photos')
    expect((await list()).photos_without_absence).toHaveLength(5)
  })

  it('is taken of a room that was closed meanwhile: it shows what was', async () => {
    await world.inClient(client.id, db =>
      db
        .updateTable('rooms')
        .set({ status: 'completed', completed_at: new Date(), closed_at: new Date() })
        .where('id', '=', at().room_id)
        .execute(),
    )
    expect((await send({ uuid: randomUUID(), absence_uuid: randomUUID() })).status).toBe(201)
    expect((await record({})).body.code).toBe('wrong_status')
  })
})

describe(`DELETE ${under}/absence_photos/:photo_uuid`, () => {
  const hide = (photo_uuid: string, as: Caller) =>
    world.call(as, `DELETE ${under}/absence_photos/:photo_uuid`, { params: { ...at(), photo_uuid } })

  it('hides it, by the office or by who took it, and keeps its bytes', async () => {
    const uuid = randomUUID()
    await send({ uuid, absence_uuid: randomUUID() }, { as: staff })
    expect((await hide(uuid, craftsman)).status).toBe(403)
    expect((await hide(uuid, staff)).status).toBe(200)
    expect((await hide(uuid, staff)).status).toBe(404)
    expect((await list()).photos_without_absence).toEqual([])
    // The phone that lost the answer may forget it.
    expect((await send({ uuid, absence_uuid: randomUUID() }, { as: staff })).status).toBe(404)
    const kept = await world.inClient(client.id, db => db.selectFrom('absence_photos').select(['uuid', 'hidden_at']).execute())
    expect(kept).toMatchObject([{ uuid, hidden_at: expect.any(Date) }])
  })

  it('goes with its bytes once the client’s retention time is over, and no other', async () => {
    const [hidden, shown] = [randomUUID(), randomUUID()]
    for (const uuid of [hidden, shown]) await send({ uuid, absence_uuid: randomUUID() }, { as: staff })
    await hide(hidden, staff)
    const files = () => world.inClient(client.id, db => db.selectFrom('files').select('id').execute())
    expect(await files()).toHaveLength(6)
    world.setNow('2028-01-10T03:00:00+09:00')
    await erasePeople(world.platform)
    expect(await files()).toHaveLength(3)
    const left = await world.inClient(client.id, db => db.selectFrom('absence_photos').select('uuid').execute())
    expect(left).toEqual([{ uuid: shown }])
  })
})

describe(`GET ${under}/absences`, () => {
  it('lists every visit in vain with who, when and why, the newest first, withdrawn ones too', async () => {
    const { id } = await world.inClient(client.id, db =>
      db.insertInto('incomplete_reasons').values({ client_id: client.id, name: '応答なし' }).returning('id').executeTakeFirstOrThrow(),
    )
    await record({ incomplete_reason_id: id, photo_omitted_reason: '撮影できない' })
    await world.call(craftsman, `POST ${under}/absence/withdrawal`, { params: at() })
    world.setNow('2026-12-02T16:00:00+09:00')
    await record({}, staff)
    const { absences } = await list(craftsman)
    expect(absences).toMatchObject([
      { visited_at: '2026-12-02T16:00:00+09:00', open: true, withdrawn_at: null, photos: [] },
      {
        visited_at: '2026-12-02T13:05:00+09:00',
        open: false,
        reason: '応答なし',
        photo_omitted_reason: '撮影できない',
        withdrawn_at: '2026-12-02T13:05:00+09:00',
      },
    ])
    const names = await world.inClient(client.id, db =>
      db.selectFrom('users').where('id', 'in', [staff.id, craftsman.id]).select(['id', 'name']).execute(),
    )
    const nameOf = (person: BuiltPerson) => names.find(({ id: user }) => user === person.id)!.name
    expect(absences.map(({ recorded_by }) => recorded_by)).toEqual([nameOf(staff), nameOf(craftsman)])
  })

  it('is the own client’s, and of craftsmen those who are assigned', async () => {
    const status = async (as: Caller) => (await world.call(as, `GET ${under}/absences`, { params: at() })).status
    expect(await status(await buildUser(world, client, 'Craftsman'))).toBe(404)
    expect(await status(await buildUser(world, await buildClient(world), 'Staff'))).toBe(404)
  })
})

describe(`POST ${under}/absence, from a phone`, () => {
  it('is recorded once by its uuid, and no other room’s', async () => {
    const uuid = randomUUID()
    await record({ uuid })
    expect((await record({ uuid })).status).toBe(200)
    expect((await record({ uuid }, craftsman, 1)).body.code).toBe('absence_uuid_taken')
    expect((await list()).absences).toHaveLength(1)
    expect((await list(staff, 1)).absences).toEqual([])
  })

  it('was when the phone’s own clock, put right, says', async () => {
    // Wrong by a year: pressed an hour before it was sent.
    await record({ visited_at: '2025-12-02T12:05:00+09:00' }, craftsman, 0, { 'device-time': '2025-12-02T13:05:00+09:00' })
    expect((await list()).absences[0]).toMatchObject({ visited_at: '2026-12-02T12:05:00+09:00' })
    const [event] = await world.inClient(client.id, db =>
      db.selectFrom('events').where('kind', '=', 'rooms.absence_recorded').select('change').execute(),
    )
    expect(event?.change).toMatchObject({ device_at: '2025-12-02T03:05:00.000Z' })
  })

  it('does not undo a day that was agreed on since', async () => {
    const visited_at = '2026-12-02T13:00:00+09:00'
    await world.inClient(client.id, async db => {
      const of = { client_id: client.id, construction_id: construction.id }
      const frame = await db
        .insertInto('construction_time_frames')
        .values({ ...of, start_at: '09:00', end_at: '12:00', frame_number: 4 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const place = { room_id: at().room_id, date: '2026-12-09', construction_time_frame_id: frame.id, frame_number: 1 }
      await db
        .insertInto('assigns')
        .values({ ...of, ...place })
        .execute()
      await recordEvent(db, {
        kind: 'assigns.moved',
        actor: 'system',
        clientId: client.id,
        constructionId: construction.id,
        roomId: at().room_id,
      })
    })
    expect(await record({ visited_at })).toMatchObject({ status: 409, body: { code: 'date_changed' } })
    expect((await list()).absences).toEqual([])
  })
})
