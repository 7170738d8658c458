import type { Job } from '@toguchi/domain/printing/contract'
import type { ReachedActor, ClientId } from '@toguchi/domain/access/actor'
import type { PayMethod } from '@toguchi/domain/money/pay-method'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'

/** The issues of an order's receipt, the first one first. */
export const listReceipts = (db: Db, clientId: ClientId, orderId: number) =>
  db
    .selectFrom('receipts')
    .where('client_id', '=', clientId)
    .where('order_id', '=', orderId)
    .orderBy('issue_number')
    .select(['id', 'number', 'issue_number', 'addressee', 'issued_at'])
    .execute()

/** What the same request was answered with before. */
export const findReceiptOfRequest = (db: Db, clientId: ClientId, orderId: number, requestId: string) =>
  db
    .selectFrom('receipts')
    .where('client_id', '=', clientId)
    .where('order_id', '=', orderId)
    .where('request_id', '=', requestId)
    .select('id')
    .executeTakeFirst()

export const insertReceipt = (
  db: Db,
  clientId: ClientId,
  receipt: {
    order_id: number
    number: number
    issue_number: number
    addressee: string
    amount: number
    tax: number
    issued_at: Date
    request_id: string | null
  },
) =>
  db
    .insertInto('receipts')
    .values({ client_id: clientId, ...receipt })
    .returning('id')
    .executeTakeFirstOrThrow()

/** The job that prints a receipt, or printed it, of the same person's asking. */
export const findJobOfReceipt = async (db: Db, actor: ReachedActor, receiptId: number) =>
  (
    await rowsOf<{
      client_id: ClientId
      id: number
      state: Job['state']
      done: number
      total: number
      file_id: number | null
      error: string | null
    }>(
      db,
      `select client_id, id, state, done, total, file_id, error from jobs
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
export const findReceipt = async (db: Db, clientId: ClientId, id: number): Promise<ReceiptRow | undefined> =>
  (
    await rowsOf<ReceiptRow>(
      db,
      `select rec.number, rec.issue_number, rec.addressee, rec.amount, rec.tax, rec.issued_at,
         (select min(earliest.issued_at) from receipts earliest where earliest.client_id = $1 and earliest.order_id = rec.order_id) as first_issued_at,
         o.pay_method, o.completion_at, b.name as building_name, r.name as room_name,
         (select json_agg(json_build_object('option_name', od.option_name, 'price_in_tax', od.price_in_tax) order by od.id)
           from order_details od where od.client_id = $1 and od.order_id = o.id) as details,
         cl.name as client_name, cl.address as client_address, cl.representative_phone as client_phone,
         ss.seller_name, ss.seller_address, ss.seller_phone, ss.invoice_registration_number
       from receipts rec
       join orders o on o.client_id = rec.client_id and o.id = rec.order_id
       join rooms r on r.client_id = o.client_id and r.id = o.room_id
       join constructions c on c.client_id = o.client_id and c.id = o.construction_id
       join buildings b on b.client_id = c.client_id and b.id = c.building_id
       join clients cl on cl.id = rec.client_id
       left join sale_settings ss on ss.client_id = rec.client_id
       where rec.client_id = $1 and rec.id = $2`,
      [clientId, id],
    )
  )[0]
