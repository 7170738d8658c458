import { isDay, todayInTokyo } from '@toguchi/domain/calendar/day'
import { useId, useRef, useState } from 'react'
import { DayInput } from '../form/fields/DayInput.tsx'
import { FilterBox } from '../form/FieldParts.ts'

interface Props {
  name: string
  label: string
  /** What the address says. */
  value: string
}

/** A day among the filters, typed in any usual form or picked from the calendar (review O17); the form reads it from the hidden input. */
export const DayFilter = ({ name, label, value }: Props) => {
  const id = useId()
  const hidden = useRef<HTMLInputElement>(null)
  const [day, setDay] = useState(isDay(value) ? value : null)
  const [today] = useState(() => todayInTokyo(new Date()))
  return (
    // As wide as a day with its weekday: two of them stand beside what else a list is narrowed by.
    <FilterBox style={{ width: 152 }}>
      <label htmlFor={id}>{label}</label>
      <input type="hidden" name={name} ref={hidden} defaultValue={day ?? ''} />
      <DayInput
        label={label}
        day={day}
        onDay={next => {
          setDay(next)
          // Enter sends the form before the next render.
          if (hidden.current !== null) hidden.current.value = next ?? ''
        }}
        input={{ id }}
        today={today}
      />
    </FilterBox>
  )
}
