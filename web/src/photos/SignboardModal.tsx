import { todayInTokyo } from '@toguchi/domain/calendar/day'
import { signboardLabels } from '@toguchi/domain/photos/labels'
import { mostOfLine } from '@toguchi/domain/photos/signboard'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type ApiError, invalidate } from '../platform/api/api.ts'
import { messageOf } from '../platform/api/request.ts'
import { toast } from '../platform/toast.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { DateField } from '../ui/form/fields/DateField.tsx'
import { CheckField } from '../ui/form/fields/CheckField.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { Modal, ModalFoot } from '../ui/dialog/Modal.tsx'
import type { Photo } from './PhotoViewer.tsx'
import { type Album, type BoardTexts, changeSignboard } from './upload-photo.ts'

interface Props {
  album: Album
  photo: Photo
  onClose: () => void
}

interface Values {
  hidden: boolean
  work_kind: string
  place: string
  note: string
  date: string | null
  date_reason: string
}

/** What stands there is sent no more than a reason for nothing. */
const textsOf = ({ date, date_reason, ...texts }: Values, dayOfPhoto: string): BoardTexts =>
  date === null || date === dayOfPhoto ? texts : { ...texts, date, date_reason }

/** What the board of one photo says otherwise than those of its construction. The photo itself stays as it was taken. */
export const SignboardModal = ({ album, photo, onClose }: Props) => {
  const { hidden, work_kind, place, note } = photo.signboard
  const dayOfPhoto = todayInTokyo(new Date(photo.filming_at))
  const form = useForm<Values>({
    defaultValues: { hidden, work_kind: work_kind ?? '', place: place ?? '', note: note ?? '', date: dayOfPhoto, date_reason: '' },
  })
  const date = useWatch({ control: form.control, name: 'date' })
  const [today] = useState(() => todayInTokyo(new Date()))
  const save = useMutation<unknown, ApiError, Values>({
    mutationFn: values => changeSignboard(album, photo.uuid, textsOf(values, dayOfPhoto)),
    onSuccess: async answer => {
      await invalidate(album.stale)
      toast.success(messageOf(answer) ?? '電子小黒板を更新しました。')
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title="電子小黒板の修正" width={560}>
      <Form form={form} resource="signboard" error={save.error} onSubmit={values => save.mutate(values)}>
        <FormGrid>
          <Help data-span="all">工事名・部屋・施工業者は工事の情報から入ります。撮影した写真そのものは変わりません。</Help>
          <TextField
            name="work_kind"
            label={signboardLabels.work_kind}
            maxLength={mostOfLine}
            help="空欄のときは、工事の設定の工種が入ります。"
          />
          <TextField name="place" label={signboardLabels.place} maxLength={mostOfLine} placeholder={photo.place_name} />
          <DateField name="date" label={signboardLabels.date} required today={today} max={today} />
          {date === dayOfPhoto ? null : <TextField name="date_reason" label={signboardLabels.date_reason} required maxLength={200} wide />}
          <TextField name="note" label={signboardLabels.note} maxLength={mostOfLine} wide />
          <CheckField name="hidden" label="この写真には電子小黒板を入れない" wide />
        </FormGrid>
        <ModalFoot>
          <Button onClick={onClose}>キャンセル</Button>
          <Button kind="primary" type="submit" disabled={save.isPending}>
            保存する
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
