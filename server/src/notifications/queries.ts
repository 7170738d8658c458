import type { ClientId } from '@toguchi/domain/access/actor'
import type { ContactColumns } from '@toguchi/domain/messages/call-center'
import type { Db } from '../platform/database/database.ts'
import { mobilePattern } from '@toguchi/domain/messages/mobile'
import type { PreparationColumns } from '@toguchi/domain/rooms/preparation'
import type { Visit } from '@toguchi/domain/messages/short-message'
import type { PresenceMethod } from '@toguchi/domain/rooms/presence'
import { contactColumns, lineUser, mailAddress, mobileNumber } from '../messages/messages.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { preparationColumns } from './preparation.ts'

export interface Concerned extends ContactColumns, PreparationColumns {
  building_name: string
  name: string | null
  manage_no: string | null
  client_cd: string
  sales_staff: string | null
  sales_staff_id: number | null
  construction_staff: string | null
  construction_staff_id: number | null
  craftsmen: { id: number; email: string | null; phone: string | null }[]
  staff_admins: { id: number; email: string }[]
  room_name: string | null
  /** Public uuids of the room's own login page. */
  client_uuid: string
  construction_uuid: string
  /** Until when residents change their date themselves. */
  schedule_change_end_on: string | null
  room_uuid: string | null
  /** `email` and `phone` as far as messages reach them. */
  resident: { id: number; email: string | null; line: string | null; phone: string | null; name: string | null; has_login: boolean } | null
  /** How the room is entered; null: nobody has said, or no room is named. */
  presence_method: PresenceMethod | null
  /** Mobile number of who stands in for its resident; null: nobody does, or no short message reaches them. */
  proxy_phone: string | null
  /** The newest event of the room: what a message to its resident tells of, and whose it is by that. */
  event_id: number | null
}

const newestEvent = '(select max(e.id) from events e where e.client_id = $1 and e.room_id = r.id) as event_id'

/** How the room `r` is entered, and the number of who stands in for its resident. */
const presenceOf = (sms: boolean) => `(select rp.presence_method from room_presences rp where rp.client_id = $1 and rp.room_id = r.id)
      as presence_method,
    ${
      sms
        ? `(select rp.proxy_phone from room_presences rp where rp.client_id = $1 and rp.room_id = r.id and rp.presence_method = 'proxy'
      and rp.proxy_phone ~ '${mobilePattern}'
      and not exists (select from sms_opt_outs so where so.client_id = $1 and so.phone = rp.proxy_phone))`
        : 'null::text'
    } as proxy_phone`

/** The resident `res` with where messages reach them. */
const residentOf = (sms: boolean) => `case when res.id is null then null else json_build_object('id', res.id, 'email', ${mailAddress},
      'line', ${lineUser}, 'phone', ${mobileNumber(sms)}, 'name', res.name, 'has_login', res.login_id is not null) end as resident`

/**
 * Everyone a notification of this construction may concern, in one query; the room and its resident when one is named. `sms` is whether
 * short messages are sent.
 */
export const concernedStatement = (
  sms: boolean,
) => `select b.name as building_name, c.name, c.manage_no, cl.cd as client_cd, cl.uuid as client_uuid, c.uuid as construction_uuid, c.schedule_change_end_on, ${contactColumns}, ${preparationColumns}, r.uuid as room_uuid, salesperson.email as sales_staff, salesperson.id as sales_staff_id, representative.email as construction_staff, representative.id as construction_staff_id,
    coalesce((select json_agg(distinct jsonb_build_object('id', u.id, 'email', u.email, 'phone', coalesce(u.proven_phone, u.phone))) from assigned_contractors ac
      join assigned_craftsmans am on am.client_id = ac.client_id and am.assigned_contractor_id = ac.id
      join users u on u.client_id = am.client_id and u.id = am.craftsman_id and u.discarded_at is null
      where ac.client_id = $1 and ac.construction_id = c.id and ac.discarded_at is null), '[]') as craftsmen,
    coalesce((select json_agg(json_build_object('id', u.id, 'email', u.email) order by u.id) from users u where u.client_id = $1 and u.type = 'Staff_Admin' and u.discarded_at is null), '[]') as staff_admins,
    r.name as room_name, ${newestEvent}, ${presenceOf(sms)},
    ${residentOf(sms)}
  from constructions c
  join clients cl on cl.id = c.client_id
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  left join users salesperson on salesperson.client_id = c.client_id and salesperson.id = c.sales_staff_id and salesperson.discarded_at is null
  left join users representative on representative.client_id = c.client_id and representative.id = c.construction_staff_id and representative.discarded_at is null
  left join rooms r on r.client_id = c.client_id and r.construction_id = c.id and r.id = coalesce($3::bigint, 0)
  left join residents res on res.client_id = $1 and res.room_id = r.id and res.discarded_at is null
  where c.client_id = $1 and c.id = $2`
export const findConcerned = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  roomId: number | null,
  sms: boolean,
): Promise<Concerned | undefined> => (await rowsOf<Concerned>(db, concernedStatement(sms), [clientId, constructionId, roomId]))[0]

/** The named rooms of a construction with whom to tell of them, in one query. */
export const listConcernedRooms = (db: Db, clientId: ClientId, constructionId: number, roomIds: readonly number[], sms: boolean) =>
  rowsOf<Pick<Concerned, 'resident' | 'event_id' | 'room_uuid' | 'presence_method' | 'proxy_phone'> & { id: number; room_name: string }>(
    db,
    `select r.id, r.uuid as room_uuid, r.name as room_name, ${newestEvent},
       ${presenceOf(sms)},
       ${residentOf(sms)}
     from rooms r
     left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
     where r.client_id = $1 and r.construction_id = $2 and r.id = any($3::bigint[])`,
    [clientId, constructionId, roomIds],
  )

/** When the room is visited, as far as its residents know: not before the schedule was completed, nor once it is over. */
export const findVisitOfRoom = async (db: Db, clientId: ClientId, roomId: number, today: string): Promise<Visit | undefined> =>
  (
    await rowsOf<Visit>(
      db,
      `select a.date, f.start_at, f.end_at from assigns a
       join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
       join constructions c on c.client_id = a.client_id and c.id = a.construction_id and c.detail_schedule_completed_at is not null
       where a.client_id = $1 and a.room_id = $2 and a.date >= $3::date`,
      [clientId, roomId, today],
    )
  )[0]
