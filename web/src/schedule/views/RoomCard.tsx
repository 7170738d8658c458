import { StateMark } from '../../ui/Badge.tsx'
import { presenceLabels, type PresenceMethod } from '@toguchi/domain/rooms/presence'
import { receptionStatusLabels, type ReceptionStatus, type RoomStatus } from '@toguchi/domain/rooms/labels'
import { revisitLabel } from '@toguchi/domain/rooms/revisit'
import { isReceptionRed } from '@toguchi/domain/rooms/status'
import type { RoomCard as Room } from '@toguchi/domain/schedule/contract'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons/Icon.tsx'
import { type CardSize, isRevisit, nobodyAtHome, presenceShort, receptionShort, surnameOf, workText } from './face-text.ts'
import { cardText } from './frame-view.ts'
import styles from './RoomCard.module.css'

interface Props {
  room: Room
  size: CardSize
  /** Where a click leads; null where the card is moved instead. */
  to: string | null
  movable?: boolean
  /** Picked up, to be put somewhere else. */
  grabbed?: boolean
  /** Chosen together with others. */
  selected?: boolean
  /** Not where the saved schedule has it. */
  changed?: boolean
}

/** So many badges stand beside the number of a room in words; more are a sign each, and the tooltip has the words. */
const mostBadgesInWords = 2

/** A room in the schedule: number, state of the work, state of the reception, and the marks that matter for its date. */
export const RoomCard = ({ room, size, to, movable = false, grabbed = false, selected = false, changed = false }: Props) => {
  const badges = size === 'small' ? 0 : badgeCountOf(room)
  const many = badges > mostBadgesInWords
  const face = (
    <span
      className={styles.card}
      data-testid="room-card"
      data-status={room.status}
      data-size={size}
      data-closed={room.closed_at !== null || undefined}
      data-changed={changed || undefined}
      data-priority={room.high_priority || undefined}
      data-grabbed={grabbed || undefined}
      data-selected={selected || undefined}
      data-wish={room.wish === null ? undefined : room.wish.pinned ? 'pinned' : 'some'}
      title={size === 'small' || many ? cardText(room) : undefined}
    >
      {badges > 0 ? (
        <span className={styles.line} data-many={many || undefined}>
          <b>{room.name}</b> <Badges room={room} short={many} />
        </span>
      ) : (
        <b data-long={room.name.length > 4 || undefined}>{room.name}</b>
      )}{' '}
      {size === 'large' && room.resident_name !== null ? <span className={styles.name}>{room.resident_name}</span> : null}{' '}
      {size === 'normal' ? (
        <Person room={room} />
      ) : size === 'small' || room.status === 'waiting' ? (
        <Reception status={room.reception_status_en} short={size === 'small'} />
      ) : (
        <span className={styles.line}>
          <Reception status={room.reception_status_en} /> <Work status={room.status} />
        </span>
      )}
    </span>
  )
  if (to === null)
    return (
      <span className={styles.holder} data-testid={`room-card-${room.id}`} {...(movable ? { 'data-card': room.id } : {})}>
        {face}
      </span>
    )
  return (
    <RoomLink id={room.id} to={to}>
      {face}
    </RoomLink>
  )
}

/** Leads to the room. A plain link: the grid follows it, because a router's own link in every cell costs as much as the card. */
export const RoomLink = ({ id, to, children }: { id: number; to: string; children: ReactNode }) => (
  <a className={styles.holder} data-testid={`room-card-${id}`} data-room-link={id} href={to} tabIndex={-1} draggable={false}>
    {children}
  </a>
)

/** Most cards have none, and then no line for them: a sheet shows hundreds. */
const badgeCountOf = (room: Room): number =>
  [
    isRevisit(room),
    room.high_priority,
    room.construction_schedule_confirmed_at !== null,
    room.wish !== null,
    room.options_count > 0,
    nobodyAtHome(room) !== null,
    room.has_customer_support_versions,
  ].filter(Boolean).length

/** How the door opens when the resident is not the one who opens it. */
export const PresenceMark = ({ method }: { method: Exclude<PresenceMethod, 'self'> }) => (
  <span className={styles.mark} data-mark="presence" title={`在宅方法 ${presenceLabels[method]}`}>
    {presenceShort[method]}
  </span>
)

const Badges = ({ room, short }: { room: Room; short: boolean }) => {
  const presence = nobodyAtHome(room)
  return (
    <>
      {isRevisit(room) ? (
        <span className={styles.mark} data-mark="revisit" title={revisitLabel(room.visits) ?? ''}>
          {short ? '再' : '再訪問'}
        </span>
      ) : null}{' '}
      {room.high_priority ? (
        <span className={styles.mark} data-mark="priority" title="優先対応">
          {short ? '優' : '優先'}
        </span>
      ) : null}{' '}
      {room.construction_schedule_confirmed_at === null ? null : (
        <span className={styles.mark} data-mark="confirmed" title="日程確定済み">
          <Icon name="check" size={11} />
          {short ? null : '確'}
        </span>
      )}{' '}
      {room.wish === null ? null : (
        <span className={styles.mark} data-mark="wish" title={room.wish.pinned ? '日程固定' : '希望日あり'}>
          {room.wish.pinned ? '固' : '希'}
        </span>
      )}{' '}
      {presence === null ? null : <PresenceMark method={presence} />}{' '}
      {room.options_count > 0 ? (
        <span className={styles.mark} data-mark="options" title={`オプション ${room.options_count}件`}>
          <Icon name="option" size={11} />
          {room.options_count}
        </span>
      ) : null}{' '}
      {room.has_customer_support_versions ? (
        <span className={styles.mark} data-mark="support" title="対応履歴あり">
          <Icon name="history" size={11} />
        </span>
      ) : null}{' '}
    </>
  )
}

/** The surname, with how the answer came as a sign alone; in words while nobody is known. */
const Person = ({ room }: { room: Room }) => {
  const surname = surnameOf(room)
  return (
    <span className={styles.line} data-line="person">
      {surname === null ? null : <span className={styles.name}>{surname}</span>}{' '}
      <Reception status={room.reception_status_en} short alone={surname !== null} /> <Work status={room.status} />
    </span>
  )
}

/** How the answer came, with its sign drawn by the style sheet. Red while staff have to act: no answer yet, or one from the web that nobody has looked at (G-LAY-06). */
export const Reception = ({ status, short = false, alone = false }: ReceptionProps) => (
  <span
    className={styles.reception}
    data-testid="reception-status"
    data-value={status}
    data-red={isReceptionRed(status)}
    data-alone={alone || undefined}
    title={alone ? receptionStatusLabels[status] : undefined}
  >
    {short ? receptionShort[status] : receptionStatusLabels[status]}
  </span>
)

interface ReceptionProps {
  status: ReceptionStatus
  short?: boolean
  /** The sign without its word, where a surname takes the room: the word is its tooltip, and in the name of the cell. */
  alone?: boolean
}

const workBadges = { waiting: 'empty', completed: 'full', reschedule: 'square' } as const satisfies Record<RoomStatus, string>

/** State of the work; a room that simply waits says nothing, so that the others are seen. */
const Work = ({ status }: { status: RoomStatus }) =>
  status === 'waiting' ? null : (
    <span className={styles.work} data-status={status}>
      <StateMark mark={workBadges[status]} />
      {workText(status)}
    </span>
  )
