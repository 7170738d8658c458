import { type Day, formatDayShort, isDay, todayInTokyo } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import { orderSorts, orderStatuses, orderStatusLabels, shownOrderStatuses } from '@toguchi/domain/orders/labels'
import { isUnfinished } from '@toguchi/domain/orders/transitions'
import { payMethodLabels, payMethods } from '@toguchi/domain/money/pay-method'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DocumentJobButton } from '../documents/documents.tsx'
import { q, send } from '../platform/api/api.ts'
import { useLiveChanges } from '../platform/live/use-live-changes.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { FilterBar } from '../ui/table/FilterBar.tsx'
import { type ListState, listQueryOf, useListState } from '../ui/table/list-state.ts'
import type { Order } from './order-reads.ts'
import { AnswerDue } from './lists/AnswerDue.tsx'
import { OrderModal } from './OrderModal.tsx'
import { OrderStatusBadge } from './OrderStatusBadge.tsx'
import { RefundTasks } from './refunds/RefundTasks.tsx'
import styles from './OrderList.module.css'
import { OrdersTotal } from './OrdersTotal.ts'

/** Left at the payment page: in the list only where somebody asks for them (G-ORD-02, decision 092). */
const unfinished = orderStatuses.filter(isUnfinished)

const filterOf = ({ filters }: ListState) => {
  const status = shownOrderStatuses.find(each => each === filters.status)
  const pay_method = payMethods.find(each => each === filters.pay_method)
  const day = (text: string | undefined): Day | undefined => (text !== undefined && isDay(text) ? text : undefined)
  const created_from = day(filters.created_from)
  const created_to = day(filters.created_to)
  return {
    ...(filters.unfinished === 'only' ? { status: unfinished } : status === undefined ? {} : { status: [status] }),
    ...(pay_method === undefined ? {} : { pay_method: [pay_method] }),
    ...(created_from === undefined ? {} : { created_from }),
    ...(created_to === undefined ? {} : { created_to }),
    ...(filters.keyword === undefined ? {} : { keyword: filters.keyword }),
  }
}

/** The list's query: of one construction, or of all. */
export const ordersOf = (state: ListState, construction_id: number | null) => {
  const query = { ...listQueryOf(state, orderSorts), order: filterOf(state) }
  return construction_id === null
    ? q('GET /api/orders', { query })
    : q('GET /api/constructions/:construction_id/orders', { params: { construction_id }, query })
}

