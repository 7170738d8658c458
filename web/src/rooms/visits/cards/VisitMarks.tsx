import { formatYen } from '@toguchi/domain/money/tax'
import { presenceLabels } from '@toguchi/domain/rooms/presence'
import { revisitLabel } from '@toguchi/domain/rooms/revisit'
import { noticeAnswerLabels } from '@toguchi/domain/rooms/visits/on-our-way'
import { keyStateLabels } from '@toguchi/domain/rooms/visits/key-states'
import { AtWorkBadge, RoomStatusBadge } from '../../../room-reads/room-reads.ts'
import { Badge } from '../../../ui/Badge.tsx'
import type { VisitHere } from '../on-this-device.ts'
import { unansweredText } from '../unanswered.ts'
import styles from './VisitMarks.module.css'

interface Props {
  visit: VisitHere
  /** On a small card: its state, and in a word what the large one spells out. */
  brief?: boolean
}

/** What sets a visit apart from an ordinary one, and what the server has not heard of yet. */
export const VisitMarks = ({ visit, brief = false }: Props) => {
  const { presence, notice } = visit
  const unanswered = unansweredText(visit)
  return (
    <div className={styles.marks}>
      {visit.sending.map(word => (
        <Badge key={`${word} now`}>{word} 送信中</Badge>
      ))}
      {visit.waiting.map(word => (
        <Badge key={word} tone="amber">
          {word} 送信待ち
        </Badge>
      ))}
      {visit.refused.map(({ word, reason }) => (
        <Badge key={`${word} ${reason}`} tone="red">
          {word} 送信できません：{reason}
        </Badge>
      ))}
      {brief ? <RoomStatusBadge status={visit.status} closed={visit.closed_at !== null} /> : null}
      {brief ? <AtWorkBadge room={visit} /> : null}
      {visit.visits > 0 ? <Badge tone="amber">{revisitLabel(visit.visits)}</Badge> : null}
      {visit.high_priority ? <Badge tone="amber">優先</Badge> : null}
      {unanswered === null ? null : <Badge tone="amber">{unanswered}</Badge>}
      {visit.assign?.is_spare_frame ? <Badge>予備枠</Badge> : null}
      {brief && visit.left && visit.key === 'yours' ? <Badge tone="amber">{keyStateLabels.yours}</Badge> : null}
      {brief && !visit.left ? (
        <>
          {presence !== null && presence.presence_method !== 'self' ? <Badge>{presenceLabels[presence.presence_method]}</Badge> : null}
          {visit.key === 'none' ? null : <Badge tone="blue">{keyStateLabels[visit.key]}</Badge>}
          {visit.options.length > 0 ? <Badge tone="blue">{visit.options.join('、')}</Badge> : null}
          {visit.collect_on_the_day > 0 ? <Badge tone="amber">集金 {formatYen(visit.collect_on_the_day)}</Badge> : null}
          {notice === null || notice.answer === null ? null : (
            <Badge tone={notice.answer === 'come' ? 'green' : 'red'}>{noticeAnswerLabels[notice.answer]}</Badge>
          )}
        </>
      ) : null}
    </div>
  )
}
