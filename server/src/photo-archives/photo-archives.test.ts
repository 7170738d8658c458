import { createHash, randomUUID } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { BodyInputOf } from '@toguchi/domain/http/endpoint'
import type { Photo } from '@toguchi/domain/photos/contract'
import type { Api } from '@toguchi/domain/routes'
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
import { sampleFile } from '../../test/heic-file.ts'
import { multipart } from '../../test/multipart.ts'
import { unzip } from '../../test/unzip.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'
import { busy } from '../platform/http/problem.ts'
import { forgetArchives } from './photo-archives.ts'

const published = await mkdtemp(path.join(tmpdir(), 'toguchi-published-'))
const world = await openWorld({ publishedFilesDir: published })
const heic = sampleFile('quarters.heic')
/** Pictures that no two of are alike, with the place where they were taken. */
const pictureOf = (blue: number) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: { r: 90, g: 140, b: blue } } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 39/1 10/1', GPSLongitudeRef: 'E', GPSLongitude: '139/1 44/1 28/1' } })
    .jpeg()
    .toBuffer()
const jpegs = await Promise.all([10, 60, 110, 160].map(pictureOf))

let client: BuiltClient
let staff: BuiltPerson
let operator: BuiltPerson
let craftsman: BuiltPerson
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

beforeEach(async () => {
  world.setNow('2026-11-23T10:00:00+09:00')
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff', { name: '=佐藤 花子' })
  operator = await buildPlatformPerson(world, 'operator', client)
  const contractor = await buildContractor(world, client, { name: '多摩電設' })
  craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id, name: '田中 職人' })
  construction = await buildConstruction(world, client, { craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }] })
  await world.inClient(client.id, db =>
    db.updateTable('constructions').set({ name: '髙﨑𠮷ビル更新工事' }).where('id', '=', construction.id).execute(),
  )
  places = { common: await buildPlace('common', '集合玄関'), private: await buildPlace('private', '玄関/髙') }
  stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
})

