import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { readXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { BodyInputOf } from '@toguchi/domain/http/endpoint'
import type { Photo } from '@toguchi/domain/photos/contract'
import type { PhotoTiming } from '@toguchi/domain/photos/labels'
import type { Api } from '@toguchi/domain/routes'
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
import { unzip } from '../../test/unzip.ts'
import { multipart } from '../../test/multipart.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'
import { openFileReader } from '../file-reader/file-reader.ts'
import { readWorkbook } from '../file-reader/read-workbook.ts'
import { work } from '../work.ts'

const world = await openWorld()
const key = 'POST /api/constructions/:construction_id/photo_ledger'
type Asked = Partial<NonNullable<BodyInputOf<Api[typeof key]>>>

let client: BuiltClient
let staff: BuiltPerson
let craftsman: BuiltPerson
let construction: BuiltConstruction
let places: { common: number; entrance: number; panel: number }

const buildPlace = async (area: 'common' | 'private', free_input: string, position: number): Promise<number> =>
  (
    await world.inClient(client.id, db =>
      db
        .insertInto('photography_place_entries')
        .values({ client_id: client.id, construction_id: construction.id, area, free_input, position })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  ).id
const change = (values: Record<string, unknown>) =>
  world.inClient(client.id, db => db.updateTable('constructions').set(values).where('id', '=', construction.id).execute())

beforeEach(async () => {
  world.setNow('2026-11-23T10:00:00+09:00')
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  const contractor = await buildContractor(world, client, { name: '湘南電気工業' })
  craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
  construction = await buildConstruction(world, client, { craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }] })
  places = {
    common: await buildPlace('common', '集合玄関', 1),
    entrance: await buildPlace('private', '玄関', 1),
    panel: await buildPlace('private', '住宅情報盤', 2),
  }
  await change({ name: '髙﨑𠮷ビル更新工事' })
})

const params = () => ({ construction_id: construction.id })
const picture = (background: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer()
/** A photo of a room by its place in the building, or of the common area. */
const take = async (
  room: number | null,
  place: number,
  timing: PhotoTiming = 'before_construction',
  filming_at = '2026-11-20T10:00:00+09:00',
) => {
  const album = room === null ? 'common_area_image' : 'room_image'
  const uuid = randomUUID()
  const fields = { uuid, position: `place-${place}`, timing, filming_at }
  const { body, headers } = multipart(Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${album}[${name}]`, value])), {
    name: `${album}[file]`,
    fileName: `IMG_${room ?? 'common'}.jpg`,
    bytes: await picture(`#${uuid.slice(0, 6)}`),
  })
  const url = `/api/constructions/${construction.id}/${room === null ? '' : `rooms/${construction.rooms[room]!.id}/`}${album}s`
  const answer = await world.send(staff, 'POST', url, body, headers)
  expect(answer.status).toBe(201)
  return answer.body[album] as Photo
}
const hide = (room: number, uuid: string) =>
  world.call(staff, 'DELETE /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid', {
    params: { ...params(), room_id: construction.rooms[room]!.id, image_uuid: uuid },
  })
const ask = (body: Asked = {}, as: Caller = staff) => world.call(as, key, { params: params(), body })
const show = (as: Caller = staff) => world.call(as, 'GET /api/constructions/:construction_id/photo_ledger', { params: params() })
/** The file of a ledger that is made. */
const make = async (body: Asked = {}): Promise<Buffer> => {
  const asked = await ask(body)
  expect(asked.status).toBe(202)
  await world.runJobs()
  const { body: answer } = await world.call(staff, 'GET /api/jobs/:id', { params: { id: asked.body.job.id } })
  expect(answer.job).toMatchObject({ state: 'done', error: null, done: answer.job.total })
  return (await world.send(guest, 'GET', answer.job.file_url ?? '')).raw
}
const pagesOf = async (pdf: Buffer): Promise<string[]> =>
  (await extractText(new Uint8Array(pdf))).text.map(page => page.replaceAll(/\s/g, ''))
