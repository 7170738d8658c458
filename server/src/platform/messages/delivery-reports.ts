import { isSecret } from '@toguchi/domain/messages/kinds'
import { sql } from 'kysely'
import type { Platform } from '../platform.ts'

/** What a carrier tells later of one try of a message. */
export interface DeliveryReport {
  clientId: number
  messageId: number
  attempt: number
  carrierMessageId: string
  /** `taken`: on its way; `delivered`: at the telephone; `lost`: given up by the carrier. */
  outcome: 'taken' | 'delivered' | 'lost'
  code: string | null
}

/**
 * Notes a report. They come in any order and more than once: what arrived has arrived, and of an earlier try nothing is heard any more. A
 * report may be here before the answer to the sending was, or instead of it where the process was killed between the two.
 */
export const noteReport = (platform: Platform, report: DeliveryReport): Promise<void> => {
  const { clientId, messageId, attempt, carrierMessageId, outcome, code } = report
  const now = platform.now()
  return platform.pool.write(clientId, async db => {
    const { rows } = await sql<{ kind: string }>`select kind from outbox_messages where client_id = ${clientId} and id = ${messageId}
      and transport = 'sms' and attempts = ${attempt} and state in ('sending', 'sent', 'failed') and delivered_at is null
      and coalesce(carrier_message_id, ${carrierMessageId}) = ${carrierMessageId} for update`.execute(db)
    const [message] = rows
    if (!message) return
    const blanked = isSecret(message.kind) && platform.settings.mode !== 'trial' ? sql`, body = ''` : sql``
    const change = {
      taken: sql`state = 'sent', sent_at = ${now}`,
      delivered: sql`state = 'sent', sent_at = coalesce(sent_at, ${now}), delivered_at = ${now}, failed_at = null, on_paper_at = null,
        failure_code = null, last_error = null`,
      lost: sql`state = 'failed', failed_at = coalesce(failed_at, ${now}), failure_code = ${code}, last_error = ${`reported ${code ?? ''}`}`,
    }[outcome]
    await sql`update outbox_messages set ${change}, carrier = coalesce(carrier, 'twilio'), carrier_message_id = ${carrierMessageId}${blanked}
      where client_id = ${clientId} and id = ${messageId} and (${outcome} <> 'taken' or state = 'sending')`.execute(db)
  })
}
