import type { ClientId } from '@toguchi/domain/access/actor'
import type { AnswerChannel, CallBackFilter, CallOutcome } from '@toguchi/domain/answers/labels'
import type { Day } from '@toguchi/domain/calendar/day'
import type { Db } from '../platform/database/database.ts'
import { listing, type ListQuery } from '../platform/database/listing.ts'
import { rowsOf } from '../platform/database/rows.ts'

export interface DwellingOfClientRow {
  client_cd: string
  client_name: string
  client_logo_path: string | null
  construction_id: number
  building_name: string
  room_id: number
  room_name: string
}

export interface FoundOverClientsRow extends DwellingOfClientRow {
  closed_at: Date | null
}

/** What a search over all clients asks for: a whole number, or a room with the words of its building as patterns. */
export interface SearchOverClients {
  phone: string | null
  room: string | null
  buildings: readonly string[]
}

export const listDwellingsOfClients = (db: Db, { phone, room, buildings }: SearchOverClients): Promise<FoundOverClientsRow[]> =>
  rowsOf<FoundOverClientsRow>(
    db,
    `select found.client_cd, found.client_name, found.client_logo_path, found.construction_id, found.building_name, found.room_id, found.room_name, found.closed_at
     from dwellings_of_clients($1, $2, $3) found`,
    [phone, room, buildings],
  )

interface CallFactsRow {
  id: number
  created_at: Date
  channel: AnswerChannel
  outcome: CallOutcome
  call_back_at: Date | null
  called_back_at: Date | null
}

export interface CallOfClientRow extends DwellingOfClientRow, CallFactsRow {}

export interface OwnCallFilter {
  outcome?: CallOutcome | undefined
  client_cd?: string | undefined
}

/** What somebody wrote down on a day, at whichever client, the newest first unless it is asked for otherwise. */
export const listCallsOfWriter = (
  db: Db,
  writer: { kind: 'admin' | 'operator'; id: number },
  day: Day,
  { outcome, client_cd }: OwnCallFilter,
  query: ListQuery,
) =>
  listing<CallOfClientRow>(
    db,
    `select own.client_cd, own.client_name, own.client_logo_path, own.construction_id, own.building_name, own.room_id, own.room_name,
       own.id, own.created_at, own.channel, own.outcome, own.call_back_at, own.called_back_at
     from calls_of_writer($1, $2, $3::date) own
     where ($4::text is null or own.outcome = $4) and ($5::text is null or own.client_cd = $5)`,
    [writer.kind, writer.id, day, outcome ?? null, client_cd ?? null],
    { ...query, sort_desc: query.sort_desc ?? query.sort_by === undefined },
  )

export interface CallBacksOfClientRow {
  client_cd: string
  client_name: string
  client_logo_path: string | null
  open_count: number
  overdue_count: number
}

/** How many promises wait for the desk at each contracted client, the longest due first. */
export const listCallBacksOfClients = (db: Db, now: Date): Promise<CallBacksOfClientRow[]> =>
  rowsOf<CallBacksOfClientRow>(
    db,
    `select waiting.client_cd, waiting.client_name, waiting.client_logo_path, waiting.open_count::int as open_count,
       waiting.overdue_count::int as overdue_count
     from call_backs_of_clients($1) waiting order by waiting.next_at, waiting.client_cd`,
    [now],
  )

export interface CallRow extends CallFactsRow {
  construction_id: number
  building_name: string
  room_id: number
  room_name: string
  phone: string | null
  caller: string | null
  contents: string | null
  call_back_user_id: number | null
  call_back_result: string | null
  assignee: string | null
  writer: string
  written_by: string | null
}

