import type { ClientId } from '@toguchi/domain/access/actor'
import type { ContactColumns } from '@toguchi/domain/messages/call-center'
import type { EarlierOfferState } from '@toguchi/domain/residents/earlier'
import type { FramePlace } from '@toguchi/domain/schedule/place'
import { contactChannel, contactColumns, lineUser, mailAddress, mobileNumber } from '../../messages/messages.ts'
import type { Db } from '../../platform/database/database.ts'
import { rowsOf } from '../../platform/database/rows.ts'
import { livingOrder } from '../../rooms/rooms.ts'

/** Wishes for another set of days; whoever wished before keeps the turn. */
export const saveWish = (
  db: Db,
  clientId: ClientId,
  wish: { constructionId: number; roomId: number; dates: readonly string[]; now: Date },
) =>
  rowsOf(
    db,
    `insert into earlier_wishes (client_id, construction_id, room_id, dates, wished_at) values ($1, $2, $3, $4::date[], $5)
     on conflict (client_id, room_id) where ended_at is null do update set dates = excluded.dates returning id`,
    [clientId, wish.constructionId, wish.roomId, wish.dates, wish.now],
  )

/** False when there was none. */
export const endWish = async (db: Db, clientId: ClientId, roomId: number, now: Date): Promise<boolean> =>
  (
    await rowsOf(
      db,
      'update earlier_wishes ew set ended_at = $3 where ew.client_id = $1 and ew.room_id = $2 and ew.ended_at is null returning ew.id',
      [clientId, roomId, now],
    )
  ).length > 0

export interface OfferRow extends FramePlace {
  id: number
  room_id: number
  start_at: string
  end_at: string
  answer_until: Date
}

const offerColumns = `eo.id, eo.room_id, eo.date, eo.construction_time_frame_id, eo.frame_number, f.start_at, f.end_at, eo.answer_until`
const offerTables = `earlier_offers eo
  join construction_time_frames f on f.client_id = eo.client_id and f.id = eo.construction_time_frame_id`

export const findOpenOffer = async (db: Db, clientId: ClientId, roomId: number): Promise<OfferRow | undefined> =>
  (
    await rowsOf<OfferRow>(
      db,
      `select ${offerColumns} from ${offerTables} where eo.client_id = $1 and eo.room_id = $2 and eo.state = 'open'`,
      [clientId, roomId],
    )
  )[0]

/** The days that a dwelling could; null while nothing is wished for. */
export const findWish = async (db: Db, clientId: ClientId, roomId: number): Promise<string[] | null> =>
  (
    await rowsOf<{ dates: string[] }>(
      db,
      'select ew.dates from earlier_wishes ew where ew.client_id = $1 and ew.room_id = $2 and ew.ended_at is null',
      [clientId, roomId],
    )
  )[0]?.dates ?? null

