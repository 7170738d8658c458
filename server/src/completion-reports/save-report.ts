import { createHash } from 'node:crypto'
import type { completionReports } from '@toguchi/domain/completion-reports/contract'
import { completionReportLabels, finalText, templateIsFixedText } from '@toguchi/domain/completion-reports/labels'
import {
  answerText,
  type AskedItem,
  type ReportAnswer,
  unansweredItems,
  unansweredText,
  withDefaults,
} from '@toguchi/domain/completion-reports/report-answers'
import { canonicalText, type SignedContent } from '@toguchi/domain/completion-reports/signed-content'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import { canReopenRooms } from '@toguchi/domain/rooms/policy'
import { refusalOf } from '@toguchi/domain/rooms/status'
import type { EventKind } from '@toguchi/domain/events/event-sentences'
import { lockReports } from '../masters/masters.ts'
import { recordEvent } from '../platform/events.ts'
import type { DeviceMoment } from '../platform/http/device-clock.ts'
import { conflict, invalid, notFound, refused, stale } from '../platform/http/problem.ts'
import { completeRoom, lockRoom, type ReachedRoomTarget, type RoomTarget, setReportTexts, takeBackCompletion } from '../rooms/rooms.ts'
import { conflictText, mergeReport } from './merge-report.ts'
import { answersOf, isFinished, itemsOf, presentReport, textsOf } from './present.ts'
import {
  findFileHash,
  findReport,
  insertCorrections,
  insertSignature,
  type NewCorrection,
  type NewResult,
  type ReportRow,
  saveHeader,
  saveResults,
  withdrawSigned,
} from './queries.ts'

type ReportForm = BodyOf<
  (typeof completionReports)['PATCH /api/constructions/:construction_id/rooms/:room_id/completion_report']
>['completion_report']
type CompletionForm = BodyOf<(typeof completionReports)['POST /api/constructions/:construction_id/rooms/:room_id/completion']>['room'] & {
  moment: DeviceMoment
}
type SentAnswers = NonNullable<ReportForm['results_attributes']>

/** Holds the room: whoever completes it and whoever corrects its report come one after the other. */
const reachReport = async (asked: RoomTarget): Promise<{ target: ReachedRoomTarget; row: ReportRow }> => {
  const { db, actor, constructionId, roomId } = asked
  const room = await lockRoom(db, actor, constructionId, roomId)
  if (!room) throw notFound()
  return { target: { ...asked, actor: { ...actor, clientId: room.client_id } }, row: await readReport(asked) }
}

const readReport = async ({ db, actor, constructionId, roomId }: RoomTarget): Promise<ReportRow> => {
  const row = await findReport(db, actor, constructionId, roomId)
  if (!row) throw notFound()
  return row
}

/** Saves what was sent: a draft, or once the room is completed a correction that is marked. After 完了確定 the report is final (G-REP-02). */
export const saveReport = async (asked: RoomTarget, form: ReportForm): Promise<void> => {
  const { target, row: before } = await reachReport(asked)
  const { platform, db, actor, roomId } = target
  if (before.closed_at !== null) throw refused(finalText(canReopenRooms(actor)), 'room_closed')
  if (isOutdated(form, before)) throw stale()
  const now = platform.now()
  const row = await chooseTemplate(target, before, form.completion_report_id, now)
  const items = itemsOf(row)
  const changed = changedSince(target, form, row)
  const texts = { ...textsOf(before), ...changed.texts }
  const answers = mergeAnswers(items, answersOf(row), changed.results_attributes)
  if (isFinished(row)) refuseLostAnswers(items, answersOf(row), answers)
  const results = resultsOf(items, answers)
  await saveResults(db, actor.clientId, roomId, results, kept(row, results))
  await setReportTexts(db, actor.clientId, roomId, texts, now)
  const corrections = isFinished(row) ? correctionsOf(row, results, texts) : []
  await insertCorrections(db, actor, roomId, corrections, now)
  await record(target, isFinished(row) ? 'completion_reports.corrected' : 'completion_reports.saved', {
    completion_report_id: row.template_id,
    results: results.length,
    ...(corrections.length === 0 ? {} : { corrected: corrections.map(({ item_name }) => item_name) }),
  })
}

/** What was read is another report by now, and nothing says what was changed of it. */
const isOutdated = ({ lock_version, read, completion_report_id }: ReportForm, { lock_version: now, template_id }: ReportRow): boolean =>
  lock_version !== undefined &&
  lock_version !== now &&
  (read === undefined || (completion_report_id !== undefined && read.completion_report_id !== template_id))

