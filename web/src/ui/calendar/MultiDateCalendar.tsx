import type { Day } from '@toguchi/domain/calendar/day'
import { useState } from 'react'
import { addMonths, type Month, monthOf } from './month.ts'
import { type DayLook, MonthGrid } from './MonthGrid.tsx'
import { Months } from './Months.ts'

interface Props {
  label: string
  /** The chosen days, in any order. */
  days: readonly Day[]
  /** Gets them in order. */
  onChange: (days: Day[]) => void
  today: Day
  /** The span that matters: the calendar opens at its start, shows every month of it, and takes no day outside. */
  from: Day | null
  to: Day | null
  /** How a chosen day looks; `off` unless said. */
  mark?: DayLook['mark']
  disabled?: boolean
}

/** Days chosen one by one: holidays of a period, preparation days. */
export const MultiDateCalendar = ({ label, days, onChange, today, from, to, mark = 'off', disabled = false }: Props) => {
  const [turned, setTurned] = useState<Month | null>(null)
  const start = monthOf(from ?? today)
  const chosen = new Set(days)
  const months = from !== null && to !== null ? monthsBetween(start, monthOf(to)) : null
  const grid = (month: Month, turn?: (month: Month) => void) => (
    <MonthGrid
      key={month}
      label={`${label} ${month}`}
      month={month}
      today={today}
      {...(turn === undefined ? {} : { onMonth: turn })}
      {...(from === null ? {} : { min: from })}
      {...(to === null ? {} : { max: to })}
      look={day => ({ ...(chosen.has(day) ? { mark, spoken: '選択済み' } : {}), disabled })}
      onDay={day => onChange((chosen.has(day) ? days.filter(other => other !== day) : [...days, day]).toSorted())}
    />
  )
  if (months !== null && months.length <= 6) return <Months>{months.map(month => grid(month))}</Months>
  return grid(turned ?? start, setTurned)
}

const monthsBetween = (first: Month, last: Month): Month[] => {
  const months: Month[] = []
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}
