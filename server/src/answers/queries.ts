import type { ReceptionStatus, RoomStatus } from '@toguchi/domain/rooms/labels'
import type { PresenceMethod } from '@toguchi/domain/rooms/presence'
import type { PayMethod } from '@toguchi/domain/money/pay-method'
import type { OrderStatus } from '@toguchi/domain/orders/labels'
import type { OfficeActor, ClientId } from '@toguchi/domain/access/actor'
import type { VerifiedFact } from '@toguchi/domain/access/verified-facts'
import type { AnswerChannel, CallOutcome } from '@toguchi/domain/answers/labels'
import { foldTelephone } from '@toguchi/domain/text/telephone'
import { sql } from 'kysely'
import { lineUser, mailAddress, mobileNumber, contactChannel } from '../messages/messages.ts'
import type { Db } from '../platform/database/database.ts'
import { anyNumber, like, likeName } from '../platform/database/listing.ts'
import { rowsAsTable, rowsOf } from '../platform/database/rows.ts'
import {
  beginningsOf,
  handedOutSheet,
  listSought,
  mostFound,
  occupancyTable,
  type Sought,
  standingColumns,
  type StandingRow,
} from '../rooms/rooms.ts'
import { inKatakana, wordsOfDwelling } from './search-words.ts'

export interface AnsweringRoomRow {
  id: number
  name: string
  status: RoomStatus
  closed_at: Date | null
  construction_schedule_confirmed_at: Date | null
  date: string | null
  construction_time_frame_id: number | null
  start_at: string | null
  end_at: string | null
  contact_channel: 'mail' | 'line' | 'sms' | 'paper'
}

/** A room of the office's client, with where it stands and how its resident is reached. */
export const findAnsweringRoom = async (
  db: Db,
  actor: OfficeActor,
  constructionId: number,
  roomId: number,
  sms: boolean,
): Promise<AnsweringRoomRow | undefined> =>
  (
    await rowsOf<AnsweringRoomRow>(
      db,
      `select r.id, r.name, r.status, r.closed_at, r.construction_schedule_confirmed_at, a.date, a.construction_time_frame_id, f.start_at, f.end_at,
         ${contactChannel(sms)} as contact_channel
       from rooms r
       join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
       left join assigns a on a.client_id = r.client_id and a.room_id = r.id
       left join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
       left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
       where r.client_id = $1 and c.id = $2 and r.id = $3`,
      [actor.clientId, constructionId, roomId],
    )
  )[0]

/** Who moved a room last; undefined where it has stood since it was placed with the whole schedule. */
export const findLastMover = (db: Db, clientId: ClientId, roomId: number) =>
  db
    .selectFrom('events')
    .where('client_id', '=', clientId)
    .where('room_id', '=', roomId)
    .where('kind', 'in', ['assigns.placed', 'assigns.moved', 'assigns.removed'])
    .orderBy('id', 'desc')
    .select(['actor_kind', 'actor_id'])
    .limit(1)
    .executeTakeFirst()

export interface NewRoomAnswer {
  room_id: number
  event_id: number
  channel: AnswerChannel
  caller: string | null
  verified_fact: VerifiedFact | null
  slip_file_id: number | null
  outcome: CallOutcome
  contents: string | null
  call_back_at: Date | null
  call_back_user_id: number | null
  call_back_phone: string | null
  received_on: string | null
  pile_key: string | null
}

