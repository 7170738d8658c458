import type { ReceptionStatus, RoomStatus } from '@toguchi/domain/rooms/labels'
import type { PresenceMethod } from '@toguchi/domain/rooms/presence'
import type { Gender, OwnOrRent } from '@toguchi/domain/residents/labels'
import type { ClientId, WorkerActor } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import { namesCraftsmanText } from '../access/access.ts'
import { usualReason } from '@toguchi/domain/rooms/absences/usual-reason'
import type { Db } from '../platform/database/database.ts'
import { like } from '../platform/database/listing.ts'
import { clientNumberOf } from '../platform/database/part-of-client.ts'
import { rowsAsTable, rowsOf } from '../platform/database/rows.ts'

/** A room that was to be rescheduled and has a frame again is waiting again (G-ROOM-01); a revisit begins when its frame does (D-34). */
export const markRoomsAssigned = (db: Db, clientId: ClientId, ids: readonly number[]) =>
  sql`update rooms r set status = 'waiting', incomplete_reason_id = null, revisit_on = null,
      revisit_at = (a.date + f.start_at::time) at time zone 'Asia/Tokyo'
    from assigns a join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
    where r.client_id = ${clientId} and r.id = any(${ids}::bigint[]) and a.client_id = ${clientId} and a.room_id = r.id
      and r.closed_at is null and (r.status = 'reschedule' or (r.status = 'waiting' and (r.visits > 0 or r.revisit_at is not null)))`.execute(
    db,
  )

/** Takes the former back: rooms that were waiting only because of a frame are to be rescheduled again, for the reason they had. */
export const markRoomsToReschedule = (
  db: Db,
  clientId: ClientId,
  rooms: readonly { room_id: number; incomplete_reason_id: number | null }[],
) =>
  sql`update rooms r set status = 'reschedule', incomplete_reason_id = given.incomplete_reason_id, revisit_at = null
    from ${rowsAsTable(rooms, { room_id: 'bigint', incomplete_reason_id: 'bigint' })}
    where r.client_id = ${clientId} and r.id = given.room_id and r.status = 'waiting' and r.closed_at is null`.execute(db)

export const setConfirmed = (db: Db, clientId: ClientId, ids: readonly number[], at: Date) =>
  sql`update rooms set construction_schedule_confirmed_at = ${at}, updated_at = ${at} where client_id = ${clientId} and id = any(${ids}::bigint[])`.execute(
    db,
  )

/** They have not answered: what was written down of that was taken back. The dates of `settled` were agreed to before, and stay so. */
export const forgetAnswers = (db: Db, clientId: ClientId, ids: readonly number[], settled: readonly number[], at: Date) =>
  sql`update rooms set reception_status = 'not_yet', updated_at = ${at},
      construction_schedule_confirmed_at = case when id = any(${settled}::bigint[]) then construction_schedule_confirmed_at end
    where client_id = ${clientId} and id = any(${ids}::bigint[])`.execute(db)

export const updateReceptionStatus = (db: Db, clientId: ClientId, id: number, status: ReceptionStatus, at: Date) =>
  db.updateTable('rooms').set({ reception_status: status, updated_at: at }).where('client_id', '=', clientId).where('id', '=', id).execute()

export const setAppRegister = (db: Db, clientId: ClientId, id: number, registered: boolean) =>
  db.updateTable('rooms').set({ app_register: registered }).where('client_id', '=', clientId).where('id', '=', id).execute()

/** The later deadline that one room was granted, with why; null takes it back (practice §2). */
export const setDateChangeExtension = (db: Db, clientId: ClientId, id: number, granted: { extended_to: string; reason: string } | null) =>
  db
    .updateTable('rooms')
    .set({ date_change_extended_to: granted?.extended_to ?? null, date_change_extension_reason: granted?.reason ?? null })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

/** The resident moved the own date once more. */
export const countOwnDateChange = (db: Db, clientId: ClientId, id: number) =>
  db
    .updateTable('rooms')
    .set(eb => ({ own_date_changes: eb('own_date_changes', '+', 1) }))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

