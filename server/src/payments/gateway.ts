import type { IncomingHttpHeaders } from 'node:http'

export type Adapter = 'sandbox' | 'stripe'
export type OnlineMethod = 'credit' | 'webcvs'

/** A payment as its service knows it. */
export interface KnownPayment {
  /** Ours, and the key under which the service does everything about it once. */
  uuid: string
  amount: number
  pay_method: OnlineMethod
  /** The service's ids: of its page, and of the money. */
  external_id: string | null
  external_payment_id: string | null
}

export interface CheckoutRequest {
  uuid: string
  /** Yen with tax. */
  amount: number
  pay_method: OnlineMethod
  /** What the payment page says is paid. */
  description: string
  /** Days after the payment began that a convenience store's number is to be good, until 23:59:59 in Tokyo. */
  konbiniDays: number
  begunAt: Date
  /** When the page itself closes. */
  expiresAt: Date
  /** Where the browser goes afterwards, `?order=` in it; `returnAddress` adds the result. */
  returnUrl: string
}

export interface Checkout {
  external_id: string
  url: string
  expires_at: Date
}

/** How the browser comes back from paying: what was pressed there, and for which order (G-ORD-05). */
export const returnAddress = (returnUrl: string, result: 'ok' | 'ng' | 'cancel'): string => {
  const address = new URL(returnUrl)
  address.search = String(new URLSearchParams([['result', result], ...address.searchParams]))
  return address.href
}

/** What a convenience store asks for. */
export interface KonbiniSlip {
  number: string | null
  confirmation_number: string | null
  voucher_url: string | null
  expires_at: Date | null
}

/** Something that is true of a payment, told by its service or looked up there. */
export type PaymentFact =
  | { kind: 'pending'; slip: KonbiniSlip; external_payment_id: string | null }
  | { kind: 'paid'; amount: number; at: Date; external_payment_id: string | null }
  | { kind: 'failed'; reason: string }
  | { kind: 'expired' }
  | { kind: 'canceled' }
  /** A refund that we asked for came to its end. */
  | { kind: 'refund_done'; refundKey: string; external_id: string }
  | { kind: 'refund_failed'; refundKey: string; external_id: string; reason: string; code: string | null }
  /** So much of the payment had gone back altogether at a moment, by whomever it was asked for. */
  | { kind: 'refunded'; total: number; at: Date }

export interface PaymentNotification {
  /** The service's own id of the notification: the same one twice is heard once. */
  id: string
  payment_uuid: string
  fact: PaymentFact
  /** Kept as it came. */
  body: unknown
}

export interface RefundAnswer {
  external_id: string
  state: 'processing' | 'done' | 'failed'
  /** Why it failed: a sentence for staff, and the service's own word for it. */
  reason: string | null
  code: string | null
}

/**
 * The port to a payment service (D-10, G-ORD-04). No card data passes it in either direction. Every call may be repeated: the service
 * knows by our uuid or key what it did already. None is made inside a database transaction. A call that did not get through throws.
 */
export interface PaymentGateway {
  readonly adapter: Adapter
  createCheckout(request: CheckoutRequest): Promise<Checkout>
  /** Closes the page and, where the service can, the store's number: nobody is to pay any more. Money that is faster is told. */
  closeCheckout(payment: KnownPayment): Promise<void>
  /** What the service believes; null while nothing has happened. */
  lookUp(payment: KnownPayment): Promise<PaymentFact | null>
  refund(payment: KnownPayment, amount: number, refundKey: string): Promise<RefundAnswer>
  /** What became of a refund that was asked for under the key; null when the service knows of none. */
  lookUpRefund(payment: KnownPayment, refundKey: string): Promise<RefundAnswer | null>
  /** Yen of the payment that have gone back altogether. */
  lookUpRefunded(payment: KnownPayment): Promise<number>
  /** Reads a notification after its signature was verified; null when it does not concern us. Throws `BadNotification`. */
  parseNotification(raw: Buffer, headers: IncomingHttpHeaders): PaymentNotification | null
}

/** A wrong signature, an old one, or a body that nobody can read. */
export class BadNotification extends Error {}
