import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { residentLabels } from '@toguchi/domain/residents/labels'
import { useForm } from 'react-hook-form'
import { useApiMutation } from '../../platform/api/api.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { DateField } from '../../ui/form/fields/DateField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { type RoomDetail, roomReads } from '../../room-reads/room-reads.ts'

interface Values {
  extended_to: string | null
  reason: string
}

interface Props {
  room: Pick<RoomDetail, 'id' | 'construction_id' | 'name' | 'date_change_extension'>
  onClose: () => void
}

/** A later deadline for this room's own change on the web, with why; an extension that is there can be taken back (practice §2). */
export const ExtendDateChangeModal = ({ room, onClose }: Props) => {
  const granted = room.date_change_extension
  const today = useConfiguration()?.today ?? ''
  const params = { construction_id: room.construction_id, room_id: room.id }
  const form = useForm<Values>({ defaultValues: { extended_to: granted?.extended_to ?? null, reason: granted?.reason ?? '' } })
  const settings = { invalidates: roomReads, onSuccess: onClose }
  const save = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/date_change_extension', {
    ...settings,
    errors: 'caller',
  })
  const end = useApiMutation('DELETE /api/constructions/:construction_id/rooms/:room_id/date_change_extension', settings)
  const [dialog, ask] = useConfirm()
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(room.name)}　日程変更の締切を延長`} width={480}>
      {dialog}
      <Form
        form={form}
        error={save.error}
        guard={false}
        onSubmit={({ extended_to, reason }) =>
          // Without a day the server names the field.
          save.mutate({ params, body: { date_change_extension: { extended_to: extended_to ?? '', reason } } })
        }
      >
        <FormGrid>
          <DateField
            name="extended_to"
            label={residentLabels.extended_to}
            help="この部屋の居住者だけが、延長した日まで、居住者ページから日程を変更できます。変更回数の上限もかかりません。"
            today={today}
            required
            wide
          />
          <TextareaField name="reason" label={residentLabels.reason} wide required />
        </FormGrid>
        <ModalFoot>
          {granted === null ? null : (
            <Button
              disabled={end.isPending}
              onClick={() =>
                void ask({
                  title: '締切の延長を取り消します。よろしいですか？',
                  text: `${formatDayLong(granted.extended_to)}までの延長がなくなり、この部屋の居住者は居住者ページから日程を変更できなくなることがあります。`,
                  confirm: '延長を取り消す',
                  danger: true,
                }).then(sure => sure && end.mutate({ params }))
              }
            >
              延長を取り消す
            </Button>
          )}
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={save.isPending}>
            延長する
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
