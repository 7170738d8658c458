import type { ReachedActor } from '@toguchi/domain/access/actor'
import { completionBooks } from '@toguchi/domain/completion-books/contract'
import { type BookChoices, heldSections, missingText } from '@toguchi/domain/completion-books/sections'
import { canMakeCompletionBooks, canReadOfficeEditions } from '@toguchi/domain/completion-books/policy'
import { formatInstant } from '@toguchi/domain/calendar/day'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import { recordEvent } from '../platform/events.ts'
import { answers } from '../platform/http/mount.ts'
import { conflict, notFound, refused } from '../platform/http/problem.ts'
import { enqueueDocument } from '../platform/jobs/job-rows.ts'
import type { Platform } from '../platform/platform.ts'
import { reachConstruction } from '../rooms/rooms.ts'
import { isUnread, lookIntoAttachments } from './attachments.ts'
import { whyApart } from './book-pages.ts'
import { hasChangedSince } from './changed-since.ts'
import { findBookConstruction, listAttachments, listBookRooms } from './content-queries.ts'
import type { BookInput } from './make-book.ts'
import { choiceOf, findChosenBook } from './chosen-book.ts'
import { listMissing } from './missing.ts'
import { emptySections, nothingToShow } from './nothing-to-show.ts'
import { readBookPhotos } from './chunks/photo-chunks.ts'
import { previewBook, readForPreview } from './preview-book.ts'
import { presentEdition, presentMaking } from './present.ts'
import { findMaking, listEditions, listLinks, lockBook, saveChosen, setJob } from './queries.ts'
import { lookAtLink, openShared, openToOthers, withdraw } from './share-book.ts'

/** The page of a book: how it is chosen, what is missing, what was made. */
const show = async (platform: Platform, db: Db, actor: ReachedActor, constructionId: number) => {
  const { clientId } = actor
  const construction = await findBookConstruction(db, clientId, constructionId)
  if (!construction) throw notFound()
  const rooms = await listBookRooms(db, clientId, constructionId)
  const ofOffice = canReadOfficeEditions(actor)
  const attachments = (await listAttachments(db, clientId, constructionId)).filter(({ for_app }) => ofOffice || for_app)
  const photos = await readBookPhotos(db, clientId, constructionId)
  const editions = await listEditions(db, clientId, constructionId, ofOffice)
  const links = await listLinks(db, clientId, constructionId)
  const open = rooms.filter(({ closed_at }) => closed_at === null).length
  const presented = editions.map(edition => presentEdition(platform, actor, edition, links))
  const newest = presented[0]
  const first = newest?.volumes[0]
  const { choices, added } = await findChosenBook(db, clientId, constructionId, attachments)
  const isChanged =
    editions[0] !== undefined &&
    canMakeCompletionBooks(actor) &&
    (await hasChangedSince(
      platform,
      db,
      { clientId, constructionId },
      { edition: editions[0], chosen: choices, construction, rooms, photos, attachments },
    ))
  return {
    completion_book: newest && first ? { url: first.url, file_name: first.file_name, updated_at: newest.made_at } : null,
    volumes: newest?.volumes ?? [],
    ready: rooms.length > 0 && open === 0,
    open_rooms: open,
    rooms: rooms.length,
    choices,
    empty_sections: emptySections({ construction, rooms, photos, attachments }),
    attachments: attachments.map(attachment => ({
      key: attachment.key,
      title: attachment.title,
      pages: attachment.content_type.startsWith('image/') ? 1 : attachment.pages,
      why_not: whyApart(attachment),
      unread: isUnread(attachment),
      added: added.has(attachment.key),
    })),
    missing: await listMissing(db, clientId, { construction, rooms, attachments, photos }),
    editions: presented,
    changed_since: isChanged,
    making: presentMaking(await findMaking(db, clientId, constructionId)),
  }
}

/** 409 while a book of the construction is under way; says who asked for it, and when. */
const assertNothingUnderWay = async (db: Db, actor: ReachedActor, constructionId: number) => {
  const making = await findMaking(db, actor.clientId, constructionId)
  if (making?.state !== 'waiting' && making?.state !== 'running') return
  throw conflict(
    `完成図書を作成中です。（${making.asked_by ?? '社内スタッフ'}、${formatInstant(making.asked_at)} 開始）終わるまでお待ちください。`,
    'being_made',
    { making: presentMaking(making) },
  )
}

const assertClosed = async (db: Db, actor: ReachedActor, constructionId: number) => {
  const rooms = await listBookRooms(db, actor.clientId, constructionId)
  if (rooms.length === 0) throw refused('部屋が登録されていません。先に部屋構成を登録してください。', 'no_rooms')
  const open = rooms.filter(({ closed_at }) => closed_at === null).length
  if (open > 0) throw refused(missingText('rooms_open', open), 'rooms_open')
}

/** A book of parts that have nothing to show would have no page. */
const assertSomethingToShow = async (db: Db, { clientId }: ReachedActor, constructionId: number, { sections, left_out }: BookChoices) => {
  const construction = await findBookConstruction(db, clientId, constructionId)
  if (!construction) throw notFound()
  const rooms = await listBookRooms(db, clientId, constructionId)
  const photos = await readBookPhotos(db, clientId, constructionId)
  const attachments = (await listAttachments(db, clientId, constructionId)).filter(({ key }) => !left_out.includes(key))
  const empty = emptySections({ construction, rooms, photos, attachments })
  if (sections.every(section => empty.includes(section))) throw nothingToShow()
}

