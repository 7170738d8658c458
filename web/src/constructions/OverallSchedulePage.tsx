import {
  type Day,
  daysBetween,
  eachDay,
  formatBriefing,
  formatDay,
  formatDayShort,
  todayInTokyo,
  weekday,
} from '@toguchi/domain/calendar/day'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import { contractPeriod } from '@toguchi/domain/constructions/contract-period'
import { constructionLabels } from '@toguchi/domain/constructions/labels'
import { canCreateConstructions } from '@toguchi/domain/constructions/policy'
import { formatTerm } from '@toguchi/domain/schedule/term'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { paths } from '../app/paths.ts'
import { useActor } from '../platform/actor.ts'
import { q, queryClient } from '../platform/api.ts'
import { configuration, useConfiguration } from '../platform/configuration.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { monthOf, monthText } from '../ui/calendar/month.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import type { Construction } from './form-values.ts'
import './overall-schedule.css'

const shown = (id: string | undefined) => q('GET /api/constructions/:id', { params: { id: Number(id) } })

export const loader = async ({ params }: LoaderFunctionArgs) => {
  await configuration()
  return queryClient.ensureQueryData(shown(params.construction_id))
}

/** The whole construction on one line of days: periods as bars, dates as marks, days off grey, preparation blue (G-SCH-01). */
export const OverallSchedulePage = () => {
  const { construction_id } = useParams()
  const actor = useActor()
  const { data } = useQuery(shown(construction_id))
  if (data === undefined) return null
  const { construction } = data
  const edit = canCreateConstructions(actor) ? (
    <ButtonLink to={`${paths.construction_edit(construction.id)}?form_type=overall_schedule`} icon="edit" kind="primary">
      編集
    </ButtonLink>
  ) : null
  return (
    <>
      <PageHead title="全体工程表" note={`${construction.building_name} ${construction.name ?? ''}`} actions={edit} />
      <Timeline construction={construction} />
      <p className="schedule-legend">
        <span data-kind="off">休工日</span>
        <span data-kind="preparation">準備日</span>
      </p>
    </>
  )
}

interface Bar {
  label: string
  start: Day
  end: Day
  note: string
  off: readonly Day[]
  preparation: readonly Day[]
}

const barsOf = (construction: Construction): Bar[] => {
  const { start, end } = contractPeriod(construction)
  const rows = [
    [constructionLabels.contract_period, start, end, null, [], []],
    [
      constructionLabels.common_area_period,
      construction.common_area_start_on,
      construction.common_area_end_on,
      construction.common_area_term,
      construction.common_area_holidays,
      [],
    ],
    [
      constructionLabels.second_common_area_period,
      construction.second_common_area_start_on,
      construction.second_common_area_end_on,
      null,
      construction.common_area_holidays,
      [],
    ],
    [
      constructionLabels.privately_area_period,
      construction.privately_area_start_on,
      construction.privately_area_end_on,
      construction.privately_area_term,
      construction.privately_area_holidays,
      construction.preparation_days,
    ],
  ] as const
  return rows.flatMap(([label, from, to, term, off, preparation]) =>
    from === null || to === null
      ? []
      : [{ label, start: from, end: to, note: `${formatDay(from)}〜${formatDay(to)}${formatTerm(term)}`, off, preparation }],
  )
}

const marksOf = (construction: Construction): { label: string; day: Day; note: string }[] => {
  const dates = [
    'information_distribution_on',
    'option_request_end_on',
    'schedule_change_end_on',
    'decision_guide_distribution_on',
  ] as const
  const briefing = construction.briefing_session_at === null ? null : new Date(construction.briefing_session_at)
  return [
    ...dates.flatMap(name => {
      const day = construction[name]
      return day === null ? [] : [{ label: constructionLabels[name], day, note: formatDayShort(day) }]
    }),
    ...(briefing === null
      ? []
      : [{ label: constructionLabels.briefing_session_at, day: todayInTokyo(briefing), note: formatBriefing(briefing) }]),
  ].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

const Timeline = ({ construction }: { construction: Construction }) => {
  const today = useConfiguration()?.today
  const bars = barsOf(construction)
  const marks = marksOf(construction)
  const all = [...bars.flatMap(({ start, end }) => [start, end]), ...marks.map(({ day }) => day)].toSorted()
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined)
    return <EmptyState title="工期が入力されていません。" text="編集から工期を入力すると、ここに表示されます。" />
  const days = eachDay(first, last)
  const at = (day: Day) => daysBetween(first, day) + 2
  const months = [...Map.groupBy(days, monthOf)]
  return (
    <div className="schedule-scroll" tabIndex={0} role="region" aria-label="全体工程表">
      <div className="schedule-grid" style={{ gridTemplateColumns: `160px repeat(${days.length}, 26px)` }}>
        <div className="schedule-corner" />
        {months.map(([month, inside]) => (
          <div key={month} className="schedule-month" style={{ gridColumn: `${at(inside[0] ?? first)} / span ${inside.length}` }}>
            {inside.length > 2 ? monthText(month) : ''}
          </div>
        ))}
        <div className="schedule-corner" />
        {days.map(day => (
          <div
            key={day}
            className="schedule-day"
            data-kind={holidayName(day) !== null || weekday(day) === 0 ? 'holiday' : weekday(day) === 6 ? 'saturday' : 'work'}
            data-today={day === today}
            title={`${formatDayShort(day)} ${holidayName(day) ?? ''}`}
          >
            {Number(day.slice(8))}
          </div>
        ))}
        {bars.map(({ label, start, end, note, off, preparation }) => (
          <div className="schedule-line" key={label}>
            <div className="schedule-label">{label}</div>
            <div className="schedule-bar" style={{ gridColumn: `${at(start)} / ${at(end) + 1}` }} title={`${label} ${note}`}>
              <span>{note}</span>
            </div>
            {off
              .filter(day => day >= start && day <= end)
              .map(day => (
                <div
                  key={day}
                  className="schedule-cell"
                  data-kind="off"
                  style={{ gridColumn: at(day) }}
                  title={`${formatDayShort(day)} 休工日`}
                />
              ))}
            {preparation
              .filter(day => day >= start && day <= end)
              .map(day => (
                <div
                  key={day}
                  className="schedule-cell"
                  data-kind="preparation"
                  style={{ gridColumn: at(day) }}
                  title={`${formatDayShort(day)} 準備日`}
                />
              ))}
          </div>
        ))}
        {marks.map(({ label, day, note }) => (
          <div className="schedule-line" key={label}>
            <div className="schedule-label">{label}</div>
            <div className="schedule-mark" style={{ gridColumn: at(day) }} title={`${label} ${note}`}>
              <span aria-hidden="true">◆</span>
              <span className="schedule-note">{note}</span>
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
