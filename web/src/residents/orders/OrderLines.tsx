import { formatYen } from '@toguchi/domain/money/tax'
import type { AnswerOf } from '../../platform/api/request.ts'
import { Read } from '../../ui/plain/Read.tsx'
import styles from './OrderLines.module.css'

export type Order = AnswerOf<'GET /api/residents/orders'>['orders'][number]

/** What an order holds, and what it comes to. */
export const OrderLines = ({ order }: { order: Order }) => (
  <ul className={styles.lines}>
    {order.order_details.map(line => (
      <li key={line.id}>
        <span>{line.option_name}</span>
        <span>{formatYen(line.price_in_tax)}</span>
      </li>
    ))}
    <li className={styles.linesTotal}>
      <Read>
        <span>合計（税込）</span>
        <strong>{formatYen(order.total_price_in_tax)}</strong>
      </Read>
    </li>
  </ul>
)
