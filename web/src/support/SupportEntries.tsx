import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { formatDay, timeInTokyo, todayInTokyo, weekdayName } from '@toguchi/domain/calendar/day'
import type { SupportVersion } from '@toguchi/domain/support/contract'
import { erasedContents } from '@toguchi/domain/support/labels'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../site/paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import styles from './SupportEntries.module.css'

interface Props {
  entries: readonly SupportVersion[]
  /** In a building's history an entry of a room says so and leads there. */
  showRooms: boolean
  /** What can be done with an entry that still says something. */
  Tools: ((props: { entry: SupportVersion }) => ReactNode) | null
}

/** The log, newest first: when, how, about which room, what was said, and who wrote it. */
export const SupportEntries = ({ entries, showRooms, Tools }: Props) => (
  <ol className={styles.entries}>
    {entries.map(entry => (
      <li key={entry.id} data-testid="support-entry">
        <div className={styles.entryHead}>
          <time dateTime={entry.created_at}>{timeOf(entry)}</time>
          {entry.reception_types.map(({ id, name }) => (
            <Badge key={id}>{name}</Badge>
          ))}
          {showRooms && entry.room !== null && entry.construction_id !== null ? (
            <Link className={styles.room} to={paths.customer_support_versions(entry.construction_id, entry.room.id)}>
              {addressedRoom(entry.room.name)}
            </Link>
          ) : null}
        </div>
        <p className={styles.contents}>{entry.contents}</p>
        <Help>{writerOf(entry)}</Help>
        {Tools === null || entry.contents === erasedContents ? null : (
          <div>
            <Tools entry={entry} />
          </div>
        )}
      </li>
    ))}
  </ol>
)

const timeOf = ({ created_at }: SupportVersion): string => {
  const at = new Date(created_at)
  const day = todayInTokyo(at)
  return `${formatDay(day)}(${weekdayName(day)}) ${timeInTokyo(at)}`
}

const writerOf = ({ user, operator, client }: SupportVersion): string =>
  user === null ? `オペレーター ${operator?.name ?? ''}（${client.name} 担当）` : `${user.name}（${client.name}）`
