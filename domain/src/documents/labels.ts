/** What a document is for, which says who may see it (G-BLD-06, G-CON-19). */
export const documentKinds = ['building_document', 'attachment_file', 'in_house_document', 'document', 'filing_file'] as const
export type DocumentKind = (typeof documentKinds)[number]
export const documentKindLabels: Readonly<Record<DocumentKind, string>> = {
  building_document: '物件資料',
  attachment_file: '添付資料',
  in_house_document: '社内資料',
  document: '居住者向け資料',
  filing_file: '届出書類',
}
/** Which papers of a construction law keeps for years after it (完成図・打合せ記録, decision 053); the others are forgotten in time. */
export const recordKinds = ['as_built_drawing', 'meeting_record'] as const
export type RecordKind = (typeof recordKinds)[number]
export const recordKindLabels: Readonly<Record<RecordKind, string>> = { as_built_drawing: '完成図', meeting_record: '打合せ記録' }

/** Manuals of the installed equipment (G-RES-15). */
export const handlingEquipmentLabel = '取扱機器'

/** Names of a document's fields, keyed as errors are. */
export const documentLabels = {
  title: 'タイトル',
  file: 'ファイル',
  file_name: 'ファイル名',
  content_type: '種類',
  byte_size: 'サイズ',
  created_at: '登録日時',
  user_name: '登録者',
  record_kind: '保存区分',
} as const

export const handlingEquipmentLabels = {
  file: 'ファイル',
  file_name: '資料名',
  content_type: '種類',
  byte_size: 'サイズ',
  registered_on: '登録日',
  user_name: '登録者',
  for_app: '公開先',
} as const

/** Who reads a manual follows from one mark (G-RES-15). */
export const forAppLabel = (forApp: boolean): string => (forApp ? '職人のみ' : '居住者')
