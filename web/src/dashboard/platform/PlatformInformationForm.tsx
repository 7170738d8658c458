import {
  type InformationKind,
  informationKindLabels,
  informationKinds,
  platformInformationLabels as labels,
} from '@toguchi/domain/dashboard/information'
import { addDays, todayInTokyo } from '@toguchi/domain/calendar/day'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useFormContext, useWatch } from 'react-hook-form'
import { type AnswerOf, q, type ReadKey, useApiMutation } from '../../platform/api/api.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { Button } from '../../ui/Button.tsx'
import { ModalCancel, ModalFoot } from '../../ui/dialog/Modal.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { DateField } from '../../ui/form/fields/DateField.tsx'
import { MultiSelectField } from '../../ui/form/fields/MultiSelectField.tsx'
import { RadioField } from '../../ui/form/fields/RadioField.tsx'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'

type Information = AnswerOf<'GET /api/admin/dashboard'>['informations'][number]

interface Values {
  kind: InformationKind
  title: string
  body: string
  is_for_all: boolean
  client_ids: number[]
  starts_on: string
  ends_on: string
}

interface Props {
  /** Null for a new one. */
  information: Information | null
  stale: readonly ReadKey[]
  onSaved: () => void
}

const blank = (today: string): Values => ({
  kind: 'info',
  title: '',
  body: '',
  is_for_all: true,
  client_ids: [],
  starts_on: today,
  ends_on: addDays(today, 7),
})

const bodyOf = ({ is_for_all, client_ids, ...values }: Values) => ({ ...values, client_ids: is_for_all ? null : client_ids })

/** What the platform wants to say, to whom and for how long. */
export const PlatformInformationForm = ({ information, stale, onSaved }: Props) => {
  const [browsersToday] = useState(() => todayInTokyo(new Date()))
  const today = useConfiguration()?.today ?? browsersToday
  const form = useForm<Values>({
    defaultValues:
      information === null
        ? blank(today)
        : {
            ...information,
            body: information.body ?? '',
            is_for_all: information.client_ids === null,
            client_ids: information.client_ids ?? [],
          },
  })
  const settings = { invalidates: stale, onSuccess: onSaved, errors: 'caller' as const, message: '保存しています…' }
  const create = useApiMutation('POST /api/admin/informations', settings)
  const change = useApiMutation('PATCH /api/admin/informations/:id', settings)
  const save = (values: Values) => {
    const { kind, title, body, client_ids, starts_on, ends_on } = bodyOf(values)
    const sent = { information: { kind, title, body, client_ids, starts_on, ends_on } }
    if (information === null) create.mutate({ body: sent })
    else change.mutate({ params: { id: information.id }, body: sent })
  }
  return (
    <Form form={form} resource="information" error={create.error ?? change.error} onSubmit={save}>
      <FormGrid>
        <RadioField<Values>
          name="kind"
          label={labels.kind}
          wide
          options={informationKinds.map(value => ({ value, label: informationKindLabels[value] }))}
        />
        <TextField<Values> name="title" label={labels.title} required wide maxLength={100} />
        <TextareaField<Values> name="body" label={labels.body} rows={4} maxLength={1000} />
        <Audience />
        <DateField name="starts_on" label={labels.starts_on} required today={today} />
        <DateField name="ends_on" label={labels.ends_on} required today={today} help="この日まで表示されます。" />
      </FormGrid>
      <ModalFoot>
        <ModalCancel />
        <Button kind="primary" type="submit" disabled={create.isPending || change.isPending}>
          {information === null ? '登録する' : '保存する'}
        </Button>
      </ModalFoot>
    </Form>
  )
}

/** Every company, or some. */
const Audience = () => {
  const { control } = useFormContext<Values>()
  const isForAll = useWatch({ control, name: 'is_for_all' })
  const { data } = useQuery(q('GET /api/clients', { query: { exclude_pagination: true } }, { silent: true }))
  return (
    <>
      <RadioField<Values>
        name="is_for_all"
        label={labels.client_ids}
        wide
        options={[
          { value: true, label: 'すべての企業' },
          { value: false, label: '企業を選ぶ' },
        ]}
      />
      {isForAll ? null : (
        <MultiSelectField
          name="client_ids"
          label="企業"
          wide
          options={(data?.clients ?? []).map(({ id, cd, name }) => ({ value: id, label: `${name}（${cd}）` }))}
        />
      )}
    </>
  )
}
