import { isOffice } from '@toguchi/domain/access/actor'
import { canCloseRooms, canCompleteRooms, canReopenRooms, canTakeBackCompletion } from '@toguchi/domain/rooms/policy'
import { useApiMutation } from '../../platform/api/api.ts'
import { useActor } from '../../platform/session/actor.ts'
import { type RoomDetail, roomReads } from '../../room-reads/room-reads.ts'
import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { MoreMenu } from '../../ui/dialog/MoreMenu.tsx'
import { isToDecide } from '../visits/date-of-room.ts'
import type { RoomTask } from './RoomTasks.tsx'

interface Props {
  room: RoomDetail
  onTask: (task: RoomTask) => void
}

/** The next step of a room as its one primary button, 不在 beside it, the rest in その他 (field-use, The look 8). */
export const RoomActions = ({ room, onTask }: Props) =>
  room.closed_at !== null ? (
    <Reopening room={room} />
  ) : room.status === 'completed' ? (
    <AfterCompletion room={room} onTask={onTask} />
  ) : (
    <BeforeCompletion room={room} onTask={onTask} />
  )

const Reopening = ({ room }: Pick<Props, 'room'>) => {
  const [dialog, ask] = useConfirm()
  const reopen = useApiMutation('DELETE /api/constructions/:construction_id/rooms/:room_id/close', { invalidates: roomReads })
  const askAndReopen = async () => {
    const sure = await ask({ title: '完了確定を解除します。よろしいですか？', confirm: '解除する' })
    if (sure) reopen.mutate({ params: { construction_id: room.construction_id, room_id: room.id } })
  }
  return canReopenRooms(useActor()) ? (
    <>
      {dialog}
      <Button onClick={() => void askAndReopen()}>完了確定を解除</Button>
    </>
  ) : null
}

const AfterCompletion = ({ room, onTask }: Props) => {
  const actor = useActor()
  const [dialog, ask] = useConfirm()
  const withdraw = useApiMutation('DELETE /api/constructions/:construction_id/rooms/:room_id/completion', { invalidates: roomReads })
  const askAndWithdraw = async () => {
    const sure = await ask({
      title: '完了を取り消します。よろしいですか？',
      text: 'サインは取り下げられ、取り下げた記録が残ります。報告書の回答は下書きに戻り、写真は残ります。',
      confirm: '取り消す',
      danger: true,
    })
    if (sure) withdraw.mutate({ params: { construction_id: room.construction_id, room_id: room.id } })
  }
  return (
    <>
      {dialog}
      {canCloseRooms(actor) ? (
        <Button kind="primary" onClick={() => onTask('close')}>
          完了確定
        </Button>
      ) : null}
      <MoreMenu entries={canTakeBackCompletion(actor) ? [{ label: '完了を取り消す', act: () => void askAndWithdraw() }] : []} />
    </>
  )
}

const BeforeCompletion = ({ room, onTask }: Props) => {
  const actor = useActor()
  const waiting = room.status === 'waiting'
  // Put off without anybody at the door, or before visits were kept: the absence may still be recorded.
  const isUnvisited = room.status === 'reschedule' && room.absent_at === null
  // For the office a date nobody agreed to comes first; its button stands with the date.
  const isNext = !(isOffice(actor) && isToDecide(room))
  return (
    <>
      {waiting || isUnvisited ? <Button onClick={() => onTask('absence')}>不在</Button> : null}
      {canCompleteRooms(actor) ? (
        <Button kind={isNext ? 'primary' : 'default'} onClick={() => onTask('complete')}>
          完了登録
        </Button>
      ) : null}
      <MoreMenu
        entries={[
          ...(waiting ? [{ label: '日程再調整', act: () => onTask('reschedule') }] : []),
          ...(canCloseRooms(actor) ? [{ label: '完了確定', act: () => onTask('close') }] : []),
        ]}
      />
    </>
  )
}
