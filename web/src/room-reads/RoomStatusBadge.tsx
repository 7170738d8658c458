import { type RoomStatus, roomStatusLabels } from '@toguchi/domain/rooms/labels'
import { Badge, StatusBadge } from '../ui/Badge.tsx'

/** Completed is grey, remaining work amber; never colour alone (spec §4). */
export const RoomStatusBadge = ({ status, closed }: { status: RoomStatus; closed: boolean }) => (
  <>
    <StatusBadge
      tone={status === 'reschedule' ? 'amber' : 'neutral'}
      mark={status === 'completed' ? 'full' : status === 'reschedule' ? 'half' : 'empty'}
      value={status}
    >
      {roomStatusLabels[status]}
    </StatusBadge>
    {closed ? <Badge>完了確定</Badge> : null}
  </>
)
