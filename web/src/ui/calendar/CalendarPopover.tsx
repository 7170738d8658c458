import { Popover } from '@mantine/core'
import type { Day } from '@toguchi/domain/calendar/day'
import { useState } from 'react'
import { monthOf } from './month.ts'
import { MonthGrid } from './MonthGrid.tsx'

export interface CalendarPopoverProps {
  label: string
  day: Day | null
  today: Day
  min: Day | undefined
  max: Day | undefined
  /** A day of the month that is shown first. */
  opensAt: Day
  open: boolean
  onDay: (day: Day) => void
  /** Somebody pressed beside it. */
  onClose: () => void
  onEscape: () => void
}

/** A month to pick a day from, under the element around it; the focus goes into it. */
export const CalendarPopover = ({ open, onClose, onEscape, ...picking }: CalendarPopoverProps) => (
  <Popover
    opened={open}
    onChange={opened => !opened && onClose()}
    closeOnEscape={false}
    position="bottom-end"
    trapFocus
    withinPortal
    shadow="md"
  >
    <Popover.Target>
      <span style={{ position: 'absolute', inset: 0, pointerEvents: 'none' }} />
    </Popover.Target>
    <Popover.Dropdown
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        // It closes the calendar, and not the dialog that the field stands in.
        event.preventDefault()
        event.stopPropagation()
        onEscape()
      }}
    >
      <Picker {...picking} />
    </Popover.Dropdown>
  </Popover>
)

const Picker = ({ label, day, today, min, max, opensAt, onDay }: Omit<CalendarPopoverProps, 'open' | 'onClose' | 'onEscape'>) => {
  const [month, setMonth] = useState(monthOf(opensAt))
  return (
    <div style={{ width: 300 }}>
      <MonthGrid
        {...{ label, month, today, min, max, onDay }}
        onMonth={setMonth}
        focused={opensAt}
        look={at => ({ selected: at === day })}
      />
    </div>
  )
}
