import { countVisits } from '../visit-list.ts'
import type { VisitHere } from '../on-this-device.ts'
import { LaterVisit } from '../cards/LaterVisit.tsx'
import styles from './OwnDay.module.css'

/** Done and left in vain: folded away, and counted. */
export const LeftVisits = ({ visits }: { visits: readonly VisitHere[] }) => {
  const { reschedule } = countVisits(visits)
  const waiting = visits.filter(visit => visit.waiting.length > 0).length
  return visits.length === 0 ? null : (
    <details className={styles.left} data-testid="visits-left">
      <summary>
        済み {visits.length}戸{reschedule > 0 ? `（うち再調整 ${reschedule}戸）` : ''}
        {waiting > 0 ? `　送信待ち ${waiting}戸` : ''}
      </summary>
      <ul className={styles.list}>
        {visits.map(visit => (
          <li key={`${visit.company.cd}/${visit.id}`}>
            <LaterVisit visit={visit} />
          </li>
        ))}
      </ul>
    </details>
  )
}
