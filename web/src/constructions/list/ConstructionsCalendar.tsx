import { addDays, type Day, daysBetween, formatDay, weekday } from '@toguchi/domain/calendar/day'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import { constructionStatusLabels } from '@toguchi/domain/constructions/status'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../site/paths.ts'
import type { AnswerOf } from '../../platform/api/api.ts'
import { IconButton } from '../../ui/Button.tsx'
import { addMonths, monthOf, monthText } from '../../ui/calendar/month.ts'
import { useListState } from '../../ui/table/list-state.ts'
import { constructionsBetween } from './construction-filters.ts'
import { layLanes } from './lay-lanes.ts'
import { toneOfConstruction } from '../constructions.tsx'
import styles from './ConstructionsCalendar.module.css'

type Flat = AnswerOf<'GET /api/constructions'>['flat_constructions'][number]

/** Lanes a week shows at first; a client with hundreds of works still sees the month on one screen. */
const firstLanes = 8

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const

/** A month in which every construction is a bar over its days, in the tone of its state (G-CON-16). `isOwn`: below a craftsman's day. */
export const ConstructionsCalendar = ({ today, isOwn }: { today: Day; isOwn: boolean }) => {
  const [state, change] = useListState()
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(state.filters.month ?? '') ? (state.filters.month ?? '') : monthOf(today)
  const first = `${month}-01`
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const { data } = useQuery(constructionsBetween(state, first, last, isOwn))
  const turn = (months: number) => change({ filters: { ...state.filters, month: addMonths(month, months) } })
  const start = addDays(first, -weekday(first))
  const weeks = Array.from({ length: Math.ceil((daysBetween(start, last) + 1) / 7) }, (_, at) => addDays(start, at * 7))
  return (
    <section aria-label="工事カレンダー">
      <div className={styles.month}>
        <IconButton icon="chevron_left" label="前の月" onClick={() => turn(-1)} />
        <strong aria-live="polite">{monthText(month)}</strong>
        <IconButton icon="chevron_right" label="次の月" onClick={() => turn(1)} />
      </div>
      <div className={styles.weeks}>
        <div className={styles.days} aria-hidden="true">
          {weekdays.map((name, at) => (
            <span key={name} data-kind={at === 0 ? 'holiday' : at === 6 ? 'saturday' : 'work'}>
              {name}
            </span>
          ))}
        </div>
        {weeks.map(sunday => (
          <Week key={sunday} sunday={sunday} month={month} today={today} constructions={data?.flat_constructions ?? []} />
        ))}
      </div>
    </section>
  )
}

interface WeekProps {
  sunday: Day
  month: string
  today: Day
  constructions: readonly Flat[]
}

const Week = ({ sunday, month, today, constructions }: WeekProps) => {
  const saturday = addDays(sunday, 6)
  const [all, setAll] = useState(false)
  const bars = layLanes(
    constructions.flatMap(construction => {
      const from = construction.start_on ?? construction.work_start_on
      const to = construction.end_on ?? construction.work_end_on
      if (from === null || to === null || to < sunday || from > saturday) return []
      return [
        { construction, from: Math.max(0, daysBetween(sunday, from)), to: Math.min(6, daysBetween(sunday, to)), begins: from >= sunday },
      ]
    }),
  )
  const hidden = all ? 0 : bars.filter(({ lane }) => lane >= firstLanes).length
  return (
    <div className={styles.week}>
      <div className={styles.days}>
        {weekdays.map((name, at) => {
          const day = addDays(sunday, at)
          const holiday = holidayName(day)
          return (
            <span
              key={name}
              data-kind={holiday !== null || at === 0 ? 'holiday' : at === 6 ? 'saturday' : 'work'}
              data-outside={monthOf(day) !== month}
              data-today={day === today}
            >
              {Number(day.slice(8))}
              {holiday === null ? null : <small>{holiday}</small>}
            </span>
          )
        })}
      </div>
      <ul className={styles.bars}>
        {bars
          .filter(({ lane }) => all || lane < firstLanes)
          .map(({ construction, from, to, lane, begins }) => (
            <li key={construction.id} style={{ gridColumn: `${from + 1} / ${to + 2}`, gridRow: lane + 1 }}>
              <Link
                className={styles.bar}
                data-tone={toneOfConstruction(construction.status)}
                data-begins={begins}
                to={paths.construction(construction.id)}
                title={titleOf(construction)}
              >
                {construction.building_name}
                <span className="sr-only">（{constructionStatusLabels[construction.status]}）</span>
              </Link>
            </li>
          ))}
      </ul>
      {hidden === 0 ? null : (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          他 {hidden}件を表示
        </button>
      )}
    </div>
  )
}

const titleOf = ({ building_name, name, status, start_on, end_on, work_start_on, work_end_on }: Flat): string => {
  const [from, to] = [start_on ?? work_start_on, end_on ?? work_end_on]
  return `${building_name} ${name ?? ''} ${constructionStatusLabels[status]} ${from === null ? '' : formatDay(from)}〜${to === null ? '' : formatDay(to)}`
}
