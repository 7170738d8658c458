import { Segments } from '../../../ui/layout/Segments.tsx'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Modal, ModalFoot } from '../../../ui/dialog/Modal.tsx'
import type { DayOff } from '../../draft/day-off.ts'
import { MoveList } from '../moves/MoveList.tsx'
import type { RoomMove } from '../../draft/moves.ts'
import type { Draft } from '../../draft/draft.ts'
import { Stack } from '../../../ui/layout/Layout.ts'
import { Help } from '../../../ui/form/FieldParts.ts'

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
      <Stack>
        <p>
          この日に{rooms.length}戸が割り当てられています。
          {left === 0
            ? `${moves.length}戸とも別の日に入ります（予備枠 ${intoSpares}戸）。`
            : `${moves.length - left}戸は別の日に入りますが、${left}戸は空きがありません。`}
        </p>
        <Segments
          label="部屋の行き先"
          options={goals}
          chosen={proposing ? 'proposed' : 'tray'}
          onChoose={goal => setProposing(goal === 'proposed')}
        />
        <MoveList
          draft={draft}
          moves={rooms.map(({ id }) => ({ roomId: id, to: proposing ? (to.get(id) ?? null) : null }))}
          soft={proposing ? soft : new Map()}
        />
        <Help>下書きに入れます。「変更を保存」を押すまで保存も通知もされません。</Help>
        <ModalFoot>
          <Button onClick={onClose}>キャンセル</Button>
          <Button kind="primary" onClick={decide}>
            休工日にして{proposing ? '振り分ける' : '未割当に戻す'}
          </Button>
        </ModalFoot>
      </Stack>
    </Modal>
  )
}

const goals = [
  { name: 'proposed', label: '自動で振り分け' },
  { name: 'tray', label: 'すべて未割当に戻す' },
] as const
