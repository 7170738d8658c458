import type { ClientId, ReachedActor } from '@toguchi/domain/access/actor'
import type { LedgerChoices } from '@toguchi/domain/photo-ledgers/ledger-choices'
import type { DrawnPage } from '@toguchi/domain/printing/contract'
import { showPicture, showSmaller } from '../photos/photos.ts'
import type { Platform } from '../platform/platform.ts'
import { drawPage, noSuchPage, type PrintJob, type Printed, renderParts } from '../printing/printing.ts'
import { type LedgerImage, listLedgerImages, onlyLeftOut, withoutLeftOut } from './ledger-images.ts'
import { layLedgerPage, ledgerParts, ledgerTitle, planLedger, type PlannedLedger } from './ledger-pages.ts'
import { findLedgerConstruction, type LedgerConstruction, saveMade } from './queries.ts'

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
  const { construction, images, leftOut } = await readLedger(platform, job)
  const plan = planLedger(images, choices, leftOut)
  const isLarge = images.reduce((sum, { row }) => sum + (row.view_bytes ?? usualBytes), 0) > mostBytes
  const show = shower(platform, clientId, construction, choices, isLarge ? pixelsOnPaper(plan, choices, dotsInPrint) : null)
  const fileName = `${ledgerTitle}_${construction.manage_no ?? construction.id}.pdf`
  const title = `${ledgerTitle}　${construction.name ?? construction.building_name}`
  const parts = ledgerParts({ plan, construction, choices, at: platform.now(), show })
  const staged = await renderParts(platform, job, { fileName, title, bookmarks: plan.bookmarks }, parts)
  const made = { job_id: id, photos: images.length, pages: plan.total }
  return { ...staged, settle: db => saveMade(db, clientId, construction.id, made) }
}

/** The construction of a job with the photos that its ledger holds, and those that it leaves out. */
export const readLedger = async (platform: Platform, { client_id: clientId, input }: PrintJob<LedgerInput>) => {
  const { construction, all } = await platform.pool.read(clientId, async db => ({
    construction: await findLedgerConstruction(db, clientId, input.construction_id),
    all: await listLedgerImages(db, clientId, input.construction_id),
  }))
  const images = withoutLeftOut(all, input.left_out)
  if (!construction || images.length === 0) throw new Error('the photos are gone')
  return { construction, images, leftOut: onlyLeftOut(all, input.left_out) }
}

/** A page of that PDF as these choices would make it now, from 1. Of a page that is looked at only its own photos are touched. */
export const previewPhotoLedger = async (
  platform: Platform,
  caller: ReachedActor,
  { construction, images: all, choices }: { construction: LedgerConstruction; images: readonly LedgerImage[]; choices: LedgerChoices },
  page: number,
): Promise<DrawnPage> => {
  const images = withoutLeftOut(all, choices.left_out)
  const plan = planLedger(images, choices, onlyLeftOut(all, choices.left_out))
  if (page > plan.total) throw noSuchPage(plan.total)
  const show = shower(platform, caller.clientId, construction, choices, pixelsOnPaper(plan, choices, dotsOnScreen))
  const drawing = { plan, construction, choices, at: platform.now(), show }
  const { picture } = await drawPage(platform, caller, folder => layLedgerPage(drawing, page, folder))
  return { picture, pages: plan.total }
}

/** What shows the photos of a ledger: no more pixels than so many on the longer side, as they are where it is null. */
const shower =
  (platform: Platform, clientId: ClientId, { id: constructionId }: LedgerConstruction, choices: LedgerChoices, most: number | null) =>
  async ({ row }: LedgerImage): Promise<Uint8Array | null> => {
    const bytes = await showPicture({ platform, clientId, constructionId }, row, choices.with_signboard)
    return bytes && most !== null ? showSmaller({ platform, clientId }, { bytes, width: most, height: most }) : bytes
  }

/** Dots an inch: what a printer shows of a picture, and a screen of a page at full size. */
const dotsInPrint = 200
export const dotsOnScreen = 130

/** Pixels of the longer side that so many dots an inch ask for: millimetres of the page between its margins, shared by the columns. */
export const pixelsOnPaper = ({ shape }: Pick<PlannedLedger, 'shape'>, { orientation }: LedgerChoices, dots = dotsInPrint): number =>
  Math.ceil((((orientation === 'portrait' ? 178 : 265) / Math.max(shape.columns, 1.6)) * dots) / 25.4)
