import type { ClientId } from '@toguchi/domain/access/actor'
import type { MessageState, Transport } from '@toguchi/domain/messages/labels'
import type { ContactColumns } from '@toguchi/domain/messages/call-center'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { containing, countedRoom, likeName, listing, type ListQuery } from '../platform/database/listing.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { lineUser, mailAddress, mobileNumber } from '../platform/messages/contact-channels.ts'

/** Whether a construction of the client is there. */
export const constructionExists = async (db: Db, clientId: ClientId, id: number): Promise<boolean> =>
  (await rowsOf(db, 'select from constructions where client_id = $1 and id = $2 and discarded_at is null', [clientId, id])).length > 0

/** SQL: what the construction `c` and its client `cl` say of whom to call (`ContactColumns`). */
export const contactColumns =
  'c.contact_phone, c.contact_hours, cl.contact_phone as client_contact_phone, cl.contact_hours as client_contact_hours'

/** The same of one construction, or of the client alone where none is named or it is not the client's. */
export const findContactColumns = async (db: Db, clientId: ClientId, constructionId: number | null): Promise<ContactColumns | undefined> =>
  (
    await rowsOf<ContactColumns>(
      db,
      // Without a construction one that does not exist: a join that can find nothing is beyond a coordinator.
      `select ${contactColumns} from clients cl left join constructions c on c.client_id = $1 and c.id = coalesce($2::bigint, 0) where cl.id = $1`,
      [clientId, constructionId],
    )
  )[0]

export interface MessageRow {
  id: number
  created_at: Date
  kind: string
  transport: Transport
  state: MessageState
  carrier: string | null
  recipients: string[]
  subject: string
  /** Its beginning; empty where it was blanked or erased. */
  opening: string
  attempts: number
  next_attempt_at: Date
  settled_at: Date | null
  failure_code: string | null
  resident_id: number | null
  resident_name: string | null
  room_id: number | null
  room_name: string | null
  /** Where a message of its way reaches its resident now; null where none does. */
  reach: string | null
  /** The room's date was changed after it was written, and it tells the old one. */
  is_outdated: boolean
  /** Its reminder was answered. */
  is_answered: boolean
}

/** A state as the page names it: `delivered` and `paper` beside those of the outbox. `m` is the message. */
const shownState = `case when m.state = 'sent' and m.delivered_at is not null then 'delivered'
  when m.state = 'failed' and m.on_paper_at is not null then 'paper' else m.state end`

/** Messages of a construction with room and resident, as they stand now. `sms` is whether there is a carrier. */
const messageColumns = (
  sms: boolean,
) => `m.id, m.created_at, m.kind, m.transport, ${shownState} as state, m.carrier, m.recipients, m.subject,
    left(m.body, 60) as opening, m.attempts, m.next_attempt_at,
    coalesce(m.printed_at, m.on_paper_at, m.failed_at, m.delivered_at, m.sent_at) as settled_at, m.failure_code, m.resident_id, res.name as resident_name,
    r.id as room_id, r.name as room_name,
    case m.transport when 'paper' then null when 'mail' then ${mailAddress} when 'line' then ${lineUser} else ${mobileNumber(sms)} end as reach,
    m.kind = 'visit_reminder' and exists (select from events e where e.client_id = $1 and e.id = m.event_id
        and (e.at at time zone 'Asia/Tokyo')::date < (app_now() at time zone 'Asia/Tokyo')::date)
      or m.kind in ('schedule_changed', 'date_confirmed', 'visit_reminder', 'absence') and exists (select from events e
        where e.client_id = $1 and e.room_id = m.room_id and e.id > m.event_id and e.kind in ('assigns.placed', 'assigns.moved', 'assigns.removed')) as is_outdated,
    m.kind = 'answer_reminder' and coalesce(r.reception_status <> 'not_yet', false) as is_answered`
const messageTables = `outbox_messages m
  left join rooms r on r.client_id = m.client_id and r.id = m.room_id
  left join residents res on res.client_id = m.client_id and res.id = m.resident_id and res.discarded_at is null`

export interface MessageFilter {
  state?: readonly string[] | undefined
  transport?: Transport | undefined
  from?: string | undefined
  to?: string | undefined
  keyword?: string | undefined
}

