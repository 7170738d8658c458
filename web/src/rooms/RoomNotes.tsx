import { isOffice } from '@toguchi/domain/access/actor'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { receptionStatuses, receptionStatusLabels, roomLabels } from '@toguchi/domain/rooms/labels'
import { useForm } from 'react-hook-form'
import { useActor } from '../platform/session/actor.ts'
import { useKeptMutation } from '../platform/outbox/use-kept-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { CheckField } from '../ui/form/fields/CheckField.tsx'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { TextareaField } from '../ui/form/fields/TextareaField.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { ReceptionBadge } from './ReceptionBadge.tsx'
import { placeOfRoom, type RoomDetail, roomReads } from '../room-reads/room-reads.ts'
import { StackedFieldset } from '../ui/form/FieldParts.ts'
import { ModalFoot } from '../ui/dialog/Modal.tsx'
import { Instruction } from './Instruction.ts'

/** Only what was written here: two people at one room must not wipe each other's words. */
const changedOnly = <Values extends object>(values: Values, dirty: Partial<Record<keyof Values, unknown>>): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => dirty[name as keyof Values])) as Partial<Values>

type Noted = Pick<
  RoomDetail,
  | 'id'
  | 'name'
  | 'building_name'
  | 'construction_id'
  | 'lock_version'
  | 'reception_status_en'
  | 'high_priority'
  | 'app_register'
  | 'construction_remarks'
  | 'room_remarks'
>

/** Reception and remarks; craftsmen write their own remarks and read the instructions (G-ROOM-09). */
export const RoomNotes = ({ room, readOnly }: { room: Noted; readOnly: boolean }) => {
  const office = isOffice(useActor())
  const form = useForm({
    defaultValues: {
      reception_status: room.reception_status_en as string,
      high_priority: room.high_priority,
      app_register: room.app_register,
      construction_remarks: room.construction_remarks ?? '',
      room_remarks: room.room_remarks ?? '',
    },
  })
  const save = useKeptMutation('PATCH /api/constructions/:construction_id/rooms/:room_id', {
    invalidates: roomReads,
    title: `${addressedRoom(room.name)}　備考`,
    ...placeOfRoom({ ...room, room_id: room.id }),
    // Kept or saved, it is not unsaved any more.
    onDone: () => form.reset(form.getValues()),
  })
  return (
    <Section title="受付と備考" name="notes" actions={<ReceptionBadge status={room.reception_status_en} />}>
      <Form
        form={form}
        resource="room"
        error={save.error}
        onSubmit={values =>
          save.mutate({
            params: { construction_id: room.construction_id, room_id: room.id },
            body: { room: { ...changedOnly(values, form.formState.dirtyFields), lock_version: room.lock_version } },
          })
        }
      >
        <StackedFieldset disabled={readOnly} aria-label="部屋の備考">
          {office ? (
            <FormGrid>
              <SelectField
                name="reception_status"
                label={roomLabels.reception_status}
                required
                options={receptionStatuses.map(value => ({ value, label: receptionStatusLabels[value] }))}
              />
              <div>
                <CheckField name="high_priority" label={roomLabels.high_priority} />
                <CheckField name="app_register" label={roomLabels.app_register} />
              </div>
              <TextareaField name="construction_remarks" label={`${roomLabels.construction_remarks}（職人への指示）`} wide />
              <TextareaField name="room_remarks" label={`${roomLabels.room_remarks}（現場から）`} wide />
            </FormGrid>
          ) : (
            <>
              {room.construction_remarks === null ? null : <Instruction>{room.construction_remarks}</Instruction>}
              <TextareaField name="room_remarks" label={`${roomLabels.room_remarks}（現場から）`} wide />
            </>
          )}
          {readOnly ? null : (
            <ModalFoot>
              <Button type="submit" disabled={save.isPending || !form.formState.isDirty}>
                保存する
              </Button>
            </ModalFoot>
          )}
        </StackedFieldset>
      </Form>
    </Section>
  )
}