/** Whoever lives in the room next begins anew: no changes made, no deadline granted. */
export const forgetDateChanges = (db: Db, clientId: ClientId, id: number) =>
  db
    .updateTable('rooms')
    .set({ own_date_changes: 0, date_change_extended_to: null, date_change_extension_reason: null })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

/** Takes the free text off rooms that may speak of who lived in them; the report of the work stays (D-12). */
export const eraseRemarks = async (db: Db, clientId: ClientId, ids: readonly number[]) => {
  await db
    .updateTable('revisit_wishes')
    .set({ phone: null, note: null })
    .where('client_id', '=', clientId)
    .where('room_id', 'in', ids)
    .execute()
  return db
    .updateTable('rooms')
    .set({ room_remarks: null, date_change_extended_to: null, date_change_extension_reason: null })
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .execute()
}

/** Nothing of people is left in these rooms, until an event says otherwise. */
export const markPeopleErased = (db: Db, clientId: ClientId, ids: readonly number[], at: Date) =>
  sql`update rooms set people_erased_at = ${at} where client_id = ${clientId} and id = any(${ids}::bigint[])`.execute(db)

/** Craftsmen reach the rooms of constructions they are named for; everyone else those of their client (G-CRA-02). `$1` is the client, `$2` the craftsman or null. */
export const accessibleConstruction = `c.client_id = $1 and c.discarded_at is null and ($2::bigint is null or ${namesCraftsmanText('$2')})`

export const accessibleTo = (actor: WorkerActor): [number, number | null] => [
  clientNumberOf(actor),
  actor.kind === 'craftsman' ? actor.id : null,
]

export const roomColumns = `r.client_id, r.id, r.construction_id, a.id as assign_id, r.incomplete_reason_id, r.status, rb.position as block_position, r.row, r.col, r.name,
  r.revisit_at, r.revisit_on, r.visits, r.construction_schedule_confirmed_at, r.completed_at, r.closed_at, r.reception_status, r.app_register, r.high_priority,
  r.room_remarks, r.construction_remarks, r.special_report,
  rcr.id as completion_report_id, cr.name as completion_report_name, rcr.saved_at as completion_report_saved_at,
  exists (select from support_versions sv where sv.client_id = $1 and sv.room_id = r.id) as has_customer_support_versions,
  a.date, a.construction_time_frame_id, a.frame_number, f.start_at, f.end_at, f.frame_number as regular_frames,
  res.id as resident_id, res.name as resident_name, res.name_kana as resident_name_kana, res.phone as resident_phone, res.email as resident_email,
  res.unproven_email as resident_unproven_email, res.phone_unproven as resident_phone_unproven,
  res.unproven_phone as resident_unproven_phone,
  res.no_messages_since is not null as resident_no_messages, res.gender as resident_gender,
  res.own_or_rent as resident_own_or_rent, coalesce(res.registered_at, res.last_sign_in_at) is not null as resident_uses_page,
  rp.presence_method, rp.proxy_name, rp.proxy_relation, rp.proxy_phone, rp.consented_at`

export const roomTables = `rooms r
  join room_blocks rb on rb.client_id = r.client_id and rb.id = r.block_id
  left join assigns a on a.client_id = r.client_id and a.room_id = r.id
  left join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
  left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
  left join room_presences rp on rp.client_id = r.client_id and rp.room_id = r.id
  left join room_completion_reports rcr on rcr.client_id = r.client_id and rcr.room_id = r.id
  left join completion_reports cr on cr.client_id = rcr.client_id and cr.id = rcr.completion_report_id`