/** Messages of a construction, newest first unless they are sorted. */
export const listMessages = (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  sms: boolean,
  { state, transport, from, to, keyword }: MessageFilter,
  query: ListQuery,
) =>
  listing<MessageRow>(
    db,
    `select ${messageColumns(sms)} from ${messageTables}
     where m.client_id = $1 and m.construction_id = $2
       and ($3::text[] is null or ${shownState} = any($3))
       and ($4::text is null or m.transport = $4)
       and ($5::date is null or m.created_at >= $5::date::timestamp at time zone 'Asia/Tokyo')
       and ($6::date is null or m.created_at < ($6::date + 1)::timestamp at time zone 'Asia/Tokyo')
       and ($7::text is null or normalize(concat_ws(' ', r.name, m.subject, array_to_string(m.recipients || m.cc, ' ')), nfkc) ilike $7 or res.name_key like $8)`,
    [
      clientId,
      constructionId,
      state ?? null,
      transport ?? null,
      from ?? null,
      to ?? null,
      containing(keyword?.normalize('NFKC')),
      likeName(keyword ?? ''),
    ],
    query.sort_by === undefined ? { ...query, sort_desc: true } : query,
    { room_name: countedRoom('room_name') },
  )

/** The chosen messages of a construction, held, in the order they were written. */
export const lockMessages = async (
  db: Db,
  clientId: ClientId,
  constructionId: number,
  sms: boolean,
  ids: readonly number[],
): Promise<MessageRow[]> => {
  await sql`select from outbox_messages where client_id = ${clientId} and construction_id = ${constructionId} and id = any(${[...ids]}::bigint[])
    order by id for update`.execute(db)
  return rowsOf<MessageRow>(
    db,
    `select ${messageColumns(sms)} from ${messageTables}
     where m.client_id = $1 and m.construction_id = $2 and m.id = any($3::bigint[]) order by m.id`,
    [clientId, constructionId, ids],
  )
}

/** How many messages of a construction stand where. */
export const countMessages = (db: Db, clientId: ClientId, constructionId: number) =>
  rowsOf<{ state: MessageState; count: number }>(
    db,
    `select ${shownState} as state, count(*)::int as count from outbox_messages m where m.client_id = $1 and m.construction_id = $2 group by 1`,
    [clientId, constructionId],
  )

export interface ReplyRow {
  id: number
  phone: string
  body: string
  room_id: number | null
  room_name: string | null
  received_at: Date
}

export const listReplies = (db: Db, clientId: ClientId, constructionId: number): Promise<ReplyRow[]> =>
  rowsOf<ReplyRow>(
    db,
    `select mr.id, mr.phone, mr.body, r.id as room_id, r.name as room_name, mr.received_at from message_replies mr
     left join rooms r on r.client_id = mr.client_id and r.id = mr.room_id
     where mr.client_id = $1 and mr.construction_id = $2 order by mr.id desc limit 50`,
    [clientId, constructionId],
  )

export interface AnsweredMessage {
  construction_id: number | null
  room_id: number | null
}

/** What a number answers: the message it got last from this client. */
export const findAnsweredMessage = async (db: Db, clientId: ClientId, messageId: number): Promise<AnsweredMessage | undefined> =>
  (
    await rowsOf<AnsweredMessage>(
      db,
      `select m.construction_id, r.id as room_id from outbox_messages m
       left join rooms r on r.client_id = m.client_id and r.id = m.room_id where m.client_id = $1 and m.id = $2`,
      [clientId, messageId],
    )
  )[0]

/** Keeps a reply; false when it was heard before. */
export const insertReply = async (
  db: Db,
  clientId: ClientId,
  reply: AnsweredMessage & { phone: string; body: string; carrier_message_id: string },
): Promise<boolean> =>
  (await db
    .insertInto('message_replies')
    .values({ client_id: clientId, ...reply })
    .onConflict(conflict => conflict.columns(['client_id', 'carrier_message_id']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Empties what residents of rooms answered (D-12). */
export const eraseRepliesOf = (db: Db, clientId: ClientId, roomIds: readonly number[]) =>
  sql`update message_replies set body = '', phone = '' where client_id = ${clientId} and room_id = any(${[...roomIds]}::bigint[])`.execute(
    db,
  )

/** Deletes what was answered before a moment to messages about no room. */
export const deleteOldReplies = (db: Db, clientId: ClientId, before: Date) =>
  sql`delete from message_replies where client_id = ${clientId} and room_id is null and received_at < ${before}`.execute(db)
