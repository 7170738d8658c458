import { receptionStatusLabels, roomStatusLabels, type ReceptionStatus, type RoomStatus } from '@toguchi/domain/rooms/labels'
import { isReceptionRed } from '@toguchi/domain/rooms/status'
import type { RoomCard as Room } from '@toguchi/domain/schedule/contract'
import { Link } from 'react-router'
import { Drawing } from '../ui/Glyph.tsx'
import { Icon } from '../ui/Icon.tsx'
import { cardText } from './frame-view.ts'

export type CardSize = 'large' | 'normal' | 'small'

interface Props {
  room: Room
  size: CardSize
  /** Where a click leads; null where the card is moved instead. */
  to: string | null
  movable?: boolean
  /** Picked up, to be put somewhere else. */
  held?: boolean
  /** Chosen together with others. */
  selected?: boolean
  /** Not where the saved schedule has it. */
  changed?: boolean
}

/** A room in the schedule: number, state of the work, state of the reception, and the marks that matter for its date. */
export const RoomCard = ({ room, size, to, movable = false, held = false, selected = false, changed = false }: Props) => {
  const face = (
    <span
      className="sg-card"
      data-testid="room-card"
      data-status={room.status}
      data-size={size}
      data-closed={room.closed_at !== null || undefined}
      data-changed={changed || undefined}
      data-priority={room.high_priority || undefined}
      data-held={held || undefined}
      data-selected={selected || undefined}
      data-wish={room.wish === null ? undefined : room.wish.pinned ? 'pinned' : 'some'}
      title={size === 'small' ? cardText(room) : undefined}
    >
      <span className="sg-card-line">
        <b>{room.name}</b>
        {room.high_priority && size !== 'small' ? (
          <span className="sg-mark" data-mark="priority" title="優先対応">
            優先
          </span>
        ) : null}
        {size === 'small' ? null : <Marks room={room} />}
      </span>
      {size === 'large' && room.resident_name !== null ? <span className="sg-card-name">{room.resident_name}</span> : null}
      <span className="sg-card-line">
        <Reception status={room.reception_status_en} short={size !== 'large'} />
        {size === 'small' ? null : <Work status={room.status} />}
      </span>
    </span>
  )
  if (to === null)
    return (
      <span className="sg-holder" data-testid={`room-card-${room.id}`} {...(movable ? { 'data-card': room.id } : {})}>
        {face}
      </span>
    )
  return (
    <Link className="sg-holder" data-testid={`room-card-${room.id}`} to={to} tabIndex={-1} draggable={false}>
      {face}
    </Link>
  )
}

const Marks = ({ room }: { room: Room }) => (
  <>
    {room.construction_schedule_confirmed_at === null ? null : (
      <span className="sg-mark" data-mark="confirmed" title="日程確定済み">
        <Icon name="check" size={11} />確
      </span>
    )}
    {room.wish === null ? null : (
      <span className="sg-mark" data-mark="wish" title={room.wish.pinned ? '日程固定' : '希望日あり'}>
        {room.wish.pinned ? '固' : '希'}
      </span>
    )}
    {room.options_count > 0 ? (
      <span className="sg-mark" data-mark="options" title={`オプション ${room.options_count}件`}>
        <Icon name="option" size={11} />
        {room.options_count}
      </span>
    ) : null}
    {room.has_customer_support_versions ? (
      <span className="sg-mark" data-mark="support" title="対応履歴あり">
        <Icon name="history" size={11} />
      </span>
    ) : null}
  </>
)

/** Outlines in a 24 × 24 box: how the answer came. */
const receptionShapes: Readonly<Record<ReceptionStatus, string>> = {
  not_yet: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v5M12 16h.01',
  web: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM4 12h16M12 4c3 2.4 3 13.6 0 16M12 4c-3 2.4-3 13.6 0 16',
  tel: 'M5 4h4l1.5 4.5L8.3 10a11 11 0 0 0 5.7 5.7l1.5-2.2L20 15v4a1.5 1.5 0 0 1-1.6 1.5C11 20 4 13 3.5 5.6A1.5 1.5 0 0 1 5 4z',
  paper: 'M6 3.5h8l4 4v13H6zM9 12h6M9 16h6',
  mail: 'M3.5 6h17v12h-17zM3.5 7l8.5 6.5L20.5 7',
  visit: 'M12 4.5a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 0 0 0-7.4zM5 20c0-3.6 3.1-5.5 7-5.5s7 1.9 7 5.5',
  other: 'M6 12h.01M12 12h.01M18 12h.01',
}
const receptionShort: Readonly<Record<ReceptionStatus, string>> = {
  not_yet: '未受付',
  web: 'Web',
  tel: '電話',
  paper: '書面',
  mail: 'メール',
  visit: '訪問',
  other: 'その他',
}

/** Red while staff have to act: no answer yet, or one from the web that nobody has looked at (G-LAY-06). */
export const Reception = ({ status, short = false }: { status: ReceptionStatus; short?: boolean }) => (
  <span className="sg-reception" data-testid="reception-status" data-value={status} data-red={isReceptionRed(status)}>
    <Drawing path={receptionShapes[status]} size={12} />
    <span>{short ? receptionShort[status] : receptionStatusLabels[status]}</span>
  </span>
)

const workMarks = { waiting: 'empty', completed: 'full', reschedule: 'square' } as const satisfies Record<RoomStatus, string>

/** State of the work; a room that simply waits says nothing, so that the others are seen. */
const Work = ({ status }: { status: RoomStatus }) =>
  status === 'waiting' ? null : (
    <span className="sg-work" data-status={status}>
      <span className="k-badge-mark" data-mark={workMarks[status]} aria-hidden="true" />
      {status === 'reschedule' ? '再調整' : roomStatusLabels[status]}
    </span>
  )
