import { z } from 'zod'
import { Job } from '../printing/contract.ts'
import { contract } from '../http/endpoint.ts'
import { day, id, instant, optionalText, text } from '../http/fields.ts'
import { ShownTexts } from '../legal-texts/contract.ts'
import { roundingRules } from '../money/tax.ts'
import { isResident } from '../residents/policy.ts'
import { accountTypes, orderLabels, orderStatuses, refundMethods, refundStates } from './labels.ts'
import { payMethods } from '../money/pay-method.ts'

/** What decides over the ways to pay: `whyNotOffered(method, pay_facts, total)` of pay-methods.ts gives the same answer to both sides. */
export const PayFactsOfRoom = z.object({
  today: day,
  use_payment: z.boolean(),
  use_cash_payment: z.boolean(),
  konbini_days: z.int(),
  option_request_end_on: day.nullable(),
  assigned_on: day.nullable(),
  is_away: z.boolean(),
})

export const OfferedOption = z.object({
  id: z.int(),
  option_id: z.int(),
  option_name: z.string(),
  /** Without tax. */
  price: z.int(),
  price_in_tax: z.int(),
  description: z.string().nullable(),
  duration: z.string().nullable(),
  cancellation_note: z.string().nullable(),
  /** Signed, ten minutes, without EXIF; null without a picture. */
  picture_url: z.string().nullable(),
  /** Signed, ten minutes; null without a leaflet. */
  pdf_url: z.string().nullable(),
  /** In an order that is not cancelled and has not failed; it cannot be ordered again (G-ORD-11). */
  ordered: z.boolean(),
})

export const OrderDetail = z.object({
  id: z.int(),
  constructions_option_id: z.int(),
  option: z.object({ id: z.int(), name: z.string() }),
  /** Name and prices as they were when it was ordered (G-ORD-09). */
  option_name: z.string(),
  price: z.int(),
  price_in_tax: z.int(),
})

/** Money that goes back to the resident; the account itself is never sent out again. */
const RefundOfResident = z.object({
  amount: z.int(),
  refund_method: z.enum(refundMethods),
  /** `account_wanted`: the resident is asked for a bank account (PUT …/refund_account). */
  state: z.enum(refundStates),
  done_at: instant.nullable(),
})

const OrderOfResident = z.object({
  id: z.int(),
  status: z.enum(orderStatuses),
  pay_method: z.enum(payMethods).nullable(),
  total_price_in_tax: z.int(),
  number_of_order_details: z.int(),
  order_details: z.array(OrderDetail),
  payment_period_end_on: day.nullable(),
  created_at: instant,
  completion_at: instant.nullable(),
  canceled_at: instant.nullable(),
  /** Until when the office answers the request to cancel; null where none waits (R9). */
  cancel_answer_by: day.nullable(),
  /** Why it failed, as a sentence: 期限切れ, 決済に失敗しました. */
  failure_reason: z.string().nullable(),
  /** Null for an order that has not failed. */
  failed_at: instant.nullable(),
  /** What to pay with at the store, while it waits for that (支払番号を表示). */
  konbini: z
    .object({
      number: z.string().nullable(),
      confirmation_number: z.string().nullable(),
      /** The payment service's own page of the slip. */
      voucher_url: z.string().nullable(),
      expires_at: instant.nullable(),
    })
    .nullable(),
  /** Why it cannot be paid (again) now; null where 支払いをやり直す is offered: orders that are `initial` or `failed`. */
  why_no_payment: z.string().nullable(),
  /** Why it cannot be paid on the day of the work any more, and what to do; null where nothing is wrong. */
  why_not_on_the_day: z.string().nullable(),
  /** Why the cancellation cannot be asked for; null where キャンセル申請 is offered (G-ORD-12). */
  why_no_cancel: z.string().nullable(),
  /** Whether a receipt can be had: the money is in and not going back. */
  has_receipt: z.boolean(),
  refunds: z.array(RefundOfResident),
})
export type OrderOfResident = z.infer<typeof OrderOfResident>

const request_id = z.guid('の形式が正しくありません')
export const OrderForm = z.strictObject({
  /** Absent or null for a total of ¥0 only (D-09). */
  pay_method: z.enum(payMethods).nullish(),
  /** Made on the device, once per attempt: the same tap twice is the same order. */
  request_id: request_id.optional(),
  order_details_attributes: z
    .array(z.strictObject({ constructions_option_id: id }))
    .min(1)
    .max(50),
})

