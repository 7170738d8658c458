import { randomUUID } from 'node:crypto'
import type { ClientId, OfficeActor, ReachedActor } from '@toguchi/domain/access/actor'
import { formatYen } from '@toguchi/domain/money/tax'
import type { RefundAction, RefundMethod, RefundReason, RefundState } from '@toguchi/domain/orders/labels'
import type { PayMethod } from '@toguchi/domain/money/pay-method'
import type { BankAccount } from '@toguchi/domain/orders/own-contract'
import { wrongStateText } from '@toguchi/domain/orders/transitions'
import { moneyPersonOf, personKeyOf } from '@toguchi/domain/orders/two-people'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { forbidden, notFound, refused } from '../../platform/http/problem.ts'
import { decrypt, encrypt } from '../../platform/secrets.ts'
import {
  findPayment,
  findRefund,
  findRefundAccount,
  gatewayNamed,
  insertLedgerEntry,
  insertRefund,
  listPossibleIntruders,
  listRefundsOfOrder,
  type PaymentFact,
  type PaymentRow,
  type RefundAnswer,
  type RefundRow,
  updateRefund,
} from '../../payments/payments.ts'
import { judgeSettlements } from '../may-settle.ts'
import { knownOf } from './create-checkout.ts'
import { lockOrder, type OrderRoomRow, type OrderRow } from '../queries.ts'
import { recordOrderEvent } from '../record-order-event.ts'
import { notifyResident, type OrderMessage } from '../notify-resident.ts'

/** An order that is held, with what a change of its money needs. */
export interface LockedOrder {
  platform: Platform
  db: Db
  clientId: ClientId
  order: OrderRow
  room: OrderRoomRow
  now: Date
}

/** Cards take money back on their own rail; a store does not, so the client transfers it; cash goes back by hand (D-09, practice §4). */
const refundMethodOf = (method: PayMethod): RefundMethod => (method === 'credit' ? 'card' : method === 'webcvs' ? 'bank_transfer' : 'cash')

/**
 * Writes down that money has to go back. After a cancellation a card is paid back at once by the queue; what came too late, twice or in
 * a wrong amount waits for somebody of the office. Answers what the resident is to be told of it, in the message of its cause; null: nothing
 * yet. For a transfer they are asked for the account.
 */
export const openRefund = async (
  lockedOrder: LockedOrder,
  { payment, amount, reason }: { payment: PaymentRow | null; amount: number; reason: RefundReason },
  actor: ReachedActor | 'system' = 'system',
): Promise<OrderMessage | null> => {
  const { platform, db, clientId, order, now } = lockedOrder
  const refund_method = refundMethodOf(payment?.pay_method ?? order.pay_method ?? 'cash')
  const state: RefundState =
    refund_method === 'bank_transfer' ? 'account_wanted' : refund_method === 'card' && reason === 'cancellation' ? 'processing' : 'open'
  const { id } = await insertRefund(db, clientId, {
    order_id: order.id,
    payment_id: payment?.id ?? null,
    amount,
    refund_method,
    state,
    reason,
    ...(state === 'processing' ? { attempt_key: newAttempt() } : {}),
    created_at: now,
    updated_at: now,
  })
  const eventId = await recordOrderEvent(lockedOrder, actor, 'refunds.opened', { amount, refund_method, reason })
  if (state === 'processing') await platform.jobs.enqueue(db, 'payments', { kind: 'refund', client_id: clientId, refund_id: id })
  if (state === 'account_wanted') return { ...wordsOfAccount(amount), eventId }
  return reason === 'cancellation' ? { ...wordsOfRefund(amount, refund_method), eventId } : null
}

const wordsOfRefund = (amount: number, method: RefundMethod): OrderMessage =>
  method === 'card'
    ? {
        subject: '返金の手続きを始めました',
        lines: [
          `${formatYen(amount)}を、お支払いに使われたカードへ返金します。明細への反映は、カード会社により数週間かかることがあります。`,
        ],
        short: `${formatYen(amount)}をカードへ返金します。`,
      }
    : {
        subject: '返金の手続きを始めました',
        lines: [`${formatYen(amount)}の返金の手続きを始めました。`, '返金の方法は、担当者からご連絡します。'],
        short: `${formatYen(amount)}の返金の手続きを始めました。`,
      }

const wordsOfAccount = (amount: number): OrderMessage => ({
  subject: '返金先の口座をお知らせください',
  lines: [
    `コンビニでお支払いいただいた${formatYen(amount)}を、銀行振込で返金します。`,
    '居住者ページの「オプションの申込履歴」から、返金先の口座を入力してください。お電話でも承ります。',
  ],
  short: `${formatYen(amount)}を銀行振込で返金します。居住者ページで返金先の口座を入力してください。`,
  asksAtPage: true,
})

