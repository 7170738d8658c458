import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Photo } from '@toguchi/domain/photos/contract'
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
import { multipart } from '../../test/multipart.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'

const world = await openWorld()
const heic = sampleFile('quarters.heic')

let client: BuiltClient
let staff: BuiltPerson
let operator: BuiltPerson
let craftsman: BuiltPerson
let colleague: BuiltPerson
let stranger: BuiltPerson
let construction: BuiltConstruction
let places: { common: string; private: string }

const buildPlace = async (area: 'common' | 'private', name: string): Promise<string> => {
  const { id } = await world.inClient(client.id, db =>
    db
      .insertInto('photography_place_entries')
      .values({ client_id: client.id, construction_id: construction.id, area, free_input: name, position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return `place-${id}`
}
const rename = (change: { name?: string; use_electronic_signboard?: boolean; electronic_signboard_type?: 'board' | 'header' }) =>
  world.inClient(client.id, db => db.updateTable('constructions').set(change).where('id', '=', construction.id).execute())

beforeEach(async () => {
  world.setNow('2026-11-23T10:00:00+09:00')
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  operator = await buildPlatformPerson(world, 'operator', client)
  const contractor = await buildContractor(world, client)
  craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
  colleague = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
  construction = await buildConstruction(world, client, {
    craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id, colleague.id] }],
  })
  places = { common: await buildPlace('common', '集合玄関'), private: await buildPlace('private', '玄関') }
  stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
  await rename({ name: '髙﨑𠮷ビル更新工事' })
})

const ofConstruction = () => ({ construction_id: construction.id })
const ofRoom = () => ({ construction_id: construction.id, room_id: construction.rooms[0]!.id })
type Album = 'room_image' | 'common_area_image'
const albumUrl = (album: Album) =>
  `/api/constructions/${construction.id}/${album === 'room_image' ? `rooms/${ofRoom().room_id}/room_images` : 'common_area_images'}`
