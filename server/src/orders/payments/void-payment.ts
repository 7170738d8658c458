import type { OfficeActor } from '@toguchi/domain/access/actor'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { payMethodLabels } from '@toguchi/domain/money/pay-method'
import { formatYen } from '@toguchi/domain/money/tax'
import { whyNoVoid } from '@toguchi/domain/orders/transitions'
import { toDay, toInstant } from '../../platform/clock.ts'
import { refused } from '../../platform/http/problem.ts'
import { insertLedgerEntry } from '../../payments/payments.ts'
import { notifyResident, type ToldBy } from '../notify-resident.ts'
import { mustBecome } from '../order-rules.ts'
import { updateOrder } from '../queries.ts'
import { listReceipts } from '../receipts/receipt-queries.ts'
import { recordOrderEvent } from '../record-order-event.ts'
import { recallPaymentConfirmation } from './record-payment.ts'
import type { LockedOrder } from './refund.ts'

interface VoidForm {
  reason: string
  /** When the payment that is meant came; absent: whichever it is. */
  completion_at?: string | undefined
}

const anotherText = 'この注文の入金は、ほかの人があらためて登録しています。内容を確認してください。'

/**
 * Takes money that was recorded by mistake out of the books (decision 117): an entry of as many yen below 0, and the order waits for its money
 * again. The resident hears of it where the confirmation may have reached them; answers on which way. 422 where the status does not allow it,
 * or the resident signed for the money or holds a receipt.
 */
export const voidPayment = async (lockedOrder: LockedOrder, actor: OfficeActor, { reason, completion_at }: VoidForm): Promise<ToldBy> => {
  const { db, clientId, order, now } = lockedOrder
  const next = mustBecome(order, 'void_payment')
  if (completion_at !== undefined && completion_at !== toInstant(order.completion_at)) throw refused(anotherText, 'wrong_state')
  const has_receipts = (await listReceipts(db, clientId, order.id)).length > 0
  const why = whyNoVoid({ is_signed: order.is_signed, has_receipts })
  if (why !== null) throw refused(why, order.is_signed ? 'signed' : 'has_receipts')
  const hasHeard = await recallPaymentConfirmation(db, clientId, order.id)
  await updateOrder(db, clientId, order.id, { ...next, completion_at: null, collected_by_user_id: null, updated_at: now })
  const pay_method = order.pay_method ?? 'cash'
  const amount = order.total_price_in_tax
  const event_id = await recordOrderEvent(lockedOrder, actor, 'orders.payment_voided', { amount, pay_method }, { reason })
  await insertLedgerEntry(db, clientId, {
    order_id: order.id,
    kind: 'payment',
    pay_method,
    amount: -amount,
    payment_id: null,
    refund_id: null,
    event_id,
  })
  if (!hasHeard) return null
  const deadline = order.payment_period_end_on
  return notifyResident(lockedOrder, {
    subject: 'お支払いの確認を取り消しました',
    lines: [
      '先にお知らせしたオプション工事のお支払いの確認は、誤りでした。お詫びして取り消します。',
      'すでにお支払いいただいている場合は、お手数ですがお電話でお知らせください。',
      '',
      `合計：${formatYen(amount)}（税込）`,
      `お支払い方法：${payMethodLabels[pay_method]}`,
      ...(deadline === null || deadline < toDay(now) ? [] : [`お支払い期限：${formatDayLong(deadline)}`]),
    ],
    short: `オプション工事のお支払い${formatYen(amount)}の確認は誤りでした。お支払い済みの方はお電話ください。`,
    eventId: event_id,
  })
}
