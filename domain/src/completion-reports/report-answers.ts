import type { ItemKind } from '../masters/labels.ts'

/** An item of a template, as it asks. */
export interface AskedItem {
  id: number
  name: string
  kind: ItemKind
  unit_name: string | null
  required: boolean
  completion_report_item_units: readonly { id: number; name: string; is_default: boolean }[]
}

/** What was answered to an item: a unit, a number or a text, by its kind; nothing of it is no answer. */
export interface ReportAnswer {
  completion_report_item_id: number
  completion_report_item_unit_id: number | null
  value_number: number | null
  value_text: string | null
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6, useGrouping: false })
/** A measured value as it is written: no more than six decimals, no thousands. */
export const formatMeasured = (value: number): string => number.format(value)

/** The answer as it is read aloud, 良 or 12.5 MΩ; null where there is none, or one that the item does not know. */
export const answerText = (item: AskedItem, answer: ReportAnswer | undefined): string | null => {
  if (answer === undefined) return null
  if (item.kind === 'choice')
    return item.completion_report_item_units.find(({ id }) => id === answer.completion_report_item_unit_id)?.name ?? null
  if (item.kind === 'text') return answer.value_text
  return answer.value_number === null ? null : [formatMeasured(answer.value_number), item.unit_name].filter(Boolean).join(' ')
}

/** What the form begins with, and what is taken silently where nobody chose: the default of a choice (G-REP-06). */
export const defaultAnswer = (item: AskedItem): ReportAnswer | undefined => {
  const unit = item.completion_report_item_units.find(({ is_default }) => is_default)
  return item.kind !== 'choice' || unit === undefined
    ? undefined
    : { completion_report_item_id: item.id, completion_report_item_unit_id: unit.id, value_number: null, value_text: null }
}

/** Answers of the items in their order, defaults taken where there is none. */
export const withDefaults = (items: readonly AskedItem[], answers: readonly ReportAnswer[]): ReportAnswer[] =>
  items.flatMap(item => {
    const given = answers.find(answer => answer.completion_report_item_id === item.id)
    return answerText(item, given) === null ? (defaultAnswer(item) ?? []) : (given ?? [])
  })

/** Required items that nobody answered (G-REP-06). */
export const unansweredItems = (items: readonly AskedItem[], answers: readonly ReportAnswer[]): AskedItem[] =>
  items.filter(
    item =>
      item.required &&
      answerText(
        item,
        answers.find(answer => answer.completion_report_item_id === item.id),
      ) === null,
  )

/** 親機を選択してください, 絶縁抵抗を入力してください. */
export const unansweredText = ({ name, kind }: Pick<AskedItem, 'name' | 'kind'>): string =>
  `${name}を${kind === 'choice' ? '選択' : '入力'}してください`
