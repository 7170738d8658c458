import type { ClientId } from '@toguchi/domain/access/actor'
import type { ReceptionStatus } from '@toguchi/domain/rooms/labels'
import type { Db } from '../platform/database/database.ts'
import { recallMessages, restoreRecalled } from '../platform/messages/outbox.ts'
import { endUnreachable } from './occupancy/queries.ts'
import { forgetAnswers, updateReceptionStatus } from './queries.ts'

/** Names the reminders of a room that has not answered, so that they are taken back when it does. */
export const recallKeyOfReminder = (roomId: number): string => `unanswered:${roomId}`

/** Notes how a room answered: it is 連絡不能 no more, and a reminder that still waits for the morning is taken back. */
export const setReceptionStatus = async (db: Db, clientId: ClientId, id: number, status: ReceptionStatus, at: Date): Promise<void> => {
  await updateReceptionStatus(db, clientId, id, status, at)
  if (status === 'not_yet') return
  await endUnreachable(db, clientId, id, at)
  await recallMessages(db, clientId, recallKeyOfReminder(id))
}

interface TakenBackAnswers {
  ids: readonly number[]
  /** Whose date was agreed to before the answer. */
  settled: readonly number[]
  /** When the answers were written down. */
  since: Date
}

/** Takes answers back: the rooms stand as before, and the reminders that the answers took back wait for their morning again. */
export const takeBackAnswers = async (db: Db, clientId: ClientId, { ids, settled, since }: TakenBackAnswers, at: Date): Promise<void> => {
  await forgetAnswers(db, clientId, ids, settled, at)
  await restoreRecalled(db, clientId, ids.map(recallKeyOfReminder), since)
}
