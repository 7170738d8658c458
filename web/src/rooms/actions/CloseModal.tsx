import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { roomLabels } from '@toguchi/domain/rooms/labels'
import type { OrderDecision } from '@toguchi/domain/rooms/order-decision'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { OrderDecisionChoice } from '../../orders/orders.tsx'
import { useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { useReasons } from './RescheduleModal.tsx'
import { type RoomDetail, roomReads } from '../../room-reads/room-reads.ts'
import { Alert } from '../../ui/Alert.ts'

/** Settles the room for good (D-23); one that was not completed is given up and needs its reason. */
export const CloseModal = ({ room, onClose }: { room: RoomDetail; onClose: () => void }) => {
  const reasons = useReasons()
  const [decision, setDecision] = useState<OrderDecision | null>(null)
  const form = useForm<{ incomplete_reason_id: number | null }>({ defaultValues: { incomplete_reason_id: room.incomplete_reason_id } })
  const close = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/close', {
    invalidates: roomReads,
    onSuccess: onClose,
    errors: 'caller',
  })
  const needsReason = room.status !== 'completed'
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(room.name)}　完了確定`} width={480}>
      <Form
        form={form}
        error={close.error}
        guard={false}
        onSubmit={({ incomplete_reason_id }) =>
          close.mutate({
            params: { construction_id: room.construction_id, room_id: room.id },
            body: {
              room: needsReason && incomplete_reason_id !== null ? { incomplete_reason_id } : {},
              ...(decision === null ? {} : { order_decision: decision }),
            },
          })
        }
      >
        <p>完了確定すると、部屋・写真・報告書は変更できなくなります。</p>
        {needsReason ? (
          <>
            <Alert as="p">この部屋は完了していません。施工せずに終える場合は、理由を選んでください。</Alert>
            <OrderDecisionChoice room={room} change="give up" value={decision} onChange={setDecision} />
            <SelectField
              name="incomplete_reason_id"
              label={roomLabels.incomplete_reason_id}
              required
              options={reasons.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </>
        ) : null}
        <ModalFoot>
          <ModalCancel />
          <Button kind={needsReason ? 'danger' : 'primary'} type="submit" disabled={close.isPending}>
            完了確定する
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
