import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatYen } from '@toguchi/domain/money/tax'
import { useState } from 'react'
import { useActor } from '../platform/session/actor.ts'
import { useApiMutation } from '../platform/api/api.ts'
import { SignaturePad } from '../ui/files/SignaturePad.tsx'
import { Button } from '../ui/Button.tsx'
import { Modal, ModalCancel, ModalFoot, ModalGuard } from '../ui/dialog/Modal.tsx'
import { orderChange } from './order-reads.ts'
import { FieldBox, Label } from '../ui/form/FieldParts.ts'
import { OrdersTotal } from './OrdersTotal.ts'

interface Props {
  order: { id: number; amount: number; room_name: string; options: readonly string[] }
  onClose: () => void
}

/** Money taken at the door: the sum to count, and the resident's signature for it (G-ORD-13). Staff may do without the latter. */
export const CollectModal = ({ order, onClose }: Props) => {
  const mustSign = useActor().kind === 'craftsman'
  const [sign, setSign] = useState<string | null>(null)
  const save = useApiMutation('PATCH /api/orders/:id/payment', { ...orderChange, onSuccess: onClose, message: '登録しています…' })
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(order.room_name)}　集金`} width={560} testId="collect">
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