const upload = async (album: Album, as: Caller = craftsman, bytes = heic): Promise<Photo> => {
  const fields = { uuid: randomUUID(), position: album === 'room_image' ? places.private : places.common, timing: 'before_construction' }
  const { body, headers } = multipart(Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${album}[${name}]`, value])), {
    name: `${album}[file]`,
    fileName: 'IMG_0001.HEIC',
    bytes,
  })
  return (await world.send(as, 'POST', albumUrl(album), body, headers)).body[album] as Photo
}
const list = async (album: Album, as: Caller = staff): Promise<Photo[]> =>
  (await world.send(as, 'GET', albumUrl(album))).body[`${album}s`] as Photo[]
const pictureOf = async (link: string | null) => {
  const answer = await world.send(guest, 'GET', link ?? '')
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
  return answer.raw
}
const keptFiles = () =>
  world.inClient(client.id, async db => (await db.selectFrom('files').select('id').where('client_id', '=', client.id).execute()).length)
const form = { hidden: false, work_kind: null, place: null, note: null }
const roomBoard = 'PATCH /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid/signboard'
const correct = (as: Caller, image_uuid: string, signboard: Partial<typeof form> | Record<string, unknown>) =>
  world.call(as, roomBoard, { params: { ...ofRoom(), image_uuid }, body: { signboard: { ...form, ...signboard } } })
/** Whether the part of a picture where a board lies is dark green. */
const isBoardAt = async (picture: Buffer, x: number, y: number): Promise<boolean> => {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return [0x1d, 0x4a, 0x37].every((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) < 24)
}

describe('GET /api/signboards/:signed', () => {
  it('shows the view with the board, in the house’s own letters, and draws it once', async () => {
    const photo = await upload(
      'room_image',
      craftsman,
      await sharp({ create: { width: 800, height: 600, channels: 3, background: '#fff' } })
        .jpeg()
        .toBuffer(),
    )
    const before = await keptFiles()
    const picture = await pictureOf(photo.signboard_url)
    const { width, height, exif } = await sharp(picture).metadata()
    expect([width, height, exif]).toEqual([800, 600, undefined])
    expect(await isBoardAt(picture, 0.0225, 0.955)).toBe(true)
    expect(await isBoardAt(picture, 0.9, 0.1)).toBe(false)
    // Letters stand on it: without a font there would be nothing but the board, or boxes that are all alike.
    const written = await sharp(picture).extract({ left: 110, top: 330, width: 200, height: 40 }).stats()
    expect(written.channels[0]?.max).toBeGreaterThan(200)
    expect((await pictureOf(photo.signboard_url)).equals(picture)).toBe(true)
    expect(await keptFiles()).toBe(before + 1)
  })

  it('is drawn anew on every photo once a name is corrected, and the one before is gone; the original never changes', async () => {
    const photos = [await upload('room_image'), await upload('room_image', staff), await upload('common_area_image')]
    const first = await Promise.all(photos.map(photo => pictureOf(photo.signboard_url)))
    const kept = await keptFiles()
    for (let edit = 0; edit < 10; edit++) {
      await rename({ name: `訂正${edit}` })
      await correct(staff, photos[0]!.uuid, { note: `${edit}` })
      await pictureOf(photos[0]!.signboard_url)
    }
    const links = [...(await list('room_image')), ...(await list('common_area_image'))].map(photo => photo.signboard_url)
    expect(new Set([...links, ...photos.map(photo => photo.signboard_url)]).size).toBe(6)
    for (const [at, link] of links.entries()) expect((await pictureOf(link)).equals(first[at]!)).toBe(false)
    expect(await keptFiles()).toBe(kept)
    for (const { sha256, file_url } of [...(await list('room_image')), ...(await list('common_area_image'))]) {
      const original = (await world.send(guest, 'GET', file_url)).raw
      expect(original.equals(heic)).toBe(true)
      expect(createHash('sha256').update(original).digest('hex')).toBe(sha256)
    }
  })

  it('is shown while the one before cannot be removed, which goes later', async () => {
    const { signboard_url: link } = await upload('room_image')
    await pictureOf(link)
    const keyOfDrawn = () =>
      world.inClient(client.id, db =>
        db
          .selectFrom('room_images as ri')
          .innerJoin('files as fi', join => join.onRef('fi.client_id', '=', 'ri.client_id').onRef('fi.id', '=', 'ri.signboard_file_id'))
          .where('ri.client_id', '=', client.id)
          .orderBy('ri.id', 'desc')
          .select('fi.storage_key')
          .executeTakeFirstOrThrow(),
      )
    const { storage_key: old } = await keyOfDrawn()
    const { storage } = world.platform
    const { remove } = storage
    onTestFinished(() => void Object.assign(storage, { remove }))
    storage.remove = () => Promise.reject(new Error('the storage is away'))
    await rename({ name: '訂正' })
    expect((await world.send(guest, 'GET', link!)).status).toBe(200)
    storage.remove = remove
    await world.runJobs()
    await expect(storage.read(old).toArray()).rejects.toThrow('ENOENT')
  })

  it('also by an older link shows things as they stand now, and twice at once keeps one', async () => {
    const { signboard_url: link } = await upload('room_image')
    const before = await pictureOf(link)
    const kept = await keptFiles()
    await rename({ name: '訂正' })
    const [one, other] = await Promise.all([pictureOf(link), pictureOf(link)])
    expect(one?.equals(other!)).toBe(true)
    expect(one?.equals(before)).toBe(false)
    expect(await keptFiles()).toBe(kept)
  })

  it('draws what people write as text', async () => {
    const { uuid } = await upload('room_image')
    await correct(staff, uuid, { note: '</text><image href="/etc/passwd"/>&x;' })
    await pictureOf((await list('room_image'))[0]!.signboard_url)
  })

  it('leads nowhere when it was tampered with, has run out, or the photo has no board any more', async () => {
    const { signboard_url: link, uuid } = await upload('room_image')
    const [start = '', ...rest] = link!.slice('/api/signboards/'.length).split('.')
    for (const forged of [
      [`${Number(start) + 1}`, ...rest],
      [start, ...rest.slice(0, -1), 'A'.repeat(43)],
      [start, 'x'],
    ])
      expect((await world.send(guest, 'GET', `/api/signboards/${forged.join('.')}`)).status).toBe(404)
    await correct(staff, uuid, { hidden: true })
    expect((await world.send(guest, 'GET', link!)).status).toBe(404)
    await correct(staff, uuid, {})
    expect((await world.send(guest, 'GET', link!)).status).toBe(200)
    await rename({ use_electronic_signboard: false })
    expect((await world.send(guest, 'GET', link!)).status).toBe(404)
    expect((await list('room_image'))[0]).toMatchObject({ signboard_url: null, can_edit_signboard: false })
    await rename({ use_electronic_signboard: true })
    await world.send(staff, 'DELETE', `${albumUrl('room_image')}/${uuid}`)
    expect((await world.send(guest, 'GET', link!)).status).toBe(404)
    const other = await upload('room_image')
    world.setNow('2026-11-23T10:20:00+09:00')
    expect((await world.send(guest, 'GET', other.signboard_url!)).status).toBe(404)
  })
})

describe('GET /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid/signboard', () => {
  it('says what stands on the board', async () => {
    const { uuid } = await upload('room_image')
    const show = (as: Caller) =>
      world.call(as, 'GET /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid/signboard', {
        params: { ...ofRoom(), image_uuid: uuid },
      })
    const { signboard } = (await show(operator)).body
    expect(signboard).toMatchObject(form)
    expect(signboard.lines.map(({ label, value }) => `${label} ${value}`)).toEqual([
      '工事名 髙﨑𠮷ビル更新工事',
      `部屋 ${construction.rooms[0]!.name}`,
      '撮影箇所 玄関',
      '施工時期 施工前',
      '撮影日 2026/12/02',
      '施工業者 ',
    ])
    await pictureOf(signboard.picture_url)
    expect((await show(stranger)).status).toBe(404)
    expect((await show(await buildUser(world, client, 'Craftsman'))).status).toBe(404)
    expect((await show(guest)).status).toBe(401)
  })
})

describe(roomBoard, () => {
  it('corrects it for one photo, with an event, by whoever may take it away', async () => {
    const { uuid } = await upload('room_image')
    const { uuid: other } = await upload('room_image', colleague)
    const answer = await correct(craftsman, uuid, { work_kind: ' 電気設備工事 ', place: '玄関ドアホン', note: '隠蔽部' })
    expect(answer.body.message).toBe('電子小黒板を更新しました。')
    expect(answer.body.signboard.lines).toEqual(
      expect.arrayContaining([
        { label: '工種', value: '電気設備工事' },
        { label: '撮影箇所', value: '玄関ドアホン' },
        { label: '備考', value: '隠蔽部' },
      ]),
    )
    expect((await list('room_image')).find(photo => photo.uuid === other)).toMatchObject({ place_name: '玄関' })
    expect((await correct(craftsman, other, { note: 'x' })).status).toBe(403)
    expect((await list('room_image', craftsman)).map(photo => photo.can_edit_signboard)).toEqual([true, false])
    for (const [as, status] of [
      [operator, 403],
      [stranger, 404],
      [guest, 401],
    ] as const)
      expect((await correct(as, uuid, {})).status).toBe(status)
    expect((await correct(staff, randomUUID(), {})).status).toBe(404)
    const events = await world.inClient(client.id, db =>
      db.selectFrom('events').where('kind', '=', 'room_images.signboard_changed').select(['actor_id', 'room_id']).execute(),
    )
    expect(events).toEqual([{ actor_id: craftsman.id, room_id: ofRoom().room_id }])
  })

  it('takes no more than can be read in a picture, and of craftsmen nothing once the room is closed', async () => {
    const { uuid } = await upload('room_image')
    expect((await correct(staff, uuid, { note: 'あ'.repeat(41) })).body.errors).toHaveProperty('note')
    expect((await correct(staff, uuid, { note: '一行\n二行' })).status).toBe(422)
    await world.inClient(client.id, db =>
      db
        .updateTable('rooms')
        .set({ status: 'completed', completed_at: new Date(), closed_at: new Date() })
        .where('id', '=', ofRoom().room_id)
        .execute(),
    )
    expect((await correct(craftsman, uuid, { note: 'x' })).body.code).toBe('room_closed')
    expect((await correct(staff, uuid, { note: 'x' })).status).toBe(200)
  })
})

describe('GET /api/constructions/:construction_id/common_area_images/:image_uuid/signboard', () => {
  it('says what stands on the board, without a room', async () => {
    const { uuid } = await upload('common_area_image')
    const show = (as: Caller) =>
      world.call(as, 'GET /api/constructions/:construction_id/common_area_images/:image_uuid/signboard', {
        params: { ...ofConstruction(), image_uuid: uuid },
      })
    expect((await show(craftsman)).body.signboard.lines.map(({ label }) => label)).not.toContain('部屋')
    expect((await show(stranger)).status).toBe(404)
  })
})

describe('PATCH /api/constructions/:construction_id/common_area_images/:image_uuid/signboard', () => {
  it('corrects it; a photo of another construction is none', async () => {
    const { uuid } = await upload('common_area_image')
    const change = (as: Caller, construction_id = construction.id) =>
      world.call(as, 'PATCH /api/constructions/:construction_id/common_area_images/:image_uuid/signboard', {
        params: { construction_id, image_uuid: uuid },
        body: { signboard: { ...form, note: '立会確認' } },
      })
    expect((await change(staff)).body.signboard.lines).toContainEqual({ label: '備考', value: '立会確認' })
    expect((await change(staff, (await buildConstruction(world, client)).id)).status).toBe(404)
    expect((await change(operator)).status).toBe(403)
    expect((await change(colleague)).status).toBe(403)
  })
})

describe('GET /api/constructions/:construction_id/signboard', () => {
  it('says how boards look while nobody has said otherwise', async () => {
    const show = (as: Caller) => world.call(as, 'GET /api/constructions/:construction_id/signboard', { params: ofConstruction() })
    expect((await show(craftsman)).body.signboard).toEqual({
      use_electronic_signboard: true,
      electronic_signboard_type: 'board',
      corner: 'lower_left',
      work_kind: null,
      construction_name: '髙﨑𠮷ビル更新工事',
      contractor_name: null,
    })
    expect((await show(stranger)).status).toBe(404)
    expect((await show(guest)).status).toBe(401)
  })
})

describe('PATCH /api/constructions/:construction_id/signboard', () => {
  it('moves all boards of a construction, and gives them a kind of work', async () => {
    const photo = await upload(
      'room_image',
      staff,
      await sharp({ create: { width: 800, height: 600, channels: 3, background: '#fff' } })
        .jpeg()
        .toBuffer(),
    )
    const change = (as: Caller, corner: string, work_kind: string | null) =>
      world.send(as, 'PATCH', `/api/constructions/${construction.id}/signboard`, JSON.stringify({ signboard: { corner, work_kind } }), {
        'content-type': 'application/json',
      })
    expect((await change(staff, 'lower_right', null)).status).toBe(200)
    expect((await change(staff, 'upper_right', '電気設備工事')).body['signboard']).toMatchObject({ corner: 'upper_right' })
    const picture = await pictureOf((await list('room_image'))[0]!.signboard_url)
    expect([await isBoardAt(picture, 0.97, 0.04), await isBoardAt(picture, 0.0225, 0.955)]).toEqual([true, false])
    const { body } = await world.call(staff, 'GET /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid/signboard', {
      params: { ...ofRoom(), image_uuid: photo.uuid },
    })
    expect(body.signboard.lines).toContainEqual({ label: '工種', value: '電気設備工事' })
    await rename({ electronic_signboard_type: 'header' })
    const banded = await pictureOf((await list('room_image'))[0]!.signboard_url)
    expect([await isBoardAt(banded, 0.005, 0.02), await isBoardAt(banded, 0.97, 0.9)]).toEqual([true, false])
    expect((await change(staff, 'middle', null)).status).toBe(422)
    for (const who of [craftsman, operator]) expect((await change(who, 'lower_left', null)).status).toBe(403)
    expect((await change(stranger, 'lower_left', null)).status).toBe(404)
    const events = await world.inClient(client.id, db =>
      db.selectFrom('events').where('kind', '=', 'constructions.signboard_changed').select('change').execute(),
    )
    expect(events).toHaveLength(2)
  })
})
