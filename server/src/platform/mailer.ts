import { sql } from 'kysely'
import nodemailer from 'nodemailer'
import type { Db } from './database.ts'
import type { Platform } from './platform.ts'

const mostAtOnce = 50
const retryAfterSeconds = [60, 600, 3_600]

interface Message {
  client_id: number | null
  id: number
  transport: string
  recipients: string[]
  cc: string[]
  bcc: string[]
  subject: string
  body: string
  attempts: number
}

/**
 * Sends what waits in the outboxes: at least once, each message in its own transaction (D-15, G-NOT-01). Without SMTP the
 * messages stay readable and are settled as sent; the mail reader of the trial mode shows them.
 */
export const sendWaitingMessages = async (platform: Platform): Promise<void> => {
  const { smtpUrl, mailFrom } = platform.settings
  const transporter =
    smtpUrl === null
      ? null
      : nodemailer.createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 })
  const deliver = async (message: Message) => {
    if (message.transport === 'sms' || transporter === null) {
      if (platform.settings.mode === 'trial') console.info(`[${message.transport}] ${message.recipients.join(', ')} ${message.subject}`)
      return
    }
    await transporter.sendMail({
      from: mailFrom,
      to: message.recipients,
      cc: message.cc,
      bcc: message.bcc,
      subject: message.subject,
      text: message.body,
    })
  }
  for (;;) {
    const count = await platform.pool.write(null, async db => {
      if (!(await isOnlySender(db))) return 0
      const now = platform.now()
      const ofClients = await waitingOfClients(db, now)
      const ofPlatform = await waitingOfPlatform(db, now)
      for (const message of [...ofClients, ...ofPlatform]) await settle(platform, message, await attempt(deliver, message))
      return ofClients.length + ofPlatform.length
    })
    if (count < mostAtOnce) break
  }
  transporter?.close()
}

const attempt = async (deliver: (message: Message) => Promise<void>, message: Message): Promise<string | null> => {
  try {
    await deliver(message)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** One sender at a time over all processes; the lock falls with the transaction. */
const isOnlySender = async (db: Db): Promise<boolean> =>
  (await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(7341001) as mine`.execute(db)).rows[0]?.mine ?? false

const waitingOfClients = async (db: Db, now: Date): Promise<Message[]> =>
  (await sql<Message>`select * from waiting_messages(${now}, ${mostAtOnce})`.execute(db)).rows

const waitingOfPlatform = async (db: Db, now: Date): Promise<Message[]> =>
  (
    await db
      .selectFrom('platform_messages')
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '<=', now)
      .orderBy('id')
      .limit(mostAtOnce)
      .select(['id', 'recipients', 'subject', 'body', 'attempts'])
      .execute()
  ).map(row => ({ ...row, client_id: null, transport: 'mail', cc: [], bcc: [] }))

const settle = (platform: Platform, message: Message, failure: string | null): Promise<void> => {
  const attempts = message.attempts + 1
  const wait = retryAfterSeconds[message.attempts]
  const now = platform.now()
  const change =
    failure === null
      ? { state: 'sent', sent_at: now, attempts, last_error: null }
      : wait === undefined
        ? { state: 'failed', attempts, last_error: failure }
        : { attempts, last_error: failure, next_attempt_at: new Date(now.getTime() + wait * 1000) }
  return platform.pool.write(message.client_id, async db => {
    if (message.client_id === null) await db.updateTable('platform_messages').set(change).where('id', '=', message.id).execute()
    else
      await db.updateTable('outbox_messages').set(change).where('client_id', '=', message.client_id).where('id', '=', message.id).execute()
  })
}
