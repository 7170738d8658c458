import type { ClientId } from '@toguchi/domain/access/actor'
import { type OrderStatus, shownOrderStatuses } from '@toguchi/domain/orders/labels'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { listing, type ListQuery } from '../../platform/database/listing.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import type { ListedRow } from './list-queries.ts'

/* Questions across clients go through functions of role 1 (D-13, `db/migrations/0059_dashboard.sql`, `0014_access.sql`). */

export interface ClientOrderFilter {
  client_id?: number | undefined
  status?: readonly OrderStatus[] | undefined
  /** `YYYY-MM` in Tokyo. */
  month?: string | undefined
}

export interface ClientOrderRow extends ListedRow {
  /** By which the list may be sorted. */
  client_cd: string
  client: { id: number; cd: string; name: string; logo_path: string | null }
}

const valuesOf = ({ client_id, status, month }: ClientOrderFilter) => [
  client_id ?? null,
  status?.length ? status : shownOrderStatuses,
  month ?? null,
]

/** Orders of every client, the newest first unless it is asked for otherwise; `initial` and `failed` are in no list (G-ORD-02). */
export const listOrdersOfClients = (db: Db, filter: ClientOrderFilter, query: ListQuery) =>
  listing<ClientOrderRow>(
    db,
    `select ordered.id, ordered.construction_id, ordered.construction_name, ordered.building_name, ordered.room_id, ordered.room_name,
       ordered.resident_name, ordered.pay_method, ordered.status, ordered.status_before_cancel, ordered.total_price_in_tax,
       ordered.kept_amount, ordered.number_of_order_details, ordered.payment_period_end_on, ordered.completion_at, ordered.canceled_at,
       ordered.created_at, cl.cd as client_cd,
       json_build_object('id', cl.id, 'cd', cl.cd, 'name', cl.name, 'logo_path', cl.logo_path) as client
     from orders_of_clients($1, $2, $3) ordered join clients cl on cl.id = ordered.client_id`,
    valuesOf(filter),
    { ...query, sort_desc: query.sort_desc ?? query.sort_by === undefined },
  )

/** 売上合計 of everything that matches (G-ORD-08). */
export const sumSalesOfClients = async (db: Db, filter: ClientOrderFilter): Promise<number> =>
  (
    await rowsOf<{ sum: number }>(
      db,
      `select coalesce(sum(ordered.kept_amount) filter (where 'paid' in (ordered.status, ordered.status_before_cancel)), 0)::bigint as sum
       from orders_of_clients($1, $2, $3) ordered`,
      valuesOf(filter),
    )
  )[0]?.sum ?? 0

export interface OrderTotal {
  client_id: ClientId
  client_cd: string
  client_name: string
  month: string
  orders_count: number
  total_sales_amount: number
}

/** Orders of every client by month (G-ORD-15): a question across clients, for role 1. */
export const listOrderTotals = async (db: Db): Promise<OrderTotal[]> =>
  (await sql<OrderTotal>`select * from order_totals() order by month desc, client_cd`.execute(db)).rows
