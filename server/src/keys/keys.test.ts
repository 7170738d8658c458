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
import { multipart } from '../../test/multipart.ts'
import { openWorld } from '../../test/world.ts'
import { alertOfKeys } from './keys.ts'

const world = await openWorld()
const picture = (format: 'png' | 'jpeg') =>
  sharp({ create: { width: 60, height: 30, channels: 3, background: '#ccc' } })
    .toFormat(format)
    .toBuffer()
/** As a phone takes it: with where it was. */
const located = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#ccc' } })
  .withExif({ IFD0: { Make: 'PhoneMaker' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 38/1 0/1' } })
  .jpeg()
  .toBuffer()
const signature = `data:image/png;base64,${(await picture('png')).toString('base64')}`
const photo = { name: 'key_custody[photo]', fileName: 'key.jpg', bytes: located, contentType: 'image/jpeg' }

let client: BuiltClient
let staff: BuiltPerson
let craftsman: BuiltPerson
let construction: BuiltConstruction
let roomId: number

beforeEach(async () => {
  world.setNow('2026-12-02T09:00:00+09:00')
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  const contractor = await buildContractor(world, client)
  craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id, email: 'carrier@example.jp' })
  construction = await buildConstruction(world, client, {
    floors: 1,
    perFloor: 2,
    craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }],
  })
  roomId = construction.rooms[0]!.id
})

const under = '/api/constructions/:construction_id/rooms/:room_id'
const url = (tail = '') => `/api/constructions/${construction.id}/rooms/${roomId}/keys${tail}`
const params = () => ({ construction_id: construction.id, room_id: roomId })
const receive = (as: BuiltPerson, fields: Record<string, string> = {}, file = photo, more: Record<string, string> = {}) => {
  const { body, headers } = multipart({ 'key_custody[received_from]': '田中 花子', 'key_custody[signature]': signature, ...fields }, file)
  return world.send(as, 'POST', url(), body, { ...headers, ...more })
}
const giveBack = (as: BuiltPerson, id: number | null, fields: Record<string, string> = {}, more: Record<string, string> = {}) => {
  const { body, headers } = multipart({ 'key_custody[returned_to]': '田中 花子', 'key_custody[signature]': signature, ...fields }, photo)
  return world.send(as, 'POST', url(id === null ? '/return' : `/${id}/return`), body, { ...headers, ...more })
}
const lend = (as: BuiltPerson, id: number, lent_to_user_id: number | null) =>
  world.call(as, `PATCH ${under}/keys/:id`, { params: { ...params(), id }, body: { key_custody: { lent_to_user_id } } })
const list = (as: BuiltPerson) => world.call(as, `GET ${under}/keys`, { params: params() })
const idOf = async () => (await list(staff)).body.key_custodies[0]?.id ?? 0
const kinds = () =>
  world.inClient(client.id, async db => (await db.selectFrom('events').select('kind').orderBy('id').execute()).map(event => event.kind))
const contractorOf = ({ id }: BuiltPerson) =>
  world.inClient(client.id, async db => {
    const user = await db.selectFrom('users').where('id', '=', id).select('contractor_id').executeTakeFirstOrThrow()
    return user.contractor_id ?? 0
  })
/** Names one more craftsman for the construction. */
const assign = ({ id }: BuiltPerson) =>
  world.inClient(client.id, async db => {
    const { id: assigned_contractor_id } = await db.selectFrom('assigned_contractors').select('id').executeTakeFirstOrThrow()
    await db.insertInto('assigned_craftsmans').values({ client_id: client.id, assigned_contractor_id, craftsman_id: id }).execute()
  })
const close = () => world.call(staff, `POST ${under}/close`, { params: params(), body: { room: {} } })
const complete = () =>
  world.inClient(client.id, db =>
    db.updateTable('rooms').set({ status: 'completed', completed_at: new Date() }).where('id', '=', roomId).execute(),
  )

