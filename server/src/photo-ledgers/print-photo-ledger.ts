import type { LedgerChoices } from '@toguchi/domain/photo-ledgers/ledger-choices'
import { showPicture, showSmaller } from '../photos/photos.ts'
import type { Platform } from '../platform/platform.ts'
import { type PrintJob, type Printed, renderParts } from '../printing/printing.ts'
import { type LedgerImage, listLedgerImages, withoutLeftOut } from './ledger-images.ts'
import { ledgerParts, ledgerTitle, planLedger, type PlannedLedger } from './ledger-pages.ts'
import { findLedgerConstruction, saveMade } from './queries.ts'

export interface LedgerInput extends LedgerChoices {
  construction_id: number
}

const megabyte = 1024 * 1024
/** Up to here views stand in a ledger as they are; above they are brought to what the paper shows of them. */
const mostBytes = 150 * megabyte
/** Of a view that is drawn when it is asked for. */
const usualBytes = 0.4 * megabyte

/** 工事写真台帳 as one PDF: its photos as they stand now, page after page, none of them held longer than it is drawn. */
export const printPhotoLedger = async (platform: Platform, job: PrintJob<LedgerInput>): Promise<Printed> => {
  const { id, client_id: clientId, input: choices } = job
  const { construction, images } = await readLedger(platform, job)
  const plan = planLedger(images, choices)
  const most = images.reduce((sum, { row }) => sum + (row.view_bytes ?? usualBytes), 0) > mostBytes ? pixelsOnPaper(plan, choices) : null
  const show = async ({ row }: LedgerImage) => {
    const bytes = await showPicture({ platform, clientId, constructionId: construction.id }, row, choices.with_signboard)
    return bytes && most !== null ? showSmaller({ platform, clientId }, { bytes, width: most, height: most }) : bytes
  }
  const fileName = `${ledgerTitle}_${construction.manage_no ?? construction.id}.pdf`
  const title = `${ledgerTitle}　${construction.name ?? construction.building_name}`
  const parts = ledgerParts(plan, construction, choices, platform.now(), show)
  const staged = await renderParts(platform, job, { fileName, title, bookmarks: plan.bookmarks }, parts)
  const made = { job_id: id, photos: images.length, pages: plan.total }
  return { ...staged, settle: db => saveMade(db, clientId, construction.id, made) }
}

/** The construction of a job with the photos that its ledger holds. */
export const readLedger = async (platform: Platform, { client_id: clientId, input }: PrintJob<LedgerInput>) => {
  const { construction, images } = await platform.pool.read(clientId, async db => ({
    construction: await findLedgerConstruction(db, clientId, input.construction_id),
    images: withoutLeftOut(await listLedgerImages(db, clientId, input.construction_id), input.left_out),
  }))
  if (!construction || images.length === 0) throw new Error('the photos are gone')
  return { construction, images }
}

/** Pixels of the longer side that 200 dots an inch ask for: millimetres of the page between its margins, shared by the columns. */
export const pixelsOnPaper = ({ shape }: Pick<PlannedLedger, 'shape'>, { orientation }: LedgerChoices): number =>
  Math.ceil((((orientation === 'portrait' ? 178 : 265) / Math.max(shape.columns, 1.6)) * 200) / 25.4)
