import { Stripe } from 'stripe'
import type { Platform } from '../platform/platform.ts'
import type { PaymentSettings } from '../platform/settings.ts'
import {
  BadNotification,
  type KnownPayment,
  type PaymentFact,
  type PaymentGateway,
  type PaymentNotification,
  type RefundAnswer,
  returnAddress,
} from './gateway.ts'

/** The version of Stripe's API that this is written for; webhooks are to be registered with the same. */
const stripeApiVersion = '2026-10-28.endive'

type StripeSettings = Extract<PaymentSettings, { adapter: 'stripe' }>

const connect = ({ secretKey, apiUrl }: StripeSettings): Stripe => {
  const address = apiUrl === null ? null : new URL(apiUrl)
  return new Stripe(secretKey, {
    apiVersion: stripeApiVersion,
    // The same key again: nothing is done twice (stack-backend §11).
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(address === null
      ? {}
      : { protocol: address.protocol === 'http:' ? ('http' as const) : ('https' as const), host: address.hostname, port: address.port }),
  })
}

const uuidKey = 'payment_uuid'
const refundKeyName = 'refund_key'

/**
 * Stripe behind the port (D-10): Checkout with a card or a convenience store, webhooks verified by their signature, refunds. Neither card
 * data nor names go through our server; what Stripe knows of the payer stays there.
 */
export const stripeGateway = ({ settings: { payments } }: Platform): PaymentGateway => {
  if (payments.adapter !== 'stripe') throw new Error('Stripe is not configured')
  const cached = gateways.get(payments)
  if (cached) return cached
  const gateway = gatewayOf(payments)
  gateways.set(payments, gateway)
  return gateway
}

/** One client for all requests: its connections are kept. */
const gateways = new WeakMap<StripeSettings, PaymentGateway>()

const gatewayOf = (settings: StripeSettings): PaymentGateway => {
  const stripe = connect(settings)
  return {
    adapter: 'stripe',

    async createCheckout(request) {
      const metadata = { [uuidKey]: request.uuid }
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          locale: 'ja',
          allowed_payment_method_types: [request.pay_method === 'credit' ? 'card' : 'konbini'],
          line_items: [
            {
              quantity: 1,
              // Yen have no smaller unit: the amount is the number of yen.
              price_data: { currency: 'jpy', unit_amount: request.amount, product_data: { name: request.description } },
            },
          ],
          ...(request.pay_method === 'webcvs' ? { payment_method_options: { konbini: { expires_after_days: request.konbiniDays } } } : {}),
          client_reference_id: request.uuid,
          metadata,
          payment_intent_data: { metadata },
          expires_at: seconds(request.expiresAt),
          success_url: returnAddress(request.returnUrl, 'ok'),
          cancel_url: returnAddress(request.returnUrl, 'cancel'),
        },
        { idempotencyKey: `checkout-${request.uuid}` },
      )
      if (session.url === null) throw new Error(`Stripe gave no page for ${request.uuid}`)
      return { external_id: session.id, url: session.url, expires_at: instant(session.expires_at) }
    },

    async closeCheckout({ external_id, external_payment_id }) {
      if (external_id !== null) await unlessSettled(stripe.checkout.sessions.expire(external_id))
      // A number for the store lives on after its page.
      if (external_payment_id !== null) await unlessSettled(stripe.paymentIntents.cancel(external_payment_id))
    },

    lookUp: ({ external_id }) => (external_id === null ? Promise.resolve(null) : factOfSession(stripe, external_id)),

    refund: (payment, amount, refundKey) => refund(stripe, payment, amount, refundKey),

    async lookUpRefund(payment, refundKey) {
      const made = (await refundsOf(stripe, payment)).find(({ metadata }) => metadata?.[refundKeyName] === refundKey)
      return made ? answerOf(made) : null
    },

    lookUpRefunded: async payment =>
      (await refundsOf(stripe, payment)).reduce((sum, made) => (answerOf(made).state === 'failed' ? sum : sum + made.amount), 0),

    parseNotification(raw, headers) {
      const signature = headers['stripe-signature']
      if (typeof signature !== 'string') throw new BadNotification('there is no signature')
      return readEvent(verify(stripe, raw, signature, settings.webhookSecret))
    },
  }
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)
const instant = (unix: number): Date => new Date(unix * 1000)

/** What is settled already cannot be closed, and need not be. */
const unlessSettled = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}

const verify = (stripe: Stripe, raw: Buffer, signature: string, secret: string) => {
  try {
    return stripe.webhooks.constructEvent(raw, signature, secret)
  } catch (error) {
    throw new BadNotification(error instanceof Error ? error.message : 'the signature is wrong')
  }
}

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  reference === null || reference === undefined ? null : typeof reference === 'string' ? reference : reference.id

/** What Stripe believes of a session and of the money behind it. */
const factOfSession = async (stripe: Stripe, id: string): Promise<PaymentFact | null> => {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  if (session.payment_status === 'paid') {
    const charge = intent === null || typeof intent.latest_charge === 'string' ? null : intent.latest_charge
    return {
      kind: 'paid',
      amount: yenOf(session.amount_total, session.currency),
      at: instant(charge?.created ?? session.created),
      external_payment_id: idOf(session.payment_intent),
    }
  }
  if (session.status === 'expired') return { kind: 'expired' }
  if (session.status !== 'complete') return null
  return (intent && slipOf(intent)) ?? { kind: 'expired' }
}

