import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import type { OfficeActor } from '@toguchi/domain/access/actor'
import { afterQuietHours } from '@toguchi/domain/calendar/quiet-hours'
import type { EventKind } from '@toguchi/domain/events/event-sentences'
import type { Db } from '../platform/database/database.ts'
import { recordEvents } from '../platform/events.ts'
import { putMessagesOnPaper, resendMessages } from '../platform/messages/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound, refused } from '../platform/http/problem.ts'
import { offersSms } from '../platform/settings.ts'
import { whyNotOnPaper, whyNotResend } from './present.ts'
import { constructionExists, lockMessages, type MessageRow } from './queries.ts'

interface Chosen {
  platform: Platform
  db: Db
  actor: OfficeActor
  constructionId: number
  ids: readonly number[]
}

/**
 * Sends again what was given up, to where its resident is reached now: an address that was mended meanwhile is the one that counts. At
 * night it waits for the morning. 422 `not_resendable` when one of them cannot be; 404 when one is not of this construction.
 */
export const resend = async (chosen: Chosen): Promise<number> => {
  const { platform, db, actor } = chosen
  const rows = await lockChosenMessages(chosen, whyNotResend, 'not_resendable')
  const now = platform.now()
  await resendMessages(
    db,
    actor.clientId,
    rows.map(({ id, resident_id, reach }) => ({
      id,
      recipient: resident_id === null ? null : reach,
      not_before: resident_id === null ? now : afterQuietHours(now),
    })),
  )
  await record(chosen, rows, 'messages.resent')
  return rows.length
}

/**
 * Puts the rooms of what was given up on the paper list: the event is what `only: 'paper'` of the sheets is printed by, and whom a reminder
 * does not reach is not reminded so again. 422 `not_for_paper`.
 */
export const putOnPaper = async (chosen: Chosen): Promise<number> => {
  const { platform, db, actor } = chosen
  const rows = await lockChosenMessages(chosen, whyNotOnPaper, 'not_for_paper')
  await putMessagesOnPaper(
    db,
    actor.clientId,
    rows.map(({ id }) => id),
    platform.now(),
  )
  await record(chosen, rows, 'messages.put_on_paper')
  return rows.length
}

const lockChosenMessages = async (
  { platform, db, actor, constructionId, ids }: Chosen,
  whyNot: (row: MessageRow) => string | null,
  code: string,
): Promise<MessageRow[]> => {
  if (!(await constructionExists(db, actor.clientId, constructionId))) throw notFound()
  const messageIds = [...new Set(ids)]
  const rows = await lockMessages(db, actor.clientId, constructionId, offersSms(platform.settings), messageIds)
  if (rows.length < messageIds.length) throw notFound()
  for (const row of rows) {
    const why = whyNot(row)
    if (why !== null) throw refused(row.room_name === null ? why : `${addressedRoom(row.room_name)}：${why}`, code, { message_id: row.id })
  }
  return rows
}

const record = ({ db, actor, constructionId }: Chosen, rows: readonly MessageRow[], kind: EventKind) =>
  recordEvents(
    db,
    rows.map(row => ({
      kind,
      actor,
      clientId: actor.clientId,
      constructionId,
      roomId: row.room_id,
      subject: { type: 'outbox_messages', id: row.id },
      // Why it had not arrived: sent again, the message itself forgets it.
      change: {
        message: row.kind,
        transport: row.transport,
        failure_code: row.failure_code,
        ...(kind === 'messages.put_on_paper' ? { channel: 'paper' } : {}),
      },
    })),
  )
