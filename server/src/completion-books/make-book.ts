import type { ClientId } from '@toguchi/domain/access/actor'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { type BookChoices, type BookSection, interimNote, missingText } from '@toguchi/domain/completion-books/sections'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { keepFile, type StoredFile, storeFile } from '../platform/files/files.ts'
import { forgetWithBytes } from '../platform/files/remove-bytes.ts'
import { Problem, refused } from '../platform/http/problem.ts'
import { listLedgerImages } from '../photo-ledgers/photo-ledgers.ts'
import { setJobProgress, setJobTotal } from '../platform/jobs/job-rows.ts'
import type { Platform } from '../platform/platform.ts'
import { openEngine, type PrintJob, type Printed } from '../printing/printing.ts'
import { readEveryAttachment } from './attachments.ts'
import { whyApart } from './book-pages.ts'
import { hashOfBook } from './changed-since.ts'
import { bindVolumes, type BoundVolume, namedIn } from './bind-volumes.ts'
import { type AttachmentRow, type BookRoom, forgetReadAttachment, listBookRooms } from './content-queries.ts'
import { changedMeanwhile, type Drawable, type Drawing, drawChunks, holdBook, SetApart } from './chunks/draw-chunks.ts'
import { nothingToShow } from './nothing-to-show.ts'
import { type BookContent, planBook, readBook, setApart } from './plan-book.ts'
import { keyOf, type PlannedChunk } from './chunks/planned-chunk.ts'
import { deleteChunks, findEditions, insertEdition, lockBook } from './queries.ts'

export interface BookInput {
  construction_id: number
  choices: BookChoices
  interim: boolean
}

/**
 * 完成図書 (G-REP-04): draws the chunks that are not there yet, lays them into volumes and joins those. The edition stands in the transaction
 * that ends the job: before it nothing of a book is to be seen, after it all (decision 041).
 */
export const makeBook = async (platform: Platform, job: PrintJob<BookInput>): Promise<Printed> => {
  const { client_id: clientId, input } = job
  // Whoever opens the page has them looked into a few at a time: the rest is looked into now.
  return makeWithout(platform, job, await readEveryAttachment({ platform, clientId }, input.construction_id))
}

/** With some attachments (their files) apart, and once more with another one where it turns out that it cannot be bound either. */
const makeWithout = async (platform: Platform, job: PrintJob<BookInput>, apart: readonly number[]): Promise<Printed> => {
  const { client_id: clientId, input } = job
  const at = { clientId, constructionId: input.construction_id }
  // Before anything is read: what changes from now on has changed since.
  const madeAt = platform.now()
  const found = await platform.pool.read(clientId, db => readBook(platform, db, at, input.choices))
  if (!found) throw refused('工事が削除されたため、完成図書を作成できません。', 'construction_gone')
  const isApart = ({ file_id }: AttachmentRow) => apart.includes(file_id)
  const content = setApart(found, isApart)
  if (!input.interim) assertClosed(content.rooms)
  const planned = planBook(platform, content, input.choices)
  if (planned.length === 0) throw nothingToShow()
  await forgetOldChunks(platform, at, planned)
  try {
    const bound = await platform.storage.inFolder(folder => draw(platform, job, { content, madeAt }, planned, folder))
    const volumes: StoredVolume[] = []
    for (const { staged, ...volume } of bound.volumes) volumes.push({ ...volume, stored: await storeFile(platform, clientId, staged) })
    const letGo = () => removeVolumes(platform, volumes)
    const contents = await hashOfBook(content, planned)
    const set_apart = found.attachments.filter(isApart).map(({ key }) => key)
    return { settle: db => settle(platform, db, job, { ...bound, volumes, madeAt, content, contents, set_apart }), letGo }
  } catch (error) {
    // What was drawn is kept, so the next attempt draws the list of attachments and what follows.
    if (error instanceof SetApart && !apart.includes(error.fileId)) {
      const { fileId } = error
      await platform.pool.write(clientId, db => forgetReadAttachment(db, clientId, fileId))
      return await makeWithout(platform, job, [...apart, fileId])
    }
    throw isFull(error) ? storageFull() : error
  }
}

interface StoredVolume {
  stored: StoredFile
  pages: number
}

const removeVolumes = async ({ storage }: Platform, volumes: readonly StoredVolume[]): Promise<void> => {
  for (const { stored } of volumes) await storage.remove(stored.storageKey)
}

/** Of the folder in which the engine works: the storage says it of its own. */
const isFull = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof Problem) && /ENOSPC|EDQUOT|no space left/.test(error.message)
const storageFull = () =>
  new Problem(507, 'storage_full', 'サーバーの保存容量が不足しているため作成できませんでした。システム管理者にご連絡ください。')

interface Bound {
  volumes: BoundVolume[]
  notes: string[]
  number: number
}