/** The number that a payment at a store waits with; null for what waits for something else. */
const slipOf = (intent: Stripe.PaymentIntent): PaymentFact | null => {
  const slip = intent.next_action?.konbini_display_details
  if (!slip) return null
  return {
    kind: 'pending',
    // Every chain has a number of its own: the slip's page shows them all, any single one would be wrong in the next shop.
    slip: { number: null, confirmation_number: null, voucher_url: slip.hosted_voucher_url, expires_at: instant(slip.expires_at) },
    external_payment_id: intent.id,
  }
}

const yenOf = (amount: number | null, currency: string | null): number => {
  if (amount === null || currency !== 'jpy') throw new BadNotification('the money is no yen')
  return amount
}

const refund = async (stripe: Stripe, payment: KnownPayment, amount: number, refundKey: string): Promise<RefundAnswer> => {
  if (payment.external_payment_id === null)
    return { external_id: '', state: 'failed', reason: '決済サービスの番号がないため、返金を依頼できません。', code: null }
  try {
    const made = await stripe.refunds.create(
      { payment_intent: payment.external_payment_id, amount, metadata: { [uuidKey]: payment.uuid, [refundKeyName]: refundKey } },
      { idempotencyKey: refundKey },
    )
    return answerOf(made)
  } catch (error) {
    // Refused for good, as with money that is back already; anything else is asked again.
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return { external_id: '', state: 'failed', reason: sentenceOf(error.code), code: error.code ?? error.type }
    throw error
  }
}

/** All refunds of a payment, by whomever they were asked for; a payment has a handful. None of one that Stripe does not know. */
const refundsOf = async (stripe: Stripe, { external_payment_id }: KnownPayment): Promise<Stripe.Refund[]> => {
  if (external_payment_id === null) return []
  try {
    return (await stripe.refunds.list({ payment_intent: external_payment_id, limit: 100 })).data
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return []
    throw error
  }
}

const answerOf = (made: Stripe.Refund): RefundAnswer => {
  const state = made.status === 'succeeded' ? 'done' : made.status === 'failed' || made.status === 'canceled' ? 'failed' : 'processing'
  return {
    external_id: made.id,
    state,
    reason: state === 'failed' ? sentenceOf(made.failure_reason) : null,
    code: state === 'failed' ? (made.failure_reason ?? made.status) : null,
  }
}

/** Stripe's words for why a refund failed or was refused, in sentences for staff (https://docs.stripe.com/refunds, /error-codes). */
const refundSentences: Readonly<Record<string, string>> = {
  charge_already_refunded: '決済サービスでは、すでに全額が返金されています。',
  amount_too_large: '返金額が、決済サービスに残っている金額を超えています。',
  charge_disputed: 'カードの利用者から異議が申し立てられているため、返金できません。',
  charge_for_pending_refund_disputed: 'カードの利用者から異議が申し立てられているため、返金できません。',
  refund_disputed_payment: 'カードの利用者から異議が申し立てられているため、返金できません。',
  balance_insufficient: '決済サービスの残高が足りないため、返金できません。',
  insufficient_funds: '決済サービスの残高が足りないため、返金できません。',
  expired_or_canceled_card: 'カードの期限切れまたは解約のため、返金できません。',
  lost_or_stolen_card: '紛失または盗難の届けがあるカードのため、返金できません。',
  declined: 'カード会社が返金を受け付けませんでした。',
  merchant_request: '決済サービスの管理画面で、返金が取り消されました。',
  resource_missing: '決済サービスに、このお支払いの記録が見つかりません。',
}

const sentenceOf = (code: string | null | undefined): string => refundSentences[code ?? ''] ?? '決済サービスが返金を受け付けませんでした。'

/** What an event tells of a payment of ours; null for everything else that Stripe tells. */
const readEvent = (event: Stripe.Event): PaymentNotification | null => {
  const notificationOf = (metadata: Stripe.Metadata | null, fact: PaymentFact | null, object: string): PaymentNotification | null => {
    const payment_uuid = metadata?.[uuidKey]
    if (payment_uuid === undefined || fact === null) return null
    // Not the whole event: it names the payer.
    return { id: event.id, payment_uuid, fact, body: { id: event.id, type: event.type, created: event.created, object, fact } }
  }
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const { id, metadata, payment_status, payment_intent, amount_total, currency } = event.data.object
      // Completed and unpaid is a store's number, which another event tells with its digits.
      if (payment_status !== 'paid' || metadata?.[uuidKey] === undefined) return null
      const amount = yenOf(amount_total, currency)
      return notificationOf(metadata, { kind: 'paid', amount, at: instant(event.created), external_payment_id: idOf(payment_intent) }, id)
    }
    case 'payment_intent.requires_action':
      return notificationOf(event.data.object.metadata, slipOf(event.data.object), event.data.object.id)
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return notificationOf(event.data.object.metadata, { kind: 'expired' }, event.data.object.id)
    case 'charge.refunded':
      return notificationOf(
        event.data.object.metadata,
        { kind: 'refunded', total: event.data.object.amount_refunded, at: instant(event.created) },
        event.data.object.id,
      )
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return notificationOf(event.data.object.metadata, endOf(event.data.object), event.data.object.id)
    default:
      return null
  }
}

const endOf = (made: Stripe.Refund): PaymentFact | null => {
  const refundKey = made.metadata?.[refundKeyName]
  if (refundKey === undefined) return null
  const { external_id, state, reason, code } = answerOf(made)
  if (state === 'done') return { kind: 'refund_done', refundKey, external_id }
  return state === 'failed' ? { kind: 'refund_failed', refundKey, external_id, reason: reason ?? sentenceOf(code), code } : null
}
