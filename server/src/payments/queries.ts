import type { ClientId } from '@toguchi/domain/access/actor'
import type { RefundMethod, RefundReason, RefundState } from '@toguchi/domain/orders/labels'
import type { PayMethod } from '@toguchi/domain/money/pay-method'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'
import type { Adapter, OnlineMethod } from './gateway.ts'

export type PaymentState = 'started' | 'pending' | 'paid' | 'failed' | 'expired' | 'canceled'

export interface PaymentRow {
  id: number
  uuid: string
  order_id: number
  adapter: Adapter
  pay_method: OnlineMethod
  amount: number
  state: PaymentState
  external_id: string | null
  external_payment_id: string | null
  payment_url: string | null
  konbini_number: string | null
  konbini_confirmation_number: string | null
  voucher_url: string | null
  expires_at: Date | null
  created_at: Date
}

const columns = `id, uuid, order_id, adapter, pay_method, amount, state, external_id, external_payment_id, payment_url, konbini_number,
  konbini_confirmation_number, voucher_url, expires_at, created_at`

export const listPayments = (db: Db, clientId: ClientId, orderIds: readonly number[]) =>
  rowsOf<PaymentRow>(db, `select ${columns} from payments where client_id = $1 and order_id = any($2::bigint[]) order by id`, [
    clientId,
    orderIds,
  ])

export const findPayment = async (db: Db, clientId: ClientId, id: number): Promise<PaymentRow | undefined> =>
  (await rowsOf<PaymentRow>(db, `select ${columns} from payments where client_id = $1 and id = $2`, [clientId, id]))[0]

export const insertPayment = (
  db: Db,
  clientId: ClientId,
  payment: { order_id: number; adapter: Adapter; pay_method: OnlineMethod; amount: number; created_at: Date },
) =>
  db
    .insertInto('payments')
    .values({ client_id: clientId, ...payment, state: 'started' })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow()

export type PaymentChange = Partial<Omit<PaymentRow, 'id' | 'uuid' | 'order_id' | 'adapter' | 'amount' | 'created_at'>> & {
  failure_reason?: string | null
  updated_at: Date
}

export const updatePayment = (db: Db, clientId: ClientId, id: number, change: PaymentChange) =>
  db.updateTable('payments').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()

/** The page of a payment that can still bring money, with its state; null, and nothing written, when it was given up meanwhile. */
export const savePage = async (
  db: Db,
  clientId: ClientId,
  id: number,
  page: { external_id: string; payment_url: string; expires_at: Date; updated_at: Date },
): Promise<PaymentState | null> => {
  const [row] = await db
    .updateTable('payments')
    // A number that was told first has a later end than its page.
    .set(eb => ({ ...page, expires_at: eb.case().when('state', '=', 'started').then(page.expires_at).else(eb.ref('expires_at')).end() }))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('state', 'in', ['started', 'pending', 'paid'])
    .returning('state')
    .execute()
  return row?.state ?? null
}

export const isHeard = async (db: Db, clientId: ClientId, adapter: string, externalId: string): Promise<boolean> =>
  (
    await rowsOf(db, 'select from payment_notifications where client_id = $1 and adapter = $2 and external_id = $3', [
      clientId,
      adapter,
      externalId,
    ])
  ).length > 0

export const insertNotification = (
  db: Db,
  clientId: ClientId,
  notification: {
    payment_id: number
    adapter: string
    external_id: string
    kind: string
    amount: number | null
    outcome: string
    body: unknown
  },
) =>
  db
    .insertInto('payment_notifications')
    .values({ client_id: clientId, ...notification, body: JSON.stringify(notification.body) })
    .execute()

export interface LedgerEntry {
  order_id: number
  kind: 'payment' | 'refund'
  pay_method: PayMethod
  amount: number
  payment_id: number | null
  refund_id: number | null
  event_id: number
}

export const insertLedgerEntry = (db: Db, clientId: ClientId, entry: LedgerEntry) =>
  db
    .insertInto('ledger_entries')
    .values({ client_id: clientId, ...entry })
    .execute()

/** Whether the money of a payment is in the books already. */
export const isBooked = async (db: Db, clientId: ClientId, paymentId: number): Promise<boolean> =>
  (
    await rowsOf(db, `select from ledger_entries where client_id = $1 and payment_id = $2 and kind = 'payment' limit 1`, [
      clientId,
      paymentId,
    ])
  ).length > 0

