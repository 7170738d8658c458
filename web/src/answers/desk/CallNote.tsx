import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { answerLabels, deskAssignee } from '@toguchi/domain/answers/labels'
import { type Day, instantOf } from '@toguchi/domain/calendar/day'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useApiMutation } from '../../platform/api/api.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { Button } from '../../ui/Button.tsx'
import { DateField } from '../../ui/form/fields/DateField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { TimeField } from '../../ui/form/fields/TimeField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import type { Refusal } from '../../ui/form/field-errors.ts'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { Help, StackedFieldset } from '../../ui/form/FieldParts.ts'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { Stack } from '../../ui/layout/Layout.ts'
import { answerReads, type Desk } from '../answer-reads.ts'

interface Values {
  caller: string
  contents: string
  call_back_on: string | null
  call_back_time: string | null
  /** Null: whoever is at the desk. */
  call_back_user_id: number | null
  call_back_phone: string
}

/** A day, a person or a number alone is no promise that anybody could keep. */
const hourMissing = '折り返しの時刻を入力してください'

/** Who calls without a name on record. */
const unnamed = 'お電話の方'

/** A call that changed nothing: what it was about; with a time it is a promise to call back. */
export const CallNote = ({ desk: { room, resident, assignees }, onClose }: { desk: Desk; onClose: () => void }) => {
  const today = useConfiguration()?.today ?? ''
  const [error, setError] = useState<Refusal | null>(null)
  const knownPhone = resident?.phone ?? ''
  const form = useForm<Values>({
    defaultValues: {
      caller: resident?.name ?? unnamed,
      contents: '',
      call_back_on: today,
      call_back_time: null,
      call_back_user_id: null,
      call_back_phone: knownPhone,
    },
  })
  const time = useWatch({ control: form.control, name: 'call_back_time' })
  const promised = time !== null && time !== ''
  const save = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/answers', {
    invalidates: answerReads.filter(key => key !== 'GET /api/desk'),
    errors: 'caller',
    onSuccess: onClose,
    onError: setError,
  })
  const submit = ({ caller, contents, call_back_on, call_back_time, call_back_user_id, call_back_phone }: Values) => {
    if (!call_back_time && (call_back_on !== today || call_back_user_id !== null || call_back_phone !== knownPhone)) {
      setError({ fields: { call_back_time: [hourMissing] }, fullMessages: [hourMissing] })
      return
    }
    save.mutate({
      params: { construction_id: room.construction_id, room_id: room.id },
      body: {
        room_answer: {
          channel: 'tel',
          caller,
          noted: true,
          contents,
          ...(call_back_time === null || call_back_time === ''
            ? {}
            : {
                call_back_at: instantOf(call_back_on ?? today, call_back_time).toISOString(),
                call_back_user_id,
                call_back_phone: call_back_phone === '' ? null : call_back_phone,
              }),
        },
      },
    })
  }
  return (
    <Modal opened onClose={onClose} title={`${addressedRoom(room.name)}　用件のみ記録`} width={640} testId="call-note">
      <Form form={form} error={error} onSubmit={submit}>
        <Stack>
          <TextField name="caller" label={answerLabels.caller} maxLength={100} />
          <TextareaField name="contents" label={answerLabels.contents} required maxLength={2000} />
          <CallBackFields assignees={assignees} today={today} isUnknown={knownPhone === ''} />
        </Stack>
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={save.isPending}>
            {promised ? '折り返しとして記録する' : '記録する'}
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}

/** Whom to call back, when and who does; nothing of it hides, for the number is asked for before the hour is (field-use O8). */
const CallBackFields = ({ assignees, today, isUnknown }: { assignees: Desk['assignees']; today: Day; isUnknown: boolean }) => (
  <StackedFieldset>
    <legend>折り返し</legend>
    <Help>
      時刻を入力すると「折り返し」として残ります。
      {isUnknown ? 'この住戸の電話番号は登録されていません。折り返し先をお尋ねください。' : ''}
    </Help>
    <FormGrid>
      <TextField name="call_back_phone" label={answerLabels.call_back_phone} type="tel" inputMode="tel" />
      <SelectField
        name="call_back_user_id"
        label={answerLabels.call_back_user_id}
        placeholder={deskAssignee}
        options={assignees.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <DateField name="call_back_on" label="折り返しの日" today={today} min={today} />
      <TimeField name="call_back_time" label="折り返しの時刻" />
    </FormGrid>
  </StackedFieldset>
)