const purpose = 'refund-account'

/**
 * Seals the account of transfers of one order; it is opened for staff who pay it out, and erased afterwards (practice §4). Who of the
 * office wrote it, or could have come in as the resident who did, does not settle it (decision 026). The resident hears of every account that is given or changed, whoever did it (M1).
 */
export const saveAccount = async (
  lockedOrder: LockedOrder,
  refunds: readonly RefundRow[],
  account: BankAccount,
  actor: ReachedActor,
  actingFor?: { channel: 'tel' | 'paper' | 'mail' | 'visit' | 'other' },
): Promise<void> => {
  const { platform, db, clientId, now } = lockedOrder
  const isWanted = ({ refund_method, state }: RefundRow) =>
    refund_method === 'bank_transfer' && (state === 'account_wanted' || state === 'open')
  if (refunds.length === 0 || !refunds.every(isWanted)) throw refused(wrongStateText, 'wrong_state')
  const writer = moneyPersonOf(actor)
  const writers =
    writer !== null ? [personKeyOf(writer)] : actor.kind === 'resident' ? await listPossibleIntruders(db, clientId, actor.id) : []
  for (const refund of refunds)
    await updateRefund(db, clientId, refund.id, {
      account_ciphertext: encrypt(platform.settings.secretKey, purpose, JSON.stringify(account)),
      // Who of the office wrote one before stays its writer: whoever holds the printed code is not surely the resident.
      account_writers: [...new Set([...refund.account_writers, ...writers])],
      state: 'open',
      updated_at: now,
    })
  const eventId = await recordOrderEvent(lockedOrder, actor, 'refunds.account_given', {}, { actingFor })
  const what = refunds.some(({ has_account }) => has_account) ? '変更' : '登録'
  const by = writer === null ? '' : `${lockedOrder.room.client_name}により`
  await notifyResident(lockedOrder, {
    subject: `返金先の口座が${what}されました`,
    lines: [`返金先の口座が${by}${what}されました。`, 'お心当たりのない場合は、すぐにお電話でお知らせください。'],
    short: `返金先の口座が${by}${what}されました。お心当たりのない場合はお電話ください。`,
    eventId,
    isOwnTap: writer === null,
  })
}

/** The account as staff read it while they pay it out. */
export const openAccount = async (platform: Platform, db: Db, clientId: ClientId, refundId: number): Promise<BankAccount | null> => {
  const sealed = await findRefundAccount(db, clientId, refundId)
  return sealed === null ? null : (JSON.parse(decrypt(platform.settings, purpose, sealed)) as BankAccount)
}

/** Holds the order of a refund, and then reads the refund. 404 when the client has none such. */
export const lockRefund = async (platform: Platform, db: Db, clientId: ClientId, refundId: number) => {
  const seen = await findRefund(db, clientId, refundId)
  const locked = seen && (await lockOrder(db, clientId, seen.order_id))
  const refund = locked && (await findRefund(db, clientId, refundId))
  if (!locked || !refund) throw notFound()
  return { lockedOrder: { platform, db, clientId, ...locked, now: platform.now() }, refund }
}

/** 422 「この状態では操作できません。」 for anything that its method and state do not allow. */
export const decideRefund = async (
  lockedOrder: LockedOrder,
  refund: RefundRow,
  action: RefundAction,
  actor: OfficeActor,
): Promise<void> => {
  const { platform, db, clientId, now } = lockedOrder
  const { refund_method, state, id } = refund
  const waits = state === 'open' || state === 'failed'
  if (action === 'send' && refund_method === 'card' && waits) {
    await updateRefund(db, clientId, id, {
      state: 'processing',
      attempt_key: newAttempt(),
      external_id: null,
      failure_reason: null,
      failure_code: null,
      updated_at: now,
    })
    await recordOrderEvent(lockedOrder, actor, 'refunds.sent', { amount: refund.amount })
    return platform.jobs.enqueue(db, 'payments', { kind: 'refund', client_id: clientId, refund_id: id })
  }
  if (action === 'settle' && refund_method !== 'card' && waits) {
    const whyNot = (await judgeSettlements(db, actor, [refund], now))(refund)
    if (whyNot !== null) throw forbidden(whyNot)
    return finishRefund(lockedOrder, refund, actor)
  }
  if (action === 'transfer_instead' && refund_method !== 'bank_transfer' && waits) {
    await updateRefund(db, clientId, id, {
      refund_method: 'bank_transfer',
      state: 'account_wanted',
      failure_reason: null,
      failure_code: null,
      updated_at: now,
    })
    const eventId = await recordOrderEvent(lockedOrder, actor, 'refunds.transferred_instead', { amount: refund.amount })
    await notifyResident(lockedOrder, { ...wordsOfAccount(refund.amount), eventId })
    return
  }
  throw refused(wrongStateText, 'wrong_state')
}

