import { send } from '../../../platform/api/request.ts'
import { AskedOfOrder } from './AskedOfOrder.tsx'
import type { Order } from '../OrderLines.tsx'

/** Steps back from an order that was left at the payment page, after one question (decision 092). */
export const Withdrawal = ({ order }: { order: Order }) => (
  <AskedOfOrder
    order={order}
    label="申込みを取りやめる"
    title="申込みを取りやめますか？"
    no="やめない"
    yes="取りやめる"
    act={() => send('POST /api/residents/orders/:id/withdrawal', { params: { id: order.id } })}
  >
    お支払いは済んでいないため、料金はかかりません。受付期間中は、もう一度お申し込みいただけます。
  </AskedOfOrder>
)
