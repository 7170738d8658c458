import { Popover } from '@base-ui/react/popover'
import type { Day } from '@toguchi/domain/calendar/day'
import { useRef, useState } from 'react'
import { monthOf } from './month.ts'
import { MonthGrid } from './MonthGrid.tsx'
import styles from './CalendarPopover.module.css'

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
export const CalendarPopover = ({ open, onClose, onEscape, ...picking }: CalendarPopoverProps) => {
  const place = useRef<HTMLSpanElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Popover.Root
      open={open}
      modal="trap-focus"
      onOpenChange={(_open, { reason, event }) => {
        if (reason !== 'escape-key') return onClose()
        // It closes the calendar, and not the dialog that the field stands in.
        event.preventDefault()
        onEscape()
      }}
    >
      <span ref={place} className={styles.place} />
      <Popover.Portal>
        <Popover.Positioner anchor={place} side="bottom" align="end" sideOffset={8} className={styles.positioner}>
          <Popover.Popup
            ref={popup}
            className={styles.popup}
            aria-label={picking.label}
            initialFocus={() => focusDay(popup.current)}
            finalFocus={false}
          >
            <Picker {...picking} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Not by the popover itself: it is placed only afterwards, and the page would follow the focus to its top. */
const focusDay = (popup: HTMLElement | null): false => {
  popup?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  return false
}

const Picker = ({ label, day, today, min, max, opensAt, onDay }: Omit<CalendarPopoverProps, 'open' | 'onClose' | 'onEscape'>) => {
  const [month, setMonth] = useState(monthOf(opensAt))
  return (
    <div className={styles.month}>
      <MonthGrid
        {...{ label, month, today, min, max, onDay }}
        onMonth={setMonth}
        focused={opensAt}
        look={at => ({ selected: at === day })}
      />
    </div>
  )
}
