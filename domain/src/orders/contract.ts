import { z } from 'zod'
import { anyone, isWorker } from '../access/actor.ts'
import { Job } from '../printing/contract.ts'
import { contract } from '../http/endpoint.ts'
import {
  day,
  email,
  instant,
  listQuery,
  multilineText,
  optional,
  optionalMultilineText,
  optionalText,
  phone,
  query,
  text,
} from '../http/fields.ts'
import { ActingFor } from '../access/acting-for-contract.ts'
import { verifiedFacts } from '../access/verified-facts.ts'
import {
  orderSorts,
  orderLabels,
  orderStatuses,
  refundActions,
  refundMethods,
  refundReasons,
  refundStates,
  shownOrderStatuses,
} from './labels.ts'
import { payMethods } from '../money/pay-method.ts'
import { BankAccount, OfferedOption, OrderDetail, OrderForm, PayFactsOfRoom } from './own-contract.ts'
import {
  canChangeSaleSettings,
  canDecideOrders,
  canOrderForResident,
  canReadAllOrders,
  canReadCashList,
  canReadOrders,
  canRecordPayment,
} from './policy.ts'

/** How the resident hears of the order; null is on paper only: 「連絡先なし：書面」. */
export const orderChannels = ['mail', 'line', 'sms'] as const
export type OrderChannel = (typeof orderChannels)[number]

/** An order of the lists (spec §3, G-ORD-14). */
export const Order = z.object({
  id: z.int(),
  construction_id: z.int(),
  construction_name: z.string().nullable(),
  building_name: z.string(),
  room_id: z.int(),
  room_name: z.string(),
  resident_name: z.string().nullable(),
  pay_method: z.enum(payMethods).nullable(),
  status: z.enum(orderStatuses),
  /** Where a refused cancellation goes back to: whether there is money in. */
  status_before_cancel: z.enum(['unpaid', 'paid']).nullable(),
  total_price_in_tax: z.int(),
  /** The total while the money is in, else 0 (G-ORD-08). */
  sales_amount: z.int(),
  number_of_order_details: z.int(),
  payment_period_end_on: day.nullable(),
  completion_at: instant.nullable(),
  canceled_at: instant.nullable(),
  /** Until when whoever asked to cancel is answered; null where nobody waits for that, and over all clients (R9). */
  cancel_answer_by: day.nullable(),
  created_at: instant,
})
export type Order = z.infer<typeof Order>

const Refund = z.object({
  id: z.int(),
  order_id: z.int(),
  amount: z.int(),
  refund_method: z.enum(refundMethods),
  state: z.enum(refundStates),
  reason: z.enum(refundReasons),
  has_account: z.boolean(),
  /** Who of the office typed the account, or could have given it as the dwelling: somebody else settles it (`whyNotSettle`). */
  account_writers: z.array(z.object({ kind: z.enum(['user', 'admin', 'operator']), id: z.int() })),
  /** Why the caller may not say that the money was given back, by the rule of the second person (decision 026). */
  why_no_settlement: z.string().nullable(),
  failure_reason: z.string().nullable(),
  done_at: instant.nullable(),
  created_at: instant,
})
export type Refund = z.infer<typeof Refund>

const OrderWithAll = Order.extend({
  order_details: z.array(OrderDetail),
  failure_reason: z.string().nullable(),
  contact: z.enum(orderChannels).nullable(),
  /** Whoever ordered lives there no more: nobody is told of it. */
  is_of_former_resident: z.boolean(),
  collected_by: z.string().nullable(),
  /** Every yen that came or went (D-09); a payment below 0 takes out one that was recorded by mistake (decision 117). */
  ledger: z.array(
    z.object({ id: z.int(), kind: z.enum(['payment', 'refund']), pay_method: z.enum(payMethods), amount: z.int(), at: instant }),
  ),
  refunds: z.array(Refund),
  receipts: z.array(
    z.object({ id: z.int(), number: z.int(), issue_number: z.int(), addressee: z.string().nullable(), issued_at: instant }),
  ),
  has_receipt: z.boolean(),
  /** Why nobody can ask to cancel it today (G-ORD-12); whether its status allows that is another matter. */
  why_no_cancel: z.string().nullable(),
  /** Why a payment that was recorded stays (`whyNoVoid`); whether its status allows to take it out is another matter. */
  why_no_void: z.string().nullable(),
})
export type OrderWithAll = z.infer<typeof OrderWithAll>

