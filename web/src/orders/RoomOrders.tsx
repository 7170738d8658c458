import { isOffice } from '@toguchi/domain/access/actor'
import { formatDay, todayInTokyo } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import { payMethodLabels } from '@toguchi/domain/money/pay-method'
import { canRecordPayment } from '@toguchi/domain/orders/policy'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { partOnDemand } from '../platform/late-part.ts'
import { useActor } from '../platform/session/actor.ts'
import { q } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { CollectionBadge, useCollectionOf } from '../room-reads/room-reads.ts'
import type { RoomOrder } from './order-reads.ts'
import { OrderStatusBadge } from './OrderStatusBadge.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { TableButton } from '../ui/table/Table.tsx'
import { OrderRows } from './OrderRows.ts'

const OrderModal = partOnDemand(async () => (await import('./OrderModal.tsx')).OrderModal)
const PlaceOrderModal = partOnDemand(async () => (await import('./PlaceOrderModal.tsx')).PlaceOrderModal)
const CollectModal = partOnDemand(async () => (await import('./CollectModal.tsx')).CollectModal)

interface Props {
  room: { id: number; construction_id: number; name: string; building_name: string; closed_at: string | null }
}

type Task = { kind: 'order'; id: number } | { kind: 'collect'; order: RoomOrder } | { kind: 'place' }

/** A room's orders on its page: the office sees all, a craftsman what is to be collected at the door (G-ORD-13). */
export const RoomOrders = ({ room }: Props) => {
  const actor = useActor()
  const office = isOffice(actor)
  const [task, setTask] = useState<Task | null>(null)
  const { data } = useQuery(
    q(
      'GET /api/constructions/:construction_id/rooms/:room_id/orders',
      { params: { construction_id: room.construction_id, room_id: room.id } },
      { silent: true },
    ),
  )
  const done = () => setTask(null)
  if (!office && (data === undefined || data.orders.length === 0)) return null
  return (
    <Section
      title={office ? 'オプションの注文' : '当日集金'}
      name="orders"
      actions={
        office && room.closed_at === null ? (
          <Button size="small" icon="plus" onClick={() => setTask({ kind: 'place' })}>
            申込みを登録
          </Button>
        ) : null
      }
    >
      {data?.orders.length === 0 ? <Help>注文はありません。</Help> : null}
      <OrderRows>
        {data?.orders.map(order => (
          <li key={order.id} data-testid="room-order">
            <div>
              {office ? (
                <TableButton onClick={() => setTask({ kind: 'order', id: order.id })}>{namesOf(order).join('、')}</TableButton>
              ) : (
                <strong>{namesOf(order).join('、')}</strong>
              )}
              <p>
                <strong>{formatYen(order.total_price_in_tax)}</strong>
                <span>{order.pay_method === null ? '―' : payMethodLabels[order.pay_method]}</span>
                <StateOfOrder order={order} />
                <Help as="span">{formatDay(todayInTokyo(new Date(order.created_at)))} 申込み</Help>
              </p>
            </div>
            <CollectButton order={order} onCollect={() => setTask({ kind: 'collect', order })} />
          </li>
        ))}
      </OrderRows>
      <Suspense>
        {task?.kind === 'order' ? <OrderModal id={task.id} onClose={done} /> : null}
        {task?.kind === 'place' ? <PlaceOrderModal room={room} onClose={done} /> : null}
        {task?.kind === 'collect' ? (
          <CollectModal
            order={{
              id: task.order.id,
              amount: task.order.total_price_in_tax,
              room_name: room.name,
              options: namesOf(task.order),
            }}
            room={{ construction_id: room.construction_id, room_id: room.id, building_name: room.building_name }}
            onClose={done}
          />
        ) : null}
      </Suspense>
    </Section>
  )
}

/** As the server says, unless this device knows better. */
const StateOfOrder = ({ order }: { order: RoomOrder }) => {
  const collecting = useCollectionOf(order.id)
  return order.status === 'unpaid' && collecting !== null ? (
    <CollectionBadge state={collecting} />
  ) : (
    <OrderStatusBadge status={order.status} before={order.status_before_cancel} />
  )
}

const CollectButton = ({ order, onCollect }: { order: RoomOrder; onCollect: () => void }) => {
  const mayCollect = canRecordPayment(useActor())
  const collecting = useCollectionOf(order.id)
  return order.status === 'unpaid' && order.pay_method === 'other' && mayCollect && collecting === null ? (
    <Button kind="primary" onClick={onCollect}>
      集金済みにする
    </Button>
  ) : null
}

const namesOf = (order: RoomOrder) => order.order_details.map(({ option_name }) => option_name)