export const insertRoomAnswer = async (db: Db, clientId: ClientId, answer: NewRoomAnswer): Promise<number> =>
  (
    await db
      .insertInto('room_answers')
      .values({ client_id: clientId, ...answer })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export interface RoomAnswerRow {
  id: number
  channel: AnswerChannel
  caller: string | null
  verified_fact: VerifiedFact | null
  slip_file_id: number | null
  slip_content_type: string | null
  contents: string | null
  call_back_at: Date | null
  called_back_at: Date | null
  written_by: string | null
  received_on: string | null
  created_at: Date
}

/** What was written down of a room, newest first, with who wrote it. */
export const listRoomAnswers = (db: Db, clientId: ClientId, roomId: number): Promise<RoomAnswerRow[]> =>
  rowsOf<RoomAnswerRow>(
    db,
    `select ran.id, ran.channel, ran.caller, ran.verified_fact, ran.slip_file_id, fi.content_type as slip_content_type,
       ran.contents, ran.call_back_at, ran.called_back_at,
       coalesce(u.name, ad.name, op.name) as written_by, ran.received_on, ran.created_at
     from room_answers ran
     join events e on e.client_id = ran.client_id and e.id = ran.event_id
     left join files fi on fi.client_id = ran.client_id and fi.id = ran.slip_file_id
     left join users u on e.actor_kind in ('staffAdmin', 'staff') and u.client_id = e.client_id and u.id = e.actor_id
     left join admins ad on e.actor_kind = 'admin' and ad.id = e.actor_id
     left join operators op on e.actor_kind = 'operator' and op.id = e.actor_id
     where ran.client_id = $1 and ran.room_id = $2 order by ran.id desc limit 100`,
    [clientId, roomId],
  )

export interface FoundDwellingRow {
  room_id: number
  room_name: string
  construction_id: number
  construction_name: string | null
  building_name: string
  resident_name: string | null
  date: string | null
  start_at: string | null
  end_at: string | null
  reception_status_en: ReceptionStatus
  is_completed: boolean
  closed_at: Date | null
  by_phone: boolean
  unproven_phone: string | null
}

/** Fewer digits are the number of a room, or where there is none the last ones of a telephone. */
const shortestPhone = 6
const lastDigits = /^\d{4,5}$/
const mostDwellings = 30
const mostNumbered = 20_000

const saidOfDwelling = `not exists (select from unnest($3::text[], $4::text[], $6::text[], $7::text[]) as word (said, pattern, name, digits)
           where not (r.name_key ilike substr(word.pattern, 2) or coalesce(r.name_key ~ word.digits, false) or word.said !~ '^[0-9]+$'
               and (concat_ws(' ', b.name, b.name_kana, c.name, c.manage_no, c.cd) ilike word.pattern or coalesce(res.name_key like word.name, false))))`

const foundDwellings = `select r.id as room_id, r.name as room_name, c.id as construction_id, c.name as construction_name, b.name as building_name,
       res.name as resident_name, a.date, f.start_at, f.end_at, r.reception_status as reception_status_en,
       (r.status = 'completed') as is_completed, r.closed_at, coalesce($2 = res.phone and not res.phone_unproven, false) as by_phone,
       case when res.unproven_phone like $2 || '%' then res.unproven_phone
         when res.phone_unproven and res.phone like $2 || '%' then res.phone end as unproven_phone
     from rooms r
     join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
     join buildings b on b.client_id = c.client_id and b.id = c.building_id
     left join assigns a on a.client_id = r.client_id and a.room_id = r.id
     left join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
     left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
     where r.client_id = $1
       and (r.id = any($5::bigint[]) or case when $2::text is not null then res.phone like $2 || '%' or res.unproven_phone like $2 || '%' or r.name_key = $2
         else cardinality($3::text[]) > 0 and ${saidOfDwelling} end)`

const today = `(app_now() at time zone 'Asia/Tokyo')::date`

/** How many days lie between today and what a call would be about: `days_to_call_about`, said where a node of a cluster may ask it (decision 101). */
const daysToCallAbout = `least(
         (select min(abs(a.date - ${today})) from assigns a where a.client_id = $1 and a.room_id = r.id and r.status <> 'completed'),
         (select min(${today} - (oa.visited_at at time zone 'Asia/Tokyo')::date) from open_absences oa where oa.client_id = $1 and oa.room_id = r.id),
         (select min(${today} - ar.reminded_on) from answer_reminders ar where ar.client_id = $1 and ar.room_id = r.id))`

const dwellingOrder = `order by r.id = any($5::bigint[]) desc, r.closed_at is not null, coalesce($2 in (res.phone, res.unproven_phone), false) desc, (r.name_key = any($3)) desc,
       (r.name_key ilike any($8::text[])) desc, coalesce(r.name_key ~ $9, false) desc, (r.status = 'completed'),
       -- Who calls does so about a visit that is near, was in vain or was reminded of; else about works that go on or come soon.
       case when $2::text is not null or r.name_key = any($3) or r.name_key ~ $9 then ${daysToCallAbout} end nulls last, res.id is null,
       abs(c.privately_area_start_on - ${today}), c.id desc, r.name_key
     limit ${mostDwellings}`

/**
 * Dwellings: by the telephone when enough digits were typed, else every word must be the room's number (its beginning, or its digits) or,
 * unless it is all digits, stand in the building's name, the construction's name or number, or the resident's name as it is heard (D-36).
 * A chosen one whatever the words say. What finds nothing in hiragana is a reading (グランドメゾン). Four or five digits that are no room's are looked for at the end of the telephones. Where very many
 * are meant the first page is found without the others (decision 089).
 */
export const searchDwellings = async (
  db: Db,
  clientId: ClientId,
  keyword: string,
  chosenId: number | null,
  many = mostFound,
): Promise<FoundDwellingRow[]> => {
  const dwellings = await findDwellings(db, clientId, keyword, chosenId === null ? [] : [chosenId], many)
  if (dwellings.length > 0) return dwellings
  const heard = inKatakana(keyword)
  if (heard !== null) return findDwellings(db, clientId, heard, [], many)
  const digits = foldTelephone(keyword)
  if (!lastDigits.test(digits)) return dwellings
  return findDwellings(db, clientId, '', await listOfLastDigits(db, clientId, digits), many)
}

const listOfLastDigits = async (db: Db, clientId: ClientId, digits: string): Promise<number[]> =>
  (
    await rowsOf<{ room_id: number }>(
      db,
      `select res.room_id from residents res where res.client_id = $1 and res.discarded_at is null
         and (res.phone like $2 or res.unproven_phone like $2) order by res.room_id limit ${mostDwellings}`,
      [clientId, `%${digits}`],
    )
  ).map(({ room_id }) => room_id)

/** `chosenIds`: dwellings that are meant whatever the words say. */
const findDwellings = async (
  db: Db,
  clientId: ClientId,
  keyword: string,
  chosenIds: readonly number[],
  many: number,
): Promise<FoundDwellingRow[]> => {
  const words = wordsOfDwelling(keyword).slice(0, 5)
  const digits = foldTelephone(keyword)
  const phone = /^\d+$/.test(digits) && digits.length >= shortestPhone ? digits : null
  const values = [
    clientId,
    phone,
    words,
    words.map(like),
    chosenIds,
    words.map(likeName),
    words.map(word => anyNumber([word])),
    words.map(word => like(word).slice(1)),
    anyNumber(words),
  ]
  const among = (ids: readonly number[]) =>
    rowsOf<FoundDwellingRow>(db, `${foundDwellings} and r.id = any($10::bigint[]) ${dwellingOrder}`, [...values, [...ids, ...chosenIds]])
  if (phone === null && words.length === 0) return among([])
  const ids = await listSought(db, clientId, phone === null ? soughtBy(words) : { phone, beginnings: [phone] }, many)
  if (ids) return among(ids)
  const numbered = await listNumbered(db, clientId, words)
  if (numbered) return among(numbered)
  const first = await listFirstDwellings(db, clientId, words, many)
  if (first) {
    const dwellings = await among(first)
    if (dwellings.length === mostDwellings) return dwellings
  }
  return rowsOf<FoundDwellingRow>(db, `${foundDwellings} ${dwellingOrder}`, values)
}

const isNumber = (word: string): boolean => /^\d+$/.test(word)
const longest = (words: readonly string[]): string => words.reduce((one, other) => (other.length > one.length ? other : one), '')

/**
 * What every dwelling that is meant has: the longest number, or the longest other word. Where both were typed, the rooms of that number at
 * the place that the other word says, and whoever has such a name.
 */
const soughtBy = (words: readonly string[]): Sought => {
  const number = longest(words.filter(isNumber))
  const other = longest(words.filter(word => !isNumber(word)))
  if (other === '') return { beginnings: beginningsOf(number), numbers: [number] }
  return {
    beginnings: beginningsOf(other),
    name: likeName(other),
    place: like(other),
    numberThere: number === '' ? null : { pattern: like(number).slice(1), digits: anyNumber([number]) },
  }
}

/** Of a number and another word that both are of many: all rooms of that number. */
const listNumbered = async (db: Db, clientId: ClientId, words: readonly string[]): Promise<number[] | null> => {
  const number = longest(words.filter(isNumber))
  if (number === '' || words.every(isNumber)) return null
  return listSought(db, clientId, { beginnings: beginningsOf(number), numbers: [number] }, mostNumbered)
}

/**
 * Of very many dwellings those that come before all others, whole or as many as a page: not closed and not completed, with the very number,
 * or, where no number was typed, of the constructions whose time is nearest. Null where others come first.
 */
const listFirstDwellings = async (db: Db, clientId: ClientId, words: readonly string[], many: number): Promise<number[] | null> => {
  if (words.some(isNumber)) return listOpenNamed(db, clientId, words)
  const numbered = await listSought(db, clientId, { beginnings: words.flatMap(beginningsOf) }, many)
  if (!numbered) return null
  const nearest = await listNearest(db, clientId, words)
  return nearest.length === mostDwellings ? [...nearest, ...numbered] : null
}

const listOpenNamed = async (db: Db, clientId: ClientId, words: readonly string[]): Promise<number[]> =>
  (
    await rowsOf<{ id: number }>(
      db,
      `select named.id from constructions c
       cross join lateral (select r.id from rooms r where r.client_id = $1 and r.construction_id = c.id and r.name_key = any($2::text[])
         and r.closed_at is null and r.status <> 'completed') named
       where c.client_id = $1 and c.discarded_at is null`,
      [clientId, words.filter(isNumber)],
    )
  ).map(({ id }) => id)

/** Open dwellings that are looked at in their order before all are. */
const mostNear = 10_000

const listNearest = async (db: Db, clientId: ClientId, words: readonly string[]): Promise<number[]> =>
  (
    await rowsOf<{ id: number }>(
      db,
      `select near.id from (
         select opened.id, c.id as construction_id, abs(c.privately_area_start_on - (app_now() at time zone 'Asia/Tokyo')::date) as days from constructions c
         cross join lateral (select r.id, r.name_key from rooms r where r.client_id = $1 and r.construction_id = c.id and r.closed_at is null
           and r.status <> 'completed' order by r.name_key) opened
         where c.client_id = $1 and c.discarded_at is null
         order by abs(c.privately_area_start_on - (app_now() at time zone 'Asia/Tokyo')::date), c.id desc, opened.name_key limit $2) near
       join constructions c on c.client_id = $1 and c.id = near.construction_id
       join buildings b on b.client_id = c.client_id and b.id = c.building_id
       cross join lateral (select r.name_key from rooms r where r.client_id = $1 and r.id = near.id limit 1) r
       cross join lateral (select res.name_key from residents res where res.client_id = $1 and res.room_id = near.id and res.discarded_at is null limit 1) res
       where ${saidOfDwelling}
       order by near.days, c.id desc, r.name_key limit $5`,
      [clientId, mostNear, words, words.map(like), mostDwellings, words.map(likeName), words.map(word => anyNumber([word]))],
    )
  ).map(({ id }) => id)

export interface DeskRow {
  id: number
  construction_id: number
  name: string
  status: RoomStatus
  completed_at: Date | null
  closed_at: Date | null
  reception_status_en: ReceptionStatus
  construction_schedule_confirmed_at: Date | null
  high_priority: boolean
  room_remarks: string | null
  construction_remarks: string | null
  construction_name: string | null
  manage_no: string | null
  building_name: string
  schedule_change_end_on: string | null
  detail_schedule_completed_at: Date | null
  time_per_unit: number | null
  date: string | null
  construction_time_frame_id: number | null
  start_at: string | null
  end_at: string | null
  resident_id: number | null
  resident_name: string | null
  resident_name_kana: string | null
  phone: string | null
  phone_unproven: boolean
  unproven_phone: string | null
  email: string | null
  uses_page: boolean
  contact_channel: 'mail' | 'line' | 'sms' | 'paper'
  presence: { presence_method: PresenceMethod; proxy_name: string | null } | null
  orders: {
    id: number
    status: OrderStatus
    pay_method: PayMethod | null
    total_price_in_tax: number
    payment_period_end_on: string | null
    completion_at: string | null
    options: string[]
    receipts: number[]
  }[]
}

/** One dwelling with everything a caller asks about, in one query; orders that were never finished are nobody's business. */
export const findDesk = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  roomId: number,
  sms: boolean,
): Promise<DeskRow | undefined> =>
  (
    await rowsOf<DeskRow>(
      db,
      `select r.id, r.construction_id, r.name, r.status, r.completed_at, r.closed_at, r.reception_status as reception_status_en,
         r.construction_schedule_confirmed_at, r.high_priority, r.room_remarks, r.construction_remarks,
         c.name as construction_name, c.manage_no, b.name as building_name, c.schedule_change_end_on, c.detail_schedule_completed_at,
         c.time_per_unit, a.date, a.construction_time_frame_id, f.start_at, f.end_at,
         res.id as resident_id, res.name as resident_name, res.name_kana as resident_name_kana, res.phone, coalesce(res.phone_unproven, false) as phone_unproven,
         res.unproven_phone, res.email, coalesce(res.registered_at, res.last_sign_in_at) is not null as uses_page, ${contactChannel(sms)} as contact_channel,
         (select json_build_object('presence_method', rp.presence_method, 'proxy_name', rp.proxy_name) from room_presences rp
           where rp.client_id = $1 and rp.room_id = r.id) as presence,
         coalesce((select json_agg(json_build_object('id', o.id, 'status', o.status, 'pay_method', o.pay_method,
             'total_price_in_tax', o.total_price_in_tax, 'payment_period_end_on', o.payment_period_end_on, 'completion_at', o.completion_at,
             'options', (select coalesce(json_agg(od.option_name order by od.id), '[]') from order_details od
               where od.client_id = $1 and od.order_id = o.id),
             'receipts', (select coalesce(json_agg(rec.number order by rec.number), '[]') from receipts rec
               where rec.client_id = $1 and rec.order_id = o.id)) order by o.id desc)
           from orders o where o.client_id = $1 and o.room_id = r.id and o.status <> 'initial'), '[]') as orders
       from rooms r
       join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
       join buildings b on b.client_id = c.client_id and b.id = c.building_id
       left join assigns a on a.client_id = r.client_id and a.room_id = r.id
       left join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
       left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
       where r.client_id = $1 and c.id = $2 and r.id = $3`,
      [clientId, constructionId, roomId],
    )
  )[0]

