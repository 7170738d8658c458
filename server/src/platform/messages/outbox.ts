import type { ClientId } from '@toguchi/domain/access/actor'
import { isUrgent, type MessageKind } from '@toguchi/domain/messages/kinds'
import { isMobile } from '@toguchi/domain/messages/mobile'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { partsOf } from '../database/rows.ts'

/** What a message is about, and whom it concerns: 送信状況 lists the messages of a construction by it. */
export interface Concern {
  kind: MessageKind
  constructionId?: number | null | undefined
  roomId?: number | null | undefined
  /** The resident it speaks to; absent: our own people and contractors. */
  residentId?: number | null | undefined
}

export interface NewMail extends Concern {
  to: readonly string[]
  cc?: readonly string[]
  bcc?: readonly string[]
  subject: string
  body: string
  /** The event that caused it, when there is one. */
  eventId?: number
}

/** Messages of a change that can be taken back: they wait until then, and `recallKey` finds them. */
export interface Wait {
  until: Date
  recallKey: string
}

/** A mail, message by LINE or short message as it lies in the outbox. */
export interface Message {
  /** On paper nobody is sent anything: it waits to be printed (field-use R9). */
  transport: 'mail' | 'line' | 'sms' | 'paper'
  recipients: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  subject: string
  body: string
  event_id: number | null
  kind: MessageKind
  construction_id: number | null
  room_id: number | null
  resident_id: number | null
  /** It tells where its room stands, and is taken back once that is elsewhere (`recallMessagesOfRooms`). */
  tells_place?: boolean
  /** It is not sent before: residents are not woken (`afterQuietHours`). ISO 8601. */
  not_before?: string
}

const concerning = ({ kind, constructionId, roomId, residentId }: Concern) => ({
  kind,
  construction_id: constructionId ?? null,
  room_id: roomId ?? null,
  resident_id: residentId ?? null,
})

const distinct = (addresses: readonly string[]) => [...new Set(addresses.filter(address => address !== ''))]

/** The mail as a message. Nobody in To: CC become To; nobody at all: no message (G-NOT-14). */
export const mailMessage = (mail: NewMail): Message[] => {
  const to = distinct(mail.to)
  const cc = distinct(mail.cc ?? [])
  const recipients = to.length > 0 ? to : cc
  if (recipients.length === 0) return []
  return [
    {
      transport: 'mail',
      recipients,
      cc: to.length > 0 ? cc : [],
      bcc: distinct(mail.bcc ?? []),
      subject: mail.subject,
      body: mail.body,
      event_id: mail.eventId ?? null,
      ...concerning(mail),
    },
  ]
}

/** What is told on paper from the beginning. */
export const paperMessage = ({ subject, body, eventId, ...concern }: Omit<NewMail, 'to' | 'cc' | 'bcc'>): Message => ({
  transport: 'paper',
  recipients: [],
  cc: [],
  bcc: [],
  subject,
  body,
  event_id: eventId ?? null,
  ...concerning(concern),
})

export interface NewSms extends Concern {
  phone: string
  body: string
  eventId?: number | undefined
}

/** A short message, which only a mobile number receives: to any other there is none (D-35). */
export const smsMessage = (sms: NewSms): Message[] =>
  isMobile(sms.phone)
    ? [
        {
          transport: 'sms',
          recipients: [sms.phone],
          cc: [],
          bcc: [],
          subject: '',
          body: sms.body,
          event_id: sms.eventId ?? null,
          ...concerning(sms),
        },
      ]
    : []

export interface NewText extends Omit<NewSms, 'phone'> {
  /** The LINE user the resident linked; null: none. */
  line: string | null
  phone: string | null
}

/** A short text to a resident: by LINE where they linked it, which costs the sender nothing, else as a short message (D-35). */
export const textMessage = ({ line, phone, ...text }: NewText): Message[] =>
  line === null ? smsMessage({ ...text, phone: phone ?? '' }) : [lineMessage(line, text)]

