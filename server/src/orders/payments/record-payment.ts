import type { IncomingHttpHeaders } from 'node:http'
import type { Actor, ClientId, ReachedActor, WorkerActor } from '@toguchi/domain/access/actor'
import { instantOf, isDay } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import { payMethodLabels } from '@toguchi/domain/money/pay-method'
import { paymentVoidMinutes } from '@toguchi/domain/orders/labels'
import { toDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events.ts'
import { type DeviceMoment, momentOf } from '../../platform/http/device-clock.ts'
import { forbidden, invalid, notFound } from '../../platform/http/problem.ts'
import { recallMessagesOfEvent } from '../../platform/messages/outbox.ts'
import { keepReadSignature } from '../../files/files.ts'
import { findReachableOrder } from '../lists/list-queries.ts'
import { mustBecome } from '../order-rules.ts'
import { insertLedgerEntry } from '../../payments/payments.ts'
import { updateOrder } from '../queries.ts'
import { refuseCollectedTooLate } from './collected-too-late.ts'
import { findRecordedPayment, findVoidedPayment } from './recorded-payment-queries.ts'
import type { LockedOrder } from './refund.ts'
import { notifyResident } from '../notify-resident.ts'

export interface PaymentForm {
  /** When the money came. */
  moment: DeviceMoment
}

/** A day alone is its noon in Tokyo, today is now; a moment is the device's, which may be off (feature 16). */
export const paymentMoment = (headers: IncomingHttpHeaders, at: string | undefined, now: Date): DeviceMoment => {
  if (at === undefined || at === toDay(now)) return momentOf({}, undefined, now)
  return isDay(at) ? momentOf({}, instantOf(at, '12:00').toISOString(), now) : momentOf(headers, at, now)
}

/**
 * Writes down money that came in hand (G-ORD-13): cash by staff, what is collected at the door by staff or by a craftsman of the
 * construction, who has it signed for. Cards and stores are paid by the payment service alone: 422.
 */
export const recordPayment = async (
  lockedOrder: LockedOrder,
  actor: ReachedActor,
  form: PaymentForm,
  signature: Uint8Array | null,
): Promise<void> => {
  const { platform, db, clientId, order, now } = lockedOrder
  const isCraftsman = actor.kind === 'craftsman'
  // How it is paid may have changed since it was reached.
  refuseOthersMoney(actor, order)
  await refuseCollectedTooLate(lockedOrder, actor)
  const next = mustBecome(order, 'record_payment')
  if (isCraftsman && signature === null) throw invalid({ digital_sign: ['を入力してください'] }, 'sign_missing')
  const completion_at = momentAfter(form.moment, order.created_at)
  const collection_signature_file_id = signature === null ? null : await keepReadSignature(platform, db, clientId, signature)
  await updateOrder(db, clientId, order.id, {
    ...next,
    completion_at,
    collected_by_user_id: isCraftsman || actor.kind === 'staff' || actor.kind === 'staffAdmin' ? actor.id : null,
    collection_signature_file_id,
    updated_at: now,
  })
  const pay_method = order.pay_method ?? 'cash'
  const event_id = await recordEvent(db, {
    kind: 'orders.payment_recorded',
    actor,
    clientId,
    constructionId: order.construction_id,
    roomId: order.room_id,
    subject: { type: 'orders', id: order.id },
    change: {
      amount: order.total_price_in_tax,
      pay_method,
      signed: collection_signature_file_id !== null,
      ...(form.moment.device_at === null ? {} : { device_at: form.moment.device_at.toISOString() }),
    },
    residentVisible: true,
  })
  await insertLedgerEntry(db, clientId, {
    order_id: order.id,
    kind: 'payment',
    pay_method,
    amount: order.total_price_in_tax,
    payment_id: null,
    refund_id: null,
    event_id,
  })
  // Whoever was to hear that it was not paid hears that it is.
  const voided = await findVoidedPayment(db, clientId, order.id)
  if (voided) await recallMessagesOfEvent(db, clientId, voided.event_id)
  await notifyResident(lockedOrder, {
    subject: 'お支払いを確認しました',
    lines: [
      'オプション工事のお支払いを確認しました。ありがとうございます。',
      '',
      `合計：${formatYen(order.total_price_in_tax)}（税込）`,
      `お支払い方法：${payMethodLabels[pay_method]}`,
    ],
    short: `オプション工事のお支払い${formatYen(order.total_price_in_tax)}を確認しました。`,
    eventId: event_id,
    // What is signed for at the door stays, and is confirmed while they stand there.
    ...(signature === null ? { waitsFor: paymentVoidMinutes * 60_000 } : {}),
  })
}

/**
 * Takes the confirmation of what was recorded last back where it has not left yet. Answers whether the resident has heard of the payment, or
 * may have.
 */
export const recallPaymentConfirmation = async (db: Db, clientId: ClientId, orderId: number): Promise<boolean> => {
  const recorded = await findRecordedPayment(db, clientId, orderId)
  return recorded !== undefined && recallMessagesOfEvent(db, clientId, recorded.event_id)
}

/** An order within reach, or 404: a craftsman collects on constructions of the own, and only what is collected at the door. */
export const reachOrder = async (db: Db, actor: WorkerActor, id: number): Promise<ReachedActor> => {
  const order = await findReachableOrder(db, actor, id)
  if (!order) throw notFound()
  refuseOthersMoney(actor, order)
  return { ...actor, clientId: order.client_id }
}

const refuseOthersMoney = ({ kind }: Actor, { pay_method }: Pick<LockedOrder['order'], 'pay_method'>): void => {
  if (kind === 'craftsman' && pay_method !== 'other') throw forbidden()
}

/** Nothing is paid in the future, nor before it was ordered. */
const momentAfter = ({ at, is_to_come }: DeviceMoment, orderedAt: Date): Date => {
  if (is_to_come) throw invalid({ completion_at: ['は今日までの日付を入力してください'] })
  if (toDay(at) < toDay(orderedAt)) throw invalid({ completion_at: ['は申込日以降の日付を入力してください'] })
  return at
}