const bookmarksOf = async (pdf: Buffer) => (await (await getDocumentProxy(new Uint8Array(pdf))).getOutline()).map(({ title }) => title)
/** How many pictures a PDF shows. */
const picturesIn = (pdf: Buffer) => pdf.toString('latin1').split('/DCTDecode').length - 1
const roomName = (at: number) => `${construction.rooms[at]!.name}号室`
const events = () =>
  world.inClient(client.id, db =>
    db
      .selectFrom('events')
      .where('kind', '=', 'documents.photo_ledger_made')
      .where('client_id', '=', client.id)
      .select(['change', 'construction_id'])
      .orderBy('id')
      .execute(),
  )

describe('POST /api/constructions/:construction_id/photo_ledger', () => {
  it('prints a cover, and three photos a page under the names of their rooms', async () => {
    for (const timing of ['before_construction', 'under_construction', 'after_construction'] as const)
      await take(0, places.entrance, timing)
    await take(0, places.panel)
    await take(1, places.entrance)
    await take(null, places.common)
    await change({ contract_period_start_on: '2026-11-01', contract_period_end_on: '2026-12-20', owners_association: '髙﨑管理組合' })
    const pdf = await make()
    const pages = await pagesOf(pdf)
    expect(pages).toHaveLength(3)
    for (const words of [
      '工事写真台帳',
      '髙﨑𠮷ビル更新工事',
      '2026年11月1日〜2026年12月20日',
      '髙﨑管理組合',
      '湘南電気工業',
      '6枚（部屋順）',
      '2026年11月23日',
    ])
      expect(pages[0]).toContain(words)
    expect(pages[0]).not.toContain('1/3')
    for (const words of [
      roomName(0),
      'No.1',
      'No.3',
      '撮影箇所玄関',
      '2026年11月20日',
      '施工前',
      '施工中',
      '施工後',
      '施工者湘南電気工業',
      '2/3',
    ])
      expect(pages[1]).toContain(words)
    for (const words of [`${roomName(0)}（つづき）`, '住宅情報盤', roomName(1), '共用部', '集合玄関', 'No.6', '3/3'])
      expect(pages[2]).toContain(words)
    expect(picturesIn(pdf)).toBe(6)
    expect(await bookmarksOf(pdf)).toEqual(['表紙', roomName(0), roomName(1), '共用部'])
    expect(pdf.toString('latin1')).toContain('<pdfaid:part>2</pdfaid:part>')
  })

  it('sorts by place, across, and shows before and after beside each other, without a cover', async () => {
    await take(0, places.entrance, 'before_construction', '2026-11-20T10:00:00+09:00')
    await take(0, places.entrance, 'after_construction', '2026-11-21T10:00:00+09:00')
    await take(1, places.panel, 'before_construction', '2026-11-20T11:00:00+09:00')
    const byPlace = await make({ order: 'place', cover: false, per_page: 6, orientation: 'landscape' })
    expect(await bookmarksOf(byPlace)).toEqual(['玄関', '住宅情報盤'])
    const [page] = await pagesOf(byPlace)
    expect(page).toContain('1/1')
    const { view } = await (await getDocumentProxy(new Uint8Array(byPlace))).getPage(1)
    expect(view.map(Math.round)).toEqual([0, 0, 842, 595])
    const beside = await make({ beside: true, cover: false })
    const [first] = await pagesOf(beside)
    expect(first).toMatch(/施工前No\.1.*施工中.*施工後No\.2/)
    expect(picturesIn(beside)).toBe(3)
  })

  it('says beside each other what no place asked for and what stands under another day', async () => {
    const askFor = (id: number, values: Partial<Record<PhotoTiming, boolean>>) =>
      world.inClient(client.id, db => db.updateTable('photography_place_entries').set(values).where('id', '=', id).execute())
    await askFor(places.entrance, { under_construction: false })
    await take(0, places.entrance, 'before_construction', '2026-11-20T10:00:00+09:00')
    await take(0, places.entrance, 'after_construction', '2026-11-21T10:00:00+09:00')
    expect((await pagesOf(await make({ beside: true, cover: false }))).join('')).not.toMatch(/施工中|写真なし/)
    await take(0, places.panel, 'before_construction', '2026-11-21T11:00:00+09:00')
    const words = (await pagesOf(await make({ beside: true, cover: false, order: 'date' }))).join('')
    expect(words.match(/対象外|写真なし|別の日に撮影2026年11月\d+日/g)?.toSorted()).toEqual([
      '写真なし',
      '写真なし',
      '別の日に撮影2026年11月20日',
      '別の日に撮影2026年11月21日',
      '対象外',
      '対象外',
    ])
  })

  it('leaves out what was chosen and what is hidden, and keeps the choice', async () => {
    const [kept, leftOut, hidden] = [await take(0, places.entrance), await take(0, places.panel), await take(1, places.entrance)]
    await hide(1, hidden.uuid)
    const pdf = await make({ left_out: [leftOut.uuid, randomUUID()], order: 'place' })
    expect(picturesIn(pdf)).toBe(1)
    expect((await pagesOf(pdf)).join('')).not.toContain('住宅情報盤')
    const { body } = await show()
    expect(body.photos.map(({ uuid }) => uuid)).toEqual([kept.uuid, leftOut.uuid])
    expect(body.choices).toMatchObject({ left_out: [leftOut.uuid], order: 'place', per_page: 3 })
    expect(await events()).toEqual([
      { change: { format: 'pdf', order: 'place', photos: 1, left_out: 1 }, construction_id: construction.id },
    ])
  })

  it('says what it cannot make, and keeps nothing', async () => {
    const refusals = async (body: Asked = {}) => {
      const answer = await ask(body)
      return [answer.status, answer.body.code]
    }
    expect(await refusals()).toEqual([422, 'no_photos'])
    const { uuid } = await take(0, places.entrance)
    expect(await refusals({ left_out: [uuid] })).toEqual([422, 'no_photos'])
    expect((await show()).body).toMatchObject({ choices: { left_out: [] }, last: null })
    expect(await events()).toEqual([])
  })

  it('shows the boards where they are wanted, and never the original', async () => {
    await change({ use_electronic_signboard: true })
    const photo = await take(0, places.entrance)
    const plain = await make({ with_signboard: false, cover: false })
    const boarded = await make({ with_signboard: true, cover: false })
    const view = (await world.send(guest, 'GET', photo.view_url)).raw
    const board = (await world.send(guest, 'GET', photo.signboard_url ?? '')).raw
    const has = (pdf: Buffer, jpeg: Buffer) => pdf.includes(jpeg.subarray(-200))
    const original = (await world.send(guest, 'GET', photo.file_url)).raw
    expect(createHash('sha256').update(original).digest('hex')).toBe(photo.sha256)
    expect([has(plain, view), has(plain, board), has(boarded, board)]).toEqual([true, false, true])
    // Pictures stand in a PDF byte for byte.
    expect([plain.includes(view), plain.includes(original), boarded.includes(original)]).toEqual([true, false, false])
  })

  it.each(['pdf', 'xlsx'] as const)('waits for a file reader that has stopped or is busy, and is whole then: %s', async format => {
    await change({ use_electronic_signboard: true })
    const photo = await take(0, places.entrance)
    const asked = await ask({ with_signboard: true, cover: false, format })
    const stopped = openFileReader(world.platform.settings.storageDir)
    await stopped.close()
    const { archives } = work({ ...world.platform, fileReader: stopped }, async () => undefined)
    const { id } = asked.body.job
    await expect(archives({ client_id: client.id, job_id: id })).rejects.toMatchObject({ status: 503 })
    const jobNow = async () => (await world.call(staff, 'GET /api/jobs/:id', { params: { id } })).body.job
    expect(await jobNow()).toMatchObject({ state: 'running', error: null })
    await world.runJobs()
    const job = await jobNow()
    expect(job).toMatchObject({ state: 'done' })
    const file = (await world.send(guest, 'GET', job.file_url ?? '')).raw
    if (format === 'pdf') {
      const board = (await world.send(guest, 'GET', photo.signboard_url ?? '')).raw
      expect(file.includes(board.subarray(-200))).toBe(true)
    } else expect(file.includes('xl/media/image1.')).toBe(true)
  })

  it('holds up no letter, and stops where it is when the queue says so', async () => {
    await take(0, places.entrance)
    const enqueue = vi.spyOn(world.platform.jobs, 'enqueue')
    const ids = [(await ask()).body.job.id, (await ask({ format: 'xlsx' })).body.job.id]
    expect(enqueue.mock.calls.map(([, queue]) => queue)).toEqual(['archives', 'archives'])
    enqueue.mockRestore()
    const { archives } = work(world.platform, async () => undefined)
    for (const id of ids) {
      for (const _ of [1, 2, 3])
        await expect(archives({ client_id: client.id, job_id: id }, AbortSignal.abort(new Error('another has begun')))).rejects.toThrow(
          'another has begun',
        )
      await archives({ client_id: client.id, job_id: id })
      expect((await world.call(staff, 'GET /api/jobs/:id', { params: { id } })).body.job).toMatchObject({ state: 'done' })
    }
  })

  it('is offered once it is kept, and until one that was asked for later is', async () => {
    await take(0, places.entrance)
    const makeWith = async (id: number, storage = world.platform.storage) =>
      work({ ...world.platform, storage }, async () => undefined).archives({ client_id: client.id, job_id: id })
    const [first, second, third] = [await ask(), await ask({ cover: false }), await ask()].map(({ body }) => body.job.id)
    const pages = async () => (await show()).body.last?.pages
    await makeWith(second!)
    expect(await pages()).toBe(1)
    await makeWith(first!)
    expect(await pages()).toBe(1)
    const broken = { ...world.platform.storage, keep: () => Promise.reject(new Error('a broken disk')) }
    await expect(makeWith(third!, broken)).rejects.toThrow('a broken disk')
    expect(await pages()).toBe(1)
    await makeWith(third!)
    expect(await pages()).toBe(2)
  })

  it('draws a view that is missing or torn from the original, and says so where that is gone too', async () => {
    const photos = [
      await take(0, places.entrance),
      await take(0, places.panel),
      await take(1, places.entrance),
      await take(1, places.panel),
    ]
    const keysOf = (uuid: string) =>
      world.inClient(client.id, db =>
        db
          .selectFrom('room_images as ri')
          .innerJoin('files as fi', join => join.onRef('fi.client_id', '=', 'ri.client_id').onRef('fi.id', '=', 'ri.file_id'))
          .innerJoin('files as view', join => join.onRef('view.client_id', '=', 'ri.client_id').onRef('view.id', '=', 'ri.view_file_id'))
          .where('ri.client_id', '=', client.id)
          .where('ri.uuid', '=', uuid)
          .select(['fi.storage_key as original', 'view.storage_key as view'])
          .executeTakeFirstOrThrow(),
      )
    const { storage } = world.platform
    const tear = async (storageKey: string) => {
      const staged = await storage.stage(Readable.from([(await picture('#123')).subarray(0, 300)]), {
        fileName: 'x',
        contentType: 'image/jpeg',
      })
      await storage.keep(staged, storageKey)
    }
    await storage.remove((await keysOf(photos[0]!.uuid)).view)
    await tear((await keysOf(photos[1]!.uuid)).view)
    const gone = await keysOf(photos[2]!.uuid)
    await storage.remove(gone.view)
    await tear(gone.original)
    const pdf = await make({ cover: false })
    expect(picturesIn(pdf)).toBe(3)
    expect((await pagesOf(pdf)).map(page => page.split('写真を表示できません').length - 1)).toEqual([0, 1])
  })

  it('is a workbook with the pictures in their rows', async () => {
    const second = await take(1, places.panel)
    const first = await take(0, places.entrance)
    const rows: unknown[][] = []
    const workbook = await make({ format: 'xlsx' })
    for await (const { cells } of readWorkbook(workbook, 20)) rows.push([...cells])
    expect(String(rows[0]?.[0])).toMatch(/^工事写真台帳　.+　髙﨑𠮷ビル更新工事$/)
    expect(rows[1]).toEqual(['番号', '写真', '部屋', '撮影箇所', '施工時期', '撮影日時', '工種', '施工者', '備考', 'ファイル名'])
    expect(rows.slice(2).map(([number, , room, place]) => [Number(number), room, place])).toEqual([
      [1, roomName(0), '玄関'],
      [2, roomName(1), '住宅情報盤'],
    ])
    // A moment that can be reckoned with, not its text.
    expect(rows[2]?.slice(4, 6)).toEqual(['施工前', { date: true }])
    expect((await readXlsx(workbook)).sheets[0]?.rows[2]?.[5]).toEqual(new Date('2026-11-20T10:00:00Z'))
    expect(rows[2]?.[9]).toBe('IMG_0.jpg')
    const media = [...(await unzip(workbook))].filter(([name]) => name.startsWith('xl/media/')).map(([, bytes]) => bytes)
    const sums = media.map(bytes => createHash('sha256').update(bytes).digest('hex'))
    expect(sums).toHaveLength(2)
    for (const { sha256 } of [first, second]) expect(sums).not.toContain(sha256)
    expect((await events()).map(event => event.change)).toEqual([{ format: 'xlsx', order: 'room', photos: 2, left_out: 0 }])
    // What is offered as the ledger is the PDF.
    expect((await show()).body.last).toBeNull()
  })

  it('numbers a photo in the workbook as in the PDF', async () => {
    for (const [timing, minute] of [
      ['before_construction', 1],
      ['before_construction', 2],
      ['after_construction', 3],
    ] as const)
      await take(0, places.entrance, timing, `2026-11-20T10:0${minute}:00+09:00`)
    // The second picture of a stage stands in a second row, behind the other stages of the first.
    const rows: unknown[][] = []
    for await (const { cells } of readWorkbook(await make({ format: 'xlsx', beside: true }), 20)) rows.push([...cells])
    expect(rows.slice(2).map(([number, , , , timing]) => [Number(number), timing])).toEqual([
      [1, '施工前'],
      [2, '施工後'],
      [3, '施工前'],
    ])
    const pages = await pagesOf(await make({ beside: true, cover: false }))
    expect(pages.join('').match(/施工.No\.\d/g)).toEqual(['施工前No.1', '施工後No.2', '施工前No.3'])
  })

  it('is made by the client’s own people of their own constructions', async () => {
    await take(0, places.entrance)
    const stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
    const operator = await buildPlatformPerson(world, 'operator', client)
    const answers = []
    for (const as of [stranger, craftsman, operator, guest]) answers.push((await ask({}, as)).status)
    expect(answers).toEqual([404, 403, 403, 401])
    expect(await events()).toEqual([])
  })
})

