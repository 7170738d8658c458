import { z } from 'zod'
import { contract } from '../http/endpoint.ts'
import { changes, day, id, instant, listQuery, optional, optionalMultilineText, optionalText, query } from '../http/fields.ts'
import { itemKinds } from '../masters/labels.ts'
import { CompletionReportItem } from '../masters/contract.ts'
import { DrawnPage, Job } from '../printing/contract.ts'
import { RoomDetail } from '../rooms/contract.ts'
import { roomStatuses } from '../rooms/labels.ts'
import { canTakeBackCompletion } from '../rooms/policy.ts'
import { completionReportLabels as labels, reportSorts, signerRelations } from './labels.ts'
import { canFillReports, canReadReports } from './policy.ts'

/** Who changed what was signed, when, and what had been signed: null where nothing had stood there. */
const Correction = z.object({ by: z.string().nullable(), at: instant, signed_answer: z.string().nullable() })

const Result = z.object({
  id: z.int(),
  completion_report_item_id: z.int(),
  completion_report_item_unit_id: z.int().nullable(),
  kind: z.enum(itemKinds),
  item_name: z.string(),
  /** As it is read aloud: 良, 12.5 MΩ. */
  answer: z.string(),
  value_number: z.number().nullable(),
  value_text: z.string().nullable(),
  unit_name: z.string().nullable(),
  corrected: Correction.nullable(),
})

const Signature = z.object({
  /** Null where none was given, or it was erased (decision 015). */
  name: z.string().nullable(),
  /** A name stood there, whether it is still known or not. */
  named: z.boolean(),
  relation: z.enum(signerRelations),
  signed_at: instant,
  /** Of what was signed, hexadecimal. */
  sha256: z.string(),
})

const Report = z.object({
  /** Its items are those of now and those that this room has answered; null where the works have no template. */
  template: z.object({ id: z.int(), name: z.string(), completion_report_items: z.array(CompletionReportItem) }).nullable(),
  results: z.array(Result),
  completion_comment: z.string().nullable(),
  completion_comment_corrected: Correction.nullable(),
  special_report: z.string().nullable(),
  special_report_corrected: Correction.nullable(),
  digital_sign_url: z.string().nullable(),
  signature: Signature.nullable(),
  /** Signatures of completions that were taken back, the newest first. */
  withdrawn_signatures: z.array(Signature.extend({ withdrawn_at: instant })),
  omissions: z.object({ sign_omitted_reason: z.string().nullable(), photos_omitted_reason: z.string().nullable() }),
  /** Every change after the completion, in their order. */
  corrections: z.array(
    z.object({
      item_name: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      by: z.string().nullable(),
      at: instant,
    }),
  ),
  /** The room is completed: what is changed now is a correction. */
  finished: z.boolean(),
  saved_at: instant.nullable(),
  lock_version: z.int(),
  why_read_only: z.string().nullable(),
})
export type Report = z.infer<typeof Report>

const answersOf = z
  .array(
    z.strictObject({
      /** Taken and not needed: an item has one result. */
      id: id.optional(),
      completion_report_item_id: id,
      completion_report_item_unit_id: optional(id),
      value_number: optional(z.number().min(-999_999_999).max(999_999_999)),
      value_text: optionalText(200),
    }),
  )
  .max(200)

/** An item, or a text beside them, that two people changed to different values. */
export interface ReportConflict {
  /** Null for a text beside the items. */
  completion_report_item_id: number | null
  item_name: string
  current: string | null
  sent: string | null
}

const Saved = z.object({ message: z.string(), room: RoomDetail })

const Listed = z.object({
  room_id: z.int(),
  room_name: z.string(),
  block_name: z.string().nullable(),
  status: z.enum(roomStatuses),
  /** 施工日: the day of the completion, before it the day of the visit. */
  date: day.nullable(),
  completed_at: instant.nullable(),
  closed_at: instant.nullable(),
  digital_sign_url: z.string().nullable(),
  sign_omitted: z.boolean(),
  /** Null until something was saved. */
  template_name: z.string().nullable(),
  saved_at: instant.nullable(),
  corrected: z.boolean(),
  /** The report as it is final: printed alone since 完了確定. Null until then. */
  pdf_url: z.string().nullable(),
})

