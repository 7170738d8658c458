import { formatDay } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import { payMethodLabels } from '@toguchi/domain/money/pay-method'
import { orderStatusLabels } from '@toguchi/domain/orders/labels'
import { useState } from 'react'
import { ApplyCancelModal } from '../../orders/orders.tsx'
import { invalidate } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import type { Desk, Dwelling } from '../answer-reads.ts'
import { factsOf } from './caller-facts.ts'
import styles from './DeskCall.module.css'

type Order = Desk['orders'][number]

/** What the household has ordered; whoever asks to cancel is written down here, and staff decide (D-22). */
export const DeskOrders = ({ desk, dwelling }: { desk: Desk; dwelling: Dwelling }) => {
  const { orders, resident } = desk
  const [applying, setApplying] = useState<Order | null>(null)
  if (orders.length === 0) return null
  const close = () => {
    setApplying(null)
    void invalidate(['GET /api/constructions/:construction_id/rooms/:room_id/desk'])
  }
  return (
    <Section title="オプション" name="desk-orders">
      <ul className={styles.contacts}>
        {orders.map(order => (
          <li key={order.id}>
            <strong>{order.options.join('、')}</strong>
            <span>{moneyText(order)}</span>
            {order.status === 'unpaid' || order.status === 'paid' ? (
              <div>
                <Button size="small" onClick={() => setApplying(order)}>
                  キャンセル申請を登録
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {applying === null ? null : (
        <ApplyCancelModal
          id={applying.id}
          caller={resident?.name ?? ''}
          facts={factsOf(desk, dwelling)}
          fact={dwelling.by_phone ? 'phone' : null}
          onClose={close}
        />
      )}
    </Section>
  )
}

const moneyText = ({ total_price_in_tax, status, pay_method, payment_period_end_on, receipts }: Order): string =>
  [
    `${formatYen(total_price_in_tax)} ${orderStatusLabels[status]}${pay_method === null ? '' : `（${payMethodLabels[pay_method]}）`}`,
    ...(status === 'unpaid' && payment_period_end_on !== null ? [`期限 ${formatDay(payment_period_end_on)}`] : []),
    ...(receipts.length === 0 ? [] : [`領収書 ${receipts.map(number => `No.${number}`).join('、')}`]),
  ].join(' ／ ')
