interface Kind {
  label: string
  /** Somebody waits for it before a screen: it leaves first, on connections kept free for it. */
  urgent?: true
  /** Its body opens a door (a code, a link, a first password): it is blanked once it was sent or given up. */
  secret?: true
}

/** What a message is about, as 送信状況 lists it. */
export const messageKinds = {
  confirmation_code: { label: '確認コード', urgent: true, secret: true },
  password_link: { label: 'パスワード再設定', urgent: true, secret: true },
  email_confirmation: { label: 'メールアドレスの確認', urgent: true, secret: true },
  login_id: { label: 'ログインIDのお知らせ', urgent: true },
  invitation: { label: 'アカウント登録のご案内', secret: true },
  sign_in_link: { label: 'ログイン用リンク', urgent: true, secret: true },
  registered: { label: '居住者登録の完了' },
  code_entered: { label: '認証コードの利用' },
  account_changed: { label: 'アカウント変更のお知らせ' },
  contact_changed: { label: '連絡先変更のお知らせ' },
  answer_reminder: { label: '回答のお願い' },
  visit_reminder: { label: '前日のお知らせ' },
  on_our_way: { label: 'まもなく伺うお知らせ', urgent: true, secret: true },
  absence: { label: 'ご不在のお知らせ' },
  earlier_frame: { label: '早い枠のご案内' },
  proxy_named: { label: '代理の方へのお知らせ' },
  proxy_released: { label: '代理の方へのお知らせ（不要）' },
  order: { label: 'オプションの注文' },
  key_overdue: { label: '鍵の未返却' },
  detail_schedule_created: { label: '詳細工程表の作成' },
  detail_schedule_updated: { label: '詳細工程表の更新' },
  detail_schedule_completed: { label: '詳細工程表の確定' },
  construction_assigned: { label: '工事の割り当て' },
  date_confirmed: { label: '工事日の確定' },
  room_detail_updated: { label: '部屋情報の更新' },
  closed: { label: '部屋の完了確定' },
  rescheduled: { label: '日程再調整' },
  board_report: { label: '理事会報告書', secret: true },
  all_closed: { label: '全部屋の完了確定' },
  schedule_changed: { label: '工事日の変更' },
  other: { label: 'その他' },
} as const satisfies Readonly<Record<string, Kind>>

export type MessageKind = keyof typeof messageKinds

const kinds: Readonly<Record<string, Kind>> = messageKinds

export const isUrgent = (kind: MessageKind): boolean => kinds[kind]?.urgent === true
/** A kind as the database keeps it; whatever a later version wrote is kept like a secret. */
export const isSecret = (kind: string): boolean => (kinds[kind] ?? { secret: true }).secret === true
export const kindLabel = (kind: string): string => kinds[kind]?.label ?? messageKinds.other.label