export interface ContactRow {
  at: Date
  kind: string
  change: Record<string, unknown>
  channel: string | null
  by: string | null
  caller: string | null
  contents: string | null
}

/** What came from the household or was said to it, newest first: of the timeline, and of the support history with its words. */
export const listContacts = (db: Db, clientId: ClientId, constructionId: number, roomId: number): Promise<ContactRow[]> =>
  rowsOf<ContactRow>(
    db,
    `select contact.at, contact.kind, contact.change, contact.channel, contact.by, contact.caller, contact.contents from (
       (select e.at, e.kind, e.change, e.channel, coalesce(u.name, ad.name, op.name) as by, epv.values ->> 'caller' as caller, ran.contents
        from events e
        left join room_answers ran on ran.client_id = $1 and ran.room_id = $3 and ran.event_id = e.id
        left join event_personal_values epv on epv.client_id = e.client_id and epv.event_id = e.id
        left join users u on e.actor_kind in ('staffAdmin', 'staff', 'craftsman') and u.client_id = e.client_id and u.id = e.actor_id
        left join admins ad on e.actor_kind = 'admin' and ad.id = e.actor_id
        left join operators op on e.actor_kind = 'operator' and op.id = e.actor_id
        where e.client_id = $1 and e.construction_id = $2 and e.room_id = $3
          and (e.acting_for is not null or e.actor_kind = 'resident' or e.kind in ('answers.reminded', 'answers.taken_back', 'chatbot.settled', 'chatbot.reopened')) and (e.kind <> 'answers.received' or e.change ->> 'date_answer' = 'none')
        order by e.id desc limit 6)
       union all
       (select sv.created_at, 'support_versions.created', '{}', null, coalesce(u.name, ad.name, op.name), null, sv.contents
        from support_versions sv
        left join users u on sv.written_by_kind = 'user' and u.client_id = sv.client_id and u.id = sv.written_by_id
        left join admins ad on sv.written_by_kind = 'admin' and ad.id = sv.written_by_id
        left join operators op on sv.written_by_kind = 'operator' and op.id = sv.written_by_id
        where sv.client_id = $1 and sv.room_id = $3 order by sv.id desc limit 3)) contact
     order by contact.at desc limit 6`,
    [clientId, constructionId, roomId],
  )

