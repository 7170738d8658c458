/** Front door of the payments slice: the port, and which service stands behind it. */
import type { Platform } from '../platform/platform.ts'
import type { PaymentGateway } from './gateway.ts'
import { sandboxGateway } from './sandbox.ts'
import { stripeGateway } from './stripe.ts'

export { BadNotification } from './gateway.ts'
export type { Adapter, CheckoutRequest, KnownPayment, OnlineMethod, PaymentFact, RefundAnswer } from './gateway.ts'

/** Whether cards and stores can be taken at all; without a service nobody is offered them. */
export const takesOnline = (platform: Platform): boolean => platform.settings.payments.adapter !== 'none'

/** The service that takes new payments, as it is configured (D-10). Throws where there is none: nobody is offered it then. */
export const paymentGateway = (platform: Platform): PaymentGateway => {
  const { payments } = platform.settings
  if (payments.adapter === 'none') throw new Error('no payment service is configured')
  return payments.adapter === 'stripe' ? stripeGateway(platform) : sandboxGateway(platform)
}

/** The service of a payment that was begun, whatever is configured now; null when it cannot be reached from here. */
export const gatewayNamed = (platform: Platform, adapter: string): PaymentGateway | null => {
  if (!takesOnline(platform)) return null
  const configured = paymentGateway(platform)
  return configured.adapter === adapter ? configured : null
}
