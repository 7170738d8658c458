import { formatInstant } from '@toguchi/domain/calendar/day'
import { showPicture, showSmaller } from '../photos/photos.ts'
import { setJobProgress } from '../platform/jobs/job-rows.ts'
import type { Platform } from '../platform/platform.ts'
import type { PrintJob, Printed } from '../printing/printing.ts'
import { type PictureOfRow, writePictureSheet } from '../spreadsheets/spreadsheets.ts'
import { captionOf, ledgerTitle, planLedger } from './ledger-pages.ts'
import { type LedgerInput, readLedger } from './print-photo-ledger.ts'

const headings = [
  { text: '番号', width: 7 },
  { text: '写真', width: 31 },
  { text: '部屋', width: 14 },
  { text: '撮影箇所', width: 20 },
  { text: '施工時期', width: 10 },
  { text: '撮影日時', width: 18 },
  { text: '工種', width: 20 },
  { text: '施工者', width: 24 },
  { text: '備考', width: 30 },
  { text: 'ファイル名', width: 26 },
]
const pictureColumn = 1
const momentColumn = 5
/** Pixels: what a screen shows of a cell, twice over. */
const box = { width: 480, height: 360, padded: true }
/** Photos between two words of how far it is. */
const told = 10

/** The ledger as a workbook with the pictures in their rows, for offices that sort it on: a row for each photo, numbered as in the PDF. */
export const writeLedgerWorkbook = async (platform: Platform, job: PrintJob<LedgerInput>): Promise<Printed> => {
  const { client_id: clientId, input } = job
  const { construction, images, leftOut } = await readLedger(platform, job)
  const { numbers } = planLedger(images, input, leftOut)
  const sorted = [...numbers.keys()]
  const pictures: (PictureOfRow | null)[] = []
  for (const { row } of sorted) {
    job.signal?.throwIfAborted()
    const bytes = await showPicture({ platform, clientId, constructionId: construction.id }, row, input.with_signboard)
    const small = bytes && (await showSmaller({ platform, clientId }, { bytes, ...box }))
    pictures.push(small && { bytes: small, alt: row.place_name })
    if (pictures.length % told === 0) await platform.pool.write(clientId, db => setJobProgress(db, job, pictures.length))
  }
  const rows = sorted.map((image, at) => {
    const { room, place, timing, work_kind, contractor, note } = captionOf(image, construction)
    const unshown = pictures[at] ? '' : '写真を表示できません'
    return [String(at + 1), unshown, room, place, timing, formatInstant(image.filming_at), work_kind, contractor, note, image.row.file_name]
  })
  return {
    bytes: await writePictureSheet({
      name: ledgerTitle,
      title: [ledgerTitle, construction.building_name, construction.name ?? ''].filter(text => text !== '').join('　'),
      headings,
      rows,
      pictures,
      pictureColumn,
      moments: { column: momentColumn, of: sorted.map(({ filming_at }) => filming_at) },
    }),
    fileName: `${ledgerTitle}_${construction.manage_no ?? construction.id}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
}
