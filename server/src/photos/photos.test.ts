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
} from '../../test/build.ts'
import { sampleFile } from '../../test/heic-file.ts'
import { openWorld } from '../../test/world.ts'

const world = await openWorld()
const jpeg = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#369' } })
  .withExif({ IFD0: {}, IFD2: { DateTimeOriginal: '2026:12:02 09:41:00' } })
  .jpeg()
  .toBuffer()

let client: BuiltClient
let craftsman: BuiltPerson
let construction: BuiltConstruction
let position: string

beforeEach(async () => {
  client = await buildClient(world)
  const contractor = await buildContractor(world, client)
  craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
  construction = await buildConstruction(world, client, { craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }] })
  const entry = await world.inClient(client.id, db =>
    db
      .insertInto('photography_place_entries')
      .values({ client_id: client.id, construction_id: construction.id, area: 'private', free_input: '玄関', position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  position = `place-${entry.id}`
})

const url = () => `/api/constructions/${construction.id}/rooms/${construction.rooms[0]!.id}/room_images`
const params = () => ({ construction_id: construction.id, room_id: construction.rooms[0]!.id })

/** A photo as a phone sends it: multipart with Rails names. */
const upload = (as: BuiltPerson, over: { fields?: Record<string, string>; file?: Buffer; cut?: number; deviceTime?: string } = {}) => {
  const boundary = 'xxphotoxx'
  const fields = { uuid: randomUUID(), position, timing: 'before_construction', ...over.fields }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="room_image[${name}]"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="room_image[file]"; filename="玄関.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  const body = Buffer.concat([Buffer.from(parts.join('') + head), over.file ?? jpeg, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return world.send(as, 'POST', url(), over.cut === undefined ? body : body.subarray(0, over.cut), {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    // As a phone's outbox sends everything; a photo has its uuid.
    'idempotency-key': fields.uuid,
    ...(over.deviceTime === undefined ? {} : { 'device-time': over.deviceTime }),
  })
}
const list = (as: BuiltPerson) => world.call(as, 'GET /api/constructions/:construction_id/rooms/:room_id/room_images', { params: params() })
const keptFiles = () => world.inClient(client.id, db => db.selectFrom('files').select(['id']).execute())