/** What was written down, with the dwelling and who wrote; `where` says which. */
const callStatement = (where: string) => `select ran.id, ran.created_at, ran.channel, ran.outcome, ran.call_back_at, ran.called_back_at,
    c.id as construction_id, b.name as building_name, r.id as room_id, r.name as room_name,
    coalesce(ran.call_back_phone, res.phone) as phone, ran.caller, ran.contents, ran.call_back_user_id, ran.call_back_result,
    (select u.name from users u where u.client_id = $1 and u.id = ran.call_back_user_id) as assignee,
    concat(e.actor_kind, ':', e.actor_id) as writer, coalesce(u.name, ad.name, op.name) as written_by
  from room_answers ran
  join events e on e.client_id = ran.client_id and e.id = ran.event_id
  join rooms r on r.client_id = ran.client_id and r.id = ran.room_id
  join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
  left join users u on e.actor_kind in ('staffAdmin', 'staff') and u.client_id = e.client_id and u.id = e.actor_id
  left join admins ad on e.actor_kind = 'admin' and ad.id = e.actor_id
  left join operators op on e.actor_kind = 'operator' and op.id = e.actor_id
  where ran.client_id = $1 and ${where}`

const ofDay = `ran.created_at >= $2::date::timestamp at time zone 'Asia/Tokyo'
  and ran.created_at < ($2::date + 1)::timestamp at time zone 'Asia/Tokyo'`

export interface CallFilter {
  outcome: CallOutcome | null
  writer: string | null
}

export const listCallsOfDay = (
  db: Db,
  clientId: ClientId,
  day: Day,
  { outcome, writer }: CallFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<CallRow[]> =>
  rowsOf<CallRow>(
    db,
    `${callStatement(`${ofDay} and ($3::text is null or ran.outcome = $3)
      and ($4::text is null or concat(e.actor_kind, ':', e.actor_id) = $4)`)}
     order by ran.created_at desc, ran.id desc limit $5 offset $6`,
    [clientId, day, outcome, writer, limit, offset],
  )

export interface WriterRow {
  writer: string
  written_by: string | null
}

/** Everybody who wrote something down on a day, whoever did so last first. */
export const listWritersOfDay = (db: Db, clientId: ClientId, day: Day): Promise<WriterRow[]> =>
  rowsOf<WriterRow>(
    db,
    `select said.writer, said.written_by from (${callStatement(ofDay)}) said
     group by said.writer, said.written_by order by max(said.created_at) desc, said.writer`,
    [clientId, day],
  )

export interface CallBackFilters {
  which: CallBackFilter
  /** Whose own they are: a member of the company, or null for the desk. */
  own: number | null
  writer: string | null
}

/** Promises to call back: those still to be kept, the next first, before those that were, the newest first. */
export const listCallBacks = (db: Db, clientId: ClientId, { which, own, writer }: CallBackFilters, limit: number): Promise<CallRow[]> =>
  rowsOf<CallRow>(
    db,
    `${callStatement(`ran.call_back_at is not null
      and ($2::text = 'all' or ran.called_back_at is null) and ($2::text <> 'own' or ran.call_back_user_id is not distinct from $3::bigint)
      and ($4::text is null or concat(e.actor_kind, ':', e.actor_id) = $4)`)}
     order by ran.called_back_at desc nulls first, ran.call_back_at, ran.id limit $5`,
    [clientId, which, own, writer, limit],
  )

/** Who of the company may be asked to call back. */
export const listAssignees = (db: Db, clientId: ClientId): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('users')
    .where('client_id', '=', clientId)
    .where('type', '<>', 'Craftsman')
    .where('discarded_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .select(['id', 'name'])
    .execute()

export interface CallBackRow {
  construction_id: number
  room_id: number
  called_back_at: Date | null
  call_back_user_id: number | null
}

/** A promise to call back, held until the transaction ends. */
export const lockCallBack = async (db: Db, clientId: ClientId, id: number): Promise<CallBackRow | undefined> =>
  (
    await rowsOf<CallBackRow>(
      db,
      `select r.construction_id, r.id as room_id, ran.called_back_at, ran.call_back_user_id from room_answers ran
       join rooms r on r.client_id = ran.client_id and r.id = ran.room_id
       where ran.client_id = $1 and ran.id = $2 and ran.call_back_at is not null for update of ran`,
      [clientId, id],
    )
  )[0]

export const updateCallBack = (
  db: Db,
  clientId: ClientId,
  id: number,
  change: { called_back_at: Date; call_back_result: string | null } | { call_back_user_id: number | null },
) => db.updateTable('room_answers').where('client_id', '=', clientId).where('id', '=', id).set(change).execute()
