import { randomUUID } from 'node:crypto'
import type { ClientId } from '@toguchi/domain/access/actor'
import { afterQuietHours } from '@toguchi/domain/calendar/quiet-hours'
import { isSecret } from '@toguchi/domain/messages/kinds'
import { sql } from 'kysely'
import type { Carrier, Letter, NotTaken, Receipt } from './carriers/carrier.ts'
import type { Db } from '../database/database.ts'
import { endLinksOfLineUser, findNumberOfMessage } from './line-links.ts'
import { optOut } from './opt-outs.ts'
import type { Platform } from '../platform.ts'
import { offersSms } from '../settings.ts'

/** How many messages of a client are due, by way and haste; client null: the platform's own. */
export interface Due {
  client_id: ClientId | null
  transport: 'mail' | 'line' | 'sms'
  urgent: boolean
  due: number
}

export const listDue = (platform: Platform): Promise<Due[]> =>
  platform.pool.ask<Due>('select client_id, transport, urgent, due from due_messages($1)', [platform.now()])

/** A message that this process has taken, and may send until its lease is over. */
export interface Claimed extends Letter {
  kind: string
  transport: Due['transport']
  /** Tries that count, with this one: those before it was sent again by hand do not. */
  tries: number
  /** Its number answered 停止. */
  isOptedOut: boolean
  /** Its resident is not to be reached by LINE any more. */
  isUnlinked: boolean
}

interface ClaimedRow {
  id: number
  kind: string
  recipients: string[]
  cc: string[]
  bcc: string[]
  subject: string
  body: string
  attempts: number
  earlier_attempts: number
  state: string
  opted_out: boolean
  unlinked: boolean
  retry_key: string | null
}

/**
 * A process that has a message says so again well before this is over; one that is killed loses it then to another. In what was sent and
 * not yet noted in that moment lies the one double of a crash.
 */
const leaseSeconds = 60
export const renewEvery = 20_000

/** Until when the message is this process's: written into `next_attempt_at`, at which it is anybody's again. */
const leaseOf = (platform: Platform): Date => new Date(platform.now().getTime() + leaseSeconds * 1_000)

/**
 * Takes the oldest due messages of a client in a transaction of its own, past those that another process is just taking. What was taken
 * back while a process had it that is gone since is settled as taken back.
 */
export const claimMessages = async (platform: Platform, { client_id, transport, urgent }: Due, atMost: number): Promise<Claimed[]> => {
  const now = platform.now()
  const claimed = await platform.pool.write(client_id, db =>
    client_id === null
      ? claimOfPlatform(db, { now, until: leaseOf(platform), urgent, atMost })
      : claimOfClient(db, client_id, { now, until: leaseOf(platform), transport, urgent, atMost }),
  )
  return claimed
    .filter(row => row.state === 'sending')
    .map(({ attempts, earlier_attempts, opted_out, unlinked, retry_key, state: _state, ...row }) => ({
      ...row,
      clientId: client_id,
      transport,
      attempt: attempts,
      tries: attempts - earlier_attempts,
      urgent,
      isOptedOut: opted_out,
      isUnlinked: unlinked,
      retryKey: retry_key,
    }))
}

interface Claim {
  now: Date
  until: Date
  urgent: boolean
  atMost: number
}

const claimOfClient = async (db: Db, clientId: ClientId, { now, until, transport, urgent, atMost }: Claim & { transport: string }) =>
  (
    await sql<ClaimedRow>`update outbox_messages m set attempts = attempts + 1, next_attempt_at = ${until},
        state = case when m.is_last_try and m.state = 'sending' then 'recalled' else 'sending' end,
        retry_key = case when m.transport = 'line' then coalesce(m.retry_key, md5(${randomUUID()}::text || m.id)::uuid) end
      where m.client_id = ${clientId} and m.id = any(array(
        select next_due.id from outbox_messages next_due
        where next_due.client_id = ${clientId} and next_due.transport = ${transport} and next_due.urgent = ${urgent}
          and next_due.state in ('waiting', 'sending') and next_due.next_attempt_at <= ${now}
        order by next_due.next_attempt_at, next_due.id limit ${atMost} for update skip locked))
      returning m.id, m.kind, m.recipients, m.cc, m.bcc, m.subject, m.body, m.attempts, m.earlier_attempts, m.state, m.retry_key,
        m.transport = 'line' and not exists (select from line_links ll join line_channels lch on lch.client_id = ${clientId} and lch.is_on
          where ll.client_id = ${clientId} and ll.resident_id = m.resident_id and ll.line_user_id = m.recipients[1]) as unlinked,
        m.transport = 'sms' and exists (select from sms_opt_outs so where so.client_id = ${clientId} and so.phone = m.recipients[1]) as opted_out`.execute(
      db,
    )
  ).rows