const at = () => ({ construction_id: construction.id })
interface Upload {
  bytes?: Buffer
  room?: number | null
  timing?: string
  day?: string
  as?: Caller
}
const upload = async ({ bytes = jpegs[0]!, room = 0, timing = 'before_construction', day = '2026-11-20', as = craftsman }: Upload = {}) => {
  const album = room === null ? 'common_area_image' : 'room_image'
  const url = room === null ? 'common_area_images' : `rooms/${construction.rooms[room]!.id}/room_images`
  const fields = {
    uuid: randomUUID(),
    position: room === null ? places.common : places.private,
    timing,
    filming_at: `${day}T10:05:00+09:00`,
  }
  const { body, headers } = multipart(Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${album}[${name}]`, value])), {
    name: `${album}[file]`,
    fileName: 'IMG_0001.JPG',
    bytes,
  })
  const answer = await world.send(as, 'POST', `/api/constructions/${construction.id}/${url}`, body, headers)
  expect(answer.status).toBe(201)
  return answer.body[album] as Photo
}
/** No upload is later than now any more; photos of before are. */
const takeInFuture = () =>
  world.inClient(client.id, db =>
    db
      .updateTable('room_images')
      .set({ filming_at: new Date('2026-12-24T10:05:00+09:00') })
      .execute(),
  )
type Form = BodyInputOf<Api['POST /api/constructions/:construction_id/photo_archives']>['photo_archive']
const make = (form: Partial<Form> = {}, as: Caller = staff) =>
  world.call(as, 'POST /api/constructions/:construction_id/photo_archives', {
    params: at(),
    body: { photo_archive: { kind: 'originals', places_confirmed: true, ...form } },
  })
const ended = async (as: Caller, id: number) => {
  await world.runJobs()
  return (await world.call(as, 'GET /api/jobs/:id', { params: { id } })).body.job
}
const filesOf = async (form: Partial<Form> = {}, as: Caller = staff) => {
  const asked = await make(form, as)
  expect(asked.body.errors).toBeUndefined()
  const job = await ended(as, asked.body.job.id)
  expect(job).toMatchObject({ state: 'done', error: null })
  const answer = await world.send(guest, 'GET', job.file_url!)
  expect(answer.headers['content-type']).toBe('application/zip')
  return { job, files: await unzip(answer.raw), disposition: String(answer.headers['content-disposition']) }
}
const sha256 = (bytes: Buffer | undefined) => (bytes === undefined ? '' : createHash('sha256').update(bytes).digest('hex'))
/** The rows of an index by their headings. */
const rowsOf = (files: Map<string, Buffer>): Record<string, string>[] => {
  const text = files.get('index.csv')!.toString('utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  const [head = [], ...rows] = text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(',').map(cell => cell.replaceAll(/^"|"$/g, '')))
  return rows.map(row => Object.fromEntries(head.map((name, column) => [name, row[column] ?? ''])))
}
const keyOf = async ({ sha256: hash }: Photo) =>
  (
    await world.inClient(client.id, db =>
      db.selectFrom('files').where('sha256', '=', Buffer.from(hash, 'hex')).select('storage_key').executeTakeFirstOrThrow(),
    )
  ).storage_key
const viewKeyOf = async ({ uuid }: Photo) =>
  (
    await world.inClient(client.id, db =>
      db
        .selectFrom('room_images as ri')
        .innerJoin('files as f', join => join.onRef('f.client_id', '=', 'ri.client_id').onRef('f.id', '=', 'ri.view_file_id'))
        .where('ri.client_id', '=', client.id)
        .where('ri.uuid', '=', uuid)
        .select('f.storage_key')
        .executeTakeFirstOrThrow(),
    )
  ).storage_key
const bytesAt = (key: string) => path.join(world.platform.settings.storageDir, 'files', ...key.split('/'))
const eventsOf = (kind: string) =>
  world.inClient(client.id, db =>
    db.selectFrom('events').where('kind', '=', kind).select(['actor_id', 'construction_id', 'change']).execute(),
  )

describe('POST /api/constructions/:construction_id/photo_archives', () => {
  it('zips originals byte for byte, by building, room, place and stage, with an index', async () => {
    const first = await upload()
    await upload({ bytes: jpegs[1]!, as: staff })
    await upload({ bytes: heic, room: 1, timing: 'after_construction' })
    await upload({ bytes: jpegs[2]!, room: null })
    const { job, files, disposition } = await filesOf()
    expect(job).toMatchObject({ done: 4, total: 4, note: null })
    expect(disposition).toContain(encodeURIComponent('写真原本_'))
    const rows = rowsOf(files)
    const names = rows.map(row => row['ファイル名']!.replace(/^[^/]+\//, ''))
    expect(names).toEqual([
      '共用部/集合玄関/施工前_20261120_1005.jpg',
      '101/玄関_髙/施工前_20261120_1005.jpg',
      '101/玄関_髙/施工前_20261120_1005_2.jpg',
      '102/玄関_髙/施工後_20261120_1005.heic',
    ])
    expect([...files.keys()].toSorted()).toEqual([...rows.map(row => row['ファイル名']!), 'index.csv'].toSorted())
    for (const row of rows) expect(sha256(files.get(row['ファイル名']!))).toBe(row['原本のSHA-256'])
    expect([jpegs[2]!, jpegs[0]!, jpegs[1]!, heic].map(sha256)).toEqual(rows.map(row => row['原本のSHA-256']))
    expect(rows[1]).toMatchObject({
      状態: '保存済み',
      部屋: '101',
      撮影箇所: '玄関/髙',
      施工時期: '施工前',
      撮影日時: '2026/11/20 10:05',
      撮影者: '田中 職人',
      施工業者: '多摩電設',
      原本の形式: 'JPEG',
      '原本のSHA-256': first.sha256,
    })
    expect(rows[1]!['黒板']).toContain('工事名：髙﨑𠮷ビル更新工事')
    // What a spreadsheet would run.
    expect(rows[2]!['撮影者']).toBe("'=佐藤 花子")
    expect(await eventsOf('photo_archives.made')).toEqual([
      { actor_id: staff.id, construction_id: construction.id, change: { kind: 'originals', photos: 4 } },
    ])
  })

  it('zips what everybody is shown: boards on it, nothing of the place in it', async () => {
    const boarded = await upload()
    const bare = await upload({ bytes: jpegs[1]!, room: 1 })
    await world.call(staff, 'PATCH /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid/signboard', {
      params: { ...at(), room_id: construction.rooms[1]!.id, image_uuid: bare.uuid },
      body: { signboard: { hidden: true, work_kind: null, place: null, note: null } },
    })
    const { files } = await filesOf({ kind: 'boarded', places_confirmed: false }, craftsman)
    const rows = rowsOf(files)
    expect(rows.map(row => row['状態'])).toEqual(['保存済み', '保存済み（黒板なし）'])
    expect(rows[1]!['黒板']).toBe('')
    const [first, second] = rows.map(row => files.get(row['ファイル名']!)!)
    expect(first!.equals((await world.send(guest, 'GET', boarded.signboard_url!)).raw)).toBe(true)
    expect(second!.equals((await world.send(guest, 'GET', bare.view_url)).raw)).toBe(true)
    for (const picture of [first!, second!]) expect((await sharp(picture).metadata()).exif).toBeUndefined()
  })

  it('takes what was chosen: rooms, common area, stage, days, single photos', async () => {
    await upload()
    const second = await upload({ bytes: jpegs[1]!, room: 1, timing: 'under_construction', day: '2026-11-21' })
    const common = await upload({ bytes: jpegs[2]!, room: null, day: '2026-11-22' })
    const hashes = async (form: Partial<Form>) => rowsOf((await filesOf(form)).files).map(row => row['原本のSHA-256'])
    expect(await hashes({ area: 'common' })).toEqual([common.sha256])
    expect(await hashes({ area: 'rooms' })).toHaveLength(2)
    expect(await hashes({ room_ids: [construction.rooms[1]!.id] })).toEqual([second.sha256])
    expect(await hashes({ timing: 'under_construction' })).toEqual([second.sha256])
    expect(await hashes({ filmed_from: '2026-11-21', filmed_to: '2026-11-21' })).toEqual([second.sha256])
    expect(await hashes({ uuids: [common.uuid, second.uuid] })).toEqual([common.sha256, second.sha256])
    expect((await make({ filmed_from: '2026-11-22', filmed_to: '2026-11-21' })).body.errors).toMatchObject({
      filmed_to: ['は開始日以降の日付にしてください'],
    })
  })

  it('names a torn, a missing and a hidden photo in the index and goes on, saying how many', async () => {
    const torn = await upload()
    const missing = await upload({ bytes: jpegs[1]! })
    const hidden = await upload({ bytes: jpegs[2]! })
    await upload({ bytes: jpegs[3]! })
    const asked = await make()
    await writeFile(bytesAt(await keyOf(torn)), jpegs[0]!.subarray(0, 700))
    await rm(bytesAt(await keyOf(missing)))
    await world.call(craftsman, 'DELETE /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid', {
      params: { ...at(), room_id: construction.rooms[0]!.id, image_uuid: hidden.uuid },
    })
    const job = await ended(staff, asked.body.job.id)
    expect(job.note).toBe('4枚のうち3枚は入っていません。理由は一覧（index.csv）の「状態」をご覧ください。')
    const files = await unzip((await world.send(guest, 'GET', job.file_url!)).raw)
    expect(files.size).toBe(2)
    expect(rowsOf(files).map(row => row['状態'])).toEqual([
      '原本が壊れているため入っていません（登録時と内容が異なります）',
      '原本が見つからないため入っていません',
      '削除されたため入っていません',
      '保存済み',
    ])
  })

  it('draws a missing view anew from its original, and says of the view what is not of the original', async () => {
    const drawn = await upload({ bytes: jpegs[1]! })
    const lost = await upload({ bytes: jpegs[2]!, room: 1 })
    const boardless = await upload({ bytes: heic, room: 2 })
    for (const photo of [drawn, lost, boardless]) await rm(bytesAt(await viewKeyOf(photo)))
    await rm(bytesAt(await keyOf(lost)))
    const { job, files } = await filesOf({ kind: 'boarded' })
    expect(job.note).toBe('3枚のうち1枚は入っていません。理由は一覧（index.csv）の「状態」をご覧ください。')
    const rows = rowsOf(files)
    expect(rows.map(row => row['状態'])).toEqual(['保存済み', '表示用の写真を作成できないため入っていません', '保存済み'])
    for (const at of [0, 2]) expect((await sharp(files.get(rows[at]!['ファイル名']!)).metadata()).exif).toBeUndefined()
    // The form takes the copy of what is no JPEG, which is drawn from its original too.
    await world.call(staff, 'PATCH /api/constructions/:construction_id/photo_delivery', {
      params: at(),
      body: { photo_delivery: { ...(await settings()), other_formats: 'copy' } },
    })
    const delivery = { kind: 'delivery' as const, room_ids: [construction.rooms[2]!.id] }
    expect(rowsOf((await filesOf(delivery)).files)[0]!['状態']).toBe('保存済み（JPEGに変換した写し）')
    await writeFile(bytesAt(await keyOf(boardless)), 'torn')
    const asked = await make({ kind: 'delivery', room_ids: [construction.rooms[0]!.id, construction.rooms[2]!.id] })
    const job2 = await ended(staff, asked.body.job.id)
    const states = rowsOf(await unzip((await world.send(guest, 'GET', job2.file_url!)).raw)).map(row => row['状態'])
    expect(states).toEqual(['保存済み', 'JPEGに変換した写しを作成できないため入っていません'])
  })

  it('is tried again where the server has no time for boards, and leaves none out for it', async () => {
    const photo = await upload()
    const asked = await make({ kind: 'boarded' })
    const { fileReader } = world.platform
    const { ask } = fileReader
    fileReader.ask = async () => {
      throw busy()
    }
    try {
      await rm(bytesAt(await viewKeyOf(photo)))
      await expect(world.runJobs()).rejects.toMatchObject({ status: 503 })
    } finally {
      fileReader.ask = ask
    }
    expect((await world.call(staff, 'GET /api/jobs/:id', { params: { id: asked.body.job.id } })).body.job).toMatchObject({
      state: 'running',
      error: null,
    })
  })

  it('says so where nothing is left of what was chosen, and leaves nothing behind', async () => {
    const only = await upload()
    const asked = await make()
    await rm(bytesAt(await keyOf(only)))
    expect(await ended(staff, asked.body.job.id)).toMatchObject({
      state: 'failed',
      error: '保存できる写真がありませんでした。写真が削除されたか、原本が壊れています。',
      file_url: null,
    })
    expect(await readdir(path.join(world.platform.settings.storageDir, 'staging'))).toEqual([])
  })

  it('says so when the disk is full in the middle, and serves nothing half-made', async () => {
    for (const bytes of jpegs) await upload({ bytes })
    const asked = await make()
    const { storage } = world.platform
    const { stage } = storage
    // The disk takes the first thousand bytes.
    let taken = 0
    storage.stage = (stream, file) =>
      stage(
        stream.map((chunk: Buffer) => {
          taken += chunk.length
          if (taken > 1000) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
          return chunk
        }),
        file,
      )
    try {
      expect(await ended(staff, asked.body.job.id)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('保存容量が不足している'),
        file_url: null,
      })
    } finally {
      storage.stage = stage
    }
    expect(await readdir(path.join(world.platform.settings.storageDir, 'staging'))).toEqual([])
  })

  it('is refused where nothing is chosen, or too much, with how to divide it', async () => {
    expect((await make()).body).toMatchObject({
      code: 'no_photos',
      errors: { full_messages: ['対象の写真がありません。範囲を変えてください。'] },
    })
    const { uuid } = await upload()
    await world.inClient(client.id, db =>
      db
        .updateTable('files')
        .set({ byte_size: 21 * 1024 ** 3 })
        .where('client_id', '=', client.id)
        .where('id', '=', eb => eb.selectFrom('room_images').where('client_id', '=', client.id).where('uuid', '=', uuid).select('file_id'))
        .execute(),
    )
    const refused = await make()
    expect([refused.status, refused.body.code]).toEqual([422, 'too_many_photos'])
    expect(refused.body.errors?.full_messages?.[0]).toContain('一度に保存できるのは合計20GBまで')
    expect(refused.body.errors?.full_messages?.[0]).toContain('部屋または撮影日の期間で分けて')
    expect(await eventsOf('photo_archives.made')).toEqual([])
  })

  it('counts all that are too many, and sums them', async () => {
    const { uuid } = await upload()
    await upload({ room: null })
    await world.inClient(client.id, db =>
      sql`insert into room_images (client_id, uuid, construction_id, room_id, photography_place_entry_id, timing, filming_at, file_id,
            view_file_id, uploaded_by_kind, uploaded_by_id)
          select ri.client_id, gen_random_uuid(), ri.construction_id, ri.room_id, ri.photography_place_entry_id, ri.timing, ri.filming_at,
            ri.file_id, ri.view_file_id, ri.uploaded_by_kind, ri.uploaded_by_id
          from room_images ri, generate_series(1, 5000) where ri.client_id = ${client.id} and ri.uuid = ${uuid} returning id`.execute(db),
    )
    expect((await make()).body.errors?.full_messages?.[0]).toContain('一度に保存できるのは5,000枚までです（対象は5,002枚）。')
    const { body } = await world.call(staff, 'GET /api/constructions/:construction_id/photo_archives/check', {
      params: at(),
      query: { kind: 'delivery' },
    })
    expect(body.photo_archive).toMatchObject({ photos: 5002, byte_size: 5002 * jpegs[0]!.length, delivery: null })
  })

  it('is one at a time for a person and a construction: who asks again follows the one that is being made', async () => {
    await upload()
    const first = await make()
    expect(first.body.message).toBe('写真のまとめを作成しています。')
    const [again, boarded] = await Promise.all([make(), make({ kind: 'boarded' })])
    for (const answer of [again, boarded]) {
      expect([answer.status, answer.body.job.id]).toEqual([202, first.body.job.id])
      expect(answer.body.message).toBe('前にお求めの写真のまとめを作成しています。終わってから、次のまとめを作成してください。')
    }
    expect((await make({ kind: 'boarded' }, craftsman)).body.job.id).not.toBe(first.body.job.id)
    expect(await eventsOf('photo_archives.made')).toHaveLength(2)
    await ended(staff, first.body.job.id)
    const next = await make()
    expect(next.body.job.id).not.toBe(first.body.job.id)
  })

  it('is one also where two are asked for at once', async () => {
    await upload()
    const both = await Promise.all([make(), make()])
    expect(new Set(both.map(({ body }) => body.job.id)).size).toBe(1)
  })

  it('is refused where the disk would be full of it', async () => {
    await upload()
    const { storage } = world.platform
    const { freeBytes } = storage
    expect(await freeBytes()).toBeGreaterThan(0)
    storage.freeBytes = async () => 2 * 1024 ** 3 + jpegs[0]!.length - 1
    try {
      const refused = await make()
      expect([refused.status, refused.body.code]).toEqual([507, 'storage_full'])
      expect(refused.body.errors?.full_messages?.[0]).toContain('保存容量が不足している')
      expect(await eventsOf('photo_archives.made')).toEqual([])
      storage.freeBytes = async () => null
      expect((await make()).status).toBe(202)
    } finally {
      storage.freeBytes = freeBytes
    }
  })

  it('lets originals and deliveries go to roles 1 to 3, once they know that places are inside; boarded ones to craftsmen too', async () => {
    await upload()
    const admin = await buildPlatformPerson(world, 'admin', client)
    const staffAdmin = await buildUser(world, client, 'Staff_Admin')
    const resident = await buildResident(world, client, construction.rooms[0]!.id, { name: '居住 者' })
    const unassigned = await buildUser(world, client, 'Craftsman')
    for (const kind of ['originals', 'delivery'] as const) {
      for (const who of [admin, staffAdmin, staff]) expect((await make({ kind }, who)).status).toBe(202)
      for (const who of [craftsman, operator, resident]) expect((await make({ kind }, who)).status).toBe(403)
      const unsaid = await make({ kind, places_confirmed: false })
      expect([unsaid.status, unsaid.body.code]).toEqual([422, 'places_not_confirmed'])
      expect(unsaid.body.errors?.full_messages?.[0]).toContain('GPS')
    }
    for (const who of [admin, staffAdmin, staff, craftsman]) expect((await make({ kind: 'boarded' }, who)).status).toBe(202)
    for (const who of [operator, resident]) expect((await make({ kind: 'boarded' }, who)).status).toBe(403)
    expect((await make({ kind: 'boarded' }, unassigned)).status).toBe(404)
    expect((await make({}, guest)).status).toBe(401)
    expect((await make({}, stranger)).status).toBe(404)
    const other = await buildConstruction(world, client)
    expect((await make({ room_ids: [other.rooms[0]!.id] })).status).toBe(404)
  })

  it('makes the ministry’s folder: PIC numbered without a gap, PHOTO.XML in Shift_JIS, what was left out and replaced named', async () => {
    await writeFile(path.join(published, 'PHOTO05.DTD'), 'published')
    await upload()
    await upload({ bytes: heic })
    const torn = await upload({ bytes: jpegs[1]!, room: 1 })
    await upload({ bytes: jpegs[2]!, room: 2, timing: 'under_construction' })
    const asked = await make({ kind: 'delivery' })
    await writeFile(bytesAt(await keyOf(torn)), 'torn')
    const job = await ended(staff, asked.body.job.id)
    expect(job).toMatchObject({ state: 'done', note: '4枚のうち2枚は入っていません。理由は一覧（index.csv）の「状態」をご覧ください。' })
    const files = await unzip((await world.send(guest, 'GET', job.file_url!)).raw)
    expect([...files.keys()]).toEqual([
      'PHOTO/PIC/P0000001.JPG',
      'PHOTO/PIC/P0000002.JPG',
      'PHOTO/PHOTO.XML',
      'PHOTO/PHOTO05.DTD',
      'index.csv',
    ])
    expect([files.get('PHOTO/PIC/P0000001.JPG'), files.get('PHOTO/PIC/P0000002.JPG')].map(sha256)).toEqual(
      [jpegs[0]!, jpegs[2]!].map(sha256),
    )
    expect(files.get('PHOTO/PHOTO05.DTD')!.toString()).toBe('published')
    const xml = new TextDecoder('shift_jis', { fatal: true }).decode(files.get('PHOTO/PHOTO.XML'))
    expect(xml).toContain('<!DOCTYPE photodata SYSTEM "PHOTO05.DTD">')
    expect(xml).toContain('<写真タイトル>101　玄関/高　施工前</写真タイトル>')
    expect(xml.match(/<写真ファイル名>[^<]+/g)).toEqual(['<写真ファイル名>P0000001.JPG', '<写真ファイル名>P0000002.JPG'])
    expect(xml).not.toContain('参考図')
    expect(rowsOf(files).map(row => [row['状態'], row['置き換えた文字']])).toEqual([
      ['保存済み', '髙→高'],
      ['納品できない形式（HEIC）のため入っていません', ''],
      ['原本が壊れているため入っていません（登録時と内容が異なります）', ''],
      ['保存済み', '髙→高'],
    ])
  })

  it('takes copies of other formats where the construction says so, and drawings along', async () => {
    await upload({ bytes: heic })
    await world.call(staff, 'PATCH /api/constructions/:construction_id/photo_delivery', {
      params: at(),
      body: { photo_delivery: { ...(await settings()), other_formats: 'copy', work_type: '電気設備工事' } },
    })
    const { body, headers } = multipart(
      { 'attachment_file[title]': '撮影位置図①' },
      { name: 'attachment_file[file]', fileName: 'a.jpg', bytes: jpegs[3]! },
    )
    const drawing = (await world.send(staff, 'POST', `/api/constructions/${construction.id}/attachment_files`, body, headers)).body[
      'attachment_file'
    ] as { id: number }
    const { files } = await filesOf({ kind: 'delivery', drawing_ids: [drawing.id] })
    expect(files.get('PHOTO/DRA/D0000001.JPG')!.equals(jpegs[3]!)).toBe(true)
    expect((await sharp(files.get('PHOTO/PIC/P0000001.JPG')).metadata()).format).toBe('jpeg')
    const xml = new TextDecoder('shift_jis').decode(files.get('PHOTO/PHOTO.XML'))
    expect(xml).toContain('<参考図フォルダ名>PHOTO/DRA</参考図フォルダ名>')
    expect(xml).toContain('<参考図タイトル>撮影位置図1</参考図タイトル>')
    expect(xml).toContain('写し（原本はHEIC形式。納品のためJPEGに変換）')
    expect(xml).toContain('<工種>電気設備工事</工種>')
    expect(rowsOf(files)[0]!['状態']).toBe('保存済み（JPEGに変換した写し）')
    expect((await make({ kind: 'delivery', drawing_ids: [drawing.id + 999] })).body.errors).toMatchObject({
      drawing_ids: ['は一覧にありません'],
    })
  })

  it('makes no delivery that breaks a rule', async () => {
    await upload()
    await takeInFuture()
    const refused = await make({ kind: 'delivery' })
    expect([refused.status, refused.body.code]).toEqual([422, 'delivery_faults'])
    expect(refused.body.errors?.full_messages).toEqual([
      '基準に合わない項目が1件あるため、電子納品を作成できません。内容を直してください。',
    ])
  })

  it('is taken away after three days, and the photos stay', async () => {
    const photo = await upload()
    const { job } = await filesOf()
    await forgetArchives(world.platform)
    expect((await world.call(staff, 'GET /api/jobs/:id', { params: { id: job.id } })).body.job.file_url).not.toBeNull()
    world.setNow('2026-11-26T10:00:01+09:00')
    // Broken off, the row still says where the bytes are, and the next run goes on.
    const { remove } = world.platform.storage
    world.platform.storage.remove = () => Promise.reject(new Error('the process ended'))
    await expect(forgetArchives(world.platform)).rejects.toThrow('failed')
    world.platform.storage.remove = remove
    expect((await world.call(staff, 'GET /api/jobs/:id', { params: { id: job.id } })).body.job.file_url).not.toBeNull()
    await forgetArchives(world.platform)
    expect((await world.call(staff, 'GET /api/jobs/:id', { params: { id: job.id } })).body.job.file_url).toBeNull()
    expect((await world.send(guest, 'GET', job.file_url!)).status).toBe(404)
    expect((await world.platform.storage.read(await keyOf(photo)).toArray()).length).toBeGreaterThan(0)
  })
})

const settings = async (as: Caller = staff) =>
  (await world.call(as, 'GET /api/constructions/:construction_id/photo_delivery', { params: at() })).body.photo_delivery

describe('GET /api/constructions/:construction_id/photo_archives/check', () => {
  const check = (query: Record<string, unknown> = {}, as: Caller = staff) =>
    world.call(as, 'GET /api/constructions/:construction_id/photo_archives/check', {
      params: at(),
      query: { kind: 'originals', ...query },
    })
  it('says how many and how large, and why nothing can be made', async () => {
    expect((await check()).body.photo_archive).toEqual({
      photos: 0,
      byte_size: 0,
      why_not: '対象の写真がありません。範囲を変えてください。',
      delivery: null,
    })
    await upload()
    await upload({ bytes: jpegs[1]!, room: 1 })
    expect((await check()).body.photo_archive).toEqual({
      photos: 2,
      byte_size: jpegs[0]!.length + jpegs[1]!.length,
      why_not: null,
      delivery: null,
    })
    expect((await check({ room_ids: [construction.rooms[1]!.id] })).body.photo_archive.photos).toBe(1)
    expect((await check({ kind: 'boarded' }, craftsman)).body.photo_archive.photos).toBe(2)
    for (const who of [craftsman, operator]) expect((await check({}, who)).status).toBe(403)
    expect((await check({}, stranger)).status).toBe(404)
    expect(await eventsOf('photo_archives.made')).toEqual([])
  })
  it('takes as many rooms as the making, and a drawing that is gone is no longer among those to choose', async () => {
    await upload()
    const gone = await check({ kind: 'delivery', drawing_ids: [999_999] })
    expect([gone.status, gone.body.photo_archive.delivery?.drawings]).toEqual([200, []])
    const tooMany = Array.from({ length: 501 }, (_, index) => index + 1)
    expect([(await check({ room_ids: tooMany })).status, (await make({ room_ids: tooMany })).status]).toEqual([422, 422])
    const most = tooMany.slice(0, 500)
    expect([(await check({ room_ids: most })).status, (await make({ room_ids: most })).status]).toEqual([404, 404])
  })
  it('holds nothing of the database while it goes through the photos', async () => {
    await upload()
    const fifo = path.join(published, 'PHOTO05.DTD')
    await rm(fifo, { force: true })
    execFileSync('mkfifo', [fifo])
    try {
      const checking = check({ kind: 'delivery' })
      // Opens once the check reads it.
      const held = await open(fifo, 'w')
      const { rows } = await world.inClient(null, db =>
        sql<{ open: number }>`select count(*)::int as open from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%'`.execute(db),
      )
      await held.close()
      expect((await checking).body.photo_archive.delivery?.dtd.present).toBe(true)
      expect(rows[0]?.open).toBe(0)
    } finally {
      await rm(fifo)
    }
  })
  it('goes through the rules of a delivery photo by photo, and names what is replaced and left out', async () => {
    await rm(path.join(published, 'PHOTO05.DTD'), { force: true })
    await upload()
    await takeInFuture()
    await upload({ bytes: heic, room: 1 })
    expect((await check({ kind: 'delivery' })).body.photo_archive.delivery).toEqual({
      edition: 'デジタル写真管理情報基準（令和5年3月）',
      dtd: { name: 'PHOTO05.DTD', present: false },
      photos: 1,
      copies: 0,
      not_deliverable: [{ content_type: 'image/heic', photos: 1 }],
      faults: 1,
      advices: 1,
      violations: [
        { level: 'fault', photo: '101　玄関/髙　施工前', field: '撮影年月日', text: '未来の日付です。' },
        expect.objectContaining({ level: 'advice', photo: '101　玄関/髙　施工前' }),
      ],
      replaced: [{ from: '髙', to: '高', photos: 1 }],
      drawings: [],
    })
  })
})

