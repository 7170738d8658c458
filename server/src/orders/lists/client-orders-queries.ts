import type { ClientId } from '@toguchi/domain/access/actor'
import { addDays, type Day } from '@toguchi/domain/calendar/day'
import { type OrderStatus, shownOrderStatuses } from '@toguchi/domain/orders/labels'
import type { Db } from '../../platform/database/database.ts'
import { listing, type ListQuery } from '../../platform/database/listing.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import type { ListedRow } from './list-queries.ts'

/* Questions across clients go through functions of role 1 (D-13, `db/migrations/0072_over-all-clients.sql` and `0141_orders.sql`). */

export interface ClientOrderFilter {
  client_id?: number | undefined
  status?: readonly OrderStatus[] | undefined
  /** `YYYY-MM` in Tokyo. */
  month?: string | undefined
}

/** Who waits for an answer is the company's own concern. */
export interface ClientOrderRow extends Omit<ListedRow, 'cancel_applied_at'> {
  /** By which the list may be sorted. */
  client_cd: string
  client: { id: number; cd: string; name: string; logo_path: string | null }
}

/** A month of Tokyo as the moments from which and before which it lasts. */
const boundsOf = (month: string): [from: Date, until: Date] => {
  const midnight = (day: Day) => new Date(`${day}T00:00:00+09:00`)
  const first = `${month}-01`
  return [midnight(first), midnight(`${addDays(first, 31).slice(0, 7)}-01`)]
}

const valuesOf = ({ client_id, status, month }: ClientOrderFilter) => [
  client_id ?? null,
  shownOf(status),
  ...(month === undefined ? [null, null] : boundsOf(month)),
]

/** Orders of every client, the newest first unless it is asked for otherwise; `initial` and `failed` are in no list (G-ORD-02). */
export const listOrdersOfClients = async (db: Db, filter: ClientOrderFilter, query: ListQuery) => {
  const { rows, ...rest } = await listing<Omit<ClientOrderRow, 'kept_amount' | 'number_of_order_details'>>(
    db,
    `select ordered.id, ordered.construction_id, ordered.construction_name, ordered.building_name, ordered.room_id, ordered.room_name,
       ordered.resident_name, ordered.pay_method, ordered.status, ordered.status_before_cancel, ordered.total_price_in_tax,
       ordered.payment_period_end_on, ordered.completion_at, ordered.canceled_at, ordered.created_at, cl.cd as client_cd,
       json_build_object('id', cl.id, 'cd', cl.cd, 'name', cl.name, 'logo_path', cl.logo_path) as client
     from orders_of_clients($1, $2, $3, $4) ordered join clients cl on cl.id = ordered.client_id`,
    valuesOf(filter),
    { ...query, sort_desc: query.sort_desc ?? query.sort_by === undefined },
  )
  const amounts = await listAmounts(db, rows)
  const withAmounts = (row: (typeof rows)[number]): ClientOrderRow => {
    const { kept_amount, number_of_order_details } = amounts.get(keyOf(row.client.id, row.id)) ?? noAmounts
    return { ...row, kept_amount, number_of_order_details }
  }
  return { rows: rows.map(withAmounts), ...rest }
}

interface AmountsRow {
  client_id: ClientId
  id: number
  kept_amount: number
  number_of_order_details: number
}

/** Of an order that was taken away between two statements. */
const noAmounts = { kept_amount: 0, number_of_order_details: 0 }

const keyOf = (client: number, id: number) => `${client}/${id}`

/** What the orders of a page have brought, each by its client and id. */
const listAmounts = async (db: Db, rows: readonly Pick<ClientOrderRow, 'id' | 'client'>[]): Promise<Map<string, AmountsRow>> => {
  const amounts = await rowsOf<AmountsRow>(
    db,
    'select amounts.client_id, amounts.id, amounts.kept_amount, amounts.number_of_order_details from order_amounts($1, $2) amounts',
    [rows.map(row => row.client.id), rows.map(row => row.id)],
  )
  return new Map(amounts.map(row => [keyOf(row.client_id, row.id), row]))
}

interface SalesRow {
  total_sales_amount: number
  total_sales_count: number
}

/** 売上合計 of everything that matches (G-ORD-08), and of how many orders: months are summed, which lasts as long as there are months. */
export const sumSalesOfClients = async (db: Db, { client_id, status, month }: ClientOrderFilter): Promise<SalesRow> =>
  (
    await rowsOf<SalesRow>(
      db,
      `select coalesce(sum(total.total_sales_amount), 0)::bigint as total_sales_amount, coalesce(sum(total.sold_count), 0)::int as total_sales_count
       from month_totals_of_clients($1, $2, $2, $3) total`,
      [client_id ?? null, month ?? null, shownOf(status)],
    )
  )[0] ?? { total_sales_amount: 0, total_sales_count: 0 }

const shownOf = (status: readonly OrderStatus[] | undefined): readonly OrderStatus[] => (status?.length ? status : shownOrderStatuses)

export interface OrderTotal {
  client_id: ClientId
  client_cd: string
  client_name: string
  month: string
  /** Without those that were cancelled. */
  orders_count: number
  canceled_count: number
  total_sales_amount: number
}

/** Orders by month, of every client or of one, in these states or in all that are shown (G-ORD-15): a question across clients, for role 1. */
export const listOrderTotals = (db: Db, { client_id, status, month, year }: ClientOrderFilter & { year?: number | undefined }) =>
  rowsOf<OrderTotal>(
    db,
    `select total.client_id, total.client_cd, total.client_name, total.month, total.orders_count, total.canceled_count, total.total_sales_amount
     from month_totals_of_clients($1, greatest($2::text, $3 || '-01'), least($2::text, $3 || '-12'), $4) total
     order by total.month desc, total.client_cd`,
    [client_id ?? null, month ?? null, year?.toString() ?? null, shownOf(status)],
  )

/** The years of which there are such orders, of whichever client. */
export const listOrderYears = async (db: Db, status: readonly OrderStatus[] | undefined): Promise<number[]> =>
  (await rowsOf<{ year: string }>(db, 'select years.year from order_years($1) as years (year)', [shownOf(status)])).map(({ year }) =>
    Number(year),
  )

/** `db` is bound to the company. */
export const sumOrderMonths = (db: Db, clientId: ClientId) => rowsOf(db, 'select sum_order_months($1)', [clientId])
