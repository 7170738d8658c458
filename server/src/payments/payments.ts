/** Front door of the payments slice: the port, and which service stands behind it. */
import type { Platform } from '../platform/platform.ts'
import type { Adapter, PaymentGateway } from './gateway.ts'
import { sandboxGateway } from './sandbox.ts'

export { BadNotification } from './gateway.ts'
export type { Adapter, CheckoutRequest, KnownPayment, KonbiniSlip, OnlineMethod, PaymentFact, PaymentNotification } from './gateway.ts'

/** The service that takes new payments, as it is configured (D-10). */
export const paymentGateway = (platform: Platform): PaymentGateway => sandboxGateway(platform)

/** The service of a payment that was begun, whatever is configured now; null when it cannot be reached from here. */
export const gatewayNamed = (platform: Platform, adapter: string): PaymentGateway | null => {
  const configured = paymentGateway(platform)
  return configured.adapter === (adapter as Adapter) ? configured : null
}
