/** Names of an option's fields, keyed as errors are. */
export const optionLabels = { name: '名称', price: '価格（税抜）', pdf: '説明資料（PDF）' } as const

/** The largest PDF of an option (G-MAS-07). */
export const optionPdfBytes = 10 * 1024 * 1024
