import { timeInTokyo } from '@toguchi/domain/calendar/day'
import { noticeAnswerLabels, waitMinutes } from '@toguchi/domain/rooms/visits/on-our-way'
import type { OwnVisit } from '../own-days.ts'
import styles from './NoticeAnswer.module.css'

/** What a household said to 「まもなく伺います」: before anybody rings in vain, or too early. */
export const NoticeAnswer = ({ notice }: Pick<OwnVisit, 'notice'>) =>
  notice === null ? null : notice.answer === null ? (
    <p className={styles.answer} data-answer="none" role="status">
      <small>{timeInTokyo(new Date(notice.sent_at))} まもなく伺いますとお知らせ</small>
      返事はまだありません
    </p>
  ) : (
    <p className={styles.answer} data-answer={notice.answer} role="status">
      <small>{notice.answered_at === null ? '' : timeInTokyo(new Date(notice.answered_at))} 居住者からの返事</small>
      {noticeAnswerLabels[notice.answer]}
      {notice.answer === 'wait' && notice.answered_at !== null ? <b>{waitedUntil(notice.answered_at)}まで待ちます</b> : null}
    </p>
  )

const waitedUntil = (answered_at: string): string => timeInTokyo(new Date(new Date(answered_at).getTime() + waitMinutes * 60_000))
