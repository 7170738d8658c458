import { useQuery } from '@tanstack/react-query'
import { DocumentJobButton } from '../documents/documents.tsx'
import { send } from '../platform/api/api.ts'
import { eventsOfRoom } from '../room-reads/room-reads.ts'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { RoomEvents } from './RoomEvents.tsx'

/** Who did what, for whom, through which channel, when: the answer to 言った言わない (D-12). */
export const RoomTimeline = ({ construction_id, room_id }: { construction_id: number; room_id: number }) => {
  const { data } = useQuery(eventsOfRoom(construction_id, room_id))
  return (
    <Section title="履歴" name="timeline" actions={<TimelinePaper construction_id={construction_id} room_id={room_id} />}>
      {data?.events.length === 0 ? <EmptyState title="まだ履歴はありません。" /> : null}
      <RoomEvents events={data?.events ?? []} />
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