export interface RoomRow {
  client_id: ClientId
  id: number
  construction_id: number
  assign_id: number | null
  incomplete_reason_id: number | null
  status: RoomStatus
  block_position: number
  row: number
  col: number
  name: string
  revisit_at: Date | null
  revisit_on: string | null
  visits: number
  construction_schedule_confirmed_at: Date | null
  completed_at: Date | null
  closed_at: Date | null
  reception_status: ReceptionStatus
  app_register: boolean
  high_priority: boolean
  room_remarks: string | null
  construction_remarks: string | null
  special_report: string | null
  completion_report_id: number | null
  completion_report_name: string | null
  completion_report_saved_at: Date | null
  has_customer_support_versions: boolean
  date: string | null
  construction_time_frame_id: number | null
  frame_number: number | null
  start_at: string | null
  end_at: string | null
  regular_frames: number | null
  resident_id: number | null
  resident_name: string | null
  resident_name_kana: string | null
  resident_phone: string | null
  resident_email: string | null
  resident_unproven_email: string | null
  resident_no_messages: boolean
  resident_phone_unproven: boolean | null
  resident_unproven_phone: string | null
  resident_gender: Gender | null
  resident_own_or_rent: OwnOrRent | null
  resident_uses_page: boolean
  presence_method: PresenceMethod | null
  proxy_name: string | null
  proxy_relation: string | null
  proxy_phone: string | null
  consented_at: Date | null
}

/** The statement of the list of rooms; the bench's bare server runs the same one. */
export const roomsStatement = `select ${roomColumns} from ${roomTables}
  where r.client_id = $1 and r.construction_id = (select c.id from constructions c where ${accessibleConstruction} and c.id = $3)
    and ($4::text is null or r.status = $4) and ($5::text is null or r.reception_status = $5) and ($6::text is null or r.name ilike $6)
  order by rb.position, r.row, r.col`

export interface RoomFilter {
  status?: string | undefined
  reception_status?: string | undefined
  name?: string | undefined
}

export const listRooms = (db: Db, actor: WorkerActor, constructionId: number, filter: RoomFilter = {}): Promise<RoomRow[]> =>
  rowsOf<RoomRow>(db, roomsStatement, [
    ...accessibleTo(actor),
    constructionId,
    filter.status ?? null,
    filter.reception_status ?? null,
    filter.name ? like(filter.name) : null,
  ])

export interface ConstructionOfRooms {
  client_id: ClientId
  id: number
  name: string | null
  manage_no: string | null
  building_id: number
  building_name: string
  emergency_phone_number: string | null
  special_report_default: string | null
  detail_schedule_completed_at: Date | null
  composition_version: number
}

const constructionStatement = `select c.client_id, c.id, c.name, c.manage_no, c.building_id, b.name as building_name, c.emergency_phone_number, c.special_report_default,
    c.detail_schedule_completed_at, c.composition_version
  from constructions c join buildings b on b.client_id = c.client_id and b.id = c.building_id where ${accessibleConstruction} and c.id = $3`

/** The construction, when this actor can reach it. */
export const findConstruction = async (db: Db, actor: WorkerActor, constructionId: number): Promise<ConstructionOfRooms | undefined> =>
  (await rowsOf<ConstructionOfRooms>(db, constructionStatement, [...accessibleTo(actor), constructionId]))[0]

/** Holds the construction while its grid is laid anew; what refers to it, as photos do, need not wait. */
export const lockConstruction = async (db: Db, actor: WorkerActor, constructionId: number): Promise<ConstructionOfRooms | undefined> =>
  (await rowsOf<ConstructionOfRooms>(db, `${constructionStatement} for no key update of c`, [...accessibleTo(actor), constructionId]))[0]

export interface LockedRoom {
  client_id: ClientId
  id: number
  construction_id: number
  name: string
  status: RoomStatus
  closed_at: Date | null
  construction_schedule_confirmed_at: Date | null
  reception_status: ReceptionStatus
  incomplete_reason_id: number | null
  revisit_at: Date | null
  revisit_on: string | null
  visits: number
  room_remarks: string | null
  construction_remarks: string | null
  special_report: string | null
  app_register: boolean
  high_priority: boolean
  lock_version: number
  date: string | null
  start_at: string | null
  end_at: string | null
}

/** Holds one room that the actor can reach: a confirmed state is written only on the state that was read. */
export const lockRoomStatement = `select r.client_id, r.id, r.construction_id, r.name, r.status, r.closed_at, r.construction_schedule_confirmed_at, r.reception_status,
    r.incomplete_reason_id, r.revisit_at, r.revisit_on, r.visits, r.room_remarks, r.construction_remarks, r.special_report, r.app_register, r.high_priority, r.lock_version, a.date, f.start_at, f.end_at
  from rooms r join constructions c on c.client_id = r.client_id and c.id = r.construction_id
  left join assigns a on a.client_id = r.client_id and a.room_id = r.id
  left join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
  where ${accessibleConstruction} and c.id = $3 and r.id = $4 for update of r`
