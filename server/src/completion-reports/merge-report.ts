import type { ReportConflict } from '@toguchi/domain/completion-reports/contract'
import { completionReportLabels } from '@toguchi/domain/completion-reports/labels'
import { answerText, type AskedItem, defaultAnswer, type ReportAnswer } from '@toguchi/domain/completion-reports/report-answers'

type Texts = Partial<Record<'special_report' | 'completion_comment', string | null>>
/** Answers and texts, as they were read, as they were sent, or as they stand. */
interface Filled extends Texts {
  results_attributes: readonly ReportAnswer[]
}

const textNames = ['special_report', 'completion_comment'] as const

/**
 * What somebody changed since they read the report, item by item: the rest stays as it is now (decision 075). Where another person changed the same to something else, both
 * values are answered as a conflict.
 */
export const mergeReport = (items: readonly AskedItem[], read: Filled, sent: Filled, current: Required<Filled>) => {
  const merged = items.map(item => mergeItem(item, read, sent, current))
  const texts = textNames.map(name => ({ name, ...mergeText(name, read, sent, current) }))
  return {
    results_attributes: merged.flatMap(({ taken }) => taken ?? []),
    texts: Object.fromEntries(texts.flatMap(({ name, taken }) => (taken === undefined ? [] : [[name, taken]]))) as Texts,
    conflicts: [...merged, ...texts].flatMap(({ conflict }) => conflict ?? []),
  }
}

interface Merged<T> {
  taken?: T
  conflict?: ReportConflict
}

const mergeItem = (item: AskedItem, read: Filled, sent: Filled, current: Filled): Merged<ReportAnswer> => {
  const of = ({ results_attributes }: Filled) => results_attributes.find(answer => answer.completion_report_item_id === item.id)
  const [was, wanted, is] = [answerText(item, of(read)), answerText(item, of(sent)), answerText(item, of(current))]
  const answer = of(sent)
  // A form shows the default before anybody saved it.
  const isAsRead = is === was || (is === null && was === answerText(item, defaultAnswer(item)))
  if (answer === undefined || wanted === is || (wanted === was && !isAsRead)) return {}
  return isAsRead
    ? { taken: answer }
    : { conflict: { completion_report_item_id: item.id, item_name: item.name, current: is, sent: wanted } }
}

const mergeText = (name: (typeof textNames)[number], read: Filled, sent: Filled, current: Filled): Merged<string | null> => {
  const [was, wanted, is] = [read[name] ?? null, sent[name], current[name] ?? null]
  if (wanted === undefined || wanted === is || wanted === was) return {}
  return is === was
    ? { taken: wanted }
    : { conflict: { completion_report_item_id: null, item_name: completionReportLabels[name], current: is, sent: wanted } }
}

/** 「親機：ほかの人の回答「否」／あなたの回答「良」」 */
export const conflictText = ({ item_name, current, sent }: ReportConflict): string =>
  `${item_name}：ほかの人の入力「${current ?? 'なし'}」、あなたの入力「${sent ?? 'なし'}」`