describe('POST /api/constructions/:construction_id/rooms/:room_id/room_images', () => {
  it('was taken when the phone took it in, where the file does not say; a clock ahead of ours says nothing', async () => {
    const plain = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer()
    world.setNow('2026-12-03T09:00:00+09:00')
    const filmedAt = async (taken_in_at: string) => {
      const { body } = await upload(craftsman, { fields: { taken_in_at }, file: plain })
      return (body['room_image'] as { filming_at: string }).filming_at
    }
    expect(await filmedAt('2026-12-02T11:30:00+09:00')).toBe('2026-12-02T11:30:00+09:00')
    expect(await filmedAt('2027-12-02T11:30:00+09:00')).toBe('2026-12-03T09:00:00+09:00')
  })

  it('puts right what a phone says whose clock is a year off, says so, and takes another day with a reason', async () => {
    const plain = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#999' } })
      .jpeg()
      .toBuffer()
    world.setNow('2026-12-03T09:00:00+09:00')
    const { body } = await upload(craftsman, {
      fields: { taken_in_at: '2025-12-02T11:30:00+09:00' },
      file: plain,
      deviceTime: '2025-12-03T09:00:00+09:00',
    })
    const image = body['room_image'] as { uuid: string }
    expect(image).toMatchObject({
      filming_at: '2026-12-02T11:30:00+09:00',
      wrong_clock: { device_at: '2025-12-02T11:30:00+09:00', received_at: '2026-12-03T09:00:00+09:00' },
      date_corrected: null,
    })
    const correct = (date: string, date_reason: string | null) =>
      world.call(craftsman, 'PATCH /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid/signboard', {
        params: { ...params(), image_uuid: image.uuid },
        body: { signboard: { hidden: false, work_kind: null, place: null, note: null, date, date_reason } },
      })
    expect((await correct('2026-12-01', null)).body.errors).toHaveProperty('date_reason')
    expect((await correct('2026-12-04', '明日')).body.errors).toHaveProperty('date')
    expect((await correct('2026-12-01', '端末の日付が1日進んでいた')).status).toBe(200)
    expect((await list(craftsman)).body.room_images).toMatchObject([
      {
        filming_at: '2026-12-01T11:30:00+09:00',
        date_corrected: { before: '2026-12-02T11:30:00+09:00', reason: '端末の日付が1日進んでいた' },
        signboard: {
          lines: expect.arrayContaining([expect.objectContaining({ label: '撮影日', value: expect.stringContaining('2026') })]),
        },
      },
    ])
  })

  it('keeps the bytes as they came, their SHA-256 and the camera’s time', async () => {
    const answer = await upload(await buildUser(world, client, 'Staff'))
    expect(answer.status).toBe(201)
    const image = answer.body['room_image'] as { file_url: string; sha256: string; filming_at: string }
    expect(image).toMatchObject({ sha256: createHash('sha256').update(jpeg).digest('hex'), filming_at: '2026-12-02T09:41:00+09:00' })
    const file = await world.send({ headers: {} }, 'GET', image.file_url)
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg', 'content-length': String(jpeg.length) } })
  })

  it('shows craftsmen and operators a copy that tells nothing of the place', async () => {
    const image = (await upload(craftsman)).body['room_image'] as { file_url: string }
    const file = await world.send({ headers: {} }, 'GET', image.file_url)
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } })
    expect(file.headers['content-length']).not.toBe(String(jpeg.length))
  })

  it('keeps what an iPhone photographs as it came, and shows everybody a JPEG that tells nothing of the place', async () => {
    const heic = sampleFile('quarters.heic')
    const staff = await buildUser(world, client, 'Staff')
    const answer = await upload(craftsman, { file: heic })
    expect(answer.status).toBe(201)
    const [image] = (await list(staff)).body.room_images
    expect(image).toMatchObject({
      sha256: createHash('sha256').update(heic).digest('hex'),
      // The camera was in another zone, and says so.
      filming_at: '2026-12-02T11:41:00+09:00',
      content_type: 'image/heic',
      width: 128,
      height: 96,
    })
    const original = await world.send({ headers: {} }, 'GET', image!.file_url)
    expect(original.headers).toMatchObject({ 'content-type': 'image/heic', 'content-disposition': expect.stringMatching(/^attachment/) })
    expect(original.raw.equals(heic)).toBe(true)
    const [theirs] = (await list(craftsman)).body.room_images
    for (const link of [image!.view_url, theirs!.view_url, theirs!.file_url]) {
      const view = await world.send({ headers: {} }, 'GET', link)
      expect(view.headers['content-type']).toBe('image/jpeg')
      expect((await sharp(view.raw).metadata()).exif).toBeUndefined()
    }
  })

  it('takes the same photo twice as one, and another photo under its uuid not at all', async () => {
    const uuid = randomUUID()
    expect((await upload(craftsman, { fields: { uuid } })).status).toBe(201)
    expect((await upload(craftsman, { fields: { uuid } })).status).toBe(201)
    expect((await list(craftsman)).body.room_images).toHaveLength(1)
    const other = await sharp({ create: { width: 10, height: 10, channels: 3, background: '#000' } })
      .jpeg()
      .toBuffer()
    expect((await upload(craftsman, { fields: { uuid }, file: other })).status).toBe(409)
  })

  it('refuses what is no picture, a torn one, a bomb, and leaves nothing behind', async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    for (const file of [Buffer.from('%PDF-1.7 not a picture'), jpeg.subarray(0, jpeg.length / 2), bomb]) {
      const answer = await upload(craftsman, { file })
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toHaveProperty('file')
    }
    expect((await upload(craftsman, { fields: { sha256: '0'.repeat(64) } })).body.code).toBe('torn_upload')
    expect((await upload(craftsman, { cut: 900 })).status).toBe(422)
    expect(await keptFiles()).toEqual([])
    expect((await list(craftsman)).body.room_images).toEqual([])
  })

  it('refuses unknown places, closed rooms, more than ten, operators and strangers', async () => {
    expect((await upload(craftsman, { fields: { position: 'place-999999' } })).body.errors).toHaveProperty('position')
    expect((await upload(craftsman, { fields: { position: '../etc' } })).status).toBe(422)
    expect((await upload(await buildPlatformPerson(world, 'operator', client))).status).toBe(403)
    expect((await upload(await buildUser(world, client, 'Craftsman'))).status).toBe(404)
    expect((await upload(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    const before = randomUUID()
    await upload(craftsman, { fields: { uuid: before } })
    for (let count = 0; count < 9; count += 1) await upload(craftsman)
    expect((await upload(craftsman)).body.code).toBe('slot_full')
    await world.inClient(client.id, db =>
      db
        .updateTable('rooms')
        .set({ status: 'completed', completed_at: new Date(), closed_at: new Date() })
        .where('id', '=', params().room_id)
        .execute(),
    )
    expect((await upload(craftsman, { fields: { timing: 'after_construction' } })).body.code).toBe('room_closed')
    // A phone that lost the answer before the room was closed hears that its photo is here.
    expect((await upload(craftsman, { fields: { uuid: before } })).status).toBe(201)
  })

  it('what waited on a phone lands at its room, whatever day that was moved to and though it was closed since', async () => {
    const [room] = construction.rooms
    if (room === undefined) throw new Error('the construction has no room')
    await world.inClient(client.id, async db => {
      const of = { client_id: client.id, construction_id: construction.id }
      const { id } = await db
        .insertInto('construction_time_frames')
        .values({ ...of, start_at: '09:00', end_at: '12:00', frame_number: 4 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('assigns')
        .values({ ...of, room_id: room.id, date: '2027-03-01', construction_time_frame_id: id, frame_number: 1 })
        .execute()
    })
    const takenIn = (at: Date) => ({ fields: { uuid: randomUUID(), taken_in_at: at.toISOString() } })
    const minute = 60_000
    const closedAt = world.platform.now()
    const waiting = takenIn(new Date(closedAt.getTime() - minute))
    const close = (closed_at: Date | null) =>
      world.inClient(client.id, db =>
        db.updateTable('rooms').set({ status: 'completed', completed_at: new Date(), closed_at }).where('id', '=', room.id).execute(),
      )
    await close(new Date(closedAt.getTime() - 2 * minute))
    expect((await upload(craftsman, waiting)).body.code).toBe('room_closed')
    // By its own clock before the closing, which is a year behind: it was taken a moment ago.
    const yearAgo = new Date(closedAt.getTime() - 365 * 24 * 60 * minute)
    expect((await upload(craftsman, { ...takenIn(yearAgo), deviceTime: yearAgo.toISOString() })).body.code).toBe('room_closed')
    await close(closedAt)
    expect((await upload(craftsman, waiting)).status).toBe(201)
    expect((await list(craftsman)).body.room_images.map(({ uuid }) => uuid)).toEqual([waiting.fields.uuid])
    const [event] = await world.inClient(client.id, db =>
      db.selectFrom('events').where('room_id', '=', room.id).where('kind', '=', 'room_images.added').select('change').execute(),
    )
    expect(event?.change).toMatchObject({ uuid: waiting.fields.uuid, taken_before_closing: true })
  })
})

describe('GET /api/constructions/:construction_id/rooms/:room_id/room_images', () => {
  it('shows thumbnails without any EXIF', async () => {
    await upload(craftsman)
    const { body } = await list(craftsman)
    expect(body.room_images).toMatchObject([{ place_name: '玄関', width: 800, height: 600, can_delete: true }])
    expect((await list(await buildUser(world, client, 'Staff'))).body.room_images[0]).toMatchObject({ can_delete: true })
  })

  it('says of what, when and at which stage a photo is, and where its file lies', async () => {
    await upload(craftsman, { fields: { timing: 'after_construction', filming_at: '2026-12-02T11:30:00+09:00' } })
    const [image] = (await list(craftsman)).body.room_images
    expect(image).toMatchObject({ position, timing: 'after_construction', filming_at: '2026-12-02T11:30:00+09:00' })
    const file = await world.send({ headers: {} }, 'GET', image!.file_url)
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } })
  })
})