export const lockRoom = async (db: Db, actor: WorkerActor, constructionId: number, roomId: number): Promise<LockedRoom | undefined> =>
  (await rowsOf<LockedRoom>(db, lockRoomStatement, [...accessibleTo(actor), constructionId, roomId]))[0]

/** Of these rooms of a construction those that are not closed, held until the end of the transaction. */
export const lockOpenRooms = (db: Db, clientId: ClientId, constructionId: number, ids: readonly number[]) =>
  rowsOf<{ id: number }>(
    db,
    `select r.id from rooms r
     where r.client_id = $1 and r.construction_id = $2 and r.id = any($3::bigint[]) and r.closed_at is null order by r.id for no key update`,
    [clientId, constructionId, ids],
  )

/** Whoever read these rooms before reads them again. */
export const countUpVersions = (db: Db, clientId: ClientId, ids: readonly number[], now: Date) =>
  sql`update rooms set lock_version = lock_version + 1, updated_at = ${now}
    where client_id = ${clientId} and id = any(${ids}::bigint[])`.execute(db)

export const setRemarks = (db: Db, clientId: ClientId, remarks: readonly { id: number; room_remarks: string | null }[], now: Date) =>
  sql`update rooms r set room_remarks = given.room_remarks, lock_version = r.lock_version + 1, updated_at = ${now}
    from ${rowsAsTable(
      remarks.map(({ id, room_remarks }) => ({ id, room_remarks })),
      { id: 'bigint', room_remarks: 'text' },
    )} where r.client_id = ${clientId} and r.id = given.id`.execute(db)

/** Where a room stands. Read after the room is held: what was joined to it while waiting for it may be older. */
export const findPlaceOfRoom = async (
  db: Db,
  clientId: ClientId,
  roomId: number,
): Promise<{ date: string | null; construction_time_frame_id: number | null }> => {
  const [place] = await rowsOf<{ date: string; construction_time_frame_id: number }>(
    db,
    'select a.date, a.construction_time_frame_id from assigns a where a.client_id = $1 and a.room_id = $2',
    [clientId, roomId],
  )
  return place ?? { date: null, construction_time_frame_id: null }
}

/** Of an event `e` of a printed sheet: work that failed made none, and what was taken back was never handed out (decision 069). */
export const handedOutSheet = `not exists (select from jobs j where j.client_id = $1 and j.id = (e.change ->> 'job_id')::bigint and j.state = 'failed')
  and not exists (select from events taken where taken.client_id = $1 and taken.construction_id = e.construction_id
    and taken.kind = 'documents.sheets_not_distributed' and taken.change ->> 'job_id' = e.change ->> 'job_id')`

/** Of an order `o`: it has to be decided over when its room changes, for the resident has it, or stands at the payment page for it. */
export const livingOrder = `o.status in ('initial', 'unpaid', 'paid', 'cancel_application')`
export type RoomChange = Partial<{
  status: RoomStatus
  visits: number
  revisit_on: string | null
  completed_at: Date | null
  closed_at: Date | null
  incomplete_reason_id: number | null
  revisit_at: Date | null
  room_remarks: string | null
  construction_remarks: string | null
  special_report: string | null
  completion_comment: string | null
  digital_sign_file_id: number | null
  sign_omitted_reason: string | null
  photos_omitted_reason: string | null
  reception_status: ReceptionStatus
  app_register: boolean
  high_priority: boolean
  construction_schedule_confirmed_at: Date | null
}>

export const updateRoom = (db: Db, clientId: ClientId, id: number, change: RoomChange, now: Date) =>
  db
    .updateTable('rooms')
    .set(eb => ({ ...change, lock_version: eb('lock_version', '+', 1), updated_at: now }))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

