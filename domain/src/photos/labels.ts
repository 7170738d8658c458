/** When a photo is taken (spec §4, G-CST-08), in the order of the work. */
export const photoTimings = ['before_construction', 'under_construction', 'after_construction'] as const
export type PhotoTiming = (typeof photoTimings)[number]
export const photoTimingLabels: Readonly<Record<PhotoTiming, string>> = {
  before_construction: '施工前',
  under_construction: '施工中',
  after_construction: '施工後',
}

/** Names of a photo's fields, keyed as errors are. */
export const photoLabels = {
  file: '写真',
  position: '撮影箇所',
  timing: '施工時期',
  filming_at: '撮影日時',
  taken_in_at: '端末への保存日時',
} as const

/** Names of what hands photos in, keyed as errors are. */
export const handInLabels = { ticket: '提出用の控え' } as const

/** Names of a board's fields, keyed as errors are. */
export const signboardLabels = {
  hidden: '電子小黒板',
  corner: '黒板の位置',
  work_kind: '工種',
  place: '撮影箇所',
  note: '備考',
  date: '撮影日',
  date_reason: '撮影日を訂正する理由',
} as const
