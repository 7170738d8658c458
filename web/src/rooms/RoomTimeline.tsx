import { formatInstant } from '@toguchi/domain/calendar/day'
import { actorLabel, answererOf, channelLabel, timelineMove, timelineSentence } from '@toguchi/domain/rooms/timeline'
import { useQuery } from '@tanstack/react-query'
import { DocumentJobButton } from '../documents/documents.tsx'
import { q, send } from '../platform/api/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { Section } from '../ui/layout/Section.tsx'
import styles from './RoomTimeline.module.css'

/** Who did what, for whom, through which channel, when: the answer to 言った言わない (D-12). */
export const RoomTimeline = ({ construction_id, room_id }: { construction_id: number; room_id: number }) => {
  const { data } = useQuery(
    q('GET /api/constructions/:construction_id/rooms/:room_id/events', { params: { construction_id, room_id } }, { silent: true }),
  )
  return (
    <Section title="履歴" name="timeline" actions={<TimelinePaper construction_id={construction_id} room_id={room_id} />}>
      {data?.events.length === 0 ? <EmptyState title="まだ履歴はありません。" /> : null}
      <ol className={styles.timeline} data-testid="room-timeline">
        {data?.events.map(event => {
          const move = timelineMove(event)
          const answerer = answererOf(event)
          const reason = typeof event.personal?.['reason'] === 'string' ? event.personal['reason'] : null
          const contents = typeof event.personal?.['contents'] === 'string' ? event.personal['contents'] : null
          const caller = typeof event.personal?.['caller'] === 'string' ? event.personal['caller'] : null
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
    </Section>
  )
}

/** The same on paper, with what did not arrive; without names for whoever is not to read them. */
const TimelinePaper = (params: { construction_id: number; room_id: number }) =>
  [true, false].map(names => (
    <DocumentJobButton
      key={String(names)}
      name={`timeline/${params.room_id}/${names ? 'names' : 'nameless'}`}
      label={names ? '氏名ありの履歴を作成' : '氏名なしの履歴を作成'}
      start={() => send('POST /api/constructions/:construction_id/rooms/:room_id/timeline/file', { params, body: { names } })}
    />
  ))
