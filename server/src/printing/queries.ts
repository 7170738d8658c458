import type { PresenceMethod } from '@toguchi/domain/rooms/presence'
import type { ReceptionStatus, RoomStatus } from '@toguchi/domain/rooms/labels'
import type { WorkerActor, ClientId } from '@toguchi/domain/access/actor'
import { isChased } from '@toguchi/domain/rooms/occupancy/occupancy'
import { namesCraftsmanText } from '../access/access.ts'
import type { Db } from '../platform/database/database.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { handedOutSheet, occupancyTable, standingColumns, type StandingRow } from '../rooms/rooms.ts'

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
  privately_area_holidays: string[]
  preparation_days: string[]
  information_distribution_on: string | null
  /** Hours in which somebody may come, in order. */
  time_frames: { start_at: string; end_at: string }[]
  schedule_change_end_on: string | null
  decision_guide_distribution_on: string | null
  briefing_session_at: Date | null
  /** From then on residents see and change their dates. */
  detail_schedule_completed_at: Date | null
  /** Whether residents can buy options here: the client offers them, the construction accepts them, and there is one. */
  offers_options: boolean
  water_limit: string | null
  power_limit: string | null
  toilet_limit: string | null
  noise_limit: string | null
  lift_limit: string | null
  cost_note: string | null
  clearing_note: string | null
  key_place: string | null
  key_hours: string | null
  contact_phone: string | null
  contact_hours: string | null
  client_contact_phone: string | null
  client_contact_hours: string | null
}

/** What every sheet of a construction says; the office only, so the client's own is the reach. */
export const findSheetConstruction = async (db: Db, clientId: ClientId, id: number): Promise<SheetConstruction | undefined> =>
  (
    await rowsOf<SheetConstruction>(
      db,
      `select c.id, c.uuid, c.name, c.manage_no, b.name as building_name, b.management_company, c.owners_association, c.owners_association_decided_on,
         c.prime_contractor, cl.name as client_name, cl.uuid as client_uuid, cl.cd as client_cd, c.time_per_unit, c.privately_area_start_on, c.privately_area_end_on, c.privately_area_holidays, c.preparation_days,
         c.information_distribution_on, c.schedule_change_end_on, c.decision_guide_distribution_on,
         c.briefing_session_at, c.detail_schedule_completed_at,
         c.use_optional_construction and cl.use_optional_construction as offers_options, c.water_limit, c.power_limit, c.toilet_limit, c.noise_limit, c.lift_limit, c.cost_note, c.clearing_note, c.key_place, c.key_hours,
         c.contact_phone, c.contact_hours, cl.contact_phone as client_contact_phone, cl.contact_hours as client_contact_hours,
         coalesce((select json_agg(json_build_object('start_at', f.start_at, 'end_at', f.end_at) order by f.start_at) from construction_time_frames f
           where f.client_id = $1 and f.construction_id = c.id), '[]') as time_frames,
         coalesce((select json_agg(ct.name order by ac.position, ac.id) from assigned_contractors ac
           join contractors ct on ct.client_id = ac.client_id and ct.id = ac.contractor_id
           where ac.client_id = $1 and ac.construction_id = c.id and ac.discarded_at is null), '[]') as contractors,
         coalesce((select json_agg(coalesce(pp.name, ppe.free_input) order by ppe.position, ppe.id) from photography_place_entries ppe
           left join photography_places pp on pp.client_id = ppe.client_id and pp.id = ppe.photography_place_id
           where ppe.client_id = $1 and ppe.construction_id = c.id and ppe.area = 'private' and ppe.discarded_at is null), '[]') as places
       from constructions c join buildings b on b.client_id = c.client_id and b.id = c.building_id join clients cl on cl.id = c.client_id
       where c.client_id = $1 and c.id = $2 and c.discarded_at is null`,
      [clientId, id],
    )
  )[0]

export interface SheetRoom extends StandingRow {
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
  /** Until when the dwelling may change its date; null without a deadline. */
  change_until: string | null
  confirmed: boolean
  status: RoomStatus
  reception_status: ReceptionStatus
  code_issued_at: Date
  /** When the date that stands now was agreed to; null while it is not. */
  decided_at: Date | null
  /** Somebody is registered whose page the code opens. */
  has_resident: boolean
  /** Of an owner who lives elsewhere. */
  owner_name: string | null
  owner_zipcode: string | null
  owner_address: string | null
  presence_method: PresenceMethod | null
  proxy_name: string | null
  /** What was ordered and not given back, and what of it is paid at the door. */
  options: string[]
  collect_on_the_day: number
}

