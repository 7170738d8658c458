import type { ClientId, Reached, WorkerActor } from '@toguchi/domain/access/actor'
import { mostPhotos, whyNotArchived } from '@toguchi/domain/photo-archives/archive-limits'
import { photoArchives } from '@toguchi/domain/photo-archives/contract'
import { archiveKinds, type ArchiveKind, placesText } from '@toguchi/domain/photo-archives/labels'
import { mayArchive } from '@toguchi/domain/photo-archives/policy'
import { findHolder } from '../photos/photos.ts'
import type { Db } from '../platform/database/database.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import { recordEvent } from '../platform/events.ts'
import { storageFull } from '../platform/files/storage.ts'
import { answers } from '../platform/http/mount.ts'
import { forbidden, invalid, notFound, refused } from '../platform/http/problem.ts'
import { enqueueDocument } from '../platform/jobs/job-rows.ts'
import type { Platform } from '../platform/platform.ts'
import { presentJob } from '../printing/printing.ts'
import { type AskedDelivery, checkDeliveryOf } from './check-archive.ts'
import { assertFaultless, settingsOf } from './deliver.ts'
import {
  type Choice,
  countRooms,
  everyPhoto,
  findUnfinishedArchive,
  listArchivePhotos,
  listDrawings,
  lockArchives,
  saveDelivery,
  sizeChosen,
} from './queries.ts'
import { type ArchiveInput, jobKindOf } from './write-archive.ts'

interface Asked {
  db: Db
  actor: WorkerActor
  params: { construction_id: number }
}

/** Whoever asks, before a transaction is begun. */
interface Caller extends Omit<Asked, 'db'> {
  platform: Platform
}

const reach = async ({ db, actor, params }: Asked, lock = false): Promise<Reached<WorkerActor>> => {
  const holder = await findHolder(db, actor, { constructionId: params.construction_id, roomId: null }, lock)
  if (!holder) throw notFound()
  return { ...actor, clientId: holder.client_id }
}

interface Question extends Partial<Omit<Choice, 'room_ids' | 'uuids'>> {
  kind: ArchiveKind
  room_ids?: readonly number[] | undefined
  uuids?: readonly string[] | undefined
  drawing_ids?: readonly number[] | undefined
}

const choiceOf = ({ area, timing, filmed_from, filmed_to, room_ids, uuids }: Question): Choice => ({
  area: area ?? everyPhoto.area,
  timing: timing ?? null,
  filmed_from: filmed_from ?? null,
  filmed_to: filmed_to ?? null,
  room_ids: room_ids ?? null,
  uuids: uuids ?? null,
})

const assertMay = (actor: WorkerActor, kind: ArchiveKind) => {
  if (!mayArchive(actor, kind)) throw forbidden()
}

const assertQuestion = async ({ db, params }: Asked, clientId: ClientId, { filmed_from, filmed_to, room_ids }: Question) => {
  if (filmed_from && filmed_to && filmed_to < filmed_from) throw invalid({ filmed_to: ['は開始日以降の日付にしてください'] })
  // Rooms that are not the construction's are not found.
  if (room_ids && (await countRooms(db, clientId, params.construction_id, room_ids)) < new Set(room_ids).size) throw notFound()
}

/** How much a question comes to, and why it is not made; the transaction ends before anything is made of it. */
const ask = ({ platform, actor, params }: Caller, question: Question) =>
  platform.pool.read(clientNumberOf(actor), async db => {
    const asked = { db, actor, params }
    const { clientId } = await reach(asked)
    assertMay(actor, question.kind)
    await assertQuestion(asked, clientId, question)
    const size = await sizeChosen(db, clientId, params.construction_id, choiceOf(question))
    return { clientId, size, whyNot: whyNotArchived(size) }
  })

/** The photos themselves, and what a delivery of them is checked by. */
const readChosen = ({ platform, params }: Caller, clientId: ClientId, question: Question): Promise<AskedDelivery> =>
  platform.pool.read(clientId, async db => ({
    rows: await listArchivePhotos(db, clientId, params.construction_id, choiceOf(question), { withHidden: false, most: mostPhotos }),
    settings: await settingsOf(db, clientId, params.construction_id),
    drawings: await listDrawings(db, clientId, params.construction_id),
    chosen: question.kind === 'delivery' ? (question.drawing_ids ?? []) : [],
  }))

