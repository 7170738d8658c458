import { formatDay } from '@toguchi/domain/calendar/day'
import { type InformationKind, informationKindLabels } from '@toguchi/domain/dashboard/information'
import type { AnswerOf } from '../platform/api/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Icon } from '../ui/icons/Icon.tsx'
import styles from './InfoRows.module.css'

export type Information = AnswerOf<'GET /api/dashboard'>['informations'][number]

/** The informations, one a row; a row opens what it is about (G-DASH-03). */
export const InfoRows = ({ rows, onChoose }: { rows: readonly Information[]; onChoose: (row: Information) => void }) => (
  <ul className={styles.rows} data-testid="info-list">
    {rows.map(row => (
      <li key={`${row.source}-${row.id}`} data-testid="info-row" data-kind={row.kind}>
        <time dateTime={row.date}>{formatDay(row.date)}</time>
        <span data-testid="info-icon">
          <InformationBadge kind={row.kind} />
        </span>
        <span className={styles.text} data-testid="info-text">
          {row.construction_id === null && row.body === null ? (
            row.text
          ) : (
            <button type="button" onClick={() => onChoose(row)}>
              {row.text}
            </button>
          )}
        </span>
      </li>
    ))}
  </ul>
)

export const InformationBadge = ({ kind }: { kind: InformationKind }) => (
  <Badge tone={kind === 'alert' ? 'red' : kind === 'add' ? 'brand' : 'neutral'}>
    <Icon name={kind === 'alert' ? 'reason' : kind === 'add' ? 'plus' : 'bell'} size={12} />
    {informationKindLabels[kind]}
  </Badge>
)
