import { formatDayLong } from '@toguchi/domain/calendar/day'
import type { RoomCard } from '@toguchi/domain/schedule/contract'
import { moveReasonLabels, type SoftReason } from '@toguchi/domain/schedule/placement'
import { useState } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Modal, ModalFoot } from '../ui/Modal.tsx'
import type { DayOff } from './day-off.ts'
import type { RoomMove } from './moves.ts'
import { placeText } from './use-moving.ts'
import type { Draft } from './draft.ts'

interface Props {
  dayOff: DayOff
  draft: Draft
  onDecide: (moves: readonly RoomMove[]) => void
  onClose: () => void
}

/** Adding a day off shows whom it hits, and where the program would put them; a person approves (product/beyond 6). */
export const DayOffModal = ({ dayOff: { date, rooms, moves, soft, intoSpares, left }, draft, onDecide, onClose }: Props) => {
  const [proposing, setProposing] = useState(true)
  const to = new Map(moves.map(move => [move.roomId, move.to]))
  const decide = () => onDecide(rooms.map(({ id }) => ({ roomId: id, to: proposing ? (to.get(id) ?? null) : null })))
  return (
    <Modal opened onClose={onClose} title={`${formatDayLong(date)}を休工日にする`} width={620} testId="day-off-modal">
      <div className="k-stack">
        <p>
          この日に{rooms.length}戸が割り当てられています。
          {left === 0
            ? `${moves.length}戸とも別の日に入ります（予備枠 ${intoSpares}戸）。`
            : `${moves.length - left}戸は別の日に入りますが、${left}戸は空きがありません。`}
        </p>
        <div className="k-segments" role="group" aria-label="部屋の行き先">
          <button type="button" aria-pressed={proposing} onClick={() => setProposing(true)}>
            自動で振り分け
          </button>
          <button type="button" aria-pressed={!proposing} onClick={() => setProposing(false)}>
            すべて未割当に戻す
          </button>
        </div>
        <ul className="sg-hit">
          {rooms.map(room => (
            <HitRoom
              key={room.id}
              room={room}
              against={proposing ? (soft.get(room.id) ?? []) : []}
              text={proposing ? placeText(to.get(room.id) ?? null, draft.base) : '未割当'}
            />
          ))}
        </ul>
        <p className="k-help">下書きに入れます。「変更を確定して通知」を押すまで保存も通知もされません。</p>
        <ModalFoot>
          <Button onClick={onClose}>キャンセル</Button>
          <Button kind="primary" onClick={decide}>
            休工日にして{proposing ? '振り分ける' : '未割当に戻す'}
          </Button>
        </ModalFoot>
      </div>
    </Modal>
  )
}

interface HitProps {
  room: RoomCard
  text: string
  against: readonly SoftReason[]
}

const HitRoom = ({ room, text, against }: HitProps) => (
  <li>
    <b>{room.name}</b>
    {room.construction_schedule_confirmed_at === null ? null : <Badge tone="amber">同意済み</Badge>}
    <span aria-hidden="true">→</span>
    <span>{text}</span>
    {against.map(reason => (
      <Badge key={reason} tone="amber">
        {moveReasonLabels[reason]}
      </Badge>
    ))}
  </li>
)