/** Of whoever lives there now: what a former household ordered is not theirs (G-RES-11, as the orders' own pages read it). */
const isOfHousehold = `case when o.resident_id is not null then coalesce(o.resident_id = res.id, false)
  else not exists (select from events e where e.client_id = $1 and e.room_id = o.room_id and e.kind = 'residents.removed' and e.at >= o.created_at) end`

/** Every dwelling with its visit and its current code (D-03: all sheets print the current one). */
export const listSheetRooms = (db: Db, clientId: ClientId, constructionId: number): Promise<SheetRoom[]> =>
  rowsOf<SheetRoom>(
    db,
    `select r.id, r.uuid, r.name, rb.position as block_position, r.row, r.col, r.posting_position, au.ciphertext,
       res.login_id is null or au.issued_at > res.registered_at as shows_code, a.date, f.start_at, f.end_at,
       (select greatest(c.schedule_change_end_on, r.date_change_extended_to) from constructions c
         where c.client_id = $1 and c.id = r.construction_id and c.schedule_change_end_on is not null) as change_until,
       r.construction_schedule_confirmed_at is not null as confirmed, r.status, r.reception_status, au.issued_at as code_issued_at,
       case when r.construction_schedule_confirmed_at is not null then greatest(r.construction_schedule_confirmed_at, a.updated_at) end as decided_at,
       ${standingColumns}, res.id is not null as has_resident, roc.owner_name, roc.owner_zipcode, roc.owner_address,
       rp.presence_method, rp.proxy_name,
       coalesce((select json_agg(od.option_name order by od.id) from orders o join order_details od on od.client_id = o.client_id and od.order_id = o.id
         where o.client_id = $1 and o.room_id = r.id and o.status in ('unpaid', 'paid') and ${isOfHousehold}), '[]') as options,
       coalesce((select sum(o.total_price_in_tax)::int from orders o
         where o.client_id = $1 and o.room_id = r.id and o.pay_method = 'other' and o.status = 'unpaid' and ${isOfHousehold}), 0) as collect_on_the_day
     from rooms r
     ${occupancyTable}
     join room_blocks rb on rb.client_id = r.client_id and rb.id = r.block_id
     join authentication_codes au on au.client_id = r.client_id and au.room_id = r.id
     left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
     left join room_presences rp on rp.client_id = r.client_id and rp.room_id = r.id
     left join assigns a on a.client_id = r.client_id and a.room_id = r.id
     left join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
     where r.client_id = $1 and r.construction_id = $2 and r.closed_at is null`,
    [clientId, constructionId],
  )

export interface PrintedSheet {
  room_id: number
  kind: string
  /** The file it was printed with. */
  job_id: number | null
  at: Date
  /** Whether it said a date. */
  dated: boolean
  /** The visit it said, as long as the detail schedule was not completed; null afterwards. */
  provisional: string | null
}

/** The sheets of each room as the timeline keeps them, the newest first; work that failed made none, and none was what was taken back. */
export const listPrintedSheets = (db: Db, clientId: ClientId, constructionId: number): Promise<PrintedSheet[]> =>
  rowsOf<PrintedSheet>(
    db,
    `select e.room_id, e.change ->> 'kind' as kind, (e.change ->> 'job_id')::bigint as job_id, e.at,
       coalesce((e.change ->> 'dated')::boolean, true) as dated, e.change ->> 'provisional' as provisional from events e
     where e.client_id = $1 and e.construction_id = $2 and e.kind = 'rooms.sheet_printed' and e.room_id is not null
       and ${handedOutSheet}
     order by e.id desc`,
    [clientId, constructionId],
  )

/** The open visits of a day that the actor reaches: craftsmen those of constructions they are named for (G-CRA-02). */
export const listOpenVisits = async (db: Db, actor: WorkerActor, constructionId: number, date: string): Promise<number[]> =>
  (
    await rowsOf<{ id: number }>(
      db,
      `select r.id from rooms r
       join assigns a on a.client_id = r.client_id and a.room_id = r.id and a.date = $4
       join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
       join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
       where r.client_id = $1 and ($2::bigint is null or ${namesCraftsmanText('$2')}) and c.id = $3
         and r.status = 'waiting' and r.closed_at is null
       order by f.start_at, a.frame_number, r.id`,
      [clientNumberOf(actor), actor.kind === 'craftsman' ? actor.id : null, constructionId, date],
    )
  ).map(({ id }) => id)

/**
 * Rooms whose last change of time, or whose last answer about it by telephone or on paper, is to be told on paper, or whose
 * message was given up and put on paper, since the given moment and not taken back. Only saves after the
 * completion name a channel; those that were taken back and their undoing cancel each other, and another frame of the same time is no
 * news to anybody.
 */
