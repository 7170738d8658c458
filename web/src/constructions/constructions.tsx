// Front door of the constructions: how other slices show a construction's state.
import { type ConstructionStatus, constructionStatusLabels } from '@toguchi/domain/constructions/status'
import { StatusBadge, type Tone } from '../ui/Badge.tsx'

const looks: Readonly<Record<ConstructionStatus, { tone: Tone; mark: 'empty' | 'half' | 'full' | 'square' }>> = {
  no_room: { tone: 'neutral', mark: 'empty' },
  planned: { tone: 'neutral', mark: 'empty' },
  not_yet: { tone: 'neutral', mark: 'empty' },
  in_progress: { tone: 'brand', mark: 'half' },
  completed: { tone: 'green', mark: 'full' },
  remaining: { tone: 'red', mark: 'square' },
  incomplete: { tone: 'amber', mark: 'square' },
}

/** A construction's status in word, shape and tone (G-CON-06). */
export const ConstructionStatusBadge = ({ status }: { status: ConstructionStatus }) => (
  <StatusBadge {...looks[status]} value={status}>
    {constructionStatusLabels[status]}
  </StatusBadge>
)

export const toneOfConstruction = (status: ConstructionStatus): Tone => looks[status].tone
