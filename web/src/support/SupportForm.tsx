import { supportContentsLimit, supportLabels } from '@toguchi/domain/support/labels'
import { useForm } from 'react-hook-form'
import type { AnswerOf } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { ChipsField } from '../ui/form/fields/ChipsField.tsx'
import type { Refusal } from '../ui/form/field-errors.ts'
import { Form } from '../ui/form/Form.tsx'
import { type Option, SelectField } from '../ui/form/fields/SelectField.tsx'
import { TextareaField } from '../ui/form/fields/TextareaField.tsx'
import { Stack } from '../ui/layout/Layout.ts'
import { Help } from '../ui/form/FieldParts.ts'
import styles from './SupportForm.module.css'

export type ReceptionType = AnswerOf<'GET /api/reception_types'>['reception_types'][number]

export interface SupportValues {
  contents: string
  reception_type_ids: number[]
  room_id: number | null
}

interface Props {
  resource: 'building_support_version' | 'customer_support_version'
  receptionTypes: readonly ReceptionType[]
  /** What is chosen from the start: an operator is on the telephone. */
  usual: readonly number[]
  /** Rooms that an entry of a building may name. */
  rooms?: readonly Option[]
  error: Refusal | null
  saving: boolean
  /** Resolves when the entry is saved: the form is then blank again. */
  onSave: (values: SupportValues) => Promise<unknown>
}

/** Writes one entry down, by keyboard alone if wanted: text, Tab, chips, Ctrl+Enter. */
export const SupportForm = ({ resource, receptionTypes, usual, rooms, error, saving, onSave }: Props) => {
  const form = useForm<SupportValues>({ defaultValues: { contents: '', reception_type_ids: [...usual], room_id: null } })
  return (
    <Form
      form={form}
      resource={resource}
      error={error}
      onSubmit={values =>
        void onSave(values).then(
          () => {
            form.reset()
            form.setFocus('contents')
          },
          // What was refused stands under its field.
          () => {},
        )
      }
    >
      <Stack>
        <TextareaField name="contents" label={supportLabels.contents} required rows={6} maxLength={supportContentsLimit} />
        <ChipsField
          name="reception_type_ids"
          label={supportLabels.reception_type_ids}
          required
          options={receptionTypes.map(({ id, name }) => ({ value: id, label: name }))}
        />
        {rooms === undefined ? null : (
          <SelectField name="room_id" label={supportLabels.room_id} placeholder="指定しない（物件全体）" options={rooms} />
        )}
        <div className={styles.send}>
          <Button kind="primary" type="submit" disabled={saving}>
            登録する
          </Button>
          <Help as="span">
            <span className={styles.keys}>Ctrl + Enter でも登録できます。</span>登録した内容は変更・削除できません。
          </Help>
        </div>
      </Stack>
    </Form>
  )
}
