import type { ClientId, Reached, WorkerActor } from '@toguchi/domain/access/actor'
import { type OrderStatus, shownOrderStatuses } from '@toguchi/domain/orders/labels'
import { type PayMethod } from '@toguchi/domain/money/pay-method'
import { namesCraftsmanText } from '../../access/access.ts'
import type { Db } from '../../platform/database/database.ts'
import { containing, countedRoom, likeName, type ListQuery, pageOf } from '../../platform/database/listing.ts'
import { clientNumberOf } from '../../platform/database/part-of-client.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import type { RefundRow } from '../../payments/payments.ts'
import { keptAmount, orderColumns, orderTables, type OrderRow } from '../queries.ts'

export interface OrderFilter {
  status?: readonly OrderStatus[] | undefined
  pay_method?: readonly PayMethod[] | undefined
  created_from?: string | undefined
  created_to?: string | undefined
  keyword?: string | undefined
}

export interface ListedRow {
  id: number
  construction_id: number
  construction_name: string | null
  building_name: string
  room_id: number
  room_name: string
  resident_name: string | null
  pay_method: PayMethod | null
  status: OrderStatus
  status_before_cancel: 'unpaid' | 'paid' | null
  total_price_in_tax: number
  kept_amount: number
  number_of_order_details: number
  payment_period_end_on: string | null
  completion_at: Date | null
  canceled_at: Date | null
  cancel_applied_at: Date | null
  created_at: Date
}

const listed = `o.id, o.construction_id, c.name as construction_name, b.name as building_name, o.room_id, r.name as room_name,
    o.resident_name, o.pay_method, o.status, o.status_before_cancel, o.total_price_in_tax, ${keptAmount} as kept_amount,
    (select count(*)::int from order_details od where od.client_id = $1 and od.order_id = o.id) as number_of_order_details,
    o.payment_period_end_on, o.completion_at, o.canceled_at, o.cancel_applied_at, o.created_at`

const sortKeys = {
  id: 'o.id',
  created_at: 'o.created_at',
  building_name: 'b.name',
  room_name: countedRoom('r.name'),
  resident_name: 'o.resident_name',
  number_of_order_details: '(select count(*) from order_details od where od.client_id = $1 and od.order_id = o.id)',
  total_price_in_tax: 'o.total_price_in_tax',
  pay_method: 'o.pay_method',
  status: 'o.status',
  payment_period_end_on: 'o.payment_period_end_on',
  completion_at: 'o.completion_at',
  canceled_at: 'o.canceled_at',
} as const

/**
 * What a filter leaves; `initial` and `failed` are in no list unless they are asked for (G-ORD-02, decision 092). Days are those of Tokyo. Orders of a construction that was
 * deleted stay in it: money does not vanish, and the totals of role 1 count the same (G-ORD-15).
 */
const filtered = `o.client_id = $1 and ($2::bigint is null or o.construction_id = $2)
  and o.status = any($3::text[]) and ($4::text[] is null or o.pay_method = any($4::text[]))
  and ($5::date is null or (o.created_at at time zone 'Asia/Tokyo')::date >= $5::date)
  and ($6::date is null or (o.created_at at time zone 'Asia/Tokyo')::date <= $6::date)`
const named = `(r.name_key ilike $7 or o.resident_name_key like $8
    or exists (select from residents res where res.client_id = $1 and res.id = o.resident_id and res.name_key like $8)
    or normalize(b.name, nfkc) ilike $7 or normalize(c.name, nfkc) ilike $7)`

/** Rooms and buildings are joined to orders only where somebody asks for them by name. */
const matchingOf = (keyword: string | null): string =>
  keyword === null ? `orders o where ${filtered}` : `${orderTables} where ${filtered} and ${named}`

const valuesOf = (clientId: ClientId, constructionId: number | null, filter: OrderFilter, keyword: string | null): unknown[] => [
  clientId,
  constructionId,
  filter.status?.length ? filter.status : shownOrderStatuses,
  filter.pay_method?.length ? filter.pay_method : null,
  filter.created_from ?? null,
  filter.created_to ?? null,
  ...(keyword === null ? [] : [keyword, likeName(filter.keyword ?? '')]),
]

/** Wide digits are the same digits (rooms_name_key). */
const keywordOf = (filter: OrderFilter): string | null => containing(filter.keyword?.normalize('NFKC'))

