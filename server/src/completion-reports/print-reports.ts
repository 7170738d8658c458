import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ClientId, ReachedActor } from '@toguchi/domain/access/actor'
import { formatDayLong, formatInstant } from '@toguchi/domain/calendar/day'
import { completionReportLabels, notStatutoryText, signerRelationLabels } from '@toguchi/domain/completion-reports/labels'
import type { DrawnPage } from '@toguchi/domain/printing/contract'
import { photoTimingLabels, photoTimings } from '@toguchi/domain/photos/labels'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { drawPage, type Pages, type Part, type PrintJob, type Printed, renderParts } from '../printing/printing.ts'
import {
  findPaperConstruction,
  findStorageKeys,
  listReportPhotos,
  listVisitsOf,
  type PaperConstruction,
  type PhotoRow,
  type VisitRow,
} from './paper-queries.ts'
import { correctionOf } from './present.ts'
import { type CorrectionRow, listReports, type ReportRow } from './queries.ts'

export interface ReportsInput {
  construction_id: number
  room_ids: readonly number[]
}

const reportTitle = '完了報告書'

/** Reports the engine draws at a time: enough to be quick, few enough that memory does not grow with the building. */
const reportsAtOnce = 16
/** Small photos a report shows; all of them stand in the photo ledger. */
const mostPhotos = 6

/** 完了報告書: A4, a page or more a room in the order of the building, each numbered for itself, for each is handed out alone (G-REP-01). */
export const printReports = async (platform: Platform, job: PrintJob<ReportsInput>): Promise<Printed> => {
  const { client_id, input } = job
  const { construction_id, room_ids } = input
  const read = await platform.pool.read(client_id, db => readReports(db, client_id, construction_id, room_ids))
  const document = { fileName: fileNameOf(read.construction, read.reports), title: reportTitle }
  return renderParts(platform, job, document, partsOf(platform, read))
}

/** A page of that paper of one room, from 1, as it would be printed now. */
export const previewReport = (platform: Platform, caller: ReachedActor, read: ReadReports, page: number): Promise<DrawnPage> =>
  drawPage(platform, caller, folder => layReports(platform, read, read.reports, folder), page)

/** Everything that the reports of rooms are drawn from. */
export const readReports = async (db: Db, clientId: ClientId, constructionId: number, roomIds: readonly number[]): Promise<ReadReports> => {
  const construction = await findPaperConstruction(db, clientId, constructionId)
  if (!construction) throw new Error('the construction is gone')
  const reports = await listReports(db, clientId, constructionId, roomIds)
  const signs = reports.flatMap(({ digital_sign_file_id }) => digital_sign_file_id ?? [])
  return {
    construction,
    reports,
    visits: new Map((await listVisitsOf(db, clientId, roomIds)).map(visit => [visit.room_id, visit])),
    photos: Map.groupBy(await listReportPhotos(db, clientId, roomIds), photo => photo.room_id),
    signKeys: await findStorageKeys(db, clientId, signs),
  }
}

export interface ReadReports {
  construction: PaperConstruction
  reports: readonly ReportRow[]
  visits: ReadonlyMap<number, VisitRow>
  photos: ReadonlyMap<number, readonly PhotoRow[]>
  signKeys: ReadonlyMap<number, string>
}

const partsOf = function* (platform: Platform, read: ReadReports): Generator<Part> {
  for (let from = 0; from < read.reports.length; from += reportsAtOnce) {
    const some = read.reports.slice(from, from + reportsAtOnce)
    yield { done: from + some.length, makeReady: folder => layReports(platform, read, some, folder) }
  }
}

const layReports = async (platform: Platform, read: ReadReports, some: readonly ReportRow[], folder: string): Promise<Pages> => {
  const { lay, pictures } = layPictures(platform, folder)
  const rooms = []
  for (const report of some) rooms.push(await roomOf(report, read, lay))
  return {
    template: '../completion-reports/completion-report.typ',
    data: { ...headOf(platform, read.construction), rooms },
    pictures,
  }
}

type LayPicture = (storageKey: string) => Promise<string>

/** What the template draws of one room; `lay` answers by which name it shows a kept picture. */
export const roomOf = async (report: ReportRow, { construction, visits, photos, signKeys }: ReadReports, lay: LayPicture) => {
  const signKey = report.digital_sign_file_id === null ? undefined : signKeys.get(report.digital_sign_file_id)
  return {
    ...reportData(construction, report, visits.get(report.room_id)),
    ...(await photosOf(photos.get(report.room_id) ?? [], lay)),
    sign: signKey === undefined ? '' : await lay(signKey),
  }
}