/** A refund that somebody has to do something about, with the order it belongs to. */
const RefundTask = Refund.extend({
  order: Order.pick({ construction_id: true, room_id: true, room_name: true, building_name: true, resident_name: true }),
})
export type RefundTask = z.infer<typeof RefundTask>

const filters = {
  order: z
    .strictObject({
      /** Absent: the four that lists show (G-ORD-02); 手続中 and 決済失敗 where they are asked for (decision 092). */
      status: z.array(z.enum(orderStatuses)),
      pay_method: z.array(z.enum(payMethods)),
      created_from: day,
      created_to: day,
      /** Part of a room's, resident's or building's name. */
      keyword: query.text,
    })
    .partial()
    .optional(),
}
/** A month in Tokyo, `YYYY-MM`. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

const Orders = z.object({
  orders: z.array(Order),
  total_count: z.int().optional(),
  /** 売上合計 of everything that matches, not of the page (G-ORD-08), and of how many paid orders it is the sum. */
  total_sales_amount: z.int(),
  total_sales_count: z.int(),
})
const list = { access: canReadOrders, query: listQuery(['id', ...orderSorts], filters), response: Orders } as const
const file = {
  access: canReadOrders,
  labels: orderLabels,
  /** As the list is filtered and sorted on the page. */
  body: z.strictObject({ ...filters, sort_by: z.enum(orderSorts).optional(), sort_desc: z.boolean().optional() }),
  status: 202,
  response: z.object({ message: z.string(), job: Job }),
} as const

const Saved = z.object({ message: z.string(), order: OrderWithAll })
/** Why is for the office alone: it stays on the room's timeline and is not told to the resident. */
const decision = {
  access: canDecideOrders,
  labels: orderLabels,
  body: z
    .strictObject({ order: z.strictObject({ reason: optionalMultilineText(200) }).partial() })
    .partial()
    .default({}),
  response: Saved,
} as const
const RefundSaved = z.object({ message: z.string(), refund: Refund })

/** What a craftsman collects at a door, or has collected. */
const CashEntry = z.object({
  order_id: z.int(),
  room_id: z.int(),
  room_name: z.string(),
  resident_name: z.string().nullable(),
  start_at: z.string(),
  end_at: z.string(),
  options: z.array(z.string()),
  amount: z.int(),
  collected: z.boolean(),
  collected_by: z.string().nullable(),
  completion_at: instant.nullable(),
  assigned_contractor_id: z.int().nullable(),
  contractor_name: z.string().nullable(),
})
export type CashEntry = z.infer<typeof CashEntry>

const SaleSettings = z.object({
  konbini_days: z.int(),
  invoice_registration_number: z.string().nullable(),
  seller_name: z.string().nullable(),
  seller_representative: z.string().nullable(),
  seller_address: z.string().nullable(),
  seller_phone: z.string().nullable(),
  seller_email: z.string().nullable(),
  additional_fees: z.string().nullable(),
  payment_terms: z.string().nullable(),
  delivery_terms: z.string().nullable(),
  cancellation_terms: z.string().nullable(),
  own_date_change_limit: z.int(),
  retention_months: z.int(),
})
export type SaleSettings = z.infer<typeof SaleSettings>

/** Any of the fields; what is not sent stays. */
export const saleSettingsFields = {
  konbini_days: z.int().min(1).max(59),
  invoice_registration_number: optional(
    z
      .string()
      .transform(value => value.normalize('NFKC').replaceAll(/[-\s]/g, '').toUpperCase())
      .pipe(z.string().regex(/^T\d{13}$/, 'はTと数字13桁で入力してください')),
  ),
  seller_name: optionalText(100),
  seller_representative: optionalText(100),
  seller_address: optionalText(200),
  seller_phone: optional(phone),
  seller_email: optional(email),
  additional_fees: optionalMultilineText(500),
  payment_terms: optionalMultilineText(500),
  delivery_terms: optionalMultilineText(500),
  cancellation_terms: optionalMultilineText(1000),
  own_date_change_limit: z.int().min(0).max(99),
  retention_months: z.int().min(3).max(120),
}
const SaleSettingsForm = z.strictObject(saleSettingsFields).partial()

