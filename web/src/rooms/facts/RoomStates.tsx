import { revisitLabel } from '@toguchi/domain/rooms/revisit'
import { AtWorkBadge, type RoomDetail, RoomStatusBadge, WaitingBadge } from '../../room-reads/room-reads.ts'
import { Badge } from '../../ui/Badge.tsx'
import { useRoomHere } from '../visits/use-room-here.ts'
import styles from './RoomStates.module.css'

/** How far the room is, and what makes it stand out. */
export const RoomStates = ({ room }: { room: RoomDetail }) => (
  <span className={styles.states}>
    <RoomStatusBadge status={room.status} closed={room.closed_at !== null} />
    <AtWorkBadge room={useRoomHere(room)} />
    <WaitingBadge room_id={room.id} />
    {room.visits > 0 ? <Badge tone="amber">{revisitLabel(room.visits)}</Badge> : null}
    {room.high_priority ? <Badge tone="amber">優先</Badge> : null}
    {room.incomplete_reason === null ? null : <Badge tone="amber">{room.incomplete_reason}</Badge>}
  </span>
)
