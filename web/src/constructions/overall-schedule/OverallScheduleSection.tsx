import type { Day } from '@toguchi/domain/calendar/day'
import { constructionLabels, constructionSections } from '@toguchi/domain/constructions/labels'
import { term } from '@toguchi/domain/calendar/term'
import { useFormContext, useWatch } from 'react-hook-form'
import { DateField } from '../../ui/form/fields/DateField.tsx'
import { OwnNames } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { TimeField } from '../../ui/form/fields/TimeField.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import type { Missing } from './company-modals.tsx'
import { ContractorRows } from './ContractorRows.tsx'
import { DaysOffCalendar } from './DaysOffCalendar.tsx'
import type { ConstructionValues } from '../form/form-values.ts'
import { PeriodField } from './PeriodField.tsx'
import { Stack } from '../../ui/layout/Layout.ts'
import { StackedFieldset, FieldBox } from '../../ui/form/FieldParts.ts'
import styles from './OverallScheduleSection.module.css'
import { PeriodRow } from './PeriodRow.ts'
import { UsualDates } from './UsualDates.tsx'

const dates = ['information_distribution_on', 'option_request_end_on', 'schedule_change_end_on', 'decision_guide_distribution_on'] as const

interface Props {
  today: Day
  readOnly: boolean
  /** Opens the modal of a company or person to be added, which stands outside of this form. */
  onAdd: (missing: Missing) => void
}

/** Contractors, periods and dates (G-CON-03). Craftsmen change the contractors only. */
export const OverallScheduleSection = ({ today, readOnly, onAdd }: Props) => {
  const { control } = useFormContext<ConstructionValues>()
  const values = useWatch({ control })
  const commonTerm = term(values.common_area_start_on ?? null, values.common_area_end_on ?? null, values.common_area_holidays ?? [])
  const privateTerm = term(
    values.privately_area_start_on ?? null,
    values.privately_area_end_on ?? null,
    values.privately_area_holidays ?? [],
    values.preparation_days ?? [],
  )
  const start = values.privately_area_start_on ?? null
  const late = [
    ...dates.filter(name => isAfter(values[name] ?? null, start)),
    ...(isAfter(values.briefing_session_date ?? null, start) ? (['briefing_session_at'] as const) : []),
  ]
  return (
    <Section title={constructionSections.overall_schedule} name="overall_schedule">
      <Stack>
        <ContractorRows onAdd={onAdd} />
        <StackedFieldset disabled={readOnly}>
          <div className={styles.wide}>
            <PeriodField period="planned" today={today} />
            <PeriodField period="contract" today={today} />
            <PeriodField period="common_area" today={today} required term={commonTerm} />
            <PeriodField period="second_common_area" today={today} />
          </div>
          <DaysOffCalendar
            holidays="common_area_holidays"
            from={values.common_area_start_on ?? null}
            to={values.common_area_end_on ?? null}
            today={today}
          />
          <div className={styles.wide}>
            <PeriodField period="privately_area" today={today} required term={privateTerm} />
          </div>
          <DaysOffCalendar
            holidays="privately_area_holidays"
            preparation
            from={start}
            to={values.privately_area_end_on ?? null}
            today={today}
          />
          <UsualDates today={today} />
          <FormGrid>
            <DateField name="information_distribution_on" label={constructionLabels.information_distribution_on} today={today} />
            <FieldBox data-field="briefing_session_at">
              <OwnNames>
                <PeriodRow>
                  <DateField name="briefing_session_date" label="説明会の日付" today={today} />
                  <TimeField name="briefing_session_time" label="説明会の時刻" />
                </PeriodRow>
              </OwnNames>
            </FieldBox>
            <DateField name="option_request_end_on" label={constructionLabels.option_request_end_on} today={today} />
            <DateField name="schedule_change_end_on" label={constructionLabels.schedule_change_end_on} required today={today} />
            <DateField name="decision_guide_distribution_on" label={constructionLabels.decision_guide_distribution_on} today={today} />
          </FormGrid>
          {late.length === 0 ? null : (
            <p className={styles.hint} role="status">
              {late.map(name => constructionLabels[name]).join('、')}が専有部工期の開始日より後になっています。
            </p>
          )}
        </StackedFieldset>
      </Stack>
    </Section>
  )
}

const isAfter = (day: Day | null, start: Day | null) => day !== null && start !== null && day > start
