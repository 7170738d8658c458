import { handlingEquipmentLabel, handlingEquipmentLabels as labels } from '@toguchi/domain/documents/labels'
import { useForm } from 'react-hook-form'
import { useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { RadioField } from '../../ui/form/fields/RadioField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Modal, ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { type Equipment, equipmentsKey, readers } from './equipment-reads.ts'
import { Stack } from '../../ui/layout/Layout.ts'

interface Props {
  construction_id: number
  equipment: Equipment
  onClose: () => void
}

/** Changes what a manual is called and who reads it. */
export const HandlingEquipmentModal = ({ construction_id, equipment, onClose }: Props) => {
  const form = useForm({ defaultValues: { file_name: equipment.file_name, for_app: equipment.for_app } })
  const save = useApiMutation('PATCH /api/constructions/:construction_id/handling_equipments/:id', {
    invalidates: [equipmentsKey],
    message: '保存しています…',
    errors: 'caller',
    onSuccess: onClose,
  })
  return (
    <Modal opened onClose={onClose} title={`${handlingEquipmentLabel}の編集`}>
      <Form
        form={form}
        resource="handling_equipment"
        error={save.error}
        onSubmit={handling_equipment => save.mutate({ params: { construction_id, id: equipment.id }, body: { handling_equipment } })}
      >
        <Stack>
          <TextField name="file_name" label={labels.file_name} required maxLength={100} />
          <RadioField name="for_app" label={labels.for_app} options={readers} />
        </Stack>
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={save.isPending}>
            保存する
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
