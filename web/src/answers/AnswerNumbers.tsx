import { formatDayLong } from '@toguchi/domain/calendar/day'
import { contactOutcomeLabels, occupancyLabels } from '@toguchi/domain/rooms/occupancy/occupancy'
import { receptionStatuses } from '@toguchi/domain/rooms/labels'
import type { Board } from './answer-reads.ts'
import { receptionMarks } from './reception-marks.ts'
import styles from './AnswerNumbers.module.css'
import tones from './ReceptionTone.module.css'

/** Answer rate, what is expected, and how the answers came: numbers, one bar, and its legend. */
export const AnswerNumbers = ({ board }: { board: Board }) => {
  const { total, answered, unanswered, unreachable, refused, away, counts, forecast, days_left, construction } = board
  const deadline = construction.schedule_change_end_on
  const percent = (count: number) => (total === 0 ? 0 : Math.round((count / total) * 100))
  const visible = receptionStatuses.filter(status => counts[status] > 0)
  // What is no answer, and what nobody waits for, each where there is one (D-37).
  const apart = (
    [
      [contactOutcomeLabels.unreachable, unreachable],
      [contactOutcomeLabels.refused, refused],
      [occupancyLabels.vacant, away.vacant],
      [occupancyLabels.long_absent, away.long_absent],
    ] as const
  ).filter(([, count]) => count > 0)
  return (
    <>
      <dl className={styles.numbers}>
        <div>
          <dt>回答率</dt>
          <dd>
            {percent(answered)}
            <small>
              %（{answered} / {total}戸）
            </small>
          </dd>
        </div>
        <div>
          <dt>未回答</dt>
          <dd>
            {unanswered}
            <small>戸</small>
          </dd>
        </div>
        {apart.map(([word, count]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>
              {count}
              <small>戸</small>
            </dd>
          </div>
        ))}
        {forecast === null ? null : (
          <div>
            <dt>締切時の見込み</dt>
            <dd>
              {percent(forecast.expected)}
              <small>%（{forecast.expected}戸）</small>
            </dd>
          </div>
        )}
        {deadline === null ? null : (
          <div>
            <dt>日程変更の締切</dt>
            <dd>
              {days_left === null || days_left < 0 ? '終了' : days_left === 0 ? '本日' : `あと${days_left}日`}
              <small>　{formatDayLong(deadline)}</small>
            </dd>
          </div>
        )}
      </dl>
      <div
        className={styles.bar}
        role="img"
        aria-label={visible.map(status => `${receptionMarks[status].word} ${counts[status]}戸`).join('、')}
      >
        {receptionStatuses
          .filter(status => status !== 'not_yet' && counts[status] > 0)
          .map(status => (
            <span key={status} data-reception={status} style={{ width: `${(counts[status] / Math.max(1, total)) * 100}%` }} />
          ))}
      </div>
      <ul className={styles.legend}>
        {visible.map(status => (
          <li key={status}>
            <i className={tones.tone} data-reception={status} aria-hidden="true">
              {receptionMarks[status].mark}
            </i>
            {receptionMarks[status].word} {counts[status]}戸
          </li>
        ))}
      </ul>
    </>
  )
}