export interface OrderListQuery extends ListQuery {
  sort_by?: keyof typeof sortKeys | undefined
}

/**
 * One page of orders, the newest first unless it is asked for otherwise. The page is cut out by ids before what each order kept is summed:
 * what a list costs is its page, and a count from an index (decision 089).
 */
export const listOrders = async (
  db: Db,
  clientId: ClientId,
  constructionId: number | null,
  filter: OrderFilter,
  query: OrderListQuery,
): Promise<{ rows: ListedRow[]; total_count?: number }> => {
  const keyword = keywordOf(filter)
  const sortBy = query.sort_by ?? 'id'
  const direction = (query.sort_desc ?? query.sort_by === undefined) ? 'desc' : 'asc'
  const order = `${sortKeys[sortBy]} ${direction} nulls last, o.id`
  const { limit, offset } = pageOf(query)
  const matches = await rowsOf<ListedRow & { matched_count: number; sort_key: unknown }>(
    db,
    keyword === null
      ? `select counted.matched_count, page.* from (select count(*)::int as matched_count from orders o where ${filtered}) counted
         left join (select ${sortKeys[sortBy]} as sort_key, ${listed} from ${orderTables}
           where o.client_id = $1 and o.id = any(array(select o.id from ${sortBy === 'building_name' || sortBy === 'room_name' ? orderTables : 'orders o'}
             where ${filtered} order by ${order} limit $7 offset $8))) page on true
         order by page.sort_key ${direction} nulls last, page.id`
      : `select counted.matched_count, page.* from (select count(*)::int as matched_count from ${orderTables} where ${filtered} and ${named}) counted
         left join (select ${sortKeys[sortBy]} as sort_key, ${listed} from ${orderTables}
           where o.client_id = $1 and o.id = any(array(select o.id from ${orderTables}
             where ${filtered} and ${named} order by ${order} limit $9 offset $10))) page on true
         order by page.sort_key ${direction} nulls last, page.id`,
    [...valuesOf(clientId, constructionId, filter, keyword), limit, offset],
  )
  const rows = matches.flatMap(({ matched_count: _count, sort_key: _key, ...row }) => (row.id === null ? [] : [row]))
  return query.exclude_pagination ? { rows } : { rows, total_count: matches[0]?.matched_count ?? 0 }
}

const paid = `'paid' in (o.status, o.status_before_cancel)`

/** 売上合計 of everything that matches (G-ORD-08), and of how many orders. */
export const sumSales = async (
  db: Db,
  clientId: ClientId,
  constructionId: number | null,
  filter: OrderFilter,
): Promise<{ total_sales_amount: number; total_sales_count: number }> => {
  const keyword = keywordOf(filter)
  const sold = `from ${matchingOf(keyword)} and ${paid}`
  const [sales] = await rowsOf<{ total_sales_amount: number; total_sales_count: number }>(
    db,
    `select (coalesce((select sum(case le.kind when 'payment' then le.amount else -le.amount end) from ledger_entries le
         where le.client_id = $1 and le.order_id in (select o.id ${sold})), 0)
       - coalesce((select sum(rf.amount) from refunds rf where rf.client_id = $1 and rf.state <> 'done' and rf.order_id in (select o.id ${sold})), 0))::bigint
         as total_sales_amount,
       (select count(*)::int ${sold}) as total_sales_count`,
    valuesOf(clientId, constructionId, filter, keyword),
  )
  return sales ?? { total_sales_amount: 0, total_sales_count: 0 }
}

/** A construction of the client, for the lists under it; a craftsman's only where they are named. */
export const findConstructionOfOrders = async (db: Db, actor: WorkerActor, id: number) =>
  (
    await rowsOf<{ client_id: ClientId; id: number; name: string | null; building_name: string }>(
      db,
      `select c.client_id, c.id, c.name, b.name as building_name from constructions c
       join buildings b on b.client_id = c.client_id and b.id = c.building_id
       where c.client_id = $1 and c.id = $2 and c.discarded_at is null and ($3::bigint is null or ${namesCraftsmanText('$3')})`,
      [clientNumberOf(actor), id, craftsmanOf(actor)],
    )
  )[0]