describe('POST /api/constructions/:construction_id/rooms/:room_id/keys', () => {
  it('takes a key with signature and photo, once', async () => {
    const { status, body } = await receive(craftsman)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      message: '鍵をお預かりしました。',
      key_custody: { received_from: '田中 花子', lent_to: { id: craftsman.id }, returned_at: null },
    })
    expect((await receive(staff)).body.code).toBe('key_is_here')
    expect(await kinds()).toEqual(['key_custodies.received'])
  })

  it('names what is missing, and keeps nothing then', async () => {
    const noPhoto = await world.call(staff, `POST ${under}/keys`, {
      params: params(),
      body: { key_custody: { received_from: '田中', signature } },
    })
    expect(noPhoto.body.errors).toMatchObject({ photo: ['を撮影してください'] })
    expect((await receive(staff, { 'key_custody[signature]': 'data:,' })).body.errors).toHaveProperty('signature')
    expect((await receive(staff, { 'key_custody[received_from]': '' })).body.errors).toHaveProperty('received_from')
    const text = { ...photo, bytes: Buffer.from('text') }
    expect((await receive(staff, {}, text)).body.errors).toHaveProperty('photo')
    expect((await list(staff)).body.key_custodies).toEqual([])
  })

  it('is for staff and the craftsmen of the construction', async () => {
    expect((await receive(await buildPlatformPerson(world, 'operator', client))).status).toBe(403)
    expect((await receive(await buildUser(world, client, 'Craftsman'))).status).toBe(404)
    expect((await receive(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
    await complete()
    await close()
    expect((await receive(staff)).body.code).toBe('room_closed')
  })
})

describe('GET /api/constructions/:construction_id/rooms/:room_id/keys', () => {
  it('says whether a key is wanted, who has it, and who may carry it', async () => {
    await world.inClient(client.id, db =>
      db
        .insertInto('room_presences')
        .values({ client_id: client.id, room_id: roomId, presence_method: 'key_custody', consented_at: new Date() })
        .execute(),
    )
    expect((await list(craftsman)).body).toMatchObject({
      wanted: true,
      handover:
        '鍵のお預かりとお返し：9時30分までにお預かりし、18時までにお返しします。お預かりする場所は、担当者からお電話でご案内します。',
      key_custodies: [],
      craftsmans: [{ id: craftsman.id }],
    })
    await world.inClient(client.id, db =>
      db.updateTable('constructions').set({ key_place: '1階管理室', key_hours: '8時〜9時' }).where('id', '=', construction.id).execute(),
    )
    expect((await list(craftsman)).body.handover).toBe('鍵のお預かりとお返し：1階管理室　8時〜9時。')
    expect((await list(await buildUser(world, client, 'Craftsman'))).status).toBe(404)
  })
})

describe('photos of keys', () => {
  const photosOf = async (as: BuiltPerson) => {
    const { received_photo_url, returned_photo_url } = (await list(as)).body.key_custodies[0]!
    return [received_photo_url, returned_photo_url]
  }

  it('are shown smaller and without what the phone knew, to the staff too', async () => {
    await receive(craftsman)
    const [url_] = await photosOf(staff)
    const shown = await world.send({ headers: {} }, 'GET', url_ ?? '')
    const metadata = await sharp(shown.raw).metadata()
    expect(shown).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } })
    expect([metadata.width, metadata.exif]).toEqual([1600, undefined])
    for (const word of ['Exif', 'PhoneMaker']) expect(shown.raw.includes(word)).toBe(false)
    // No other link is made of this one.
    expect((await world.send({ headers: {} }, 'GET', (url_ ?? '').replace('v.', '.'))).status).toBe(404)
  })

  it('are kept as they came', async () => {
    await receive(craftsman)
    const kept = await world.inClient(client.id, db => db.selectFrom('files').select('sha256').execute())
    expect(kept.map(({ sha256 }) => sha256)).toContainEqual(createHash('sha256').update(located).digest())
  })

  it('are for the staff and for who carries the key, and not for who carried it', async () => {
    const other = await buildUser(world, client, 'Craftsman', { contractorId: await contractorOf(craftsman) })
    await assign(other)
    const operator = await buildPlatformPerson(world, 'operator', client)
    await receive(craftsman)
    expect(await photosOf(craftsman)).toEqual([expect.any(String), null])
    expect(await photosOf(staff)).toEqual([expect.any(String), null])
    for (const who of [other, operator]) {
      expect(await photosOf(who)).toEqual([null, null])
      expect((await list(who)).body.key_custodies[0]?.received_signature_url).toBeNull()
    }
    expect((await list(craftsman)).body.key_custodies[0]?.received_signature_url).toEqual(expect.any(String))
    const id = await idOf()
    await lend(staff, id, other.id)
    expect(await photosOf(other)).toEqual([expect.any(String), null])
    expect(await photosOf(craftsman)).toEqual([null, null])
    const { body } = await giveBack(other, id)
    expect(body['key_custody']).toMatchObject({ received_photo_url: null, returned_photo_url: null })
    expect(await photosOf(other)).toEqual([null, null])
    expect(await photosOf(staff)).toEqual([expect.any(String), expect.any(String)])
  })
})