const lineMessage = (lineUserId: string, { body, eventId, ...concern }: Omit<NewSms, 'phone'>): Message => ({
  transport: 'line',
  recipients: [lineUserId],
  cc: [],
  bcc: [],
  subject: '',
  body,
  event_id: eventId ?? null,
  ...concerning(concern),
})

/** Writes messages into the client's outbox, in the transaction that causes them (D-15), in statements of a thousand. */
export const enqueueMessages = async (db: Db, clientId: ClientId, messages: readonly Message[], wait?: Wait): Promise<void> => {
  for (const part of partsOf(messages))
    await sql`insert into outbox_messages (client_id, transport, recipients, cc, bcc, subject, body, event_id, kind, urgent, construction_id,
        room_id, resident_id, tells_place, next_attempt_at, recall_key, state)
      select ${clientId}, transport, recipients, cc, bcc, subject, body, event_id, kind, urgent, construction_id, room_id, resident_id,
        coalesce(tells_place, false), greatest(coalesce(${wait?.until ?? null}::timestamptz, app_now()), not_before),
        ${wait?.recallKey ?? null}, case transport when 'paper' then 'paper' else 'waiting' end
      from jsonb_to_recordset(${JSON.stringify(part.map(message => ({ ...message, urgent: isUrgent(message.kind) })))}::jsonb) as given (
        transport text, recipients text[], cc text[], bcc text[], subject text, body text, event_id bigint, kind text, urgent boolean,
        construction_id bigint, room_id bigint, resident_id bigint, tells_place boolean, not_before timestamptz)
      returning id`.execute(db)
}

/** Takes back the messages of a change; false when one of them has left or is leaving, and the rest is taken back. */
export const recallMessages = async (db: Db, clientId: ClientId, recallKey: string): Promise<boolean> => {
  await db
    .updateTable('outbox_messages')
    .set({ state: 'recalled' })
    .where('client_id', '=', clientId)
    .where('recall_key', '=', recallKey)
    .where(told => told.or([told('state', '=', 'waiting'), told('state', '=', 'paper').and('printed_at', 'is', null)]))
    .execute()
  const left = await db
    .selectFrom('outbox_messages')
    .where('client_id', '=', clientId)
    .where('recall_key', '=', recallKey)
    .where('state', 'in', ['sending', 'sent'])
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return left === undefined
}

/**
 * Takes back what was told of an event: what waits, or is not printed, is not sent any more; what is being sent is not tried again; what was
 * given up is not offered again. Answers whether somebody heard of it, or may have: so they may have of what is kept no more.
 */
export const recallMessagesOfEvent = async (db: Db, clientId: ClientId, eventId: number): Promise<boolean> => {
  const { rows } = await sql<{ may_have_left: boolean }>`update outbox_messages
    set is_last_try = state = 'sending', failed_at = case when on_paper_at is null then null else failed_at end,
      state = case when state = 'waiting' or (state = 'failed' and on_paper_at is null) or (state = 'paper' and printed_at is null)
        then 'recalled' else state end
    where client_id = ${clientId} and event_id = ${eventId}
    returning state <> 'recalled' or attempts > 0 as may_have_left`.execute(db)
  return rows.length === 0 || rows.some(({ may_have_left }) => may_have_left)
}

/** Takes back what still waits of many changes; what has left is not asked about. */
export const recallWaiting = (db: Db, clientId: ClientId, recallKeys: readonly string[]) =>
  sql`update outbox_messages set state = 'recalled'
    where client_id = ${clientId} and recall_key = any(${recallKeys}::text[])
      and (state = 'waiting' or state = 'paper' and printed_at is null)`.execute(db)

/**
 * Takes back what of some kinds waits for one number or address about a room; answers the kind of what had left last, null where nothing
 * had.
 */
