import { endAccess } from '../accounts/accounts.ts'
import type { Db } from '../platform/database.ts'
import { updateResident, voidConfirmations } from './queries.ts'

/**
 * What `endAccess` ends for everybody, and what only residents have: codes on their way to a contact of the room. An address that waits
 * to be proven is given up, unless its owner makes the change in a session that stays.
 */
export const endResident = async (
  db: Db,
  clientId: number,
  resident: { id: number; room_id: number },
  now: Date,
  keepSessionId?: number,
): Promise<void> => {
  await endAccess(db, { strategy: 'resident', clientId, accountIds: [resident.id] }, now, keepSessionId)
  await voidConfirmations(db, clientId, [resident.room_id], now)
  if (keepSessionId === undefined) await updateResident(db, clientId, resident.id, { unproven_email: null, updated_at: now })
}
