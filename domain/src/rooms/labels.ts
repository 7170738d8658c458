/** Room statuses and their labels (spec §4, G-CST-08, D-17). A new room is `waiting`. */
export const roomStatuses = ['waiting', 'completed', 'reschedule'] as const
export type RoomStatus = (typeof roomStatuses)[number]
export const roomStatusLabels: Readonly<Record<RoomStatus, string>> = { waiting: '未着手', completed: '完了', reschedule: '日程再調整' }

/** Reception statuses and their labels (G-ROOM-03, D-17). A new room is `not_yet`. */
export const receptionStatuses = ['not_yet', 'web', 'tel', 'paper', 'mail', 'visit', 'other'] as const
export type ReceptionStatus = (typeof receptionStatuses)[number]
export const receptionStatusLabels: Readonly<Record<ReceptionStatus, string>> = {
  not_yet: '未受付',
  web: 'Web受付',
  tel: '電話受付',
  paper: '書面受付',
  mail: 'メール受付',
  visit: '訪問受付',
  other: 'その他',
}

/** Names of a room's fields, keyed as errors are. */
export const roomLabels = {
  order_decision: 'オプションの注文',
  name: '部屋番号',
  date: '工事日',
  room_remarks: '部屋備考',
  construction_remarks: '工事備考',
  reception_status: '受付状況',
  special_report: '特記事項',
  completion_comment: 'コメント',
  app_register: 'アプリ登録',
  high_priority: '優先対応',
  revisit_at: '再訪問日時',
  revisit_on: '再訪問の希望日',
  visited_at: '訪問した日時',
  incomplete_reason_id: '未完了理由',
  caller: '相手の方のお名前',
  digital_sign: 'サイン',
  sign_omitted_reason: 'サイン省略の理由',
  photos_omitted_reason: '写真不足の理由',
} as const

/** Names of the settings of a room composition (G-ROOM-11). */
export const compositionLabels = {
  number_of_houses: '総戸数',
  floor_number: '階数',
  room_number_per_floor: '1フロアあたり戸数',
  floor_start: '開始階',
  initials: '部屋名の前に付ける文字',
  digits: '部屋番号の桁数',
  except_for_lower_digit_four: '下1桁の4を使わない',
  except_for_lower_digit_nine: '下1桁の9を使わない',
  name: '棟名',
  rooms: '部屋',
  'rooms[].name': '部屋名',
  'blocks[].name': '棟名',
  'blocks[].floor_number': '階数',
  'blocks[].room_number_per_floor': '1フロアあたり戸数',
  'blocks[].floor_start': '開始階',
  'blocks[].initials': '部屋名の前に付ける文字',
  'blocks[].digits': '部屋番号の桁数',
} as const