describe('GET /api/constructions/:construction_id/photo_delivery', () => {
  it('begins as usual, for roles 1 to 3', async () => {
    expect(await settings()).toMatchObject({ major_category: '工事', under_category: '施工状況写真', other_formats: 'leave_out' })
    for (const who of [craftsman, operator])
      expect((await world.call(who, 'GET /api/constructions/:construction_id/photo_delivery', { params: at() })).status).toBe(403)
    expect((await world.call(stranger, 'GET /api/constructions/:construction_id/photo_delivery', { params: at() })).status).toBe(404)
  })
})

describe('PATCH /api/constructions/:construction_id/photo_delivery', () => {
  const save = async (over: Record<string, unknown>, as: Caller = staff) =>
    world.call(as, 'PATCH /api/constructions/:construction_id/photo_delivery', {
      params: at(),
      body: { photo_delivery: { ...(await settings()), ...over } as never },
    })
  it('keeps what the form says with the construction, and leaves an event', async () => {
    expect((await save({ work_type: '電気設備工事', after_is_representative: true })).status).toBe(200)
    expect((await save({ work_detail: '配線' })).body.photo_delivery).toMatchObject({ work_type: '電気設備工事', work_detail: '配線' })
    expect(await settings()).toMatchObject({ work_type: '電気設備工事', work_detail: '配線', after_is_representative: true })
    expect(await eventsOf('photo_deliveries.changed')).toHaveLength(2)
  })
  it('notes what was replaced, also where two save at once', async () => {
    await Promise.all(['一', '二', '三', '四'].map(work_kind => save({ work_kind })))
    const changes = (await eventsOf('photo_deliveries.changed')).map(
      ({ change }) => change as { before: { work_kind: string | null }; after: { work_kind: string } },
    )
    const last = (await settings()).work_kind
    // Each was followed by one other, the last by none.
    const replaced = new Set(changes.map(({ before }) => before.work_kind))
    expect(replaced).toEqual(new Set([null, ...changes.map(({ after }) => after.work_kind).filter(each => each !== last)]))
    expect(replaced.size).toBe(4)
  })
  it('refuses what the lists of the standard do not have, and whom it is not for', async () => {
    expect((await save({ before_category: '記念写真' })).body.errors?.full_messages).toEqual(['写真区分（施工前）は一覧にありません'])
    expect((await save({ media_number: 0 })).status).toBe(422)
    expect((await save({}, craftsman)).status).toBe(403)
    expect((await save({}, stranger)).status).toBe(404)
  })
})

afterAll(() => rm(published, { recursive: true, force: true }))
