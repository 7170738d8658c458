/** What is told to whom before, during and after works (words 124, 125). */
export const filingKinds = ['start_notice', 'installation_notice', 'signal_stop', 'other'] as const
export type FilingKind = (typeof filingKinds)[number]
export const filingKindLabels: Readonly<Record<FilingKind, string>> = {
  start_notice: '着工届',
  installation_notice: '設置届',
  signal_stop: '移報停止',
  other: 'その他',
}

/** Names of the fields of an item, keyed as errors are. */
export const filingLabels = {
  filings: '届出・連絡',
  kind: '種類',
  title: '内容',
  due_on: '期限',
  until_on: '最終日',
  done_on: '済んだ日',
  note: 'メモ',
  'filings[].kind': '種類',
  'filings[].title': '内容',
  'filings[].due_on': '期限',
  'filings[].until_on': '最終日',
  'filings[].note': 'メモ',
} as const

/** Days before its date from which an item that is not done stands on the dashboards. */
export const filingDays = 3
