import type { IncomingHttpHeaders } from 'node:http'
import type { ClientId } from '@toguchi/domain/access/actor'
import { endOfDay, formatDayLong, formatMomentLong } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import { leftPaymentText, type RefundReason } from '@toguchi/domain/orders/labels'
import { after, isPaid } from '@toguchi/domain/orders/transitions'
import { findPublicId } from '../../clients/clients.ts'
import { toDay } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  BadNotification,
  findPayment,
  gatewayNamed,
  insertLedgerEntry,
  insertNotification,
  isBooked,
  isHeard,
  listPayments,
  listRefundsOfOrder,
  type PaymentFact,
  type PaymentRow,
  updatePayment,
} from '../../payments/payments.ts'
import { cancelOrder } from '../cancel-order.ts'
import { expireAfter, isOpen, pageLifetime } from './create-checkout.ts'
import { whyNoOrder } from '../order-rules.ts'
import { findOrder, isOrderedElsewhere, lockOrder, type OrderRow, updateOrder } from '../queries.ts'
import { recordOrderEvent } from '../record-order-event.ts'
import { applyRefundEnd, applyRefundTotal, type LockedOrder, openRefund } from './refund.ts'
import { notifyResident } from '../notify-resident.ts'

/** What became of something that was heard; kept beside it. */
type Outcome = 'applied' | 'repeated' | 'ignored' | RefundReason

/** A payment with its order and room, all held. */
interface LockedPayment extends LockedOrder {
  payment: PaymentRow
}

/**
 * Hears a notification of a payment service (D-09, D-10). Only its signature opens the door; its uuid leads to the client. The same one
 * twice changes nothing. Throws `BadNotification` for a wrong signature, an unknown adapter and an unknown payment.
 */
export const handleWebhook = async (platform: Platform, adapter: string, raw: Buffer, headers: IncomingHttpHeaders): Promise<void> => {
  const gateway = gatewayNamed(platform, adapter)
  if (!gateway) throw new BadNotification('nobody takes notifications of this service')
  const notification = gateway.parseNotification(raw, headers)
  if (!notification) return
  const paymentId = await platform.pool.read(null, db => findPublicId(db, 'payment', notification.payment_uuid))
  if (!paymentId) throw new BadNotification('there is no such payment')
  await applyPaymentFact(platform, paymentId.client_id, paymentId.row_id, {
    id: notification.id,
    fact: notification.fact,
    body: notification.body,
  })
}

/** Hears what is true of a payment, told or looked up, in one transaction. `id` names the news: heard twice, it changes nothing. */
export const applyPaymentFact = (
  platform: Platform,
  clientId: ClientId,
  paymentId: number,
  { id, fact, body }: { id: string; fact: PaymentFact; body: unknown },
): Promise<void> =>
  platform.pool.write(clientId, async db => {
    const begun = await findPayment(db, clientId, paymentId)
    const lockedOrder = begun && (await lockOrder(db, clientId, begun.order_id))
    // Read again: what stands there now nobody else can change.
    const payment = lockedOrder && (await findPayment(db, clientId, paymentId))
    if (!payment) throw new BadNotification('there is no such payment')
    if (await isHeard(db, clientId, payment.adapter, id)) return
    const outcome = await apply({ platform, db, clientId, payment, ...lockedOrder, now: platform.now() }, fact)
    await insertNotification(db, clientId, {
      payment_id: paymentId,
      adapter: payment.adapter,
      external_id: id,
      kind: fact.kind,
      amount: fact.kind === 'paid' ? fact.amount : fact.kind === 'refunded' ? fact.total : null,
      outcome,
      body,
    })
  })

const apply = (lockedPayment: LockedPayment, fact: PaymentFact): Promise<Outcome> => {
  switch (fact.kind) {
    case 'pending':
      return issueNumber(lockedPayment, fact)
    case 'paid':
      return receiveMoney(lockedPayment, fact)
    case 'failed':
      return endPayment(lockedPayment, 'failed', fact.reason)
    case 'expired':
      return endPayment(lockedPayment, 'expired', expiredText)
    case 'canceled':
      return endPayment(lockedPayment, 'canceled', leftPaymentText)
    case 'refund_done':
    case 'refund_failed':
      return applyRefundEnd(lockedPayment, fact)
    case 'refunded':
      return applyRefunded(lockedPayment, fact)
  }
}

/** An order of which all the money was paid back at the payment service's own desk is cancelled by that. */
const applyRefunded = async (lockedPayment: LockedPayment, fact: Extract<PaymentFact, { kind: 'refunded' }>): Promise<Outcome> => {
  const outcome = await applyRefundTotal(lockedPayment, fact)
  if (outcome !== 'applied') return outcome
  const order = await findOrder(lockedPayment.db, lockedPayment.clientId, lockedPayment.order.id)
  if (order && isPaid(order) && order.kept_amount <= 0) await cancelOrder({ ...lockedPayment, order }, 'system')
  return outcome
}

/** The reason of an order that was not paid in time (D-09). */
export const expiredText = '期限切れ'

