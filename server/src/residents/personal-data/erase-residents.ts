import type { ClientId } from '@toguchi/domain/access/actor'
import { endAccess } from '../../accounts/accounts.ts'
import { deleteConfirmations } from '../../authentication-codes/authentication-codes.ts'
import type { Db } from '../../platform/database/database.ts'
import { deleteLineLinks } from '../../platform/messages/line-links.ts'
import type { Platform } from '../../platform/platform.ts'
import { eraseResidents, listContactsOf } from './erase-queries.ts'

/** Erases everybody who ever lived in these rooms, and ends their sessions. Returns the addresses and numbers they had. */
export const eraseResidentsOf = async (platform: Platform, db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<string[]> => {
  const contacts = await listContactsOf(db, clientId, roomIds)
  const now = platform.now()
  const accountIds = await eraseResidents(db, clientId, roomIds, now)
  await endAccess(db, { strategy: 'resident', clientId, accountIds }, now)
  await deleteLineLinks(db, clientId, accountIds)
  await deleteConfirmations(db, clientId, roomIds)
  return contacts
}
