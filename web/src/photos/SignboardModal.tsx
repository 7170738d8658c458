import { signboardLabels } from '@toguchi/domain/photos/labels'
import { mostOfLine } from '@toguchi/domain/photos/signboard'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type ApiError, invalidate } from '../platform/api/api.ts'
import { messageOf } from '../platform/api/request.ts'
import { toast } from '../platform/toast.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
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

/** What the board of one photo says otherwise than those of its construction. The photo itself stays as it was taken. */
export const SignboardModal = ({ album, photo, onClose }: Props) => {
  const { hidden, work_kind, place, note } = photo.signboard
  const form = useForm<BoardTexts>({ defaultValues: { hidden, work_kind: work_kind ?? '', place: place ?? '', note: note ?? '' } })
  const save = useMutation<unknown, ApiError, BoardTexts>({
    mutationFn: texts => changeSignboard(album, photo.uuid, texts),
    onSuccess: async answer => {
      await invalidate(album.stale)
      toast.success(messageOf(answer) ?? '電子小黒板を更新しました。')
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title="電子小黒板の修正" width={560}>
      <Form form={form} resource="signboard" error={save.error} onSubmit={texts => save.mutate(texts)}>
        <FormGrid>
          <Help data-span="all">工事名・部屋・撮影日・施工業者は工事の情報から入ります。撮影した写真そのものは変わりません。</Help>
          <TextField
            name="work_kind"
            label={signboardLabels.work_kind}
            maxLength={mostOfLine}
            help="空欄のときは、工事の設定の工種が入ります。"
          />
          <TextField name="place" label={signboardLabels.place} maxLength={mostOfLine} placeholder={photo.place_name} />
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
