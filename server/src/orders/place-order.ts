import type { ReachedActor, ClientId } from '@toguchi/domain/access/actor'
import { duplicateOptionText } from '@toguchi/domain/constructions/labels'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import type { ShownTexts } from '@toguchi/domain/legal-texts/contract'
import { formatYen, priceInTax } from '@toguchi/domain/money/tax'
import { type PayMethod, payMethodForResident } from '@toguchi/domain/money/pay-method'
import { paymentPeriodEndOn } from '@toguchi/domain/orders/pay-methods'
import { firstStatus, isPaidOnline } from '@toguchi/domain/orders/transitions'
import type { ActingFor } from '@toguchi/domain/access/acting-for-contract'
import { insertPublicIds } from '../clients/clients.ts'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordShownTexts } from '../legal-texts/legal-texts.ts'
import { recordEvent } from '../platform/events.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, refused } from '../platform/http/problem.ts'
import { insertPayment, type OnlineMethod, paymentGateway } from '../payments/payments.ts'
import { expireAfter, pageLifetime } from './payments/create-checkout.ts'
import { payFactsOf, refuseMethod, whyNoOrder } from './order-rules.ts'
import { findOrderOfRequest, insertOrder, listOffered, type NewDetail, type OrderRoomRow } from './queries.ts'
import { notifyResident } from './notify-resident.ts'

export interface OrderForm {
  pay_method?: PayMethod | null | undefined
  request_id?: string | undefined
  /** Which versions of the texts stood on the resident's page. */
  shown_texts?: ShownTexts | undefined
  order_details_attributes: readonly { constructions_option_id: number }[]
}

export interface Placed {
  orderId: number
  /** The same request was placed before: it was said, recorded and mailed then. */
  repeated: boolean
}

/**
 * Places an order for a room that is held, in the transaction given: prices are frozen, ¥0 is paid at once (D-09, G-ORD-09), and what
 * is paid at the payment service has its payment begun, whose page is opened after the commit. 422 in words for whatever is not possible.
 */
export const placeOrder = async (
  platform: Platform,
  db: Db,
  actor: ReachedActor,
  room: OrderRoomRow,
  form: OrderForm,
  actingFor?: ActingFor,
): Promise<Placed> => {
  const { clientId } = actor
  const now = platform.now()
  const today = toDay(now)
  const existing = form.request_id === undefined ? undefined : await findOrderOfRequest(db, clientId, room.room_id, form.request_id)
  if (existing) return { orderId: existing.id, repeated: true }
  const why = whyNoOrder(room, today)
  if (why !== null) throw refused(why, 'no_option_order')
  // Asked for where it is needed and not before (D-33): an order is somebody's.
  if (actor.kind === 'resident' && room.resident_name === null) throw invalid({ name: ['を入力してください'] }, 'name_missing')
  const details = await readDetails(db, clientId, room, form)
  const total = details.reduce((sum, detail) => sum + detail.price_in_tax, 0)
  const pay_method = methodOf(platform, room, form, total, today)
  const status = firstStatus(pay_method)
  const orderId = await insertOrder(
    db,
    {
      client_id: clientId,
      construction_id: room.construction_id,
      room_id: room.room_id,
      resident_id: room.resident_id,
      resident_name: room.resident_name,
      pay_method,
      status,
      total_price_in_tax: total,
      payment_period_end_on: pay_method === null ? null : paymentPeriodEndOn(pay_method, payFactsOf(platform, room, today)),
      completion_at: status === 'paid' ? now : null,
      request_id: form.request_id ?? null,
      created_at: now,
    },
    details,
  )
  // The office orders for somebody who was shown nothing.
  if (actor.kind === 'resident')
    await recordShownTexts(platform, db, clientId, { residentId: actor.id, orderId, occasion: 'order', shownTexts: form.shown_texts })
  const eventId = await recordEvent(db, {
    kind: 'orders.placed',
    actor,
    clientId,
    constructionId: room.construction_id,
    roomId: room.room_id,
    subject: { type: 'orders', id: orderId },
    ...(actingFor ? { actingFor: 'resident' as const, channel: actingFor.channel } : {}),
    change: { pay_method, status, total_price_in_tax: total, options: details.map(detail => detail.option_name) },
    ...(actingFor?.caller ? { personal: { caller: actingFor.caller } } : {}),
    residentVisible: true,
  })
  if (isPaidOnline(pay_method)) await beginPayment(platform, db, clientId, { orderId, pay_method, amount: total })
  else
    await notifyOfOrder(platform, db, clientId, room, { details, total, pay_method, today, eventId, isOwnTap: actor.kind === 'resident' })
  return { orderId, repeated: false }
}

