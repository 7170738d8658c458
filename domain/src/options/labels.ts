/** Names of an option's fields, keyed as errors are. */
export const optionLabels = {
  name: '名称',
  price: '価格（税抜）',
  description: '説明',
  duration: '作業時間の目安',
  cancellation_note: 'キャンセルの費用',
  picture: '写真',
  pdf: '説明資料（PDF）',
} as const

/** The largest PDF, and the largest picture, of an option (G-MAS-07). */
export const optionPdfBytes = 10 * 1024 * 1024
export const optionPictureBytes = 10 * 1024 * 1024
