import { findClient } from '../../clients/clients.ts'
import type { Platform } from '../../platform/platform.ts'
import { expireOrder, lookUpRefunded } from '../expire-orders.ts'
import { handleWebhook } from './apply-payment-fact.ts'
import { closePayment, createCheckout } from './create-checkout.ts'
import { sendRefund } from './refund.ts'

/** One piece of the queue `payments`: what has to be said to the payment service, again when it did not get through. */
export const workPayments = async (platform: Platform, data: Record<string, unknown>): Promise<void> => {
  if (data['kind'] === 'deliver')
    return handleWebhook(platform, 'sandbox', Buffer.from(String(data['body'])), { 'x-sandbox-signature': String(data['signature']) })
  // The queue knows its number; a company that is gone owes and is owed nothing.
  const client = await platform.pool.read(null, db => findClient(db, Number(data['client_id'])))
  if (!client) return
  const { id: clientId } = client
  switch (data['kind']) {
    case 'open_page':
      await createCheckout(platform, clientId, Number(data['payment_id']))
      return
    case 'close_page':
      return closePayment(platform, clientId, Number(data['payment_id']))
    case 'expire':
      return expireOrder(platform, clientId, Number(data['order_id']))
    case 'refund':
      return sendRefund(platform, clientId, Number(data['refund_id']))
    case 'look_up_refunded':
      return lookUpRefunded(platform, clientId, Number(data['payment_id']))
    default:
      throw new Error(`nobody works ${String(data['kind'])}`)
  }
}
