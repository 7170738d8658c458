import { addDays, type Day, weekday } from '@toguchi/domain/calendar/day'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Glyph } from '../icons/Glyph.tsx'
import { addMonths, type Month, monthOf, monthText, sameDateIn, weeksOf } from './month.ts'
import styles from './MonthGrid.module.css'

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const

export interface DayLook {
  selected?: boolean
  /** Why it cannot be chosen; spoken with the day. */
  disabled?: string | boolean
  /** `off`: hatched, a day without work; `blue`: preparation; `soft`: part of something. */
  mark?: 'off' | 'blue' | 'soft'
  /** A few characters under the date; the holiday's name unless said. */
  note?: ReactNode
  /** Spoken after the date. */
  spoken?: string
}

interface Props {
  label: string
  month: Month
  /** Absent: the month stays, without the buttons to turn it. */
  onMonth?: (month: Month) => void
  today: Day
  onDay: (day: Day) => void
  look?: (day: Day) => DayLook
  min?: Day
  max?: Day
  /** Focuses a day as soon as the grid stands. */
  focused?: Day
}

/** One month with Japan's holidays (D-07). Arrow keys move by day and week, PageUp and PageDown by month, Home and End within the week. */
export const MonthGrid = ({ label, month, onMonth, today, onDay, look = () => ({}), min, max, focused }: Props) => {
  const [cursor, setCursor] = useState(focused ?? today)
  const table = useRef<HTMLTableElement>(null)
  const within = (day: Day) => (min === undefined || day >= min) && (max === undefined || day <= max)
  // The one day of this month that Tab reaches.
  const stop = monthOf(cursor) === month ? cursor : `${month}-01`

  const move = (event: KeyboardEvent<HTMLButtonElement>, day: Day) => {
    const to = target(event.key, day)
    if (to === null || (monthOf(to) !== month && onMonth === undefined)) return
    event.preventDefault()
    flushSync(() => {
      setCursor(to)
      if (monthOf(to) !== month) onMonth?.(monthOf(to))
    })
    table.current?.querySelector<HTMLElement>(`[data-day='${to}']`)?.focus()
  }

  return (
    <div className={styles.calendar} role="group" aria-label={label}>
      <div className={styles.head}>
        {onMonth === undefined ? null : (
          <button
            type="button"
            aria-label="前の月"
            disabled={min !== undefined && monthOf(min) >= month}
            onClick={() => onMonth(addMonths(month, -1))}
          >
            <Glyph name="chevron_left" />
          </button>
        )}
        <strong aria-live="polite">{monthText(month)}</strong>
        {onMonth === undefined ? null : (
          <button
            type="button"
            aria-label="次の月"
            disabled={max !== undefined && monthOf(max) <= month}
            onClick={() => onMonth(addMonths(month, 1))}
          >
            <Glyph name="chevron_right" />
          </button>
        )}
      </div>
      <table ref={table}>
        <thead>
          <tr>
            {weekdays.map((name, at) => (
              <th key={name} scope="col" data-kind={at === 0 ? 'holiday' : at === 6 ? 'saturday' : 'work'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, row) => (
            <tr key={week.find(day => day !== null) ?? row}>
              {week.map((day, column) =>
                day === null ? (
                  <td key={column} />
                ) : (
                  <td key={day}>
                    <DayButton
                      day={day}
                      look={look(day)}
                      today={today}
                      reachable={day === stop}
                      within={within(day)}
                      autoFocus={day === focused}
                      onDay={onDay}
                      onKeyDown={event => move(event, day)}
                    />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayProps {
  day: Day
  look: DayLook
  today: Day
  reachable: boolean
  within: boolean
  autoFocus: boolean
  onDay: (day: Day) => void
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void
}

const DayButton = ({ day, look, today, reachable, within, autoFocus, onDay, onKeyDown }: DayProps) => {
  const holiday = holidayName(day)
  const blocked = !within || (look.disabled !== undefined && look.disabled !== false)
  const date = Number(day.slice(8))
  const seen = look.note ?? holiday
  const spoken = [
    `${Number(day.slice(5, 7))}月${date}日(${weekdays[weekday(day)]})`,
    holiday,
    day === today ? '今日' : null,
    look.spoken ?? null,
    typeof look.disabled === 'string' ? look.disabled : null,
  ].filter(part => part !== null)
  return (
    <button
      type="button"
      className={styles.day}
      data-day={day}
      data-kind={holiday !== null || weekday(day) === 0 ? 'holiday' : weekday(day) === 6 ? 'saturday' : 'work'}
      data-today={day === today}
      {...(look.mark === undefined ? {} : { 'data-mark': look.mark })}
      aria-pressed={look.selected ?? false}
      aria-disabled={blocked}
      // The words that are seen stand in the name in one piece (WCAG 2.5.3).
      aria-label={[spoken.join(' '), ...(typeof seen === 'string' ? [`${date} ${seen}`] : [])].join('、')}
      title={holiday ?? undefined}
      tabIndex={reachable ? 0 : -1}
      // A calendar that opens over a form is entered here by what traps the focus, without moving the page.
      data-autofocus={autoFocus || undefined}
      onKeyDown={onKeyDown}
      onClick={() => {
        if (!blocked) onDay(day)
      }}
    >
      {date} {seen === null ? null : <small>{seen}</small>}
    </button>
  )
}

const target = (key: string, day: Day): Day | null => {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday(day),
    End: 6 - weekday(day),
  }
  if (key === 'PageUp') return sameDateIn(day, -1)
  if (key === 'PageDown') return sameDateIn(day, 1)
  const step = steps[key]
  return step === undefined ? null : addDays(day, step)
}
