import { createHmac, timingSafeEqual } from 'node:crypto'
import { endOfDay, addDays } from '@toguchi/domain/calendar/day'
import { toDay, toInstant } from '../platform/clock.ts'
import type { Platform } from '../platform/platform.ts'
import { BadNotification, type KonbiniSlip, type PaymentFact, type PaymentGateway } from './gateway.ts'
import {
  findSandboxPayment,
  findSandboxRefund,
  lockSandboxPayment,
  openSandboxPayment,
  refundSandboxPayment,
  type SandboxPayment,
  updateSandboxPayment,
} from './sandbox-queries.ts'

const sign = (platform: Platform, purpose: string, text: string | Buffer) =>
  createHmac('sha256', platform.settings.secretKey).update(`sandbox-${purpose}:`).update(text).digest()

const isSignedBy = (expected: Buffer, signature: string): boolean => {
  const bytes = Buffer.from(signature, 'base64url')
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

/** The path of the sandbox's page of a payment: whoever has the letter of it may pay, nobody else (G-ORD-04). */
export const sandboxPath = (platform: Platform, uuid: string): string =>
  `/api/payments/sandbox/${uuid}.${sign(platform, 'page', uuid).toString('base64url')}`

/** The payment behind a token of the page, or null when it was not signed here. */
export const readSandboxToken = (platform: Platform, token: string): string | null => {
  const [uuid = '', signature = ''] = token.split('.')
  return isSignedBy(sign(platform, 'page', uuid), signature) ? uuid : null
}

/** The header that carries the signature of a notification. */
export const sandboxSignatureHeader = 'x-sandbox-signature'
export const signSandboxNotification = (platform: Platform, raw: string): string =>
  sign(platform, 'notification', raw).toString('base64url')

/** What a store would be told: made of the payment itself, so that it stays the same however often it is asked for. */
export const slipOf = (platform: Platform, payment: SandboxPayment): KonbiniSlip => {
  const digits = BigInt(`0x${sign(platform, 'slip', payment.uuid).toString('hex')}`).toString()
  return {
    number: `${digits.slice(0, 4)}-${digits.slice(4, 8)}`,
    confirmation_number: digits.slice(8, 14),
    voucher_url: sandboxPath(platform, payment.uuid),
    expires_at: payment.konbini_expires_at,
  }
}

/** The last second at which a number is good, however late on its page it was issued. */
export const slipExpiry = (payment: SandboxPayment): Date => endOfDay(addDays(toDay(payment.created_at), payment.konbini_days))

const factOf = (platform: Platform, payment: SandboxPayment): PaymentFact | null => {
  switch (payment.state) {
    case 'pending':
      return { kind: 'pending', slip: slipOf(platform, payment), external_payment_id: payment.uuid }
    case 'paid':
      return { kind: 'paid', amount: payment.paid_amount, at: payment.paid_at ?? payment.created_at, external_payment_id: payment.uuid }
    case 'failed':
      return { kind: 'failed', reason: '決済に失敗しました' }
    case 'expired':
      return { kind: 'expired' }
    case 'canceled':
      return { kind: 'canceled' }
    default:
      return null
  }
}

/** Kinds of facts as they stand in the body of a notification. */
interface SandboxBody {
  tracking_id: string
  payment_uuid: string
  kind: 'pending' | 'paid' | 'failed' | 'expired' | 'canceled' | 'refund_done' | 'refund_failed' | 'refunded'
  amount?: number
  at: string
  refund_key?: string
  slip?: Omit<KonbiniSlip, 'expires_at'> & { expires_at: string | null }
}

/** The notification of what stands in the books now, as it is sent. */
export const sandboxBody = (platform: Platform, payment: SandboxPayment, now: Date): SandboxBody => {
  const fact = factOf(platform, payment)
  if (!fact) throw new Error('nothing has happened to the payment')
  const { kind } = fact
  if (kind === 'refund_done' || kind === 'refund_failed' || kind === 'refunded') throw new Error('a payment is no refund')
  const body: SandboxBody = { tracking_id: `${kind}-${payment.uuid}`, payment_uuid: payment.uuid, kind, at: toInstant(now) }
  if (fact.kind === 'paid') return { ...body, amount: fact.amount, at: toInstant(fact.at) }
  if (fact.kind === 'pending') return { ...body, slip: { ...fact.slip, expires_at: toInstant(fact.slip.expires_at) } }
  return body
}

const returnedText = 'カード会社から返金が差し戻されました。'

/** The notification that so much of a payment has gone back altogether. */
export const refundedBody = (uuid: string, total: number, now: Date): SandboxBody => ({
  tracking_id: `refunded-${uuid}-${total}-${now.getTime()}`,
  payment_uuid: uuid,
  kind: 'refunded',
  amount: total,
  at: toInstant(now),
})

/** The notification that a refund of ours came back. */
export const returnedBody = (uuid: string, refundKey: string, now: Date): SandboxBody => ({
  tracking_id: `refund_failed-${refundKey}`,
  payment_uuid: uuid,
  kind: 'refund_failed',
  refund_key: refundKey,
  at: toInstant(now),
})

/** A whole number of yen, more than none. */
const yenOf = ({ amount }: SandboxBody): number => {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) throw new BadNotification('money without an amount')
  return amount
}