/** What is to be saved of the form: all of it, or of a report that somebody else saved meanwhile what was changed since it was read. */
const changedSince = ({ platform, actor }: ReachedRoomTarget, form: ReportForm, row: ReportRow) => {
  const sent = { results_attributes: form.results_attributes ?? [], ...sentTexts(form) }
  const { results_attributes } = sent
  if (form.read === undefined || form.lock_version === row.lock_version || form.completion_report_id !== undefined)
    return { results_attributes, texts: sentTexts(form) }
  // An item that is asked no more is refused by its own sentence.
  const items = itemsOf(row)
  const unknown = results_attributes.filter(answer => !items.some(({ id }) => id === answer.completion_report_item_id))
  const merged = mergeReport(items, form.read, sent, { results_attributes: answersOf(row), ...textsOf(row) })
  if (merged.conflicts.length > 0)
    throw conflict(
      `同じ項目をほかの人が変更したため、保存していません。${merged.conflicts.map(conflictText).join('。')}。`,
      'changed_by_both',
      { conflicts: merged.conflicts, completion_report: presentReport(platform, actor, row) },
    )
  return { results_attributes: [...unknown, ...merged.results_attributes], texts: merged.texts }
}

const sentTexts = ({ special_report, completion_comment }: Pick<ReportForm, 'special_report' | 'completion_comment'>) => ({
  ...(special_report === undefined ? {} : { special_report }),
  ...(completion_comment === undefined ? {} : { completion_comment }),
})

/** The report with the template that was chosen, if one was. Answers to another template's items are no answers any more. */
const chooseTemplate = async (
  target: ReachedRoomTarget,
  row: ReportRow,
  chosen: number | null | undefined,
  saved_at: Date,
): Promise<ReportRow> => {
  const { db, actor, constructionId, roomId } = target
  const isOther = chosen !== undefined && chosen !== row.template_id
  if (isOther && isFinished(row)) throw invalid({ completion_report_id: [templateIsFixedText] })
  if (isOther && chosen !== null && !(await lockReports(db, actor.clientId, [chosen])).has(chosen))
    throw invalid({ completion_report_id: ['は一覧にありません'] })
  const completion_report_id = chosen === undefined ? row.template_id : chosen
  await saveHeader(db, actor.clientId, { construction_id: constructionId, room_id: roomId, completion_report_id, saved_at })
  return isOther ? readReport(target) : row
}

/** What was sent over what had been saved. Refuses items and units that the report does not know: its template was changed meanwhile. */
const mergeAnswers = (items: readonly AskedItem[], saved: readonly ReportAnswer[], sent: SentAnswers): ReportAnswer[] => {
  const errors = sent.flatMap((answer, at): [string, string[]][] => {
    const item = items.find(({ id }) => id === answer.completion_report_item_id)
    if (item === undefined) return [[`results[${at}].completion_report_item_id`, ['この報告項目は一覧にありません']]]
    const unit = answer.completion_report_item_unit_id
    return unit === null || item.completion_report_item_units.some(({ id }) => id === unit)
      ? []
      : [[`results[${at}].completion_report_item_unit_id`, [`${item.name}の選択肢は一覧にありません`]]]
  })
  if (errors.length > 0) throw invalid(Object.fromEntries(errors), 'template_changed')
  const sentOf = new Map(sent.map(answer => [answer.completion_report_item_id, answer]))
  return items.flatMap(item => sentOf.get(item.id) ?? saved.find(answer => answer.completion_report_item_id === item.id) ?? [])
}

/** A correction changes an answer that had to be given, it does not take it away. */
const refuseLostAnswers = (items: readonly AskedItem[], saved: readonly ReportAnswer[], answers: readonly ReportAnswer[]) => {
  const answered = new Set(saved.map(answer => answer.completion_report_item_id))
  refuseUnanswered(unansweredItems(items, answers).filter(({ id }) => answered.has(id)))
}

const refuseUnanswered = (items: readonly AskedItem[]) => {
  if (items.length > 0)
    throw invalid(
      Object.fromEntries(items.map(item => [`completion_report_results[${item.id}]`, [unansweredText(item)]])),
      'report_incomplete',
    )
}

