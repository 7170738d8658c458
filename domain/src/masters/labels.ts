/** From which floor a construction order starts (spec §4, G-MAS-11). */
export const topOrBottom = ['top', 'bottom'] as const
export type TopOrBottom = (typeof topOrBottom)[number]
export const topOrBottomLabels: Readonly<Record<TopOrBottom, string>> = { top: '上から', bottom: '下から' }

/** Along columns or along floors (spec §4, G-MAS-11). */
export const verticalOrHorizontal = ['vertical', 'horizontal'] as const
export type VerticalOrHorizontal = (typeof verticalOrHorizontal)[number]
export const verticalOrHorizontalLabels: Readonly<Record<VerticalOrHorizontal, string>> = { vertical: '縦', horizontal: '横' }

/** The masters of this slice by the name of their table, and what a user calls them (D-17). */
export const masterNames = {
  departments: '部署',
  suppliers: '取引先',
  construction_orders: '施工順',
  incomplete_reasons: '未完了理由',
  electronic_signboard_contractors: '黒板用施工者',
  photography_places: '撮影箇所',
  completion_reports: '完了報告書',
  comment_lists: '定型コメント',
  faqs: 'よくある質問',
} as const
export type MasterTable = keyof typeof masterNames

/** Names of the masters' fields, keyed as errors are. */
export const masterLabels = {
  name: '名称',
  address: '住所',
  phone: '電話番号',
  remarks: '備考',
  representative_phone: '代表電話番号',
  'supplier_staffs[].name': '担当者名',
  top_or_bottom: '開始位置',
  vertical_or_horizontal: '進む方向',
  line_number: '同時に進める列・階の数',
  contents: 'コメント',
  question: '質問',
  answer: '回答',
  keywords: 'キーワード',
  published: '居住者に公開する',
  position: '並び順',
  'completion_report_items[].name': '項目名',
  'completion_report_items[].kind': '回答の種類',
  'completion_report_items[].unit_name': '単位',
  'completion_report_items[].required': '必須',
  'completion_report_items[].completion_report_item_units[].name': '選択肢',
  'completion_report_items[].completion_report_item_units[].is_default': '初期値',
  'completion_report_settings[].construction_type': '工事種別',
  'completion_report_settings[].completion_report_id': '完了報告書',
  'completion_report_settings[].completion_comment': '完了コメント',
} as const

/** Why a row cannot be deleted (G-MAS-04, G-MAS-05): the sentence of the refusal and of the disabled button. */
export const inUseText = '使用中のため削除できません。'
export const nameTakenText = 'はすでに存在します'

/** What can keep a row of a master from being deleted, by the name of its resource. */
export const usedByTypes = ['constructions', 'rooms', 'staffs', 'craftsmans', 'contractors', 'completion_report_settings'] as const
export type UsedByType = (typeof usedByTypes)[number]
export const usedByLabels: Readonly<Record<UsedByType, string>> = {
  constructions: '工事',
  rooms: '部屋',
  staffs: 'スタッフ',
  craftsmans: '職人',
  contractors: '協力会社',
  completion_report_settings: '完了報告書設定',
}

/** How an item of a report is answered. */
export const itemKinds = ['choice', 'number', 'text'] as const
export type ItemKind = (typeof itemKinds)[number]
export const itemKindLabels: Readonly<Record<ItemKind, string>> = { choice: '選択', number: '数値', text: '文字' }
export const isItemKind = (text: string): text is ItemKind => itemKinds.some(kind => kind === text)

/** 「「山田」の担当者名：ほかの人の入力「山田太郎」、あなたの入力「山田花子」」: a field that two people changed (decision 086). */
export const conflictText = (both: { row_name: string | null; field_name: string; current: string | null; sent: string | null }): string =>
  `${conflictPlace(both)}：ほかの人の入力「${both.current ?? 'なし'}」、あなたの入力「${both.sent ?? 'なし'}」`
export const conflictPlace = ({ row_name, field_name }: { row_name: string | null; field_name: string }): string =>
  row_name === null ? field_name : `「${row_name}」の${field_name}`

/** An item begins with one answer at most (G-REP-06). */
export const oneDefaultText = '初期値は1つだけ選択できます'

/** What a new client starts with (G-MAS-13). */
export const firstIncompleteReasons = ['不在', '拒否', '機器不良', 'その他'] as const
export const firstConstructionOrders = [
  { name: '上から縦', top_or_bottom: 'top', vertical_or_horizontal: 'vertical' },
  { name: '上から横', top_or_bottom: 'top', vertical_or_horizontal: 'horizontal' },
  { name: '下から縦', top_or_bottom: 'bottom', vertical_or_horizontal: 'vertical' },
  { name: '下から横', top_or_bottom: 'bottom', vertical_or_horizontal: 'horizontal' },
] as const
/** Fixed for every client (G-MAS-08). */
export const receptionTypes = ['電話', 'メール', '書面', '訪問', 'WEB', 'その他'] as const

/** The one template a client starts with (G-MAS-13), in use for every type of construction. */
export const firstCompletionReport = {
  name: '標準完了報告書',
  items: ['機器の取付状態', '動作確認', '通話・音量', '取扱説明', '清掃・片付け'],
  units: ['良', '否', '対象外'],
} as const