export interface AskedRow {
  id: number
  at: Date
  count: number
  questions: string[]
}

/** Conversations of a dwelling in which the chatbot left something to a person who has not settled it, since a moment: how much, and the last of it, oldest first. */
export const listAsked = (db: Db, clientId: ClientId, roomId: number, since: Date): Promise<AskedRow[]> =>
  rowsOf<AskedRow>(
    db,
    `select max(cbh.id) as id, max(cbh.created_at) as at, count(*)::int as count, (array_agg(cbh.question order by cbh.id desc))[1:5] as questions
     from chatbot_histories cbh
     where cbh.client_id = $1 and cbh.room_id = $2 and cbh.handed_over and cbh.settled_at is null and cbh.created_at > $3
     group by cbh.session_hash order by max(cbh.id) desc limit 3`,
    [clientId, roomId, since],
  )

export interface BoardConstructionRow {
  id: number
  name: string | null
  building_name: string
  information_distribution_on: string | null
  schedule_change_end_on: string | null
  is_planned: boolean
  is_settled: boolean
  has_letters: boolean
  client_cd: string
  client_uuid: string
  uuid: string
  blocks: { position: number; name: string; floor_start: number }[]
}

export const findBoardConstruction = async (db: Db, clientId: ClientId, id: number): Promise<BoardConstructionRow | undefined> =>
  (
    await rowsOf<BoardConstructionRow>(
      db,
      `select c.id, c.uuid, c.name, b.name as building_name, c.information_distribution_on, c.schedule_change_end_on,
         exists (select from construction_time_frames f where f.client_id = $1 and f.construction_id = c.id) as is_planned,
         c.detail_schedule_completed_at is not null as is_settled,
         exists (select from events e where e.client_id = $1 and e.construction_id = c.id and e.kind = 'rooms.sheet_printed'
           and e.change ->> 'kind' <> 'decision' and ${handedOutSheet}) as has_letters, cl.cd as client_cd,
         cl.uuid as client_uuid,
         coalesce((select json_agg(json_build_object('position', rb.position, 'name', rb.name, 'floor_start', rb.floor_start) order by rb.position)
           from room_blocks rb where rb.client_id = $1 and rb.construction_id = c.id), '[]') as blocks
       from constructions c
       join buildings b on b.client_id = c.client_id and b.id = c.building_id
       join clients cl on cl.id = c.client_id
       where c.client_id = $1 and c.id = $2 and c.discarded_at is null`,
      [clientId, id],
    )
  )[0]

