import type { ReportConflict } from '@toguchi/domain/completion-reports/contract'
import { answerText, defaultAnswer, type ReportAnswer, unansweredItems } from '@toguchi/domain/completion-reports/report-answers'
import { type AnswerOf, q, queryClient, type ReadKey } from '../platform/api/api.ts'
import type { ApiError } from '../platform/api/request.ts'
import { roomReads } from '../room-reads/room-reads.ts'

const own = 'GET /api/constructions/:construction_id/rooms/:room_id/completion_report' as const

export type Report = AnswerOf<typeof own>['completion_report']
export type ReportItem = NonNullable<Report['template']>['completion_report_items'][number]

export const reportOf = (construction_id: number, room_id: number) => q(own, { params: { construction_id, room_id } }, { silent: true })

/** What a change of a report makes stale: whatever shows the room; the master says which rooms use it. */
export const reportReads: readonly ReadKey[] = [...roomReads, 'GET /api/completion_reports/:id']

/** What is typed: an answer an item, in their order, as text; a choice is the id of its unit. */
export interface ReportValues {
  answers: string[]
  special_report: string
  completion_comment: string
}

export const itemsOf = (report: Report): readonly ReportItem[] => report.template?.completion_report_items ?? []

/** The report as it asks with this template; answers to another one's items are no answers any more. */
export const withTemplate = (report: Report, template: Report['template']): Report =>
  template?.id === report.template?.id ? report : { ...report, template, results: [] }

/** Required items that would have no answer, were the room completed now (G-REP-06). */
export const stillToAnswer = (report: Report, { answers }: Pick<ReportValues, 'answers'>): readonly ReportItem[] => {
  const items = itemsOf(report)
  return unansweredItems(items, sentAnswers(report, { answers })).flatMap(({ id }) => items.find(item => item.id === id) ?? [])
}

/** As it was saved; before the completion with the defaults chosen. */
export const valuesOf = (report: Report): ReportValues => ({
  answers: itemsOf(report).map(item => {
    const result = report.results.find(({ completion_report_item_id }) => completion_report_item_id === item.id)
    return typedText(result ?? (report.finished ? undefined : defaultAnswer(item)))
  }),
  special_report: report.special_report ?? '',
  completion_comment: report.completion_comment ?? '',
})

/** Whether an answer stands as the template chose it, and nobody has saved it. */
export const isAsLaidOut = (report: Report, item: ReportItem, typed: string): boolean =>
  !report.finished &&
  typed !== '' &&
  typed === typedText(defaultAnswer(item)) &&
  !report.results.some(({ completion_report_item_id }) => completion_report_item_id === item.id)

const typedText = (answer: ReportAnswer | undefined): string =>
  answer === undefined ? '' : String(answer.completion_report_item_unit_id ?? answer.value_number ?? answer.value_text ?? '')

/** The number that was typed, in any width and with thousands; null where there is none, NaN where it is no number. */
const measured = (typed: string): number | null => {
  const text = typed.normalize('NFKC').replaceAll(/[,\s]/g, '')
  return text === '' ? null : Number(text)
}

export const isBadNumber = (item: ReportItem, typed: string): boolean => {
  if (item.kind !== 'number') return false
  const value = measured(typed)
  return value !== null && !(Math.abs(value) <= 999_999_999)
}

/** Whether something was typed as a measured value that is none. */
export const badAnswers = (report: Report, { answers }: Pick<ReportValues, 'answers'>): boolean =>
  itemsOf(report).some((item, at) => isBadNumber(item, answers[at] ?? ''))

/** As the server takes them; nothing typed takes an answer away. */
export const sentAnswers = (report: Report, { answers }: Pick<ReportValues, 'answers'>) =>
  itemsOf(report).map(({ id, kind }, at) => {
    const typed = answers[at] ?? ''
    return {
      completion_report_item_id: id,
      completion_report_item_unit_id: kind === 'choice' && typed !== '' ? Number(typed) : null,
      value_number: kind === 'number' ? measured(typed) : null,
      value_text: kind === 'text' && typed.trim() !== '' ? typed : null,
    }
  })

/** What was answered otherwise than it had been, as it is read aloud: 「絶縁抵抗：12.5 MΩ」. */
export const saidAnswers = (report: Report, typed: Pick<ReportValues, 'answers'>, { report: before, values }: FilledReport): string[] => {
  const [sent, read] = [sentAnswers(report, typed), sentAnswers(before, values)]
  return itemsOf(report).flatMap(item => {
    const answerIn = (answers: typeof sent) =>
      answerText(
        item,
        answers.find(answer => answer.completion_report_item_id === item.id),
      )
    const said = answerIn(sent)
    return said === answerIn(read) ? [] : [`${item.name}：${said ?? 'なし'}`]
  })
}