describe('PATCH /api/constructions/:construction_id/rooms/:room_id/keys/:id', () => {
  it('goes from the office to a craftsman and back, with an event each', async () => {
    await receive(staff)
    const id = await idOf()
    expect((await lend(staff, id, craftsman.id)).body.key_custody.lent_to).toMatchObject({ id: craftsman.id })
    expect((await lend(staff, id, null)).body.key_custody.lent_to).toBeNull()
    expect((await lend(staff, id, staff.id)).body.errors).toHaveProperty('lent_to_user_id')
    expect((await lend(staff, id + 1_000, craftsman.id)).status).toBe(404)
    expect(await kinds()).toEqual(['key_custodies.received', 'key_custodies.lent', 'key_custodies.handed_in'])
  })

  it('lets no craftsman take a key by his own word, out of the office or from a colleague', async () => {
    const other = await buildUser(world, client, 'Craftsman', { contractorId: await contractorOf(craftsman) })
    await assign(other)
    await receive(staff)
    const id = await idOf()
    expect(await lend(craftsman, id, craftsman.id)).toMatchObject({ status: 422, body: { code: 'not_in_your_hand' } })
    expect((await giveBack(craftsman, id)).body.code).toBe('not_in_your_hand')
    await lend(staff, id, other.id)
    expect((await lend(craftsman, id, craftsman.id)).body.code).toBe('not_in_your_hand')
    expect((await lend(craftsman, id, null)).body.code).toBe('not_in_your_hand')
    expect((await list(craftsman)).body.key_custodies[0]).toMatchObject({ lent_to: { id: other.id }, received_photo_url: null })
    // Out of his own hand it goes on, to a colleague and into the office.
    expect((await lend(other, id, craftsman.id)).body.key_custody.lent_to).toMatchObject({ id: craftsman.id })
    expect((await lend(craftsman, id, null)).body.key_custody.lent_to).toBeNull()
  })
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/keys/:id/return', () => {
  it('gives the key back, and only then the room can be closed', async () => {
    await receive(craftsman)
    await complete()
    expect((await close()).body.code).toBe('key_out')
    const id = await idOf()
    const { status, body } = await giveBack(craftsman, id)
    expect([status, body]).toMatchObject([200, { key_custody: { returned_to: '田中 花子', lent_to: null } }])
    expect((await giveBack(craftsman, id)).body.code).toBe('key_returned')
    expect((await close()).status).toBe(200)
  })
})