/** Comment and special report as the room's report has them, which keeps a version of its own. */
export const setReportTexts = (
  db: Db,
  clientId: ClientId,
  id: number,
  texts: { special_report?: string | null; completion_comment?: string | null },
  now: Date,
) =>
  db
    .updateTable('rooms')
    .set({ ...texts, updated_at: now })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()

export const reasonExists = async (db: Db, clientId: ClientId, id: number): Promise<boolean> =>
  (await db
    .selectFrom('incomplete_reasons')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .select('id')
    .executeTakeFirst()) !== undefined

/** The company's own reason for absences; null when it has none. */
export const findReasonOfAbsence = async (db: Db, clientId: ClientId): Promise<number | null> =>
  usualReason(
    await db
      .selectFrom('incomplete_reasons')
      .where('client_id', '=', clientId)
      .where('discarded_at', 'is', null)
      .orderBy('id')
      .select(['id', 'name'])
      .execute(),
  )?.id ?? null

export const countOpenRooms = async (db: Db, clientId: ClientId, constructionId: number): Promise<number> =>
  (
    await db
      .selectFrom('rooms')
      .where('client_id', '=', clientId)
      .where('construction_id', '=', constructionId)
      .where('closed_at', 'is', null)
      .select(sql<number>`count(*)::int`.as('open'))
      .executeTakeFirstOrThrow()
  ).open

/** Whether a change of the room was told of lately: one mail per room and ten minutes (G-REP-07). */
export const wasNotifiedLately = async (db: Db, clientId: ClientId, roomId: number, since: Date): Promise<boolean> =>
  (await db
    .selectFrom('events')
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .where('kind', '=', 'rooms.updated')
    .where('at', '>', since)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

export interface TimelineRow {
  id: number
  kind: string
  at: Date
  actor_kind: string
  actor_name: string | null
  acting_for: 'resident' | null
  channel: string
  change: Record<string, unknown>
  personal: Record<string, unknown> | null
}

/** The whole timeline of a room with the names of those who acted, newest first (D-12). */
export const listTimeline = (db: Db, clientId: ClientId, constructionId: number, roomId: number): Promise<TimelineRow[]> =>
  rowsOf<TimelineRow>(
    db,
    `select e.id, e.kind, e.at, e.actor_kind, coalesce(u.name, res.name, ad.name, op.name) as actor_name, e.acting_for, e.channel, e.change, epv.values as personal
     from events e
     left join event_personal_values epv on epv.client_id = e.client_id and epv.event_id = e.id
     left join users u on e.actor_kind in ('staffAdmin', 'staff', 'craftsman') and u.client_id = e.client_id and u.id = e.actor_id
     left join residents res on e.actor_kind = 'resident' and res.client_id = e.client_id and res.id = e.actor_id
     left join admins ad on e.actor_kind = 'admin' and ad.id = e.actor_id
     left join operators op on e.actor_kind = 'operator' and op.id = e.actor_id
     where e.client_id = $1 and e.construction_id = $2 and e.room_id = $3 order by e.id desc limit 500`,
    [clientId, constructionId, roomId],
  )

/** Assigned rooms whose dates are decided by today and that nobody has confirmed yet (G-SCH-12). */
export const lockUnconfirmedDueRooms = (db: Db, clientId: ClientId, today: string) =>
  rowsOf<{ id: number; construction_id: number; date: string }>(
    db,
    `select r.id, r.construction_id, a.date from rooms r
     join assigns a on a.client_id = r.client_id and a.room_id = r.id
     join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
     where r.client_id = $1 and c.decision_guide_distribution_on <= $2 and c.detail_schedule_completed_at is not null
       and r.construction_schedule_confirmed_at is null and r.status <> 'completed' and r.closed_at is null
     for update of r`,
    [clientId, today],
  )

/** Whether the room has options that are ordered, or being paid for just now. */
export const hasOrders = async (db: Db, clientId: ClientId, roomId: number): Promise<boolean> =>
  (await rowsOf(db, `select from orders o where o.client_id = $1 and o.room_id = $2 and ${livingOrder} limit 1`, [clientId, roomId]))
    .length > 0