const readDetails = async (db: Db, clientId: ClientId, room: OrderRoomRow, form: OrderForm): Promise<NewDetail[]> => {
  const offered = new Map((await listOffered(db, clientId, room.construction_id, room.room_id)).map(option => [option.id, option]))
  const optionIds = form.order_details_attributes.map(detail => detail.constructions_option_id)
  const unknown = optionIds.flatMap((id, at) =>
    offered.has(id) ? [] : [[`order_details[${at}].constructions_option_id`, ['は一覧にありません']] as const],
  )
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown))
  if (new Set(optionIds).size < optionIds.length || optionIds.some(id => offered.get(id)?.ordered))
    throw invalid({ constructions_options: [duplicateOptionText] }, 'option_ordered')
  return optionIds.flatMap(id => {
    const option = offered.get(id)
    if (!option) return []
    const { option_name, price } = option
    return [{ constructions_option_id: id, option_name, price, price_in_tax: priceInTax(price, room.rounding_rule) }]
  })
}

const methodOf = (platform: Platform, room: OrderRoomRow, form: OrderForm, total: number, today: string): PayMethod | null => {
  if (total === 0) return null
  const { pay_method } = form
  if (!pay_method) throw invalid({ pay_method: ['を選択してください'] })
  refuseMethod(pay_method, payFactsOf(platform, room, today), total)
  return pay_method
}

/**
 * Writes down that a payment begins, before anybody is asked for it: should we break off before the answer, the queue asks again under
 * the same key (D-10). Its uuid leads the payment service's notifications to the client.
 */
export const beginPayment = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  { orderId, pay_method, amount }: { orderId: number; pay_method: OnlineMethod; amount: number },
): Promise<number> => {
  const { adapter } = paymentGateway(platform)
  const { id, uuid } = await insertPayment(db, clientId, { order_id: orderId, adapter, pay_method, amount, created_at: platform.now() })
  await insertPublicIds(db, [{ uuid, client_id: clientId, kind: 'payment', row_id: id }])
  await platform.jobs.enqueue(db, 'payments', { kind: 'open_page', client_id: clientId, payment_id: id }, { startAfterSeconds: 30 })
  await expireAfter(platform, db, clientId, orderId, new Date(platform.now().getTime() + pageLifetime))
  return id
}

/** The confirmation of an order that waits for cash, for the craftsman, or for nothing at all. */
const notifyOfOrder = (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  room: OrderRoomRow,
  order: { details: readonly NewDetail[]; total: number; pay_method: PayMethod | null; today: string; eventId: number; isOwnTap: boolean },
) => {
  const { details, total, pay_method, eventId, isOwnTap } = order
  const until = pay_method === null ? null : paymentPeriodEndOn(pay_method, payFactsOf(platform, room, order.today))
  return notifyResident(
    { platform, db, clientId, room, order: { is_of_former_resident: false } },
    {
      subject: 'オプション工事のお申込みを受け付けました',
      lines: [
        'オプション工事のお申込みを受け付けました。',
        '',
        ...details.map(detail => `・${detail.option_name}　${formatYen(detail.price_in_tax)}（税込）`),
        `合計：${formatYen(total)}（税込）`,
        ...(pay_method === null ? [] : [`お支払い方法：${payMethodForResident(pay_method, room.cash_place)}`]),
        ...(until === null ? [] : [`お支払い期限：${formatDayLong(until)}`]),
        ...(pay_method === 'cash' && room.cash_hours !== null ? [`受付時間：${room.cash_hours}`] : []),
        ...(pay_method === 'other' ? ['工事の当日、作業員がお預かりします。'] : []),
      ],
      short: `オプション工事のお申込みを受け付けました。合計${formatYen(total)}。`,
      eventId,
      isOwnTap,
    },
  )
}