describe('POST /api/constructions/:construction_id/rooms/:room_id/keys/return', () => {
  const once = () => ({ 'idempotency-key': randomUUID() })

  it('what a phone kept in a cellar is received and given back each once, when it was, however often it arrives', async () => {
    world.setNow('2026-12-02T17:00:00+09:00')
    const [received, returned] = [once(), once()]
    const sha256 = createHash('sha256').update(located).digest('hex')
    const at = (handed_at: string) => ({ 'key_custody[handed_at]': handed_at, 'key_custody[sha256]': sha256 })
    expect((await receive(craftsman, at('2026-12-02T09:05:00+09:00'), photo, received)).status).toBe(201)
    expect(await receive(craftsman, at('2026-12-02T09:05:00+09:00'), photo, received)).toMatchObject({
      status: 200,
      headers: { 'idempotency-replayed': 'true' },
    })
    expect((await giveBack(craftsman, null, at('2026-12-02T16:30:00+09:00'), returned)).status).toBe(200)
    expect((await giveBack(craftsman, null, at('2026-12-02T16:30:00+09:00'), returned)).headers['idempotency-replayed']).toBe('true')
    expect((await list(staff)).body.key_custodies).toMatchObject([
      { received_at: '2026-12-02T09:05:00+09:00', lent_at: null, returned_at: '2026-12-02T16:30:00+09:00' },
    ])
    expect(await kinds()).toEqual(['key_custodies.received', 'key_custodies.returned'])
    expect((await giveBack(craftsman, null)).status).toBe(404)
  })

  it('puts a clock right that is a year off, and says what it said', async () => {
    world.setNow('2026-12-02T17:00:00+09:00')
    await receive(craftsman, { 'key_custody[handed_at]': '2025-12-02T09:00:00+09:00' }, photo, {
      'device-time': '2025-12-02T17:00:00+09:00',
    })
    expect((await list(staff)).body.key_custodies).toMatchObject([{ received_at: '2026-12-02T09:00:00+09:00' }])
    const events = await world.inClient(client.id, db => db.selectFrom('events').select('change').execute())
    expect(events).toMatchObject([{ change: { device_at: '2025-12-02T00:00:00.000Z' } }])
  })

  it('takes no photo that arrived as another one, and no key out of another hand', async () => {
    expect((await receive(craftsman, { 'key_custody[sha256]': '0'.repeat(64) })).body.code).toBe('torn_upload')
    expect((await list(staff)).body.key_custodies).toEqual([])
    await receive(staff)
    expect((await giveBack(craftsman, null)).body.code).toBe('not_in_your_hand')
  })
})

describe('the work of the evening', () => {
  it('alerts once a day of keys that are not back by 18:00, on the dashboard and by mail', async () => {
    await receive(craftsman)
    const alerts = async () => (await kinds()).filter(kind => kind === 'key_custodies.overdue').length
    world.setNow('2026-12-02T17:59:59+09:00')
    await alertOfKeys(world.platform)
    expect(await alerts()).toBe(0)
    world.setNow('2026-12-02T18:00:00+09:00')
    await alertOfKeys(world.platform)
    await alertOfKeys(world.platform)
    expect(await alerts()).toBe(1)
    const { body } = await world.call(staff, 'GET /api/dashboard')
    expect(body.informations[0]).toMatchObject({ kind: 'alert', text: expect.stringContaining('鍵が18時を過ぎても返却されていません') })
    const mails = await world.inClient(client.id, db => db.selectFrom('outbox_messages').select(['recipients', 'subject']).execute())
    expect(mails).toMatchObject([{ recipients: ['carrier@example.jp'] }])
    world.setNow('2026-12-03T18:10:00+09:00')
    await alertOfKeys(world.platform)
    expect(await alerts()).toBe(2)
    await giveBack(craftsman, await idOf())
    world.setNow('2026-12-04T18:10:00+09:00')
    await alertOfKeys(world.platform)
    expect(await alerts()).toBe(2)
  })
})
