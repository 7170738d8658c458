import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatYen } from '@toguchi/domain/money/tax'
import { useState } from 'react'
import { useActor } from '../platform/session/actor.ts'
import { useKeptMutation } from '../platform/outbox/use-kept-mutation.ts'
import { invalidate } from '../platform/api/api.ts'
import { placeOfRoom } from '../room-reads/room-reads.ts'
import { SignaturePad } from '../ui/files/SignaturePad.tsx'
import { Button } from '../ui/Button.tsx'
import { Modal, ModalCancel, ModalFoot, ModalGuard } from '../ui/dialog/Modal.tsx'
import { orderReads } from './order-reads.ts'
import { FieldBox, Label } from '../ui/form/FieldParts.ts'
import { ScarceRoom } from '../ui/unsent/ScarceRoom.tsx'
import { OrdersTotal } from './OrdersTotal.ts'

interface Props {
  order: { id: number; amount: number; room_name: string; options: readonly string[] }
  room: { construction_id: number; room_id: number; building_name: string }
  onClose: () => void
}

/** Money taken at the door: the sum to count, and the resident's signature for it (G-ORD-13). Staff may do without the latter. */
export const CollectModal = ({ order, room, onClose }: Props) => {
  const mustSign = useActor().kind === 'craftsman'
  const [sign, setSign] = useState<string | null>(null)
  const save = useKeptMutation('PATCH /api/orders/:id/payment', {
    invalidates: orderReads,
    title: `${addressedRoom(order.room_name)}　集金 ${formatYen(order.amount)}`,
    ...placeOfRoom(room),
    amount: order.amount,
    asKept: ({ params, body }) => ({ params, body: { ...body, completion_at: new Date().toISOString() } }),
    errors: 'page',
    onDone: onClose,
    // It was decided over what is shown, and that has changed meanwhile.
    onError: () => void invalidate(orderReads),
  })
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(order.room_name)}　集金`} width={560} testId="collect">
      <ScarceRoom />
      <p>{order.options.join('、')}</p>
      <OrdersTotal>
        お預かりする金額<strong>{formatYen(order.amount)}</strong>
      </OrdersTotal>
      <FieldBox>
        <Label as="span">居住者のサイン{mustSign ? '' : '（任意）'}</Label>
        <SignaturePad onChange={setSign} />
        <ModalGuard watching={sign !== null && !save.isSuccess} />
      </FieldBox>
      <ModalFoot>
        <ModalCancel />
        <Button
          kind="primary"
          disabled={save.isPending}
          reason={mustSign && sign === null ? 'サインを入力してください' : null}
          onClick={() => save.mutate({ params: { id: order.id }, body: sign === null ? {} : { digital_sign: sign } })}
        >
          集金済みにする
        </Button>
      </ModalFoot>
    </Modal>
  )
}
