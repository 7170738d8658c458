import { isReceptionRed } from '@toguchi/domain/rooms/status'
import { type ReceptionStatus, receptionStatusLabels } from '@toguchi/domain/rooms/labels'
import { StatusBadge } from '../ui/Badge.tsx'

/** Red as long as nobody answered; an answer that staff have not looked at keeps only a red mark, for it is no alarm (G-ROOM-05). */
export const ReceptionBadge = ({ status }: { status: ReceptionStatus }) => (
  <StatusBadge
    tone={status === 'not_yet' ? 'red' : 'neutral'}
    unseen={isReceptionRed(status)}
    mark={status === 'not_yet' ? 'empty' : 'full'}
    value={status}
    testId="reception-status"
  >
    {receptionStatusLabels[status]}
  </StatusBadge>
)
