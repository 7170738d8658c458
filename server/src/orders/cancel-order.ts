import type { ActingFor } from '@toguchi/domain/access/acting-for-contract'
import type { VerifiedFact } from '@toguchi/domain/access/verified-facts'
import type { ReachedActor } from '@toguchi/domain/access/actor'
import { formatYen } from '@toguchi/domain/money/tax'
import { cancelAnswerText } from '@toguchi/domain/orders/cancel-answer'
import { isPaid } from '@toguchi/domain/orders/transitions'
import { noteCall } from '../answers/answers.ts'
import { toDay } from '../platform/clock.ts'
import { refused } from '../platform/http/problem.ts'
import { isOpen } from './payments/create-checkout.ts'
import { recallPaymentConfirmation } from './payments/record-payment.ts'
import { mustBecome, whyNoCancel } from './order-rules.ts'
import { listPayments, listRefundsOfOrder, updatePayment } from '../payments/payments.ts'
import { type OrderRow, updateOrder } from './queries.ts'
import { recordOrderEvent } from './record-order-event.ts'
import { type LockedOrder, openRefund } from './payments/refund.ts'
import { notifyResident, type OrderMessage } from './notify-resident.ts'

interface AskedFor {
  actingFor: ActingFor
  reason: string | null
  verifiedFact: VerifiedFact | null
}

/** The resident asks to cancel (G-ORD-12), or the office after a call (D-22), which is one of the day's calls; staff decide. */
export const applyCancel = async (lockedOrder: LockedOrder, actor: ReachedActor, asked?: AskedFor): Promise<void> => {
  const { db, clientId, order, room, now } = lockedOrder
  const next = mustBecome(order, 'apply_cancel')
  const why = whyNoCancel(room, toDay(now), actor.kind === 'resident' ? 'resident' : 'office')
  if (why !== null) throw refused(why, 'no_cancel_application')
  await updateOrder(db, clientId, order.id, { ...next, cancel_applied_at: now, updated_at: now })
  const eventId = await recordOrderEvent(lockedOrder, actor, 'orders.cancel_applied', changeOf(order, asked), asked)
  if (asked !== undefined) await noteCall(db, clientId, { roomId: order.room_id, eventId, ...asked, ...heardOf(order, asked) })
  await notifyResident(lockedOrder, {
    subject: 'キャンセル申請を受け付けました',
    lines: [`オプション工事のキャンセル申請を受け付けました。担当者が確認し、${cancelAnswerText}。`, '', ...linesOf(lockedOrder)],
    short: `オプション工事のキャンセル申請を受け付けました。${cancelAnswerText}。`,
    eventId,
    isOwnTap: actor.kind === 'resident',
  })
}

const changeOf = ({ status }: OrderRow, asked: AskedFor | undefined) => ({
  status,
  ...(asked === undefined || asked.verifiedFact === null ? {} : { verified_fact: asked.verifiedFact }),
})

const heardOf = ({ details }: OrderRow, { reason }: AskedFor) => ({
  outcome: 'cancel_applied' as const,
  contents: `キャンセル申請（${details.map(({ option_name }) => option_name).join('、')}）${reason === null ? '' : `：${reason}`}`,
})

/** The resident steps back from what was never paid; nobody was told of it, so nobody is told now (decision 092). */
export const withdrawOrder = async (lockedOrder: LockedOrder, actor: ReachedActor): Promise<void> => {
  const { db, clientId, order, now } = lockedOrder
  const next = mustBecome(order, 'withdraw')
  await updateOrder(db, clientId, order.id, { ...next, canceled_at: now, updated_at: now })
  await recordOrderEvent(lockedOrder, actor, 'orders.withdrawn', { status: order.status })
  await expireCheckouts(lockedOrder)
}

