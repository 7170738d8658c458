import type { ClientId } from '@toguchi/domain/access/actor'
import type { ContactColumns } from '@toguchi/domain/messages/call-center'
import type { RoomStatus } from '@toguchi/domain/rooms/labels'
import type { PresenceMethod } from '@toguchi/domain/rooms/presence'
import type { NoticeAnswer } from '@toguchi/domain/rooms/visits/on-our-way'
import { contactColumns, lineUser, mailAddress, mobileNumber } from '../../messages/messages.ts'
import { mobilePattern } from '@toguchi/domain/messages/mobile'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'

/** A room on the way of a day, as far as who is next depends on it. */
export interface WayRow {
  id: number
  name: string
  status: RoomStatus
  closed_at: Date | null
  date: string
  building_id: number
  building_name: string
  start_at: string
  end_at: string
  block_position: number
  row: number
  col: number
  frame_number: number
  construction_time_frame_id: number
  has_arrived: boolean
  was_told: boolean
}

/** The visits of a day at one construction. */
export const listWay = (db: Db, clientId: ClientId, constructionId: number, date: string): Promise<WayRow[]> =>
  rowsOf<WayRow>(
    db,
    `select r.id, r.name, r.status, r.closed_at, a.date, b.id as building_id, b.name as building_name, f.start_at, f.end_at,
       rb.position as block_position, r.row, r.col, a.frame_number, a.construction_time_frame_id, rv.id is not null as has_arrived,
       vn.id is not null as was_told
     from assigns a
     join rooms r on r.client_id = a.client_id and r.id = a.room_id
     join room_blocks rb on rb.client_id = r.client_id and rb.id = r.block_id
     join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
     join constructions c on c.client_id = a.client_id and c.id = a.construction_id and c.discarded_at is null
     join buildings b on b.client_id = c.client_id and b.id = c.building_id
     left join room_visits rv on rv.client_id = r.client_id and rv.room_id = r.id and rv.visit_on = a.date
     left join visit_notices vn on vn.client_id = r.client_id and vn.room_id = r.id and vn.visit_on = a.date
     where a.client_id = $1 and a.construction_id = $2 and a.date = $3`,
    [clientId, constructionId, date],
  )

export interface ToldHousehold extends ContactColumns {
  client_cd: string
  /** Public uuids of its own page. */
  client_uuid: string
  construction_uuid: string
  room_uuid: string
  building_name: string
  room_name: string
  resident_id: number | null
  resident_name: string | null
  has_login: boolean
  email: string | null
  line_user: string | null
  phone: string | null
  presence_method: PresenceMethod | null
  /** Mobile number of who stands in; null where nobody does, or no short message reaches them. */
  proxy_phone: string | null
}

/** Whom a room's notice goes to. `sms`: whether short messages are sent. */
export const findHousehold = async (db: Db, clientId: ClientId, roomId: number, sms: boolean): Promise<ToldHousehold | undefined> =>
  (
    await rowsOf<ToldHousehold>(
      db,
      `select cl.cd as client_cd, ${pageColumns}, b.name as building_name, r.name as room_name, res.id as resident_id,
         res.name as resident_name, ${mailAddress} as email,
         ${lineUser} as line_user, ${mobileNumber(sms)} as phone, rp.presence_method, ${proxyNumber(sms)} as proxy_phone, ${contactColumns}
       from rooms r
       join constructions c on c.client_id = r.client_id and c.id = r.construction_id
       join clients cl on cl.id = c.client_id
       join buildings b on b.client_id = c.client_id and b.id = c.building_id
       left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
       left join room_presences rp on rp.client_id = r.client_id and rp.room_id = r.id
       where r.client_id = $1 and r.id = $2`,
      [clientId, roomId],
    )
  )[0]

/** What leads to the own page of the dwelling `r`. */
const pageColumns =
  'cl.uuid as client_uuid, c.uuid as construction_uuid, r.uuid as room_uuid, coalesce(res.login_id is not null, false) as has_login'

const proxyNumber = (sms: boolean): string =>
  sms
    ? `case when rp.presence_method = 'proxy' and rp.proxy_phone ~ '${mobilePattern}'
        and not exists (select from sms_opt_outs so where so.client_id = $1 and so.phone = rp.proxy_phone) then rp.proxy_phone end`
    : 'null::text'

/** Undefined where the room was told that day already. */
export const insertNotice = (
  db: Db,
  clientId: ClientId,
  notice: { room_id: number; visit_on: string; craftsman_id: number | null; sent_at: Date },
): Promise<{ id: number; uuid: string } | undefined> =>
  db
    .insertInto('visit_notices')
    .values({ client_id: clientId, ...notice })
    .onConflict(conflict => conflict.columns(['client_id', 'room_id', 'visit_on']).doNothing())
    .returning(['id', 'uuid'])
    .executeTakeFirst()

export interface NoticeRow extends ContactColumns, Pick<ToldHousehold, 'client_uuid' | 'construction_uuid' | 'room_uuid' | 'has_login'> {
  id: number
  room_id: number
  construction_id: number
  resident_id: number | null
  building_name: string
  room_name: string
  visit_on: string
  /** Where the room stands now; null: nowhere. */
  date: string | null
  start_at: string | null
  end_at: string | null
  status: RoomStatus
  closed_at: Date | null
  has_arrived: boolean
  answer: NoticeAnswer | null
  answered_at: Date | null
}

const noticeStatement = `select vn.id, vn.room_id, r.construction_id, res.id as resident_id, b.name as building_name, r.name as room_name, vn.visit_on, a.date, f.start_at,
    f.end_at, r.status, r.closed_at, rv.id is not null as has_arrived, vn.answer, vn.answered_at, ${pageColumns}, ${contactColumns}
  from visit_notices vn
  join rooms r on r.client_id = vn.client_id and r.id = vn.room_id
  join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
  join clients cl on cl.id = c.client_id
  join buildings b on b.client_id = c.client_id and b.id = c.building_id
  left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
  left join assigns a on a.client_id = r.client_id and a.room_id = r.id
  left join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
  left join room_visits rv on rv.client_id = vn.client_id and rv.room_id = vn.room_id and rv.visit_on = vn.visit_on
  where vn.client_id = $1`

export const findNotice = async (db: Db, clientId: ClientId, id: number): Promise<NoticeRow | undefined> =>
  (await rowsOf<NoticeRow>(db, `${noticeStatement} and vn.id = $2`, [clientId, id]))[0]

/** The same, held against a second answer. */
export const lockNotice = async (db: Db, clientId: ClientId, id: number): Promise<NoticeRow | undefined> =>
  (await rowsOf<NoticeRow>(db, `${noticeStatement} and vn.id = $2 for update of vn`, [clientId, id]))[0]

/** The notice of a room on a day, which a reply to its short message is about. */
export const findNoticeOfRoom = async (db: Db, clientId: ClientId, roomId: number, date: string): Promise<{ id: number } | undefined> =>
  (
    await rowsOf<{ id: number }>(
      db,
      'select vn.id from visit_notices vn where vn.client_id = $1 and vn.room_id = $2 and vn.visit_on = $3',
      [clientId, roomId, date],
    )
  )[0]

export const saveNoticeAnswer = (db: Db, clientId: ClientId, id: number, answer: NoticeAnswer, now: Date) =>
  db.updateTable('visit_notices').set({ answer, answered_at: now }).where('client_id', '=', clientId).where('id', '=', id).execute()
