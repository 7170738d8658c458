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

/** A frame of an event is the id of a row, as a number of its JSON. */
const frameOf = (side: 'before' | 'after', column: 'start_at' | 'end_at') =>
  `(select f.${column} from construction_time_frames f where f.client_id = $1
      and f.id = case when jsonb_typeof(e.change #> '{${side},construction_time_frame_id}') = 'number'
        then (e.change #>> '{${side},construction_time_frame_id}')::bigint end)`
const placeOf = (side: 'before' | 'after') =>
  `case when jsonb_typeof(e.change #> '{${side},date}') = 'string' then jsonb_build_object('date', e.change #>> '{${side},date}',
     'start_at', ${frameOf(side, 'start_at')}, 'end_at', ${frameOf(side, 'end_at')}) end as place_${side}`

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
  /** How many it happened to at once: with one file, one act. */
  dwellings: number
  /** Null where it is about no room, or about several. */
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

/** Of one file: a row for each dwelling, of which the history says one with their number. */
const perDwelling = `('rooms.sheet_printed', 'rooms.sheet_not_distributed')`
/** Said by those rows already. */
const saidByDwellings = `('documents.information_sheets_printed', 'documents.reminder_sheets_printed', 'documents.decision_sheets_printed', 'documents.sheets_not_distributed')`
const together = `partition by e.kind, case when e.kind in ${perDwelling} then coalesce(e.change ->> 'job_id', e.id::text) else e.id::text end`

/** A row of the history as it is counted and paged: the newest event of a file stands for all of it. */
interface HistoryPlace {
  id: number
  dwellings: number
}

/**
 * Everything that happened to a construction and its rooms, the newest first (review O12). First which rows, then what they say: nothing is
 * put together for a row that is not shown.
 */
export const listHistory = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  filter: HistoryFilter,
  query: ListQuery,
): Promise<{ rows: HistoryRow[]; total_count?: number }> => {
  const { rows: places, ...counted } = await listing<HistoryPlace>(
    db,
    `select ranked.id, ranked.dwellings from (
       select e.id, count(*) over (${together})::int as dwellings, row_number() over (${together} order by e.id desc) as place from ${eventTables}
       left join rooms r on r.client_id = e.client_id and r.id = e.room_id
       where e.client_id = $1 and e.construction_id = $2 and e.kind not in ${saidByDwellings}
         and ($3::date is null or e.at >= $3::date::timestamp at time zone 'Asia/Tokyo')
         and ($4::date is null or e.at < ($4::date + 1)::timestamp at time zone 'Asia/Tokyo')
         and ($5::text[] is null or e.kind = any($5))
         and ($6::text is null or coalesce(u.name, res.name, ad.name, op.name) ilike $6)
         and ($7::text is null or normalize(r.name, nfkc) ilike $7)) ranked
     where ranked.place = 1`,
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
  return { rows: await listHistoryRows(db, clientId, places), ...counted }
}

const listHistoryRows = (db: Db, clientId: ClientId, places: readonly HistoryPlace[]): Promise<HistoryRow[]> =>
  rowsOf<HistoryRow>(
    db,
    `select ${eventColumns}, shown.dwellings, case when shown.dwellings = 1 then r.id end as room_id, case when shown.dwellings = 1 then r.name end as room_name
     from unnest($2::bigint[], $3::int[]) shown (id, dwellings) join ${eventTables.replace('events e', 'events e on e.client_id = $1 and e.id = shown.id')}
     left join rooms r on r.client_id = e.client_id and r.id = e.room_id
     order by e.id desc`,
    [clientId, places.map(({ id }) => id), places.map(({ dwellings }) => dwellings)],
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
