/** Front door of the payments slice: the port, which service stands behind it, and the rows of payments, refunds and the ledger. */
import type { Platform } from '../platform/platform.ts'
import type { PaymentGateway } from './gateway.ts'
import { sandboxGateway } from './sandbox.ts'
import { stripeGateway } from './stripe.ts'

export { BadNotification } from './gateway.ts'
export {
  eraseRefundAccounts,
  findPayment,
  findRefund,
  findRefundAccount,
  insertLedgerEntry,
  insertNotification,
  insertPayment,
  insertRefund,
  isBooked,
  isHeard,
  listPayments,
  listPaymentsToGiveBack,
  listPossibleIntruders,
  listRefundsOfOrder,
  listUnendedRefunds,
  type PaymentRow,
  type RefundRow,
  savePage,
  updatePayment,
  updateRefund,
} from './queries.ts'
export { actAtSandbox, readChoice, type SandboxDesk, type SandboxResult } from './sandbox-desk.ts'
export { sandboxPage } from './sandbox-page.ts'
export { readSandboxToken } from './sandbox.ts'
export { findSandboxPayment } from './sandbox-queries.ts'
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
