/** Payment methods and their labels (spec §4, G-ORD-03); `other` is collected on the day. */
export const payMethods = ['credit', 'webcvs', 'cash', 'other'] as const
export type PayMethod = (typeof payMethods)[number]
export const payMethodLabels: Readonly<Record<PayMethod, string>> = {
  credit: 'クレジットカード',
  webcvs: 'コンビニ払い',
  cash: '現金',
  other: '当日集金',
}