/** Rows that say for themselves what was asked and answered. */
const resultsOf = (items: readonly AskedItem[], answers: readonly ReportAnswer[]): NewResult[] =>
  items.flatMap((item, position) => {
    const answer = answers.find(each => each.completion_report_item_id === item.id)
    const text = answerText(item, answer)
    if (answer === undefined || text === null) return []
    const { kind } = item
    return [
      {
        completion_report_item_id: item.id,
        completion_report_item_unit_id: kind === 'choice' ? answer.completion_report_item_unit_id : null,
        position,
        kind,
        item_name: item.name,
        answer: text,
        value_number: kind === 'number' ? answer.value_number : null,
        value_text: kind === 'text' ? answer.value_text : null,
        unit_name: kind === 'number' ? item.unit_name : null,
      },
    ]
  })

/** Of a finished report also what its template no longer asks stays, unless it was taken away. */
const kept = (row: ReportRow, results: readonly NewResult[]): number[] => {
  const asked = new Set(itemsOf(row).map(({ id }) => id))
  const unasked = isFinished(row) ? row.results.filter(result => !asked.has(result.completion_report_item_id)) : []
  return [...results, ...unasked].map(result => result.completion_report_item_id)
}

/** Every answer and text that is another than before. */
const correctionsOf = (row: ReportRow, results: readonly NewResult[], texts: ReturnType<typeof textsOf>): NewCorrection[] => {
  const textCorrections = (['special_report', 'completion_comment'] as const).flatMap((subject): NewCorrection[] =>
    texts[subject] === row[subject]
      ? []
      : [
          {
            completion_report_item_id: null,
            subject,
            item_name: completionReportLabels[subject],
            before: row[subject],
            after: texts[subject],
          },
        ],
  )
  const answers = itemsOf(row).flatMap((item): NewCorrection[] => {
    const before = row.results.find(result => result.completion_report_item_id === item.id)?.answer ?? null
    const after = results.find(result => result.completion_report_item_id === item.id)?.answer ?? null
    return before === after ? [] : [{ completion_report_item_id: item.id, subject: 'item', item_name: item.name, before, after }]
  })
  return [...answers, ...textCorrections]
}

const record = ({ db, actor, constructionId, roomId }: ReachedRoomTarget, kind: EventKind, change: Record<string, unknown>) =>
  recordEvent(db, { kind, actor, clientId: actor.clientId, constructionId, roomId, change })

/**
 * Completes a room with its report: every required item is answered (G-REP-06), and what was signed is kept as it was signed, with its
 * hash. What is missing of photos and signature `completeRoom` says.
 */
export const completeWithReport = async (asked: RoomTarget, form: CompletionForm, signature: Uint8Array | null): Promise<void> => {
  const { target, row } = await reachReport(asked)
  const { platform, db, actor, constructionId, roomId } = target
  const items = itemsOf(row)
  const answers = withDefaults(items, mergeAnswers(items, answersOf(row), form.completion_report_results_attributes ?? []))
  if (refusalOf(row, 'complete') === null) refuseUnanswered(unansweredItems(items, answers))
  const texts = { ...textsOf(row), ...sentTexts(form) }
  const { digital_sign_file_id, photos_omitted_reason, completed_at } = await completeRoom(target, { ...form, ...texts }, signature)
  const now = platform.now()
  const results = resultsOf(items, answers)
  await saveHeader(db, actor.clientId, {
    construction_id: constructionId,
    room_id: roomId,
    completion_report_id: row.template_id,
    saved_at: now,
  })
  await saveResults(db, actor.clientId, roomId, results, kept(row, results))
  if (digital_sign_file_id === null) return
  const content: SignedContent = {
    construction_id: constructionId,
    room_id: roomId,
    template_name: row.template_name,
    results: results.map(({ item_name, answer }) => ({ item_name, answer })),
    ...texts,
    photos_omitted_reason,
    signer_relation: form.signer_relation,
    signed_at: completed_at.toISOString(),
    sign_sha256: (await findFileHash(db, actor.clientId, digital_sign_file_id)).toString('hex'),
  }
  await insertSignature(db, actor.clientId, {
    file_id: digital_sign_file_id,
    signer_name: form.signer_name,
    signed_at: completed_at,
    content,
    sha256: createHash('sha256').update(canonicalText(content)).digest(),
  })
}

/** Takes a completion back: the answers are a draft again, the signature is kept and marked as withdrawn. */
export const takeBackReport = async (asked: RoomTarget): Promise<void> => {
  const { target, row } = await reachReport(asked)
  await takeBackCompletion(target)
  await withdrawSigned(target.db, target.actor, target.roomId, target.platform.now())
  await saveHeader(target.db, target.actor.clientId, {
    construction_id: target.constructionId,
    room_id: target.roomId,
    completion_report_id: row.template_id,
    saved_at: row.saved_at ?? target.platform.now(),
  })
}
