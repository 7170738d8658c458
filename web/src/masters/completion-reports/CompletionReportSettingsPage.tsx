import { constructionTypeLabels } from '@toguchi/domain/constructions/labels'
import { masterLabels } from '@toguchi/domain/masters/labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useFormContext } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '../../site/paths.ts'
import { type AnswerOf, q, queryClient, useApiMutation } from '../../platform/api/api.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextareaField } from '../../ui/form/fields/TextareaField.tsx'
import { ModalFoot } from '../../ui/dialog/Modal.tsx'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { CommentListEditor, comments } from './CommentListEditor.tsx'
import { StackedFieldset } from '../../ui/form/FieldParts.ts'
import { Subhead } from '../../ui/layout/Layout.ts'
import { Select } from '../../ui/form/Control.ts'
import styles from './CompletionReportSettingsPage.module.css'

type Settings = AnswerOf<'GET /api/completion_report_settings'>['completion_report_settings']

const settings = q('GET /api/completion_report_settings')
const reports = q('GET /api/completion_reports', { query: { exclude_pagination: true } })

export const loader = () =>
  Promise.all([queryClient.ensureQueryData(settings), queryClient.ensureQueryData(reports), queryClient.ensureQueryData(comments)])

/** With which report and comment each type of construction begins, and the comments ready to insert (G-MAS-06). */
export const CompletionReportSettingsPage = () => {
  const { data } = useQuery(settings)
  if (data === undefined) return null
  return (
    <>
      <PageHead title="完了報告書設定" note="工事種別ごとに、完了報告書の初期値を決めます。部屋ごとに変更できます。" />
      <SettingsForm key={JSON.stringify(data)} rows={data.completion_report_settings} />
      <Section title="定型コメント" name="comment-lists">
        <CommentListEditor />
      </Section>
    </>
  )
}

interface Values {
  completion_report_settings_attributes: { completion_report_id: number | null; completion_comment: string }[]
}

const SettingsForm = ({ rows }: { rows: Settings }) => {
  const { data } = useQuery(reports)
  const [laidOut] = useState(() =>
    rows.map(({ completion_report_id, completion_comment }) => ({ completion_report_id, completion_comment: completion_comment ?? '' })),
  )
  const form = useForm<Values>({ defaultValues: { completion_report_settings_attributes: laidOut } })
  const save = useApiMutation('PATCH /api/completion_report_settings', {
    invalidates: ['GET /api/completion_report_settings', 'GET /api/completion_reports'],
    errors: 'caller',
    message: '保存しています…',
  })
  return (
    <Section
      title="工事種別ごとの初期値"
      name="completion-report-settings"
      actions={<Link to={paths.completion_reports()}>完了報告書の一覧</Link>}
    >
      <Form
        form={form}
        error={save.error}
        onSubmit={({ completion_report_settings_attributes: values }) =>
          save.mutate({
            body: {
              completion_report_settings_attributes: rows.map(({ id, construction_type }, at) => ({
                ...(id === null ? {} : { id }),
                construction_type,
                ...changedFields(laidOut[at] ?? {}, values[at] ?? {}),
              })),
            },
          })
        }
      >
        <div className={styles.settings}>
          {rows.map(({ construction_type }, at) => (
            <StackedFieldset key={construction_type}>
              <Subhead as="legend">{constructionTypeLabels[construction_type]}</Subhead>
              <SelectField
                name={`completion_report_settings_attributes.${at}.completion_report_id`}
                label={masterLabels['completion_report_settings[].completion_report_id']}
                placeholder="使用しない"
                options={(data?.completion_reports ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              />
              <TextareaField
                name={`completion_report_settings_attributes.${at}.completion_comment`}
                label={masterLabels['completion_report_settings[].completion_comment']}
                rows={3}
                maxLength={1000}
              />
              <InsertComment at={at} />
            </StackedFieldset>
          ))}
        </div>
        <ModalFoot>
          <Button kind="primary" type="submit" disabled={save.isPending}>
            保存する
          </Button>
        </ModalFoot>
      </Form>
    </Section>
  )
}

/** Adds one of the ready comments behind what is written. */
const InsertComment = ({ at }: { at: number }) => {
  const { data } = useQuery(comments)
  const { getValues, setValue } = useFormContext<Values>()
  const name = `completion_report_settings_attributes.${at}.completion_comment` as const
  const lists = data?.comment_lists ?? []
  if (lists.length === 0) return null
  return (
    <Select
      aria-label="定型コメントを挿入"
      value=""
      onChange={event => {
        const comment = lists.find(({ id }) => String(id) === event.target.value)
        if (comment === undefined) return
        const before = getValues(name)
        setValue(name, before === '' ? comment.contents : `${before}\n${comment.contents}`, { shouldDirty: true })
      }}
    >
      <option value="">定型コメントを挿入…</option>
      {lists.map(({ id, contents }) => (
        <option key={id} value={id}>
          {contents}
        </option>
      ))}
    </Select>
  )
}
