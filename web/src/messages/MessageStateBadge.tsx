import { type MessageState, messageStateLabels } from '@toguchi/domain/messages/labels'
import { StatusBadge, type Tone } from '../ui/Badge.tsx'

const looks: Readonly<Record<MessageState, { tone: Tone; mark: 'empty' | 'half' | 'full' | 'square' }>> = {
  waiting: { tone: 'neutral', mark: 'empty' },
  sending: { tone: 'blue', mark: 'half' },
  sent: { tone: 'green', mark: 'half' },
  delivered: { tone: 'green', mark: 'full' },
  failed: { tone: 'red', mark: 'square' },
  paper: { tone: 'amber', mark: 'full' },
  recalled: { tone: 'neutral', mark: 'empty' },
}

export const MessageStateBadge = ({ state }: { state: MessageState }) => (
  <StatusBadge {...looks[state]} value={state}>
    {messageStateLabels[state]}
  </StatusBadge>
)
