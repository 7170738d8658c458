import type { Platform } from '../../platform/platform.ts'
import { expireOrder, lookUpRefunded } from '../expire-orders.ts'
import { handleWebhook } from './apply-payment-fact.ts'
import { closePayment, createCheckout } from './create-checkout.ts'
import { sendRefund } from './refund.ts'

/** One piece of the queue `payments`: what has to be said to the payment service, again when it did not get through. */
export const workPayments = async (platform: Platform, data: Record<string, unknown>): Promise<void> => {
  const clientId = Number(data['client_id'])
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
    case 'deliver':
      return handleWebhook(platform, 'sandbox', Buffer.from(String(data['body'])), { 'x-sandbox-signature': String(data['signature']) })
    default:
      throw new Error(`nobody works ${String(data['kind'])}`)
  }
}
