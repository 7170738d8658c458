import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'
import { erasePersonalValuesBefore } from '../platform/events.ts'
import { deleteOldReplies } from './queries.ts'

/** Forgets replies to messages about no room, and by which numbers they came; those of a room go with its people (`eraseRepliesOf`). */
export const forgetOldReplies = async (db: Db, clientId: ClientId, before: Date): Promise<void> => {
  await deleteOldReplies(db, clientId, before)
  await erasePersonalValuesBefore(db, clientId, ['messages.reply_received', 'messages.opted_out', 'messages.opted_in'], before)
}
