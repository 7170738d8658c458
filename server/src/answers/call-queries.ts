import type { ClientId } from '@toguchi/domain/access/actor'
import type { AnswerChannel, CallOutcome } from '@toguchi/domain/answers/labels'
import type { Day } from '@toguchi/domain/calendar/day'
import type { Db } from '../platform/database/database.ts'
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

export const listCallsOfWriter = (db: Db, writer: { kind: 'admin' | 'operator'; id: number }, day: Day): Promise<CallOfClientRow[]> =>
  rowsOf<CallOfClientRow>(
    db,
    `select own.client_cd, own.client_name, own.client_logo_path, own.construction_id, own.building_name, own.room_id, own.room_name,
       own.id, own.created_at, own.channel, own.outcome, own.call_back_at, own.called_back_at
     from calls_of_writer($1, $2, $3::date) own`,
    [writer.kind, writer.id, day],
  )

export interface CallRow extends CallFactsRow {
  construction_id: number
  building_name: string
  room_id: number
  room_name: string
  phone: string | null
  caller: string | null
  contents: string | null
  writer: string
  written_by: string | null
}

/** What was written down, with the dwelling and who wrote; `where` says which. */
const callStatement = (where: string) => `select ran.id, ran.created_at, ran.channel, ran.outcome, ran.call_back_at, ran.called_back_at,
    c.id as construction_id, b.name as building_name, r.id as room_id, r.name as room_name, res.phone, ran.caller, ran.contents,
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

export const listCallsOfDay = (db: Db, clientId: ClientId, day: Day, { outcome, writer }: CallFilter, limit: number): Promise<CallRow[]> =>
  rowsOf<CallRow>(
    db,
    `${callStatement(`${ofDay} and ($3::text is null or ran.outcome = $3)
      and ($4::text is null or concat(e.actor_kind, ':', e.actor_id) = $4)`)}
     order by ran.created_at desc, ran.id desc limit $5`,
    [clientId, day, outcome, writer, limit],
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

/** Promises that are still to be kept, the next first. */
export const listOpenCallBacks = (db: Db, clientId: ClientId, writer: string | null, limit: number): Promise<CallRow[]> =>
  rowsOf<CallRow>(
    db,
    `${callStatement(`ran.call_back_at is not null and ran.called_back_at is null
      and ($2::text is null or concat(e.actor_kind, ':', e.actor_id) = $2)`)}
     order by ran.call_back_at, ran.id limit $3`,
    [clientId, writer, limit],
  )

/** Keeps a promise, once; the dwelling of it, or whether somebody kept it already. */
export const completeCallBack = async (
  db: Db,
  clientId: ClientId,
  id: number,
  now: Date,
): Promise<{ construction_id: number; room_id: number; is_new: boolean } | undefined> =>
  (
    await rowsOf<{ construction_id: number; room_id: number; is_new: boolean }>(
      db,
      `with open as (select ran.id, ran.called_back_at is null as is_new from room_answers ran
         where ran.client_id = $1 and ran.id = $2 and ran.call_back_at is not null for update)
       update room_answers ran set called_back_at = coalesce(ran.called_back_at, $3) from open, rooms r
       where ran.client_id = $1 and ran.id = open.id and r.client_id = $1 and r.id = ran.room_id
       returning r.construction_id, r.id as room_id, open.is_new`,
      [clientId, id, now],
    )
  )[0]
