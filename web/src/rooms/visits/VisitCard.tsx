import { formatTelephone } from '@toguchi/domain/text/telephone'
import { presenceLabels } from '@toguchi/domain/rooms/presence'
import { revisitLabel } from '@toguchi/domain/rooms/revisit'
import { formatYen } from '@toguchi/domain/money/tax'
import { Link } from 'react-router'
import { paths } from '../../site/paths.ts'
import { useActor } from '../../platform/session/actor.ts'
import { CollectionBadge, RoomStatusBadge, useCollections, WaitingBadge } from '../../room-reads/room-reads.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { TelephoneLink } from '../../ui/TelephoneLink.tsx'
import { visitActions } from './visit-actions.ts'
import { isOpenVisit, type Visit } from './visit-list.ts'
import { unansweredText } from './unanswered.ts'
import styles from './VisitCard.module.css'
import { Instruction } from '../Instruction.ts'

interface Props {
  visit: Visit
  /** Whose frame it is, where several crews are at work. */
  crew: string | null
  /** Where to go now. */
  next?: boolean
  /** Whether its day has come. */
  isDue: boolean
}

/** One visit for a thumb: the whole card leads to the room, the telephone beside it calls, the row below begins what is done at the door. */
export const VisitCard = ({ visit, crew, next = false, isDue }: Props) => {
  const actor = useActor()
  const money = useCollections({ construction_id: visit.construction_id, room_id: visit.id }, visit.collect_on_the_day)
  const { assign, resident } = visit
  const frame = assign === null ? null : assign.is_spare_frame ? `予備枠${assign.frame_number}` : `枠${assign.frame_number}`
  const open = isOpenVisit(visit)
  return (
    <article className={styles.card} data-testid="visit-card" data-status={visit.status} data-next={next || undefined}>
      {next ? <p className={styles.next}>次の部屋</p> : null}
      <div className={styles.head}>
        <Link className={styles.link} data-testid={`room-card-${visit.id}`} to={paths.room(visit.construction_id, visit.id)}>
          {visit.name}
        </Link>
        <RoomStatusBadge status={visit.status} closed={visit.closed_at !== null} />
        <WaitingBadge room_id={visit.id} />
        <CollectionBadge state={money.state} />
        {visit.visits > 0 ? <Badge tone="amber">{revisitLabel(visit.visits)}</Badge> : null}
        {visit.high_priority ? <Badge tone="amber">優先</Badge> : null}
        {visit.construction_schedule_confirmed_at !== null ? (
          <Badge tone="green">日程確定</Badge>
        ) : actor.kind === 'craftsman' ? (
          <Badge tone="amber">{unansweredText(visit)}</Badge>
        ) : (
          <Badge tone="red">日程未確定</Badge>
        )}
      </div>
      <p className={styles.who}>
        {resident?.name ? <span>{resident.name} 様</span> : null}
        {frame === null ? null : <small>{[crew, frame].filter(part => part !== null).join('　')}</small>}
      </p>
      {visit.presence === null ? null : (
        <p className={styles.note} data-testid="visit-presence">
          <b>在宅方法</b> {presenceLabels[visit.presence.presence_method]}
          {visit.presence.proxy_name === null ? null : `　${visit.presence.proxy_name} 様`}
          {visit.presence.proxy_phone === null ? null : (
            <>
              {' '}
              <TelephoneLink phone={visit.presence.proxy_phone} />
            </>
          )}
        </p>
      )}
      {visit.construction_remarks === null ? null : <Instruction>{visit.construction_remarks}</Instruction>}
      <Note label="居住者より" text={visit.wish_note} />
      <Note label="部屋備考" text={visit.room_remarks} />
      {open && (visit.missing_photos > 0 || visit.options.length > 0 || money.due > 0) ? (
        <p className={styles.head}>
          {visit.missing_photos > 0 ? <Badge tone="neutral">未撮影 {visit.missing_photos}</Badge> : null}
          {visit.options.length > 0 ? (
            <Badge tone="blue">
              オプション {visit.options.length}件　{visit.options.join('、')}
            </Badge>
          ) : null}
          {money.due > 0 ? <Badge tone="amber">当日集金 {formatYen(money.due)}</Badge> : null}
        </p>
      ) : null}
      <div className={styles.actions} role="group" aria-label={`${visit.name}の操作`}>
        {visitActions(visit, actor, { isDue }).map(({ label, at }) => (
          <Link key={label} to={`${paths.room(visit.construction_id, visit.id)}${at}`}>
            {label}
          </Link>
        ))}
      </div>
      {open && resident?.phone ? (
        <a
          className={styles.call}
          href={`tel:${resident.phone}`}
          aria-label={`${visit.name} ${resident.name ?? ''}様に電話 ${formatTelephone(resident.phone)}`}
        >
          <Icon name="phone" size={20} />
          電話
        </a>
      ) : null}
    </article>
  )
}

const Note = ({ label, text }: { label: string; text: string | null }) =>
  text === null || text.trim() === '' ? null : (
    <p className={styles.note}>
      <b>{label}</b> {text}
    </p>
  )
