import { createHash, randomUUID } from 'node:crypto'
import { readXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { getDocumentProxy } from 'unpdf'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildClient, buildContractor, buildPlatformPerson, buildUser } from '../../test/build.ts'
import { type AskedLedger, bookmarksOf, buildLedgerSite, type LedgerSite, picturesIn } from '../../test/ledger-site.ts'
import { pagesOf } from '../../test/printed.ts'
import { unzip } from '../../test/unzip.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'
import { readWorkbook } from '../file-reader/read-workbook.ts'

const world = await openWorld()
let site: LedgerSite

beforeEach(async () => {
  world.setNow('2026-11-23T10:00:00+09:00')
  site = await buildLedgerSite(world)
})

describe('POST /api/constructions/:construction_id/photo_ledger', () => {
  it('prints a cover, and three photos a page under the names of their rooms', async () => {
    for (const timing of ['before_construction', 'under_construction', 'after_construction'] as const)
      await site.take(0, site.places.entrance, timing)
    await site.take(0, site.places.panel)
    await site.take(1, site.places.entrance)
    await site.take(null, site.places.common)
    await site.change({ contract_period_start_on: '2026-11-01', contract_period_end_on: '2026-12-20', owners_association: '髙﨑管理組合' })
    const pdf = await site.make()
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
      site.roomName(0),
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
    for (const words of [`${site.roomName(0)}（つづき）`, '住宅情報盤', site.roomName(1), '共用部', '集合玄関', 'No.6', '3/3'])
      expect(pages[2]).toContain(words)
    expect(picturesIn(pdf)).toBe(6)
    expect(await bookmarksOf(pdf)).toEqual(['表紙', site.roomName(0), site.roomName(1), '共用部'])
    expect(pdf.toString('latin1')).toContain('<pdfaid:part>2</pdfaid:part>')
  })

  it('sorts by place, across, and shows before and after beside each other, without a cover', async () => {
    await site.take(0, site.places.entrance, 'before_construction', '2026-11-20T10:00:00+09:00')
    await site.take(0, site.places.entrance, 'after_construction', '2026-11-21T10:00:00+09:00')
    await site.take(1, site.places.panel, 'before_construction', '2026-11-20T11:00:00+09:00')
    const byPlace = await site.make({ order: 'place', cover: false, per_page: 6, orientation: 'landscape' })
    expect(await bookmarksOf(byPlace)).toEqual(['玄関', '住宅情報盤'])
    const [page] = await pagesOf(byPlace)
    expect(page).toContain('1/1')
    const { view } = await (await getDocumentProxy(new Uint8Array(byPlace))).getPage(1)
    expect(view.map(Math.round)).toEqual([0, 0, 842, 595])
    const beside = await site.make({ beside: true, cover: false })
    const [first] = await pagesOf(beside)
    expect(first).toMatch(/施工前No\.1.*施工中.*施工後No\.2/)
    expect(picturesIn(beside)).toBe(3)
  })

  it('leaves out what was chosen and what is hidden, and keeps the choice', async () => {
    const [kept, leftOut, hidden] = [
      await site.take(0, site.places.entrance),
      await site.take(0, site.places.panel),
      await site.take(1, site.places.entrance),
    ]
    await site.hide(1, hidden.uuid)
    const pdf = await site.make({ left_out: [leftOut.uuid, randomUUID()], order: 'place' })
    expect(picturesIn(pdf)).toBe(1)
    expect((await pagesOf(pdf)).join('')).not.toContain('住宅情報盤')
    const { body } = await site.show()
    expect(body.photos.map(({ uuid }) => uuid)).toEqual([kept.uuid, leftOut.uuid])
    expect(body.choices).toMatchObject({ left_out: [leftOut.uuid], order: 'place', per_page: 3 })
    expect(await site.events()).toEqual([
      { change: { format: 'pdf', order: 'place', photos: 1, left_out: 1 }, construction_id: site.construction.id },
    ])
  })

  it('says what it cannot make, and keeps nothing', async () => {
    const refusals = async (body: AskedLedger = {}) => {
      const answer = await site.ask(body)
      return [answer.status, answer.body.code]
    }
    expect(await refusals()).toEqual([422, 'no_photos'])
    const { uuid } = await site.take(0, site.places.entrance)
    expect(await refusals({ left_out: [uuid] })).toEqual([422, 'no_photos'])
    expect((await site.show()).body).toMatchObject({ choices: { left_out: [] }, last: null })
    expect(await site.events()).toEqual([])
  })

  it('is a workbook with the pictures in their rows', async () => {
    const second = await site.take(1, site.places.panel)
    const first = await site.take(0, site.places.entrance)
    const rows: unknown[][] = []
    const workbook = await site.make({ format: 'xlsx' })
    for await (const { cells } of readWorkbook(workbook, 20)) rows.push([...cells])
    expect(String(rows[0]?.[0])).toMatch(/^工事写真台帳　.+　髙﨑𠮷ビル更新工事$/)
    expect(rows[1]).toEqual(['番号', '写真', '部屋', '撮影箇所', '施工時期', '撮影日時', '工種', '施工者', '備考', 'ファイル名'])
    expect(rows.slice(2).map(([number, , room, place]) => [Number(number), room, place])).toEqual([
      [1, site.roomName(0), '玄関'],
      [2, site.roomName(1), '住宅情報盤'],
    ])
    // A moment that can be reckoned with, not its text.
    expect(rows[2]?.slice(4, 6)).toEqual(['施工前', { date: true }])
    expect((await readXlsx(workbook)).sheets[0]?.rows[2]?.[5]).toEqual(new Date('2026-11-20T10:00:00Z'))
    expect(rows[2]?.[9]).toBe('IMG_0.jpg')
    const media = [...(await unzip(workbook))].filter(([name]) => name.startsWith('xl/media/')).map(([, bytes]) => bytes)
    const sums = media.map(bytes => createHash('sha256').update(bytes).digest('hex'))
    expect(sums).toHaveLength(2)
    for (const { sha256 } of [first, second]) expect(sums).not.toContain(sha256)
    expect((await site.events()).map(event => event.change)).toEqual([{ format: 'xlsx', order: 'room', photos: 2, left_out: 0 }])
    // What is offered as the ledger is the PDF.
    expect((await site.show()).body.last).toBeNull()
  })

  it('is made by the client’s own people of their own constructions', async () => {
    await site.take(0, site.places.entrance)
    const stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
    const operator = await buildPlatformPerson(world, 'operator', site.client)
    const answers = []
    for (const as of [stranger, site.craftsman, operator, guest]) answers.push((await site.ask({}, as)).status)
    expect(answers).toEqual([404, 403, 403, 401])
    expect(await site.events()).toEqual([])
  })
})

