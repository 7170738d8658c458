import type { Db } from '../platform/database/database.ts'
import { mailAddress, mobileNumber } from '../messages/messages.ts'
import { rowsOf } from '../platform/database/rows.ts'

export interface Concerned {
  building_name: string
  name: string | null
  manage_no: string | null
  client_cd: string
  sales_staff: string | null
  construction_staff: string | null
  construction_staff_id: number | null
  craftsmen: { id: number; email: string }[]
  staff_admins: string[]
  room_name: string | null
  /** Public uuids of the room's own login page. */
  client_uuid: string
  construction_uuid: string
  /** Until when residents change their date themselves. */
  schedule_change_end_on: string | null
  room_uuid: string | null
  /** `email` and `phone` as far as messages reach them. */
  resident: { id: number; email: string | null; phone: string | null; name: string | null; has_login: boolean } | null
  /** The newest event of the room: what a message to its resident tells of, and whose it is by that. */
  event_id: number | null
}

const newestEvent = '(select max(e.id) from events e where e.client_id = $1 and e.room_id = r.id) as event_id'

/** The resident `p` with where messages reach them. */
const residentOf = (sms: boolean) => `case when p.id is null then null else json_build_object('id', p.id, 'email', ${mailAddress},
      'phone', ${mobileNumber(sms)}, 'name', p.name, 'has_login', p.login_id is not null) end as resident`

/**
 * Everyone a notification of this construction may concern, in one query; the room and its resident when one is named. `sms` is whether
 * short messages are sent.
 */
export const concernedStatement = (
  sms: boolean,
) => `select b.name as building_name, n.name, n.manage_no, c.cd as client_cd, c.uuid as client_uuid, n.uuid as construction_uuid, n.schedule_change_end_on, r.uuid as room_uuid, s.email as sales_staff, k.email as construction_staff, k.id as construction_staff_id,
    coalesce((select json_agg(distinct jsonb_build_object('id', u.id, 'email', u.email)) from assigned_contractors a
      join assigned_craftsmans m on m.client_id = a.client_id and m.assigned_contractor_id = a.id
      join users u on u.client_id = m.client_id and u.id = m.craftsman_id and u.discarded_at is null
      where a.client_id = $1 and a.construction_id = n.id and a.discarded_at is null), '[]') as craftsmen,
    coalesce((select json_agg(u.email order by u.id) from users u where u.client_id = $1 and u.type = 'Staff_Admin' and u.discarded_at is null), '[]') as staff_admins,
    r.name as room_name, ${newestEvent},
    ${residentOf(sms)}
  from constructions n
  join clients c on c.id = n.client_id
  join buildings b on b.client_id = n.client_id and b.id = n.building_id
  left join users s on s.client_id = n.client_id and s.id = n.sales_staff_id and s.discarded_at is null
  left join users k on k.client_id = n.client_id and k.id = n.construction_staff_id and k.discarded_at is null
  left join rooms r on r.client_id = n.client_id and r.construction_id = n.id and r.id = $3
  left join residents p on p.client_id = r.client_id and p.room_id = r.id and p.discarded_at is null
  where n.client_id = $1 and n.id = $2`
export const findConcerned = async (
  db: Db,
  clientId: number,
  constructionId: number,
  roomId: number | null,
  sms: boolean,
): Promise<Concerned | undefined> => (await rowsOf<Concerned>(db, concernedStatement(sms), [clientId, constructionId, roomId]))[0]

/** The named rooms of a construction with whom to tell of them, in one query. */
export const listConcernedRooms = (db: Db, clientId: number, constructionId: number, roomIds: readonly number[], sms: boolean) =>
  rowsOf<Pick<Concerned, 'resident' | 'event_id' | 'room_uuid'> & { id: number; room_name: string }>(
    db,
    `select r.id, r.uuid as room_uuid, r.name as room_name, ${newestEvent},
       ${residentOf(sms)}
     from rooms r
     left join residents p on p.client_id = r.client_id and p.room_id = r.id and p.discarded_at is null
     where r.client_id = $1 and r.construction_id = $2 and r.id = any($3::bigint[])`,
    [clientId, constructionId, roomIds],
  )
