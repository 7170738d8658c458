import { type Day } from '@toguchi/domain/calendar/day'
import { filingLabels } from '@toguchi/domain/filings/labels'
import { useForm } from 'react-hook-form'
import { useApiMutation } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { Modal, ModalCancel, ModalFoot } from '../ui/dialog/Modal.tsx'
import { DateField } from '../ui/form/fields/DateField.tsx'
import { TextareaField } from '../ui/form/fields/TextareaField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { Stack } from '../ui/layout/Layout.ts'
import { type Filing, filingReads } from './filing-reads.ts'

interface Props {
  constructionId: number
  filing: Filing
  today: Day
  onClose: () => void
}

interface Values {
  title: string
  due_on: string | null
  until_on: string | null
  done_on: string | null
  note: string
}

/** An item that is registered, to be put right. */
export const FilingModal = ({ constructionId, filing: { id, title, due_on, until_on, done_on, note }, today, onClose }: Props) => {
  const form = useForm<Values>({ defaultValues: { title, due_on, until_on, done_on, note: note ?? '' } })
  const save = useApiMutation('PATCH /api/constructions/:construction_id/filings/:id', {
    invalidates: filingReads,
    errors: 'caller',
    onSuccess: onClose,
  })
  return (
    <Modal opened onClose={onClose} title="届出・連絡の編集" width={640} testId="filing-modal">
      <Form
        form={form}
        resource="filing"
        error={save.error}
        onSubmit={values =>
          // A date that is missing is refused by its own sentence.
          save.mutate({ params: { construction_id: constructionId, id }, body: { filing: { ...values, due_on: values.due_on ?? '' } } })
        }
      >
        <Stack>
          <TextField name="title" label={filingLabels.title} required maxLength={100} />
          <FormGrid>
            <DateField name="due_on" label={filingLabels.due_on} required today={today} />
            <DateField name="until_on" label="最終日（続くもの）" today={today} />
            <DateField name="done_on" label={filingLabels.done_on} today={today} />
          </FormGrid>
          <TextareaField name="note" label={filingLabels.note} rows={3} maxLength={500} />
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
