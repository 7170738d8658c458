import type { PayMethod } from '@toguchi/domain/money/pay-method'
import { changePayMethodText, notOfferedText, type PayFacts, whyNotOffered } from '@toguchi/domain/orders/pay-methods'
import { after, type OrderAction, type OrderState, wrongStateText } from '@toguchi/domain/orders/transitions'
import { whyNoCancelApplication, whyNoOptionOrder } from '@toguchi/domain/residents/deadlines'
import { needsConsent } from '@toguchi/domain/rooms/presence'
import type { Platform } from '../platform/platform.ts'
import { invalid, refused } from '../platform/http/problem.ts'
import { takesOnline } from '../payments/payments.ts'
import type { OrderRoomRow } from './queries.ts'

/** Days for which an order that failed, and can be paid no more, still says so: to its resident, and on the page of its room. */
export const failureShownDays = 14

/** What decides over the ways to pay of a room today. */
export const payFactsOf = (platform: Platform, room: OrderRoomRow, today: string): PayFacts => ({
  today,
  use_payment: room.use_payment && takesOnline(platform),
  use_cash_payment: room.use_cash_payment,
  konbini_days: room.konbini_days,
  option_request_end_on: room.option_request_end_on,
  assigned_on: room.assigned_on,
  is_away: isAway(room),
})

const isAway = ({ presence_method }: OrderRoomRow): boolean => presence_method !== null && needsConsent(presence_method)

/** Why an order cannot be paid at the door as was said: whoever lives there chose to be away since. */
export const whyNotOnTheDay = (room: OrderRoomRow, order: { status: string; pay_method: PayMethod | null }): string | null =>
  order.status === 'unpaid' && order.pay_method === 'other' && isAway(room) ? changePayMethodText : null

/** Why the room can order nothing today (G-SCH-11). */
export const whyNoOrder = (room: OrderRoomRow, today: string): string | null =>
  room.construction_discarded ? deletedText : whyNoOptionOrder({ ...room, today })

const deletedText = 'この工事は取りやめになりました。'

/** Why the room's resident cannot ask to cancel today (G-ORD-12). */
export const whyNoCancel = (room: OrderRoomRow, today: string, reader?: 'resident' | 'office'): string | null =>
  whyNoCancelApplication({ ...room, today }, reader)

/** Throws 422 on the field `pay_method` where a total cannot be paid in this way (G-ORD-03, D-09). */
export const refuseMethod = (method: PayMethod, facts: PayFacts, totalInTax: number): void => {
  const why = whyNotOffered(method, facts, totalInTax)
  if (why !== null) throw invalid({ pay_method: [why] }, why === notOfferedText ? 'not_offered' : 'not_offered_now')
}

/** The state after an action; 422 「この状態では操作できません。」 where it may not be (G-ORD-01). */
export const mustBecome = (order: OrderState, action: OrderAction, chosen?: PayMethod): OrderState => {
  const state = after(order, action, chosen)
  if (!state) throw refused(wrongStateText, 'wrong_state')
  return state
}
