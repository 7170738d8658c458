import { weekdayName } from '@toguchi/domain/calendar/day'
import { shortHolidayName } from '@toguchi/domain/calendar/holidays'
import { tagOf } from '../face-text.ts'
import type { DateColumn } from '../frame-view.ts'
import styles from './DateHead.module.css'

/** A date over its column: day, weekday, what is special about it, and how full it is. */
export const DateHead = ({ column, small }: { column: DateColumn; small: boolean }) => {
  const [, month, day] = column.date.split('-').map(Number)
  const weekday = weekdayName(column.date)
  if (small)
    return (
      <>
        <span className={styles.narrow}>
          <span data-day={dayColour(column, weekday)}>{day}</span> <small data-day={dayColour(column, weekday)}>{weekday}</small>
        </span>{' '}
        <Tag column={column} small />
      </>
    )
  return (
    <>
      <span className={styles.date}>
        <span data-day={dayColour(column, weekday)}>{`${month}/${day}(${weekday})`}</span> <Tag column={column} small={false} />
      </span>{' '}
      <span className={styles.second}>
        {column.name === null ? null : (
          <small data-day="red" title={column.name}>
            {shortHolidayName(column.name)}
          </small>
        )}{' '}
        {column.frames === 0 ? null : (
          <span className={styles.dateCount}>
            {column.rooms} / {column.frames}戸
          </span>
        )}
      </span>
    </>
  )
}

const Tag = ({ column, small }: { column: DateColumn; small: boolean }) => {
  const tag = tagOf(column)
  return tag === null ? null : (
    <span className={styles.tag} data-tag={tag.kind}>
      {small ? tag.short : tag.text}
    </span>
  )
}

const dayColour = ({ name }: DateColumn, weekday: string): 'red' | 'blue' | undefined => {
  if (name !== null || weekday === '日') return 'red'
  return weekday === '土' ? 'blue' : undefined
}
