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

/** What lists, filters and totals know of; the other two are never shown (G-ORD-02). */
export const shownOrderStatuses = ['unpaid', 'paid', 'cancel_application', 'cancel_order'] as const satisfies readonly OrderStatus[]

/** Payment methods and their labels (spec §4, G-ORD-03); `other` is collected on the day. */
export const payMethods = ['credit', 'webcvs', 'cash', 'other'] as const
export type PayMethod = (typeof payMethods)[number]
export const payMethodLabels: Readonly<Record<PayMethod, string>> = {
  credit: 'クレジットカード',
  webcvs: 'コンビニ払い',
  cash: '現金',
  other: '当日集金',
}
