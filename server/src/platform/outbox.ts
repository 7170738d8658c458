import { sql } from 'kysely'
import type { Db } from './database.ts'
import { given, partsOf } from './rows.ts'

export interface NewMail {
  to: readonly string[]
  cc?: readonly string[]
  bcc?: readonly string[]
  subject: string
  body: string
  /** The event that caused it, when there is one. */
  eventId?: number
}

const distinct = (addresses: readonly string[]) => [...new Set(addresses.filter(address => address !== ''))]

/** Writes a mail into the client's outbox, in the transaction that causes it (D-15). Nobody in To: CC become To; nobody at all: no mail (G-NOT-14). */
export const enqueueMail = async (db: Db, clientId: number, mail: NewMail): Promise<void> => {
  const to = distinct(mail.to)
  const cc = distinct(mail.cc ?? [])
  const recipients = to.length > 0 ? to : cc
  if (recipients.length === 0) return
  await db
    .insertInto('outbox_messages')
    .values({
      client_id: clientId,
      transport: 'mail',
      recipients,
      cc: to.length > 0 ? cc : [],
      bcc: distinct(mail.bcc ?? []),
      subject: mail.subject,
      body: mail.body,
      event_id: mail.eventId ?? null,
    })
    .execute()
}

/** A mail each to many people, in statements of a thousand. */
export const enqueueMails = async (
  db: Db,
  clientId: number,
  mails: readonly { to: string; subject: string; body: string; eventId: number | undefined }[],
): Promise<void> => {
  for (const part of partsOf(mails))
    await sql`insert into outbox_messages (client_id, transport, recipients, subject, body, event_id)
      select ${clientId}, 'mail', array[given.recipient], given.subject, given.body, given.event_id
      from ${given(
        part.map(({ to, subject, body, eventId }) => ({ recipient: to, subject, body, event_id: eventId })),
        { recipient: 'text', subject: 'text', body: 'text', event_id: 'bigint' },
      )}`.execute(db)
}

/** Writes a short message to a mobile number into the outbox; the SMS port sends it (D-02). */
export const enqueueSms = (db: Db, clientId: number, sms: { phone: string; body: string }) =>
  db
    .insertInto('outbox_messages')
    .values({ client_id: clientId, transport: 'sms', recipients: [sms.phone], subject: '', body: sms.body })
    .execute()

/** A mail to an admin or operator, who belong to no client. */
export const enqueuePlatformMail = (db: Db, mail: { to: string; subject: string; body: string }) =>
  db
    .insertInto('platform_messages')
    .values({ recipients: [mail.to], subject: mail.subject, body: mail.body })
    .execute()
