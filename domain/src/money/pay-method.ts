/** Payment methods and their labels (spec §4, G-ORD-03); `other` is collected on the day. */
export const payMethods = ['credit', 'webcvs', 'cash', 'other'] as const
export type PayMethod = (typeof payMethods)[number]
export const payMethodLabels: Readonly<Record<PayMethod, string>> = {
  credit: 'クレジットカード',
  webcvs: 'コンビニ払い',
  cash: '現金',
  other: '当日集金',
}

/** The same as residents choose it: where cash is brought, and whom they pay at the door (R7). */
export const payMethodForResident = (method: PayMethod, cashPlace: string | null): string => {
  if (method === 'other') return '当日、作業員にお支払い'
  return method === 'cash' && cashPlace !== null ? `現金（${cashPlace}にお持ちください）` : payMethodLabels[method]
}
