import { PDFDocument } from '@cantoo/pdf-lib'
import { type BookSection, bookSections, usualBook } from '@toguchi/domain/completion-books/sections'
import { usualChoices } from '@toguchi/domain/photo-ledgers/ledger-choices'
import { getDocumentProxy } from 'unpdf'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildClient, buildEveryone, buildPlatformPerson, buildResident, buildUser } from '../../test/build.ts'
import { type BookSite, bookmarksOf, buildBookSite, textOf } from '../../test/book-site.ts'
import { expectArchive } from '../../test/expect-archive.ts'
import { zipOf } from '../../test/multipart.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'

const world = await openWorld()
let site: BookSite

beforeEach(async () => {
  world.setNow('2026-12-05T10:00:00+09:00')
  site = await buildBookSite(world)
})

const kindsMissing = async () => (await site.show()).missing.map(({ kind, count }) => [kind, count])

describe('GET /api/constructions/:construction_id/completion_book', () => {
  it('names what is missing with its rooms before anything is made', async () => {
    const shown = await site.show()
    expect(shown).toMatchObject({ completion_book: null, volumes: [], ready: false, open_rooms: 4, rooms: 4, editions: [], making: null })
    expect(shown.missing).toEqual([
      {
        kind: 'rooms_open',
        count: 4,
        text: '完了確定していない部屋があります。（4件）',
        examples: site.construction.rooms.map(({ id, name }) => ({ name, room_id: id })),
      },
      expect.objectContaining({ kind: 'room_images', count: 4, text: '撮影が完了していない部屋があります。（4件）' }),
    ])
    expect(shown.choices).toEqual({ sections: [...bookSections], with_names: false, left_out: [] })
    expect(shown.empty_sections).toEqual(['common_area_images', 'completion_reports', 'room_images', 'attachment_files'])
  })

  it('names a room of which the ledger leaves out every photo', async () => {
    const { uuid } = await site.take(0, '#a00')
    await site.take(1, '#c00')
    const named = async () =>
      (await site.show()).missing.filter(({ kind }) => kind === 'rooms_left_out').flatMap(({ examples }) => examples)
    expect(await named()).toEqual([])
    const asked = await world.call(site.staff, 'POST /api/constructions/:construction_id/photo_ledger', {
      params: site.params,
      body: { ...usualChoices(false), left_out: [uuid] },
    })
    expect(asked.status).toBe(202)
    const [room] = site.construction.rooms
    expect(await named()).toEqual([{ name: room!.name, room_id: room!.id }])
  })

  it('goes on naming what lacks when rooms are done: reports, signatures, photos, people, attachments', async () => {
    await site.complete(0, { photos_omitted_reason: '撮影不要' })
    await world.inClient(site.client.id, db =>
      db
        .updateTable('rooms')
        .set({ photos_omitted_reason: null, digital_sign_file_id: null })
        .where('client_id', '=', site.client.id)
        .where('id', '=', site.construction.rooms[0]!.id)
        .execute(),
    )
    await site.change({ owners_association: null })
    await site.attach('施工計画書', '計画.docx', docx)
    expect(await kindsMissing()).toEqual([
      ['rooms_open', 4],
      ['rooms_without_signature', 1],
      ['room_images', 4],
      ['participants', 1],
      ['attachment_files', 1],
    ])
    await site.change({
      common_area_start_on: null,
      common_area_end_on: null,
      privately_area_start_on: null,
      privately_area_end_on: null,
    })
    expect((await kindsMissing()).map(([kind]) => kind)).toContain('overall_schedule')
  })

  it('is read by whoever works there, craftsmen where they are named; others find nothing', async () => {
    const everyone = await buildEveryone(world, site.client)
    for (const as of [everyone.admin, everyone.operator, site.craftsman]) expect((await site.show(as)).rooms).toBe(4)
    const other = await buildUser(world, await buildClient(world), 'Staff')
    for (const as of [everyone.craftsman, other])
      expect((await world.call(as, 'GET /api/constructions/:construction_id/completion_book', { params: site.params })).status).toBe(404)
    const resident = await buildResident(world, site.client, site.construction.rooms[0]!.id)
    expect((await world.call(resident, 'GET /api/constructions/:construction_id/completion_book', { params: site.params })).status).toBe(
      403,
    )
  })
})

