import { notificationCopies, notificationEventLabels, notificationEvents } from './events.ts'

/** Client statuses and their labels (spec §4, G-CST-08). */
export const clientStatuses = ['contracted', 'terminated'] as const
export type ClientStatus = (typeof clientStatuses)[number]
export const clientStatusLabels: Readonly<Record<ClientStatus, string>> = { contracted: '契約中', terminated: '契約終了' }

/** 「完了確定のCC」; one address that is wrong is called by what it is (G-NOT-02). */
function notificationLabels(): Record<string, string> {
  return Object.fromEntries(
    notificationEvents.flatMap(event =>
      notificationCopies.flatMap(copy => [
        [`${event}_${copy}`, `${notificationEventLabels[event]}の${copy.toUpperCase()}`],
        [`${event}_${copy}[]`, 'メールアドレス'],
      ]),
    ),
  )
}

/** Names of a client's fields, keyed as errors are. */
export const clientLabels = {
  cd: '企業コード',
  name: '企業名',
  name_abbreviation: '企業名略称',
  address: '住所',
  representative_name: '代表者名',
  representative_email: '代表メールアドレス',
  representative_phone: '代表電話番号',
  admin_id: '営業担当',
  use_optional_construction: 'オプション工事を利用する',
  use_cash_payment: '現金払いを利用する',
  rounding_rule: '端数処理',
  status: '契約状態',
  construction_staff_default_display_name: '工事担当 既定表示名',
  second_factor_required: 'スタッフに二段階認証を必須にする',
  contact_phone: 'お問い合わせ先の電話番号',
  contact_hours: '電話の受付時間',
  logo: 'ロゴ',
  'staff_admin.name': '企業管理者の氏名',
  'staff_admin.email': '企業管理者のメールアドレス',
  'staff_admin.login_id': '企業管理者のログインID',
  ...notificationLabels(),
} as const

/** Names of the settings of LINE公式アカウント, keyed as errors are. */
export const lineLabels = {
  channel_access_token: 'チャネルアクセストークン',
  channel_secret: 'チャネルシークレット',
  is_on: 'LINEでのお知らせ',
} as const

/** The largest logo. */
export const logoBytes = 2 * 1024 * 1024