/** Orders of optional works: what waits for a decision on top, then the list with its total of sales (G-ORD-14). */
export const OrderList = ({ constructionId }: { constructionId: number | null }) => {
  const [state] = useListState()
  const { data } = useQuery(ordersOf(state, constructionId))
  useLiveChanges(
    constructionId === null
      ? ['GET /api/orders', 'GET /api/refunds']
      : ['GET /api/constructions/:construction_id/orders', 'GET /api/refunds'],
    {
      construction_id: constructionId,
    },
  )
  const [openId, setOpenId] = useState<number | null>(null)
  const { sort_by, sort_desc } = listQueryOf(state, orderSorts)
  const asked = { order: filterOf(state), ...(sort_by === undefined ? {} : { sort_by }), ...(sort_desc === undefined ? {} : { sort_desc }) }
  return (
    <>
      <RefundTasks constructionId={constructionId} onOrder={setOpenId} />
      <FilterBar
        filters={[
          { name: 'status', label: '状態', options: shownOrderStatuses.map(value => ({ value, label: orderStatusLabels[value] })) },
          { name: 'pay_method', label: '支払方法', options: payMethods.map(value => ({ value, label: payMethodLabels[value] })) },
          { name: 'unfinished', label: '支払手続き', options: [{ value: 'only', label: '未完了のみ' }] },
          { name: 'created_from', label: '申込日（から）', type: 'date' },
          { name: 'created_to', label: '申込日（まで）', type: 'date' },
          { name: 'keyword', label: '部屋・居住者・物件', width: 180 },
        ]}
        end={
          <DocumentJobButton
            name={`order_list/${constructionId ?? 'all'}/${JSON.stringify(asked)}`}
            label="Excelに出力"
            kind="xlsx"
            start={() =>
              constructionId === null
                ? send('POST /api/orders/file', { body: asked })
                : send('POST /api/constructions/:construction_id/orders/file', {
                    params: { construction_id: constructionId },
                    body: asked,
                  })
            }
          />
        }
      />
      <OrdersTotal data-testid="orders-total">
        売上合計（代金を受け取った{data?.total_sales_count ?? 0}件の合計）
        <strong>{data === undefined ? '―' : formatYen(data.total_sales_amount)}</strong>
        <span>該当する注文 {data?.total_count ?? 0}件</span>
      </OrdersTotal>
      <div className={styles.list}>
        <DataTable
          label="注文"
          rows={data?.orders}
          total={data?.total_count}
          rowKey={({ id }) => id}
          onRow={({ id }) => setOpenId(id)}
          columns={[
            {
              key: 'created_at',
              head: '申込日',
              sort: 'created_at',
              nowrap: true,
              cell: ({ created_at }) => dayOf(created_at),
            },
            ...(constructionId === null
              ? [{ key: 'building', head: '物件／工事', sort: 'building_name', cell: (row: Order) => <Place row={row} /> }]
              : []),
            { key: 'room', head: '部屋', sort: 'room_name', nowrap: true, cell: ({ room_name }) => room_name },
            { key: 'resident', head: '居住者', sort: 'resident_name', nowrap: true, cell: ({ resident_name }) => resident_name ?? '―' },
            {
              key: 'count',
              head: '点数',
              sort: 'number_of_order_details',
              align: 'right',
              cell: ({ number_of_order_details }) => number_of_order_details,
            },
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
              sort: 'pay_method',
              nowrap: true,
              cell: ({ pay_method }) => (pay_method === null ? '―' : payMethodLabels[pay_method]),
            },
            {
              key: 'status',
              head: '状態',
              sort: 'status',
              // Whether money is in stands in its own column.
              cell: ({ status, cancel_answer_by }) => (
                <>
                  <OrderStatusBadge status={status} />
                  {cancel_answer_by === null ? null : (
                    <div>
                      <AnswerDue by={cancel_answer_by} />
                    </div>
                  )}
                </>
              ),
            },
            {
              key: 'until',
              head: '支払期限',
              sort: 'payment_period_end_on',
              nowrap: true,
              cell: ({ payment_period_end_on }) => (payment_period_end_on === null ? '―' : formatDayShort(payment_period_end_on)),
            },
            { key: 'paid', head: '入金日', sort: 'completion_at', nowrap: true, cell: ({ completion_at }) => dayOf(completion_at) },
            { key: 'canceled', head: 'キャンセル日', sort: 'canceled_at', nowrap: true, cell: ({ canceled_at }) => dayOf(canceled_at) },
          ]}
          empty={
            Object.keys(state.filters).length === 0 ? (
              <EmptyState title="注文はまだありません。" text="居住者がオプション工事を申し込むと、ここに表示されます。" />
            ) : undefined
          }
        />
      </div>
      {openId === null ? null : <OrderModal id={openId} onClose={() => setOpenId(null)} />}
    </>
  )
}

/** The day alone: eleven columns have to stand beside each other. The moment is in the order. */
const dayOf = (instant: string | null) => (instant === null ? '―' : formatDayShort(todayInTokyo(new Date(instant))))

/** One line each, cut where there is no room for all eleven columns; the order itself says it whole. */
const Place = ({ row }: { row: Order }) => (
  <span className={styles.place} title={`${row.building_name} ${row.construction_name ?? ''}`}>
    {row.building_name}
    <small className={styles.work}>{row.construction_name}</small>
  </span>
)