/** The money is back: booked, the account erased, the resident told. */
const finishRefund = async (
  lockedOrder: LockedOrder,
  refund: RefundRow,
  actor: ReachedActor | 'system',
  externalId?: string,
): Promise<void> => {
  const { db, clientId, order, now } = lockedOrder
  const settler = moneyPersonOf(actor)
  const payment = refund.payment_id === null ? undefined : await findPayment(db, clientId, refund.payment_id)
  await updateRefund(db, clientId, refund.id, {
    state: 'done',
    done_at: now,
    account_ciphertext: null,
    failure_reason: null,
    failure_code: null,
    refund_method: refund.refund_method,
    ...(settler === null || settler.kind === 'operator' ? {} : { settler: settler.kind, settler_id: settler.id }),
    ...(externalId === undefined ? {} : { external_id: externalId }),
    updated_at: now,
  })
  const event_id = await recordOrderEvent(lockedOrder, actor, 'refunds.done', {
    amount: refund.amount,
    refund_method: refund.refund_method,
  })
  await insertLedgerEntry(db, clientId, {
    order_id: order.id,
    kind: 'refund',
    pay_method: payment?.pay_method ?? order.pay_method ?? 'cash',
    amount: refund.amount,
    payment_id: refund.payment_id,
    refund_id: refund.id,
    event_id,
  })
  if (isToldAlready(refund, now)) return
  await notifyResident(lockedOrder, {
    subject: '返金が完了しました',
    lines: [`オプション工事の代金${formatYen(refund.amount)}の返金が完了しました。`],
    short: `オプション工事の代金${formatYen(refund.amount)}の返金が完了しました。`,
    eventId: event_id,
  })
}

/** That a card is paid back stands in the message of the cancellation: one that is done while that is read needs no other. */
const isToldAlready = ({ refund_method, reason, created_at }: RefundRow, now: Date): boolean =>
  refund_method === 'card' && reason === 'cancellation' && now.getTime() - created_at.getTime() < justCanceled
const justCanceled = 3_600_000

/**
 * The name of an attempt to pay back, written down before it is sent and so the same after a crash: under it the payment service pays once,
 * and a new attempt is a new one for it.
 */
const newAttempt = (): string => `refund-${randomUUID()}`

const unreachableText = '決済サービスに接続する設定がないため、返金を依頼できません。'

/**
 * Asks the payment service to pay a card back, outside of any transaction, and writes its answer down. Asked twice, it pays once; the
 * services forget their keys after a day, so that whoever asks later looks first (`isLate`) what became of the attempt.
 */
export const sendRefund = async (platform: Platform, clientId: ClientId, refundId: number, { isLate = false } = {}): Promise<void> => {
  const begun = await platform.pool.read(clientId, async db => {
    const refund = await findRefund(db, clientId, refundId)
    const payment = refund?.payment_id ? await findPayment(db, clientId, refund.payment_id) : undefined
    return refund && payment ? { refund, payment } : undefined
  })
  if (!begun || begun.refund.state !== 'processing' || (begun.refund.external_id !== null && !isLate)) return
  const { attempt_key: key, amount } = begun.refund
  if (key === null) return
  const gateway = gatewayNamed(platform, begun.payment.adapter)
  const gatewayRefund = knownOf(begun.payment)
  const answer: RefundAnswer = gateway
    ? ((isLate ? await gateway.lookUpRefund(gatewayRefund, key) : null) ?? (await gateway.refund(gatewayRefund, amount, key)))
    : { state: 'failed', external_id: '', reason: unreachableText, code: null }
  await platform.pool.write(clientId, async db => {
    const { lockedOrder, refund } = await lockRefund(platform, db, clientId, refundId)
    if (refund.state !== 'processing' || refund.attempt_key !== key) return
    if (answer.state === 'done') return finishRefund(lockedOrder, refund, 'system', answer.external_id)
    if (answer.state === 'failed') return failRefund(lockedOrder, refund, answer)
    await updateRefund(db, clientId, refundId, { external_id: answer.external_id })
  })
}