describe('POST /api/constructions/:construction_id/completion_book/attachments/reading', () => {
  it('says how many pages an attached PDF has, for which the page of the book does not wait', async () => {
    const pdf = await PDFDocument.create()
    for (let page = 0; page < 3; page += 1) pdf.addPage()
    await site.attach('保証書', '保証書.pdf', Buffer.from(await pdf.save()))
    const shown = async () => (await site.show()).attachments.map(({ pages, why_not, unread }) => ({ pages, why_not, unread }))
    expect(await shown()).toEqual([{ pages: null, why_not: null, unread: true }])
    const other = await buildUser(world, await buildClient(world), 'Staff')
    const asOther = await world.call(other, 'POST /api/constructions/:construction_id/completion_book/attachments/reading', {
      params: site.params,
    })
    expect(asOther.status).toBe(404)
    expect(await site.read()).toEqual({ read: 1 })
    expect(await shown()).toEqual([{ pages: 3, why_not: null, unread: false }])
    expect(await site.read()).toEqual({ read: 0 })
  })
})

describe('GET /api/constructions/:construction_id/completion_book/making', () => {
  it('says how far the book is, to a colleague as well', async () => {
    const making = async () => {
      const colleague = await buildUser(world, site.client, 'Staff')
      return (await world.call(colleague, 'GET /api/constructions/:construction_id/completion_book/making', { params: site.params })).body
        .making
    }
    expect(await making()).toBeNull()
    await site.ask({ interim: true })
    expect(await making()).toMatchObject({ state: 'waiting', asked_by: '佐藤 花子' })
    await world.runJobs()
    const done = await making()
    expect(done).toMatchObject({ state: 'done', error: null })
    expect(done!.done).toBe(done!.total)
    expect(done!.total).toBeGreaterThan(5)
  })
})

describe('PATCH /api/constructions/:construction_id/completion_book', () => {
  it('keeps the parts in the order that was chosen', async () => {
    const choices = { sections: ['cover' as const, 'receipt' as const, 'rooms' as const], with_names: true, left_out: ['documents/12'] }
    const { status, body } = await world.call(site.staff, 'PATCH /api/constructions/:construction_id/completion_book', {
      params: site.params,
      body: { completion_book: choices },
    })
    expect([status, body.message]).toEqual([200, '完成図書の内容を保存しました。'])
    expect((await site.show()).choices).toEqual(choices)
  })

  it('leaves out what was attached after the choice until somebody puts it in', async () => {
    const save = (left_out: string[], offered?: string[]) =>
      world.call(site.staff, 'PATCH /api/constructions/:construction_id/completion_book', {
        params: site.params,
        body: { completion_book: { ...usualBook, left_out, ...(offered === undefined ? {} : { offered }) } },
      })
    const chosen = async () => {
      const { choices, attachments } = await site.show()
      return [choices.left_out, attachments.map(({ key, added }) => [key, added])]
    }
    const first = `documents/${await site.attach('施工計画書', '計画.docx', docx)}`
    expect(await chosen()).toEqual([[], [[first, false]]])
    await save([])
    const second = `documents/${await site.attach('保証書', '保証.docx', docx)}`
    const both = [
      [first, false],
      [second, true],
    ]
    expect(await chosen()).toEqual([[second], both])
    // Whoever did not see it leaves it out, and so does whoever makes the book as it was chosen.
    await save([], [first])
    expect(await chosen()).toEqual([[second], both])
    expect((await site.ask({ interim: true })).status).toBe(202)
    expect(await chosen()).toEqual([[second], both])
    await save([], [first, second])
    expect(await chosen()).toEqual([[], both.map(([key]) => [key, false])])
  })

  it('refuses a part twice, and none', async () => {
    for (const sections of [['cover' as const, 'cover' as const], []]) {
      const { status } = await world.call(site.staff, 'PATCH /api/constructions/:construction_id/completion_book', {
        params: site.params,
        body: { completion_book: { sections, with_names: false, left_out: [] } },
      })
      expect(status).toBe(422)
    }
  })

  it('is not for operators nor craftsmen', async () => {
    for (const as of [await buildPlatformPerson(world, 'operator', site.client), site.craftsman]) {
      const { status } = await world.call(as, 'PATCH /api/constructions/:construction_id/completion_book', {
        params: site.params,
        body: { completion_book: { sections: ['cover'], with_names: false, left_out: [] } },
      })
      expect(status).toBe(403)
    }
  })
})