/** The number for the store is there: from now on the order waits for money (G-ORD-01). */
const issueNumber = async (
  lockedPayment: LockedPayment,
  { slip, external_payment_id }: Extract<PaymentFact, { kind: 'pending' }>,
): Promise<Outcome> => {
  const { platform, db, clientId, payment, order, now } = lockedPayment
  if (payment.state !== 'started') return 'ignored'
  const { until, expiresAt } = deadlineOf(order, slip.expires_at)
  await updatePayment(db, clientId, payment.id, {
    state: 'pending',
    konbini_number: slip.number,
    konbini_confirmation_number: slip.confirmation_number,
    voucher_url: slip.voucher_url,
    external_payment_id,
    ...(expiresAt === null ? {} : { expires_at: expiresAt }),
    updated_at: now,
  })
  const next = after(order, 'issue_number')
  if (!next) return 'ignored'
  await updateOrder(db, clientId, order.id, { ...next, payment_period_end_on: until, updated_at: now })
  const eventId = await recordOrderEvent(lockedPayment, 'system', 'orders.number_issued', { payment_period_end_on: until })
  if (expiresAt !== null) await expireAfter(platform, db, clientId, order.id, expiresAt)
  const numbers = [
    ...(slip.number === null ? [] : [`お支払い受付番号：${slip.number}`]),
    ...(slip.confirmation_number === null ? [] : [`確認番号：${slip.confirmation_number}`]),
    ...(slip.number !== null || slip.voucher_url === null ? [] : [`お支払い番号の確認ページ：${slip.voucher_url}`]),
  ]
  await notifyResident(lockedPayment, {
    subject: 'コンビニでのお支払いのご案内',
    lines: [
      'オプション工事のお申込みを受け付けました。コンビニエンスストアでお支払いください。',
      '',
      `合計：${formatYen(order.total_price_in_tax)}（税込）`,
      ...numbers,
      ...(until === null ? [] : [`お支払い期限：${formatDayLong(until)} 23:59`]),
      '',
      '期限を過ぎるとお申込みは無効になります。',
    ],
    short: `コンビニでのお支払い${formatYen(order.total_price_in_tax)}。${numbers.join(' ')}${until === null ? '' : ` 期限${formatDayLong(until)}`}。`,
    eventId,
    isOwnTap: isJustNow(payment.created_at, now),
  })
  return 'applied'
}

/**
 * Until when a number is good: never longer than was said when it was ordered. A page that is opened before midnight and finished after it
 * makes the service count from a day later.
 */
const deadlineOf = (
  { payment_period_end_on: said }: OrderRow,
  numberExpiresAt: Date | null,
): { until: string | null; expiresAt: Date | null } => {
  if (numberExpiresAt === null) return { until: said, expiresAt: said === null ? null : endOfDay(said) }
  const day = toDay(numberExpiresAt)
  return said === null || day <= said ? { until: day, expiresAt: numberExpiresAt } : { until: said, expiresAt: endOfDay(said) }
}

/** So short a time after it, the resident still sits before the page: news of what they did there wake nobody. */
const isJustNow = (moment: Date, now: Date): boolean => now.getTime() - moment.getTime() < pageLifetime

/**
 * Money has come (D-09). It is booked once per payment, whatever the order has become meanwhile; where it cannot pay the order any more,
 * an open refund says why.
 */
const receiveMoney = async (lockedPayment: LockedPayment, fact: Extract<PaymentFact, { kind: 'paid' }>): Promise<Outcome> => {
  const { db, clientId, payment, order, now } = lockedPayment
  if (await isBooked(db, clientId, payment.id)) return 'repeated'
  const event_id = await recordOrderEvent(lockedPayment, 'system', 'payments.received', {
    amount: fact.amount,
    pay_method: payment.pay_method,
  })
  await insertLedgerEntry(db, clientId, {
    order_id: order.id,
    kind: 'payment',
    pay_method: payment.pay_method,
    amount: fact.amount,
    payment_id: payment.id,
    refund_id: null,
    event_id,
  })
  const reason = fact.amount === payment.amount ? await whyNotForOrder(lockedPayment, fact.at) : 'wrong_amount'
  await updatePayment(db, clientId, payment.id, {
    state: 'paid',
    external_payment_id: fact.external_payment_id ?? payment.external_payment_id,
    failure_reason: null,
    updated_at: now,
  })
  // News may come in any order: what was paid back at the service's own desk is told before the money, now and then.
  const left = fact.amount - (await sumGivenBack(lockedPayment))
  if (left <= 0) {
    if (!(await waitsForAnother(lockedPayment))) await failOrder(lockedPayment, '決済サービスで返金されました')
    return 'applied'
  }
  if (reason !== null) {
    const told = await openRefund(lockedPayment, { payment, amount: left, reason })
    if (told !== null) await notifyResident(lockedPayment, told)
    if (reason === 'wrong_amount' && !(await waitsForAnother(lockedPayment)))
      await failOrder(lockedPayment, `入金額（${formatYen(fact.amount)}）がご請求額と異なります`)
    return reason
  }
  const next = after(asPaidBy(lockedPayment), 'pay')
  if (!next) throw new Error(`money that pays order ${order.id} does not pay it`)
  await updateOrder(db, clientId, order.id, { ...next, completion_at: fact.at, failure_reason: null, updated_at: now })
  await closeOthers(lockedPayment)
  await notifyOfPayment(lockedPayment, fact.at, event_id)
  return 'applied'
}

