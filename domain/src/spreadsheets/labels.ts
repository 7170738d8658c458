/** Lists that people keep in Excel, by the name of their endpoint (beyond.md 25). `rooms` and `residents` are of one construction. */
export const spreadsheetKinds = ['buildings', 'rooms', 'residents', 'staffs', 'contractors', 'craftsmans', 'suppliers', 'options'] as const
export type SpreadsheetKind = (typeof spreadsheetKinds)[number]
export const spreadsheetNouns: Readonly<Record<SpreadsheetKind, string>> = {
  buildings: '物件',
  rooms: '部屋',
  residents: '居住者',
  staffs: 'スタッフ',
  contractors: '協力会社',
  craftsmans: '職人',
  suppliers: '取引先',
  options: 'オプション',
}
export const isSpreadsheetKind = (text: string): text is SpreadsheetKind => (spreadsheetKinds as readonly string[]).includes(text)
/** Kinds whose rows are of one construction. */
export const isOfConstruction = (kind: SpreadsheetKind): boolean => kind === 'rooms' || kind === 'residents'

/** What becomes of a row of the sheet. */
export const outcomes = ['created', 'changed', 'unchanged', 'refused'] as const
export type Outcome = (typeof outcomes)[number]
export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  created: '追加',
  changed: '変更',
  unchanged: '変更なし',
  refused: 'エラー',
}

export const spreadsheetFormats = ['xlsx', 'csv'] as const
export type SpreadsheetFormat = (typeof spreadsheetFormats)[number]

/** Rows that one file may have below its headings. */
export const mostRows = 20_000
/** Rows above the headings: a title, a day, a company's name. */
export const mostRowsAbove = 10
/** Megabytes that a file may have (E413). */
export const mostMegabytes = 20
/** The column that says what is wrong in a corrected file; a file that is sent in again may still have it. */
export const errorHeading = 'エラー'

/** Names of the fields of an import, keyed as errors are. */
export const spreadsheetLabels = {
  file: 'ファイル',
  construction_id: '工事',
  ids: '出力する行',
  digest: '確認した内容',
  excluded: '除いた行',
  columns: '列の読み方',
  with_rooms: '部屋の追加',
} as const

/** What is counted while a file is taken in: rows that were compared, then those that were written. */
export const importPhases = ['compare', 'write'] as const
export type ImportPhase = (typeof importPhases)[number]
