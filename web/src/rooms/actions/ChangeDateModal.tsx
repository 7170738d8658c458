import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useActor } from '../../platform/session/actor.ts'
import { useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { type ActingFor, ActingForFields, actingForOf } from '../../acting-for/acting-for.tsx'
import { type ChosenFrame, FreeFrames } from '../../schedule/schedule.ts'
import { type RoomDetail, roomReads } from '../../room-reads/room-reads.ts'

/** Free frames day by day, two taps for somebody on the line (D-22). */
export const ChangeDateModal = ({ room, onClose }: { room: RoomDetail; onClose: () => void }) => {
  const params = { construction_id: room.construction_id, room_id: room.id }
  const [chosen, setChosen] = useState<ChosenFrame | null>(null)
  // Whoever sits at the switchboard has somebody on the line.
  const operator = useActor().kind === 'operator'
  const form = useForm<ActingFor>({ defaultValues: { channel: operator ? 'tel' : null, caller: '' } })
  const move = useApiMutation('PATCH /api/constructions/:construction_id/rooms/:room_id/assign', {
    invalidates: roomReads,
    onSuccess: onClose,
    errors: 'caller',
    onError: () => setChosen(null),
  })
  return (
    <Modal opened onClose={onClose} title={`${room.name}号室　日程の変更`} width={720}>
      <Form
        form={form}
        error={move.error}
        guard={false}
        onSubmit={values => {
          if (chosen !== null) move.mutate({ params, body: { assign: chosen, ...actingForOf(values) } })
        }}
      >
        <FreeFrames {...params} chosen={chosen} onChoose={setChosen} />
        <FormGrid>
          <ActingForFields />
        </FormGrid>
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={move.isPending} reason={chosen === null ? '日時を選んでください' : null}>
            この日時に変更する
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