export const insertOffer = async (
  db: Db,
  clientId: ClientId,
  offer: FramePlace & {
    construction_id: number
    room_id: number
    wish_id: number
    transport: 'mail' | 'line' | 'sms' | 'paper'
    offered_at: Date
    answer_until: Date
  },
): Promise<number> =>
  (
    await db
      .insertInto('earlier_offers')
      .values({ client_id: clientId, ...offer })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const deleteOffer = (db: Db, clientId: ClientId, id: number) =>
  db.deleteFrom('earlier_offers').where('client_id', '=', clientId).where('id', '=', id).execute()

/** False when it is open no more. */
export const settleOffer = async (
  db: Db,
  clientId: ClientId,
  id: number,
  state: Exclude<EarlierOfferState, 'open'>,
  now: Date,
): Promise<boolean> =>
  (
    await rowsOf(
      db,
      `update earlier_offers eo set state = $3, ended_at = $4 where eo.client_id = $1 and eo.id = $2 and eo.state = 'open' returning eo.id`,
      [clientId, id, state, now],
    )
  ).length > 0

/** Where somebody waits, or a frame is kept for somebody: an offer ends in its time, whatever became of its wish. */
export const listConstructionsOfWishes = async (db: Db, clientId: ClientId): Promise<number[]> =>
  (
    await rowsOf<{ construction_id: number }>(
      db,
      `select c.id as construction_id from constructions c
       join clients cl on cl.id = c.client_id and cl.status = 'contracted'
       where c.client_id = $1 and c.discarded_at is null and (
         exists (select from earlier_wishes ew where ew.client_id = $1 and ew.construction_id = c.id and ew.ended_at is null)
         or exists (select from earlier_offers eo where eo.client_id = $1 and eo.construction_id = c.id and eo.state = 'open'))
       order by c.id`,
      [clientId],
    )
  ).map(({ construction_id }) => construction_id)

/** Open offers, and whether they are to end: their time is over, or their room stands as early by now or is done. */
export const listOpenOffers = (db: Db, clientId: ClientId, constructionId: number, now: Date) =>
  rowsOf<{
    id: number
    room_id: number
    date: string
    from_date: string | null
    is_expired: boolean
    is_pointless: boolean
    has_orders: boolean
  }>(
    db,
    `select eo.id, eo.room_id, eo.date, a.date as from_date, eo.answer_until <= $3 as is_expired,
       r.status <> 'waiting' or r.closed_at is not null or a.date is null or a.date <= eo.date as is_pointless,
       exists (select from orders o where o.client_id = $1 and o.room_id = r.id and ${livingOrder}) as has_orders
     from earlier_offers eo
     join rooms r on r.client_id = eo.client_id and r.id = eo.room_id
     left join assigns a on a.client_id = eo.client_id and a.room_id = eo.room_id
     where eo.client_id = $1 and eo.construction_id = $2 and eo.state = 'open'
     order by eo.id`,
    [clientId, constructionId, now],
  )

/** Rooms whose wish can come true no more: they are done, or no day of it lies between today and their own. */
export const listPointlessWishes = async (db: Db, clientId: ClientId, constructionId: number, today: string): Promise<number[]> =>
  (
    await rowsOf<{ room_id: number }>(
      db,
      `select ew.room_id from earlier_wishes ew
       join rooms r on r.client_id = ew.client_id and r.id = ew.room_id
       left join assigns a on a.client_id = ew.client_id and a.room_id = ew.room_id
       where ew.client_id = $1 and ew.construction_id = $2 and ew.ended_at is null
         and (r.status = 'completed' or r.closed_at is not null
           or not exists (select from unnest(ew.dates) as day where day > $3::date and (a.date is null or day < a.date)))
       order by ew.room_id`,
      [clientId, constructionId, today],
    )
  ).map(({ room_id }) => room_id)

export interface WaitingWish extends ContactColumns {
  construction_id: number
  id: number
  room_id: number
  room_name: string
  date: string
  dates: string[]
  has_orders: boolean
  /** `date/time frame` that were offered to this wish before: nobody is asked twice. */
  asked: string[]
  building_name: string
  construction_name: string | null
  manage_no: string | null
  client_cd: string
  client_uuid: string
  construction_uuid: string
  room_uuid: string
  resident_id: number | null
  name: string | null
  email: string | null
  line_user: string | null
  phone: string | null
  has_login: boolean
}

/** Wishes that wait for a frame, in the order of asking, with whom to tell. */
export const listWaitingWishes = (db: Db, clientId: ClientId, constructionId: number, sms: boolean) =>
  rowsOf<WaitingWish>(
    db,
    `select ew.id, ew.construction_id, ew.room_id, r.name as room_name, a.date, ew.dates,
       exists (select from orders o where o.client_id = $1 and o.room_id = r.id and ${livingOrder}) as has_orders,
       coalesce((select array_agg(before.date || '/' || before.construction_time_frame_id) from earlier_offers before
         where before.client_id = $1 and before.wish_id = ew.id), '{}') as asked,
       b.name as building_name, c.name as construction_name, c.manage_no, cl.cd as client_cd, cl.uuid as client_uuid,
       c.uuid as construction_uuid, r.uuid as room_uuid, res.id as resident_id, res.name, ${mailAddress} as email,
       ${lineUser} as line_user, ${mobileNumber(sms)} as phone, coalesce(res.login_id is not null, false) as has_login, ${contactColumns}
     from earlier_wishes ew
     join rooms r on r.client_id = ew.client_id and r.id = ew.room_id and r.status = 'waiting' and r.closed_at is null
     join assigns a on a.client_id = ew.client_id and a.room_id = ew.room_id
     join constructions c on c.client_id = ew.client_id and c.id = ew.construction_id
     join buildings b on b.client_id = c.client_id and b.id = c.building_id
     join clients cl on cl.id = ew.client_id
     left join residents res on res.client_id = ew.client_id and res.room_id = ew.room_id and res.discarded_at is null
     where ew.client_id = $1 and ew.construction_id = $2 and ew.ended_at is null
       and not exists (select from earlier_offers eo where eo.client_id = $1 and eo.room_id = ew.room_id and eo.state = 'open')
     order by ew.wished_at, ew.id`,
    [clientId, constructionId],
  )

/** For the office: every open wish with its offer. */
export const listWishes = (db: Db, clientId: ClientId, constructionId: number, sms: boolean) =>
  rowsOf<{
    room_id: number
    room_name: string
    date: string | null
    dates: string[]
    wished_at: Date
    contact: 'mail' | 'line' | 'sms' | 'paper'
    offer: { id: number; date: string; start_at: string; end_at: string; answer_until: string } | null
  }>(
    db,
    `select ew.room_id, r.name as room_name, a.date, ew.dates, ew.wished_at, ${contactChannel(sms)} as contact,
       (select json_build_object('id', eo.id, 'date', eo.date, 'start_at', f.start_at, 'end_at', f.end_at, 'answer_until', eo.answer_until)
         from ${offerTables} where eo.client_id = $1 and eo.room_id = ew.room_id and eo.state = 'open'
           and eo.answer_until > app_now()) as offer
     from earlier_wishes ew
     join rooms r on r.client_id = ew.client_id and r.id = ew.room_id
     left join assigns a on a.client_id = ew.client_id and a.room_id = ew.room_id
     left join residents res on res.client_id = ew.client_id and res.room_id = ew.room_id and res.discarded_at is null
     where ew.client_id = $1 and ew.construction_id = $2 and ew.ended_at is null
     order by ew.wished_at, ew.id`,
    [clientId, constructionId],
  )

/** Days on which somebody could are theirs alone: they go with the people of a room. */
export const eraseEarlierWishes = (db: Db, clientId: ClientId, roomIds: readonly number[]) =>
  db.deleteFrom('earlier_wishes').where('client_id', '=', clientId).where('room_id', 'in', roomIds).execute()