const sumGivenBack = async ({ db, clientId, order, payment }: LockedPayment): Promise<number> =>
  (await listRefundsOfOrder(db, clientId, order.id))
    .filter(refund => refund.payment_id === payment.id && refund.state === 'done' && !refund.is_returned)
    .reduce((sum, refund) => sum + refund.amount, 0)

/** Why money does not pay its order: it is paid already, or gone, or sold again, or the day for it is over. Null: it pays. */
const whyNotForOrder = async (lockedPayment: LockedPayment, paidAt: Date): Promise<RefundReason | null> => {
  const { db, clientId, order, room } = lockedPayment
  if (!after(asPaidBy(lockedPayment), 'pay')) return isPaid(order) ? 'double_payment' : 'late_payment'
  if (order.status !== 'failed') return null
  if (await isOrderedElsewhere(db, clientId, order.id)) return 'double_payment'
  return whyNoOrder(room, toDay(paidAt)) === null ? null : 'late_payment'
}

/** Money that came in another way than was chosen last pays all the same, and goes back in its own way. */
const asPaidBy = ({ order, payment }: LockedPayment): OrderRow => ({ ...order, pay_method: payment.pay_method })

/** Other pages of an order that is paid are closed, before somebody pays there too. */
const closeOthers = async ({ platform, db, clientId, payment, order }: LockedPayment): Promise<void> => {
  for (const other of await listPayments(db, clientId, [order.id]))
    if (other.id !== payment.id && isOpen(other)) {
      await updatePayment(db, clientId, other.id, { state: 'canceled', updated_at: platform.now() })
      await platform.jobs.enqueue(db, 'payments', { kind: 'close_page', client_id: clientId, payment_id: other.id })
    }
}

const notifyOfPayment = (lockedPayment: LockedPayment, at: Date, eventId: number) =>
  notifyResident(lockedPayment, {
    subject: 'お支払いを確認しました',
    lines: [
      'オプション工事のお支払いを確認しました。ありがとうございます。',
      '',
      ...lockedPayment.order.details.map(detail => `・${detail.option_name}　${formatYen(detail.price_in_tax)}（税込）`),
      `合計：${formatYen(lockedPayment.order.total_price_in_tax)}（税込）`,
      `入金日時：${formatMomentLong(at)}`,
    ],
    short: `オプション工事のお支払い${formatYen(lockedPayment.order.total_price_in_tax)}を確認しました。`,
    eventId,
    isOwnTap: isJustNow(at, lockedPayment.now),
  })

/** A payment that will bring nothing more; its order fails unless another payment is under way. */
const endPayment = async (lockedPayment: LockedPayment, state: 'failed' | 'expired' | 'canceled', reason: string): Promise<Outcome> => {
  const { db, clientId, payment } = lockedPayment
  if (!isOpen(payment)) return 'ignored'
  await updatePayment(db, clientId, payment.id, { state, failure_reason: reason, updated_at: lockedPayment.now })
  if (!(await waitsForAnother(lockedPayment))) await failOrder(lockedPayment, reason)
  return 'applied'
}

/** Another payment of the order is under way, and may still bring its money. */
const waitsForAnother = async ({ db, clientId, order, payment }: LockedPayment): Promise<boolean> =>
  (await listPayments(db, clientId, [order.id])).some(other => other.id !== payment.id && isOpen(other))

/** The order fails and lets its options go; whoever had a number in hand is told (D-09). */
export const failOrder = async (lockedOrder: LockedOrder, reason: string): Promise<void> => {
  const { db, clientId, order, room, now } = lockedOrder
  const next = after(order, 'expire')
  if (!next) return
  await updateOrder(db, clientId, order.id, { ...next, failure_reason: reason, updated_at: now })
  const eventId = await recordOrderEvent(lockedOrder, 'system', 'orders.failed', { reason })
  // Whose card was refused stands before the page that says so.
  if (order.status !== 'unpaid') return
  const again = whyNoOrder(room, toDay(now)) === null
  await notifyResident(lockedOrder, {
    subject: 'お支払い期限が過ぎました',
    lines: [
      'お支払いを確認できなかったため、オプション工事のお申込みは無効になりました。',
      '',
      ...order.details.map(detail => `・${detail.option_name}　${formatYen(detail.price_in_tax)}（税込）`),
      '',
      again ? '居住者ページから、もう一度お申し込みいただけます。' : 'オプションの受付は終了しています。',
    ],
    short: `お支払い期限が過ぎたため、オプション工事のお申込みは無効になりました。${again ? '居住者ページからもう一度お申し込みいただけます。' : ''}`,
    asksAtPage: again,
    eventId,
  })
}