const isBody = (json: unknown): json is SandboxBody =>
  typeof json === 'object' &&
  json !== null &&
  ['tracking_id', 'payment_uuid', 'kind', 'at'].every(name => typeof (json as Record<string, unknown>)[name] === 'string')

const factOfBody = (body: SandboxBody): PaymentFact => {
  switch (body.kind) {
    case 'pending': {
      const { slip } = body
      if (!slip) throw new BadNotification('a number without its slip')
      const expires_at = slip.expires_at === null ? null : new Date(slip.expires_at)
      return { kind: 'pending', slip: { ...slip, expires_at }, external_payment_id: body.payment_uuid }
    }
    case 'paid':
      return { kind: 'paid', amount: yenOf(body), at: new Date(body.at), external_payment_id: body.payment_uuid }
    case 'failed':
      return { kind: 'failed', reason: '決済に失敗しました' }
    case 'expired':
    case 'canceled':
      return { kind: body.kind }
    case 'refund_done':
      return { kind: 'refund_done', refundKey: body.refund_key ?? '', external_id: body.tracking_id }
    case 'refund_failed':
      return { kind: 'refund_failed', refundKey: body.refund_key ?? '', external_id: body.tracking_id, reason: returnedText, code: null }
    case 'refunded':
      return { kind: 'refunded', total: yenOf(body), at: new Date(body.at) }
    default:
      throw new BadNotification('an unknown kind')
  }
}

/** The built-in payment service: a hosted page where everything can be tried without money (D-10). */
export const sandboxGateway = (platform: Platform): PaymentGateway => ({
  adapter: 'sandbox',
  async createCheckout(request) {
    await platform.pool.write(null, db =>
      openSandboxPayment(db, {
        uuid: request.uuid,
        amount: request.amount,
        pay_method: request.pay_method,
        konbini_days: request.konbiniDays,
        created_at: request.begunAt,
        return_url: request.returnUrl,
        description: request.description,
      }),
    )
    return { external_id: request.uuid, url: sandboxPath(platform, request.uuid), expires_at: request.expiresAt }
  },
  async closeCheckout({ uuid }) {
    await platform.pool.write(null, async db => {
      const payment = await lockSandboxPayment(db, uuid)
      if (payment?.state === 'open' || payment?.state === 'pending') await updateSandboxPayment(db, uuid, { state: 'canceled' })
    })
  },
  async lookUp({ uuid }) {
    const payment = await platform.pool.read(null, db => findSandboxPayment(db, uuid))
    return payment ? factOf(platform, payment) : null
  },
  async refund({ uuid }, amount, refundKey) {
    const done = await platform.pool.write(null, db => refundSandboxPayment(db, uuid, amount, refundKey))
    return {
      external_id: refundKey,
      state: done ? 'done' : 'failed',
      reason: done ? null : '決済サービスが返金を受け付けませんでした。',
      code: null,
    }
  },
  async lookUpRefund(_payment, refundKey) {
    const refund = await platform.pool.read(null, db => findSandboxRefund(db, refundKey))
    if (!refund) return null
    return refund.is_returned
      ? { external_id: refundKey, state: 'failed', reason: returnedText, code: null }
      : { external_id: refundKey, state: 'done', reason: null, code: null }
  },
  async lookUpRefunded({ uuid }) {
    return (await platform.pool.read(null, db => findSandboxPayment(db, uuid)))?.refunded_amount ?? 0
  },
  parseNotification(raw, headers) {
    const signature = headers[sandboxSignatureHeader]
    if (typeof signature !== 'string' || !isSignedBy(sign(platform, 'notification', raw), signature))
      throw new BadNotification('the signature is wrong')
    let body: unknown
    try {
      body = JSON.parse(raw.toString('utf8'))
    } catch {
      throw new BadNotification('the body is no JSON')
    }
    if (!isBody(body)) throw new BadNotification('the body lacks a field')
    return { id: body.tracking_id, payment_uuid: body.payment_uuid, fact: factOfBody(body), body }
  },
})
