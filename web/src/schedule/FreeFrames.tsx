import { formatDayShort, formatTimeFrame, weekday } from '@toguchi/domain/calendar/day'
import { holidayName } from '@toguchi/domain/calendar/holidays'
import { useQuery } from '@tanstack/react-query'
import { q } from '../platform/api/api.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import styles from './FreeFrames.module.css'

export interface ChosenFrame {
  date: string
  construction_time_frame_id: number
}

interface Props {
  construction_id: number
  room_id: number
  /** Where the room stands: shown among the others, and not to be chosen. */
  current: ChosenFrame | null
  chosen: ChosenFrame | null
  onChoose: (frame: ChosenFrame) => void
}

/** Every frame that is free for a room, day by day, for somebody of the office with the resident on the line (D-22). */
export const FreeFrames = ({ construction_id, room_id, current, chosen, onChoose }: Props) => {
  const { data } = useQuery(
    q('GET /api/constructions/:construction_id/rooms/:room_id/free_frames', { params: { construction_id, room_id } }, { silent: true }),
  )
  const isAt = (frame: ChosenFrame | null, date: string, id: number) => frame?.date === date && frame.construction_time_frame_id === id
  if (data === undefined) return <Spinner />
  if (data.dates.length === 0) return <Help>空いている枠がありません。詳細工程表で予備枠を追加してください。</Help>
  return (
    <div className={styles.freeDates} role="radiogroup" aria-label="空いている日時">
      {data.dates.map(({ date, time_frames }) => (
        <div className={styles.freeDate} key={date}>
          <span data-day={holidayName(date) !== null || weekday(date) === 0 ? 'red' : weekday(date) === 6 ? 'blue' : 'plain'}>
            {formatDayShort(date)}
            {holidayName(date) === null ? null : <small>{holidayName(date)}</small>}
          </span>
          {time_frames.map(frame => (
            <button
              key={frame.construction_time_frame_id}
              type="button"
              role="radio"
              aria-checked={isAt(chosen, date, frame.construction_time_frame_id)}
              disabled={isAt(current, date, frame.construction_time_frame_id)}
              onClick={() => onChoose({ date, construction_time_frame_id: frame.construction_time_frame_id })}
            >
              {formatTimeFrame(frame.start_at, frame.end_at)}
              <small>{isAt(current, date, frame.construction_time_frame_id) ? '今の日程' : freeText(frame)}</small>
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

const freeText = ({ frame_numbers, spare_frame_numbers }: { frame_numbers: readonly number[]; spare_frame_numbers: readonly number[] }) =>
  `空き${frame_numbers.length}${frame_numbers.length === spare_frame_numbers.length ? '（予備枠）' : ''}`
