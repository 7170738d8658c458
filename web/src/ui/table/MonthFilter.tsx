import { todayInTokyo } from '@toguchi/domain/calendar/day'
import { useId, useRef, useState } from 'react'
import { IconButton } from '../Button.tsx'
import { addMonths, monthOf, monthText } from '../calendar/month.ts'
import { readMonth } from '../calendar/read-month.ts'
import { Input } from '../form/Control.ts'
import { ErrorText, FilterBox } from '../form/FieldParts.ts'
import styles from './MonthFilter.module.css'

interface Props {
  name: string
  label: string
  /** What the address says. */
  value: string
}

/** A month among the filters, typed in any usual form or stepped to (review O17); the form reads it from the hidden input. */
export const MonthFilter = ({ name, label, value }: Props) => {
  const id = useId()
  const hidden = useRef<HTMLInputElement>(null)
  const [today] = useState(() => todayInTokyo(new Date()))
  const [month, setMonth] = useState(() => readMonth(value, today))
  /** What is typed and not left yet; null shows the month. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isUnread, setUnread] = useState(false)
  const choose = (next: string | null) => {
    setMonth(next)
    setTyped(null)
    setUnread(false)
    // Enter sends the form before the next render.
    if (hidden.current !== null) hidden.current.value = next ?? ''
  }
  const step = (months: number) => {
    choose(month === null ? monthOf(today) : addMonths(month, months))
    hidden.current?.form?.requestSubmit()
  }
  /** Whether the field holds a month or nothing. */
  const read = (): boolean => {
    const text = typed?.trim()
    if (text === undefined) return true
    const next = text === '' ? null : readMonth(text, today)
    setUnread(next === null && text !== '')
    if (next !== null || text === '') choose(next)
    return next !== null || text === ''
  }
  return (
    <FilterBox>
      <label htmlFor={id}>{label}</label>
      <input type="hidden" name={name} ref={hidden} defaultValue={month ?? ''} />
      <span className={styles.month}>
        <IconButton icon="chevron_left" label={`${label}：前の月`} onClick={() => step(-1)} />
        <Input
          id={id}
          autoComplete="off"
          placeholder="年/月"
          value={typed ?? (month === null ? '' : monthText(month))}
          aria-invalid={isUnread}
          aria-describedby={isUnread ? `${id}e` : undefined}
          onFocus={event => event.target.select()}
          onChange={event => {
            setTyped(event.target.value)
            setUnread(false)
          }}
          onBlur={read}
          onKeyDown={event => {
            // What is no month searches for nothing.
            if (event.key === 'Enter' && !read()) event.preventDefault()
          }}
        />
        <IconButton icon="chevron_right" label={`${label}：次の月`} onClick={() => step(1)} />
      </span>
      {isUnread ? (
        <ErrorText as="span" id={`${id}e`} role="alert">
          年月を読み取れません
        </ErrorText>
      ) : null}
    </FilterBox>
  )
}
