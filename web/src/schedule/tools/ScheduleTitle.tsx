import { formatDayShort, todayInTokyo } from '@toguchi/domain/calendar/day'
import { Badge } from '../../ui/Badge.tsx'
import styles from './ScheduleTitle.module.css'

interface Props {
  title: string
  /** Which construction it is, and how much of it. */
  note: string
  completedAt: string | null
}

/** The page's head, as small as the sheet below it wants: its one h1, whether the schedule is completed, and whose it is. */
export const ScheduleTitle = ({ title, note, completedAt }: Props) => {
  const completed = completedAt === null ? null : `確定済 ${formatDayShort(todayInTokyo(new Date(completedAt)))}`
  return (
    <div className={styles.title} title={completed === null ? note : `${note}　${completed}`}>
      <div>
        <h1>{title}</h1>
        {completed === null ? null : <Badge tone="green">{completed}</Badge>}
      </div>
      <p>{note}</p>
    </div>
  )
}
