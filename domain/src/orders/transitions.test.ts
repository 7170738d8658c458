import { describe, expect, it, test } from 'vitest'
import { orderStatuses, type OrderStatus } from './labels.ts'
import { payMethods, type PayMethod } from '../money/pay-method.ts'
import { after, firstStatus, type OrderAction, orderActions, type OrderState, salesAmount, whyNoVoid } from './transitions.ts'

type Row = [method: PayMethod, from: string, action: OrderAction, to: string]

/** Every transition that there is (G-ORD-01, D-09); `a/b` is an application to cancel that would go back to b. */
const rows: Row[] = [
  ['credit', 'initial', 'pay', 'paid'],
  ['credit', 'initial', 'fail', 'failed'],
  ['credit', 'initial', 'expire', 'failed'],
  ['credit', 'failed', 'pay', 'paid'],
  ['credit', 'initial', 'retry', 'initial'],
  ['credit', 'failed', 'retry', 'initial'],
  ['credit', 'unpaid', 'pay', 'paid'],
  ['credit', 'unpaid', 'expire', 'failed'],
  ['webcvs', 'initial', 'issue_number', 'unpaid'],
  ['webcvs', 'initial', 'pay', 'paid'],
  ['webcvs', 'unpaid', 'pay', 'paid'],
  ['webcvs', 'unpaid', 'expire', 'failed'],
  ['webcvs', 'initial', 'fail', 'failed'],
  ['webcvs', 'initial', 'expire', 'failed'],
  ['webcvs', 'failed', 'pay', 'paid'],
  ['webcvs', 'initial', 'retry', 'initial'],
  ['webcvs', 'failed', 'retry', 'initial'],
  ['cash', 'unpaid', 'record_payment', 'paid'],
  ['other', 'unpaid', 'record_payment', 'paid'],
  ...(['cash', 'other'] as const).flatMap((method): Row[] => [
    [method, 'paid', 'void_payment', 'unpaid'],
    [method, 'cancel_application/paid', 'void_payment', 'cancel_application/unpaid'],
  ]),
  ...payMethods.flatMap((method): Row[] => [
    [method, 'unpaid', 'apply_cancel', 'cancel_application/unpaid'],
    [method, 'paid', 'apply_cancel', 'cancel_application/paid'],
    [method, 'cancel_application/unpaid', 'accept_cancel', 'cancel_order'],
    [method, 'cancel_application/paid', 'accept_cancel', 'cancel_order'],
    [method, 'unpaid', 'accept_cancel', 'cancel_order'],
    [method, 'paid', 'accept_cancel', 'cancel_order'],
    [method, 'cancel_application/unpaid', 'reject_cancel', 'unpaid'],
    [method, 'cancel_application/paid', 'reject_cancel', 'paid'],
  ]),
  ...(['credit', 'webcvs'] as const).flatMap((method): Row[] =>
    ['initial', 'failed'].flatMap((from): Row[] => [
      [method, from, 'accept_cancel', 'cancel_order'],
      [method, from, 'withdraw', 'cancel_order'],
    ]),
  ),
  ['credit', 'cancel_application/unpaid', 'pay', 'cancel_application/paid'],
  ['webcvs', 'cancel_application/unpaid', 'pay', 'cancel_application/paid'],
]

const stateOf = (pay_method: PayMethod, text: string): OrderState => {
  const [status, before] = text.split('/')
  return { pay_method, status: status as OrderStatus, status_before_cancel: (before ?? null) as OrderState['status_before_cancel'] }
}
const textOf = (state: OrderState | null) =>
  state === null ? null : state.status_before_cancel === null ? state.status : `${state.status}/${state.status_before_cancel}`
const states = [...orderStatuses.filter(status => status !== 'cancel_application'), 'cancel_application/unpaid', 'cancel_application/paid']

describe('after', () => {
  test.each(rows)('%s: %s, %s → %s', (method, from, action, to) => expect(textOf(after(stateOf(method, from), action))).toBe(to))

  it('knows no other transition', () => {
    const known = new Set(rows.map(([method, from, action]) => `${method} ${from} ${action}`))
    const others = payMethods
      .flatMap(method => states.flatMap(from => orderActions.map(action => ({ method, from, action }))))
      .filter(({ method, from, action }) => !known.has(`${method} ${from} ${action}`))
    expect(others.filter(({ method, from, action }) => after(stateOf(method, from), action) !== null)).toEqual([])
  })

  it('pays again in the way that was chosen anew', () => {
    expect(after(stateOf('credit', 'failed'), 'retry', 'webcvs')).toEqual({
      pay_method: 'webcvs',
      status: 'initial',
      status_before_cancel: null,
    })
    expect(after(stateOf('webcvs', 'failed'), 'retry', 'other')).toEqual({
      pay_method: 'other',
      status: 'unpaid',
      status_before_cancel: null,
    })
    expect(after(stateOf('cash', 'unpaid'), 'retry', 'credit')).toBeNull()
  })

  it('takes no payment out of an order of ¥0, for none was recorded', () => {
    expect(after({ pay_method: null, status: 'paid', status_before_cancel: null }, 'void_payment')).toBeNull()
  })
})

test('a new order begins where its way to pay begins', () => {
  expect([...payMethods, null].map(firstStatus)).toEqual(['initial', 'initial', 'unpaid', 'unpaid', 'paid'])
})

test('a payment stays where the resident signed for it or holds a receipt', () => {
  expect(whyNoVoid({ is_signed: false, has_receipts: false })).toBeNull()
  expect(whyNoVoid({ is_signed: true, has_receipts: false })).toMatch(/^居住者のサインがある集金は取り消せません。/)
  expect(whyNoVoid({ is_signed: false, has_receipts: true })).toMatch(/^領収書を発行した入金は取り消せません。/)
})

test('sales are what is in: paid, or paid before somebody asked to cancel', () => {
  expect(states.map(text => salesAmount({ ...stateOf('credit', text), kept_amount: 1100 }))).toEqual([0, 0, 1100, 0, 0, 0, 1100])
})
