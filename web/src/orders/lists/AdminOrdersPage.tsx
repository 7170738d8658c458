import { formatDayShort, todayInTokyo } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import { payMethodLabels } from '@toguchi/domain/money/pay-method'
import { orderStatusLabels, shownOrderStatuses } from '@toguchi/domain/orders/labels'
import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '../../site/paths.ts'
import { q, queryClient } from '../../platform/api/api.ts'
import { useEnterClient } from '../../platform/session/enter-client.ts'
import { ButtonAnchor } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/layout/EmptyState.tsx'
import { Stack } from '../../ui/layout/Layout.ts'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { type ListState, listQueryOf, listStateOf, useListState } from '../../ui/table/list-state.ts'
import { OrderStatusBadge } from '../OrderStatusBadge.tsx'
import { OrdersTotal } from '../OrdersTotal.ts'

const filterOf = ({ filters }: ListState) => {
  const client_id = Number(filters.client_id)
  const status = shownOrderStatuses.find(each => each === filters.status)
  const { month } = filters
  return {
    ...(Number.isSafeInteger(client_id) && client_id > 0 ? { client_id } : {}),
    ...(status === undefined ? {} : { status: [status] }),
    ...(month !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}),
  }
}

const ordersOf = (state: ListState) =>
  q('GET /api/admin/orders', {
    query: { ...listQueryOf(state, ['created_at', 'client_cd', 'building_name', 'total_price_in_tax', 'status']), order: filterOf(state) },
  })

const totalsOf = (state: ListState) => q('GET /api/admin/order_totals', { query: filterOf(state) })
const clients = q('GET /api/clients', { query: { exclude_pagination: true } }, { silent: true })

export const loader = ({ request }: LoaderFunctionArgs) => {
  const state = listStateOf(new URL(request.url).searchParams)
  return Promise.all([queryClient.ensureQueryData(ordersOf(state)), queryClient.ensureQueryData(totalsOf(state))])
}

/** Orders of every company, their sums by month, and the way to the payment service's own desk (G-ORD-15). */
export const AdminOrdersPage = () => {
  const [state] = useListState()
  const { data: totals } = useQuery(totalsOf(state))
  return (
    <>
      <PageHead
        title="全企業の注文"
        note="注文を選ぶと、その企業の注文一覧が開きます。"
        actions={
          totals === undefined || totals.back_office_order_url === '' ? null : (
            <ButtonAnchor href={totals.back_office_order_url}>決済管理画面</ButtonAnchor>
          )
        }
      />
      <Stack>
        <div>
          <OrdersOfClients state={state} />
        </div>
        <Section title="申込み月ごとの合計" name="order-totals">
          <DataTable
            label="企業ごとの注文"
            rows={totals?.rows}
            rowKey={row => `${row.client_id}-${row.month}`}
            columns={[
              { key: 'month', head: '月', nowrap: true, cell: ({ month }) => monthName(month) },
              { key: 'client', head: '企業', cell: ({ client_cd, client_name }) => `${client_name}（${client_cd}）` },
              { key: 'count', head: '件数', align: 'right', cell: ({ orders_count }) => orders_count.toLocaleString() },
              { key: 'canceled', head: 'キャンセル済', align: 'right', cell: ({ canceled_count }) => canceled_count.toLocaleString() },
              {
                key: 'sales',
                head: '売上（受け取った代金）',
                align: 'right',
                nowrap: true,
                cell: ({ total_sales_amount }) => formatYen(total_sales_amount),
              },
            ]}
            empty={Object.keys(state.filters).length === 0 ? <EmptyState title="注文はまだありません。" /> : undefined}
          />
        </Section>
      </Stack>
    </>
  )
}

const monthName = (month: string) => `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`

const OrdersOfClients = ({ state }: { state: ListState }) => {
  const { data } = useQuery(ordersOf(state))
  const { data: companies } = useQuery(clients)
  const enterClient = useEnterClient()
  return (
    <>
      <FilterBar
        filters={[
          {
            name: 'client_id',
            label: '企業',
            width: 220,
            options: (companies?.clients ?? []).map(({ id, cd, name }) => ({ value: String(id), label: `${name}（${cd}）` })),
          },
          { name: 'status', label: '状態', options: shownOrderStatuses.map(value => ({ value, label: orderStatusLabels[value] })) },
          { name: 'month', label: '申込み月', type: 'month' },
        ]}
      />
      <OrdersTotal data-testid="orders-total">
        売上合計（代金を受け取った{data?.total_sales_count ?? 0}件の合計）
        <strong>{data === undefined ? '―' : formatYen(data.total_sales_amount)}</strong>
        <span>該当する注文 {data?.total_count ?? 0}件</span>
      </OrdersTotal>
      <DataTable
        label="注文"
        rows={data?.orders}
        total={data?.total_count}
        rowKey={({ id }) => id}
        onRow={({ client }) => enterClient(client, paths.orders())}
        columns={[
          { key: 'created_at', head: '申込日', sort: 'created_at', nowrap: true, cell: ({ created_at }) => dayOf(created_at) },
          { key: 'client', head: '企業', sort: 'client_cd', cell: ({ client }) => `${client.name}（${client.cd}）` },
          { key: 'building', head: '物件', sort: 'building_name', cell: ({ building_name }) => building_name },
          { key: 'room', head: '部屋', nowrap: true, cell: ({ room_name }) => room_name },
          { key: 'resident', head: '居住者', nowrap: true, cell: ({ resident_name }) => resident_name ?? '―' },
          {
            key: 'total',
            head: '税込合計',
            sort: 'total_price_in_tax',
            align: 'right',
            nowrap: true,
            cell: ({ total_price_in_tax }) => formatYen(total_price_in_tax),
          },
          {
            key: 'pay_method',
            head: '支払方法',
            nowrap: true,
            cell: ({ pay_method }) => (pay_method === null ? '―' : payMethodLabels[pay_method]),
          },
          { key: 'status', head: '状態', sort: 'status', nowrap: true, cell: ({ status }) => <OrderStatusBadge status={status} /> },
        ]}
        empty={Object.keys(state.filters).length === 0 ? <EmptyState title="注文はまだありません。" /> : undefined}
      />
    </>
  )
}

const dayOf = (instant: string) => formatDayShort(todayInTokyo(new Date(instant)))