describe('GET /api/constructions/:construction_id/photo_ledger', () => {
  it('shows everybody who may see the photos what would be printed, and the last one with its date', async () => {
    await take(1, places.entrance)
    await take(0, places.entrance)
    expect((await show()).body).toMatchObject({ last: null, choices: { order: 'room', per_page: 3, orientation: 'portrait', cover: true } })
    world.setNow('2026-11-24T09:00:00+09:00')
    await make()
    const { status, body } = await show(craftsman)
    expect(status).toBe(200)
    expect(body.last).toMatchObject({ photos: 2, pages: 2, file_name: expect.stringMatching(/^工事写真台帳_.*\.pdf$/) })
    expect(body.last?.made_at).toMatch(/^2026-11-24T09:00/)
    expect((await world.send(guest, 'GET', body.last?.url ?? '')).raw.subarray(0, 5).toString()).toBe('%PDF-')
    expect(body.photos.map(({ room, room_position }) => [room?.name, room_position])).toEqual(
      expect.arrayContaining([
        [construction.rooms[0]!.name, 0],
        [construction.rooms[1]!.name, 1],
      ]),
    )
    const colleague = await buildUser(world, client, 'Craftsman', { contractorId: (await buildContractor(world, client)).id })
    const stranger = await buildUser(world, await buildClient(world), 'Staff')
    expect([(await show(colleague)).status, (await show(stranger)).status]).toEqual([404, 404])
  })

  it('goes on showing whoever asked what is being made, and how it was chosen', async () => {
    const { uuid } = await take(0, places.entrance)
    await take(0, places.panel)
    expect((await show()).body.jobs).toEqual([])
    await ask({ order: 'date' })
    const { body: pdf } = await ask({ order: 'place', left_out: [uuid] })
    const { body: workbook } = await ask({ format: 'xlsx' })
    const waiting = await show()
    expect(waiting.body.jobs).toMatchObject([
      { format: 'pdf', choices: { order: 'place', left_out: [uuid] }, job: { id: pdf.job.id, state: 'waiting' } },
      { format: 'xlsx', choices: { order: 'room', left_out: [] }, job: { id: workbook.job.id, state: 'waiting' } },
    ])
    expect([(await show(craftsman)).body.jobs, (await show(await buildUser(world, client, 'Staff'))).body.jobs]).toEqual([[], []])
    await world.runJobs()
    const { body } = await show()
    expect(body.jobs.map(({ job }) => job.state)).toEqual(['done', 'done'])
    expect((await world.send(guest, 'GET', body.jobs[1]?.job.file_url ?? '')).raw.subarray(0, 2).toString()).toBe('PK')
  })
})

