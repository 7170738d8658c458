import type { ClientId } from '@toguchi/domain/access/actor'
import { endAccess } from '../../accounts/accounts.ts'
import type { Db } from '../../platform/database/database.ts'
import { voidConfirmations } from '../../authentication-codes/authentication-codes.ts'
import { forgetUnprovenContacts } from '../queries.ts'

interface Ended {
  id: number
  room_id: number
}

/**
 * What `endAccess` ends for everybody, and what only residents have: codes on their way to a contact of the room. What waits
 * to be proven is given up, unless its owner makes the change in a session that stays.
 */
export const endResident = async (db: Db, clientId: ClientId, resident: Ended, now: Date, keepSessionId?: number): Promise<void> => {
  await endAccess(db, { strategy: 'resident', clientId, accountIds: [resident.id] }, now, keepSessionId)
  await voidConfirmations(db, clientId, [resident.room_id], now)
  if (keepSessionId === undefined) await forgetUnprovenContacts(db, clientId, [resident.id], now)
}

/** The same for many: as many statements as for one. */
export const endResidents = async (db: Db, clientId: ClientId, residents: readonly Ended[], now: Date): Promise<void> => {
  if (residents.length === 0) return
  const accountIds = residents.map(({ id }) => id)
  await endAccess(db, { strategy: 'resident', clientId, accountIds }, now)
  await voidConfirmations(
    db,
    clientId,
    residents.map(({ room_id }) => room_id),
    now,
  )
  await forgetUnprovenContacts(db, clientId, accountIds, now)
}
