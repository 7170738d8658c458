import { leftPaymentText } from '@toguchi/domain/orders/labels'
import { payMethods } from '@toguchi/domain/money/pay-method'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type AnswerOf, ApiError, send } from '../../platform/api/request.ts'
import { toast } from '../../platform/toast.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { type Order, OrderLines } from './OrderLines.tsx'
import { PayMethodChoices } from './PayMethodChoices.tsx'
import { Withdrawal } from './cancelling/Withdrawal.tsx'
import styles from './PayAgain.module.css'
import { ErrorLine, Help } from '../../ui/plain/form/FieldParts.ts'

/** An order that nobody has paid yet: paid again in the same or another way, while there is time (G-ORD-02), or withdrawn (decision 092). */
export const PayAgain = ({ order, offer }: { order: Order; offer: AnswerOf<'GET /api/residents/options'> | null }) => {
  const [open, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  const pay = async (payMethod: string | undefined) => {
    const pay_method = payMethods.find(method => method === payMethod)
    if (pay_method === undefined)
      throw new ApiError(422, { errors: { pay_method: ['を選択してください'], full_messages: ['お支払い方法を選択してください'] } })
    const { message, payment_url } = await send(
      'POST /api/residents/orders/:id/payment',
      { params: { id: order.id }, body: { pay_method } },
      { errors: 'caller', message: 'お支払いの準備をしています…' },
    )
    if (payment_url !== null) {
      // In place of this page: Back from paying does not lead to an order that may be paid by then.
      location.replace(payment_url)
      await new Promise(() => {})
    }
    await revalidate()
    toast.success(message)
  }
  return (
    <div className={styles.unfinished}>
      <OrderLines order={order} />
      {order.failure_reason === null || order.failure_reason === leftPaymentText ? null : (
        <ErrorLine>
          <Read>{order.failure_reason}</Read>
        </ErrorLine>
      )}
      {order.why_no_payment !== null ? (
        <Help>
          <Read>{order.why_no_payment}</Read>
        </Help>
      ) : offer !== null && open ? (
        <PlainForm onSubmit={({ pay_method }) => pay(pay_method)}>
          <PayMethodChoices offer={offer} total={order.total_price_in_tax} defaultValue={order.pay_method} />
          <Button type="submit" wide>
            支払いへ進む
          </Button>
        </PlainForm>
      ) : (
        <Button wide onClick={() => setOpen(true)}>
          支払いをやり直す
        </Button>
      )}
      <Withdrawal order={order} />
    </div>
  )
}
