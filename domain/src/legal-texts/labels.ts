import { legalTextKinds } from './kinds.ts'
import { sectionTitlesOf } from './sections.ts'

/** On what occasion a resident was shown the texts; `news` is no consent. */
export const consentOccasions = ['code', 'registration', 'order', 'news'] as const
export type ConsentOccasion = (typeof consentOccasions)[number]
export const consentOccasionLabels: Readonly<Record<ConsentOccasion, string>> = {
  code: '認証コードの入力で同意',
  registration: '居住者登録で同意',
  order: 'オプションの申込みで同意',
  news: '新しい版をお知らせ（同意ではありません）',
}

/** Names of a text's fields, keyed as errors are. */
export const legalTextFieldLabels: Readonly<Record<string, string>> = {
  effective_on: '適用を始める日',
  shown_texts: '利用規約とプライバシーポリシー',
  ...Object.fromEntries(
    legalTextKinds.flatMap(kind => Object.entries(sectionTitlesOf(kind)).map(([name, title]) => [`sections.${name}`, title])),
  ),
}