const claimOfPlatform = async (db: Db, { now, until, urgent, atMost }: Claim) =>
  (
    await sql<ClaimedRow>`update platform_messages pm set attempts = attempts + 1, next_attempt_at = ${until}, state = 'sending'
      where pm.id = any(array(select next_due.id from platform_messages next_due
        where next_due.urgent = ${urgent} and next_due.state in ('waiting', 'sending') and next_due.next_attempt_at <= ${now}
        order by next_due.next_attempt_at, next_due.id limit ${atMost} for update skip locked))
      returning pm.id, pm.kind, pm.recipients, '{}'::text[] as cc, '{}'::text[] as bcc, pm.subject, pm.body, pm.attempts,
        0 as earlier_attempts, pm.state, false as opted_out, false as unlinked, null::uuid as retry_key`.execute(db)
  ).rows

/** Keeps a message that takes long. */
export const renewLease = (platform: Platform, message: Claimed): Promise<unknown> =>
  change(platform, message, sql`next_attempt_at = ${leaseOf(platform)}`)

/** Somebody waits before a screen for what is urgent; the rest may wait for a server that greylists or is down. */
const retryAfterSeconds = { urgent: [5, 30, 120, 600], ordinary: [60, 600, 3_600] }

/** The carrier has taken it: it is sent. A body that opens a door is blanked, but in the trial, whose reader shows it (security.md M8). */
export const settleSent = (platform: Platform, message: Claimed, carrier: Carrier, receipt: Receipt): Promise<unknown> =>
  change(
    platform,
    message,
    sql`state = 'sent', sent_at = ${platform.now()}, carrier = ${carrier.name}, failure_code = ${receipt.remark?.code ?? null},
      last_error = ${receipt.remark?.text ?? null}${ofClientOnly(message, sql`, carrier_message_id = ${receipt.carrierMessageId}`)}${blanked(platform, message)}`,
  )

/** The carrier did not take it: it waits for its next try, or is given up. What was taken back meanwhile is tried no more. */
export const settleFailed = async (platform: Platform, message: Claimed, carrier: Carrier, error: NotTaken): Promise<void> => {
  const { clientId } = message
  if (error.isOptOut && clientId !== null) await platform.pool.write(clientId, db => optOut(db, clientId, message.recipients[0] ?? ''))
  const wait = waitOf(message, error)
  if (message.transport === 'line' && wait === null && (await leaveByShortMessage(platform, message, error))) return
  await change(platform, message, outcomeOf(platform, message, carrier, error, wait))
}

/** Seconds to the next try; null: it is given up. */
const waitOf = (message: Claimed, error: NotTaken): number | null =>
  error.isFinal ? null : (retryAfterSeconds[message.urgent ? 'urgent' : 'ordinary'][message.tries - 1] ?? null)

/**
 * What LINE does not take leaves as a short message, in the same words, where one reaches the resident; whom LINE knows no more has their
 * link ended. False where none does: then it is given up, as a short message is.
 */
const leaveByShortMessage = async (platform: Platform, message: Claimed, error: NotTaken): Promise<boolean> => {
  const { clientId, id, attempt, urgent } = message
  if (clientId === null) return false
  const now = platform.now()
  return platform.pool.write(clientId, async db => {
    if (error.isGone) await endLinksOfLineUser(db, clientId, message.recipients[0] ?? '', now)
    const phone = await findNumberOfMessage(db, clientId, id, offersSms(platform.settings))
    if (phone === null) return false
    const { rows } = await sql<{ id: number }>`update outbox_messages set transport = 'sms', recipients = array[${phone}], retry_key = null,
        earlier_attempts = attempts, state = case when is_last_try then 'recalled' else 'waiting' end,
        next_attempt_at = ${urgent ? now : afterQuietHours(now)}, carrier = 'line', failure_code = ${error.code}, last_error = ${error.message.slice(0, 500)}
      where client_id = ${clientId} and id = ${id} and state = 'sending' and attempts = ${attempt} returning id`.execute(db)
    return rows.length > 0
  })
}

const outcomeOf = (platform: Platform, message: Claimed, carrier: Carrier, error: NotTaken, wait: number | null) => {
  const now = platform.now()
  const said = sql`carrier = ${carrier.name}, failure_code = ${error.code}, last_error = ${error.message.slice(0, 500)}`
  if (wait === null) return sql`state = 'failed', failed_at = ${now}, ${said}${blanked(platform, message)}`
  const next = sql`next_attempt_at = ${new Date(now.getTime() + wait * 1_000)}`
  if (message.clientId === null) return sql`state = 'waiting', ${next}, ${said}`
  return sql`state = case when is_last_try then 'recalled' else 'waiting' end, ${next}, ${said}`
}

const ofClientOnly = ({ clientId }: Claimed, part: ReturnType<typeof sql>) => (clientId === null ? sql`` : part)

const blanked = ({ settings }: Platform, { kind }: Claimed) => (isSecret(kind) && settings.mode !== 'trial' ? sql`, body = ''` : sql``)

/** Writes what became of a try, unless the message is somebody else's by now or its carrier has reported already. */
const change = (platform: Platform, { clientId, id, attempt }: Claimed, set: ReturnType<typeof sql>): Promise<unknown> =>
  platform.pool.write(clientId, db =>
    clientId === null
      ? sql`update platform_messages set ${set} where id = ${id} and state = 'sending' and attempts = ${attempt}`.execute(db)
      : sql`update outbox_messages set ${set}
          where client_id = ${clientId} and id = ${id} and state = 'sending' and attempts = ${attempt}`.execute(db),
  )
