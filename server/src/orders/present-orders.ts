import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { Order, OrderWithAll, Refund, RefundTask } from '@toguchi/domain/orders/contract'
import { salesAmount, whyNoVoid } from '@toguchi/domain/orders/transitions'
import { toDay, toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound } from '../platform/http/problem.ts'
import { findCollector, listLedger, type ListedRow, type RefundTaskRow } from './lists/list-queries.ts'
import { listRefundsOfOrder, type RefundRow } from '../payments/payments.ts'
import { judgeSettlements, type WhyNoSettlement, writersOf } from './may-settle.ts'
import { whyNoCancel } from './order-rules.ts'
import { cancelAnswerOf, hasReceipt, presentDetails } from './present.ts'
import { findOrder, findRoomOfOrder, type OrderRow } from './queries.ts'
import { listReceipts } from './receipts/receipt-queries.ts'
import { channelOf } from './notify-resident.ts'

/** An order as the lists show it. */
export const presentListed = (row: ListedRow): Order => ({
  id: row.id,
  construction_id: row.construction_id,
  construction_name: row.construction_name,
  building_name: row.building_name,
  room_id: row.room_id,
  room_name: row.room_name,
  resident_name: row.resident_name,
  pay_method: row.pay_method,
  status: row.status,
  status_before_cancel: row.status_before_cancel,
  total_price_in_tax: row.total_price_in_tax,
  sales_amount: salesAmount(row),
  number_of_order_details: row.number_of_order_details,
  payment_period_end_on: row.payment_period_end_on,
  completion_at: toInstant(row.completion_at),
  canceled_at: toInstant(row.canceled_at),
  cancel_answer_by: cancelAnswerOf(row),
  created_at: toInstant(row.created_at),
})

export const presentOrder = (row: OrderRow): Order => presentListed({ ...row, number_of_order_details: row.details.length })

export const presentRefund = (row: RefundRow, whyNot: WhyNoSettlement): Refund => ({
  id: row.id,
  order_id: row.order_id,
  amount: row.amount,
  refund_method: row.refund_method,
  state: row.state,
  reason: row.reason,
  has_account: row.has_account,
  account_writers: writersOf(row),
  why_no_settlement: whyNot(row),
  failure_reason: row.failure_reason,
  done_at: toInstant(row.done_at),
  created_at: toInstant(row.created_at),
})

export const presentTask = (row: RefundTaskRow, whyNot: WhyNoSettlement): RefundTask => ({
  ...presentRefund(row, whyNot),
  order: {
    construction_id: row.construction_id,
    room_id: row.room_id,
    room_name: row.room_name,
    building_name: row.building_name,
    resident_name: row.resident_name,
  },
})

/** An order with its lines and its money; 404 when the client has none such. */
export const presentWhole = async (platform: Platform, db: Db, actor: OfficeActor, id: number): Promise<OrderWithAll> => {
  const { clientId } = actor
  const row = await findOrder(db, clientId, id)
  const room = row && (await findRoomOfOrder(db, clientId, row.room_id))
  if (!row || !room) throw notFound()
  const ledger = await listLedger(db, clientId, id)
  const receipts = await listReceipts(db, clientId, id)
  const refunds = await listRefundsOfOrder(db, clientId, id)
  const whyNot = await judgeSettlements(db, actor, refunds, platform.now())
  return {
    ...presentOrder(row),
    order_details: presentDetails(row),
    failure_reason: row.failure_reason,
    is_of_former_resident: row.is_of_former_resident,
    contact: row.is_of_former_resident ? null : channelOf(platform.settings, room),
    collected_by: await findCollector(db, clientId, id),
    ledger: ledger.map(entry => ({ ...entry, at: toInstant(entry.at) })),
    refunds: refunds.map(refund => presentRefund(refund, whyNot)),
    receipts: receipts.map(receipt => ({ ...receipt, issued_at: toInstant(receipt.issued_at) })),
    has_receipt: hasReceipt(row),
    why_no_cancel: whyNoCancel(room, toDay(platform.now()), 'office'),
    why_no_void: whyNoVoid({ is_signed: row.is_signed, has_receipts: receipts.length > 0 }),
  }
}
