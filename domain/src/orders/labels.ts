/** Order statuses and their labels (spec §4, G-CST-08); `initial` and `failed` are internal. */
export const orderStatuses = ['initial', 'unpaid', 'paid', 'cancel_application', 'cancel_order', 'failed'] as const
export type OrderStatus = (typeof orderStatuses)[number]
export const orderStatusLabels: Readonly<Record<OrderStatus, string>> = {
  initial: '手続中',
  unpaid: '未入金',
  paid: '入金済',
  cancel_application: 'キャンセル申請中',
  cancel_order: 'キャンセル済',
  failed: '決済失敗',
}

/** Why a payment page brought nothing where somebody went back from it. */
export const leftPaymentText = 'お支払いが中止されました'

/** What lists and totals know of; the other two are shown to who asks for them (G-ORD-02, decision 092). */
export const shownOrderStatuses = ['unpaid', 'paid', 'cancel_application', 'cancel_order'] as const satisfies readonly OrderStatus[]

/** How money goes back, and how far that is (D-09, practice §4). */
export const refundMethods = ['card', 'bank_transfer', 'cash'] as const
export type RefundMethod = (typeof refundMethods)[number]
export const refundMethodLabels: Readonly<Record<RefundMethod, string>> = {
  card: 'カードへの返金',
  bank_transfer: '銀行振込',
  cash: '現金での返金',
}

export const refundStates = ['account_wanted', 'open', 'processing', 'done', 'failed'] as const
export type RefundState = (typeof refundStates)[number]
export const refundStateLabels: Readonly<Record<RefundState, string>> = {
  account_wanted: '口座の入力待ち',
  open: '返金待ち',
  processing: '返金処理中',
  done: '返金済み',
  failed: '返金できませんでした',
}

/** What staff can do with a refund that is not done: pay a card back, say that the money was handed over, or transfer it instead. */
export const refundActions = ['send', 'settle', 'transfer_instead'] as const
export type RefundAction = (typeof refundActions)[number]

export const refundReasons = ['cancellation', 'late_payment', 'double_payment', 'wrong_amount'] as const
export type RefundReason = (typeof refundReasons)[number]
export const refundReasonLabels: Readonly<Record<RefundReason, string>> = {
  cancellation: 'キャンセル',
  late_payment: '期限後の入金',
  double_payment: '二重の入金',
  wrong_amount: '金額の相違',
}

/** Minutes that the confirmation of a payment which the office recorded waits, so that a mistake can be taken back unheard (decision 117). */
export const paymentVoidMinutes = 5

/** A bank account's kind, as transfer forms name it. */
export const accountTypes = ['ordinary', 'current', 'savings'] as const
export type AccountType = (typeof accountTypes)[number]
export const accountTypeLabels: Readonly<Record<AccountType, string>> = { ordinary: '普通', current: '当座', savings: '貯蓄' }

/** Names of fields in errors; the fields of the order stand without it. */
export const orderLabels = {
  name: '氏名',
  caller: '相手の方のお名前',
  channel: 'ご連絡の方法',
  reason: '理由',
  verified_fact: '本人確認',
  keyword: 'キーワード',
  created_from: '申込日（から）',
  created_to: '申込日（まで）',
  date: '工事日',
  pay_method: '支払方法',
  request_id: '申込番号',
  order_details: 'オプション',
  'order_details[].constructions_option_id': 'オプション',
  completion_at: '入金日',
  digital_sign: 'サイン',
  addressee: '宛名',
  holder_kana: '口座名義（カナ）',
  bank_name: '銀行名',
  branch_name: '支店名',
  account_type: '口座種別',
  account_number: '口座番号',
  konbini_days: 'コンビニ払いの期限（日数）',
  invoice_registration_number: '登録番号（適格請求書発行事業者）',
  seller_name: '販売業者の名称',
  seller_representative: '運営責任者',
  seller_address: '所在地',
  seller_phone: '電話番号',
  seller_email: 'メールアドレス',
  additional_fees: '価格以外の費用',
  payment_terms: '支払時期',
  delivery_terms: '工事の時期',
  cancellation_terms: '取消しと返金',
  own_date_change_limit: '居住者による日程変更の回数',
  retention_months: '個人情報の保存期間（月）',
} as const

/** What lists of orders are sorted by (G-ORD-14). */
export const orderSorts = [
  'created_at',
  'building_name',
  'room_name',
  'resident_name',
  'number_of_order_details',
  'total_price_in_tax',
  'pay_method',
  'status',
  'payment_period_end_on',
  'completion_at',
  'canceled_at',
] as const
