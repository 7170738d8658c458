import type { ClientId, CraftsmanActor, ReachedActor, WorkerActor } from '@toguchi/domain/access/actor'
import type { NoticeAnswer } from '@toguchi/domain/rooms/visits/on-our-way'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import { accessibleConstruction, accessibleTo, roomColumns, type RoomRow, roomTables } from '../queries.ts'
import { optionsOfRoom, type RoomDetailRow, slotsOfRoom } from '../detail-queries.ts'

export interface VisitRow extends RoomRow {
  wish_note: string | null
  slots: RoomDetailRow['slots']
  options: string[]
  collect_on_the_day: number
  collects_on_the_day: boolean
  building_id: number
  building_name: string
  arrived_at: Date | null
  started_at: Date | null
  /** Whether a key of the dwelling is in our hands, and who carries it. */
  key_is_out: boolean
  key_carrier_id: number | null
  /** Given back for this visit; one of an earlier visit is asked for again. */
  key_was_returned: boolean
  notice_sent_at: Date | null
  notice_answer: NoticeAnswer | null
  notice_answered_at: Date | null
}

/** `$3`: one construction, or null for every one in reach. */
const visitsStatement = `select ${roomColumns}, ${slotsOfRoom}, ${optionsOfRoom}, rw.note as wish_note, b.id as building_id, b.name as building_name,
    rv.arrived_at, rv.started_at, kc.id is not null as key_is_out, kc.lent_to_user_id as key_carrier_id,
    exists (select from key_custodies kc where kc.client_id = $1 and kc.room_id = r.id
      and (kc.returned_at at time zone 'Asia/Tokyo')::date >= a.date) as key_was_returned,
    exists (select from orders o where o.client_id = $1 and o.room_id = r.id and o.pay_method = 'other' and o.total_price_in_tax > 0
      and o.status in ('unpaid', 'paid')) as collects_on_the_day,
    vn.sent_at as notice_sent_at, vn.answer as notice_answer, vn.answered_at as notice_answered_at
  from ${roomTables}
  left join room_wishes rw on rw.client_id = r.client_id and rw.room_id = r.id
  left join room_visits rv on rv.client_id = r.client_id and rv.room_id = r.id and rv.visit_on = a.date
  left join visit_notices vn on vn.client_id = r.client_id and vn.room_id = r.id and vn.visit_on = a.date
  left join key_custodies kc on kc.client_id = r.client_id and kc.room_id = r.id and kc.returned_at is null
  join constructions c on c.client_id = r.client_id and c.id = r.construction_id
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  where ${accessibleConstruction} and ($3::bigint is null or c.id = $3) and a.client_id = $1 and a.date = $4
  order by f.start_at, a.frame_number, r.id`

/** The visits of one day at one construction, in the order of the day. */
export const listVisits = (db: Db, actor: WorkerActor, constructionId: number, date: string): Promise<VisitRow[]> =>
  rowsOf<VisitRow>(db, visitsStatement, [...accessibleTo(actor), constructionId, date])

/** The visits of one day at every construction that a craftsman is named for. */
export const listVisitsOfDay = (db: Db, actor: CraftsmanActor, date: string): Promise<VisitRow[]> =>
  rowsOf<VisitRow>(db, visitsStatement, [...accessibleTo(actor), null, date])

export interface CrewShareRow {
  construction_id: number
  construction_time_frame_id: number
  assigned_contractor_id: number
  frame_count: number
  name: string
  own: boolean
}

/** How the time frames of constructions are shared among the crews, in the crews' order (D-25), and for which of them this actor is named. */
export const listCrewShares = (db: Db, actor: ReachedActor, constructionIds: readonly number[]): Promise<CrewShareRow[]> =>
  rowsOf<CrewShareRow>(
    db,
    `select cfr.construction_id, cfr.construction_time_frame_id, cfr.assigned_contractor_id, cfr.frame_count, ct.name,
       exists (select from assigned_craftsmans am where am.client_id = $1 and am.assigned_contractor_id = ac.id and am.craftsman_id = $3) as own
     from crew_frames cfr
     join assigned_contractors ac on ac.client_id = cfr.client_id and ac.id = cfr.assigned_contractor_id and ac.discarded_at is null
     join contractors ct on ct.client_id = ac.client_id and ct.id = ac.contractor_id
     where cfr.client_id = $1 and cfr.construction_id = any($2::bigint[]) order by ac.position, ac.id`,
    [actor.clientId, [...constructionIds], actor.kind === 'craftsman' ? actor.id : null],
  )