describe('GET /api/constructions/:construction_id/photo_ledger', () => {
  it('shows everybody who may see the photos what would be printed, and the last one with its date', async () => {
    await site.take(1, site.places.entrance)
    await site.take(0, site.places.entrance)
    expect((await site.show()).body).toMatchObject({
      last: null,
      choices: { order: 'room', per_page: 3, orientation: 'portrait', cover: true },
    })
    world.setNow('2026-11-24T09:00:00+09:00')
    await site.make()
    const { status, body } = await site.show(site.craftsman)
    expect(status).toBe(200)
    expect(body.last).toMatchObject({ photos: 2, pages: 2, file_name: expect.stringMatching(/^工事写真台帳_.*\.pdf$/) })
    expect(body.last?.made_at).toMatch(/^2026-11-24T09:00/)
    expect((await world.send(guest, 'GET', body.last?.url ?? '')).raw.subarray(0, 5).toString()).toBe('%PDF-')
    expect(body.photos.map(({ room, room_position }) => [room?.name, room_position])).toEqual(
      expect.arrayContaining([
        [site.construction.rooms[0]!.name, 0],
        [site.construction.rooms[1]!.name, 1],
      ]),
    )
    const colleague = await buildUser(world, site.client, 'Craftsman', { contractorId: (await buildContractor(world, site.client)).id })
    const stranger = await buildUser(world, await buildClient(world), 'Staff')
    expect([(await site.show(colleague)).status, (await site.show(stranger)).status]).toEqual([404, 404])
  })
})

describe('POST /api/constructions/:construction_id/photo_ledger/preview', () => {
  const look = (body: AskedLedger & { page?: number } = {}, as: Caller = site.staff) =>
    world.call(as, 'POST /api/constructions/:construction_id/photo_ledger/preview', { params: site.params, body })
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
    await site.change({ use_electronic_signboard: true })
    for (const timing of ['before_construction', 'after_construction'] as const) await site.take(0, site.places.entrance, timing)
    const last = await site.take(1, site.places.entrance)
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
    expect((await site.show()).body.choices).toMatchObject({ beside: false, left_out: [] })
    expect(await site.events()).toEqual([])
  })

  it('says which page there is not, and what no ledger could be made of', async () => {
    expect((await look()).body.code).toBe('no_photos')
    const { uuid } = await site.take(0, site.places.entrance)
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
    await site.take(0, site.places.entrance)
    const stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
    const colleague = await buildUser(world, site.client, 'Craftsman', { contractorId: (await buildContractor(world, site.client)).id })
    const statuses = []
    for (const as of [site.craftsman, colleague, stranger, guest]) statuses.push((await look({ page: 2 }, as)).status)
    expect(statuses).toEqual([200, 404, 404, 401])
  })
})
