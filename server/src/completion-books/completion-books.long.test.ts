import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { getDocumentProxy } from 'unpdf'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../test/build.ts'
import { type BookSite, buildBookSite, textOf } from '../../test/book-site.ts'
import { zipOf } from '../../test/multipart.ts'
import { openWorld } from '../../test/world.ts'
import { erasePeople } from '../retention/retention.ts'

const world = await openWorld()
let site: BookSite

beforeEach(async () => {
  world.setNow('2026-12-05T10:00:00+09:00')
  site = await buildBookSite(world)
})

const pdfOf = async (pages: number, size: [number, number] = [595, 842]) => {
  const document = await PDFDocument.create()
  for (let at = 0; at < pages; at += 1) document.addPage(size).drawText(`Warranty ${at + 1}`)
  return document
}
const bytesOf = async (document: PDFDocument) => Buffer.from(await document.save())

describe('the making of a completion book', () => {
  it('draws again only what has changed, and keeps earlier editions with their date', async () => {
    const first = await site.take(0, '#aa3322')
    await site.take(2, '#22aa33')
    await site.closeAll()
    const { edition } = await site.make()
    const before = await site.chunks()
    world.setNow('2026-12-06T09:00:00+09:00')
    await site.make()
    expect(await site.chunks()).toEqual(before)
    const changed = await world.call(
      site.staff,
      'PATCH /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid/signboard',
      {
        params: { ...site.ofRoom(0), image_uuid: first.uuid },
        body: { signboard: { hidden: false, note: '訂正' } },
      },
    )
    expect(changed.body.errors).toBeUndefined()
    const { shown } = await site.make()
    const after = await site.chunks()
    const kept = new Set(before.map(({ file_id }) => file_id))
    expect(after.filter(({ file_id }) => !kept.has(file_id))).toHaveLength(1)
    expect(after).toHaveLength(before.length)
    expect(shown.editions.map(({ number, made_at }) => [number, made_at])).toEqual([
      [3, '2026-12-06T09:00:00+09:00'],
      [2, '2026-12-06T09:00:00+09:00'],
      [1, '2026-12-05T10:00:00+09:00'],
    ])
    expect(shown.editions[2]).toMatchObject({ id: edition.id, pages: edition.pages })
  })

  it('names people only where that was chosen', async () => {
    await site.closeAll()
    const without = (await textOf((await site.make()).files[0]!)).join('')
    expect(without).not.toContain('鈴木一郎')
    expect(without).not.toContain('髙橋職人')
    expect(without).toContain('サインは社内に保管')
    const { files, edition } = await site.make({ with_names: true })
    const named = (await textOf(files[0]!)).join('')
    expect(named).toContain('鈴木一郎')
    expect(named).toContain('髙橋職人')
    expect(edition).toMatchObject({ number: 2, with_names: true })
  })

  it('makes one edition of a job that is delivered twice', async () => {
    await site.closeAll()
    const asked = await site.ask()
    const data = { client_id: site.client.id, job_id: asked.body.making.job_id }
    await world.platform.jobs.enqueue({} as never, 'archives', data)
    await world.runJobs()
    expect((await site.show()).editions).toHaveLength(1)
  })

  it('is not made when a room was opened again meanwhile', async () => {
    await site.closeAll()
    const admin = await buildUser(world, site.client, 'Staff_Admin')
    await site.ask()
    await world.call(admin, 'DELETE /api/constructions/:construction_id/rooms/:room_id/close', { params: site.ofRoom(1) })
    await world.runJobs()
    expect(await site.show()).toMatchObject({
      making: { state: 'failed', error: '完了確定していない部屋があります。（1件）' },
      editions: [],
    })
  })

  it('binds attached PDFs and pictures, and names what has to be apart', async () => {
    await site.closeAll()
    const rotated = await pdfOf(2)
    rotated.getPage(1).setRotation(degrees(90))
    await site.attach('保証書', '保証書.pdf', await bytesOf(rotated))
    await site.attach(
      '鍵の写真',
      '写真.jpg',
      await sharp({ create: { width: 800, height: 600, channels: 3, background: '#456' } })
        .jpeg()
        .toBuffer(),
    )
    await site.attach('施工計画書', '計画.docx', docx)
    const locked = await pdfOf(1)
    locked.encrypt({ userPassword: 'secret', ownerPassword: 'owner' })
    await site.attach('設計図', '設計図.pdf', await bytesOf(locked))
    await site.read()
    const before = await site.show()
    expect(before.attachments.map(({ title, pages, why_not }) => [title, pages, why_not])).toEqual([
      ['保証書', 2, null],
      ['鍵の写真', 1, null],
      ['施工計画書', null, 'ExcelやWordのファイル'],
      ['設計図', null, 'パスワード付き'],
    ])
    const { edition, files } = await site.make()
    const pages = await textOf(files[0]!)
    const warranty = pages.findIndex(page => page.includes('Warranty1'))
    // Beside the number that its author gave it.
    expect(pages[warranty]).toContain(`完成図書${warranty + 1}/${edition.pages}`)
    expect(pages[warranty + 1]).toContain('Warranty2')
    expect(pages[warranty + 1]).toContain(`完成図書${warranty + 2}/${edition.pages}`)
    expect(pages[warranty + 2]).toContain('鍵の写真')
    expect(pages[warranty + 2]).toContain(`${warranty + 3}/${edition.pages}`)
    expect(pages[warranty + 2]).not.toContain(`完成図書${warranty + 3}/`)
    expect(edition.notes).toEqual(['「施工計画書」は別添です。（ExcelやWordのファイル）', '「設計図」は別添です。（パスワード付き）'])
    expect(pages.join('')).toContain('別添（パスワード付き）')
    expect(pages.join('')).toContain('綴じ込み（2ページ）')
    expect(pages.find(page => page.includes('受領したもの'))).toContain(
      '保証書・取扱説明書（保証書、鍵の写真、施工計画書・別添、設計図・別添）',
    )
    // Foreign pages promise nothing that is to be kept for ever.
    expect(files[0]!.toString('latin1')).not.toContain('pdfaid')
    const { files: fewer } = await site.make({ left_out: before.attachments.slice(0, 1).map(({ key }) => key) })
    expect((await textOf(fewer[0]!)).join('')).not.toContain('Warranty')
  })

  it('is bound in volumes with page numbers that run through, each with its own cover', async () => {
    await site.closeAll()
    await site.attach('取扱説明書1', '説明書1.pdf', await bytesOf(await pdfOf(290)))
    await site.attach('取扱説明書2', '説明書2.pdf', await bytesOf(await pdfOf(280)))
    const { edition, files, shown } = await site.make()
    expect(files).toHaveLength(2)
    expect(edition.volumes.map(({ file_name }) => file_name.replace(/^.*版_/, ''))).toEqual(['第1分冊.pdf', '第2分冊.pdf'])
    for (const { pages, byte_size } of edition.volumes) {
      expect(pages).toBeLessThanOrEqual(500)
      expect(byte_size).toBeLessThan(150 * 1024 * 1024)
    }
    const [one, two] = [await textOf(files[0]!), await textOf(files[1]!)]
    expect(edition.pages).toBe(one.length + two.length)
    expect(one[0]).toContain('第1分冊（全2分冊）')
    expect(one[1]).toContain('第2分冊')
    expect(two[0]).toContain('第2分冊（全2分冊）')
    expect(two[0]).toContain(`${one.length + 1}/${edition.pages}`)
    expect(two.at(-1)).toContain(`${edition.pages}/${edition.pages}`)
    // What stands in the other volume is another file, to which nothing leads.
    const first = await getDocumentProxy(new Uint8Array(files[0]!))
    const named = ((await (await first.getPage(2)).getAnnotations()) as { dest: string }[]).map(({ dest }) => dest)
    expect(named).toContain('page-2')
    for (const name of named) expect(await first.getDestination(name)).not.toBeNull()
    expect(shown.volumes).toHaveLength(2)
    expect(shown.completion_book?.file_name).toBe(shown.volumes[0]?.file_name)
    const { body } = await world.call(site.staff, 'GET /api/constructions/:id', { params: { id: site.construction.id } })
    expect(body.construction.completion_book_volumes).toHaveLength(2)
  })

  it('leaves a photo out that was hidden since, and says of one that is torn that it cannot be shown', async () => {
    const hidden = await site.take(0, '#aa3322')
    await site.take(2, '#22aa33')
    await site.closeAll()
    const { files } = await site.make()
    expect(picturesIn(files[0]!)).toBe(2)
    const admin = await buildUser(world, site.client, 'Staff_Admin')
    await world.call(admin, 'DELETE /api/constructions/:construction_id/rooms/:room_id/close', { params: site.ofRoom(0) })
    const { status } = await world.call(site.staff, 'DELETE /api/constructions/:construction_id/rooms/:room_id/room_images/:image_uuid', {
      params: { ...site.ofRoom(0), image_uuid: hidden.uuid },
    })
    expect(status).toBe(200)
    await site.close(0)
    const { files: fewer } = await site.make()
    expect(picturesIn(fewer[0]!)).toBe(1)
    // Every copy of what is left lies on a disk that has lost it.
    const stored = await world.inClient(site.client.id, db =>
      db
        .selectFrom('files')
        .where('client_id', '=', site.client.id)
        .where('content_type', 'like', 'image/%')
        .select(['storage_key'])
        .execute(),
    )
    for (const { storage_key } of stored) await world.platform.storage.remove(storage_key)
    await world.inClient(site.client.id, db => db.deleteFrom('completion_book_chunks').where('client_id', '=', site.client.id).execute())
    const { edition, files: torn } = await site.make()
    expect((await textOf(torn[0]!)).join('')).toContain('写真を表示できません')
    expect(edition.notes).toContain('201　玄関　施工前の画像を表示できませんでした。')
  })

  it('holds no photo, a long name, and a character that no font has', async () => {
    await world.inClient(site.client.id, db =>
      db
        .updateTable('rooms')
        .set({
          name: '東棟メゾネット上階ゲストルーム兼管理員控室第二号二〇一号室',
          special_report: `${'長い特記事項です。'.repeat(1100)}🏠`,
        })
        .where('client_id', '=', site.client.id)
        .where('id', '=', site.construction.rooms[0]!.id)
        .execute(),
    )
    await site.closeAll()
    const { edition, files } = await site.make({ with_names: true })
    expect((await textOf(files[0]!)).join('')).toContain('東棟メゾネット上階ゲストルーム')
    expect(edition.notes).toEqual([])
  })

  it('says in a sentence that the disk is full, offers nothing that is half made, and goes on from what was drawn', async () => {
    await site.closeAll()
    const { storage } = world.platform
    const { stage } = storage
    let left = 3
    // A disk with room for three chunks more.
    storage.stage = (...file) =>
      left-- > 0 ? stage(...file) : Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }))
    const { body } = await site.ask()
    const data = { client_id: site.client.id, job_id: body.making.job_id }
    try {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await world.runJobs().catch(() => undefined)
        await world.platform.jobs.enqueue({} as never, 'archives', data)
      }
    } finally {
      storage.stage = stage
    }
    expect(await site.show()).toMatchObject({
      editions: [],
      completion_book: null,
      making: { state: 'failed', error: 'サーバーの保存容量が不足しているため作成できませんでした。システム管理者にご連絡ください。' },
    })
    const drawn = await site.chunks()
    expect(drawn).toHaveLength(3)
    await site.make()
    expect(await site.chunks()).toEqual(expect.arrayContaining(drawn))
  })

  it('is named by the report of an erasure where it names people, and its drawn pages go', async () => {
    await site.closeAll()
    await site.make({ with_names: true })
    world.setNow('2028-01-10T03:00:00+09:00')
    await erasePeople(world.platform)
    const staff = await buildUser(world, site.client, 'Staff')
    const rows = await world.inClient(site.client.id, db =>
      db.selectFrom('events').where('client_id', '=', site.client.id).where('kind', '=', 'residents.erased').select('change').execute(),
    )
    expect(rows.map(({ change }) => change)).toContainEqual({ signer_name: 'erased', completion_books: ['第1版 2026-12-05'] })
    expect(await site.chunks()).toEqual([])
    // Sessions have ended meanwhile.
    expect((await site.show(staff)).editions).toHaveLength(1)
  })
})

/** How many photos a PDF shows. */
const picturesIn = (pdf: Buffer) => pdf.toString('latin1').split('/DCTDecode').length - 1

const docx = zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' })
