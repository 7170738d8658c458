import type { OrderStatus } from './labels.ts'
import type { PayMethod } from '../money/pay-method.ts'

/** An order as far as its transitions look at it. */
export interface OrderState {
  status: OrderStatus
  /** Null for an order of ¥0. */
  pay_method: PayMethod | null
  /** Where a refused application to cancel goes back to; null in every other status. */
  status_before_cancel: 'unpaid' | 'paid' | null
}

/**
 * What can happen to an order. `issue_number`, `pay`, `fail` and `expire` are heard from the payment service, the rest is done by people:
 * `record_payment` is money in the hand, `void_payment` says that it never was there, `retry` pays again.
 */
export const orderActions = [
  'issue_number',
  'pay',
  'fail',
  'expire',
  'record_payment',
  'void_payment',
  'withdraw',
  'apply_cancel',
  'accept_cancel',
  'reject_cancel',
  'retry',
] as const
export type OrderAction = (typeof orderActions)[number]

/** No receipt says that money was received while it may be given back. */
export const receiptWhileCancelingText =
  'キャンセルの申請を確認しているあいだは、領収書を発行できません。結果が決まってから、もう一度お試しください。'

/** What everything else answers (G-ORD-01). */
export const wrongStateText = 'この状態では操作できません。'

/**
 * Why a payment that was recorded stays (decision 117): the resident signed for it, or holds a receipt. Null: nothing hinders that it is
 * taken out of the books, as long as the order's status allows it.
 */
export const whyNoVoid = ({ is_signed, has_receipts }: { is_signed: boolean; has_receipts: boolean }): string | null => {
  if (is_signed) return '居住者のサインがある集金は取り消せません。誤りのときは、注文をキャンセルして返金してください。'
  return has_receipts ? '領収書を発行した入金は取り消せません。誤りのときは、領収書を回収し、注文をキャンセルして返金してください。' : null
}

/** A card or a convenience store: paid at the payment service's page. */
export const isPaidOnline = (method: PayMethod | null): method is 'credit' | 'webcvs' => method === 'credit' || method === 'webcvs'

/** Ordered, and left at the payment page: nothing is paid, and in no list unless it is asked for (G-ORD-02). */
export const isUnfinished = (status: OrderStatus): status is 'initial' | 'failed' => status === 'initial' || status === 'failed'

/** The status of a new order: ¥0 is paid at once (D-09), cash and collecting wait for money, the rest for its payment page. */
export const firstStatus = (method: PayMethod | null): OrderStatus =>
  method === null ? 'paid' : isPaidOnline(method) ? 'initial' : 'unpaid'

/**
 * The state after an action, or null where it may not be (G-ORD-01). Two additions of D-09: a verified late payment makes a failed order
 * paid, and money that arrives while a cancellation waits for its decision is kept in what a refusal would go back to. One more (decision 072):
 * an order on its payment page is cancelled with its room; what is paid there all the same goes back. And one (092): an application that was
 * left at the payment page, failed or not, is withdrawn by its resident or cancelled by the office. The last (117): money that was recorded by
 * mistake is taken out again, and a cancellation that waits goes on waiting.
 * `retry` takes the way to pay that was chosen anew.
 */
export const after = (state: OrderState, action: OrderAction, chosen: PayMethod | null = state.pay_method): OrderState | null => {
  const { status, pay_method } = state
  const online = isPaidOnline(pay_method)
  // Nothing but these three: whoever asks may hold a whole order.
  const to = (next: OrderStatus, before: OrderState['status_before_cancel'] = null): OrderState => ({
    status: next,
    pay_method,
    status_before_cancel: before,
  })
  switch (action) {
    case 'issue_number':
      return state.pay_method === 'webcvs' && status === 'initial' ? to('unpaid') : null
    case 'pay':
      if (!online) return null
      if (status === 'cancel_application') return state.status_before_cancel === 'unpaid' ? to(status, 'paid') : null
      return status === 'initial' || status === 'unpaid' || status === 'failed' ? to('paid') : null
    case 'fail':
      return online && status === 'initial' ? to('failed') : null
    case 'expire':
      return online && (status === 'initial' || status === 'unpaid') ? to('failed') : null
    case 'record_payment':
      return !online && status === 'unpaid' ? to('paid') : null
    case 'void_payment':
      if (online || pay_method === null) return null
      if (status === 'cancel_application') return state.status_before_cancel === 'paid' ? to(status, 'unpaid') : null
      return status === 'paid' ? to('unpaid') : null
    case 'apply_cancel':
      return status === 'unpaid' || status === 'paid' ? to('cancel_application', status) : null
    case 'accept_cancel':
      return (online && isUnfinished(status)) || status === 'unpaid' || status === 'paid' || status === 'cancel_application'
        ? to('cancel_order')
        : null
    case 'withdraw':
      return online && isUnfinished(status) ? to('cancel_order') : null
    case 'reject_cancel':
      return status === 'cancel_application' && state.status_before_cancel !== null ? to(state.status_before_cancel) : null
    case 'retry':
      return online && chosen !== null && isUnfinished(status)
        ? { status: firstStatus(chosen), pay_method: chosen, status_before_cancel: null }
        : null
  }
}

/** Whether the money of an order is in: also while its cancellation waits for a decision (G-ORD-08). */
export const isPaid = ({ status, status_before_cancel }: Pick<OrderState, 'status' | 'status_before_cancel'>): boolean =>
  status === 'paid' || (status === 'cancel_application' && status_before_cancel === 'paid')

/**
 * G-ORD-08: the money of an order while it is in, else nothing. `kept_amount` is what the books say: yen that came, without those that
 * went back or are to go. It is the total, unless somebody paid a part back at the payment service's own desk.
 */
export const salesAmount = (order: Pick<OrderState, 'status' | 'status_before_cancel'> & { kept_amount: number }): number =>
  isPaid(order) ? order.kept_amount : 0
