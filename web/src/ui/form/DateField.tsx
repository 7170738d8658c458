import { Popover } from '@mantine/core'
import { type Day, formatDay, weekdayName } from '@toguchi/domain/calendar/day'
import { useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { monthOf } from '../calendar/month.ts'
import { MonthGrid } from '../calendar/MonthGrid.tsx'
import { readDay } from '../calendar/read-day.ts'
import { Icon } from '../Icon.tsx'
import { FieldFrame, type FieldProps, useField } from './FormField.tsx'

interface Props extends FieldProps {
  /** The server's today (G-API-17). */
  today: Day
  min?: Day
  max?: Day
  /** The month the calendar opens at while nothing is chosen. */
  opensAt?: Day | null
}

/** A day, `YYYY-MM-DD` or null: typed in any usual form, or picked from a calendar with holidays. */
export const DateField = ({ name, label, required, help, wide, hideLabel, disabled, today, min, max, opensAt }: Props) => {
  const { control } = useFormContext()
  const [typed, setTyped] = useState<string | null>(null)
  const [unread, setUnread] = useState(false)
  const [open, setOpen] = useState(false)
  const field = useField(name, label, help, { errors: unread ? ['の形式が正しくありません'] : [] })
  return (
    <FieldFrame {...{ name, label, required, help, wide, hideLabel }} id={field.id} errors={field.errors}>
      <Controller
        control={control}
        name={name}
        // What was typed and could not be read holds the form back: saving would silently keep the day from before.
        rules={{ validate: () => !unread }}
        render={({ field: { value, onChange, onBlur, ref } }) => {
          const day = typeof value === 'string' && value !== '' ? value : null
          const take = (next: Day | null) => {
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
            take(next)
          }
          return (
            <div className="k-with-button">
              <input
                {...field.input}
                ref={ref}
                className="k-input"
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
              <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus withinPortal shadow="md">
                <Popover.Target>
                  <button
                    type="button"
                    className="k-icon-button"
                    aria-label={`${label}をカレンダーから選ぶ`}
                    disabled={disabled}
                    onClick={() => setOpen(!open)}
                  >
                    <Icon name="calendar" />
                  </button>
                </Popover.Target>
                <Popover.Dropdown>
                  <Picker
                    label={label}
                    day={day}
                    {...{ today, min, max }}
                    opensAt={day ?? opensAt ?? today}
                    onDay={next => {
                      take(next)
                      setOpen(false)
                    }}
                  />
                </Popover.Dropdown>
              </Popover>
            </div>
          )
        }}
      />
    </FieldFrame>
  )
}

interface PickerProps {
  label: string
  day: Day | null
  today: Day
  min: Day | undefined
  max: Day | undefined
  opensAt: Day
  onDay: (day: Day) => void
}

const Picker = ({ label, day, today, min, max, opensAt, onDay }: PickerProps) => {
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
