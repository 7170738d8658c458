import type { Transport } from '@toguchi/domain/messages/labels'
import type { ClientId } from '@toguchi/domain/access/actor'
import { type EventGroup, kindsOfGroup } from '@toguchi/domain/events/event-groups'
import type { EventPlace } from '@toguchi/domain/residents/timeline'
import type { Db } from '../../platform/database/database.ts'
import { containing, listing, type ListQuery } from '../../platform/database/listing.ts'
import { rowsOf } from '../../platform/database/rows.ts'

export interface TimelineRoom {
  name: string
  construction_name: string | null
  manage_no: string | null
  building_name: string
  client_name: string
  resident_name: string | null
}

/** The dwelling of a timeline; nothing where it is not the construction's. */
export const findTimelineRoom = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  roomId: number,
): Promise<TimelineRoom | undefined> =>
  (
    await rowsOf<TimelineRoom>(
      db,
      `select r.name, c.name as construction_name, c.manage_no, b.name as building_name, cl.name as client_name, res.name as resident_name
       from rooms r
       join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
       join buildings b on b.client_id = c.client_id and b.id = c.building_id
       join clients cl on cl.id = r.client_id
       left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
       where r.client_id = $1 and r.construction_id = $2 and r.id = $3`,
      [clientId, constructionId, roomId],
    )
  )[0]

export interface TimelineEventRow {
  id: number
  kind: string
  at: Date
  actor_kind: string
  actor_name: string | null
  acting_for: string | null
  channel: string
  change: Record<string, unknown>
  personal: Record<string, unknown> | null
  /** Where the room was and came to be, with the hours of its frame; null where the event is about no date. */
  place_before: EventPlace | null
  place_after: EventPlace | null
}

const placeOf = (side: 'before' | 'after') =>
  `case when jsonb_typeof(e.change #> '{${side},date}') = 'string' then jsonb_build_object('date', e.change #>> '{${side},date}',
     'start_at', (select f.start_at from construction_time_frames f where f.client_id = $1 and f.id::text = e.change #>> '{${side},construction_time_frame_id}'),
     'end_at', (select f.end_at from construction_time_frames f where f.client_id = $1 and f.id::text = e.change #>> '{${side},construction_time_frame_id}')) end as place_${side}`

const eventColumns = `e.id, e.kind, e.at, e.actor_kind, coalesce(u.name, res.name, ad.name, op.name) as actor_name, e.acting_for, e.channel, e.change,
       epv.values as personal, ${placeOf('before')}, ${placeOf('after')}`
const eventTables = `events e
     left join event_personal_values epv on epv.client_id = e.client_id and epv.event_id = e.id
     left join users u on e.actor_kind in ('staffAdmin', 'staff', 'craftsman') and u.client_id = e.client_id and u.id = e.actor_id
     left join residents res on e.actor_kind = 'resident' and res.client_id = e.client_id and res.id = e.actor_id
     left join admins ad on e.actor_kind = 'admin' and ad.id = e.actor_id
     left join operators op on e.actor_kind = 'operator' and op.id = e.actor_id`

/** Everything that happened to a dwelling, and to the books of its construction, the oldest first (D-12, feature 24). */
export const listTimelineEvents = (db: Db, clientId: ClientId, constructionId: number, roomId: number): Promise<TimelineEventRow[]> =>
  rowsOf<TimelineEventRow>(
    db,
    `select ${eventColumns} from ${eventTables}
     where e.client_id = $1 and e.construction_id = $2
       and (e.room_id = $3 or e.room_id is null and e.kind in ('completion_books.made', 'completion_books.link_made', 'completion_books.link_opened'))
     order by e.id`,
    [clientId, constructionId, roomId],
  )

export interface HistoryRow extends TimelineEventRow {
  room_id: number | null
  room_name: string | null
}

export interface HistoryFilter {
  from?: string | undefined
  to?: string | undefined
  group?: EventGroup | undefined
  person?: string | undefined
  room?: string | undefined
}

/** Everything that happened to a construction and its rooms, the newest first (review O12). */
export const listHistory = (db: Db, clientId: ClientId, constructionId: number, filter: HistoryFilter, query: ListQuery) =>
  listing<HistoryRow>(
    db,
    `select ${eventColumns}, r.id as room_id, r.name as room_name from ${eventTables}
     left join rooms r on r.client_id = e.client_id and r.id = e.room_id
     where e.client_id = $1 and e.construction_id = $2
       and ($3::date is null or e.at >= $3::date::timestamp at time zone 'Asia/Tokyo')
       and ($4::date is null or e.at < ($4::date + 1)::timestamp at time zone 'Asia/Tokyo')
       and ($5::text[] is null or e.kind = any($5))
       and ($6::text is null or coalesce(u.name, res.name, ad.name, op.name) ilike $6)
       and ($7::text is null or normalize(r.name, nfkc) ilike $7)`,
    [
      clientId,
      constructionId,
      filter.from ?? null,
      filter.to ?? null,
      filter.group === undefined ? null : kindsOfGroup(filter.group),
      containing(filter.person),
      containing(filter.room?.normalize('NFKC')),
    ],
    { ...query, sort_desc: true },
  )

export interface TimelineMessageRow {
  id: number
  at: Date
  kind: string
  transport: Transport
  state: string
  recipients: string[]
  delivered_at: Date | null
  failed_at: Date | null
  failure_code: string | null
}

/** What was written to the residents of a dwelling and did or did not arrive. */
export const listTimelineMessages = (db: Db, clientId: ClientId, roomId: number): Promise<TimelineMessageRow[]> =>
  rowsOf<TimelineMessageRow>(
    db,
    `select m.id, coalesce(m.failed_at, m.sent_at, m.created_at) as at, m.kind, m.transport, m.state, m.recipients, m.delivered_at, m.failed_at,
       m.failure_code
     from outbox_messages m where m.client_id = $1 and m.room_id = $2 and m.resident_id is not null and m.state in ('sent', 'failed')
     order by m.id`,
    [clientId, roomId],
  )
