import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Photo } from '@toguchi/domain/photos/contract'
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
import { multipart } from '../../test/multipart.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'

const world = await openWorld()
const jpeg = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#693' } })
  .withExif({
    IFD0: {},
    IFD2: { DateTimeOriginal: '2026:12:01 10:05:00' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 39/1 10/1', GPSLongitudeRef: 'E', GPSLongitude: '139/1 44/1 28/1' },
  })
  .jpeg()
  .toBuffer()

let client: BuiltClient
let staff: BuiltPerson
let operator: BuiltPerson
let craftsman: BuiltPerson
let colleague: BuiltPerson
let stranger: BuiltPerson
let construction: BuiltConstruction
let position: string

const buildPlace = async (area: 'common' | 'private', name: string, constructionId = construction.id): Promise<string> => {
  const { id } = await world.inClient(client.id, db =>
    db
      .insertInto('photography_place_entries')
      .values({ client_id: client.id, construction_id: constructionId, area, free_input: name, position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return `place-${id}`
}

beforeEach(async () => {
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff', { name: '佐藤 花子' })
  operator = await buildPlatformPerson(world, 'operator', client)
  const contractor = await buildContractor(world, client)
  craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id, name: '田中 職人' })
  colleague = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
  construction = await buildConstruction(world, client, {
    craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id, colleague.id] }],
  })
  position = await buildPlace('common', '集合玄関')
  stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
})

const url = (id = construction.id) => `/api/constructions/${id}/common_area_images`
const upload = (as: Caller, over: Record<string, string> = {}, bytes = jpeg, to = url()) => {
  const fields = { position, timing: 'before_construction', ...over }
  const { body, headers } = multipart(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`common_area_image[${name}]`, value])),
    { name: 'common_area_image[file]', fileName: 'IMG_0001.jpg', bytes },
  )
  return world.send(as, 'POST', to, body, headers)
}
const list = async (as: Caller, search = ''): Promise<{ status: number; images: Photo[] }> => {
  const { status, body } = await world.send(as, 'GET', url() + search)
  return { status, images: (body['common_area_images'] ?? []) as Photo[] }
}
const keptFiles = () => world.inClient(client.id, db => db.selectFrom('files').select('id').execute())
const params = () => ({ construction_id: construction.id })

describe('POST /api/constructions/:construction_id/common_area_images', () => {
  it('keeps the bytes as they came, with place, stage and the camera’s time, and leaves an event', async () => {
    const answer = await upload(craftsman)
    expect([answer.status, answer.body.message]).toEqual([201, '写真を登録しました。'])
    expect(answer.body['common_area_image']).toMatchObject({
      position,
      place_name: '集合玄関',
      timing: 'before_construction',
      filming_at: '2026-12-01T10:05:00+09:00',
      sha256: createHash('sha256').update(jpeg).digest('hex'),
      uploaded_by: '田中 職人',
      width: 640,
    })
    const [image] = (await list(staff)).images
    const file = await world.send(guest, 'GET', image!.file_url)
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg', 'content-length': String(jpeg.length) } })
    const events = await world.inClient(client.id, db =>
      db.selectFrom('events').where('kind', '=', 'common_area_images.added').select(['actor_id', 'construction_id', 'room_id']).execute(),
    )
    expect(events).toEqual([{ actor_id: craftsman.id, construction_id: construction.id, room_id: null }])
  })

  it('takes the filming time that was sent, and the hour of arrival where nobody knows it', async () => {
    world.setNow('2026-12-03T01:00:00Z')
    const plain = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    await upload(staff, { filming_at: '2026-12-02T11:30:00+09:00' })
    await upload(staff, {}, plain)
    expect((await list(staff)).images.map(image => image.filming_at)).toEqual(['2026-12-02T11:30:00+09:00', '2026-12-03T10:00:00+09:00'])
  })

  it('takes the same photo twice as one, even at once, and another photo under its uuid not at all', async () => {
    const uuid = randomUUID()
    const [first, second] = await Promise.all([upload(craftsman, { uuid }), upload(craftsman, { uuid: uuid.toUpperCase() })])
    expect([first.status, second.status]).toEqual([201, 201])
    expect((await list(craftsman)).images.map(image => image.uuid)).toEqual([uuid])
    const other = await sharp(jpeg).negate().jpeg().toBuffer()
    expect((await upload(craftsman, { uuid }, other)).status).toBe(409)
    const elsewhere = await buildConstruction(world, client)
    const there = await buildPlace('common', '屋上', elsewhere.id)
    expect((await upload(staff, { uuid, position: there }, jpeg, url(elsewhere.id))).status).toBe(409)
    expect(await keptFiles()).toHaveLength(3)
  })

  it('refuses places of rooms, options and other constructions, more than ten, and what is no picture', async () => {
    const elsewhere = await buildPlace('common', '屋上', (await buildConstruction(world, client)).id)
    for (const wrong of [await buildPlace('private', '玄関'), elsewhere, 'option-1', 'place-0', '../etc'])
      expect((await upload(staff, { position: wrong })).body.errors).toHaveProperty('position')
    expect((await upload(staff, { timing: 'sometime' })).body.errors).toHaveProperty('timing')
    expect((await upload(staff, {}, Buffer.from('%PDF-1.7'))).body.errors).toMatchObject({
      full_messages: ['写真はJPEG、PNG、HEIC、WebP、AVIFのいずれかを選択してください'],
    })
    expect((await upload(staff, { sha256: '0'.repeat(64) })).body.code).toBe('torn_upload')
    expect((await upload(staff, {}, Buffer.concat([jpeg, Buffer.alloc(20 * 1024 * 1024)]))).status).toBe(413)
    expect(await keptFiles()).toEqual([])
    for (let count = 0; count < 10; count += 1) await upload(staff)
    const keptBytes = async () => (await Array.fromAsync(world.platform.storage.keysIn(String(client.id)))).flat()
    expect(await keptBytes()).toHaveLength(30)
    expect((await upload(staff)).body.code).toBe('slot_full')
    // Its bytes were kept before the transaction that refused it.
    expect(await keptBytes()).toHaveLength(30)
    expect((await upload(staff, { timing: 'after_construction' })).status).toBe(201)
  })

  it('is for 1, 2, 3 and assigned craftsmen', async () => {
    const resident = await buildResident(world, client, construction.rooms[0]!.id, { name: '居住 者' })
    const admin = await buildPlatformPerson(world, 'admin', client)
    for (const who of [operator, resident]) expect((await upload(who)).status).toBe(403)
    expect((await upload(await buildUser(world, client, 'Craftsman'))).status).toBe(404)
    expect((await upload(stranger)).status).toBe(404)
    expect((await upload(guest)).status).toBe(401)
    for (const who of [admin, staff, craftsman]) expect((await upload(who)).status).toBe(201)
  })
})