export interface NeighbouringDates {
  previous_date: string | null
  next_date: string | null
}
const noDates: NeighbouringDates = { previous_date: null, next_date: null }

/** The nearest days with visits before and after a day. */
export const findNeighbouringDates = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  date: string,
): Promise<NeighbouringDates> => {
  const [row] = await rowsOf<NeighbouringDates>(
    db,
    `select max(date) filter (where date < $3) as previous_date, min(date) filter (where date > $3) as next_date from assigns where client_id = $1 and construction_id = $2`,
    [clientId, constructionId, date],
  )
  return row ?? noDates
}

/** The same over every construction that a craftsman is named for. */
export const findNeighbouringDatesOfDay = async (db: Db, actor: CraftsmanActor, date: string): Promise<NeighbouringDates> => {
  const [row] = await rowsOf<NeighbouringDates>(
    db,
    `select max(a.date) filter (where a.date < $3) as previous_date, min(a.date) filter (where a.date > $3) as next_date
     from constructions c join assigns a on a.client_id = c.client_id and a.construction_id = c.id
     where ${accessibleConstruction} and a.client_id = $1`,
    [...accessibleTo(actor), date],
  )
  return row ?? noDates
}

export interface ConstructionOfDayRow {
  client_id: ClientId
  id: number
  name: string | null
  building_id: number
  building_name: string
  building_address: string | null
  emergency_phone_number: string | null
}

/** Constructions that a craftsman is named for, of those that are asked for. */
export const listConstructionsOfDay = (db: Db, actor: CraftsmanActor, ids: readonly number[]): Promise<ConstructionOfDayRow[]> =>
  rowsOf<ConstructionOfDayRow>(
    db,
    `select c.client_id, c.id, c.name, b.id as building_id, b.name as building_name, b.address as building_address, c.emergency_phone_number
     from constructions c join buildings b on b.client_id = c.client_id and b.id = c.building_id
     where ${accessibleConstruction} and c.id = any($3::bigint[]) order by b.name, c.id`,
    [...accessibleTo(actor), [...ids]],
  )

/** The craftsman's own company, as the day's list names it. */
export const findClientOfCraftsman = async (db: Db, actor: CraftsmanActor): Promise<{ cd: string; name: string } | undefined> =>
  (
    await rowsOf<{ cd: string; name: string }>(
      db,
      `select cl.cd, cl.name from clients cl where cl.id = $1
         and exists (select from users u where u.client_id = $1 and u.id = $2 and u.discarded_at is null)`,
      [actor.partOf, actor.id],
    )
  )[0]

export interface RoomVisitRow {
  arrived_at: Date
  started_at: Date | null
}

export const findRoomVisit = async (db: Db, clientId: ClientId, roomId: number, date: string): Promise<RoomVisitRow | undefined> =>
  (
    await rowsOf<RoomVisitRow>(
      db,
      'select rv.arrived_at, rv.started_at from room_visits rv where rv.client_id = $1 and rv.room_id = $2 and rv.visit_on = $3',
      [clientId, roomId, date],
    )
  )[0]

/** Writes down what is known of a visit; what was known before stays. The row is held by its room. */
export const saveRoomVisit = (
  db: Db,
  clientId: ClientId,
  visit: { room_id: number; visit_on: string; arrived_at: Date; started_at: Date | null; craftsman_id: number | null },
) =>
  db
    .insertInto('room_visits')
    .values({ client_id: clientId, ...visit })
    .onConflict(conflict =>
      conflict.columns(['client_id', 'room_id', 'visit_on']).doUpdateSet(eb => ({
        started_at: eb.fn.coalesce('room_visits.started_at', 'excluded.started_at'),
      })),
    )
    .execute()

export const deleteRoomVisit = async (db: Db, clientId: ClientId, roomId: number, date: string): Promise<boolean> =>
  (
    await db
      .deleteFrom('room_visits')
      .where('client_id', '=', clientId)
      .where('room_id', '=', roomId)
      .where('visit_on', '=', date)
      .returning('id')
      .execute()
  ).length > 0