describe('POST /api/constructions/:construction_id/photo_ledger/preview', () => {
  const look = (body: Asked & { page?: number } = {}, as: Caller = staff) =>
    world.call(as, 'POST /api/constructions/:construction_id/photo_ledger/preview', { params: params(), body })
  /** The photos of a picture, in their order. */
  const photosIn = (picture: string) =>
    [...picture.matchAll(/xlink:href="data:image\/jpeg;base64,([^"]+)"/g)].map(([, bytes = '']) => Buffer.from(bytes, 'base64'))

  /** How far below each line of a header its box goes on. */
  const roomBelowLines = (picture: string) => {
    const heights = new Map(
      [...picture.matchAll(/<clipPath id="(\w+)">\s*<path d="M 0 0h \S+ v (\S+) /g)].map(([, id, high]) => [id, Number(high)]),
    )
    const lines = picture.matchAll(/clip-path="url\(#(\w+)\)">\s*<g>\s*<g class="typst-text" transform="matrix\(1 0 0 -1 \S+ (\S+)\)">/g)
    return [...lines].map(([, id, baseline]) => (heights.get(id) ?? 0) - Number(baseline))
  }

  it('draws the very pages of the ledger, each alone with its own photos and no larger than they are shown', async () => {
    await change({ use_electronic_signboard: true })
    for (const timing of ['before_construction', 'after_construction'] as const) await take(0, places.entrance, timing)
    const last = await take(1, places.entrance)
    const pictures = []
    for (const page of [2, 3]) {
      const { status, body } = await look({ page, per_page: 2 })
      expect([status, body.pages]).toEqual([200, 3])
      expect(body.picture).toMatch(/^<svg [^>]*viewBox="0 0 595\.\d+ 841\.\d+" /)
      expect(body.picture).not.toContain('<script')
      pictures.push(body.picture)
    }
    expect(pictures.map(picture => photosIn(picture).length)).toEqual([2, 1])
    // Characters reach below their line by a tenth of their 9 points.
    const below = roomBelowLines(pictures[0]!)
    expect([below.length, below.every(points => points > 1)]).toEqual([3, true])
    const board = (await world.send(guest, 'GET', last.signboard_url ?? '')).raw
    expect((await sharp(photosIn(pictures[1]!)[0]).stats()).channels[0]?.mean).toBeCloseTo(
      (await sharp(board).stats()).channels[0]!.mean,
      -1,
    )
    const { body: narrow } = await look({ page: 1, beside: true, cover: false, left_out: [last.uuid] })
    expect([narrow.pages, photosIn(narrow.picture).length]).toEqual([1, 2])
    expect((await sharp(photosIn(narrow.picture)[0]).metadata()).width).toBeLessThan(400)
    // Looking keeps nothing.
    expect((await show()).body.choices).toMatchObject({ beside: false, left_out: [] })
    expect(await events()).toEqual([])
  })

  it('says which page there is not, and what no ledger could be made of', async () => {
    expect((await look()).body.code).toBe('no_photos')
    const { uuid } = await take(0, places.entrance)
    const beyond = await look({ page: 3 })
    expect([beyond.status, beyond.body.code, beyond.body.errors?.full_messages]).toEqual([
      404,
      'no_such_page',
      ['このページはありません。全部で2ページです。'],
    ])
    expect((await look({ left_out: [uuid] })).status).toBe(422)
    expect((await look({ page: 0 })).status).toBe(422)
  })

  it('is seen by whoever may see the photos', async () => {
    await take(0, places.entrance)
    const stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
    const colleague = await buildUser(world, client, 'Craftsman', { contractorId: (await buildContractor(world, client)).id })
    const statuses = []
    for (const as of [craftsman, colleague, stranger, guest]) statuses.push((await look({ page: 2 }, as)).status)
    expect(statuses).toEqual([200, 404, 404, 401])
  })
})
