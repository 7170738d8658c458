import type { ResidentActor } from '@toguchi/domain/access/actor'
import type { OrderOfResident } from '@toguchi/domain/orders/own-contract'
import { cancelAnswerBy } from '@toguchi/domain/orders/cancel-answer'
import { salesAmount, wrongStateText } from '@toguchi/domain/orders/transitions'
import { toDay, toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { notFound, signInFirst } from '../platform/http/problem.ts'
import { whyNoCancel, whyNoOrder, whyNotOnTheDay } from './order-rules.ts'
import { whyNoPayment } from './payments/pay-again.ts'
import { listPayments, type PaymentRow } from '../payments/payments.ts'
import { findOwnRoomOfOrders, listOwnOrders, type OrderRoomRow, type OrderRow } from './queries.ts'

/** The own room, by the session alone. */
export const ownRoom = async (db: Db, actor: ResidentActor): Promise<OrderRoomRow> => {
  const room = await findOwnRoomOfOrders(db, actor)
  if (!room) throw signInFirst()
  return room
}

export const presentDetails = (row: OrderRow) =>
  row.details.map(({ option_id, master_name, ...detail }) => ({ ...detail, option: { id: option_id, name: master_name } }))

/** Whether a receipt can be had: yen were paid, and not all of them went back. */
export const hasReceipt = (order: Pick<OrderRow, 'status' | 'status_before_cancel' | 'kept_amount'>): boolean => salesAmount(order) > 0

/** Until when the request to cancel is answered; null where none waits. */
export const cancelAnswerOf = ({ status, cancel_applied_at: at }: Pick<OrderRow, 'status' | 'cancel_applied_at'>): string | null =>
  status === 'cancel_application' && at !== null ? cancelAnswerBy(toDay(at)) : null

const presentOwn = (row: OrderRow, room: OrderRoomRow, payments: readonly PaymentRow[], today: string): OrderOfResident => {
  const slip = row.status === 'unpaid' ? payments.find(payment => payment.order_id === row.id && payment.state === 'pending') : undefined
  const closed = room.closed_at === null ? null : whyNoOrder(room, today)
  return {
    id: row.id,
    status: row.status,
    pay_method: row.pay_method,
    total_price_in_tax: row.total_price_in_tax,
    number_of_order_details: row.details.length,
    order_details: presentDetails(row),
    payment_period_end_on: row.payment_period_end_on,
    created_at: toInstant(row.created_at),
    completion_at: toInstant(row.completion_at),
    canceled_at: toInstant(row.canceled_at),
    cancel_answer_by: cancelAnswerOf(row),
    failure_reason: row.failure_reason,
    failed_at: toInstant(row.status === 'failed' ? row.updated_at : null),
    konbini: slip
      ? {
          number: slip.konbini_number,
          confirmation_number: slip.konbini_confirmation_number,
          voucher_url: slip.voucher_url,
          expires_at: toInstant(slip.expires_at),
        }
      : null,
    why_no_payment: whyNoPayment(row.status, whyNoOrder(room, today)),
    why_not_on_the_day: whyNotOnTheDay(room, row),
    why_no_cancel: row.status === 'unpaid' || row.status === 'paid' ? (closed ?? whyNoCancel(room, today)) : wrongStateText,
    has_receipt: hasReceipt(row),
    refunds: row.refunds.map(({ amount, refund_method, state, done_at }) => ({
      amount,
      refund_method,
      state,
      done_at: toInstant(done_at === null ? null : new Date(done_at)),
    })),
  }
}

/** The resident's orders as the own pages show them; one of them when its id is given, 404 when it is not theirs. */
export const presentOwnOrders = async (db: Db, actor: ResidentActor, now: Date): Promise<OrderOfResident[]> => {
  const room = await ownRoom(db, actor)
  const rows = await listOwnOrders(db, actor)
  const payments = await listPayments(
    db,
    room.client_id,
    rows.map(row => row.id),
  )
  return rows.map(row => presentOwn(row, room, payments, toDay(now)))
}

export const presentOwnOrder = async (db: Db, actor: ResidentActor, id: number, now: Date): Promise<OrderOfResident> => {
  const order = (await presentOwnOrders(db, actor, now)).find(one => one.id === id)
  if (!order) throw notFound()
  return order
}
