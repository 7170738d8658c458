import type { ClientId, ResidentActor } from '@toguchi/domain/access/actor'
import { duplicateOptionText } from '@toguchi/domain/constructions/labels'
import type { PayMethod } from '@toguchi/domain/money/pay-method'
import { paymentPeriodEndOn } from '@toguchi/domain/orders/pay-methods'
import { isPaidOnline, wrongStateText } from '@toguchi/domain/orders/transitions'
import { toDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { invalid, notFound, refused } from '../../platform/http/problem.ts'
import { closePayment, isOpen } from './create-checkout.ts'
import { mustBecome, payFactsOf, refuseMethod, whyNoOrder } from '../order-rules.ts'
import { listPayments, type PaymentRow, updatePayment } from '../../payments/payments.ts'
import { beginPayment } from '../place-order.ts'
import { isOrderedElsewhere, listOwnOrders, lockOrder, updateOrder } from '../queries.ts'

/**
 * Pays an order again that was not paid (G-ORD-02): a page of the same way that is still open is used again, so that two taps and the
 * back button never make two; one of another way is closed first, at its service too.
 */
export const payAgain = async (platform: Platform, actor: ResidentActor, orderId: number, method: PayMethod): Promise<void> => {
  const { clientId, superseded } = await platform.pool.write(actor.partOf, db => begin(platform, db, actor, orderId, method))
  for (const payment of superseded) {
    // Should the service not answer, the queue tells it later; money that still comes by it pays the order or opens a refund.
    await closePayment(platform, clientId, payment.id).catch((error: unknown) => platform.log.error(error, 'a page of payment stayed open'))
  }
}

/** The pages that are to be closed at their service, of an order of this client. */
const begin = async (
  platform: Platform,
  db: Db,
  actor: ResidentActor,
  orderId: number,
  method: PayMethod,
): Promise<{ clientId: ClientId; superseded: PaymentRow[] }> => {
  const now = platform.now()
  const today = toDay(now)
  const [own] = await listOwnOrders(db, actor, orderId)
  const lockedOrder = own && (await lockOrder(db, own.client_id, orderId))
  if (!lockedOrder) throw notFound()
  const { client_id: clientId } = own
  const { order, room } = lockedOrder
  const open = (await listPayments(db, clientId, [orderId])).filter(isOpen)
  const usable = open.find(payment => payment.pay_method === method && (payment.expires_at === null || payment.expires_at > now))
  if (order.status === 'initial' && order.pay_method === method && usable) return { clientId, superseded: [] }
  const next = mustBecome(order, 'retry', method)
  const why = whyNoOrder(room, today)
  if (why !== null) throw refused(why, 'no_option_order')
  if (await isOrderedElsewhere(db, clientId, orderId)) throw invalid({ constructions_options: [duplicateOptionText] }, 'option_ordered')
  const facts = payFactsOf(platform, room, today)
  refuseMethod(method, facts, order.total_price_in_tax)
  for (const payment of open) {
    await updatePayment(db, clientId, payment.id, { state: 'canceled', updated_at: now })
    await platform.jobs.enqueue(db, 'payments', { kind: 'close_page', client_id: clientId, payment_id: payment.id })
  }
  await updateOrder(db, clientId, orderId, {
    ...next,
    payment_period_end_on: paymentPeriodEndOn(method, facts),
    failure_reason: null,
    updated_at: now,
  })
  await recordEvent(db, {
    kind: 'orders.payment_retried',
    actor,
    clientId,
    constructionId: order.construction_id,
    roomId: order.room_id,
    subject: { type: 'orders', id: orderId },
    change: { pay_method: method },
    residentVisible: true,
  })
  if (isPaidOnline(method)) await beginPayment(platform, db, clientId, { orderId, pay_method: method, amount: order.total_price_in_tax })
  return { clientId, superseded: open }
}

/** Why an order that was not paid cannot be paid now; null where it can. */
export const whyNoPayment = (status: string, why: string | null): string | null =>
  status === 'initial' || status === 'failed' ? why : wrongStateText