describe('POST /api/constructions/:construction_id/completion_book/preview', () => {
  type Part = { section: BookSection; page?: number } & Partial<typeof usualBook> & { interim?: boolean }
  const look = (part: Part, as: Caller = site.staff) =>
    world.call(as, 'POST /api/constructions/:construction_id/completion_book/preview', {
      params: site.params,
      body: { ...usualBook, ...part },
    })
  /** Different characters and pictures that stand on a page. */
  const shapesOf = (picture: string) => [picture.split('<symbol').length - 1, picture.split('data:image/jpeg').length - 1]

  it('draws a page of what is chosen before a book is made, and keeps nothing', async () => {
    await site.take(0, '#aa3322')
    const pictures = new Map<BookSection, string>()
    for (const section of ['cover', 'room_images'] as const) {
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
    expect(await site.chunks()).toEqual([])
    expect(await site.show()).toMatchObject({ editions: [], making: null, choices: usualBook })
  })

  it('says what has no page, and what has nothing to show', async () => {
    const beyond = await look({ section: 'cover', page: 2 })
    expect([beyond.status, beyond.body.code]).toEqual([404, 'no_such_page'])
    const empty = await look({ section: 'room_images' })
    expect([empty.status, empty.body.code, empty.body.errors?.full_messages]).toEqual([
      422,
      'no_sections',
      ['「各部屋の工事写真」に載せるものがありません。'],
    ])
    await site.take(0, '#aa3322')
    expect((await look({ section: 'room_images', page: 2 })).status).toBe(404)
  })

  it('is for who makes books, of what they reach', async () => {
    const other = await buildUser(world, await buildClient(world), 'Staff')
    const operator = await buildPlatformPerson(world, 'operator', site.client)
    const statuses = []
    for (const as of [other, operator, site.craftsman]) statuses.push((await look({ section: 'cover' }, as)).status)
    expect(statuses).toEqual([404, 403, 403])
  })
})

describe('POST /api/constructions/:construction_id/completion_book', () => {
  it('is refused while rooms are open, unless an interim copy is asked for, which says so on each page', async () => {
    const refused = await site.ask()
    expect([refused.status, refused.body.code, refused.body.errors?.full_messages]).toEqual([
      422,
      'rooms_open',
      ['完了確定していない部屋があります。（4件）'],
    ])
    expect((await site.show()).making).toBeNull()
    await site.complete(0)
    const { edition, files } = await site.make({ interim: true })
    expect(edition).toMatchObject({ number: 1, interim: true, with_names: false, made_by: '佐藤 花子' })
    const pages = await textOf(files[0]!)
    expect(pages.length).toBe(edition.pages)
    for (const [at, page] of pages.entries()) {
      expect(page).toContain('途中版（2026年12月5日(土)現在）')
      expect(page).toContain(`${at + 1}/${pages.length}`)
    }
    // Of the cover: at its head, as its title, and beside its number.
    expect(pages[0]!.split('途中版').length - 1).toBe(3)
    // Nobody confirms works that are not done.
    expect(pages.join('')).not.toContain('受領書')
    expect((await site.ask({ interim: true, sections: ['receipt'] })).body.code).toBe('no_sections')
    expect((await site.show()).choices.sections).toContain('receipt')
    // Whoever makes books hears when the newest one is not of today any more.
    expect((await site.show()).changed_since).toBe(false)
    await site.take(1, '#2233aa')
    expect((await site.show()).changed_since).toBe(true)
    expect((await site.show(site.craftsman)).changed_since).toBe(false)
  })

  it('holds every part with its pages told in the contents, as an archive', async () => {
    await site.take(0, '#aa3322')
    await site.take(2, '#22aa33')
    await site.closeAll()
    const { edition, files, shown } = await site.make()
    expect(edition).toMatchObject({ number: 1, interim: false, notes: [] })
    await expectArchive(files[0]!)
    const pages = await textOf(files[0]!)
    const whole = pages.join('')
    for (const text of [
      '完成図書',
      '髙﨑𠮷ビル更新工事',
      '工事概要',
      '工事関係者',
      '全体工程表',
      '部屋一覧',
      '工事完了確認書',
      '完了報告書',
      '残工事の記録',
      '引渡書',
      '受領書',
      '髙﨑ビル管理組合御中',
      '東都設備株式会社御中',
      '湘南電気工業',
    ])
      expect(whole).toContain(text)
    expect(whole).not.toContain('途中版')
    // Where the contents lead to is what stands on that page.
    const book = await getDocumentProxy(new Uint8Array(files[0]!))
    const places = async (dests: readonly unknown[]) => {
      const found = []
      for (const dest of dests) {
        const place = (typeof dest === 'string' ? await book.getDestination(dest) : dest) as [Parameters<typeof book.getPageIndex>[0]]
        found.push(await book.getPageIndex(place[0]))
      }
      return found
    }
    const links = ((await (await book.getPage(2)).getAnnotations()) as { dest: string }[]).map(({ dest }) => dest)
    const parts = (await book.getOutline()).slice(2)
    const ofRooms = ['完了報告書', '各部屋の工事写真'].flatMap(part => parts.find(({ title }) => title === part)?.items ?? [])
    const all = await places([...parts, ...ofRooms].map(({ dest }) => dest))
    const led = [...new Set(await places(links))]
    expect(led.slice(0, parts.length)).toEqual(all.slice(0, parts.length))
    expect(new Set(led)).toEqual(new Set(all))
    // A photo is told by the number that it has in the ledger, in whichever room it stands.
    expect(pages.flatMap(page => page.match(/No\.\d+/g) ?? [])).toEqual(['No.1', 'No.2'])
    // What a template says is Japanese, and none of its own words.
    expect(whole).not.toContain('elseif')
    // Nothing is handed over that the book does not hold.
    expect(whole.split('共用部写真')).toHaveLength(1)
    const outline = await bookmarksOf(files[0]!)
    expect(outline.map(({ title }) => title)).toEqual([
      '表紙',
      '目次・部屋の索引',
      '工事概要',
      '工事関係者',
      '全体工程表',
      '部屋一覧（施工日）',
      '工事完了確認書',
      '完了報告書',
      '各部屋の工事写真',
      '残工事の記録',
      '引渡書',
      '受領書',
    ])
    expect(outline.find(({ title }) => title === '完了報告書')?.items.map(({ title }) => title)).toEqual(['101', '102', '201', '202'])
    // The contents say where a part begins, and so do the pages themselves.
    const contents = pages[1]!
    const at = pages.findIndex(page => page.includes('残工事はありませんでした'))
    expect(contents).toContain(`残工事の記録${at + 1}`)
    // What is handed over is all of it, the confirmation too.
    for (const letter of pages.slice(-2)) expect(letter).toContain('・工事完了確認書')
    expect(shown.completion_book).toMatchObject({ file_name: expect.stringMatching(/^完成図書_M-\d+_第1版\.pdf$/) as string })
    expect(shown.completion_book?.updated_at).toBe('2026-12-05T10:00:00+09:00')
    const { body } = await world.call(site.staff, 'GET /api/constructions/:id', { params: { id: site.construction.id } })
    expect(body.construction.completion_book).toEqual(shown.completion_book)
    expect(body.construction.completion_book_volumes).toEqual([])
  })

  it('refuses a cover that does not fit on its page', async () => {
    await site.change({ name: '長い工事名'.repeat(400) })
    await site.ask({ interim: true, sections: ['cover'] })
    await world.runJobs()
    expect((await site.show()).making).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('完成図書の表紙が1枚に収まりません') as string,
    })
  })

  it('refuses parts that all have nothing to show', async () => {
    const { status, body } = await site.ask({ interim: true, sections: ['room_images', 'common_area_images'] })
    expect([status, body.code, body.errors?.full_messages]).toEqual([
      422,
      'no_sections',
      ['選択した項目に載せるものがありません。ほかの項目も選択してください。'],
    ])
    expect((await site.show()).making).toBeNull()
  })

  it('leaves a trace of who asked, and is not for operators nor craftsmen', async () => {
    await site.ask({ interim: true, sections: ['rooms'] })
    const kinds = await world.inClient(site.client.id, db =>
      db
        .selectFrom('events')
        .where('client_id', '=', site.client.id)
        .where('kind', 'like', 'completion_books.%')
        .select(['kind', 'actor_id'])
        .execute(),
    )
    expect(kinds).toEqual([{ kind: 'completion_books.asked', actor_id: site.staff.id }])
    await world.runJobs()
    for (const as of [await buildPlatformPerson(world, 'operator', site.client), site.craftsman, guest])
      expect((await site.ask({ interim: true }, as)).status).toBe(as === guest ? 401 : 403)
  })
})

const docx = zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' })
