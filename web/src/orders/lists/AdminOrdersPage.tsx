import { formatYen } from '@toguchi/domain/money/tax'
import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { q, queryClient } from '../../platform/api/api.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/layout/EmptyState.tsx'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { type ListState, listStateOf, useListState } from '../../ui/table/list-state.ts'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { ButtonAnchor } from '../../ui/Button.tsx'
import { OrdersTotal } from '../OrdersTotal.ts'

const totalsOf = ({ filters }: ListState) => {
  const year = Number(filters.year)
  return q('GET /api/admin/orders', { query: Number.isInteger(year) && year >= 2000 ? { year } : {} })
}

export const loader = ({ request }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(totalsOf(listStateOf(new URL(request.url).searchParams)))

/** Orders of every company by month, and the way to the payment service's own desk (G-ORD-15). */
export const AdminOrdersPage = () => {
  const [state] = useListState()
  const { data } = useQuery(totalsOf(state))
  return (
    <>
      <PageHead
        title="全企業の注文"
        note="申込みのあった月ごとの件数と売上です。"
        actions={
          data === undefined || data.back_office_order_url === '' ? null : (
            <ButtonAnchor href={data.back_office_order_url}>決済管理画面</ButtonAnchor>
          )
        }
      />
      <FilterBar
        filters={[{ name: 'year', label: '年', options: (data?.years ?? []).map(year => ({ value: String(year), label: `${year}年` })) }]}
      />
      <OrdersTotal data-testid="orders-total">
        売上合計<strong>{data === undefined ? '―' : formatYen(data.total_sales_amount)}</strong>
        <span>（{data?.total_orders_count ?? 0}件）</span>
      </OrdersTotal>
      <DataTable
        label="企業ごとの注文"
        rows={data?.rows}
        rowKey={row => `${row.client_id}-${row.month}`}
        columns={[
          { key: 'month', head: '月', nowrap: true, cell: ({ month }) => `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月` },
          { key: 'client', head: '企業', cell: ({ client_cd, client_name }) => `${client_name}（${client_cd}）` },
          { key: 'count', head: '件数', align: 'right', cell: ({ orders_count }) => orders_count.toLocaleString() },
          { key: 'sales', head: '売上', align: 'right', nowrap: true, cell: ({ total_sales_amount }) => formatYen(total_sales_amount) },
        ]}
        empty={<EmptyState title="注文はまだありません。" />}
      />
    </>
  )
}