/** An order of the client; a craftsman's only of a construction where they are named. */
export const findReachableOrder = async (db: Db, actor: WorkerActor, id: number) =>
  (
    await rowsOf<{ client_id: ClientId; pay_method: PayMethod | null }>(
      db,
      `select o.client_id, o.pay_method from orders o
       where o.client_id = $1 and o.id = $2 and ($3::bigint is null or exists (select from constructions c
         where c.client_id = $1 and c.id = o.construction_id and c.discarded_at is null and ${namesCraftsmanText('$3')}))`,
      [clientNumberOf(actor), id, craftsmanOf(actor)],
    )
  )[0]

/** Whose list it is: a craftsman's is the own crews'. */
export interface CashScope {
  clientId: ClientId
  craftsmanId: number | null
}
export const cashScopeOf = (actor: Reached<WorkerActor>): CashScope => ({ clientId: actor.clientId, craftsmanId: craftsmanOf(actor) })

const craftsmanOf = (actor: WorkerActor): number | null => (actor.kind === 'craftsman' ? actor.id : null)

/**
 * The orders of a room, newest first, with those that were left at the payment page since a moment; a craftsman's own constructions, and only
 * what is collected at the door.
 */
export const listOrdersOfRoom = (db: Db, actor: WorkerActor, constructionId: number, roomId: number, unfinishedSince: Date) =>
  rowsOf<OrderRow>(
    db,
    `select ${orderColumns} from ${orderTables}
     where o.client_id = $1 and o.construction_id = $2 and o.room_id = $3 and c.discarded_at is null
       and (o.status in ('unpaid', 'paid', 'cancel_application', 'cancel_order') or o.updated_at >= $5)
       and ($4::bigint is null or (${namesCraftsmanText('$4')} and o.pay_method = 'other' and o.status <> 'cancel_order'))
     order by o.id desc`,
    [clientNumberOf(actor), constructionId, roomId, craftsmanOf(actor), unfinishedSince],
  )

export interface LedgerRow {
  id: number
  kind: 'payment' | 'refund'
  pay_method: PayMethod
  amount: number
  at: Date
}

export const listLedger = (db: Db, clientId: ClientId, orderId: number) =>
  rowsOf<LedgerRow>(db, 'select id, kind, pay_method, amount, at from ledger_entries where client_id = $1 and order_id = $2 order by id', [
    clientId,
    orderId,
  ])

export const findCollector = async (db: Db, clientId: ClientId, orderId: number): Promise<string | null> =>
  (
    await rowsOf<{ name: string }>(
      db,
      `select u.name from orders o join users u on u.client_id = o.client_id and u.id = o.collected_by_user_id
       where o.client_id = $1 and o.id = $2`,
      [clientId, orderId],
    )
  )[0]?.name ?? null

export interface RefundTaskRow extends RefundRow {
  construction_id: number
  room_id: number
  room_name: string
  building_name: string
  resident_name: string | null
}

/** Refunds that are not done, the oldest first. */
export const listRefundTasks = (db: Db, clientId: ClientId, constructionId: number | null) =>
  rowsOf<RefundTaskRow>(
    db,
    `select rf.id, rf.order_id, rf.payment_id, rf.amount, rf.refund_method, rf.state, rf.reason, rf.account_ciphertext is not null as has_account,
       rf.account_writers, rf.attempt_key, rf.external_id, rf.failure_reason, rf.returned_of, rf.done_at, rf.created_at, rf.updated_at, false as is_returned,
       o.construction_id, o.room_id, r.name as room_name, b.name as building_name, o.resident_name
     from refunds rf join ${orderTables.replace('orders o', 'orders o on o.client_id = rf.client_id and o.id = rf.order_id')}
     where rf.client_id = $1 and rf.state <> 'done' and ($2::bigint is null or o.construction_id = $2) order by rf.id`,
    [clientId, constructionId],
  )

export interface CashRow {
  order_id: number
  room_id: number
  room_name: string
  resident_name: string | null
  start_at: string
  end_at: string
  options: string[]
  amount: number
  status: OrderStatus
  collected_by: string | null
  completion_at: Date | null
  assigned_contractor_id: number | null
  contractor_name: string | null
}

