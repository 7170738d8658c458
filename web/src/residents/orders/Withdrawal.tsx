import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, send } from '../../platform/api/request.ts'
import { toast } from '../../platform/toast.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Dialog } from '../../ui/plain/Dialog.tsx'
import { type Order, OrderLines } from './OrderLines.tsx'

/** Steps back from an order that was left at the payment page, after one question (decision 092). */
export const Withdrawal = ({ order }: { order: Order }) => {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const withdraw = async () => {
    setBusy(true)
    try {
      const { message } = await send('POST /api/residents/orders/:id/withdrawal', { params: { id: order.id } })
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
        申込みを取りやめる
      </Button>
      {asking ? (
        <Dialog
          title="申込みを取りやめますか？"
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button kind="secondary" onClick={() => setAsking(false)}>
                やめない
              </Button>
              <Button kind="danger" disabled={busy} onClick={() => void withdraw()}>
                取りやめる
              </Button>
            </>
          }
        >
          <OrderLines order={order} />
          <p>お支払いは済んでいないため、料金はかかりません。受付期間中は、もう一度お申し込みいただけます。</p>
        </Dialog>
      ) : null}
    </>
  )
}
