import type { PhotoTiming } from '../photos/labels.ts'

/** What leaves the house: files as they came, pictures with their boards, or the form that a public client takes over. */
export const archiveKinds = ['originals', 'boarded', 'delivery'] as const
export type ArchiveKind = (typeof archiveKinds)[number]
export const archiveKindLabels: Readonly<Record<ArchiveKind, string>> = {
  originals: '原本',
  boarded: '黒板入りの写真',
  delivery: '電子納品（デジタル写真管理情報基準）',
}

/** What becomes of photos that are no JPEG when the form takes nothing else. */
export const otherFormats = ['leave_out', 'copy'] as const
export type OtherFormats = (typeof otherFormats)[number]
export const otherFormatLabels: Readonly<Record<OtherFormats, string>> = {
  leave_out: '入れない（納品できない写真として一覧に残す）',
  copy: 'JPEGに変換した写しを入れる（写しであることを説明文に書く）',
}

/** Names of a delivery's settings, keyed as errors are; the standard's own words where it has them. */
export const deliveryLabels = {
  major_category: '写真-大分類',
  before_category: '写真区分（施工前）',
  under_category: '写真区分（施工中）',
  after_category: '写真区分（施工後）',
  work_type: '工種',
  work_kind: '種別',
  work_detail: '細別',
  media_number: 'メディア番号',
  other_formats: 'JPEG以外の写真',
  after_is_representative: '代表写真',
} as const

export const archiveLabels = {
  kind: '保存する写真',
  room_ids: '部屋',
  uuids: '写真',
  timing: '施工時期',
  filmed_from: '撮影日（開始）',
  filmed_to: '撮影日（終了）',
  drawing_ids: '参考図',
  places_confirmed: '位置情報の確認',
} as const

/** 写真区分 of a timing, where the construction says nothing else. */
export const usualCategories: Readonly<Record<PhotoTiming, string>> = {
  before_construction: '着手前及び完成写真',
  under_construction: '施工状況写真',
  after_construction: '着手前及び完成写真',
}

/** That whoever takes originals out of the house has been told. */
export const placesText =
  '原本には、撮影した位置（GPS）・日時・機種の情報が含まれていることがあります。お客様の住まいの場所が分かるため、渡す相手に注意してください。'
