import { cancelAnswerText } from '@toguchi/domain/orders/cancel-answer'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, send } from '../../platform/api/request.ts'
import { toast } from '../../platform/toast.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Dialog } from '../../ui/plain/Dialog.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { type Order, OrderLines } from './OrderLines.tsx'
import { Help } from '../../ui/plain/form/FieldParts.ts'

/** Asks the office to cancel an order, after one question; where it cannot be asked for, why (G-ORD-12). */
export const CancelApplication = ({ order }: { order: Order }) => {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  if (order.status !== 'unpaid' && order.status !== 'paid') return null
  if (order.why_no_cancel !== null)
    return (
      <Help>
        <Read>{order.why_no_cancel}</Read>
      </Help>
    )
  const apply = async () => {
    setBusy(true)
    try {
      const { message } = await send('POST /api/residents/orders/:id/cancel_application', { params: { id: order.id } })
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    setAsking(false)
    setBusy(false)
    await revalidate()
  }
  return (
    <>
      <Button kind="secondary" wide onClick={() => setAsking(true)}>
        キャンセルを申請する
      </Button>
      {asking ? (
        <Dialog
          title="キャンセルを申請しますか？"
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button kind="secondary" onClick={() => setAsking(false)}>
                キャンセルしない
              </Button>
              <Button kind="danger" disabled={busy} onClick={() => void apply()}>
                申請する
              </Button>
            </>
          }
        >
          <OrderLines order={order} />
          <p>{`担当者が確認してから、キャンセルが決まります。${cancelAnswerText}。${order.status === 'paid' ? 'お支払い済みの金額は、キャンセルが決まってからお返しします。' : ''}`}</p>
        </Dialog>
      ) : null}
    </>
  )
}
