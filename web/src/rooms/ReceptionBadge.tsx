import { isReceptionRed } from '@toguchi/domain/rooms/status'
import { type ReceptionStatus, receptionStatusLabels } from '@toguchi/domain/rooms/labels'
import { StatusBadge } from '../ui/Badge.tsx'

/** Red as long as staff have not looked at the answer (G-ROOM-05). */
export const ReceptionBadge = ({ status }: { status: ReceptionStatus }) => (
  <StatusBadge
    tone={isReceptionRed(status) ? 'red' : 'neutral'}
    mark={status === 'not_yet' ? 'empty' : 'full'}
    value={status}
    testId="reception-status"
  >
    {receptionStatusLabels[status]}
  </StatusBadge>
)
