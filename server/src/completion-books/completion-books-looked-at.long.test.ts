import { randomUUID } from 'node:crypto'
import { type BookSection, usualBook } from '@toguchi/domain/completion-books/sections'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildPlatformPerson, buildUser } from '../../test/build.ts'
import { bookmarksOf, type BookSite, buildBookSite } from '../../test/book-site.ts'
import { multipart, zipOf } from '../../test/multipart.ts'
import { type Caller, openWorld } from '../../test/world.ts'

const world = await openWorld()
let site: BookSite

beforeEach(async () => {
  world.setNow('2026-12-05T10:00:00+09:00')
  site = await buildBookSite(world)
})

const docx = zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' })
const ownerQuery = async (text: string) => {
  const owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
  await owner.query(text).finally(() => owner.end())
}

describe('editions and manuals for the office', () => {
  const shownTo = async (as: Caller) => {
    const { editions, attachments, completion_book } = await site.show(as)
    const { body } = await world.call(as, 'GET /api/constructions/:id', { params: { id: site.construction.id } })
    return {
      editions: editions.map(({ number }) => number),
      manuals: attachments.map(({ title }) => title),
      hasNewest: [completion_book !== null, body.construction.completion_book !== null],
    }
  }

  it('are not for craftsmen: names, and manuals that are not for the app', async () => {
    await site.make({ interim: true, sections: ['rooms'], with_names: true })
    expect(await shownTo(site.craftsman)).toEqual({ editions: [], manuals: [], hasNewest: [false, false] })
    await site.make({ interim: true, sections: ['rooms'], with_names: false })
    const { body, headers } = multipart(
      { 'handling_equipment[uuid]': randomUUID(), 'handling_equipment[file_name]': '社内用', 'handling_equipment[for_app]': 'false' },
      { name: 'handling_equipment[file]', fileName: 'manual.docx', bytes: docx },
    )
    const kept = await world.send(site.staff, 'POST', `/api/constructions/${site.construction.id}/handling_equipments`, body, headers)
    expect(kept.status).toBe(201)
    await site.make({ interim: true, sections: ['attachment_files'], with_names: false, left_out: [] })
    expect(await shownTo(site.craftsman)).toEqual({ editions: [2], manuals: [], hasNewest: [true, true] })
    const ofOffice = { editions: [3, 2, 1], manuals: ['社内用'], hasNewest: [true, true] }
    expect(await shownTo(site.staff)).toEqual(ofOffice)
    expect(await shownTo(await buildPlatformPerson(world, 'operator', site.client))).toEqual(ofOffice)
  })
})

describe('a look at a completion book', () => {
  it('has changed when its parts were put in another order', async () => {
    const sections = ['rooms', 'participants'] as const
    const choose = (order: readonly (typeof sections)[number][]) =>
      world.call(site.staff, 'PATCH /api/constructions/:construction_id/completion_book', {
        params: site.params,
        body: { completion_book: { sections: [...order], with_names: false, left_out: [] } },
      })
    expect((await choose(sections)).status).toBe(200)
    world.setNow('2026-12-05T10:30:00+09:00')
    await site.make({ interim: true, sections: [...sections] })
    expect((await site.show()).changed_since).toBe(false)
    world.setNow('2026-12-05T11:00:00+09:00')
    await choose(sections.toReversed())
    expect((await site.show()).changed_since).toBe(true)
  })

  it('is compared with what would be made now once for all looks, until something happens', async () => {
    await site.make({ interim: true, sections: ['rooms'] })
    await site.complete(0)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const look = async () => {
      query.mockClear()
      const { changed_since } = await site.show()
      return { changed_since, statements: query.mock.calls.length }
    }
    const [first, second] = [await look(), await look()]
    expect([first.changed_since, second.changed_since]).toEqual([true, true])
    expect(second.statements).toBeLessThan(first.statements)
    await site.make({ interim: true, sections: ['rooms'] })
    expect((await look()).changed_since).toBe(false)
    // The name of a wing is no event of the construction.
    await world.inClient(site.client.id, db =>
      sql`update room_blocks set name = '新館' where client_id = ${site.client.id} and construction_id = ${site.construction.id}`.execute(
        db,
      ),
    )
    expect((await look()).changed_since).toBe(true)
    await site.make({ interim: true, sections: ['rooms'] })
    await site.close(0)
    expect((await look()).changed_since).toBe(true)
    query.mockRestore()
  })

  it('is compared once more after an event that began before many others and was written after them', async () => {
    await site.make({ interim: true, sections: ['rooms'] })
    const of = { client_id: site.client.id, construction_id: site.construction.id, actor_kind: 'system', kind: 'rooms.updated' } as const
    const write = (count: number) =>
      world.inClient(site.client.id, db =>
        db
          .insertInto('events')
          .values(Array.from({ length: count }, () => of))
          .returning('id')
          .execute(),
      )
    const [early] = await write(1)
    // As it is where its transaction is still under way.
    await ownerQuery(`delete from events where client_id = ${site.client.id} and id = ${early!.id}`)
    await write(60)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const look = async () => {
      query.mockClear()
      await site.show()
      return query.mock.calls.length
    }
    const [first, second] = [await look(), await look()]
    await ownerQuery(
      `insert into events (client_id, construction_id, actor_kind, kind, id, at) overriding system value
       values (${site.client.id}, ${site.construction.id}, 'system', 'rooms.updated', ${early!.id}, '2026-12-05T10:00:00+09:00')`,
    )
    expect([first > second, (await look()) > second, await look()]).toEqual([true, true, second])
    query.mockRestore()
  })
})

