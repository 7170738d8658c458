import { type Day, formatDay, weekdayName } from '@toguchi/domain/calendar/day'
import { type ComponentProps, type Ref, Suspense, useId, useRef, useState } from 'react'
import { partOnDemand } from '../../../platform/late-part.ts'
import { readDay } from '../../calendar/read-day.ts'
import { Icon } from '../../icons/Icon.tsx'
import { Input, WithButton } from '../Control.ts'
import { ErrorText } from '../FieldParts.ts'
import buttonStyles from '../../Button.module.css'

// Most who see the field type the day or leave it: what positions a popover comes with the first opening.
const CalendarPopover = partOnDemand(async () => (await import('../../calendar/CalendarPopover.tsx')).CalendarPopover)

/** The days that can be chosen, and where the calendar opens. */
export interface DayRange {
  /** The server's today (G-API-17). */
  today: Day
  min?: Day | undefined
  max?: Day | undefined
  /** The month the calendar opens at while nothing is chosen. */
  opensAt?: Day | null | undefined
}

interface Props extends DayRange {
  label: string
  day: Day | null
  onDay: (day: Day | null) => void
  /** Told when what was typed is no day, so that no day is chosen, and when that is over. */
  onUnread?: (unread: boolean) => void
  /** The field around it says what could not be read. */
  toldByField?: boolean
  /** Told while it is typed, before the day is known: what was wrong goes then, not when the next press is under way. */
  onTyping?: () => void
  onLeave?: () => void
  /** Goes on the input element. */
  input?: Pick<ComponentProps<'input'>, 'id' | 'name' | 'aria-invalid' | 'aria-describedby'>
  inputRef?: Ref<HTMLInputElement>
  disabled?: boolean | undefined
}

/** A day, typed in any usual form or picked from a calendar with holidays. Inside a form it is `DateField`. */
export const DayInput = ({
  label,
  day,
  onDay,
  onUnread,
  toldByField = false,
  onTyping,
  onLeave,
  input,
  inputRef,
  disabled,
  today,
  min,
  max,
  opensAt,
}: Props) => {
  const [typed, setTyped] = useState<string | null>(null)
  const [isUnread, setUnread] = useState(false)
  const errorId = useId()
  // Another day was chosen beside the field: what was typed in it is over.
  const [lastDay, setLastDay] = useState(day)
  if (day !== lastDay) {
    setLastDay(day)
    setTyped(null)
    setUnread(false)
  }
  /** Null until it was opened for the first time. */
  const [open, setOpen] = useState<boolean | null>(null)
  const wasOpen = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const leaveCalendar = () => {
    setOpen(false)
    button.current?.focus()
  }
  const tellUnread = (unread: boolean) => {
    setUnread(unread)
    onUnread?.(unread)
  }
  const setDay = (next: Day | null) => {
    setTyped(null)
    tellUnread(false)
    onDay(next)
  }
  const read = () => {
    onLeave?.()
    if (typed === null) return
    const next = typed.trim() === '' ? null : readDay(typed, today)
    if (next !== null || typed.trim() === '') return setDay(next)
    tellUnread(true)
  }
  const isTold = isUnread && !toldByField
  return (
    <>
      <WithButton>
        <Input
          {...input}
          {...(isTold ? { 'aria-invalid': true, 'aria-describedby': errorId } : {})}
          ref={inputRef}
          autoComplete="off"
          placeholder="年/月/日"
          disabled={disabled}
          value={typed ?? (day === null ? '' : `${formatDay(day)}(${weekdayName(day)})`)}
          onChange={event => {
            setTyped(event.target.value)
            onTyping?.()
            if (isUnread) tellUnread(false)
          }}
          onFocus={event => event.target.select()}
          onBlur={read}
          onKeyDown={event => {
            if (event.key === 'Enter') read()
            if (event.key === 'ArrowDown' && event.altKey) setOpen(true)
          }}
        />
        <button
          ref={button}
          type="button"
          className={buttonStyles.iconButton}
          data-kit="icon-button"
          aria-label={`${label}をカレンダーから選ぶ`}
          disabled={disabled}
          onPointerDown={() => (wasOpen.current = open === true)}
          // A press outside has closed it by now; a key presses the button only while it is closed.
          onClick={event => setOpen(event.detail === 0 || !wasOpen.current)}
        >
          <Icon name="calendar" />
        </button>
        {open === null ? null : (
          <Suspense>
            <CalendarPopover
              {...{ label, day, today, min, max, open }}
              opensAt={day ?? opensAt ?? today}
              onClose={() => setOpen(false)}
              onEscape={leaveCalendar}
              onDay={next => {
                setDay(next)
                leaveCalendar()
              }}
            />
          </Suspense>
        )}
      </WithButton>
      {isTold ? (
        <ErrorText as="span" id={errorId} role="alert">
          日付を読み取れません
        </ErrorText>
      ) : null}
    </>
  )
}
