import type { ClientId, Reached, WorkerActor } from '@toguchi/domain/access/actor'
import { mostPhotos, whyNotArchived } from '@toguchi/domain/photo-archives/archive-limits'
import { photoArchives } from '@toguchi/domain/photo-archives/contract'
import { type ArchiveKind, placesText } from '@toguchi/domain/photo-archives/labels'
import { mayArchive } from '@toguchi/domain/photo-archives/policy'
import { findHolder } from '../photos/photos.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { answers } from '../platform/http/mount.ts'
import { forbidden, invalid, notFound, refused } from '../platform/http/problem.ts'
import { enqueueDocument } from '../platform/jobs/job-rows.ts'
import type { Platform } from '../platform/platform.ts'
import { checkDeliveryOf } from './check-archive.ts'
import { assertFaultless, settingsOf } from './deliver.ts'
import { type ArchiveRow, type Choice, countRooms, everyPhoto, listArchivePhotos, listDrawings, saveDelivery } from './queries.ts'
import { type ArchiveInput, jobKindOf } from './write-archive.ts'

interface Asked {
  platform: Platform
  db: Db
  actor: WorkerActor
  params: { construction_id: number }
}

const reach = async ({ db, actor, params }: Asked): Promise<Reached<WorkerActor>> => {
  const holder = await findHolder(db, actor, { constructionId: params.construction_id, roomId: null }, false)
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

/** The chosen photos, one more than a zip takes at most; rooms that are not the construction's are not found. */
const choose = async ({ db, params }: Asked, clientId: ClientId, question: Question): Promise<ArchiveRow[]> => {
  const { filmed_from, filmed_to, room_ids } = question
  if (filmed_from && filmed_to && filmed_to < filmed_from) throw invalid({ filmed_to: ['は開始日以降の日付にしてください'] })
  if (room_ids && (await countRooms(db, clientId, params.construction_id, room_ids)) < new Set(room_ids).size) throw notFound()
  return listArchivePhotos(db, clientId, params.construction_id, choiceOf(question), { withHidden: false, most: mostPhotos + 1 })
}

const sizeOf = (rows: readonly ArchiveRow[]) => ({
  photos: rows.length,
  byte_size: rows.reduce((sum, { byte_size }) => sum + byte_size, 0),
})

const checkOf = async ({ platform, db, params }: Asked, clientId: ClientId, rows: readonly ArchiveRow[], chosen: readonly number[]) => {
  const settings = await settingsOf(db, clientId, params.construction_id)
  const drawings = await listDrawings(db, clientId, params.construction_id)
  if (chosen.some(id => !drawings.some(drawing => drawing.id === id))) throw invalid({ drawing_ids: ['は一覧にありません'] })
  return checkDeliveryOf(platform, { rows, settings, drawings, chosen })
}

const assertMay = (actor: WorkerActor, kind: ArchiveKind) => {
  if (!mayArchive(actor, kind)) throw forbidden()
}

const begin = async (asked: Asked, question: Question & { places_confirmed: boolean }) => {
  const { platform, db, params } = asked
  const { kind, drawing_ids = [] } = question
  const reached = await reach(asked)
  assertMay(reached, kind)
  if (kind !== 'boarded' && !question.places_confirmed) throw refused(placesText, 'places_not_confirmed')
  const rows = await choose(asked, reached.clientId, question)
  const whyNot = whyNotArchived(sizeOf(rows))
  if (whyNot !== null) throw refused(whyNot, rows.length === 0 ? 'no_photos' : 'too_many_photos')
  if (kind === 'delivery') assertFaultless((await checkOf(asked, reached.clientId, rows, drawing_ids)).faults)
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
    drawing_ids: kind === 'delivery' ? drawing_ids : [],
  }
  const asking = { kind: jobKindOf(kind), input: { ...input }, total: rows.length }
  const { id, state, done, total, error } = await enqueueDocument(platform, db, reached, asking, 'archives')
  return { id, state, done, total, error, file_url: null }
}

export const photoArchivesRoutes = answers(photoArchives, {
  'GET /api/constructions/:construction_id/photo_archives/check': async context => {
    const { query } = context
    const reached = await reach(context)
    assertMay(reached, query.kind)
    const rows = await choose(context, reached.clientId, query)
    const size = sizeOf(rows)
    const why_not = whyNotArchived(size)
    const delivery =
      query.kind === 'delivery' && why_not === null ? await checkOf(context, reached.clientId, rows, query.drawing_ids ?? []) : null
    return { photo_archive: { ...size, why_not, delivery } }
  },

  'POST /api/constructions/:construction_id/photo_archives': async context => ({
    message: '写真のまとめを作成しています。',
    job: await begin(context, context.body.photo_archive),
  }),

  'GET /api/constructions/:construction_id/photo_delivery': async context => {
    const { clientId } = await reach(context)
    return { photo_delivery: await settingsOf(context.db, clientId, context.params.construction_id) }
  },

  'PATCH /api/constructions/:construction_id/photo_delivery': async context => {
    const reached = await reach(context)
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
