import type { ClientId } from '@toguchi/domain/access/actor'
import {
  absencesForBoard,
  alertDays,
  type InformationKind,
  type InformationSource,
  toldEvents,
} from '@toguchi/domain/dashboard/information'
import { filingDays } from '@toguchi/domain/filings/labels'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { awaitsBoardLetter, leftOverSince, missedLast } from '../rooms/rooms.ts'

export interface InformationRow {
  source: InformationSource
  id: number
  /** Of an event. */
  event: string | null
  /** Of what the platform says. */
  kind: string | null
  at: Date
  construction_id: number | null
  room_id: number | null
  building_name: string | null
  room_name: string | null
  count: number | null
  title: string | null
  due_on: string | null
  body: string | null
  total: number
}

/**
 * An event that tells of something wrong stands while it is wrong, and once: the newest of its kind about its room and subject (decision
 * 044). Every other event simply happened.
 */
const isStanding = `case e.kind
    when 'rooms.rescheduled' then r.status = 'reschedule' and r.closed_at is null
    when 'key_custodies.overdue' then exists (select from key_custodies kc where kc.client_id = $1 and kc.id = e.subject_id and kc.returned_at is null)
    when 'earlier_offers.to_tell' then exists (select from earlier_offers eo where eo.client_id = $1 and eo.id = e.subject_id and eo.state = 'open'
      and eo.answer_until > app_now())
    when 'orders.cancel_applied' then exists (select from orders o where o.client_id = $1 and o.id = e.subject_id and o.status = 'cancel_application')
    when 'orders.cash_overdue' then exists (select from orders o where o.client_id = $1 and o.id = e.subject_id and o.status = 'unpaid')
    when 'refunds.failed' then exists (select from refunds rf where rf.client_id = $1 and rf.order_id = e.subject_id and rf.state = 'failed')
    else true end
  and (e.kind <> all($3::text[]) or not exists (select from events later where later.client_id = $1 and later.kind = e.kind
    and later.room_id = e.room_id and later.subject_id is not distinct from e.subject_id and later.id > e.id))`

const startOfDay = (day: string) => `(${day})::timestamp at time zone 'Asia/Tokyo'`

const eventColumns = `'event' as source, e.id, e.kind as event, null as kind, e.at, e.construction_id, e.room_id, null as room_name,
    null::int as count, null as title, null::date as due_on, null as body`
/** Not `exists`, which would be joined the other way round: from all constructions to all their events. */
const ofLiving = `(select true from constructions c where c.client_id = $1 and c.id = e.construction_id and c.discarded_at is null)`

/** Nothing but the newest of one kind is ever listed: `events_told_idx` has them in this order (decision 089). */
const newestOf = (kind: string) => `(select ${eventColumns} from events e
    where e.client_id = $1 and e.kind = '${kind}' and e.kind = any($2::text[]) and ${ofLiving} order by e.at desc, e.id desc limit $8)`

/** Alerts that stand. Those of rooms that were called off are found by the rooms, for of their events most are of the past. */
const standing = `select ${eventColumns} from rooms r
    join events e on e.client_id = $1 and e.room_id = r.id and e.kind = 'rooms.rescheduled'
    where r.client_id = $1 and r.status = 'reschedule' and r.closed_at is null and e.kind = any($2::text[]) and ${ofLiving} and ${isStanding}
  union all
  select ${eventColumns} from events e
    left join rooms r on r.client_id = e.client_id and r.id = e.room_id
    where e.client_id = $1 and e.kind = any($2::text[]) and e.kind = any($3::text[]) and e.kind <> 'rooms.rescheduled' and ${ofLiving} and ${isStanding}`

const eventsOfClient = `${standing}
  union all ${newestOf('constructions.created')}
  union all ${newestOf('constructions.copied')}
  union all ${newestOf('detail_schedule.generated')}
  union all ${newestOf('detail_schedule.regenerated')}
  union all ${newestOf('detail_schedule.completed')}
  union all ${newestOf('assigns.moved')}
  union all ${newestOf('rooms.date_confirmed')}
  union all ${newestOf('rooms.closed')}
  union all ${newestOf('orders.placed')}
  union all ${newestOf('constructions.all_closed')}`

const eventsOfConstruction = `select ${eventColumns} from events e
    left join rooms r on r.client_id = e.client_id and r.id = e.room_id
    where e.client_id = $1 and e.construction_id = $12 and e.kind = any($2::text[]) and ${ofLiving} and ${isStanding} and $8::int > 0 and ($7::text is null or $7 <> '')`

