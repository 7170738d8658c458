import type { Actor } from '@toguchi/domain/access/actor'
import type { ListedReport, Report } from '@toguchi/domain/completion-reports/contract'
import { finalText } from '@toguchi/domain/completion-reports/labels'
import { canFillReports } from '@toguchi/domain/completion-reports/policy'
import { canReopenRooms } from '@toguchi/domain/rooms/policy'
import type { AskedItem } from '@toguchi/domain/completion-reports/report-answers'
import { toInstant } from '../platform/clock.ts'
import { fileUrl } from '../platform/files/files.ts'
import type { Platform } from '../platform/platform.ts'
import type { CorrectionRow, CorrectionSubject, ItemRow, ListedRow, ReportRow, ResultRow, SignatureRow } from './queries.ts'

export const isFinished = ({ status }: Pick<ReportRow, 'status'>): boolean => status === 'completed'

/**
 * What a report asks. Until the room is completed the template as it is now; afterwards what was answered stands as it was asked then, and
 * what the template asks by now can be answered beside it.
 */
export const itemsOf = (row: Pick<ReportRow, 'status' | 'items' | 'results'>): AskedItem[] =>
  row.items.flatMap(item => {
    const result = row.results.find(({ completion_report_item_id }) => completion_report_item_id === item.id)
    if (!isFinished(row) || result === undefined) return item.discarded ? [] : [asNow(item, null)]
    return [{ ...asNow(item, result), name: result.item_name, kind: result.kind, unit_name: result.unit_name }]
  })

const asNow = ({ discarded: _discarded, ...item }: ItemRow, result: ResultRow | null): AskedItem => ({
  ...item,
  completion_report_item_units: item.completion_report_item_units
    .filter(unit => !unit.discarded || unit.id === result?.completion_report_item_unit_id)
    .map(({ id, name, is_default }) => ({ id, name: id === result?.completion_report_item_unit_id ? result.answer : name, is_default })),
})

/** The answers that hold: those of a draft only as long as the template asks for them so. */
export const answersOf = (row: Pick<ReportRow, 'status' | 'items' | 'results'>): ResultRow[] => {
  if (isFinished(row)) return row.results
  const items = new Map(itemsOf(row).map(item => [item.id, item]))
  return row.results.filter(result => {
    const item = items.get(result.completion_report_item_id)
    if (item?.kind !== result.kind) return false
    return result.kind !== 'choice' || item.completion_report_item_units.some(({ id }) => id === result.completion_report_item_unit_id)
  })
}

/** Comment and special report: as they were saved, before the first save as the works begin with them (G-REP-01, G-ROOM-08). */
export const textsOf = (row: ReportRow): { special_report: string | null; completion_comment: string | null } =>
  row.report_id !== null || isFinished(row)
    ? { special_report: row.special_report, completion_comment: row.completion_comment }
    : {
        special_report: row.special_report ?? row.first_special_report,
        completion_comment: row.completion_comment ?? row.first_comment,
      }

/** What has become of what was signed: the last one who changed it, and what had stood there first. */
export const correctionOf = (corrections: readonly CorrectionRow[], subject: CorrectionSubject, itemId: number | null = null) => {
  const own = corrections.filter(each => each.subject === subject && each.completion_report_item_id === itemId)
  const [first, last] = [own[0], own.at(-1)]
  return first === undefined || last === undefined ? null : { by: last.by, at: toInstant(new Date(last.at)), signed_answer: first.before }
}

const presentSignature = ({ name, named, relation, signed_at, sha256 }: SignatureRow) => ({
  name,
  named,
  relation,
  signed_at: toInstant(new Date(signed_at)),
  sha256,
})

/** Why this actor cannot change the report; null where they can. */
const whyReadOnly = (row: Pick<ReportRow, 'closed_at'>, actor: Actor): string | null => {
  if (!canFillReports(actor)) return '完了報告書を変更する権限がありません。'
  return row.closed_at === null ? null : finalText(canReopenRooms(actor))
}

export const presentReport = (platform: Platform, actor: Actor, row: ReportRow): Report => ({
  template:
    row.template_id === null || row.template_name === null
      ? null
      : {
          id: row.template_id,
          name: row.template_name,
          completion_report_items: itemsOf(row).map(item => ({
            ...item,
            completion_report_item_units: [...item.completion_report_item_units],
          })),
        },
  results: answersOf(row).map(({ position: _position, ...result }) => ({
    ...result,
    corrected: correctionOf(row.corrections, 'item', result.completion_report_item_id),
  })),
  ...textsOf(row),
  completion_comment_corrected: correctionOf(row.corrections, 'completion_comment'),
  special_report_corrected: correctionOf(row.corrections, 'special_report'),
  digital_sign_url: row.digital_sign_file_id === null ? null : fileUrl(platform, row.client_id, row.digital_sign_file_id),
  signature: row.signatures.filter(({ withdrawn_at }) => withdrawn_at === null).map(presentSignature)[0] ?? null,
  withdrawn_signatures: row.signatures.flatMap(signature =>
    signature.withdrawn_at === null ? [] : [{ ...presentSignature(signature), withdrawn_at: toInstant(new Date(signature.withdrawn_at)) }],
  ),
  omissions: { sign_omitted_reason: row.sign_omitted_reason, photos_omitted_reason: row.photos_omitted_reason },
  corrections: row.corrections.map(({ item_name, before, after, by, at }) => ({
    item_name,
    before,
    after,
    by,
    at: toInstant(new Date(at)),
  })),
  finished: isFinished(row),
  saved_at: toInstant(row.saved_at),
  lock_version: row.lock_version,
  why_read_only: whyReadOnly(row, actor),
})

export const presentListed = (platform: Platform, row: ListedRow): ListedReport => ({
  room_id: row.id,
  room_name: row.room_name,
  block_name: row.block_name,
  status: row.status,
  date: row.date,
  completed_at: toInstant(row.completed_at),
  closed_at: toInstant(row.closed_at),
  digital_sign_url: row.digital_sign_file_id === null ? null : fileUrl(platform, row.client_id, row.digital_sign_file_id),
  sign_omitted: row.sign_omitted,
  template_name: row.template_name,
  saved_at: toInstant(row.saved_at),
  corrected: row.corrected,
  pdf_url: row.pdf_file_id === null ? null : fileUrl(platform, row.client_id, row.pdf_file_id),
})
