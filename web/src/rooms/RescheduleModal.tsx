import { roomLabels } from '@toguchi/domain/rooms/labels'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { PaidOrdersNote } from '../orders/orders.tsx'
import { q, useApiMutation } from '../platform/api.ts'
import { useConfiguration } from '../platform/configuration.ts'
import { Button } from '../ui/Button.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { TimeField } from '../ui/form/TimeField.tsx'
import { Modal, ModalCancel, ModalFoot } from '../ui/Modal.tsx'
import { type RoomDetail, roomReads } from './room-reads.ts'

interface Values {
  incomplete_reason_id: number | null
  revisit_on: string | null
  revisit_time: string | null
  room_remarks: string
}

export const useReasons = () =>
  useQuery(q('GET /api/incomplete_reasons', { query: { exclude_pagination: true } }, { silent: true })).data?.incomplete_reasons ?? []

/** Could not be done today: why, and when again if that is known. It becomes remaining work (G-ROOM-01). */
export const RescheduleModal = ({ room, onClose }: { room: RoomDetail; onClose: () => void }) => {
  const reasons = useReasons()
  const today = useConfiguration()?.today ?? ''
  const form = useForm<Values>({
    defaultValues: { incomplete_reason_id: null, revisit_on: null, revisit_time: null, room_remarks: room.room_remarks ?? '' },
  })
  const save = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/reschedule', {
    invalidates: roomReads,
    onSuccess: onClose,
    errors: 'caller',
  })
  return (
    <Modal opened onClose={onClose} title={`${room.name}号室　日程再調整`} width={560}>
      <Form
        form={form}
        error={save.error}
        guard={false}
        onSubmit={({ incomplete_reason_id, revisit_on, revisit_time, room_remarks }) =>
          save.mutate({
            params: { construction_id: room.construction_id, room_id: room.id },
            body: {
              room: {
                // Without a reason the server names the field.
                incomplete_reason_id: incomplete_reason_id!,
                revisit_at:
                  revisit_on === null || revisit_on === ''
                    ? null
                    : `${revisit_on}T${revisit_time === null || revisit_time === '' ? '09:00' : revisit_time}:00+09:00`,
                room_remarks,
              },
            },
          })
        }
      >
        <PaidOrdersNote room={room} advice="新しい工事日でもこの注文を施工するか、確認してください。" />
        <FormGrid>
          <SelectField
            name="incomplete_reason_id"
            label={roomLabels.incomplete_reason_id}
            required
            wide
            options={reasons.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <DateField name="revisit_on" label="再訪問日" today={today} />
          <TimeField name="revisit_time" label="再訪問時刻" />
          <TextareaField name="room_remarks" label={roomLabels.room_remarks} wide />
        </FormGrid>
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={save.isPending}>
            日程再調整にする
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