const assertDrawings = ({ drawings, chosen }: AskedDelivery) => {
  if (chosen.some(id => !drawings.some(drawing => drawing.id === id))) throw invalid({ drawing_ids: ['は一覧にありません'] })
}

/** What a disk keeps free for the photos of the day, beyond what is asked for. */
const leastFree = 2 * 1024 ** 3

const assertRoomFor = async ({ storage }: Platform, byteSize: number) => {
  const free = await storage.freeBytes()
  if (free !== null && free < byteSize + leastFree) throw storageFull()
}

const alreadyText = '前にお求めの写真のまとめを作成しています。終わってから、次のまとめを作成してください。'

const begin = async (caller: Caller, question: Question & { places_confirmed: boolean }) => {
  const { platform, actor } = caller
  const { kind } = question
  const { clientId, size, whyNot } = await ask(caller, question)
  if (kind !== 'boarded' && !question.places_confirmed) throw refused(placesText, 'places_not_confirmed')
  if (whyNot !== null) throw refused(whyNot, size.photos === 0 ? 'no_photos' : 'too_many_photos')
  const chosen = await readChosen(caller, clientId, question)
  if (kind === 'delivery') {
    assertDrawings(chosen)
    assertFaultless((await checkDeliveryOf(platform, chosen)).faults)
  }
  await assertRoomFor(platform, kind === 'boarded' ? size.shown_byte_size : size.byte_size)
  return platform.pool.write(clientNumberOf(actor), db => enqueue({ ...caller, db }, kind, chosen))
}

/** Asks for the zip, unless one of the same construction is being made for the same person: then that one is theirs. */
const enqueue = async (asked: Asked & Caller, kind: ArchiveKind, { rows, chosen }: AskedDelivery) => {
  const { platform, db, params } = asked
  const reached = await reach(asked)
  await lockArchives(db, reached, params.construction_id)
  const unfinished = await findUnfinishedArchive(db, reached, archiveKinds.map(jobKindOf), params.construction_id)
  if (unfinished) return { message: alreadyText, job: presentJob(platform, unfinished) }
  // Photos leave the house in bulk: whoever takes them leaves a trace (review M6).
  await recordEvent(db, {
    kind: 'photo_archives.made',
    actor: reached,
    clientId: reached.clientId,
    constructionId: params.construction_id,
    change: { kind, photos: rows.length },
  })
  const input: ArchiveInput = {
    construction_id: params.construction_id,
    uuids: rows.map(({ uuid }) => uuid),
    drawing_ids: chosen,
  }
  const asking = { kind: jobKindOf(kind), input: { ...input }, total: rows.length }
  const job = await enqueueDocument(platform, db, reached, asking, 'archives')
  return { message: '写真のまとめを作成しています。', job: presentJob(platform, job) }
}

export const photoArchivesRoutes = answers(photoArchives, {
  'GET /api/constructions/:construction_id/photo_archives/check': async context => {
    const { platform, query } = context
    const { clientId, size, whyNot } = await ask(context, query)
    const { photos, byte_size } = size
    const isChecked = query.kind === 'delivery' && whyNot === null
    const delivery = isChecked ? await checkDeliveryOf(platform, await readChosen(context, clientId, query)) : null
    return { photo_archive: { photos, byte_size, why_not: whyNot, delivery } }
  },

  'POST /api/constructions/:construction_id/photo_archives': context => begin(context, context.body.photo_archive),

  'GET /api/constructions/:construction_id/photo_delivery': async context => {
    const { clientId } = await reach(context)
    return { photo_delivery: await settingsOf(context.db, clientId, context.params.construction_id) }
  },

  'PATCH /api/constructions/:construction_id/photo_delivery': async context => {
    // Locked, so that what is noted as before is what was replaced.
    const reached = await reach(context, true)
    const { construction_id: constructionId } = context.params
    const before = await settingsOf(context.db, reached.clientId, constructionId)
    const settings = context.body.photo_delivery
    await saveDelivery(context.db, reached.clientId, constructionId, settings)
    await recordEvent(context.db, {
      kind: 'photo_deliveries.changed',
      actor: reached,
      clientId: reached.clientId,
      constructionId,
      change: { before, after: settings },
    })
    return { message: '電子納品の設定を保存しました。', photo_delivery: settings }
  },
})
