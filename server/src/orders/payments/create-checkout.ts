import type { ClientId } from '@toguchi/domain/access/actor'
import { addDays, daysBetween } from '@toguchi/domain/calendar/day'
import { toDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { originOf } from '../../platform/http/hosts.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  type CheckoutRequest,
  findPayment,
  gatewayNamed,
  type KnownPayment,
  listPayments,
  type PaymentRow,
  savePage,
  updatePayment,
} from '../../payments/payments.ts'
import { findOrder, findRoomOfOrder } from '../queries.ts'

const hour = 3_600_000
/** How long a payment page stays open. */
export const pageLifetime = hour

/** Begun or with a number issued: its page may still bring money. */
export const isOpen = (payment: Pick<PaymentRow, 'state'>): boolean => payment.state === 'started' || payment.state === 'pending'

/** Has the order looked at again a minute after a moment: whatever was not paid by then fails (D-09). */
export const expireAfter = (platform: Platform, db: Db, clientId: ClientId, orderId: number, moment: Date): Promise<void> =>
  platform.jobs.enqueue(
    db,
    'payments',
    { kind: 'expire', client_id: clientId, order_id: orderId },
    { startAfterSeconds: Math.max(0, Math.ceil((moment.getTime() - platform.now().getTime()) / 1000)) + 61 },
  )

/** The payment as its service knows it. */
export const knownOf = ({ uuid, amount, pay_method, external_id, external_payment_id }: PaymentRow): KnownPayment => ({
  uuid,
  amount,
  pay_method,
  external_id,
  external_payment_id,
})

/**
 * Asks the payment service for the page of a payment that was begun, outside of any transaction, and writes its address down; asked
 * twice, the service answers the same page. Returns the address, or null when the payment is settled or its service is not configured
 * any more. Throws what the service did not answer.
 */
export const createCheckout = async (platform: Platform, clientId: ClientId, paymentId: number): Promise<string | null> => {
  const begun = await platform.pool.read(clientId, async db => {
    const payment = await findPayment(db, clientId, paymentId)
    const order = payment && (await findOrder(db, clientId, payment.order_id))
    const room = order && (await findRoomOfOrder(db, clientId, order.room_id))
    return payment && order && room ? { payment, order, room } : undefined
  })
  if (!begun || begun.payment.state !== 'started') return begun?.payment.payment_url ?? null
  const { payment, order, room } = begun
  if (payment.payment_url !== null) return payment.payment_url
  const gateway = gatewayNamed(platform, payment.adapter)
  if (!gateway) return null
  const begunOn = toDay(payment.created_at)
  // Everything follows from what was written down, so that the request is the same however often it is made.
  const request: CheckoutRequest = {
    uuid: payment.uuid,
    amount: payment.amount,
    pay_method: payment.pay_method,
    description: `${room.building_name} ${room.room_name} オプション工事`,
    konbiniDays: Math.max(1, daysBetween(begunOn, order.payment_period_end_on ?? addDays(begunOn, room.konbini_days))),
    begunAt: payment.created_at,
    expiresAt: new Date(payment.created_at.getTime() + pageLifetime),
    returnUrl: `${originOf(platform.settings.apiHostTemplate, room.client_cd)}/residents/request_option_histories?order=${order.id}`,
  }
  const page = await gateway.createCheckout(request)
  const state = await platform.pool.write(clientId, async db => {
    const saved = await savePage(db, clientId, payment.id, {
      external_id: page.external_id,
      payment_url: page.url,
      expires_at: page.expires_at,
      updated_at: platform.now(),
    })
    if (saved !== null) return saved
    // Given up while the service answered: whoever did that could not close a page that nobody knew of.
    await updatePayment(db, clientId, payment.id, { external_id: page.external_id, updated_at: platform.now() })
    await platform.jobs.enqueue(db, 'payments', { kind: 'close_page', client_id: clientId, payment_id: payment.id })
    return null
  })
  return state === 'started' ? page.url : null
}

/** The same for an order: the page of its open payment. Null, too, when the service cannot be reached now; the queue tries again. */
export const openPageOfOrder = async (platform: Platform, clientId: ClientId, orderId: number): Promise<string | null> => {
  const payments = await platform.pool.read(clientId, db => listPayments(db, clientId, [orderId]))
  const open = payments.find(payment => payment.state === 'started')
  if (!open) return null
  try {
    return await createCheckout(platform, clientId, open.id)
  } catch (error) {
    platform.log.error(error, 'the payment service made no page')
    return null
  }
}

/** Tells the service that nobody is to pay any more. What was paid before that is told by the service itself. */
export const closePayment = async (platform: Platform, clientId: ClientId, paymentId: number): Promise<void> => {
  const payment = await platform.pool.read(clientId, db => findPayment(db, clientId, paymentId))
  if (payment) await gatewayNamed(platform, payment.adapter)?.closeCheckout(knownOf(payment))
}
