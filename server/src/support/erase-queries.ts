import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/**
 * Erases what was written about calls of rooms; when, by whom and about what kind of call stays. The log is only ever added to, also by
 * the application, so a function of the database does it, which can write nothing else.
 */
export const eraseEntries = (db: Db, clientId: ClientId, roomIds: readonly number[]) =>
  sql`select erase_support_versions(${clientId}, ${[...roomIds]}::bigint[])`.execute(db)