/** What is to be collected at the doors of a day, with the crew whose frame it is (D-25); a craftsman's crews and nobody's. */
export const listCash = (db: Db, { clientId, craftsmanId }: CashScope, constructionId: number, date: string) =>
  rowsOf<CashRow>(
    db,
    `select o.id as order_id, o.room_id, r.name as room_name, o.resident_name, f.start_at, f.end_at, o.total_price_in_tax as amount, o.status,
       o.completion_at, u.name as collected_by, crew.assigned_contractor_id, crew.contractor_name,
       (select json_agg(od.option_name order by od.id) from order_details od where od.client_id = $1 and od.order_id = o.id) as options
     from ${orderTables}
     join assigns a on a.client_id = o.client_id and a.room_id = o.room_id
     join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
     join room_blocks rb on rb.client_id = r.client_id and rb.id = r.block_id
     left join users u on u.client_id = o.client_id and u.id = o.collected_by_user_id
     left join lateral (
       select share.assigned_contractor_id, share.contractor_name from (
         select cfr.assigned_contractor_id, ct.name as contractor_name, sum(cfr.frame_count) over (order by ac.position, ac.id) as up_to
         from crew_frames cfr
         join assigned_contractors ac on ac.client_id = cfr.client_id and ac.id = cfr.assigned_contractor_id and ac.discarded_at is null
         join contractors ct on ct.client_id = ac.client_id and ct.id = ac.contractor_id
         where cfr.client_id = $1 and cfr.construction_time_frame_id = a.construction_time_frame_id) share
       where a.frame_number <= share.up_to order by share.up_to limit 1) crew on true
     where o.client_id = $1 and o.construction_id = $2 and a.date = $3::date and o.pay_method = 'other' and o.total_price_in_tax > 0
       and (o.status in ('unpaid', 'paid') or (o.status = 'cancel_application' and o.status_before_cancel = 'paid'))
       and ($4::bigint is null or crew.assigned_contractor_id is null or exists (select from assigned_craftsmans am
         where am.client_id = $1 and am.assigned_contractor_id = crew.assigned_contractor_id and am.craftsman_id = $4))
     order by crew.contractor_name nulls last, f.start_at, rb.position, r.row, r.col, o.id`,
    [clientId, constructionId, date, craftsmanId],
  )

/** The days on which something is collected at a construction. */
export const listCashDays = async (db: Db, clientId: ClientId, constructionId: number): Promise<string[]> =>
  (
    await rowsOf<{ date: string }>(
      db,
      `select distinct a.date from orders o join assigns a on a.client_id = o.client_id and a.room_id = o.room_id
       where o.client_id = $1 and o.construction_id = $2 and o.pay_method = 'other' and o.total_price_in_tax > 0
         and o.status in ('unpaid', 'paid', 'cancel_application')
       order by a.date`,
      [clientId, constructionId],
    )
  ).map(({ date }) => date)

export const findSaleSettings = (db: Db, clientId: ClientId) =>
  db.selectFrom('sale_settings').where('client_id', '=', clientId).selectAll().executeTakeFirst()

export type SaleSettingsColumns = Partial<Omit<NonNullable<Awaited<ReturnType<typeof findSaleSettings>>>, 'client_id'>>

export const saveSaleSettings = (db: Db, clientId: ClientId, change: SaleSettingsColumns) =>
  db
    .insertInto('sale_settings')
    .values({ client_id: clientId, ...change })
    .onConflict(conflict => conflict.column('client_id').doUpdateSet(change))
    .execute()

/** Keeps of a company what its receipts say of their seller where its own data stood in: that goes at its end. Doing it twice changes nothing. */
export const keepSeller = (db: Db, clientId: ClientId) =>
  rowsOf<{ client_id: ClientId }>(
    db,
    `insert into sale_settings as ss (client_id, seller_address, seller_phone)
     select cl.id, cl.address, cl.representative_phone from clients cl
     where cl.id = $1 and exists (select from receipts rec where rec.client_id = $1)
     on conflict (client_id) do update set seller_address = coalesce(ss.seller_address, excluded.seller_address),
       seller_phone = coalesce(ss.seller_phone, excluded.seller_phone)
     returning ss.client_id`,
    [clientId],
  )

/** A company by its public uuid or its code, for its notice as a seller. */
export const findSeller = (db: Db, by: { uuid: string } | { cd: string }) =>
  db
    .selectFrom('clients')
    .where('discarded_at', 'is', null)
    .where('uuid' in by ? 'uuid' : 'cd', '=', 'uuid' in by ? by.uuid : by.cd)
    .select(['id', 'name', 'address', 'representative_name', 'representative_phone', 'representative_email'])
    .executeTakeFirst()
