import { PDFDocument } from '@cantoo/pdf-lib'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { buildUser } from '../../test/build.ts'
import { type BookSite, buildBookSite, textOf } from '../../test/book-site.ts'
import { openWorld } from '../../test/world.ts'
import { tooMany } from '../platform/http/problem.ts'
import { TookTooMuch } from '../platform/processes/limited-work.ts'
import { erasePeople } from '../retention/retention.ts'

const world = await openWorld()
let site: BookSite

beforeEach(async () => {
  world.setNow('2026-12-05T10:00:00+09:00')
  site = await buildBookSite(world)
})

const pdf = async (withField = false) => {
  const document = await PDFDocument.create()
  const page = document.addPage([595, 842])
  page.drawText('Warranty 1')
  if (withField) document.getForm().createTextField('name').addToPage(page)
  return Buffer.from(await document.save())
}

/** Does something when a file of such a name is about to be kept. */
const meanwhile = (fileName: RegExp, act: () => Promise<unknown>) => {
  const { storage } = world.platform
  const { stage, stageFile } = storage
  let done = false
  const notice = async (name: string) => {
    if (done || !fileName.test(name)) return
    done = true
    await act()
  }
  storage.stage = async (...file) => {
    await notice(file[1].fileName)
    return stage(...file)
  }
  storage.stageFile = async (...file) => {
    await notice(file[1].fileName)
    return stageFile(...file)
  }
  onTestFinished(() => void Object.assign(storage, { stage, stageFile }))
}
const volume = /^完成図書/

/** Does something between the reading of a book and its drawing, which a folder is lent for. */
const beforeDrawing = (act: () => Promise<unknown>) => {
  const { storage } = world.platform
  const { inFolder } = storage
  storage.inFolder = async drawIn => {
    storage.inFolder = inFolder
    await act()
    return inFolder(drawIn)
  }
  onTestFinished(() => void Object.assign(storage, { inFolder }))
}

const changed = {
  editions: [],
  making: { state: 'failed', error: '作成中に写真や居住者の情報が変わったため、作成を中止しました。もう一度お試しください。' },
}

describe('what changes while a book is made', () => {
  it('keeps a photo that was hidden out of it', async () => {
    const photo = await site.take(0, '#aa3322')
    await site.ask({ interim: true, sections: ['room_images'] })
    meanwhile(volume, () =>
      world.inClient(site.client.id, db =>
        db.updateTable('room_images').set({ hidden_at: new Date() }).where('uuid', '=', photo.uuid).execute(),
      ),
    )
    await world.runJobs()
    expect(await site.show()).toMatchObject(changed)
  })

  it('and has changed since it was read is not in it, which is said', async () => {
    await site.make({ interim: true, sections: ['rooms'] })
    await site.complete(0)
    beforeDrawing(async () => {
      world.setNow('2026-12-05T10:05:00+09:00')
      await site.complete(1)
      world.setNow('2026-12-05T10:10:00+09:00')
    })
    const { edition, shown } = await site.make({ interim: true, sections: ['rooms'] })
    expect([edition.number, edition.made_at, shown.changed_since]).toEqual([2, '2026-12-05T10:00:00+09:00', true])
  })

  it('is a room that is opened again: nothing is made', async () => {
    await site.closeAll()
    const admin = await buildUser(world, site.client, 'Staff_Admin')
    await site.ask({ sections: ['rooms'] })
    meanwhile(volume, () =>
      world.call(admin, 'DELETE /api/constructions/:construction_id/rooms/:room_id/close', { params: site.ofRoom(1) }),
    )
    await world.runJobs()
    expect(await site.show()).toMatchObject({ editions: [], making: { error: '完了確定していない部屋があります。（1件）' } })
  })

  it.each([
    ['before pages are kept', /^chunk/],
    ['before the edition is kept', volume],
  ])('is an erasure %s: neither pages nor an edition are kept', async (_, fileName) => {
    await site.closeAll()
    world.setNow('2028-01-10T03:00:00+09:00')
    const staff = await buildUser(world, site.client, 'Staff')
    await site.ask({ sections: ['completion_reports'], with_names: true }, staff)
    meanwhile(fileName, () => erasePeople(world.platform))
    await world.runJobs()
    expect(await site.show(staff)).toMatchObject(changed)
    expect(await site.chunks()).toEqual([])
  })
})

describe('attached PDFs', () => {
  it('are not unreadable for ever where the reader was busy or needed too long', async () => {
    await site.attach('保証書', '保証書.pdf', await pdf())
    const { fileReader } = world.platform
    const { ask } = fileReader
    onTestFinished(() => void (fileReader.ask = ask))
    const shown = async () => (await site.read(), await site.show()).attachments.map(({ pages, why_not }) => [pages, why_not])
    fileReader.ask = () => Promise.reject(tooMany())
    expect(await shown()).toEqual([[null, null]])
    let tries = 0
    fileReader.ask = () => {
      tries += 1
      return Promise.reject(new TookTooMuch())
    }
    expect(await shown()).toEqual([[null, null]])
    // Each try ends a reader: whoever looks again does not try again.
    expect(await shown()).toEqual([[null, null]])
    expect(tries).toBe(1)
    fileReader.ask = ask
    world.setNow('2026-12-05T11:00:01+09:00')
    expect(await shown()).toEqual([[1, null]])
  })

  it('are apart, with a note, where they could be read once and cannot now', async () => {
    await site.attach('保証書', '保証書.pdf', await pdf())
    await site.attach('取扱説明書', '説明書.pdf', await pdf(true))
    await site.read()
    expect((await site.show()).attachments.map(({ pages }) => pages)).toEqual([1, 1])
    const stored = await world.inClient(site.client.id, db =>
      db.selectFrom('files').where('file_name', '=', '保証書.pdf').select('storage_key').executeTakeFirstOrThrow(),
    )
    await world.platform.storage.remove(stored.storage_key)
    const { edition, files } = await site.make({ interim: true, sections: ['attachment_files'] })
    expect(edition.notes).toEqual(['「保証書」は別添です。（読み取れません）', '「取扱説明書」の入力欄や電子印は写りません。'])
    const whole = (await textOf(files[0]!)).join('')
    expect(whole).toContain('別添（読み取れません）')
    expect(whole).toContain('Warranty1')
    // That it is only listed is how the book was made: nothing has changed since.
    expect((await site.show()).changed_since).toBe(false)
  })

  it('that needed too long have not changed since, and have once they are read', async () => {
    await site.attach('保証書', '保証書.pdf', await pdf())
    const { fileReader } = world.platform
    const { ask } = fileReader
    onTestFinished(() => void (fileReader.ask = ask))
    fileReader.ask = () => Promise.reject(new TookTooMuch())
    world.setNow('2026-12-05T10:30:00+09:00')
    const { edition } = await site.make({ interim: true, sections: ['attachment_files'] })
    expect(edition.notes).toEqual(['「保証書」は別添です。（読み取れません）'])
    expect((await site.show()).changed_since).toBe(false)
    fileReader.ask = ask
    world.setNow('2026-12-05T11:30:01+09:00')
    expect(await site.read()).toEqual({ read: 1 })
    expect((await site.show()).changed_since).toBe(true)
  })
})
