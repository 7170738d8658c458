import { isStaff } from '@toguchi/domain/access/actor'
import { formatYen } from '@toguchi/domain/money/tax'
import { missingPhotosText } from '@toguchi/domain/photos/required-photos'
import { roomLabels } from '@toguchi/domain/rooms/labels'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useActor } from '../../platform/session/actor.ts'
import { useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { CheckField } from '../../ui/form/fields/CheckField.tsx'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Modal, ModalCancel, ModalFoot, ModalGuard } from '../../ui/dialog/Modal.tsx'
import { type RoomDetail, roomReads } from '../../room-reads/room-reads.ts'
import { SignaturePad } from '../../ui/files/SignaturePad.tsx'
import { Alert } from '../../ui/Alert.ts'
import { FieldBox, Label } from '../../ui/form/FieldParts.ts'

interface Values {
  special_report: string
  completion_comment: string
  omit_sign: boolean
  sign_omitted_reason: string
  photos_omitted_reason: string
}

/** The end of the visit: what was found, the resident's signature, and completion; what is missing is named (G-PHO-08, G-ROOM-19). */
export const CompleteModal = ({ room, onClose }: { room: RoomDetail; onClose: () => void }) => {
  const staff = isStaff(useActor())
  const [sign, setSign] = useState<string | null>(null)
  const form = useForm<Values>({
    defaultValues: {
      special_report: room.special_report ?? '',
      completion_comment: room.completion_comment ?? '',
      omit_sign: false,
      sign_omitted_reason: '',
      photos_omitted_reason: '',
    },
  })
  const save = useApiMutation('POST /api/constructions/:construction_id/rooms/:room_id/completion', {
    invalidates: roomReads,
    onSuccess: onClose,
    errors: 'caller',
    message: '保存しています…',
  })
  const missing = room.photo_slots.filter(slot => slot.taken === 0)
  const omitted = useWatch({ control: form.control, name: 'omit_sign' })
  const blocked = missing.length > 0 && !staff ? '撮影が完了していません' : !omitted && sign === null ? 'サインを入力してください' : null
  return (
    <Modal opened onClose={onClose} title={`${room.name}号室　完了登録`} width={640}>
      <Form
        form={form}
        error={save.error}
        guard={false}
        onSubmit={values =>
          save.mutate({
            params: { construction_id: room.construction_id, room_id: room.id },
            body: {
              room: {
                digital_sign: values.omit_sign ? null : sign,
                sign_omitted_reason: values.omit_sign ? values.sign_omitted_reason : null,
                photos_omitted_reason: values.photos_omitted_reason,
                special_report: values.special_report,
                completion_comment: values.completion_comment,
              },
            },
          })
        }
      >
        {missing.length === 0 ? null : (
          <Alert role="alert">
            <p>{missingPhotosText(missing)}</p>
            {staff ? (
              <TextField name="photos_omitted_reason" label="写真不足のまま完了する理由" required />
            ) : (
              <p>写真を撮影してから完了してください。</p>
            )}
          </Alert>
        )}
        {room.collect_on_the_day > 0 ? <Alert as="p">当日集金が未登録です。（{formatYen(room.collect_on_the_day)}）</Alert> : null}
        <TextareaField name="special_report" label={roomLabels.special_report} wide />
        <TextareaField name="completion_comment" label={roomLabels.completion_comment} wide />
        <CheckField name="omit_sign" label="サインを省略する" />
        {omitted ? (
          <TextField name="sign_omitted_reason" label={roomLabels.sign_omitted_reason} required />
        ) : (
          <FieldBox data-field="digital_sign">
            <Label as="span">居住者のサイン</Label>
            <SignaturePad onChange={setSign} />
            <ModalGuard watching={sign !== null && !save.isSuccess} />
          </FieldBox>
        )}
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={save.isPending} reason={blocked}>
            完了する
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
