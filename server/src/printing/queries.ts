import type { ReceptionStatus, RoomStatus } from '@toguchi/domain/rooms/labels'
import type { ClientActor } from '@toguchi/domain/access/actor'
import { namesCraftsmanText } from '../access/access.ts'
import type { Db } from '../platform/database/database.ts'
import { rowsOf } from '../platform/database/rows.ts'

export interface SheetConstruction {
  id: number
  uuid: string
  name: string | null
  manage_no: string | null
  building_name: string
  management_company: string | null
  owners_association: string | null
  owners_association_decided_on: string | null
  prime_contractor: string | null
  client_name: string
  client_uuid: string
  client_cd: string
  contractors: string[]
  /** Where in the dwelling it is worked and photographed: 玄関子機, 住宅情報盤. */
  places: string[]
  time_per_unit: number | null
  privately_area_start_on: string | null
  privately_area_end_on: string | null
  schedule_change_end_on: string | null
  decision_guide_distribution_on: string | null
  briefing_session_at: Date | null
}

/** What every sheet of a construction says; the office only, so the client's own is the reach. */
export const findSheetConstruction = async (db: Db, clientId: number, id: number): Promise<SheetConstruction | undefined> =>
  (
    await rowsOf<SheetConstruction>(
      db,
      `select n.id, n.uuid, n.name, n.manage_no, b.name as building_name, b.management_company, n.owners_association, n.owners_association_decided_on,
         n.prime_contractor, c.name as client_name, c.uuid as client_uuid, c.cd as client_cd, n.time_per_unit, n.privately_area_start_on, n.privately_area_end_on, n.schedule_change_end_on, n.decision_guide_distribution_on,
         n.briefing_session_at,
         coalesce((select json_agg(k.name order by a.position, a.id) from assigned_contractors a
           join contractors k on k.client_id = a.client_id and k.id = a.contractor_id
           where a.client_id = $1 and a.construction_id = n.id and a.discarded_at is null), '[]') as contractors,
         coalesce((select json_agg(coalesce(l.name, p.free_input) order by p.position, p.id) from photography_place_entries p
           left join photography_places l on l.client_id = p.client_id and l.id = p.photography_place_id
           where p.client_id = $1 and p.construction_id = n.id and p.area = 'private' and p.discarded_at is null), '[]') as places
       from constructions n join buildings b on b.client_id = n.client_id and b.id = n.building_id join clients c on c.id = n.client_id
       where n.client_id = $1 and n.id = $2 and n.discarded_at is null`,
      [clientId, id],
    )
  )[0]

export interface SheetRoom {
  id: number
  uuid: string
  name: string
  block_position: number
  row: number
  col: number
  posting_position: number | null
  ciphertext: Buffer
  /**
   * Whether its letter shows the code: a dwelling with a login has no need of it, unless it was reissued since, of which the known contact
   * was told (decision 026).
   */
  shows_code: boolean
  date: string | null
  start_at: string | null
  end_at: string | null
  confirmed: boolean
  status: RoomStatus
  reception_status: ReceptionStatus
  code_issued_at: Date
  /** When the date that stands now was agreed to; null while it is not. */
  decided_at: Date | null
}

/** Every dwelling with its visit and its current code (D-03: all sheets print the current one). */
export const listSheetRooms = (db: Db, clientId: number, constructionId: number): Promise<SheetRoom[]> =>
  rowsOf<SheetRoom>(
    db,
    `select r.id, r.uuid, r.name, k.position as block_position, r.row, r.col, r.posting_position, a.ciphertext,
       p.login_id is null or a.issued_at > p.registered_at as shows_code, g.date, f.start_at, f.end_at,
       r.construction_schedule_confirmed_at is not null as confirmed, r.status, r.reception_status, a.issued_at as code_issued_at,
       case when r.construction_schedule_confirmed_at is not null then greatest(r.construction_schedule_confirmed_at, g.updated_at) end as decided_at
     from rooms r
     join room_blocks k on k.client_id = r.client_id and k.id = r.block_id
     join authentication_codes a on a.client_id = r.client_id and a.room_id = r.id
     left join residents p on p.client_id = r.client_id and p.room_id = r.id and p.discarded_at is null
     left join assigns g on g.client_id = r.client_id and g.room_id = r.id
     left join construction_time_frames f on f.client_id = g.client_id and f.id = g.construction_time_frame_id
     where r.client_id = $1 and r.construction_id = $2 and r.closed_at is null`,
    [clientId, constructionId],
  )

export interface PrintedSheet {
  room_id: number
  kind: string
  at: Date
}

/** When each room's sheet of each kind was made last, as the timeline keeps it; work that failed made none. */
export const listPrintedSheets = (db: Db, clientId: number, constructionId: number): Promise<PrintedSheet[]> =>
  rowsOf<PrintedSheet>(
    db,
    `select e.room_id, e.change ->> 'kind' as kind, max(e.at) as at from events e
     where e.client_id = $1 and e.construction_id = $2 and e.kind = 'rooms.sheet_printed' and e.room_id is not null
       and not exists (select from jobs j where j.client_id = $1 and j.id = (e.change ->> 'job_id')::bigint and j.state = 'failed')
     group by e.room_id, e.change ->> 'kind'`,
    [clientId, constructionId],
  )

