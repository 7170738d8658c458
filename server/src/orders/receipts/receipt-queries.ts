import type { Job } from '@toguchi/domain/printing/contract'
import type { ClientActor } from '@toguchi/domain/access/actor'
import type { PayMethod } from '@toguchi/domain/money/pay-method'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'

/** The issues of an order's receipt, the first one first. */
export const listReceipts = (db: Db, clientId: number, orderId: number) =>
  db
    .selectFrom('receipts')
    .where('client_id', '=', clientId)
    .where('order_id', '=', orderId)
    .orderBy('issue_number')
    .select(['id', 'number', 'issue_number', 'addressee', 'issued_at'])
    .execute()

export const insertReceipt = (
  db: Db,
  clientId: number,
  receipt: { order_id: number; number: number; issue_number: number; addressee: string; amount: number; tax: number; issued_at: Date },
) =>
  db
    .insertInto('receipts')
    .values({ client_id: clientId, ...receipt })
    .returning('id')
    .executeTakeFirstOrThrow()

/** The job that prints a receipt, or printed it, of the same person's asking. */
export const findJobOfReceipt = async (db: Db, actor: ClientActor, receiptId: number) =>
  (
    await rowsOf<{ id: number; state: Job['state']; done: number; total: number; file_id: number | null; error: string | null }>(
      db,
      `select id, state, done, total, file_id, error from jobs
       where client_id = $1 and requested_by_kind = $2 and requested_by_id = $3 and kind = 'receipt' and state <> 'failed'
         and (input ->> 'receipt_id')::bigint = $4
       order by id desc limit 1`,
      [actor.clientId, actor.kind, actor.id, receiptId],
    )
  )[0]

export interface ReceiptRow {
  number: number
  issue_number: number
  addressee: string | null
  amount: number
  tax: number
  issued_at: Date
  first_issued_at: Date
  pay_method: PayMethod
  completion_at: Date | null
  building_name: string
  room_name: string
  details: { option_name: string; price_in_tax: number }[]
  client_name: string
  client_address: string | null
  client_phone: string | null
  seller_name: string | null
  seller_address: string | null
  seller_phone: string | null
  invoice_registration_number: string | null
}

/** Everything that stands on a receipt. */
export const findReceipt = async (db: Db, clientId: number, id: number): Promise<ReceiptRow | undefined> =>
  (
    await rowsOf<ReceiptRow>(
      db,
      `select e.number, e.issue_number, e.addressee, e.amount, e.tax, e.issued_at,
         (select min(f.issued_at) from receipts f where f.client_id = $1 and f.order_id = e.order_id) as first_issued_at,
         o.pay_method, o.completion_at, b.name as building_name, r.name as room_name,
         (select json_agg(json_build_object('option_name', d.option_name, 'price_in_tax', d.price_in_tax) order by d.id)
           from order_details d where d.client_id = $1 and d.order_id = o.id) as details,
         k.name as client_name, k.address as client_address, k.representative_phone as client_phone,
         s.seller_name, s.seller_address, s.seller_phone, s.invoice_registration_number
       from receipts e
       join orders o on o.client_id = e.client_id and o.id = e.order_id
       join rooms r on r.client_id = o.client_id and r.id = o.room_id
       join constructions c on c.client_id = o.client_id and c.id = o.construction_id
       join buildings b on b.client_id = c.client_id and b.id = c.building_id
       join clients k on k.id = e.client_id
       left join sale_settings s on s.client_id = e.client_id
       where e.client_id = $1 and e.id = $2`,
      [clientId, id],
    )
  )[0]
