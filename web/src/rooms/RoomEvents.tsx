import { formatInstant } from '@toguchi/domain/calendar/day'
import type { TimelineEntry } from '@toguchi/domain/rooms/contract'
import { actorLabel } from '@toguchi/domain/events/actor-label'
import { answererOf, channelLabel, timelineMove, timelineSentence, writtenOf } from '@toguchi/domain/rooms/timeline'
import { Badge } from '../ui/Badge.tsx'
import styles from './RoomEvents.module.css'

/** What happened to a room, the newest first: the sentence, before → after, what was written, and who did it for whom. */
export const RoomEvents = ({ events }: { events: readonly TimelineEntry[] }) => (
  <ol className={styles.timeline} data-testid="room-timeline">
    {events.map(event => {
      const move = timelineMove(event)
      const answerer = answererOf(event)
      const { reason, contents, caller } = writtenOf(event)
      return (
        <li key={event.id}>
          <time dateTime={event.at}>{formatInstant(new Date(event.at))}</time>
          <strong>{timelineSentence(event)}</strong>
          {answerer === null ? null : <Badge>{answerer}</Badge>}
          {move === null ? null : <span>{move}</span>}
          {reason === null ? null : <span>理由：{reason}</span>}
          {contents === null ? null : <span>「{contents}」</span>}
          <small>
            {actorLabel(event.actor_kind)}
            {event.actor_name === null ? '' : ` ${event.actor_name}`}
            {event.acting_for === 'resident'
              ? `が居住者に代わって（${channelLabel(event.channel)}${caller === null ? '' : `・${caller}`}）`
              : ''}
          </small>
        </li>
      )
    })}
  </ol>
)