const draw = async (
  platform: Platform,
  job: PrintJob<BookInput>,
  { content, madeAt }: { content: BookContent; madeAt: Date },
  planned: readonly PlannedChunk[],
  folder: string,
): Promise<Bound> => {
  const { client_id: clientId, input } = job
  await using engine = openEngine()
  const notes = new Set(planned.some(({ section }) => section === 'attachment_files') ? content.attachments.flatMap(notesOf) : [])
  const drawing: Drawing = {
    platform,
    clientId,
    constructionId: input.construction_id,
    erasures: content.erasures,
    engine,
    folder,
    notes,
    // What is told late is told no more: the job is done by then.
    tell: done => {
      job.signal?.throwIfAborted()
      void platform.pool.write(clientId, db => setJobProgress(db, job, done)).catch(() => undefined)
    },
  }
  const setTotal = (total: number) => platform.pool.write(clientId, db => setJobTotal(db, job, total))
  await setTotal(planned.length + 1)
  const kept = await drawChunks(drawing, planned.filter(isDrawable))
  const number = (await platform.pool.read(clientId, db => findEditions(db, clientId, input.construction_id))) + 1
  const binding = {
    drawing,
    content,
    named: namedIn(content, planned),
    number,
    interim: input.interim,
    madeAt,
    note: noteOf(input.interim, madeAt),
  }
  const chunks = planned.map(chunk => {
    const { content: own } = chunk
    if (own.kind === 'late') return { ...chunk, content: own }
    const pages = kept.get(chunk)
    if (!pages) throw new Error('a chunk that was not drawn')
    return { planned: chunk, ...pages }
  })
  const volumes = await bindVolumes(binding, chunks, count => setTotal(planned.length + count))
  return { volumes, notes: [...notes], number }
}

const isDrawable = (chunk: PlannedChunk): chunk is Drawable => chunk.content.kind !== 'late'
const notesOf = (attachment: AttachmentRow): string[] => {
  const why = whyApart(attachment)
  if (why !== null) return [`「${attachment.title}」は別添です。（${why}）`]
  return attachment.leaves_out ? [`「${attachment.title}」の入力欄や電子印は写りません。`] : []
}
const noteOf = (interim: boolean, at: Date): string | null => (interim ? interimNote(formatDayLong(toDay(at))) : null)

/** What this book is not made of any more is forgotten; it would be drawn again. */
const forgetOldChunks = async (
  platform: Platform,
  { clientId, constructionId }: { clientId: ClientId; constructionId: number },
  planned: readonly PlannedChunk[],
): Promise<void> => {
  const keys: Buffer[] = []
  for (const { content } of planned) if (content.kind !== 'late') keys.push(await keyOf(content))
  await platform.pool.write(clientId, async db =>
    forgetWithBytes(platform, db, clientId, await deleteChunks(db, clientId, [constructionId], keys)),
  )
}

/** Names, or manuals that craftsmen do not see in their app. */
const isForOffice = ({ attachments }: BookContent, { with_names, sections }: BookChoices): boolean =>
  with_names || (sections.includes('attachment_files') && attachments.some(({ for_app }) => !for_app))

/** Parts in which photos are shown. */
const withPhotos: readonly BookSection[] = ['room_images', 'common_area_images', 'completion_reports']

/** Refuses a book that would say what is not so any more: nobody is erased, no photo hidden, no room opened between its plan and its edition. */
const assertStillSo = async (db: Db, { id, client_id: clientId, input }: PrintJob<BookInput>, content: BookContent): Promise<void> => {
  const { construction_id: constructionId, choices, interim } = input
  const { job_id } = await holdBook(db, { clientId, constructionId, erasures: content.erasures })
  if (job_id !== id) throw refused('新しい作成が始まったため、この作成を中止しました。', 'made_anew')
  if (!interim) assertClosed(await listBookRooms(db, clientId, constructionId))
  if (!choices.sections.some(section => withPhotos.includes(section))) return
  const shown = new Set((await listLedgerImages(db, clientId, constructionId)).map(({ row }) => row.uuid))
  if (content.photos.images.some(({ row }) => !shown.has(row.uuid))) throw changedMeanwhile()
}

const assertClosed = (rooms: readonly BookRoom[]): void => {
  const open = rooms.filter(({ closed_at }) => closed_at === null).length
  if (open > 0) throw refused(missingText('rooms_open', open), 'rooms_open')
}

/** What an edition was made of, and when that was read. */
interface Made {
  madeAt: Date
  content: BookContent
  contents: Buffer
  set_apart: string[]
}

/** Keeps the volumes and their edition. */
const settle = async (
  platform: Platform,
  db: Db,
  job: PrintJob<BookInput>,
  { volumes, notes, number, madeAt, content, contents, set_apart }: Omit<Bound, 'volumes'> & { volumes: readonly StoredVolume[] } & Made,
): Promise<void> => {
  const { id, client_id: clientId, requested_by_kind, requested_by_id, input } = job
  const { construction_id, choices, interim } = input
  await lockBook(db, clientId, construction_id)
  await assertStillSo(db, job, content).catch(async (error: unknown) => {
    await removeVolumes(platform, volumes)
    throw error
  })
  const kept = []
  for (const { stored, pages } of volumes) kept.push({ file_id: await keepFile(platform, db, clientId, stored), pages })
  const pages = volumes.reduce((sum, volume) => sum + volume.pages, 0)
  const edition = {
    construction_id,
    made_at: madeAt,
    made_by_kind: requested_by_kind,
    made_by_id: requested_by_id,
    interim,
    with_names: choices.with_names,
    office_only: isForOffice(content, choices),
    pages,
    notes,
    contents,
    set_apart,
  }
  const given = await insertEdition(db, clientId, edition, kept)
  if (given !== number) throw new Error(`the book says that it is edition ${number}, and it is ${given}`)
  await recordEvent(db, {
    kind: 'completion_books.made',
    actor: 'system',
    clientId,
    constructionId: construction_id,
    change: { number, interim, with_names: choices.with_names, pages, volumes: volumes.length, job_id: id },
  })
}