export const recallMessagesTo = async (
  db: Db,
  clientId: ClientId,
  { roomId, kinds, recipient }: { roomId: number; kinds: readonly MessageKind[]; recipient: string },
): Promise<string | null> => {
  await sql`update outbox_messages set state = 'recalled'
    where client_id = ${clientId} and room_id = ${roomId} and kind = any(${[...kinds]}::text[]) and recipients = array[${recipient}]::text[]
      and state = 'waiting'`.execute(db)
  const { rows } = await sql<{ kind: string }>`select kind from outbox_messages
    where client_id = ${clientId} and room_id = ${roomId} and kind = any(${[...kinds]}::text[]) and recipients = array[${recipient}]::text[]
      and (state in ('sending', 'sent') or state = 'recalled' and attempts > 0)
    order by id desc limit 1`.execute(db)
  return rows[0]?.kind ?? null
}

export interface RecalledMessage {
  id: number
  room_id: number
  recall_key: string | null
  /** It is on its way, or was tried: it may arrive in spite of the recall. */
  may_have_left: boolean
}

/**
 * Takes back what has not left to tell the places of rooms, from whichever change, because these places are others now. What is just
 * being sent is tried no more should it fail.
 */
export const recallMessagesOfRooms = async (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<RecalledMessage[]> =>
  (
    await sql<RecalledMessage>`update outbox_messages
      set state = case when state = 'sending' then state else 'recalled' end, is_last_try = case when state = 'sending' then true else false end
      where client_id = ${clientId} and room_id = any(${[...roomIds]}::bigint[]) and tells_place
        and (state in ('waiting', 'sending') or state = 'paper' and printed_at is null)
      returning id, room_id, recall_key, attempts > 0 as may_have_left`.execute(db)
  ).rows

/** Lets messages wait again that were taken back: what they tell is true again. */
export const restoreMessages = (db: Db, clientId: ClientId, ids: readonly number[]) =>
  sql`update outbox_messages set is_last_try = false,
      state = case when state <> 'recalled' then state when transport = 'paper' then 'paper' else 'waiting' end
    where client_id = ${clientId} and id = any(${[...ids]}::bigint[]) and state in ('recalled', 'sending')`.execute(db)

/** Lets messages wait again that were taken back before their time, since a moment: what took them back did not happen. */
export const restoreRecalled = (db: Db, clientId: ClientId, recallKeys: readonly string[], since: Date) =>
  sql`update outbox_messages set state = 'waiting'
    where client_id = ${clientId} and recall_key = any(${recallKeys}::text[]) and state = 'recalled' and attempts = 0
      and next_attempt_at > ${since}`.execute(db)

/** Writes a mail into the client's outbox, in the transaction that causes it (D-15). */
export const enqueueMail = (db: Db, clientId: ClientId, mail: NewMail): Promise<void> => enqueueMessages(db, clientId, mailMessage(mail))

/** A mail each to many people, each for an event of its own. */
export const enqueueMails = (
  db: Db,
  clientId: ClientId,
  mails: readonly (Concern & { to: string; subject: string; body: string; eventId: number | undefined })[],
): Promise<void> =>
  enqueueMessages(
    db,
    clientId,
    mails.flatMap(({ to, eventId, ...mail }) => mailMessage({ ...mail, to: [to], ...(eventId === undefined ? {} : { eventId }) })),
  )

/** Writes a short text to a resident into the outbox. */
export const enqueueText = (db: Db, clientId: ClientId, text: NewText): Promise<void> => enqueueMessages(db, clientId, textMessage(text))

/** Writes a short message to a mobile number into the outbox. */
export const enqueueSms = (db: Db, clientId: ClientId, sms: NewSms): Promise<void> => enqueueMessages(db, clientId, smsMessage(sms))

/**
 * Empties what was written before a moment and is about no room: mail to staff, craftsmen and managers. What is about a room goes with its
 * people (`eraseMessages`).
 */
export const eraseOldMessages = (db: Db, clientId: ClientId, before: Date) =>
  sql`update outbox_messages m set recipients = '{消去済み}', cc = '{}', bcc = '{}', subject = '', body = '', last_error = null,
      state = case when m.state = 'waiting' then 'recalled' else m.state end
    where m.client_id = ${clientId} and m.body <> '' and m.created_at < ${before} and m.next_attempt_at < ${before} and m.room_id is null
      and not exists (select from events e where e.client_id = ${clientId} and e.id = m.event_id and e.room_id is not null)`.execute(db)

/** Of what was emptied it is known for another year that it was sent, and when; then its row goes, some a night (decision 089). */
export const deleteEmptiedMessages = (db: Db, clientId: ClientId, before: Date, most = 10_000) =>
  sql`delete from outbox_messages m where m.client_id = ${clientId} and m.id = any(array(
    select emptied.id from outbox_messages emptied where emptied.client_id = ${clientId} and emptied.body = ''
      and emptied.state in ('sent', 'failed', 'recalled') and emptied.created_at < ${before}::timestamptz - interval '1 year'
    order by emptied.created_at limit ${most}))`.execute(db)

/** Mail to admins and operators that was written before a moment. */
export const deleteOldPlatformMessages = (db: Db, before: Date) =>
  db.deleteFrom('platform_messages').where('created_at', '<', before).where('state', '!=', 'waiting').execute()

/** A mail to an admin or operator, who belong to no client. */
export const enqueuePlatformMail = (db: Db, mail: { kind: MessageKind; to: string; subject: string; body: string }) =>
  db
    .insertInto('platform_messages')
    .values({ recipients: [mail.to], subject: mail.subject, body: mail.body, kind: mail.kind, urgent: isUrgent(mail.kind) })
    .execute()

/**
 * Empties the messages about rooms and to the people who lived there; that one was sent, and when, stays (D-12). What still waits is
 * taken back: it would reach somebody who is not ours to write to any more.
 */
export const eraseMessages = (db: Db, clientId: ClientId, roomIds: readonly number[], recipients: readonly string[]) =>
  sql`update outbox_messages m set recipients = '{消去済み}', cc = '{}', bcc = '{}', subject = '', body = '', last_error = null,
      is_last_try = m.state = 'sending', state = case when m.state = 'waiting' or (m.state = 'paper' and m.printed_at is null) then 'recalled' else m.state end
    where m.client_id = ${clientId} and m.recipients <> '{消去済み}' and (m.room_id = any(${[...roomIds]}::bigint[])
      or exists (select from events e where e.client_id = ${clientId} and e.id = m.event_id and e.room_id = any(${[...roomIds]}::bigint[]))
      or (m.room_id is null and m.recipients && ${[...recipients]}::text[]))`.execute(db)

/** What was given up waits again, to these recipients; tries begin anew. */
export const resendMessages = (
  db: Db,
  clientId: ClientId,
  messages: readonly { id: number; recipient: string | null; not_before: Date }[],
) =>
  sql`update outbox_messages m set state = 'waiting', earlier_attempts = m.attempts, next_attempt_at = given.not_before, sent_at = null,
      delivered_at = null, failed_at = null, on_paper_at = null, carrier = null, carrier_message_id = null, failure_code = null,
      retry_key = null, last_error = null, is_last_try = false, recipients = case when given.recipient is null then m.recipients else array[given.recipient] end
    from unnest(${messages.map(message => message.id)}::bigint[], ${messages.map(message => message.recipient)}::text[],
      ${messages.map(message => message.not_before)}::timestamptz[]) as given (id, recipient, not_before)
    where m.client_id = ${clientId} and m.id = given.id and m.state = 'failed'`.execute(db)

/** What is told on paper lies in the mailbox soon: from the first print on it is not asked for again. */
export const markPrinted = (db: Db, clientId: ClientId, ids: readonly number[], now: Date) =>
  sql`update outbox_messages set printed_at = coalesce(printed_at, ${now})
    where client_id = ${clientId} and id = any(${[...ids]}::bigint[]) and state = 'paper'`.execute(db)

/** What was given up is told on paper. */
export const putMessagesOnPaper = (db: Db, clientId: ClientId, ids: readonly number[], now: Date) =>
  sql`update outbox_messages set on_paper_at = ${now}
    where client_id = ${clientId} and id = any(${[...ids]}::bigint[]) and state = 'failed' and on_paper_at is null`.execute(db)