const listedOf = (events: string, ofConstruction: string, ofCounted: string) => `${events}
  union all
  select 'unassigned', c.id, null, null, ${startOfDay('c.privately_area_start_on - $5::int')}, c.id, null, null, waiting.count, null, null, null
  from constructions c
  cross join lateral (
    select count(*)::int as count from rooms r
    where r.client_id = $1 and r.construction_id = c.id and r.status = 'waiting' and r.status <> 'completed' and r.closed_at is null
      and not exists (select from assigns a where a.client_id = $1 and a.room_id = r.id)) waiting
  where c.client_id = $1 ${ofConstruction} and c.discarded_at is null and $6 and waiting.count > 0
    and $4::date between c.privately_area_start_on - $5::int and c.privately_area_end_on
  union all
  select 'remaining', left_over.construction_id, null, null, ${startOfDay('left_over.since + $5::int + 1')}, left_over.construction_id, null, null, left_over.count, null, null, null
  from (
    select room.construction_id, count(*)::int as count, min(room.since) as since from (
      select r.construction_id, ${leftOverSince('placed.date')} as since from rooms r
      -- Of whole constructions: room by room each would be looked up through every level of an index.
      left join (
        select a.room_id, a.date from assigns a where a.client_id = $1 and a.construction_id in (
          select cn.construction_id from construction_counts cn
          where cn.client_id = $1 and cn.waiting_count + cn.reschedule_count > 0 ${ofCounted})
        offset 0) placed on placed.room_id = r.id
      where r.client_id = $1 and r.closed_at is null and r.status <> 'completed'
        and (r.status = 'reschedule' or (r.status = 'waiting' and placed.date < $4::date))) room
    where room.since + $5::int < $4::date group by room.construction_id) left_over
  join constructions c on c.client_id = $1 and c.id = left_over.construction_id and c.discarded_at is null ${ofConstruction}
  where $6
  union all
  select 'absence', missed.construction_id, null, null, missed.at, missed.construction_id, null, missed.room_name, missed.count, null, null, null
  from (
    select r.construction_id, count(*)::int as count, max(${missedLast}) as at, (array_agg(r.name order by r.name_key))[1] as room_name from rooms r
    where r.client_id = $1 and ${awaitsBoardLetter(absencesForBoard)} group by r.construction_id) missed
  join constructions c on c.client_id = $1 and c.id = missed.construction_id and c.discarded_at is null ${ofConstruction}
  where $6
  union all
  select 'filing', flg.id, null, null, ${startOfDay('flg.due_on - $11::int')}, c.id, null, null, null, flg.title, flg.due_on, null
  from filings flg
  join constructions c on c.client_id = flg.client_id and c.id = flg.construction_id and c.discarded_at is null ${ofConstruction}
  where flg.client_id = $1 and $6 and flg.done_on is null and flg.due_on - $11::int <= $4::date`

/** Asked before, by a statement of its own: what the platform says lies elsewhere than the rows of a client on a distributed engine. */
const ofPlatform = `
  union all
  select 'platform', said.id, null, said.kind, ${startOfDay('said.starts_on')}, null, null, null, null, said.title, null, said.body
  from unnest($12::bigint[], $13::text[], $14::date[], $15::text[], $16::text[]) as said (id, kind, starts_on, title, body)
  where $7::text is null or said.kind = $7`

const listSaid = (db: Db, clientId: ClientId, today: string) =>
  rowsOf<{ id: number; kind: string; starts_on: string; title: string; body: string | null }>(
    db,
    `select pi.id, pi.kind, pi.starts_on, pi.title, pi.body from platform_informations pi
       where pi.ended_at is null and $2::date between pi.starts_on and pi.ends_on and (pi.client_ids is null or $1 = any(pi.client_ids))`,
    [clientId, today],
  )

const order = (of: string) => `(${of}.source = 'platform') desc,
    (${of}.source in ('unassigned', 'remaining', 'absence', 'filing') or ${of}.event = any($3::text[])) desc, ${of}.at desc, ${of}.id desc, ${of}.source`

const pageOfInformations = (
  listed: string,
) => `select shown.source, shown.id, shown.event, shown.kind, shown.at, shown.construction_id, shown.room_id,
    b.name as building_name, coalesce(shown.room_name, r.name) as room_name, shown.count, shown.title, shown.due_on, shown.body, shown.total
  from (select told.*, count(*) over ()::int as total from (${listed}) told order by ${order('told')} limit $9 offset $10) shown
  left join constructions c on c.client_id = $1 and c.id = shown.construction_id
  left join buildings b on b.client_id = $1 and b.id = c.building_id
  left join rooms r on r.client_id = $1 and r.id = shown.room_id
  order by ${order('shown')}`

const informationsOfClient = pageOfInformations(listedOf(eventsOfClient, '', '') + ofPlatform)
const informationsOfConstruction = pageOfInformations(listedOf(eventsOfConstruction, 'and c.id = $12', 'and cn.construction_id = $12'))

/**
 * The informations of the client: what the platform says, then what is wrong, then what happened, each the newest first (G-DASH-01). On
 * every row stands how many there are at least: all, or more than were asked for. Nobody counts what happened in years.
 */
export const listInformations = async (
  db: Db,
  clientId: ClientId,
  { kind, construction_id }: { kind?: InformationKind | undefined; construction_id?: number | undefined },
  today: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<InformationRow[]> => {
  const values = [
    clientId,
    toldEvents(kind),
    toldEvents('alert'),
    today,
    alertDays,
    kind === undefined || kind === 'alert',
    kind ?? null,
    offset + limit + 1,
    limit,
    offset,
    filingDays,
  ]
  if (construction_id !== undefined) return rowsOf<InformationRow>(db, informationsOfConstruction, [...values, construction_id])
  const said = await listSaid(db, clientId, today)
  const columns = (['id', 'kind', 'starts_on', 'title', 'body'] as const).map(name => said.map(row => row[name]))
  return rowsOf<InformationRow>(db, informationsOfClient, [...values, ...columns])
}

/** Promises to call back that are still to be kept, and those whose time is over. */
export const countCallBacks = async (db: Db, clientId: ClientId, now: Date): Promise<{ open: number; overdue: number }> =>
  (
    await rowsOf<{ open: number; overdue: number }>(
      db,
      `select count(*)::int as open, (count(*) filter (where ran.call_back_at < $2))::int as overdue
       from room_answers ran
       join rooms r on r.client_id = ran.client_id and r.id = ran.room_id
       join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
       where ran.client_id = $1 and ran.call_back_at is not null and ran.called_back_at is null`,
      [clientId, now],
    )
  )[0] ?? { open: 0, overdue: 0 }
