import { isOffice } from '@toguchi/domain/access/actor'
import { formatYen } from '@toguchi/domain/money/tax'
import { payMethodLabels } from '@toguchi/domain/money/pay-method'
import { useQuery } from '@tanstack/react-query'
import { useActor } from '../platform/session/actor.ts'
import { q } from '../platform/api/api.ts'
import { Alert } from '../ui/Alert.ts'

interface Props {
  room: { id: number; construction_id: number }
  /** What is to be decided about them: stands behind the list. */
  advice: string
}

/** Orders of a room that live on when its work is given up or put off: somebody has to decide about them and their money first. */
export const PaidOrdersNote = ({ room, advice }: Props) => {
  const office = isOffice(useActor())
  const { data } = useQuery({
    ...q(
      'GET /api/constructions/:construction_id/rooms/:room_id/orders',
      { params: { construction_id: room.construction_id, room_id: room.id } },
      { silent: true, errors: 'nobody' },
    ),
    enabled: office,
  })
  const living = (data?.orders ?? []).filter(({ status }) => status !== 'cancel_order')
  if (living.length === 0) return null
  return (
    <Alert role="status" data-testid="paid-orders">
      <p>この部屋にはオプションの注文があります。{advice}</p>
      <ul>
        {living.map(order => (
          <li key={order.id}>
            {order.order_details.map(({ option_name }) => option_name).join('、')}　{formatYen(order.total_price_in_tax)}
            {order.pay_method === null ? '' : `（${payMethodLabels[order.pay_method]}・${order.sales_amount > 0 ? '入金済' : '未入金'}）`}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
