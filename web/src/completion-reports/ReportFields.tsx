import { completionReportLabels } from '@toguchi/domain/completion-reports/labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { q } from '../platform/api/api.ts'
import { Notice } from '../ui/Alert.ts'
import { Button } from '../ui/Button.tsx'
import { Input, Select, WithUnit } from '../ui/form/Control.ts'
import { FieldFrame, GroupFrame, useField } from '../ui/form/FormField.tsx'
import { TextareaField } from '../ui/form/fields/TextareaField.tsx'
import { Stack } from '../ui/layout/Layout.ts'
import { isAsLaidOut, isBadNumber, itemsOf, type Report, type ReportItem, type ReportValues } from './report-values.ts'
import styles from './ReportFields.module.css'

/** The report as it is filled in at the door: a tap an item, defaults chosen already, then special report and comment (G-REP-02). */
export const ReportFields = ({ report }: { report: Report }) => {
  const { asLaidOut, look, lookAtAll } = useLookedAt(report)
  return (
    <Stack>
      {asLaidOut.size === 0 ? null : (
        <Notice role="status">
          <p>初期値のままの項目が{asLaidOut.size}件あります。現場と合っているか確認してください。</p>
          <Button onClick={lookAtAll}>すべて確認しました</Button>
        </Notice>
      )}
      {itemsOf(report).length === 0 ? null : (
        <div className={styles.items}>
          {itemsOf(report).map((item, at) => (
            <Answer key={item.id} item={item} at={at} isAsLaidOut={asLaidOut.has(item.id)} onLook={() => look(item.id)} />
          ))}
        </div>
      )}
      <TextareaField name="special_report" label={completionReportLabels.special_report} rows={2} maxLength={1000} />
      <TextareaField name="completion_comment" label={completionReportLabels.completion_comment} rows={3} maxLength={1000} />
      <InsertComment />
    </Stack>
  )
}

/** The answers that stand as the template chose them (G-REP-01), which nobody has tapped, saved or looked over yet. */
const useLookedAt = (report: Report) => {
  const answers = useWatch<ReportValues, 'answers'>({ name: 'answers' })
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const items = itemsOf(report)
  const asLaidOut = items.filter((item, at) => !seen.has(item.id) && isAsLaidOut(report, item, answers[at] ?? ''))
  return {
    asLaidOut: new Set(asLaidOut.map(({ id }) => id)),
    look: (id: number) => setSeen(before => new Set([...before, id])),
    lookAtAll: () => setSeen(new Set(items.map(({ id }) => id))),
  }
}

interface AnswerProps {
  item: ReportItem
  at: number
}

interface ChoiceProps extends AnswerProps {
  isAsLaidOut: boolean
  onLook: () => void
}

const Answer = ({ item, at, ...choice }: ChoiceProps) =>
  item.kind === 'choice' ? <ChosenUnit item={item} at={at} {...choice} /> : <TypedValue item={item} at={at} />

/** Errors of the server are keyed by the item. */
const nameOf = (item: ReportItem) => `completion_report_results.${item.id}`

/** One of the units, all of them in sight and as large as a thumb. */
const ChosenUnit = ({ item, at, isAsLaidOut, onLook }: ChoiceProps) => {
  const field = useField({ name: nameOf(item), label: item.name })
  const { setValue } = useFormContext<ReportValues>()
  const chosen = useWatch<ReportValues, `answers.${number}`>({ name: `answers.${at}` })
  const choose = (value: string) => {
    field.edited()
    setValue(`answers.${at}`, value, { shouldDirty: true })
  }
  return (
    <GroupFrame
      name={nameOf(item)}
      label={item.name}
      required={item.required}
      id={field.id}
      errors={field.errors}
      {...(isAsLaidOut ? { help: '初期値のまま' } : {})}
    >
      <div className={styles.units}>
        {item.completion_report_item_units.map((unit, place) => (
          <label key={unit.id}>
            <input
              type="radio"
              id={place === 0 ? field.id : undefined}
              name={field.input.name}
              checked={chosen === String(unit.id)}
              onChange={() => choose(String(unit.id))}
              // What need not be answered can be taken back by a second tap.
              onClick={() => {
                onLook()
                if (!item.required && chosen === String(unit.id)) choose('')
              }}
            />
            <span>{unit.name}</span>
          </label>
        ))}
      </div>
    </GroupFrame>
  )
}

const TypedValue = ({ item, at }: AnswerProps) => {
  const typed = useWatch<ReportValues, `answers.${number}`>({ name: `answers.${at}` })
  const field = useField({ name: nameOf(item), label: item.name }, { errors: isBadNumber(item, typed) ? ['数値を入力してください'] : [] })
  const { setValue } = useFormContext<ReportValues>()
  const input = (
    <Input
      {...field.input}
      value={typed}
      autoComplete="off"
      maxLength={200}
      {...(item.kind === 'number' ? { inputMode: 'decimal' as const, 'data-align': 'right', className: styles.number } : {})}
      onChange={event => {
        field.edited()
        setValue(`answers.${at}`, event.target.value, { shouldDirty: true })
      }}
    />
  )
  return (
    <FieldFrame name={nameOf(item)} label={item.name} required={item.required} id={field.id} errors={field.errors}>
      {item.unit_name === null ? (
        input
      ) : (
        <WithUnit>
          {input}
          <span>{item.unit_name}</span>
        </WithUnit>
      )}
    </FieldFrame>
  )
}

const comments = q('GET /api/comment_lists', { query: { exclude_pagination: true } }, { silent: true })

/** Puts one of the company's comments behind what is written (G-REP-01). */
const InsertComment = () => {
  const { data } = useQuery(comments)
  const { getValues, setValue } = useFormContext<ReportValues>()
  if (data === undefined || data.comment_lists.length === 0) return null
  const insert = (contents: string) => {
    const before = getValues('completion_comment').trimEnd()
    setValue('completion_comment', before === '' ? contents : `${before}\n${contents}`, { shouldDirty: true })
  }
  return (
    <Select aria-label="定型コメントを挿入" value="" onChange={event => insert(event.target.value)}>
      <option value="">定型コメントを挿入…</option>
      {data.comment_lists.map(({ id, contents }) => (
        <option key={id} value={contents}>
          {contents}
        </option>
      ))}
    </Select>
  )
}