/** The open visits of a day that the actor reaches: craftsmen those of constructions they are named for (G-CRA-02). */
export const listOpenVisits = async (db: Db, actor: ClientActor, constructionId: number, date: string): Promise<number[]> =>
  (
    await rowsOf<{ id: number }>(
      db,
      `select r.id from rooms r
       join assigns g on g.client_id = r.client_id and g.room_id = r.id and g.date = $4
       join construction_time_frames f on f.client_id = g.client_id and f.id = g.construction_time_frame_id
       join constructions n on n.client_id = r.client_id and n.id = r.construction_id and n.discarded_at is null
       where r.client_id = $1 and ($2::bigint is null or ${namesCraftsmanText('n', '$2')}) and n.id = $3
         and r.status = 'waiting' and r.closed_at is null
       order by f.start_at, g.frame_number, r.id`,
      [actor.clientId, actor.kind === 'craftsman' ? actor.id : null, constructionId, date],
    )
  ).map(({ id }) => id)

/**
 * Rooms whose last change of time, or whose last answer about it by telephone or on paper, is to be told on paper, or whose
 * message was given up and put on paper, since the given moment and not taken back. Only saves after the
 * completion name a channel; those that were taken back and their undoing cancel each other, and another frame of the same time is no
 * news to anybody.
 */
export const listRoomsToldOnPaper = async (db: Db, clientId: number, constructionId: number, since: Date): Promise<number[]> =>
  (
    await rowsOf<{ room_id: number }>(
      db,
      `select room_id from (
         select distinct on (e.room_id) e.room_id, coalesce(e.change ->> 'channel', e.change ->> 'told') as channel, e.at
         from events e
         where e.client_id = $1 and e.construction_id = $2 and e.room_id is not null and e.change -> 'undo_of' is null
           and (e.kind in ('assigns.placed', 'assigns.moved', 'assigns.removed', 'messages.put_on_paper')
             or (e.kind = 'answers.received' and e.change ? 'told'))
           and not exists (select from schedule_batches b
             where b.client_id = $1 and b.id = (e.change ->> 'batch_id')::bigint and b.undone_at is not null)
           and (e.kind in ('answers.received', 'messages.put_on_paper') or (e.change #>> '{before,date}', e.change #>> '{before,construction_time_frame_id}')
             is distinct from (e.change #>> '{after,date}', e.change #>> '{after,construction_time_frame_id}'))
         order by e.room_id, e.id desc) last
       where channel = 'paper' and at >= $3`,
      [clientId, constructionId, since],
    )
  ).map(({ room_id }) => room_id)

export interface CallRow {
  name: string
  block_position: number
  row: number
  col: number
  posting_position: number | null
  resident_name: string | null
  phone: string | null
  email: string | null
  date: string | null
  start_at: string | null
  end_at: string | null
  reminded_on: string | null
  room_remarks: string | null
}

/** Who has not answered and is still asked, with how to reach them. */
export const listCallRows = (db: Db, clientId: number, constructionId: number): Promise<CallRow[]> =>
  rowsOf<CallRow>(
    db,
    `select r.name, k.position as block_position, r.row, r.col, r.posting_position, p.name as resident_name, p.phone, p.email,
       g.date, f.start_at, f.end_at, r.room_remarks,
       (select max(m.reminded_on) from answer_reminders m where m.client_id = $1 and m.room_id = r.id) as reminded_on
     from rooms r
     join room_blocks k on k.client_id = r.client_id and k.id = r.block_id
     left join residents p on p.client_id = r.client_id and p.room_id = r.id and p.discarded_at is null
     left join assigns g on g.client_id = r.client_id and g.room_id = r.id
     left join construction_time_frames f on f.client_id = g.client_id and f.id = g.construction_time_frame_id
     where r.client_id = $1 and r.construction_id = $2 and r.reception_status = 'not_yet' and r.closed_at is null and r.status <> 'completed'`,
    [clientId, constructionId],
  )

/** Whether a construction of the client is there. */
export const constructionExists = async (db: Db, clientId: number, id: number): Promise<boolean> =>
  (await rowsOf(db, 'select from constructions where client_id = $1 and id = $2 and discarded_at is null', [clientId, id])).length > 0

/** A room that the actor reaches and that is not closed: craftsmen those of constructions they are named for (G-CRA-02). */
export const findRoomOfSlip = async (
  db: Db,
  actor: ClientActor,
  constructionId: number,
  roomId: number,
): Promise<{ closed: boolean; done: boolean; date: string | null; absent_at: Date | null } | undefined> =>
  (
    await rowsOf<{ closed: boolean; done: boolean; date: string | null; absent_at: Date | null }>(
      db,
      `select r.closed_at is not null as closed, r.status = 'completed' as done,
         (select g.date from assigns g where g.client_id = $1 and g.room_id = r.id) as date,
         (select x.visited_at from open_absences x where x.client_id = $1 and x.room_id = r.id) as absent_at
       from rooms r
       join constructions n on n.client_id = r.client_id and n.id = r.construction_id and n.discarded_at is null
       where r.client_id = $1 and ($2::bigint is null or ${namesCraftsmanText('n', '$2')}) and n.id = $3 and r.id = $4`,
      [actor.clientId, actor.kind === 'craftsman' ? actor.id : null, constructionId, roomId],
    )
  )[0]
