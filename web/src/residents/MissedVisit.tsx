import { absenceText } from '@toguchi/domain/rooms/absence'
import type { AnswerOf } from '../platform/api/request.ts'
import { paths } from '../site/paths.ts'
import { Glyph } from '../ui/icons/Glyph.tsx'
import { ButtonLink } from '../ui/plain/Button.tsx'
import { Paper } from '../ui/plain/Paper.ts'
import { Read } from '../ui/plain/Read.tsx'
import { WhoAnswers } from './answering/WhoAnswers.tsx'
import { StateTag } from './parts/StateTag.ts'
import { Wished } from './wishes/Wished.tsx'
import styles from './ResidentTopPage.module.css'

/** Somebody came and nobody opened: that, and the way to a new date (D-34). */
export const MissedVisit = ({ absence }: { absence: NonNullable<AnswerOf<'GET /api/residents/construction'>['absence']> }) => (
  <Paper className={styles.visit} aria-label="工事日">
    <Read>
      <StateTag data-state="open">○ 新しい日時をお選びください</StateTag>
      <p className={styles.missed}>{absenceText(new Date(absence.visited_at))}</p>
    </Read>
    {absence.wish === null ? null : <Wished wish={absence.wish} />}
    <WhoAnswers />
    <ButtonLink wide to={paths.resident_date()}>
      <Glyph name="calendar" size={20} />
      <span>新しい日時を選ぶ</span>
    </ButtonLink>
  </Paper>
)
