import { formatDay, formatInstant } from '@toguchi/domain/calendar/day'
import { orderStatusLabels } from '@toguchi/domain/orders/labels'
import { payMethodLabels } from '@toguchi/domain/money/pay-method'
import { salesAmount } from '@toguchi/domain/orders/transitions'
import { toDay } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PrintJob, Printed } from '../../printing/printing.ts'
import { writeWorkbook } from '../../spreadsheets/spreadsheets.ts'
import { listOrders, type OrderFilter, type OrderListQuery } from './list-queries.ts'

export interface OrderListInput {
  construction_id: number | null
  filter: OrderFilter
  sort?: Pick<OrderListQuery, 'sort_by' | 'sort_desc'>
}

const headings = [
  ['申込日時', 18],
  ['物件', 24],
  ['工事', 24],
  ['部屋', 10],
  ['居住者', 16],
  ['点数', 8],
  ['税込合計', 12],
  ['売上', 12],
  ['支払方法', 16],
  ['状態', 18],
  ['支払期限', 14],
  ['入金日時', 18],
  ['キャンセル日時', 18],
] as const

/** The list of orders as a workbook: everything that matched, and the total of the sales below (G-ORD-14). */
export const writeOrderList = async (platform: Platform, { client_id, input }: PrintJob<OrderListInput>): Promise<Printed> => {
  const { construction_id, filter, sort = {} } = input
  const { rows } = await platform.pool.read(client_id, db =>
    listOrders(db, client_id, construction_id, filter, { ...sort, exclude_pagination: true }),
  )
  const moment = (date: Date | null) => (date === null ? '' : formatInstant(date))
  const sales = rows.reduce((sum, row) => sum + salesAmount(row), 0)
  const bytes = await writeWorkbook([
    {
      name: '注文一覧',
      headings: headings.map(([text, width]) => ({ text, width })),
      rows: [
        ...rows.map(row => [
          formatInstant(row.created_at),
          row.building_name,
          row.construction_name ?? '',
          row.room_name,
          row.resident_name ?? '',
          String(row.number_of_order_details),
          String(row.total_price_in_tax),
          String(salesAmount(row)),
          row.pay_method === null ? '' : payMethodLabels[row.pay_method],
          orderStatusLabels[row.status],
          row.payment_period_end_on === null ? '' : formatDay(row.payment_period_end_on),
          moment(row.completion_at),
          moment(row.canceled_at),
        ]),
        ['売上合計', '', '', '', '', '', '', String(sales), '', '', '', '', ''],
      ],
    },
  ])
  return {
    bytes,
    fileName: `注文一覧_${toDay(platform.now()).replaceAll('-', '')}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
}