export interface BoardRoomRow extends StandingRow {
  id: number
  uuid: string
  name: string
  block_position: number
  row: number
  col: number
  posting_position: number | null
  reception_status_en: ReceptionStatus
  status: RoomStatus
  owner_name: string | null
  owner_phone: string | null
  resident_id: number | null
  resident_name: string | null
  resident_name_kana: string | null
  phone: string | null
  /** Where a mail, LINE or a short message reaches them; null where none does. */
  mail_address: string | null
  line_user: string | null
  mobile_number: string | null
  contact_channel: 'mail' | 'line' | 'sms' | 'paper'
  date: string | null
  construction_time_frame_id: number | null
  start_at: string | null
  end_at: string | null
  answered_at: Date | null
  reminded_on: string | null
  sheet_printed_at: Date | null
  /** Until when this dwelling may change its date, which is when its answer is asked for; null without a deadline. */
  change_until: string | null
}

/** A reminder to the contact that still stands was given up and put on paper: the next would not arrive either. */
const givenUp = `exists (select from outbox_messages m where m.client_id = $1 and m.room_id = r.id and m.on_paper_at is not null
  and m.kind = 'answer_reminder' and m.recipients[1] in (res.email, res.phone))`

/**
 * Every room of a construction with how and when it answered first, and what was done to get its answer. When: the first event by which
 * the resident, or somebody for them, said something, or staff noted the way by hand.
 */