/** The order is cancelled, applied for or not: its pages are closed, and money that is in goes back (G-ORD-01, D-09). */
export const cancelOrder = async (lockedOrder: LockedOrder, actor: ReachedActor | 'system', reason?: string | null): Promise<void> => {
  const { db, clientId, order, now } = lockedOrder
  const next = mustBecome(order, 'accept_cancel')
  // What becomes of the money stands in the message of the cancellation.
  await recallPaymentConfirmation(db, clientId, order.id)
  await updateOrder(db, clientId, order.id, { ...next, canceled_at: now, updated_at: now })
  const eventId = await recordOrderEvent(lockedOrder, actor, 'orders.canceled', { status: order.status }, { reason })
  await expireCheckouts(lockedOrder)
  // One message for both: three in the same second were three short messages (decision 092).
  const refunds = await giveBack(lockedOrder, actor)
  await notifyResident(lockedOrder, {
    subject: 'オプション工事のお申込みを取り消しました',
    lines: ['オプション工事のお申込みを取り消しました。', '', ...linesOf(lockedOrder), ...refunds.flatMap(({ lines }) => ['', ...lines])],
    short: ['オプション工事のお申込みを取り消しました。', ...refunds.map(({ short }) => short)].join(''),
    asksAtPage: refunds.some(({ asksAtPage }) => asksAtPage === true),
    eventId,
  })
}

/** Staff refuse to cancel: the order is again what it was. */
export const rejectCancel = async (lockedOrder: LockedOrder, actor: ReachedActor, reason?: string | null): Promise<void> => {
  const { db, clientId, order, now } = lockedOrder
  const next = mustBecome(order, 'reject_cancel')
  await updateOrder(db, clientId, order.id, { ...next, updated_at: now })
  const eventId = await recordOrderEvent(lockedOrder, actor, 'orders.cancel_rejected', { status: order.status }, { reason })
  await notifyResident(lockedOrder, {
    subject: 'キャンセル申請について',
    lines: ['オプション工事のキャンセル申請はお受けできませんでした。お申込みはそのまま有効です。', '', ...linesOf(lockedOrder)],
    short: 'オプション工事のキャンセル申請はお受けできませんでした。お申込みは有効です。',
    eventId,
  })
}

const linesOf = ({ order }: LockedOrder): string[] => [
  ...order.details.map(detail => `・${detail.option_name}　${formatYen(detail.price_in_tax)}（税込）`),
  `合計：${formatYen(order.total_price_in_tax)}（税込）`,
]

const expireCheckouts = async ({ platform, db, clientId, order, now }: LockedOrder): Promise<void> => {
  for (const payment of await listPayments(db, clientId, [order.id]))
    if (isOpen(payment)) {
      await updatePayment(db, clientId, payment.id, { state: 'canceled', updated_at: now })
      await platform.jobs.enqueue(db, 'payments', { kind: 'close_page', client_id: clientId, payment_id: payment.id })
    }
}

/** The money that paid the order; what came twice or wrongly has a refund of its own already. Answers what is to be told of it. */
const giveBack = async (lockedOrder: LockedOrder, actor: ReachedActor | 'system'): Promise<OrderMessage[]> => {
  const { db, clientId, order } = lockedOrder
  if (!isPaid(order) || order.total_price_in_tax === 0) return []
  if (order.pay_method === 'cash' || order.pay_method === 'other')
    return present(await openRefund(lockedOrder, { payment: null, amount: order.total_price_in_tax, reason: 'cancellation' }, actor))
  const told: OrderMessage[] = []
  const refunds = await listRefundsOfOrder(db, clientId, order.id)
  for (const payment of await listPayments(db, clientId, [order.id])) {
    const own = refunds.filter(refund => refund.payment_id === payment.id && !refund.is_returned)
    if (payment.state !== 'paid' || own.some(refund => refund.reason !== 'cancellation')) continue
    // Somebody may have paid a part of it back at the payment service's own desk.
    const amount = own.reduce((left, refund) => left - refund.amount, payment.amount)
    if (amount > 0) told.push(...present(await openRefund(lockedOrder, { payment, amount, reason: 'cancellation' }, actor)))
  }
  return told
}

const present = (message: OrderMessage | null): OrderMessage[] => (message === null ? [] : [message])
