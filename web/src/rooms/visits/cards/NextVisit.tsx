import { formatTimeFrame } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { keyStateLabels } from '@toguchi/domain/rooms/visits/key-states'
import type { ReactNode } from 'react'
import { PresenceText } from '../../facts/PresenceText.tsx'
import { collectedWord, type VisitHere } from '../on-this-device.ts'
import { CallHousehold } from './CallHousehold.tsx'
import { NoticeAnswer } from './NoticeAnswer.tsx'
import { RoomLink } from './RoomLink.tsx'
import { VisitMarks } from './VisitMarks.tsx'
import { VisitSteps } from './VisitSteps.tsx'
import styles from './NextVisit.module.css'

interface Props {
  visit: VisitHere
  /** Said where one works for several. */
  company: string | null
}

/** Where to go now, as large as it has to be in sunlight and gloves: when, where, who opens, what to bring, what to do (D-44). */
export const NextVisit = ({ visit, company }: Props) => {
  const { assign, resident, construction } = visit
  return (
    <article className={styles.card} data-testid="next-visit" data-room={visit.id}>
      <p className={styles.next}>{visit.arrived_at === null ? '次の部屋' : '作業中の部屋'}</p>
      <NoticeAnswer notice={visit.notice} />
      <div className={styles.where}>
        <div>
          <p className={styles.time}>{assign === null ? '' : formatTimeFrame(assign.start_at, assign.end_at)}</p>
          <h2>
            <small>{construction.building_name}</small>
            <RoomLink visit={visit} testId={`room-card-${visit.id}`}>
              {addressedRoom(visit.name)}
            </RoomLink>
          </h2>
          {resident?.name ? <p className={styles.who}>{resident.name} 様</p> : null}
        </div>
        <CallHousehold visit={visit} />
      </div>
      <VisitMarks visit={visit} />
      <dl className={styles.facts}>
        <Fact name="立会い">{visit.presence === null ? '未回答' : <PresenceText presence={visit.presence} />}</Fact>
        {visit.key === 'none' ? null : <Fact name="鍵">{keyStateLabels[visit.key]}</Fact>}
        <Fact name="注意" strong text={visit.construction_remarks} />
        <Fact name="居住者より" text={visit.wish_note} />
        <Fact name="部屋備考" text={visit.room_remarks} />
        {visit.options.length === 0 ? null : <Fact name="取り付け">{visit.options.join('、')}</Fact>}
        {visit.collect_on_the_day === 0 ? null : (
          <Fact name="当日集金" strong>
            <b className={styles.money}>{formatYen(visit.collect_on_the_day)}</b>
          </Fact>
        )}
        {visit.waiting.includes(collectedWord) ? <Fact name="当日集金">集金済み・送信待ち</Fact> : null}
        {company === null ? null : <Fact name="会社">{company}</Fact>}
      </dl>
      <VisitSteps visit={visit} />
    </article>
  )
}

interface FactProps {
  name: string
  /** In place of children: nothing is shown of an empty one. */
  text?: string | null
  /** Must not be overlooked. */
  strong?: boolean
  children?: ReactNode
}

const Fact = ({ name, text, strong = false, children }: FactProps) =>
  children === undefined && (text ?? '').trim() === '' ? null : (
    <div data-strong={strong || undefined}>
      <dt>{name}</dt>
      <dd>{children ?? text}</dd>
    </div>
  )