export interface RefundRow {
  id: number
  order_id: number
  payment_id: number | null
  amount: number
  refund_method: RefundMethod
  state: RefundState
  reason: RefundReason
  has_account: boolean
  /** Who of the office typed the account, or could have given it as the dwelling: `user:12`, `admin:3`. */
  account_writers: string[]
  attempt_key: string | null
  external_id: string | null
  failure_reason: string | null
  returned_of: number | null
  /** It went back and came in again: another refund stands for it. */
  is_returned: boolean
  done_at: Date | null
  created_at: Date
  updated_at: Date
}

const refundColumns = `id, order_id, payment_id, amount, refund_method, state, reason, account_ciphertext is not null as has_account,
  account_writers, attempt_key, external_id, failure_reason, returned_of, done_at, created_at, updated_at,
  exists (select from refunds rf where rf.client_id = $1 and rf.returned_of = refunds.id) as is_returned`

export const insertRefund = (
  db: Db,
  clientId: ClientId,
  refund: {
    order_id: number
    payment_id: number | null
    amount: number
    refund_method: RefundMethod
    state: RefundState
    reason: RefundReason
    attempt_key?: string
    returned_of?: number
    created_at: Date
    updated_at: Date
  },
) =>
  db
    .insertInto('refunds')
    .values({ client_id: clientId, ...refund })
    .returning('id')
    .executeTakeFirstOrThrow()

export const listRefundsOfOrder = (db: Db, clientId: ClientId, orderId: number) =>
  rowsOf<RefundRow>(db, `select ${refundColumns} from refunds where client_id = $1 and order_id = $2 order by id`, [clientId, orderId])

export const findRefund = async (db: Db, clientId: ClientId, id: number): Promise<RefundRow | undefined> =>
  (await rowsOf<RefundRow>(db, `select ${refundColumns} from refunds where client_id = $1 and id = $2`, [clientId, id]))[0]

export type RefundChange = Partial<{
  state: RefundState
  refund_method: RefundMethod
  account_ciphertext: Buffer | null
  account_writers: string[]
  settler: 'user' | 'admin'
  settler_id: number
  attempt_key: string | null
  external_id: string | null
  failure_reason: string | null
  failure_code: string | null
  done_at: Date | null
}> & { updated_at?: Date }

export const updateRefund = (db: Db, clientId: ClientId, id: number, change: RefundChange) =>
  db.updateTable('refunds').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()

/** Who of the office may be the one who came in as a resident: by the printed code where there is no login, else by the login (M1). */
export const listPossibleIntruders = async (db: Db, clientId: ClientId, residentId: number): Promise<string[]> =>
  (
    await rowsOf<{ person: string }>(
      db,
      `select distinct unnest(res.known_to || case when res.login_id is null then coalesce(au.known_to, '{}') else '{}' end) as person
       from residents res left join authentication_codes au on au.client_id = res.client_id and au.room_id = res.room_id
       where res.client_id = $1 and res.id = $2`,
      [clientId, residentId],
    )
  ).map(({ person }) => person)

export const findRefundAccount = async (db: Db, clientId: ClientId, id: number): Promise<Buffer | null> =>
  (await db.selectFrom('refunds').where('client_id', '=', clientId).where('id', '=', id).select('account_ciphertext').executeTakeFirst())
    ?.account_ciphertext ?? null

/** Refunds to a card of which the payment service has said no end, though they were decided before the moment. */
export const listUnendedRefunds = async (db: Db, clientId: ClientId, before: Date): Promise<number[]> =>
  (
    await db
      .selectFrom('refunds')
      .where('client_id', '=', clientId)
      .where('state', '=', 'processing')
      .where('updated_at', '<', before)
      .orderBy('id')
      .select('id')
      .execute()
  ).map(({ id }) => id)

/** Payments of which a refund waits for somebody of the office, who may have paid it back at the payment service's own desk meanwhile. */
export const listPaymentsToGiveBack = (db: Db, clientId: ClientId) =>
  rowsOf<PaymentRow>(
    db,
    `select ${columns} from payments where client_id = $1 and pay_method = 'credit' and id in (
       select rf.payment_id from refunds rf where rf.client_id = $1 and rf.state in ('account_wanted', 'open', 'failed')) order by id`,
    [clientId],
  )

/** Erases the bank accounts that residents of rooms gave for refunds (D-12). */
export const eraseRefundAccounts = (db: Db, clientId: ClientId, roomIds: readonly number[]) =>
  rowsOf(
    db,
    `update refunds set account_ciphertext = null where client_id = $1
       and order_id in (select id from orders where client_id = $1 and room_id = any($2::bigint[]))`,
    [clientId, roomIds],
  )
