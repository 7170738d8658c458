import type { Order } from './OrderLines.tsx'

type Result = 'ok' | 'ng' | 'cancel'
interface News {
  kind: 'success' | 'error' | 'warning'
  text: string
}

/** `result` of the address, as the payment page leaves it. */
export const resultOf = (value: string | null): Result | null => (value === 'ok' || value === 'ng' || value === 'cancel' ? value : null)

const paid: News = { kind: 'success', text: 'お支払いが完了しました。' }
const numbered: News = {
  kind: 'warning',
  text: '支払番号を発行しました。まだお支払いは終わっていません。期限までにコンビニでお支払いください。',
}
const failed: News = { kind: 'error', text: 'お支払いに失敗しました。' }
const canceled: News = { kind: 'warning', text: 'お支払いを中止しました。' }

/**
 * What is said to whoever comes back from paying (G-ORD-05), read off the order itself: `ok` comes with a store's number too, which is no
 * payment, and what happened to the order since speaks for itself. `waiting` while the payment service has not told us yet.
 */
export const newsOf = (result: Result | null, order: Pick<Order, 'status' | 'pay_method'> | undefined): News | 'waiting' | null => {
  if (result === null) return null
  const unpaidYet = order === undefined || order.status === 'initial' || order.status === 'failed'
  if (result !== 'ok') return unpaidYet ? (result === 'ng' ? failed : canceled) : null
  switch (order?.status) {
    case 'initial':
      return 'waiting'
    case 'paid':
      return paid
    case 'unpaid':
      return order.pay_method === 'webcvs' ? numbered : null
    case 'failed':
      return failed
    default:
      return null
  }
}
