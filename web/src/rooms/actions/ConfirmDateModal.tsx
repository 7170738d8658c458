import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatDayLong, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { useForm } from 'react-hook-form'
import { invalidate, useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { type ActingFor, ActingForFields, actingForOf } from '../../acting-for/acting-for.tsx'
import { type RoomDetail, roomReads } from '../../room-reads/room-reads.ts'
import { RoomDate } from '../RoomDate.ts'
import { seenOf } from './seen-of.ts'

/** Fixes the date as it stands, for a resident who agreed by telephone or on paper (G-SCH-24). */
export const ConfirmDateModal = ({ room, onClose }: { room: RoomDetail; onClose: () => void }) => {
  const form = useForm<ActingFor>({ defaultValues: { channel: 'tel', caller: '' } })
  const confirm = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/confirmation', {
    invalidates: roomReads,
    onSuccess: onClose,
    errors: 'caller',
    // Refused over what is shown: it is read again.
    onError: () => void invalidate(roomReads),
  })
  const { assign } = room
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(room.name)}　日程を決める`} width={560}>
      <Form
        form={form}
        error={confirm.error}
        guard={false}
        onSubmit={values =>
          confirm.mutate({
            params: { construction_id: room.construction_id, room_id: room.id },
            body: { seen: seenOf(room), ...actingForOf(values) },
          })
        }
      >
        {assign === null ? null : (
          <RoomDate>
            {formatDayLong(assign.date)}
            <span>{formatTimeFrame(assign.start_at, assign.end_at)}</span>
          </RoomDate>
        )}
        <FormGrid>
          <ActingForFields />
        </FormGrid>
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={confirm.isPending}>
            この日程に決める
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