export const listBoardRooms = (db: Db, clientId: ClientId, constructionId: number, sms: boolean): Promise<BoardRoomRow[]> =>
  rowsOf<BoardRoomRow>(
    db,
    `select r.id, r.uuid, r.name, rb.position as block_position, r.row, r.col, r.posting_position, r.reception_status as reception_status_en,
       r.status, ${standingColumns}, roc.owner_name, roc.owner_phone,
       res.id as resident_id, res.name as resident_name, res.name_kana as resident_name_kana, res.phone, ${mailAddress} as mail_address, ${lineUser} as line_user, ${mobileNumber(sms)} as mobile_number,
       case when roc.occupancy <> 'occupied' or ${givenUp} then 'paper' else ${contactChannel(sms)} end as contact_channel, a.date, a.construction_time_frame_id, f.start_at, f.end_at, said.at as answered_at, reminded.reminded_on, printed.at as sheet_printed_at,
       case when c.schedule_change_end_on is not null then greatest(c.schedule_change_end_on, r.date_change_extended_to) end as change_until
     from rooms r
     join constructions c on c.client_id = r.client_id and c.id = r.construction_id
     join room_blocks rb on rb.client_id = r.client_id and rb.id = r.block_id
     ${occupancyTable}
     left join assigns a on a.client_id = r.client_id and a.room_id = r.id
     left join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
     left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
     left join (select e.room_id, min(e.at) as at from events e
       where e.client_id = $1 and e.construction_id = $2 and e.room_id is not null
         and (e.kind in ('rooms.date_confirmed', 'answers.received', 'assigns.moved', 'assigns.placed') and (e.actor_kind = 'resident' or e.acting_for = 'resident')
           or e.kind = 'rooms.updated' and coalesce(e.change #>> '{after,reception_status}', 'not_yet') <> 'not_yet')
       group by e.room_id) said on said.room_id = r.id and r.reception_status <> 'not_yet'
     left join lateral (select max(ar.reminded_on) as reminded_on from answer_reminders ar where ar.client_id = $1 and ar.room_id = r.id) reminded on true
     left join (select e.room_id, max(e.at) as at from events e
       where e.client_id = $1 and e.construction_id = $2 and e.kind = 'rooms.sheet_printed' and e.change ->> 'kind' = 'reminder'
         and ${handedOutSheet}
       group by e.room_id) printed
       on printed.room_id = r.id
     where r.client_id = $1 and r.construction_id = $2
     order by rb.position, r.row, r.col`,
    [clientId, constructionId],
  )