describe('DELETE /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid', () => {
  it('hides a photo and keeps its bytes; craftsmen their own only', async () => {
    const staff = await buildUser(world, client, 'Staff')
    const remove = (as: BuiltPerson, image_uuid: string) =>
      world.call(as, 'DELETE /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid', {
        params: { ...params(), image_uuid },
      })
    const own = randomUUID()
    const theirs = randomUUID()
    await upload(craftsman, { fields: { uuid: own } })
    await upload(staff, { fields: { uuid: theirs } })
    expect((await remove(craftsman, theirs)).status).toBe(403)
    expect((await remove(craftsman, own)).status).toBe(200)
    expect((await remove(craftsman, own)).status).toBe(404)
    expect((await remove(craftsman, 'not-a-uuid')).status).toBe(404)
    expect((await list(craftsman)).body.room_images.map(image => image.uuid)).toEqual([theirs])
    expect(await keptFiles()).toHaveLength(6)
  })
})

describe('the places that a construction asks for', () => {
  it('come back as they were sent, with every field, and go again', async () => {
    const staff = await buildUser(world, client, 'Staff')
    const { photography_place } = (
      await world.call(staff, 'POST /api/photography_places', { body: { photography_place: { name: '玄関子機' } } })
    ).body
    const ask = (change: Record<string, unknown>) =>
      world.call(staff, 'PATCH /api/constructions/:id', { params: { id: construction.id }, body: { construction: change } })
    const show = async () => (await world.call(staff, 'GET /api/constructions/:id', { params: { id: construction.id } })).body.construction
    const off = { before_construction: false, under_construction: false, after_construction: false }
    const asked = await ask({
      common_photography_places_attributes: [
        { photography_place_id: null, free_input: '屋上', remarks: '注意' },
        { photography_place_id: photography_place.id, ...off, before_construction: true },
      ],
      private_photography_places_attributes: [{ photography_place_id: photography_place.id, ...off, after_construction: true }],
    })
    expect(asked.body.errors).toBeUndefined()
    const { common_photography_places: common, private_photography_places: privately } = await show()
    expect(common).toMatchObject([
      {
        id: expect.any(Number),
        photography_place_id: null,
        free_input: '屋上',
        remarks: '注意',
        before_construction: true,
        under_construction: true,
        after_construction: true,
      },
      { photography_place_id: photography_place.id, free_input: null, ...off, before_construction: true },
    ])
    expect(privately.find(entry => entry.photography_place_id === photography_place.id)).toMatchObject({ ...off, after_construction: true })
    for (const entry of privately) expect(entry).not.toHaveProperty('remarks')
    await ask({ common_photography_places_attributes: [{ id: common[0]!.id, _destroy: true }] })
    expect((await show()).common_photography_places.map(entry => entry.id)).toEqual([common[1]!.id])
    await ask({
      use_common_photo: false,
      common_photography_places_attributes: [],
      use_private_photo: false,
      private_photography_places_attributes: [],
    })
    expect(await show()).toMatchObject({
      use_common_photo: false,
      common_photography_places: [],
      use_private_photo: false,
      private_photography_places: [],
    })
  })
})