/** A Japanese bank account as a transfer needs it (practice §4). */
export const BankAccount = z.strictObject({
  holder_kana: text(48)
    .transform(value =>
      value.normalize('NFKC').replaceAll(/[\u3041-\u3096]/g, kana => String.fromCodePoint((kana.codePointAt(0) ?? 0) + 0x60)),
    )
    .refine(value => /^[ァ-ヶー・ A-Z0-9().\-/]+$/.test(value), 'はカタカナで入力してください'),
  bank_name: text(50),
  branch_name: text(50),
  account_type: z.enum(accountTypes),
  account_number: z
    .string()
    .transform(value => value.normalize('NFKC').replaceAll(/[-\s]/g, ''))
    .pipe(z.string().regex(/^\d{4,8}$/, 'は数字7桁で入力してください'))
    .transform(value => value.padStart(7, '0')),
})
export type BankAccount = z.infer<typeof BankAccount>

const own = { access: isResident, strategies: ['resident'], labels: orderLabels } as const
const Saved = z.object({ message: z.string(), order: OrderOfResident })
const PaymentStarted = {
  order: OrderOfResident,
  /** Where the browser goes to pay; null when nothing is to be paid there, or the service did not answer (why: `message`). */
  payment_url: z.string().nullable(),
}

/** What a resident orders and pays for the own room; every id is looked for in that room only. */
export const ownOrders = contract({
  'GET /api/residents/options': {
    ...own,
    response: z.object({
      constructions_options: z.array(OfferedOption),
      selected_option_ids: z.array(z.int()),
      rounding_rule: z.enum(roundingRules),
      pay_facts: PayFactsOfRoom,
      /** Where cash is brought, and when somebody is there (R7). */
      cash: z.object({ place: z.string(), hours: z.string().nullable() }).nullable(),
      /** Those that this construction uses at all; each may still be refused for a total. */
      pay_methods: z.array(z.enum(payMethods)),
      why_no_option_order: z.string().nullable(),
      /** What is read once more above the button that orders: when to pay, when it is done, how to step back (D-16). */
      sale_terms: z.object({
        additional_fees: z.string(),
        payment_terms: z.string(),
        delivery_terms: z.string(),
        cancellation_terms: z.string(),
      }),
    }),
  },
  'GET /api/residents/orders': {
    ...own,
    response: z.object({
      /** The four shown statuses, newest first (G-ORD-02). */
      orders: z.array(OrderOfResident),
      /** `initial` and `failed` ones: 「お支払いが完了していない申込みがあります」; for two weeks also those that can be paid no more, and why. */
      unfinished_orders: z.array(OrderOfResident),
      /** Where cash is brought, and when somebody is there (R7). */
      cash: z.object({ place: z.string(), hours: z.string().nullable() }).nullable(),
    }),
  },
  /** The same `request_id` answers the same order, with the page of its payment. */
  'POST /api/residents/orders': {
    ...own,
    ownTransactions: true,
    body: z.strictObject({ order: OrderForm, shown_texts: ShownTexts.optional() }),
    status: 201,
    response: z.object({ message: z.string(), ...PaymentStarted }),
  },
  /** 支払いをやり直す of an `initial` or `failed` order, in the same or another way; the page that is still open is answered again. */
  'POST /api/residents/orders/:id/payment': {
    ...own,
    ownTransactions: true,
    body: z.strictObject({ pay_method: z.enum(payMethods) }),
    response: z.object({ message: z.string(), ...PaymentStarted }),
  },
  /** Steps back from an `initial` or `failed` order, of which nothing was paid: at once, nobody has to agree. 422 `wrong_state`. */
  'POST /api/residents/orders/:id/withdrawal': { ...own, response: Saved },
  'POST /api/residents/orders/:id/cancel_application': { ...own, response: Saved },
  /** Where the money of a convenience store goes back to: encrypted, and erased once it is paid out. */
  'PUT /api/residents/orders/:id/refund_account': {
    ...own,
    body: z.strictObject({ refund_account: BankAccount }),
    response: Saved,
  },
  /** The receipt as a PDF (D-16, D-28); from the second time on it says 再発行, but the same `request_id` is the same receipt. */
  'POST /api/residents/orders/:id/receipt': {
    ...own,
    body: z
      .strictObject({ addressee: optionalText(60), request_id })
      .partial()
      .default({}),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  /** Long work that this resident asked for. */
  'GET /api/residents/jobs/:id': { ...own, response: z.object({ job: Job }) },
})
