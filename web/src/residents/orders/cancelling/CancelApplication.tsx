import { cancelAnswerText } from '@toguchi/domain/orders/cancel-answer'
import { send } from '../../../platform/api/request.ts'
import { Read } from '../../../ui/plain/Read.tsx'
import { AskedOfOrder } from './AskedOfOrder.tsx'
import type { Order } from '../OrderLines.tsx'
import { Help } from '../../../ui/plain/form/FieldParts.ts'

/** Asks the office to cancel an order, after one question; where it cannot be asked for, why (G-ORD-12). */
export const CancelApplication = ({ order }: { order: Order }) => {
  if (order.status !== 'unpaid' && order.status !== 'paid') return null
  if (order.why_no_cancel !== null)
    return (
      <Help>
        <Read>{order.why_no_cancel}</Read>
      </Help>
    )
  return (
    <AskedOfOrder
      order={order}
      label="キャンセルを申請する"
      title="キャンセルを申請しますか？"
      no="キャンセルしない"
      yes="申請する"
      act={() => send('POST /api/residents/orders/:id/cancel_application', { params: { id: order.id } })}
    >
      {`担当者が確認してから、キャンセルが決まります。${cancelAnswerText}。${order.status === 'paid' ? 'お支払い済みの金額は、キャンセルが決まってからお返しします。' : ''}`}
    </AskedOfOrder>
  )
}
