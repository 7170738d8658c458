import { addDays, formatDayWithoutYear, formatDayLong } from '@toguchi/domain/calendar/day'
import { Suspense } from 'react'
import { latePart } from '../../../platform/late-part.ts'
import { IconButton } from '../../../ui/Button.tsx'
import type { CompanysDay } from '../own-days.ts'
import type { OwnWalk } from './own-walk.ts'
import styles from './DayHead.module.css'

// The law's table of days is as large as all the rest of this head, and comes after it.
const Holiday = latePart(async () => (await import('./Holiday.tsx')).Holiday)

interface Props {
  days: readonly NonNullable<CompanysDay['day']>[]
  walk: OwnWalk
  onDate: (date: string) => void
}

/** Which day it is, how far it is, and the days beside it. */
export const DayHead = ({ days, walk, onDate }: Props) => {
  const date = days[0]?.date ?? ''
  const today = days[0]?.today ?? ''
  const open = walk.total - walk.left.length
  return (
    <div className={styles.head}>
      <div className={styles.day}>
        <IconButton icon="chevron_left" label="前の日" onClick={() => onDate(addDays(date, -1))} />
        <h1>
          <small>{nameOf(date, today)}</small>
          {date === today ? formatDayWithoutYear(date) : formatDayLong(date)}
          <Suspense>
            <Holiday date={date} />
          </Suspense>
        </h1>
        <IconButton icon="chevron_right" label="次の日" onClick={() => onDate(addDays(date, 1))} />
      </div>
      {walk.total === 0 ? null : (
        <p className={styles.count} data-testid="day-count">
          残り <b>{open}</b>戸 <span>／ 全{walk.total}戸</span>
        </p>
      )}
      {date === today ? null : (
        <button type="button" className={styles.back} onClick={() => onDate(today)}>
          今日に戻る
        </button>
      )}
    </div>
  )
}

const nameOf = (date: string, today: string): string =>
  date === today ? '今日の作業' : date === addDays(today, 1) ? '明日の作業' : date === addDays(today, -1) ? '昨日の作業' : 'この日の作業'
