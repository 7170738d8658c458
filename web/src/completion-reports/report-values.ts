import { defaultAnswer, type ReportAnswer, unansweredItems } from '@toguchi/domain/completion-reports/report-answers'
import { type AnswerOf, q, type ReadKey } from '../platform/api/api.ts'
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
