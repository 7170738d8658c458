import { moveReasonLabels, type SoftReason } from '@toguchi/domain/schedule/placement'
import { Badge } from '../../../ui/Badge.tsx'
import type { Draft } from '../../draft/draft.ts'
import type { RoomMove } from '../../draft/moves.ts'
import { placeText } from '../use-moving.ts'
import styles from './MoveList.module.css'

interface Props {
  draft: Draft
  moves: readonly RoomMove[]
  /** What stands against a move, by room. */
  soft: ReadonlyMap<number, readonly SoftReason[]>
}

/** Where rooms would go, before anything moves: each with what its resident agreed to or wished, and what stands against it. */
export const MoveList = ({ draft, moves, soft }: Props) => (
  <ul className={styles.hit}>
    {moves.map(({ roomId, to }) => {
      const room = draft.rooms.get(roomId)
      if (room === undefined) return null
      return (
        <li key={roomId}>
          <b>{room.name}</b>
          {room.construction_schedule_confirmed_at === null ? null : <Badge tone="amber">同意済み</Badge>}
          {room.wish?.pinned === true ? <Badge tone="amber">日程固定</Badge> : null}
          <span aria-hidden="true">→</span>
          <span>{placeText(to, draft.base)}</span>
          {to !== null && room.wish?.unavailable_dates.includes(to.date) === true ? <Badge tone="amber">都合の悪い日</Badge> : null}
          {(soft.get(roomId) ?? []).map(reason => (
            <Badge key={reason} tone="amber">
              {moveReasonLabels[reason]}
            </Badge>
          ))}
        </li>
      )
    })}
  </ul>
)
