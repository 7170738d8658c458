import { transportLabels } from '@toguchi/domain/messages/labels'
import { isOffice } from '@toguchi/domain/access/actor'
import { formatYen } from '@toguchi/domain/money/tax'
import { payMethodLabels } from '@toguchi/domain/money/pay-method'
import { type OrderDecision, orderDecisionLabels, orderDecisionsFor, type RoomChange } from '@toguchi/domain/rooms/order-decision'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type AnswerOf, q } from '../../platform/api/api.ts'
import { useActor } from '../../platform/session/actor.ts'
import { Alert } from '../../ui/Alert.ts'
import { CheckLabel, CheckRow, Help } from '../../ui/form/FieldParts.ts'

interface Props {
  room: { id: number; construction_id: number; name: string }
  change: RoomChange
  value: OrderDecision | null
  onChange: (decision: OrderDecision) => void
}

type RoomOrders = AnswerOf<'GET /api/constructions/:construction_id/rooms/:room_id/orders'>

/** The orders of a room that is moved, put off or given up, and what becomes of them (beyond 21); nothing where it has none. */
export const OrderDecisionChoice = ({ room, change, value, onChange }: Props) => {
  const actor = useActor()
  const name = useId()
  const { data } = useQuery({
    ...q(
      'GET /api/constructions/:construction_id/rooms/:room_id/orders',
      { params: { construction_id: room.construction_id, room_id: room.id } },
      { silent: true, errors: 'nobody' },
    ),
    enabled: isOffice(actor),
  })
  const living = (data?.orders ?? []).filter(({ status }) => status !== 'cancel_order')
  if (data === undefined || living.length === 0) return null
  const decisions = orderDecisionsFor(actor, change)
  const refund = living.reduce((sum, { sales_amount }) => sum + sales_amount, 0)
  return (
    <Alert role="group" aria-label={`${room.name}のオプションの注文`} data-testid="order-decision">
      <p>
        {change === 'give up'
          ? 'オプションの注文があります。施工せずに終えるため、注文も取り消します。'
          : 'オプションの注文があります。どうするか選んでください。'}
      </p>
      <ul>
        {living.map(order => (
          <li key={order.id}>{orderText(order)}</li>
        ))}
      </ul>
      <CheckRow>
        {decisions.map(decision => (
          <CheckLabel key={decision}>
            <input type="radio" name={name} checked={value === decision} onChange={() => onChange(decision)} />
            {decision === 'cancel' ? cancelText(refund) : orderDecisionLabels[decision]}
          </CheckLabel>
        ))}
      </CheckRow>
      <Help>{decisions.includes('cancel') ? toldText(data.contact, change) : '取り消しと返金は担当スタッフが行います。'}</Help>
    </Alert>
  )
}

const orderText = ({ order_details, total_price_in_tax, pay_method, sales_amount }: RoomOrders['orders'][number]): string => {
  const names = order_details.map(({ option_name }) => option_name).join('、')
  const paid = pay_method === null ? '' : `（${payMethodLabels[pay_method]}・${sales_amount > 0 ? '入金済' : '未入金'}）`
  return `${names}　${formatYen(total_price_in_tax)}${paid}`
}

const cancelText = (refund: number): string =>
  refund > 0 ? `${orderDecisionLabels.cancel}（${formatYen(refund)}を返金）` : '取り消す（返金はありません）'

const toldText = (contact: RoomOrders['contact'], change: RoomChange): string => {
  const chosen = change === 'give up' ? '取り消す' : '「そのまま行う」以外を選ぶ'
  return contact === null
    ? `連絡先の登録がないため、${chosen}ときは書面でお知らせしてください。`
    : `${chosen}と、居住者に${transportLabels[contact]}でお知らせします。`
}
