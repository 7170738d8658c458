import type { ClientId } from '@toguchi/domain/access/actor'
import { afterQuietHours } from '@toguchi/domain/calendar/quiet-hours'
import { releasedText, shortMessage } from '@toguchi/domain/messages/short-message'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { enqueueMessages, recallMessagesTo, smsMessage } from '../platform/messages/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { offersSms } from '../platform/settings.ts'
import { placeOf, proxyKinds } from './notify.ts'
import { findConcerned, findVisitOfRoom } from './queries.ts'

interface FormerProxy {
  constructionId: number
  roomId: number
  phone: string
}

/**
 * Whoever stood in for a resident hears that nobody waits for them any more: they might come on the day otherwise. What never left is
 * taken back instead.
 */
export const releaseProxy = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  { constructionId, roomId, phone }: FormerProxy,
): Promise<void> => {
  if ((await recallMessagesTo(db, clientId, { roomId, kinds: proxyKinds, recipient: phone })) !== 'proxy_named') return
  const concerned = await findConcerned(db, clientId, constructionId, roomId, offersSms(platform.settings))
  if (!concerned) return
  const visit = await findVisitOfRoom(db, clientId, roomId, toDay(platform.now()))
  const body = shortMessage(placeOf(platform, concerned), releasedText(visit ?? null))
  const not_before = afterQuietHours(platform.now()).toISOString()
  const messages = smsMessage({ kind: 'proxy_released', constructionId, roomId, residentId: concerned.resident?.id, phone, body })
  await enqueueMessages(
    db,
    clientId,
    messages.map(message => ({ ...message, event_id: concerned.event_id, not_before })),
  )
}