/** The attempt is over, and nothing that is told of it later counts. */
const failRefund = async (
  lockedOrder: LockedOrder,
  refund: RefundRow,
  { reason, code }: Pick<RefundAnswer, 'reason' | 'code'>,
): Promise<void> => {
  const change = { failure_reason: reason, failure_code: code }
  await updateRefund(lockedOrder.db, lockedOrder.clientId, refund.id, {
    ...change,
    state: 'failed',
    attempt_key: null,
    updated_at: lockedOrder.now,
  })
  await recordOrderEvent(lockedOrder, 'system', 'refunds.failed', { amount: refund.amount, reason, code })
  // It may have failed because the money went back already.
  if (refund.payment_id !== null) await askForTotal(lockedOrder, refund.payment_id)
}

/** Has the payment service asked how much of a payment went back altogether (`lookUpRefunded`). */
const askForTotal = ({ platform, db, clientId }: LockedOrder, paymentId: number) =>
  platform.jobs.enqueue(db, 'payments', { kind: 'look_up_refunded', client_id: clientId, payment_id: paymentId })

/**
 * The service tells how a refund of ours ended: of the attempt that counts, nothing else. One failure has several notifications, and an
 * old one may come late.
 */
export const applyRefundEnd = async (
  lockedOrder: LockedOrder & { payment: PaymentRow },
  fact: Extract<PaymentFact, { kind: 'refund_done' | 'refund_failed' }>,
): Promise<'applied' | 'ignored'> => {
  const { db, clientId, order } = lockedOrder
  const refund = (await listRefundsOfOrder(db, clientId, order.id)).find(one => one.attempt_key === fact.refundKey)
  if (!refund) return 'ignored'
  if (fact.kind === 'refund_done') {
    if (refund.state !== 'processing') return 'ignored'
    await finishRefund(lockedOrder, refund, 'system', fact.external_id)
    return 'applied'
  }
  if (refund.state === 'processing') {
    await failRefund(lockedOrder, refund, fact)
    return 'applied'
  }
  if (refund.state !== 'done' || refund.is_returned) return 'ignored'
  // What went out has come back: it is booked as received, and has to go out again.
  const event_id = await recordOrderEvent(lockedOrder, 'system', 'refunds.returned', { amount: refund.amount })
  await insertLedgerEntry(db, clientId, {
    order_id: order.id,
    kind: 'payment',
    pay_method: lockedOrder.payment.pay_method,
    amount: refund.amount,
    payment_id: null,
    refund_id: null,
    event_id,
  })
  await insertRefund(db, clientId, {
    order_id: order.id,
    payment_id: refund.payment_id,
    amount: refund.amount,
    refund_method: 'card',
    state: 'open',
    reason: refund.reason,
    returned_of: refund.id,
    created_at: lockedOrder.now,
    updated_at: lockedOrder.now,
  })
  return 'applied'
}

/**
 * So much of a payment had gone back by card altogether at a moment: what we did not know of, somebody paid back at the payment service's
 * own desk. It is booked too, on a refund that waited for it if one did. Transfers and money that came in again are no part of the total;
 * what we asked for ourselves is, before it is done. A total older than a failure may still count what failed: the service is asked anew.
 */
export const applyRefundTotal = async (
  lockedOrder: LockedOrder & { payment: PaymentRow },
  { total, at }: { total: number; at: Date },
): Promise<'applied' | 'repeated' | 'ignored'> => {
  const { db, clientId, order, payment } = lockedOrder
  const refunds = (await listRefundsOfOrder(db, clientId, order.id)).filter(refund => refund.payment_id === payment.id)
  const failedAt = refunds.filter(refund => refund.state === 'failed').map(refund => refund.updated_at)
  const returnedAt = refunds.filter(refund => refund.returned_of !== null).map(refund => refund.created_at)
  const byCard = refunds.filter(
    refund => refund.refund_method === 'card' && (refund.state === 'processing' || (refund.state === 'done' && !refund.is_returned)),
  )
  let unknown = byCard.reduce((left, refund) => left - refund.amount, total)
  if (unknown <= 0) return 'repeated'
  if ([...failedAt, ...returnedAt].some(moment => moment > at)) {
    await askForTotal(lockedOrder, payment.id)
    return 'ignored'
  }
  for (const refund of refunds)
    if (refund.state !== 'done' && refund.state !== 'processing' && refund.amount <= unknown) {
      // Even one that was to be transferred: the money has gone back by the card.
      await finishRefund(lockedOrder, { ...refund, refund_method: 'card' }, 'system')
      unknown -= refund.amount
    }
  if (unknown > 0) {
    const { id } = await insertRefund(db, clientId, {
      order_id: order.id,
      payment_id: payment.id,
      amount: unknown,
      refund_method: 'card',
      state: 'processing',
      reason: 'cancellation',
      created_at: lockedOrder.now,
      updated_at: lockedOrder.now,
    })
    const refund = await findRefund(db, clientId, id)
    if (refund) await finishRefund(lockedOrder, refund, 'system')
  }
  return 'applied'
}
