import { signboardLabels } from '@toguchi/domain/photos/labels'
import { signboardCornerLabels, signboardCorners } from '@toguchi/domain/photos/signboard-layout'
import { mostOfLine } from '@toguchi/domain/photos/signboard'
import { useForm } from 'react-hook-form'
import { type AnswerOf, useApiMutation } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { Modal, ModalFoot } from '../ui/dialog/Modal.tsx'

type Settings = AnswerOf<'GET /api/constructions/:construction_id/signboard'>['signboard']

interface Props {
  constructionId: number
  settings: Settings
  onClose: () => void
}

/** What all boards of a construction have in common. */
export const SignboardSettingsModal = ({ constructionId, settings, onClose }: Props) => {
  const form = useForm({ defaultValues: { corner: settings.corner, work_kind: settings.work_kind ?? '' } })
  const save = useApiMutation('PATCH /api/constructions/:construction_id/signboard', {
    invalidates: [
      'GET /api/constructions/:construction_id/signboard',
      'GET /api/constructions/:construction_id/common_area_images',
      'GET /api/constructions/:construction_id/rooms/:room_id/room_images',
    ],
    errors: 'caller',
    onSuccess: onClose,
  })
  return (
    <Modal opened onClose={onClose} title="電子小黒板の設定" width={560}>
      <Form
        form={form}
        resource="signboard"
        error={save.error}
        onSubmit={signboard => save.mutate({ params: { construction_id: constructionId }, body: { signboard } })}
      >
        <FormGrid>
          <Help data-span="all">
            この工事のすべての写真に反映されます。黒板・ヘッダー・フッターの種類と施工業者は、工事の編集で選びます。
          </Help>
          {settings.electronic_signboard_type === 'board' ? (
            <SelectField
              name="corner"
              label={signboardLabels.corner}
              required
              options={signboardCorners.map(value => ({ value, label: signboardCornerLabels[value] }))}
            />
          ) : null}
          <TextField name="work_kind" label={signboardLabels.work_kind} maxLength={mostOfLine} placeholder="電気設備工事" />
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