const fileNameOf = (construction: PaperConstruction, [only, ...others]: readonly ReportRow[]): string =>
  `完了報告書_${construction.manage_no ?? construction.cd}${only !== undefined && others.length === 0 ? `_${only.room_name}` : ''}.pdf`.replaceAll(
    /[\\/:*?"<>|]/g,
    '_',
  )

/** Puts kept pictures where the engine finds them, and says by which name the template shows them; the same picture once. */
const layPictures = (platform: Platform, folder: string) => {
  const laid = new Map<string, string>()
  const pictures: { name: string; path: string }[] = []
  const lay = async (storageKey: string): Promise<string> => {
    const known = laid.get(storageKey)
    if (known !== undefined) return known
    const name = `picture-${laid.size}`
    const place = path.join(folder, name)
    await pipeline(platform.storage.read(storageKey), createWriteStream(place, { mode: 0o600 }))
    pictures.push({ name, path: place })
    laid.set(storageKey, `/${name}`)
    return `/${name}`
  }
  return { lay, pictures }
}

/** Whole places only, so that before and after stand side by side; a timing that none of them was photographed at has no column. */
const photosOf = async (photos: readonly PhotoRow[], lay: LayPicture) => {
  const places = [...Map.groupBy(photos, photo => photo.place_name)]
  const timings = photoTimings.filter(timing => photos.some(photo => photo.timing === timing))
  const shown = places.slice(0, timings.length === 0 ? 0 : Math.max(1, Math.floor(mostPhotos / timings.length)))
  const photo_rows = []
  for (const [place, own] of shown) {
    const cells = []
    for (const timing of timings) {
      const photo = own.find(each => each.timing === timing)
      // A stage that was never asked for is no photo that is missing.
      const missing = own[0]?.[timing] === false ? '―' : '撮影なし'
      cells.push(
        photo ? { picture: await lay(photo.storage_key), taken: formatInstant(photo.filming_at) } : { picture: '', taken: missing },
      )
    }
    photo_rows.push({ place, cells })
  }
  return { photo_timings: timings.map(timing => photoTimingLabels[timing]), photo_rows, more_photos: places.length - shown.length }
}

export const headOf = (platform: Platform, construction: PaperConstruction) => ({
  title: reportTitle,
  works: construction.name ?? construction.cd,
  manage_no: construction.manage_no ?? '',
  building: construction.building_name,
  address: construction.building_address ?? '',
  prime: construction.prime_contractor ?? construction.client_name,
  printed_on: formatDayLong(toDay(platform.now())),
  not_statutory: construction.construction_type === 'inspection' ? notStatutoryText : '',
})

/** What completion-report.typ draws of one room. */
const reportData = (construction: PaperConstruction, report: ReportRow, visit: VisitRow | undefined) => {
  const text = (subject: 'special_report' | 'completion_comment') => ({
    head: completionReportLabels[subject],
    body: report[subject] ?? '',
    corrected: correctedText(correctionOf(report.corrections, subject)),
  })
  return {
    name: report.block_name === null ? report.room_name : `${report.block_name}　${report.room_name}`,
    template: report.template_name ?? '',
    date: visit?.date ? formatDayLong(visit.date) : '',
    contractor: visit?.contractor_name ?? construction.contractors.join('、'),
    state: report.closed_at === null ? '完了確定前の控え' : `完了確定 ${formatInstant(report.closed_at)}`,
    results: report.results.map(result => ({
      item: result.item_name,
      answer: result.answer,
      corrected: correctedText(correctionOf(report.corrections, 'item', result.completion_report_item_id)),
    })),
    texts: [text('special_report'), text('completion_comment')].filter(({ body, corrected }) => body !== '' || corrected !== ''),
    omissions: [
      ...(report.sign_omitted_reason === null
        ? []
        : [{ head: completionReportLabels.sign_omitted_reason, body: report.sign_omitted_reason }]),
      ...(report.photos_omitted_reason === null
        ? []
        : [{ head: completionReportLabels.photos_omitted_reason, body: report.photos_omitted_reason }]),
    ],
    ...signatureData(report),
    corrections: report.corrections.map(correctionData),
  }
}

const signatureData = (report: ReportRow) => {
  const signature = report.signatures.find(({ withdrawn_at }) => withdrawn_at === null)
  const signedAt = signature ? new Date(signature.signed_at) : report.completed_at
  return {
    signer: signature === undefined ? '' : signerText(signature),
    signed_at: signedAt === null ? '' : formatInstant(signedAt),
    sha256: signature?.sha256 ?? '',
    withdrawn: report.signatures.flatMap(({ signed_at, withdrawn_at }) =>
      withdrawn_at === null
        ? []
        : [
            `${formatInstant(new Date(signed_at))} の署名は、完了の取り消しにより ${formatInstant(new Date(withdrawn_at))} に取り下げられました。`,
          ],
    ),
  }
}

const signerText = ({ name, named, relation }: ReportRow['signatures'][number]): string =>
  `${signerRelationLabels[relation]}${name === null ? (named ? '　（氏名は消去済み）' : '') : `　${name}`}`

const correctionData = ({ item_name, before, after, by, at }: CorrectionRow) => ({
  at: formatInstant(new Date(at)),
  by: by ?? '',
  item: item_name,
  before: before ?? '（なし）',
  after: after ?? '（なし）',
})

/** 訂正 2026/12/03 10:20 佐藤 花子（署名時：良） */
const correctedText = (correction: ReturnType<typeof correctionOf>): string =>
  correction === null
    ? ''
    : `訂正 ${formatInstant(new Date(correction.at))} ${correction.by ?? ''}（署名時：${correction.signed_answer ?? 'なし'}）`