export const completionBooksRoutes = answers(completionBooks, {
  'GET /api/constructions/:construction_id/completion_book': async ({ platform, db, actor, params: { construction_id } }) =>
    show(platform, db, await reachConstruction(db, actor, construction_id), construction_id),

  'POST /api/constructions/:construction_id/completion_book/attachments/reading': async ({
    platform,
    actor,
    params: { construction_id },
  }) => {
    const { clientId } = await platform.pool.read(clientNumberOf(actor), db => reachConstruction(db, actor, construction_id))
    // By the file reader, while nothing of the database is held.
    return { read: await lookIntoAttachments({ platform, clientId }, construction_id) }
  },

  'GET /api/constructions/:construction_id/completion_book/making': async ({ db, actor, params: { construction_id } }) => {
    const { clientId } = await reachConstruction(db, actor, construction_id)
    return { making: presentMaking(await findMaking(db, clientId, construction_id)) }
  },

  'PATCH /api/constructions/:construction_id/completion_book': async ({ db, actor, params: { construction_id }, body }) => {
    const reached = await reachConstruction(db, actor, construction_id)
    const { offered, ...asked } = body.completion_book
    const at = { clientId: reached.clientId, constructionId: construction_id }
    await lockBook(db, reached.clientId, construction_id)
    const chosen = await choiceOf(db, at, asked, offered)
    const { choices } = chosen
    await saveChosen(db, reached.clientId, construction_id, chosen)
    await recordEvent(db, {
      kind: 'completion_books.chosen',
      actor,
      clientId: reached.clientId,
      constructionId: construction_id,
      change: { ...choices },
    })
    return { message: '完成図書の内容を保存しました。', choices }
  },

  'POST /api/constructions/:construction_id/completion_book': async ({ platform, db, actor, params: { construction_id }, body }) => {
    const { interim, offered, ...asked } = body
    const reached = await reachConstruction(db, actor, construction_id)
    const { clientId } = reached
    await lockBook(db, clientId, construction_id)
    await assertNothingUnderWay(db, reached, construction_id)
    if (!interim) await assertClosed(db, reached, construction_id)
    const attachments = await listAttachments(db, clientId, construction_id)
    const { choices: before, added } = await findChosenBook(db, clientId, construction_id, attachments)
    const known = asked.left_out === undefined ? attachments.flatMap(({ key }) => (added.has(key) ? [] : [key])) : undefined
    const sent: BookChoices = {
      sections: asked.sections ?? before.sections,
      with_names: asked.with_names ?? before.with_names,
      left_out: asked.left_out ?? before.left_out,
    }
    const chosen = await choiceOf(db, { clientId, constructionId: construction_id }, sent, offered ?? known)
    const { choices } = chosen
    const sections = heldSections(choices.sections, interim)
    if (sections.length === 0)
      throw refused('途中版に載せる内容がありません。確認書・引渡書・受領書のほかにも選択してください。', 'no_sections')
    await assertSomethingToShow(db, reached, construction_id, { ...choices, sections })
    await saveChosen(db, clientId, construction_id, chosen)
    const input: BookInput = { construction_id, choices: { ...choices, sections }, interim }
    const job = await enqueueDocument(platform, db, reached, { kind: 'completion_book', input: { ...input }, total: 0 }, 'archives')
    await setJob(db, clientId, construction_id, job.id)
    // Papers about dwellings leave the house: whoever takes them leaves a trace.
    await recordEvent(db, {
      kind: 'completion_books.asked',
      actor,
      clientId,
      constructionId: construction_id,
      change: { interim, with_names: choices.with_names, sections: choices.sections, job_id: job.id },
    })
    const making = await findMaking(db, clientId, construction_id)
    if (!making) throw new Error('a job that was not written')
    return { message: '完成図書の作成を始めました。', making: { ...making, asked_at: toInstant(making.asked_at) } }
  },

  'POST /api/constructions/:construction_id/completion_book/preview': async ({ platform, actor, params: { construction_id }, body }) => {
    const { section, page, interim, ...choices } = body
    const looked = { section, page, interim, choices }
    const { reached, read } = await platform.pool.read(clientNumberOf(actor), async db => {
      const caller = await reachConstruction(db, actor, construction_id)
      const at = { clientId: caller.clientId, constructionId: construction_id }
      return { reached: caller, read: await readForPreview(platform, db, at, looked) }
    })
    return previewBook(platform, reached, read, looked)
  },

  'POST /api/constructions/:construction_id/completion_book/links': async ({ platform, actor, params, body, request }) => {
    const reached = await platform.pool.read(actor.clientId, db => reachConstruction(db, actor, params.construction_id))
    return openToOthers(platform, reached, params.construction_id, body, request.ip)
  },

  'DELETE /api/constructions/:construction_id/completion_book/links/:id': async ({ platform, db, actor, params }) => {
    const reached = await reachConstruction(db, actor, params.construction_id)
    return { message: 'リンクを取り消しました。', link: await withdraw(platform, db, reached, params.construction_id, params.id) }
  },

  'POST /api/completion_books/look': async ({ platform, body, request }) => {
    await lookAtLink(platform, body, request.ip)
    return { needs: 'password' as const }
  },

  'POST /api/completion_books/open': ({ platform, body, request }) => openShared(platform, body, request.ip),
})
