/** Names of an entry's fields, keyed as errors are. */
export const supportLabels = { contents: '対応内容', reception_type_ids: '受付種別', room_id: '部屋', reason: '消去の理由' } as const

/** The longest text of an entry (G-BLD-07). */
export const supportContentsLimit = 2000

/** What stands in place of an entry that was erased, as the database writes it. */
export const erasedContents = '（消去済み）'
export const erasureReasonLimit = 200