export const orders = contract({
  'GET /api/orders': list,
  'GET /api/constructions/:construction_id/orders': list,
  /** The list as a workbook, of everything that matches (D-04, D-28). */
  'POST /api/orders/file': file,
  'POST /api/constructions/:construction_id/orders/file': file,
  /**
   * What is told of orders on paper, to whoever has neither mail nor mobile number (field-use R9): the chosen messages of 送信状況, or all that
   * were not printed yet. 422 `nothing_to_print`.
   */
  'POST /api/constructions/:construction_id/order_notices': {
    access: canReadOrders,
    body: z.strictObject({ message_ids: z.array(z.int().positive()).max(500) }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },
  'GET /api/orders/:id': { access: canReadOrders, response: z.object({ order: OrderWithAll }) },
  /** Cash and collecting only; a craftsman collects on assigned constructions, and has it signed for (G-ORD-13). */
  'PATCH /api/orders/:id/payment': {
    access: canRecordPayment,
    ownTransactions: true,
    labels: orderLabels,
    body: z
      .strictObject({
        /** The day or moment at which the money came; absent: now. */
        completion_at: z.union([instant, day]),
        /** A PNG as a data URL, drawn on the phone. */
        digital_sign: text(500_000),
      })
      .partial()
      .default({}),
    response: z.object({ message: z.string(), order: Order }),
  },
  /**
   * Money in the hand that was recorded by mistake is taken out of the books (decision 117); why is for the office alone. 422 `signed` or
   * `has_receipts` where the resident signed for it or holds a receipt.
   */
  'PATCH /api/orders/:id/void_payment': {
    access: canDecideOrders,
    labels: orderLabels,
    /** With `completion_at` it is that payment or none: 422 `wrong_state` once another one was recorded. */
    body: z.strictObject({ order: z.strictObject({ reason: multilineText(200), completion_at: instant.optional() }) }),
    response: Saved,
  },
  /**
   * A resident asks by telephone or on paper to cancel (D-22); staff decide, and 本日の電話 has the call (decision 049). 422 `no_cancel_application`
   * when it is too late for it.
   */
  'POST /api/orders/:id/cancel_application': {
    access: canOrderForResident,
    labels: orderLabels,
    body: z.strictObject({
      acting_for: ActingFor,
      order: z
        .strictObject({ reason: optionalMultilineText(200), verified_fact: optional(z.enum(verifiedFacts)) })
        .partial()
        .optional(),
    }),
    response: Saved,
  },
  'PATCH /api/orders/:id/cancel_order': decision,
  'PATCH /api/orders/:id/reject_cancel': decision,
  'POST /api/orders/:id/receipt': {
    access: canDecideOrders,
    labels: orderLabels,
    body: z
      // The same `request_id` is the same receipt: an answer that was lost makes no 再発行.
      .strictObject({ addressee: optionalText(60), request_id: z.guid('の形式が正しくありません') })
      .partial()
      .default({}),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },

  /** Refunds that are not done, the oldest first: what stands on top of the list of orders. */
  'GET /api/refunds': {
    access: canReadOrders,
    query: z.strictObject({ construction_id: query.id.optional() }),
    response: z.object({ refunds: z.array(RefundTask) }),
  },
  /** With the account that the money is transferred to; reading it leaves an event. */
  'POST /api/refunds/:id/account_reading': {
    access: canDecideOrders,
    response: z.object({ account: BankAccount.nullable() }),
  },
  /** The account as the resident said it by telephone or wrote it on paper. */
  'PUT /api/refunds/:id/account': {
    access: canDecideOrders,
    labels: orderLabels,
    body: z.strictObject({ refund_account: BankAccount, acting_for: ActingFor.optional() }),
    response: RefundSaved,
  },
  /** `send` pays a card back, `settle` says that transfer or cash is done, `transfer_instead` asks for an account. */
  'PATCH /api/refunds/:id': {
    access: canDecideOrders,
    body: z.strictObject({ refund: z.strictObject({ action: z.enum(refundActions) }) }),
    response: RefundSaved,
  },

  /** A room's orders for its page, for two weeks unfinished ones too; a craftsman sees what is to be collected there. */
  'GET /api/constructions/:construction_id/rooms/:room_id/orders': {
    access: isWorker,
    response: z.object({
      orders: z.array(Order.extend({ order_details: z.array(OrderDetail) })),
      /** How whoever lives there hears of a change. */
      contact: z.enum(orderChannels).nullable(),
    }),
  },
  /** What can be ordered for a room, and how it can be paid. */
  'GET /api/constructions/:construction_id/rooms/:room_id/options': {
    access: canOrderForResident,
    response: z.object({
      constructions_options: z.array(OfferedOption),
      pay_facts: PayFactsOfRoom,
      why_no_option_order: z.string().nullable(),
    }),
  },
  /** After a call or from a form on paper (D-22): in cash or collected on the day; cards and stores are for the resident's own page. */
  'POST /api/constructions/:construction_id/rooms/:room_id/orders': {
    access: canOrderForResident,
    labels: orderLabels,
    body: z.strictObject({ order: OrderForm, acting_for: ActingFor.optional() }),
    status: 201,
    response: z.object({ message: z.string(), order: Order }),
  },

  /** 当日集金表: what is to be collected on a day, by crew; a craftsman's own crews only. */
  'GET /api/constructions/:construction_id/cash_list': {
    access: canReadCashList,
    query: z.strictObject({ date: day.optional() }),
    response: z.object({
      date: day,
      construction: z.object({ id: z.int(), name: z.string().nullable(), building_name: z.string() }),
      entries: z.array(CashEntry),
      total_amount: z.int(),
      collected_amount: z.int(),
      days: z.array(day),
    }),
  },
  'POST /api/constructions/:construction_id/cash_list/file': {
    access: canReadCashList,
    labels: orderLabels,
    body: z.strictObject({ date: day }),
    status: 202,
    response: z.object({ message: z.string(), job: Job }),
  },

  /** Orders of every client, the newest first unless it is asked for otherwise. */
  'GET /api/admin/orders': {
    access: canReadAllOrders,
    scope: 'platform',
    query: listQuery(['id', 'created_at', 'client_cd', 'building_name', 'total_price_in_tax', 'status'], {
      order: z
        .strictObject({ client_id: query.id, status: z.array(z.enum(shownOrderStatuses)), month })
        .partial()
        .optional(),
    }),
    response: z.object({
      orders: z.array(
        Order.extend({ client: z.object({ id: z.int(), cd: z.string(), name: z.string(), logo_path: z.string().nullable() }) }),
      ),
      total_count: z.int().optional(),
      /** As of one company's list. */
      total_sales_amount: z.int(),
      total_sales_count: z.int(),
    }),
  },
  /** Orders of every client by month, newest first, of those that match; cancelled ones are counted apart (G-ORD-15). */
  'GET /api/admin/order_totals': {
    access: canReadAllOrders,
    mayLag: true,
    scope: 'platform',
    query: z
      .strictObject({
        year: query.integer.pipe(z.int().min(2000).max(2999)),
        client_id: query.id,
        status: z.array(z.enum(shownOrderStatuses)),
        month,
      })
      .partial(),
    response: z.object({
      rows: z.array(
        z.object({
          client_id: z.int(),
          client_cd: z.string(),
          client_name: z.string(),
          /** `YYYY-MM` in Tokyo. */
          month: z.string(),
          orders_count: z.int(),
          canceled_count: z.int(),
          total_sales_amount: z.int(),
        }),
      ),
      total_orders_count: z.int(),
      total_canceled_count: z.int(),
      total_sales_amount: z.int(),
      years: z.array(z.int()),
      back_office_order_url: z.string(),
    }),
  },

  'GET /api/sale_settings': { access: canChangeSaleSettings, response: z.object({ sale_settings: SaleSettings }) },
  'PATCH /api/sale_settings': {
    access: canChangeSaleSettings,
    labels: orderLabels,
    body: z.strictObject({ sale_settings: SaleSettingsForm }),
    response: z.object({ message: z.string(), sale_settings: SaleSettings }),
  },
  /** 特定商取引法に基づく表記 of a company (D-16), without a login: of the host's client, or of `client`; all null without either. */
  'GET /api/legal_notice': {
    access: anyone,
    scope: 'platform',
    query: z.strictObject({ client: z.guid().optional() }),
    response: z.object({
      seller: z
        .object({
          name: z.string(),
          representative: z.string().nullable(),
          address: z.string().nullable(),
          phone: z.string().nullable(),
          email: z.string().nullable(),
          additional_fees: z.string().nullable(),
          payment_terms: z.string().nullable(),
          delivery_terms: z.string().nullable(),
          cancellation_terms: z.string().nullable(),
          invoice_registration_number: z.string().nullable(),
        })
        .nullable(),
    }),
  },
})
