import { erasureReasonLimit, supportLabels } from '@toguchi/domain/support/labels'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Refusal } from '../ui/form/field-errors.ts'
import { Alert } from '../ui/Alert.ts'
import { Button } from '../ui/Button.tsx'
import { Modal, ModalCancel, ModalFoot } from '../ui/dialog/Modal.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'

interface Props {
  label: string
  title: string
  /** Erases, for this reason; throws what the server refuses. */
  onErase: (reason: string) => Promise<unknown>
  error: Refusal | null
  pending: boolean
}

/** Asks for the reason, and erases: what was said cannot be brought back. */
export const EraseEntries = ({ label, title, onErase, error, pending }: Props) => {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <Button size="small" kind="quiet" icon="trash" onClick={() => setOpened(true)}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={title} width={480}>
        <EraseForm error={error} pending={pending} onErase={reason => onErase(reason).then(close, () => {})} />
      </Modal>
    </>
  )
}

const EraseForm = ({ error, pending, onErase }: Pick<Props, 'error' | 'pending' | 'onErase'>) => {
  const form = useForm<{ reason: string }>({ defaultValues: { reason: '' } })
  return (
    <Form form={form} resource="erasure" error={error} onSubmit={({ reason }) => onErase(reason)}>
      <Alert>内容は元に戻せません。消去した人・日時・理由だけが履歴に残ります。</Alert>
      <TextField name="reason" label={supportLabels.reason} required maxLength={erasureReasonLimit} wide />
      <ModalFoot>
        <ModalCancel />
        <Button kind="danger" type="submit" disabled={pending}>
          消去する
        </Button>
      </ModalFoot>
    </Form>
  )
}

/** One entry, on the page of a building or of a dwelling. */
export const EraseEntry = (props: Pick<Props, 'error' | 'pending' | 'onErase'>) => (
  <EraseEntries label="消去" title="この対応履歴を消去します。よろしいですか？" {...props} />
)
