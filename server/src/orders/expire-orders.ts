import { randomUUID } from 'node:crypto'
import type { ClientId } from '@toguchi/domain/access/actor'
import { after } from '@toguchi/domain/orders/transitions'
import { listClientsWithWork } from '../clients/clients.ts'
import { attemptEach } from '../platform/attempt-each.ts'
import { toDay } from '../platform/clock.ts'
import { recordEvents } from '../platform/events.ts'
import type { Platform } from '../platform/platform.ts'
import { findPayment, gatewayNamed, listPayments, listPaymentsToGiveBack, listUnendedRefunds, updatePayment } from '../payments/payments.ts'
import { expiredText, failOrder, applyPaymentFact } from './payments/apply-payment-fact.ts'
import { isOpen, knownOf, pageLifetime } from './payments/create-checkout.ts'
import { listDueOrders, listOverdueCash, lockOrder } from './queries.ts'
import { sendRefund } from './payments/refund.ts'

/**
 * The daily work on orders (G-API-16): what was not paid in time fails (D-09), cash that is overdue is told to staff once (G-ORD-06), and
 * refunds that did not come to their end are looked up and sent. One order that fails does not keep the others. Working twice changes nothing.
 */
export const settleOrders = async (platform: Platform): Promise<void> =>
  attemptEach(await platform.pool.read(null, db => listClientsWithWork(db, 'orders', toDay(platform.now()))), clientId =>
    settleOrdersOf(platform, clientId),
  )

const settleOrdersOf = async (platform: Platform, clientId: ClientId): Promise<void> => {
  const { due, refunds, toGiveBack } = await platform.pool.read(clientId, async db => ({
    due: await listDueOrders(db, clientId, platform.now(), pageLifetime),
    refunds: await listUnendedRefunds(db, clientId, new Date(platform.now().getTime() - unendedFor)),
    toGiveBack: await listPaymentsToGiveBack(db, clientId),
  }))
  await attemptEach(
    [
      ...due.map(orderId => () => expireOrder(platform, clientId, orderId)),
      ...refunds.map(refundId => () => sendRefund(platform, clientId, refundId, { isLate: true })),
      ...toGiveBack.map(
        ({ id }) =>
          () =>
            lookUpRefunded(platform, clientId, id),
      ),
      () => notifyOfOverdueCash(platform, clientId),
    ],
    task => task(),
  )
}

/** A refund of which nothing was heard for so long broke off, or its end was not told. */
const unendedFor = 10 * 60_000

/** Hears what was paid back at the payment service's own desk and was not told, or not in order (`applyRefundTotal`). */
export const lookUpRefunded = async (platform: Platform, clientId: ClientId, paymentId: number): Promise<void> => {
  const payment = await platform.pool.read(clientId, db => findPayment(db, clientId, paymentId))
  if (!payment) return
  const at = platform.now()
  const total = (await gatewayNamed(platform, payment.adapter)?.lookUpRefunded(knownOf(payment))) ?? 0
  if (total === 0) return
  const fact = { kind: 'refunded' as const, total, at }
  await applyPaymentFact(platform, clientId, payment.id, { id: `looked-up-refunded-${randomUUID()}`, fact, body: { fact } })
}

/**
 * Fails an order that was not paid in time. The payment service is asked first: what it knows of and could not tell, money above all,
 * is heard before (practice §4). When it does not answer, the order waits for another time.
 */
export const expireOrder = async (platform: Platform, clientId: ClientId, orderId: number): Promise<void> => {
  if (!(await isDue(platform, clientId, orderId))) return
  for (const payment of (await platform.pool.read(clientId, db => listPayments(db, clientId, [orderId]))).filter(isOpen)) {
    const gateway = gatewayNamed(platform, payment.adapter)
    const fact = await gateway?.lookUp(knownOf(payment))
    if (fact) await applyPaymentFact(platform, clientId, payment.id, { id: `looked-up-${fact.kind}-${payment.uuid}`, fact, body: { fact } })
  }
  await platform.pool.write(clientId, async db => {
    const lockedOrder = await lockOrder(db, clientId, orderId)
    const [stillDue] = await listDueOrders(db, clientId, platform.now(), pageLifetime, orderId)
    if (!lockedOrder || stillDue === undefined || !after(lockedOrder.order, 'expire')) return
    const now = platform.now()
    for (const payment of (await listPayments(db, clientId, [orderId])).filter(isOpen)) {
      await updatePayment(db, clientId, payment.id, { state: 'expired', failure_reason: expiredText, updated_at: now })
      await platform.jobs.enqueue(db, 'payments', { kind: 'close_page', client_id: clientId, payment_id: payment.id })
    }
    await failOrder({ platform, db, clientId, ...lockedOrder, now }, expiredText)
  })
}

const isDue = async (platform: Platform, clientId: ClientId, orderId: number): Promise<boolean> =>
  (await platform.pool.read(clientId, db => listDueOrders(db, clientId, platform.now(), pageLifetime, orderId))).length > 0

/** Cash is never failed by a clock: somebody may have it in hand. Staff read it on the dashboard. */
const notifyOfOverdueCash = (platform: Platform, clientId: ClientId): Promise<void> =>
  platform.pool.write(clientId, async db => {
    const overdue = await listOverdueCash(db, clientId, toDay(platform.now()))
    await recordEvents(
      db,
      overdue.map(order => ({
        kind: 'orders.cash_overdue',
        actor: 'system' as const,
        clientId,
        constructionId: order.construction_id,
        roomId: order.room_id,
        subject: { type: 'orders', id: order.id },
      })),
    )
  })
