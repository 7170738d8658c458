import { deleteSessionsOf } from '../accounts/accounts.ts'
import type { Db } from '../platform/database.ts'
import type { Platform } from '../platform/platform.ts'
import { eraseResidents, listContactsOf } from './erase-queries.ts'

/** Erases everybody who ever lived in these rooms, and ends their sessions. Returns the addresses and numbers they had. */
export const eraseResidentsOf = async (platform: Platform, db: Db, clientId: number, roomIds: readonly number[]): Promise<string[]> => {
  const contacts = await listContactsOf(db, clientId, roomIds)
  for (const accountId of await eraseResidents(db, clientId, roomIds, platform.now()))
    await deleteSessionsOf(db, { strategy: 'resident', clientId, accountId })
  return contacts
}
