import { formatTimeFrame } from '@toguchi/domain/calendar/day'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import type { VisitHere } from '../on-this-device.ts'
import { CallHousehold } from './CallHousehold.tsx'
import { RoomLink } from './RoomLink.tsx'
import { VisitMarks } from './VisitMarks.tsx'
import styles from './LaterVisit.module.css'

/** A visit that is not the next one: enough to know it, to call, and to get to its photos and its report (G-ROOM-18). */
export const LaterVisit = ({ visit }: { visit: VisitHere }) => {
  const { assign, resident } = visit
  return (
    <article className={styles.card} data-testid="later-visit" data-room={visit.id} data-left={visit.left || undefined}>
      <div className={styles.head}>
        <div>
          <p className={styles.time}>{assign === null ? '' : formatTimeFrame(assign.start_at, assign.end_at)}</p>
          <h3>
            <RoomLink visit={visit} className={styles.room} testId={`room-card-${visit.id}`}>
              {addressedRoom(visit.name)}
            </RoomLink>
            {resident?.name ? <small>{resident.name} 様</small> : null}
          </h3>
        </div>
        {visit.left ? null : <CallHousehold visit={visit} />}
      </div>
      <VisitMarks visit={visit} brief />
      {visit.construction_remarks === null || visit.left ? null : <p className={styles.note}>{visit.construction_remarks}</p>}
      <div className={styles.links} role="group" aria-label={`${addressedRoom(visit.name)}の操作`}>
        <RoomLink visit={visit} at="#photos">
          写真{visit.left || visit.missing_photos === 0 ? '' : `（あと${visit.missing_photos}か所）`}
        </RoomLink>
        <RoomLink visit={visit} at="#report">
          報告書
        </RoomLink>
      </div>
    </article>
  )
}
