import type { ReachedActor } from '@toguchi/domain/access/actor'
import { type LedgerChoices, mostPhotosOfLedger, mostPhotosOfWorkbook, usualChoices } from '@toguchi/domain/photo-ledgers/ledger-choices'
import { KeptChoices, photoLedgers } from '@toguchi/domain/photo-ledgers/contract'
import { toInstant } from '../platform/clock.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import { recordEvent } from '../platform/events.ts'
import { fileUrl, viewUrl } from '../platform/files/files.ts'
import { answers } from '../platform/http/mount.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import { enqueueDocument } from '../platform/jobs/job-rows.ts'
import type { Platform } from '../platform/platform.ts'
import { presentJob } from '../printing/printing.ts'
import { reachConstruction } from '../rooms/rooms.ts'
import { type LedgerImage, listLedgerImages, withoutLeftOut } from './ledger-images.ts'
import { listOwnLedgerJobs, type LedgerJobRow } from './ledger-job-queries.ts'
import { ledgerTitle } from './ledger-pages.ts'
import { type LedgerInput, previewPhotoLedger } from './print-photo-ledger.ts'
import { findLastLedger, findLedgerConstruction, type LastLedger, saveChoices } from './queries.ts'

const present = (platform: Platform, { clientId }: ReachedActor, { row, filming_at, ...place }: LedgerImage) => ({
  ...place,
  uuid: row.uuid,
  filming_at: toInstant(filming_at),
  thumbnail_url: row.thumbnail_file_id === null ? null : fileUrl(platform, clientId, row.thumbnail_file_id),
  view_url: row.view_file_id === null ? viewUrl(platform, clientId, row.file_id) : fileUrl(platform, clientId, row.view_file_id),
})

const presentLast = (platform: Platform, { clientId }: ReachedActor, last: LastLedger | undefined) => {
  if (!last || last.file_id === null || last.finished_at === null) return null
  return {
    url: fileUrl(platform, clientId, last.file_id),
    file_name: last.file_name ?? '',
    made_at: toInstant(last.finished_at),
    photos: last.photos ?? 0,
    pages: last.pages ?? 0,
  }
}

const presentLedgerJob = (platform: Platform, { kind, input, ...job }: LedgerJobRow) => ({
  format: kind === 'photo_ledger' ? ('pdf' as const) : ('xlsx' as const),
  choices: KeptChoices.parse(input),
  job: presentJob(platform, job),
})

/** Refuses what cannot be made of so many photos. */
const assertMakeable = (images: readonly LedgerImage[], chosen: readonly LedgerImage[], format: 'pdf' | 'xlsx') => {
  if (images.length === 0) throw refused('写真がまだありません。写真を撮影すると、台帳を作成できます。', 'no_photos')
  if (chosen.length === 0) throw refused('台帳に載せる写真が選ばれていません。1枚以上選んでください。', 'no_photos')
  const most = format === 'pdf' ? mostPhotosOfLedger : mostPhotosOfWorkbook
  if (chosen.length > most)
    throw refused(
      `${format === 'pdf' ? '台帳' : 'Excel'}に載せられる写真は${most.toLocaleString('ja-JP')}枚までです（現在${chosen.length.toLocaleString('ja-JP')}枚）。載せない写真を外して、分けて作成してください。`,
      'too_many_photos',
    )
}

export const photoLedgersRoutes = answers(photoLedgers, {
  'GET /api/constructions/:construction_id/photo_ledger': async ({ platform, db, actor, params: { construction_id } }) => {
    const reached = await reachConstruction(db, actor, construction_id)
    const images = await listLedgerImages(db, reached.clientId, construction_id)
    const last = await findLastLedger(db, reached.clientId, construction_id)
    const jobs = await listOwnLedgerJobs(db, reached, construction_id)
    return {
      photos: images.map(image => present(platform, reached, image)),
      choices: last?.choices ?? usualChoices(images.some(({ row }) => row.use_electronic_signboard)),
      last: presentLast(platform, reached, last),
      jobs: jobs.map(job => presentLedgerJob(platform, job)),
    }
  },

  'POST /api/constructions/:construction_id/photo_ledger': async ({ platform, db, actor, params: { construction_id }, body }) => {
    const { format, ...asked } = body
    const reached = await reachConstruction(db, actor, construction_id)
    const { clientId } = reached
    const images = await listLedgerImages(db, clientId, construction_id)
    const chosen = withoutLeftOut(images, asked.left_out)
    assertMakeable(images, chosen, format)
    const isThere = new Set(images.map(({ row }) => row.uuid))
    const choices: LedgerChoices = { ...asked, left_out: asked.left_out.filter(uuid => isThere.has(uuid.toLowerCase())) }
    await saveChoices(db, clientId, construction_id, choices)
    const input: LedgerInput = { ...choices, construction_id }
    const kind = format === 'pdf' ? 'photo_ledger' : 'photo_ledger_workbook'
    const job = await enqueueDocument(platform, db, reached, { kind, input: { ...input }, total: chosen.length }, 'archives')
    // Pictures of dwellings leave the house: whoever takes them leaves a trace.
    await recordEvent(db, {
      kind: 'documents.photo_ledger_made',
      actor,
      clientId,
      constructionId: construction_id,
      change: { format, order: choices.order, photos: chosen.length, left_out: choices.left_out.length },
    })
    return { message: `${ledgerTitle}の作成を始めました。`, job: presentJob(platform, job) }
  },

  'POST /api/constructions/:construction_id/photo_ledger/preview': async ({ platform, actor, params: { construction_id }, body }) => {
    const { page, ...choices } = body
    const { reached, ...found } = await platform.pool.read(clientNumberOf(actor), async db => {
      const caller = await reachConstruction(db, actor, construction_id)
      const construction = await findLedgerConstruction(db, caller.clientId, construction_id)
      if (!construction) throw notFound()
      return { reached: caller, construction, images: await listLedgerImages(db, caller.clientId, construction_id) }
    })
    assertMakeable(found.images, withoutLeftOut(found.images, choices.left_out), 'pdf')
    return previewPhotoLedger(platform, reached, { ...found, choices }, page)
  },
})
