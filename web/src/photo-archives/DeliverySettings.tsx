import { majorCategoryChoices, photoCategoryChoices } from '@toguchi/domain/photo-archives/delivery-edition'
import { deliveryLabels, otherFormatLabels, otherFormats } from '@toguchi/domain/photo-archives/labels'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type AnswerOf, q, useApiMutation } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { Modal, ModalCancel, ModalFoot } from '../ui/dialog/Modal.tsx'
import { Form } from '../ui/form/Form.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { CheckField } from '../ui/form/fields/CheckField.tsx'
import { NumberField } from '../ui/form/fields/NumberField.tsx'
import { RadioField } from '../ui/form/fields/RadioField.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'

type Settings = AnswerOf<'GET /api/constructions/:construction_id/photo_delivery'>['photo_delivery']

interface Props {
  constructionId: number
  onClose: () => void
}

/** What the ministry's form says of the photos of a construction beyond what each photo says of itself. */
export const DeliverySettings = ({ constructionId, onClose }: Props) => {
  const { data } = useQuery(
    q('GET /api/constructions/:construction_id/photo_delivery', { params: { construction_id: constructionId } }, { silent: true }),
  )
  return (
    <Modal opened onClose={onClose} title="電子納品の設定" width={640}>
      {data === undefined ? null : <Fields constructionId={constructionId} settings={data.photo_delivery} onClose={onClose} />}
    </Modal>
  )
}

const optionsOf = (choices: readonly string[]) => choices.map(value => ({ value, label: value }))

const Fields = ({ constructionId, settings, onClose }: Props & { settings: Settings }) => {
  const form = useForm({
    defaultValues: {
      ...settings,
      work_type: settings.work_type ?? '',
      work_kind: settings.work_kind ?? '',
      work_detail: settings.work_detail ?? '',
    },
  })
  const save = useApiMutation('PATCH /api/constructions/:construction_id/photo_delivery', {
    invalidates: ['GET /api/constructions/:construction_id/photo_delivery', 'GET /api/constructions/:construction_id/photo_archives/check'],
    errors: 'caller',
    onSuccess: onClose,
  })
  return (
    <Form
      form={form}
      resource="photo_delivery"
      error={save.error}
      onSubmit={photo_delivery => save.mutate({ params: { construction_id: constructionId }, body: { photo_delivery } })}
    >
      <FormGrid>
        <Help data-span="all">この工事のすべての写真に使います。撮影箇所・撮影年月日・写真タイトルは、写真ごとの情報から入ります。</Help>
        <SelectField name="major_category" label={deliveryLabels.major_category} required options={optionsOf(majorCategoryChoices)} />
        <NumberField name="media_number" label={deliveryLabels.media_number} required />
        {(['before_category', 'under_category', 'after_category'] as const).map(name => (
          <SelectField key={name} name={name} label={deliveryLabels[name]} required options={optionsOf(photoCategoryChoices)} />
        ))}
        <TextField
          name="work_type"
          label={deliveryLabels.work_type}
          maxLength={127}
          placeholder="電気設備工事"
          help="空欄のときは、電子小黒板の工種が入ります。"
        />
        <TextField name="work_kind" label={deliveryLabels.work_kind} maxLength={127} />
        <TextField name="work_detail" label={deliveryLabels.work_detail} maxLength={127} />
        <CheckField name="after_is_representative" label="施工後の写真を代表写真にする" wide />
        <RadioField
          name="other_formats"
          label={deliveryLabels.other_formats}
          wide
          options={otherFormats.map(value => ({ value, label: otherFormatLabels[value] }))}
        />
      </FormGrid>
      <ModalFoot>
        <ModalCancel />
        <Button kind="primary" type="submit" disabled={save.isPending}>
          保存する
        </Button>
      </ModalFoot>
    </Form>
  )
}
