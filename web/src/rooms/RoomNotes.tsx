import { isOffice } from '@toguchi/domain/access/actor'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { receptionStatuses, receptionStatusLabels, roomLabels } from '@toguchi/domain/rooms/labels'
import { useRef } from 'react'
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
import { placeOfRoom, roomReads } from '../room-reads/room-reads.ts'
import { Help, StackedFieldset } from '../ui/form/FieldParts.ts'
import { Alert } from '../ui/Alert.ts'
import { ModalFoot } from '../ui/dialog/Modal.tsx'
import { Instruction } from './Instruction.ts'
import { type Noted, useNotesForm } from './use-notes-form.ts'

/** Reception and remarks; craftsmen write their own remarks and read the instructions (G-ROOM-09). */
export const RoomNotes = ({ room, readOnly }: { room: Noted; readOnly: boolean }) => {
  const office = isOffice(useActor())
  const { form, changed, isChanged, isContinued, changedElsewhere } = useNotesForm(room)
  const fields = useRef<HTMLFieldSetElement>(null)
  const save = useKeptMutation('PATCH /api/constructions/:construction_id/rooms/:room_id', {
    invalidates: roomReads,
    title: `${addressedRoom(room.name)}　備考`,
    ...placeOfRoom({ ...room, room_id: room.id }),
    onDone: () => {
      // Kept or saved, it is not unsaved any more.
      form.reset(form.getValues())
      // The button that was pressed cannot be pressed now, and has lost the focus.
      const active = document.activeElement
      if (active === document.body || active?.matches(':disabled') === true) fields.current?.focus({ preventScroll: true })
    },
  })
  return (
    <Section title="受付と備考" name="notes" actions={<ReceptionBadge status={room.reception_status_en} />}>
      <Form
        form={form}
        resource="room"
        error={save.error}
        onSubmit={() =>
          save.mutate({
            params: { construction_id: room.construction_id, room_id: room.id },
            body: { room: { ...changed(), lock_version: room.lock_version } },
          })
        }
      >
        {isContinued && isChanged ? <Help>保存していない入力が残っていました。続きから記入できます。</Help> : null}
        {changedElsewhere.map(({ name, now }) => (
          <Alert key={name} role="alert">
            入力している間に、「{roomLabels[name]}」がほかの端末で変更されました。
            {typeof now === 'string' && name !== 'reception_status' ? `いまの内容：${now === '' ? 'なし' : `「${now}」`}。` : ''}
            保存すると、ここに入力した内容になります。
          </Alert>
        ))}
        <StackedFieldset ref={fields} tabIndex={-1} disabled={readOnly} aria-label="部屋の備考">
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
              <Button type="submit" disabled={save.isPending || !isChanged}>
                保存する
              </Button>
            </ModalFoot>
          )}
        </StackedFieldset>
      </Form>
    </Section>
  )
}