export const listRoomsNotifiedOnPaper = async (db: Db, clientId: ClientId, constructionId: number, since: Date): Promise<number[]> =>
  (
    await rowsOf<{ room_id: number }>(
      db,
      `select room_id from (
         select distinct on (e.room_id) e.room_id, coalesce(e.change ->> 'channel', e.change ->> 'told') as channel, e.at
         from events e
         where e.client_id = $1 and e.construction_id = $2 and e.room_id is not null and e.change -> 'undo_of' is null
           and (e.kind in ('assigns.placed', 'assigns.moved', 'assigns.removed', 'messages.put_on_paper')
             or (e.kind = 'answers.received' and e.change ?| array['channel', 'told']))
           and not exists (select from schedule_batches sb
             where sb.client_id = $1 and sb.id = (e.change ->> 'batch_id')::bigint and sb.undone_at is not null)
           and (e.kind in ('answers.received', 'messages.put_on_paper') or (e.change #>> '{before,date}', e.change #>> '{before,construction_time_frame_id}')
             is distinct from (e.change #>> '{after,date}', e.change #>> '{after,construction_time_frame_id}'))
         order by e.room_id, e.id desc) last
       where channel = 'paper' and at >= $3`,
      [clientId, constructionId, since],
    )
  ).map(({ room_id }) => room_id)

/** Where in the common area it is worked, as its photos are named. */
export const listCommonPlaces = async (db: Db, clientId: ClientId, constructionId: number): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      db,
      `select coalesce(pp.name, ppe.free_input) as name from photography_place_entries ppe
       left join photography_places pp on pp.client_id = ppe.client_id and pp.id = ppe.photography_place_id
       where ppe.client_id = $1 and ppe.construction_id = $2 and ppe.area = 'common' and ppe.discarded_at is null
       order by ppe.position, ppe.id`,
      [clientId, constructionId],
    )
  ).map(({ name }) => name)

export interface CallRow extends StandingRow {
  status: RoomStatus
  reception_status: ReceptionStatus
  name: string
  block_position: number
  row: number
  col: number
  posting_position: number | null
  resident_name: string | null
  resident_name_kana: string | null
  phone: string | null
  email: string | null
  date: string | null
  start_at: string | null
  end_at: string | null
  reminded_on: string | null
  room_remarks: string | null
}

/** Who has not answered and is at home to be called, with how to reach them. */
export const listCallRows = async (db: Db, clientId: ClientId, constructionId: number): Promise<CallRow[]> => {
  const rows = await rowsOf<CallRow>(
    db,
    `select r.name, rb.position as block_position, r.row, r.col, r.posting_position, res.name as resident_name,
       res.name_kana as resident_name_kana, res.phone, res.email, a.date, f.start_at, f.end_at, r.room_remarks, r.status, r.reception_status, ${standingColumns},
       (select max(ar.reminded_on) from answer_reminders ar where ar.client_id = $1 and ar.room_id = r.id) as reminded_on
     from rooms r
     ${occupancyTable}
     join room_blocks rb on rb.client_id = r.client_id and rb.id = r.block_id
     left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
     left join assigns a on a.client_id = r.client_id and a.room_id = r.id
     left join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
     where r.client_id = $1 and r.construction_id = $2 and r.reception_status = 'not_yet'`,
    [clientId, constructionId],
  )
  return rows.filter(isChased)
}

/** Whether a construction of the client is there. */
export const constructionExists = async (db: Db, clientId: ClientId, id: number): Promise<boolean> =>
  (await rowsOf(db, 'select from constructions where client_id = $1 and id = $2 and discarded_at is null', [clientId, id])).length > 0

export interface RoomOfSlip {
  client_id: ClientId
  name: string
  closed: boolean
  done: boolean
  date: string | null
  absent_at: Date | null
}

/** A room that the actor reaches and that is not closed: craftsmen those of constructions they are named for (G-CRA-02). */
export const findRoomOfSlip = async (db: Db, actor: WorkerActor, constructionId: number, roomId: number): Promise<RoomOfSlip | undefined> =>
  (
    await rowsOf<RoomOfSlip>(
      db,
      `select r.client_id, r.name, r.closed_at is not null as closed, r.status = 'completed' as done,
         (select a.date from assigns a where a.client_id = $1 and a.room_id = r.id) as date,
         (select oa.visited_at from open_absences oa where oa.client_id = $1 and oa.room_id = r.id) as absent_at
       from rooms r
       join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
       where r.client_id = $1 and ($2::bigint is null or ${namesCraftsmanText('$2')}) and c.id = $3 and r.id = $4`,
      [clientNumberOf(actor), actor.kind === 'craftsman' ? actor.id : null, constructionId, roomId],
    )
  )[0]
