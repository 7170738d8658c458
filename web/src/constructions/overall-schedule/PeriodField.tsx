import type { Day } from '@toguchi/domain/calendar/day'
import { formatTerm } from '@toguchi/domain/calendar/term'
import { periodColumns, periodKey, type Period } from '@toguchi/domain/constructions/check-periods'
import { constructionLabels } from '@toguchi/domain/constructions/labels'
import { useWatch } from 'react-hook-form'
import { DateField } from '../../ui/form/fields/DateField.tsx'
import { GroupFrame, useField } from '../../ui/form/FormField.tsx'
import type { ConstructionValues } from '../form/form-values.ts'
import styles from './PeriodField.module.css'
import { PeriodRow } from './PeriodRow.ts'

interface Props {
  period: Period
  today: Day
  required?: boolean
  /** Working days, when the period counts them (G-SCH-02). */
  term?: number | null
}

/** Start and end of a period as one question: its errors stand under both (G-SCH-06). */
export const PeriodField = ({ period, today, required = false, term = null }: Props) => {
  const key = periodKey(period) as keyof typeof constructionLabels
  const label = constructionLabels[key]
  const field = useField({ name: key, label })
  const [start, end] = periodColumns[period]
  const startOn = useWatch<ConstructionValues, typeof start>({ name: start })
  return (
    <div onInput={field.edited} onClick={field.edited} role="presentation">
      <GroupFrame id={field.id} name={key} label={label} required={required} errors={field.errors}>
        <PeriodRow data-invalid={field.errors.length > 0}>
          <DateField name={start} label={constructionLabels[start]} hideLabel today={today} />
          <span aria-hidden="true">〜</span>
          <DateField name={end} label={constructionLabels[end]} hideLabel today={today} opensAt={startOn} />
          <output className={styles.term}>{formatTerm(term)}</output>
        </PeriodRow>
      </GroupFrame>
    </div>
  )
}
