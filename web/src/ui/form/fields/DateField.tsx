import { type Day, formatDay, weekdayName } from '@toguchi/domain/calendar/day'
import { lazy, Suspense, useRef, useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { readDay } from '../../calendar/read-day.ts'
import { Icon } from '../../Icon.tsx'
import { FieldFrame, type FieldProps, useField } from '../FormField.tsx'
import { WithButton, Input } from '../Control.ts'
import buttonStyles from '../../Button.module.css'

// Most who see the field type the day or leave it: what positions a popover comes with the first opening.
const CalendarPopover = lazy(async () => ({ default: (await import('../../calendar/CalendarPopover.tsx')).CalendarPopover }))

interface Props extends FieldProps {
  /** The server's today (G-API-17). */
  today: Day
  min?: Day
  max?: Day
  /** The month the calendar opens at while nothing is chosen. */
  opensAt?: Day | null
}

/** A day, `YYYY-MM-DD` or null: typed in any usual form, or picked from a calendar with holidays. */
export const DateField = ({ disabled, today, min, max, opensAt, ...frame }: Props) => {
  const { control } = useFormContext()
  const [typed, setTyped] = useState<string | null>(null)
  const [unread, setUnread] = useState(false)
  /** Null until it was opened for the first time. */
  const [open, setOpen] = useState<boolean | null>(null)
  const wasOpen = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const leaveCalendar = () => {
    setOpen(false)
    button.current?.focus()
  }
  const field = useField(frame, { errors: unread ? ['の形式が正しくありません'] : [] })
  return (
    <FieldFrame {...frame} id={field.id} errors={field.errors}>
      <Controller
        control={control}
        name={frame.name}
        // What was typed and could not be read holds the form back: saving would silently keep the day from before.
        rules={{ validate: () => !unread }}
        render={({ field: { value, onChange, onBlur, ref } }) => {
          const day = typeof value === 'string' && value !== '' ? value : null
          const setDay = (next: Day | null) => {
            setTyped(null)
            setUnread(false)
            field.edited()
            onChange(next)
          }
          const read = () => {
            onBlur()
            if (typed === null) return
            const next = typed.trim() === '' ? null : readDay(typed, today)
            if (next === null && typed.trim() !== '') return setUnread(true)
            setDay(next)
          }
          return (
            <WithButton>
              <Input
                {...field.input}
                ref={ref}
                autoComplete="off"
                placeholder="年/月/日"
                disabled={disabled}
                value={typed ?? (day === null ? '' : `${formatDay(day)}(${weekdayName(day)})`)}
                onChange={event => setTyped(event.target.value)}
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
                aria-label={`${frame.label}をカレンダーから選ぶ`}
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
                    label={frame.label}
                    day={day}
                    {...{ today, min, max, open }}
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
          )
        }}
      />
    </FieldFrame>
  )
}