const filter = z
  .strictObject({ status: z.enum(roomStatuses), name: query.text, signed: query.boolean, reported: query.boolean })
  .partial()
  .optional()

export const completionReports = contract({
  'GET /api/constructions/:construction_id/rooms/:room_id/completion_report': {
    access: canReadReports,
    response: z.object({ completion_report: Report }),
  },
  /**
   * Saves what was sent: before the completion a draft, afterwards a correction that is marked. An answer of nothing takes the answer away.
   * With the report as it was `read`, an old `lock_version` is merged: what was changed since is saved and the rest stays as it is now; 409
   * `changed_by_both` names the items that another person changed to something else, with the report as it is. Without it 409 `stale`; 422 `room_closed` after 完了確定, `template_changed` where an item or unit is asked no more.
   */
  'PATCH /api/constructions/:construction_id/rooms/:room_id/completion_report': {
    access: canFillReports,
    labels,
    body: z.strictObject({
      completion_report: changes({
        completion_report_id: optional(id),
        completion_comment: optionalMultilineText(1000),
        special_report: optionalMultilineText(1000),
        results_attributes: answersOf,
        lock_version: z.int(),
        read: z.strictObject({
          completion_report_id: id.nullable(),
          results_attributes: answersOf,
          completion_comment: optionalMultilineText(1000),
          special_report: optionalMultilineText(1000),
        }),
      }),
    }),
    response: z.object({ message: z.string(), completion_report: Report }),
  },
  /**
   * The end of the visit (G-REP-02): photos and signature or reasons why not (G-PHO-08, G-ROOM-19), the report's answers, defaults taken
   * silently. 422 `report_incomplete` names each required item without an answer; its keys are `completion_report_results[{item id}]`.
   * 422 `template_changed` as above.
   */
  'POST /api/constructions/:construction_id/rooms/:room_id/completion': {
    access: canFillReports,
    ownTransactions: true,
    labels,
    body: z.strictObject({
      room: z
        .strictObject({
          /** PNG as a data URL (G-ROOM-19). */
          digital_sign: z.string().max(420_000).nullish(),
          signer_name: optionalText(100),
          signer_relation: z.enum(signerRelations).default('self'),
          sign_omitted_reason: optionalMultilineText(500),
          /** Roles 1, 2, 3 only (G-PHO-08). */
          photos_omitted_reason: optionalMultilineText(500),
          completion_report_results_attributes: answersOf.optional(),
          /**
           * When it was pressed, by the device's clock; absent: now. It may arrive hours later (feature 16): never later than now, nor before
           * who completes it came.
           */
          completed_at: instant.optional(),
        })
        // What is not sent stays as the draft has it.
        .extend(changes({ special_report: optionalMultilineText(1000), completion_comment: optionalMultilineText(1000) }).shape),
    }),
    response: Saved,
  },
  /** The signature is withdrawn with it: kept, and marked. The answers stay as a draft. */
  'DELETE /api/constructions/:construction_id/rooms/:room_id/completion': { access: canTakeBackCompletion, response: Saved },
  /** In the order of the building unless it is asked for otherwise. */
  'GET /api/constructions/:construction_id/completion_reports': {
    access: canReadReports,
    mayLag: true,
    query: listQuery(reportSorts, { room: filter }),
    response: z.object({ completion_reports: z.array(Listed), total_count: z.int().optional() }),
  },
  /** One A4 report a room and more pages where it needs them, in the order of the building; 422 `not_finished` names rooms that are not completed. */
  'POST /api/constructions/:construction_id/completion_reports/print': {
    access: canReadReports,
    labels,
    body: z.strictObject({ room_ids: z.array(id).min(1).max(5_000) }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /** A page of that report as it would be printed now. 404 `no_such_page` beyond the last one, 422 `not_finished` before the completion. */
  'GET /api/constructions/:construction_id/rooms/:room_id/completion_report/preview': {
    access: canReadReports,
    ownTransactions: true,
    query: z.strictObject({ page: query.integer.pipe(id).default(1) }),
    response: DrawnPage,
  },
  /** The list as a workbook, an item a column. */
  'POST /api/constructions/:construction_id/completion_reports/export': {
    access: canReadReports,
    labels,
    body: z.strictObject({ room: filter }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
})
export type ListedReport = z.infer<typeof Listed>
