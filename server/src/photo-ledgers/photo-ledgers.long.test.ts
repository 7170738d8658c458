import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PhotoTiming } from '@toguchi/domain/photos/labels'
import { buildUser } from '../../test/build.ts'
import { buildLedgerSite, type LedgerSite, pictureOf, picturesIn } from '../../test/ledger-site.ts'
import { pagesOf } from '../../test/printed.ts'
import { guest, openWorld } from '../../test/world.ts'
import { openFileReader } from '../file-reader/file-reader.ts'
import { readWorkbook } from '../file-reader/read-workbook.ts'
import { work } from '../work.ts'

const world = await openWorld()
let site: LedgerSite

beforeEach(async () => {
  world.setNow('2026-11-23T10:00:00+09:00')
  site = await buildLedgerSite(world)
})

describe('a photo ledger', () => {
  it('says beside each other what no place asked for and what stands under another day', async () => {
    const askFor = (id: number, values: Partial<Record<PhotoTiming, boolean>>) =>
      world.inClient(site.client.id, db => db.updateTable('photography_place_entries').set(values).where('id', '=', id).execute())
    await askFor(site.places.entrance, { under_construction: false })
    await site.take(0, site.places.entrance, 'before_construction', '2026-11-20T10:00:00+09:00')
    await site.take(0, site.places.entrance, 'after_construction', '2026-11-21T10:00:00+09:00')
    expect((await pagesOf(await site.make({ beside: true, cover: false }))).join('')).not.toMatch(/施工中|写真なし/)
    await site.take(0, site.places.panel, 'before_construction', '2026-11-21T11:00:00+09:00')
    const words = (await pagesOf(await site.make({ beside: true, cover: false, order: 'date' }))).join('')
    expect(words.match(/対象外|写真なし|別の日に撮影2026年11月\d+日/g)?.toSorted()).toEqual([
      '写真なし',
      '写真なし',
      '別の日に撮影2026年11月20日',
      '別の日に撮影2026年11月21日',
      '対象外',
      '対象外',
    ])
  })

  it('shows the boards where they are wanted, and never the original', async () => {
    await site.change({ use_electronic_signboard: true })
    const photo = await site.take(0, site.places.entrance)
    const plain = await site.make({ with_signboard: false, cover: false })
    const boarded = await site.make({ with_signboard: true, cover: false })
    const view = (await world.send(guest, 'GET', photo.view_url)).raw
    const board = (await world.send(guest, 'GET', photo.signboard_url ?? '')).raw
    const has = (pdf: Buffer, jpeg: Buffer) => pdf.includes(jpeg.subarray(-200))
    const original = (await world.send(guest, 'GET', photo.file_url)).raw
    expect(createHash('sha256').update(original).digest('hex')).toBe(photo.sha256)
    expect([has(plain, view), has(plain, board), has(boarded, board)]).toEqual([true, false, true])
    // Pictures stand in a PDF byte for byte.
    expect([plain.includes(view), plain.includes(original), boarded.includes(original)]).toEqual([true, false, false])
  })

  it('draws a view that is missing or torn from the original, and says so where that is gone too', async () => {
    const photos = [
      await site.take(0, site.places.entrance),
      await site.take(0, site.places.panel),
      await site.take(1, site.places.entrance),
      await site.take(1, site.places.panel),
    ]
    const keysOf = (uuid: string) =>
      world.inClient(site.client.id, db =>
        db
          .selectFrom('room_images as ri')
          .innerJoin('files as fi', join => join.onRef('fi.client_id', '=', 'ri.client_id').onRef('fi.id', '=', 'ri.file_id'))
          .innerJoin('files as view', join => join.onRef('view.client_id', '=', 'ri.client_id').onRef('view.id', '=', 'ri.view_file_id'))
          .where('ri.client_id', '=', site.client.id)
          .where('ri.uuid', '=', uuid)
          .select(['fi.storage_key as original', 'view.storage_key as view'])
          .executeTakeFirstOrThrow(),
      )
    const { storage } = world.platform
    const tear = async (storageKey: string) => {
      const staged = await storage.stage(Readable.from([(await pictureOf('#123')).subarray(0, 300)]), {
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
    const pdf = await site.make({ cover: false })
    expect(picturesIn(pdf)).toBe(3)
    expect((await pagesOf(pdf)).map(page => page.split('写真を表示できません').length - 1)).toEqual([0, 1])
  })

  it('numbers a photo in the workbook as in the PDF', async () => {
    for (const [timing, minute] of [
      ['before_construction', 1],
      ['before_construction', 2],
      ['after_construction', 3],
    ] as const)
      await site.take(0, site.places.entrance, timing, `2026-11-20T10:0${minute}:00+09:00`)
    // The second picture of a stage stands in a second row, behind the other stages of the first.
    const rows: unknown[][] = []
    for await (const { cells } of readWorkbook(await site.make({ format: 'xlsx', beside: true }), 20)) rows.push([...cells])
    expect(rows.slice(2).map(([number, , , , timing]) => [Number(number), timing])).toEqual([
      [1, '施工前'],
      [2, '施工後'],
      [3, '施工前'],
    ])
    const pages = await pagesOf(await site.make({ beside: true, cover: false }))
    expect(pages.join('').match(/施工.No\.\d/g)).toEqual(['施工前No.1', '施工後No.2', '施工前No.3'])
  })
})

describe('the making of a photo ledger', () => {
  it.each(['pdf', 'xlsx'] as const)('waits for a file reader that has stopped or is busy, and is whole then: %s', async format => {
    await site.change({ use_electronic_signboard: true })
    const photo = await site.take(0, site.places.entrance)
    const asked = await site.ask({ with_signboard: true, cover: false, format })
    const stopped = openFileReader(world.platform.settings.storageDir)
    await stopped.close()
    const { archives } = work({ ...world.platform, fileReader: stopped }, async () => undefined)
    const { id } = asked.body.job
    await expect(archives({ client_id: site.client.id, job_id: id })).rejects.toMatchObject({ status: 503 })
    const jobNow = async () => (await world.call(site.staff, 'GET /api/jobs/:id', { params: { id } })).body.job
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
    await site.take(0, site.places.entrance)
    const enqueue = vi.spyOn(world.platform.jobs, 'enqueue')
    const ids = [(await site.ask()).body.job.id, (await site.ask({ format: 'xlsx' })).body.job.id]
    expect(enqueue.mock.calls.map(([, queue]) => queue)).toEqual(['archives', 'archives'])
    enqueue.mockRestore()
    const { archives } = work(world.platform, async () => undefined)
    for (const id of ids) {
      for (const _ of [1, 2, 3])
        await expect(
          archives({ client_id: site.client.id, job_id: id }, AbortSignal.abort(new Error('another has begun'))),
        ).rejects.toThrow('another has begun')
      await archives({ client_id: site.client.id, job_id: id })
      expect((await world.call(site.staff, 'GET /api/jobs/:id', { params: { id } })).body.job).toMatchObject({ state: 'done' })
    }
  })

  it('is offered once it is kept, and until one that was asked for later is', async () => {
    await site.take(0, site.places.entrance)
    const makeWith = async (id: number, storage = world.platform.storage) =>
      work({ ...world.platform, storage }, async () => undefined).archives({ client_id: site.client.id, job_id: id })
    const [first, second, third] = [await site.ask(), await site.ask({ cover: false }), await site.ask()].map(({ body }) => body.job.id)
    const pages = async () => (await site.show()).body.last?.pages
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

  it('goes on showing whoever asked what is being made, and how it was chosen', async () => {
    const { uuid } = await site.take(0, site.places.entrance)
    await site.take(0, site.places.panel)
    expect((await site.show()).body.jobs).toEqual([])
    await site.ask({ order: 'date' })
    const { body: pdf } = await site.ask({ order: 'place', left_out: [uuid] })
    const { body: workbook } = await site.ask({ format: 'xlsx' })
    const waiting = await site.show()
    expect(waiting.body.jobs).toMatchObject([
      { format: 'pdf', choices: { order: 'place', left_out: [uuid] }, job: { id: pdf.job.id, state: 'waiting' } },
      { format: 'xlsx', choices: { order: 'room', left_out: [] }, job: { id: workbook.job.id, state: 'waiting' } },
    ])
    expect([
      (await site.show(site.craftsman)).body.jobs,
      (await site.show(await buildUser(world, site.client, 'Staff'))).body.jobs,
    ]).toEqual([[], []])
    await world.runJobs()
    const { body } = await site.show()
    expect(body.jobs.map(({ job }) => job.state)).toEqual(['done', 'done'])
    expect((await world.send(guest, 'GET', body.jobs[1]?.job.file_url ?? '')).raw.subarray(0, 2).toString()).toBe('PK')
  })
})