describe('a completion book as it was chosen', () => {
  it('takes the parts in the order that was chosen, and remembers it', async () => {
    await site.closeAll()
    const { files, shown } = await site.make({ sections: ['receipt', 'rooms', 'cover'] })
    expect((await bookmarksOf(files[0]!)).map(({ title }) => title)).toEqual(['受領書', '部屋一覧（施工日）', '表紙'])
    expect(shown.choices.sections).toEqual(['receipt', 'rooms', 'cover'])
  })

  it('names rooms with their block in its bookmarks', async () => {
    await world.inClient(site.client.id, db =>
      db.updateTable('room_blocks').set({ name: '東棟' }).where('construction_id', '=', site.construction.id).execute(),
    )
    await site.take(0, '#aa3322')
    const { files } = await site.make({ interim: true, sections: ['room_images'] })
    expect(await bookmarksOf(files[0]!)).toEqual([{ title: '各部屋の工事写真', items: [{ title: '東棟　101', items: [] }] }])
  })
})

describe('a completion book that is being made', () => {
  it('says who is making it to whoever asks for it meanwhile', async () => {
    await site.closeAll()
    const colleague = await buildUser(world, site.client, 'Staff')
    const [one, two] = await Promise.all([site.ask(), site.ask({}, colleague)])
    const [won, lost] = one.status === 202 ? [one, two] : [two, one]
    expect([won.status, lost.status, lost.body.code]).toEqual([202, 409, 'being_made'])
    expect(lost.body.errors?.full_messages?.[0]).toMatch(/完成図書を作成中です。（.+、\d+\/\d+\/\d+ \d+:\d+ 開始）/)
    await world.runJobs()
    expect((await site.show()).editions).toHaveLength(1)
    expect((await site.ask({}, colleague)).status).toBe(202)
    await world.runJobs()
  })

  it('is not kept waiting for ever by a job that the queue has lost', async () => {
    await site.ask({ interim: true, sections: ['rooms'] })
    await world.inClient(site.client.id, db =>
      db
        .updateTable('jobs')
        .set({ created_at: new Date(Date.now() - 2 * 60 * 60 * 1000 - 1000) })
        .where('client_id', '=', site.client.id)
        .execute(),
    )
    expect((await site.show()).making).toMatchObject({ state: 'failed', error: '作成が途中で止まりました。もう一度お試しください。' })
    expect((await site.ask({ interim: true, sections: ['rooms'] })).status).toBe(202)
    // The lost one may turn up after all: there is one edition.
    await world.runJobs()
    expect(await site.show()).toMatchObject({ editions: [{ number: 1 }], making: { state: 'done' } })
  })
})

describe('the pages of a completion book before it is made', () => {
  type Part = { section: BookSection; page?: number } & Partial<typeof usualBook> & { interim?: boolean }
  const look = (part: Part, as: Caller = site.staff) =>
    world.call(as, 'POST /api/constructions/:construction_id/completion_book/preview', {
      params: site.params,
      body: { ...usualBook, ...part },
    })
  /** Different characters and pictures that stand on a page. */
  const shapesOf = (picture: string) => [picture.split('<symbol').length - 1, picture.split('data:image/jpeg').length - 1]

  it('draws a page of any part before a book is made, of rooms the first one, and keeps nothing', async () => {
    await site.take(0, '#aa3322')
    await site.take(1, '#22aa33')
    const pictures = new Map<BookSection, string>()
    for (const section of ['cover', 'contents', 'construction', 'rooms', 'room_images', 'handover'] as const) {
      const { status, body } = await look({ section })
      expect([section, status, body.pages]).toEqual([section, 200, 1])
      expect(body.picture).toMatch(/^<svg [^>]*viewBox="0 0 595\.\d+ 841\.\d+" /)
      pictures.set(section, body.picture)
    }
    expect(new Set(pictures.values()).size).toBe(pictures.size)
    expect(shapesOf(pictures.get('room_images')!)[1]).toBe(1)
    expect(shapesOf(pictures.get('cover')!)[1]).toBe(0)
    // What it is made as changes what stands there.
    expect((await look({ section: 'cover', interim: true })).body.picture).not.toBe(pictures.get('cover'))
    expect((await look({ section: 'handover', sections: ['handover', 'rooms'] })).body.picture).not.toBe(pictures.get('handover'))
    expect(await site.chunks()).toEqual([])
    expect(await site.show()).toMatchObject({ editions: [], making: null, choices: usualBook })
  })
})