describe('GET /api/constructions/:construction_id/common_area_images', () => {
  it('lists by stage, and tells nobody but staff where a photo was taken', async () => {
    await upload(staff)
    await upload(staff, { timing: 'after_construction' })
    expect((await list(staff)).images).toHaveLength(2)
    expect((await list(staff, '?timing=after_construction')).images).toMatchObject([{ timing: 'after_construction' }])
    expect((await list(staff, '?timing=sometime')).status).toBe(422)
    for (const who of [operator, craftsman]) {
      const [image] = (await list(who)).images
      expect(image).toMatchObject({ can_delete: false })
      for (const link of [image!.file_url, image!.thumbnail_url!]) {
        const bytes = await world.send(guest, 'GET', link)
        expect(bytes.status).toBe(200)
        expect(bytes.headers['content-length']).not.toBe(String(jpeg.length))
      }
    }
    expect((await list(stranger)).status).toBe(404)
    expect((await list(await buildUser(world, client, 'Craftsman'))).status).toBe(404)
    expect((await list(guest)).status).toBe(401)
  })

  it('keeps photos of a place that is no longer asked for, with its name', async () => {
    await upload(staff)
    await world.inClient(client.id, db =>
      db
        .updateTable('photography_place_entries')
        .set({ discarded_at: new Date() })
        .where('construction_id', '=', construction.id)
        .execute(),
    )
    expect((await list(staff)).images).toMatchObject([{ position, place_name: '集合玄関' }])
    expect((await upload(staff)).body.errors).toHaveProperty('position')
  })
})

describe('DELETE /api/constructions/:construction_id/common_area_images/:image_uuid', () => {
  const remove = (as: Caller, image_uuid: string) =>
    world.call(as, 'DELETE /api/constructions/:construction_id/common_area_images/:image_uuid', { params: { ...params(), image_uuid } })
  it('hides a photo and keeps its bytes; craftsmen their own only', async () => {
    const [own, theirs, offices] = [randomUUID(), randomUUID(), randomUUID()]
    await upload(craftsman, { uuid: own })
    await upload(colleague, { uuid: theirs })
    await upload(staff, { uuid: offices })
    expect((await list(craftsman)).images.map(image => [image.uuid, image.can_delete])).toEqual([
      [own, true],
      [theirs, false],
      [offices, false],
    ])
    for (const uuid of [theirs, offices]) expect((await remove(craftsman, uuid)).status).toBe(403)
    expect((await remove(operator, own)).status).toBe(403)
    expect((await remove(stranger, own)).status).toBe(404)
    expect((await remove(craftsman, own)).body.message).toBe('写真を削除しました。')
    expect((await remove(craftsman, own)).status).toBe(404)
    expect((await remove(staff, theirs)).status).toBe(200)
    expect((await list(staff)).images.map(image => image.uuid)).toEqual([offices])
    expect(await keptFiles()).toHaveLength(9)
  })
  it('does not show a hidden photo again when its phone sends it once more', async () => {
    const uuid = randomUUID()
    await upload(craftsman, { uuid })
    await remove(craftsman, uuid)
    expect((await upload(craftsman, { uuid })).status).toBe(404)
    expect((await list(staff)).images).toEqual([])
  })
})
