import type { Day } from '@toguchi/domain/calendar/day'
import { filingLabels } from '@toguchi/domain/filings/labels'
import { useForm } from 'react-hook-form'
import { useApiMutation } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { Modal, ModalCancel, ModalFoot } from '../ui/dialog/Modal.tsx'
import { EditableTable } from '../ui/form/EditableTable.tsx'
import { DateField } from '../ui/form/fields/DateField.tsx'
import { TextareaField } from '../ui/form/fields/TextareaField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { blankFiling, filingReads, type NewFiling } from './filing-reads.ts'

interface Props {
  constructionId: number
  /** What stands in it at first. */
  filings: readonly NewFiling[]
  today: Day
  onClose: () => void
}

/** Items before they are registered, each of which can be changed or left out. */
export const FilingsModal = ({ constructionId, filings, today, onClose }: Props) => {
  const form = useForm<{ filings: (NewFiling & { id?: number })[] }>({ defaultValues: { filings: [...filings] } })
  const save = useApiMutation('POST /api/constructions/:construction_id/filings', {
    invalidates: filingReads,
    errors: 'caller',
    onSuccess: onClose,
  })
  return (
    <Modal opened onClose={onClose} title="届出・連絡の登録" width={820} testId="filings-modal">
      <Form
        form={form}
        resource="checklist"
        error={save.error}
        onSubmit={values =>
          save.mutate({
            params: { construction_id: constructionId },
            // A date that is missing is refused by its own sentence.
            body: { checklist: { filings: values.filings.map(filing => ({ ...filing, due_on: filing.due_on ?? '' })) } },
          })
        }
      >
        <EditableTable<NewFiling & { id?: number }>
          name="filings"
          headings="first row"
          phone="1fr 1fr auto"
          rowName={(row, at) => (row.title === '' ? `${at + 1}番目の項目` : row.title)}
          least={1}
          columns={[
            {
              field: 'title',
              heading: filingLabels.title,
              required: true,
              phoneLine: true,
              cell: cell => <TextField {...cell} maxLength={100} />,
            },
            {
              field: 'due_on',
              heading: filingLabels.due_on,
              required: true,
              width: '160px',
              // Beside another a date has no room for its day.
              phoneLine: true,
              cell: cell => <DateField {...cell} today={today} />,
            },
            { field: 'until_on', heading: '最終日（続くもの）', width: '160px', cell: cell => <DateField {...cell} today={today} /> },
          ]}
          below={({ at }) => <TextareaField name={`filings.${at}.note`} label={filingLabels.note} rows={2} maxLength={500} />}
          add={{ label: '項目を追加', quiet: true, row: blankFiling }}
        />
        <ModalFoot>
          <ModalCancel />
          <Button kind="primary" type="submit" disabled={save.isPending}>
            登録
          </Button>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