/** The report as it was laid out, beside what was made of it: so the server sees what was changed. */
export const readOf = ({ report, values }: FilledReport) => ({
  completion_report_id: report.template?.id ?? null,
  results_attributes: sentAnswers(report, values),
  special_report: values.special_report,
  completion_comment: values.completion_comment,
})

export interface ChangedByBoth {
  report: Report
  conflicts: ReportConflict[]
}

/** What a refusal says of a report that another person changed in the same place; null where it says something else. */
export const changedByBoth = ({ code, answer }: ApiError): ChangedByBoth | null => {
  if (code !== 'changed_by_both' || typeof answer !== 'object' || answer === null) return null
  // The endpoint's own refusal, as its contract has it.
  const { completion_report: report, conflicts } = answer as { completion_report: Report; conflicts: ReportConflict[] }
  return { report, conflicts }
}

/** A report and what stands in its form. */
export interface FilledReport {
  report: Report
  values: ReportValues
}

/** What was typed over the report as it is now: what was changed here stays, the rest is as the other person saved it. */
export const overNow = (read: FilledReport, typed: FilledReport, now: Report): ReportValues => {
  const fresh = valuesOf(now)
  const own = (is: string, was: string, other: string) => (is === was ? other : is)
  const answerTo = ({ report, values }: FilledReport, item: ReportItem): string | undefined => {
    const at = itemsOf(report).findIndex(({ id }) => id === item.id)
    const [before, answer = ''] = [itemsOf(report)[at], values.answers[at]]
    return before !== undefined && takes(item, before, answer) ? answer : undefined
  }
  return {
    answers: itemsOf(now).map((item, at) => {
      const other = fresh.answers[at] ?? ''
      return own(answerTo(typed, item) ?? other, answerTo(read, item) ?? '', other)
    }),
    special_report: own(typed.values.special_report, read.values.special_report, fresh.special_report),
    completion_comment: own(typed.values.completion_comment, read.values.completion_comment, fresh.completion_comment),
  }
}

/** Whether a refusal means that the template was changed while its report was filled in: an item is gone, or one is asked that stands nowhere here. */
export const isTemplateChange = (report: Report, { code, fields }: ApiError): boolean =>
  code === 'template_changed' ||
  (code === 'report_incomplete' && Object.keys(fields).some(key => !itemsOf(report).some(({ id }) => key.endsWith(`[${id}]`))))

/** A report whose template was changed: as it asks now, what was typed so far, and the names of the items whose answers have no place any more. */
export interface ReadAnew {
  report: Report
  answers: string[]
  gone: string[]
}

export const templates = q('GET /api/completion_reports', { query: { exclude_pagination: true } }, { silent: true })

/** Reads a report again under the answers typed so far, with the template that was `chosen` for it here, if one was and is still there. */
export const readAnew = async (
  construction_id: number,
  room_id: number,
  before: Report,
  typed: readonly string[],
  chosen?: Report['template'],
): Promise<ReadAnew> => {
  const { completion_report: saved } = await queryClient.fetchQuery({ ...reportOf(construction_id, room_id), staleTime: 0 })
  const isAsked = chosen === undefined || chosen?.id === saved.template?.id
  const report = isAsked ? saved : withTemplate(saved, await templateNow(chosen))
  return { report, ...carriedOver(before, report, typed) }
}

const templateNow = async (template: Report['template']): Promise<Report['template']> => {
  const { completion_reports } = await queryClient.fetchQuery({ ...templates, staleTime: 0 })
  return completion_reports.find(({ id }) => id === template?.id) ?? null
}

const carriedOver = (before: Report, after: Report, typed: readonly string[]): Pick<ReadAnew, 'answers' | 'gone'> => {
  const laidOut = valuesOf(after).answers
  const kept = new Map(
    itemsOf(before).flatMap((item, at) => {
      const now = itemsOf(after).find(({ id }) => id === item.id)
      return now !== undefined && takes(now, item, typed[at] ?? '') ? [[item.id, typed[at] ?? '']] : []
    }),
  )
  return {
    answers: itemsOf(after).map(({ id }, at) => kept.get(id) ?? laidOut[at] ?? ''),
    gone: itemsOf(before).flatMap(({ id, name }) => (kept.has(id) ? [] : [name])),
  }
}

/** Whether an item, as it asks now, has a place for what was typed to it as it asked before. */
const takes = (now: ReportItem, before: ReportItem, typed: string): boolean =>
  now.kind === before.kind &&
  (now.kind !== 'choice' || typed === '' || now.completion_report_item_units.some(({ id }) => String(id) === typed))
