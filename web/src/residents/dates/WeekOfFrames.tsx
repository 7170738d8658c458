import { formatDayShort, formatTimeFrameForResident, weekday } from '@toguchi/domain/calendar/day'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import type { AnswerOf } from '../../platform/api/api.ts'
import { Glyph } from '../../ui/icons/Glyph.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { type Frame, placeText } from './frame.ts'
import styles from './WeekOfFrames.module.css'
import { Paper } from '../../ui/plain/Paper.ts'

export type Days = AnswerOf<'GET /api/residents/assignable_frames'>['dates']
type Day = Days[number]

interface Props {
  days: readonly Day[]
  onEarlier?: () => void
  onLater?: () => void
  onChoose: (frame: Frame) => void
}

/** Days downwards, time frames across: every sign is a target for a thumb, and says in words what it stands for. */
export const WeekOfFrames = ({ days, onEarlier, onLater, onChoose }: Props) => {
  const frames = framesOf(days)
  return (
    <Paper className={styles.week} aria-label="日程の選択">
      <div className={styles.weekHead}>
        <button type="button" aria-label="前の週" disabled={onEarlier === undefined} onClick={onEarlier}>
          <Glyph name="chevron_left" size={22} />
        </button>
        <strong aria-live="polite">
          {formatDayShort(days[0]?.date ?? '')}〜{formatDayShort(days.at(-1)?.date ?? '')}
        </strong>
        <button type="button" aria-label="次の週" disabled={onLater === undefined} onClick={onLater}>
          <Glyph name="chevron_right" size={22} />
        </button>
      </div>
      <p className={styles.legend}>
        <Read>
          <span>○ 選べます</span>
          <span>× 空きなし</span>
          <span>△ ほかの方が選択中</span>
          <span>－ 受付なし</span>
        </Read>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Read>日</Read>
            </th>
            {frames.map(frame => (
              <th key={frame.construction_time_frame_id} scope="col">
                <Read>{formatTimeFrameForResident(frame.start_at, frame.end_at).replaceAll(' ', '\n').replace('–', '–\n')}</Read>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(day => (
            <tr key={day.date} data-kind={day.kind}>
              <th scope="row" data-day={dayColour(day.date)}>
                {formatDayShort(day.date)}
                {holidayName(day.date) === null ? null : <small>{holidayName(day.date)}</small>}
              </th>
              {day.kind === 'closed' ? (
                <td colSpan={Math.max(1, frames.length)}>
                  <span className={styles.sign}>
                    －<span className="sr-only">受付なし</span>
                  </span>
                </td>
              ) : (
                day.time_frames.map(frame => (
                  <td key={frame.construction_time_frame_id}>
                    <span className={styles.when}>{formatTimeFrameForResident(frame.start_at, frame.end_at)}</span>
                    <Sign frame={frame} onChoose={onChoose} />
                  </td>
                ))
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
  )
}

const Sign = ({ frame, onChoose }: { frame: Day['time_frames'][number]; onChoose: (frame: Frame) => void }) => {
  if (frame.current)
    return (
      <span className={`${styles.sign} ${styles.current}`}>
        <Read>今の日程</Read>
      </span>
    )
  // Somebody is deciding about the last one: it may come free again within five minutes.
  if (frame.held)
    return (
      <span className={`${styles.sign} ${styles.held}`}>
        △
        <small>
          <Read>ほかの方が選択中</Read>
        </small>
      </span>
    )
  if (!frame.available)
    return (
      <span className={styles.sign}>
        ×<span className="sr-only">空きなし</span>
      </span>
    )
  const when = placeText(frame)
  return (
    <button type="button" className={`${styles.sign} ${styles.free}`} aria-label={`${when}を選ぶ`} onClick={() => onChoose(frame)}>
      ○
    </button>
  )
}

/** The columns: every open day has all of the construction's time frames. */
const framesOf = (days: readonly Day[]) => days.find(({ time_frames }) => time_frames.length > 0)?.time_frames ?? []

const dayColour = (date: string): 'saturday' | 'holiday' | 'plain' => {
  if (weekday(date) === 0 || holidayName(date) !== null) return 'holiday'
  return weekday(date) === 6 ? 'saturday' : 'plain'
}
