import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { instantOf, timeInTokyo } from '@toguchi/domain/calendar/day'
import { roomLabels } from '@toguchi/domain/rooms/labels'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { AnswerOf } from '../../platform/api/api.ts'
import { useKeptMutation } from '../../platform/outbox/use-kept-mutation.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { Button } from '../../ui/Button.tsx'
import { DateField } from '../../ui/form/fields/DateField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { TimeField } from '../../ui/form/fields/TimeField.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { groupOf, type RoomDetail, roomReads } from '../../room-reads/room-reads.ts'
import { Help } from '../../ui/form/FieldParts.ts'

interface Values {
  visited_on: string | null
  visited_time: string | null
  room_remarks: string
}

interface Props {
  room: RoomDetail
  onClose: () => void
  /** With the server's answer; null where it waits on this device. */
  onDone: (answer: AnswerOf<'POST /api/constructions/:construction_id/rooms/:room_id/absence'> | null) => void
}

/** Nobody opened: when it was is known, and the 不在票 at the door becomes good with it (D-34). */
export const AbsenceModal = ({ room, onClose, onDone }: Props) => {
  const today = useConfiguration()?.today ?? ''
  const [now] = useState(() => timeInTokyo(new Date()))
  const form = useForm<Values>({
    defaultValues: { visited_on: today, visited_time: now, room_remarks: room.room_remarks ?? '' },
  })
  const save = useKeptMutation('POST /api/constructions/:construction_id/rooms/:room_id/absence', {
    invalidates: roomReads,
    title: `${addressedRoom(room.name)}　不在の登録`,
    group: groupOf({ construction_id: room.construction_id, room_id: room.id }),
    // The server hears of it when there is a line: by then its clock says nothing about the visit.
    asKept: ({ params, body: { absence } }) => ({ params, body: { absence: { visited_at: new Date().toISOString(), ...absence } } }),
    onDone,
  })
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(room.name)}　不在の登録`} width={520}>
      <Form
        form={form}
        error={save.error}
        guard={false}
        onSubmit={({ visited_on, visited_time, room_remarks }) => {
          const { visited_on: on, visited_time: time } = form.formState.dirtyFields
          // Untouched it is now: the server's clock says when that is.
          const visited_at = (on || time) && visited_on && visited_time ? instantOf(visited_on, visited_time).toISOString() : undefined
          save.mutate({
            params: { construction_id: room.construction_id, room_id: room.id },
            body: { absence: { ...(visited_at === undefined ? {} : { visited_at }), room_remarks } },
          })
        }}
      >
        <Help>登録すると、不在票のQRコードと居住者ページから、居住者が新しい日時を選べるようになります。</Help>
        <FormGrid>
          <DateField name="visited_on" label="訪問した日" required today={today} max={today} />
          <TimeField name="visited_time" label="訪問した時刻" required />
          <TextareaField name="room_remarks" label={roomLabels.room_remarks} wide />
        </FormGrid>
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={save.isPending}>
            不在を登録
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