/** Notes who is reminded today; returns those who were not before. */
export const insertReminders = async (
  db: Db,
  clientId: ClientId,
  remindedOn: string,
  reminders: readonly { room_id: number; transport: 'mail' | 'line' | 'sms'; event_id: number }[],
): Promise<number[]> => {
  const { rows } = await sql<{ room_id: number }>`
    insert into answer_reminders (client_id, room_id, reminded_on, transport, event_id)
    select ${clientId}, given.room_id, ${remindedOn}::date, given.transport, given.event_id
    from ${rowsAsTable(reminders, { room_id: 'bigint', transport: 'text', event_id: 'bigint' })}
    on conflict do nothing returning room_id`.execute(db)
  return rows.map(row => row.room_id)
}

/** Rooms of a construction that were reminded on a day. */
export const listRemindedOn = async (db: Db, clientId: ClientId, constructionId: number, day: string): Promise<number[]> =>
  (
    await rowsOf<{ room_id: number }>(
      db,
      `select ar.room_id from answer_reminders ar join rooms r on r.client_id = ar.client_id and r.id = ar.room_id
       where ar.client_id = $1 and r.construction_id = $2 and ar.reminded_on = $3`,
      [clientId, constructionId, day],
    )
  ).map(row => row.room_id)

/** Holds the construction while its unanswered are reminded: a second press waits, and finds them reminded. */
export const lockForReminding = async (db: Db, clientId: ClientId, constructionId: number): Promise<boolean> =>
  (await db
    .selectFrom('constructions')
    .where('client_id', '=', clientId)
    .where('id', '=', constructionId)
    .where('discarded_at', 'is', null)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

export interface PileRow {
  id: number
  name: string
  created_at: Date
  pile_key: string
  /** The room stands as the pile left it: nothing is on its timeline after the answer. */
  is_untouched: boolean
  /** Its date was agreed to before the slip. */
  was_settled: boolean
}

/** The dwellings of the pile that an answer was written down in. */
export const listPile = (db: Db, clientId: ClientId, constructionId: number, answerId: number): Promise<PileRow[]> =>
  rowsOf<PileRow>(
    db,
    `select r.id, r.name, ran.created_at, ran.pile_key,
       r.reception_status = 'paper' and r.construction_schedule_confirmed_at is not null and r.status <> 'completed' and r.closed_at is null
         and not exists (select from room_answers later where later.client_id = $1 and later.room_id = r.id and later.id > ran.id)
         and not exists (select from events e where e.client_id = $1 and e.room_id = r.id and e.id > (select max(received.id) from events received
           where received.client_id = $1 and received.room_id = r.id and received.kind = 'answers.received')) as is_untouched,
       coalesce((select (e.change ->> 'settled_before')::boolean from events e where e.client_id = $1 and e.id = ran.event_id), false) as was_settled
     from room_answers ran
     join rooms r on r.client_id = $1 and r.id = ran.room_id and r.construction_id = $2
     where ran.client_id = $1
       and ran.pile_key = (select named.pile_key from room_answers named where named.client_id = $1 and named.id = $3)
     for update of r`,
    [clientId, constructionId, answerId],
  )

export const deletePile = (db: Db, clientId: ClientId, pileKey: string) =>
  db.deleteFrom('room_answers').where('client_id', '=', clientId).where('pile_key', '=', pileKey).execute()
